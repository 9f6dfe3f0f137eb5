/* Changed vectors, made in slices: to the last bit what whole matrices give, whatever the size of a
 * slice. */
#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/numbers.h"
#include "engine/perturb.h"
#include "figures.h"

/* ---- Sources -------------------------------------------------------------------------------- */

static source synthetic(const nf_params *params) {
    source from;
    nf_text why = {NULL, 0, 0};
    CHECK(synthetic_kind.open(params, NULL, &from, &why) == NF_OK, "there is no head");
    return from;
}

static float *all_rows(const source *from, int input, int component, int head) {
    int tokens = from->shape.tokens[input];
    float *x = malloc((size_t)tokens * (size_t)from->shape.d * sizeof *x);
    from->fill(from, &(vector_rows){input, component, head, 0, tokens}, x);
    return x;
}

/* Any rows are those of the whole. */
static void rows_are_parts(chance *c, const source *from, const char *name) {
    int wrong = 0;
    for (int i = 0; i < 40; i++) {
        int input = between(c, 0, 2), component = between(c, QUERY, VALUE),
            head = between(c, 0, from->shape.heads - 1);
        int first = between(c, 0, from->shape.tokens[input] - 1),
            rows = between(c, 1, from->shape.tokens[input] - first);
        size_t d = (size_t)from->shape.d;
        float *all = all_rows(from, input, component, head),
              *part = malloc((size_t)rows * d * sizeof *part);
        from->fill(from, &(vector_rows){input, component, head, first, rows}, part);
        wrong += memcmp(part, all + (size_t)first * d, (size_t)rows * d * sizeof *part) != 0;
        free(all);
        free(part);
    }
    CHECK(wrong == 0, "%d parts of %s vectors are others", wrong, name);
}

static void test_rows(void) {
    chance c = {71};
    nf_params params = params_of("1;n=19~33~2;d=37;heads=3;noise=1~0~2;floor=1;agree=0.4"),
              brought = params_of("1;source=tensors");
    owned_tensors t = random_tensors(&c, 2, 3, 5);
    source from = synthetic(&params);
    nf_text why = {NULL, 0, 0};
    nf_engine *engine = nf_open();
    rows_are_parts(&c, &from, "synthetic");
    CHECK(nf_bring(engine, &t.tensors) == NF_OK, "the tensors are refused: %s", nf_why(engine));
    nf_status status = tensors_kind.open(&brought, engine->held[SOURCE_TENSORS], &from, &why);
    CHECK(status == NF_OK, "the tensors are not there");
    rows_are_parts(&c, &from, "brought");
    nf_close(engine);
    free(t.memory);
}

/* ---- Whole matrices ------------------------------------------------------------------------- */

/* The definition of numerics.md on whole matrices: what each element is mixed with. */
static void others(const source *from, const perturbation *p, const float *x, double *other) {
    int n = from->shape.tokens[p->input], d = from->shape.d;
    double squares = 0;
    for (int i = 0; i < n * d; i++) {
        other[i] = 0;
        squares += (double)x[i] * (double)x[i];
    }
    if (p->change == OP_noise) {
        uint64_t seed = (uint64_t)number_of(from->params, P_seed),
                 noise = 0x6e6f697365; /* "noise" */
        uint64_t key =
            nf_key(nf_key(nf_key(seed, noise), (uint64_t)p->input), (uint64_t)p->component);
        for (int i = 0; i < n * d; i++)
            other[i] = nf_sqrt(squares / (n * d)) * nf_normal(key, (uint64_t)i);
        return;
    }
    if (p->change == OP_patch) {
        int shared = n < from->shape.tokens[1] ? n : from->shape.tokens[1];
        float *patch = all_rows(from, 1, p->component, from->shape.head);
        for (int i = 0; i < n * d; i++) other[i] = (double)(i < shared * d ? patch[i] : x[i]);
        free(patch);
        return;
    }
    for (int head = 0; head < from->shape.heads && p->over == OVER_HEADS; head++) {
        float *one = all_rows(from, p->input, p->component, head);
        for (int i = 0; i < n * d; i++) other[i] += (double)one[i];
        free(one);
    }
    for (int i = 0; i < n * d && p->over == OVER_HEADS; i++) other[i] /= from->shape.heads;
    for (int i = 0; i < n && p->over != OVER_HEADS; i++)
        for (int c = 0; c < d; c++) {
            int count = p->over == OVER_TOKENS ? n : d;
            for (int k = 0; k < count; k++)
                other[i * d + c] += (double)(p->over == OVER_TOKENS ? x[k * d + c] : x[i * d + k]);
            other[i * d + c] /= count;
        }
}

static float changed_element(const perturbation *p, float x, double other) {
    switch (p->change) {
    case UNTOUCHED: return x;
    case OP_mean: return (float)other;
    case OP_patch:
    case OP_blend: return (float)((1 - p->s) * (double)x + p->s * other);
    case OP_noise: break;
    }
    return (float)((double)x + p->s * other);
}

/* Elements that differ, and cells beyond a row's end that are not +0. */
static int count_wrong(const source *from, const perturbation *p) {
    int n = from->shape.tokens[p->input], d = from->shape.d, wrong = 0;
    double *other = malloc((size_t)(n * d) * sizeof *other);
    float *x = all_rows(from, p->input, p->component, from->shape.head);
    others(from, p, x, other);
    for (int i = 0; i < n; i++) {
        const float *row = p->out + (size_t)i * p->stride;
        for (int c = 0; c < d; c++)
            wrong += bits_of_float(row[c]) !=
                     bits_of_float(changed_element(p, x[i * d + c], other[i * d + c]));
        for (size_t c = (size_t)d; c < p->stride; c++) wrong += bits_of_float(row[c]) != 0;
    }
    free(other);
    free(x);
    return wrong;
}

/* Makes them slice by slice; the count of slices. The share of the work that is done rises with
 * each, to 1. */
static int make(perturbation *p, const source *from) {
    int slices = 1;
    double share = perturb_share(p);
    CHECK(share == 0, "%g is done at first", share);
    for (; !perturb(p); slices++) {
        CHECK(perturb_share(p) > share && perturb_share(p) < 1, "after %g of the work comes %g",
              share, perturb_share(p));
        share = perturb_share(p);
    }
    CHECK(perturb_share(p) == 1, "%g of the work on %d heads is done", perturb_share(p),
          from->shape.heads);
    return slices;
}

static void is_as_whole(const source *from, int change, int over) {
    size_t stride = ((size_t)from->shape.d + 7) / 8 * 8;
    for (int input = 0; input < 3; input++) {
        int n = from->shape.tokens[input];
        float *out = malloc((size_t)n * stride * sizeof *out);
        memset(out, 0x7f, (size_t)n * stride * sizeof *out);
        perturbation p = {.from = from,
                          .input = input,
                          .component = input,
                          .change = change,
                          .over = over,
                          .s = 0.3,
                          .out = out,
                          .stride = stride,
                          .scratch = malloc((size_t)perturb_bytes(n, from->shape.d))};
        int slices = make(&p, from), wrong = count_wrong(from, &p);
        bool heads = over == OVER_HEADS && takes_mean(change);
        int passes = (heads ? from->shape.heads : 1) + (change != UNTOUCHED), most = 1 << 14;
        CHECK(wrong == 0, "change %d over %d of %d by %d: %d elements are others", change, over, n,
              from->shape.d, wrong);
        CHECK(slices >= passes * ((n * from->shape.d + most - 1) / most), "%d by %d in %d slices",
              n, from->shape.d, slices);
        free(out);
        free(p.scratch);
    }
}

static void test_changes(void) {
    static const char *const links[] = {
        "1;n=300~65~2;d=251;heads=5;head=2;noise=1;agree=0.3;floor=1",
        "1;n=700~513~512;d=32;heads=2;head=1", "1;n=40;d=64;heads=1"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        nf_params params = params_of(links[i]);
        source from = synthetic(&params);
        is_as_whole(&from, UNTOUCHED, 0);
        for (int op = 0; op < OPERATIONS_COUNT; op++)
            for (int over = OVER_HEADS; over <= OVER_CHANNELS; over++)
                if (!nf_get_operation(op)->is_factor && (takes_mean(op) || over == OVER_HEADS))
                    is_as_whole(&from, op, over);
    }
}

int main(void) {
    test_rows();
    test_changes();
    return report();
}
