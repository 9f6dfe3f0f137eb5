/* The reader's own tensors: what is refused and why, one to three inputs, every width, and weights
 * and outputs against double precision, which no link can reach. */
#include "figures.h"

#include <math.h>

/* ---- Refusing ------------------------------------------------------------------------------- */

typedef void spoil(nf_tensors *t);

static void no_inputs(nf_tensors *t) { t->inputs = 0; }
static void four_inputs(nf_tensors *t) { t->inputs = 4; }
static void no_heads(nf_tensors *t) { t->heads = 0; }
static void heads_65(nf_tensors *t) { t->heads = 65; }
static void no_width(nf_tensors *t) { t->d = 0; }
static void width_257(nf_tensors *t) { t->d = 257; }
static void below_zero(nf_tensors *t) { t->d = INT32_MIN; }
static void one_token(nf_tensors *t) { t->tokens[1] = 1; }
static void too_many_tokens(nf_tensors *t) { t->tokens[1] = 16385; }
static void no_query(nf_tensors *t) { t->q[0] = NULL; }
static void no_key(nf_tensors *t) { t->k[1] = NULL; }
static void no_value(nf_tensors *t) { t->v[1] = NULL; }

static const struct {
    spoil *spoil;
    const char *named;
} shapes[] = {{no_inputs, "0 inputs"},
              {four_inputs, "4 inputs"},
              {no_heads, "0 heads"},
              {heads_65, "65 heads"},
              {no_width, "0 channels"},
              {width_257, "257 channels"},
              {below_zero, "-2147483648 channels"},
              {one_token, "1 tokens"},
              {too_many_tokens, "16385 tokens"},
              {no_query, "Query of input 1"},
              {no_key, "Key of input 2"},
              {no_value, "Value of input 2"}};

static void is_refused(nf_engine *engine, const nf_tensors *t, const char *named) {
    nf_status status = nf_bring(engine, t);
    const char *why = nf_why(engine);
    CHECK(status == NF_BAD_TENSORS && says(why, named) && why[strlen(why) - 1] == '.',
          "for %s: %s, %s", named, nf_status_text(status), why);
}

static void test_shapes(void) {
    chance c = {51};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        nf_engine *engine = nf_open();
        owned_tensors t = random_tensors(&c, 2, 2, 3);
        shapes[i].spoil(&t.tensors);
        is_refused(engine, &t.tensors, shapes[i].named);
        nf_close(engine);
        free(t.memory);
    }
}

/* Every element is looked at, and the first bad one is named. */
static void test_elements(void) {
    static const float bad[] = {(float)NAN, (float)INFINITY, -(float)INFINITY,
                                1.0001e4f,  -1.0001e4f,      3e38f};
    chance c = {52};
    nf_engine *engine = nf_open();
    owned_tensors t = random_tensors(&c, 3, 2, 5);
    for (int input = 0; input < 3; input++) {
        float *runs[] = {(float *)(uintptr_t)t.tensors.q[input],
                         (float *)(uintptr_t)t.tensors.k[input],
                         (float *)(uintptr_t)t.tensors.v[input]};
        int last = 2 * 5 * t.tensors.tokens[input] - 1;
        for (int component = 0; component < 3; component++)
            for (int i = 0; i < 6; i++) {
                char named[64];
                int at = i % 2 ? last : i;
                float good = runs[component][at];
                snprintf(named, sizeof named, "%s of input %d has at element %d ",
                         component == 0   ? "Query"
                         : component == 1 ? "Key"
                                          : "Value",
                         input + 1, at);
                runs[component][at] = bad[i];
                is_refused(engine, &t.tensors, named);
                runs[component][at] = good;
            }
        runs[0][0] = 1e4f;
        runs[1][last] = -1e4f;
    }
    CHECK(nf_bring(engine, &t.tensors) == NF_OK, "1e4 itself is refused: %s", nf_why(engine));
    nf_close(engine);
    free(t.memory);
}

/* ---- Bringing ------------------------------------------------------------------------------- */

static void test_bringing(void) {
    chance c = {53};
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;source=tensors");
    CHECK(nf_compute(engine, &params, 0) == NF_NO_DATA && says(nf_why(engine), "tensors"),
          "without tensors: %s", nf_why(engine));
    owned_tensors t = random_tensors(&c, 2, 3, 7), bad = t;
    nf_bring(engine, &t.tensors);
    uint64_t check = check_of(engine, &params, NF_WEIGHTS);
    bad.tensors.d = 0;
    CHECK(nf_bring(engine, &bad.tensors) == NF_BAD_TENSORS && nf_check(engine) == check &&
              nf_get_panel(engine, 0),
          "refused tensors take away the figure");
    CHECK(check_of(engine, &params, 0) == check, "refused tensors take away those before");
    CHECK(nf_bring(engine, &t.tensors) == NF_OK && !nf_get_panel(engine, 0) &&
              nf_check(engine) == 0,
          "new tensors leave the old figure");
    memset(t.memory, 0, 64);
    free(t.memory);
    CHECK(check_of(engine, &params, 0) == check, "they were not copied");
    nf_close(engine);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void is_named(nf_engine *engine, const nf_tensors *t, const char *name) {
    nf_params params = params_of("1;source=tensors");
    char written[16] = "";
    nf_text out = {written, 0, sizeof written};
    CHECK(nf_bring(engine, t) == NF_OK, "%s", nf_why(engine));
    nf_name_tensors(engine, &params);
    nf_print_value(&params, P_file, &out);
    CHECK(strcmp(written, name) == 0, "they are named %s, not %s", written, name);
    CHECK(nf_compute(engine, &params, 0) == NF_OK, "their own name is refused: %s", nf_why(engine));
}

/* The digits are of another program; see the definition in ninefold.h. */
static void test_names(void) {
    static const float x[] = {1, -0.0f, 0.5f, -2.25f, 1e4f, 3e-40f, 7, 8};
    nf_tensors
        t = {.inputs = 1, .heads = 1, .d = 2, .tokens = {2}, .q = {x}, .k = {x + 2}, .v = {x + 4}},
        other = t;
    nf_engine *engine = nf_open();
    is_named(engine, &t, "457a43ee");
    nf_params named = params_of("1;source=tensors"), unnamed = named;
    nf_name_tensors(engine, &named);
    uint64_t check = check_of(engine, &unnamed, 0);
    CHECK(check_of(engine, &named, 0) == check, "a name has a check of its own");
    other.v[0] = x + 3;
    is_named(engine, &other, "7148f8c0");
    CHECK(nf_compute(engine, &named, 0) == NF_NO_DATA, "a link of other tensors has a figure");
    CHECK(says_just(nf_why(engine),
                    "The link is of the tensors 457a43ee, and those here are 7148f8c0."),
          "%s", nf_why(engine));
    CHECK(check_of(engine, &unnamed, 0) != check,
          "a link without a name does not take what is here");
    other = t;
    other.inputs = 2;
    other.tokens[1] = 2;
    other.q[1] = x + 2;
    other.k[1] = x;
    other.v[1] = x + 4;
    is_named(engine, &other, "35667307");
    other = t;
    other.heads = 2;
    other.d = 1;
    is_named(engine, &other, "6aeaa389");
    nf_params synthetic = params_of("1;n=4;file=457a43ee");
    CHECK(nf_compute(engine, &synthetic, 0) == NF_OK, "another source is asked for a file: %s",
          nf_why(engine));
    nf_name_tensors(engine, &synthetic);
    nf_name_tensors(engine, &named);
    CHECK(memcmp(named.texts + named.start[P_file], "457a43ee", 8) == 0, "a link is renamed");
    nf_close(engine);
}

/* A patch takes from input 2: without one it changes nothing, and says so. */
static void test_patch(void) {
    chance c = {57};
    nf_engine *engine = nf_open();
    nf_params patch = params_of("1;source=tensors;op=patch;eps=0.5"),
              none = params_of("1;source=tensors;op=scale;eps=1");
    owned_tensors one = random_tensors(&c, 1, 2, 4), two = random_tensors(&c, 2, 2, 4);
    char said[600] = "";
    nf_text out = {said, 0, sizeof said};
    nf_bring(engine, &one.tensors);
    uint64_t untouched = check_of(engine, &none, 0);
    CHECK(check_of(engine, &patch, 0) == untouched, "a patch from nothing changes something");
    nf_print_source(engine, &out);
    CHECK(says(said, "no input 2"), "it is not said: %s", said);
    nf_bring(engine, &two.tensors);
    untouched = check_of(engine, &none, 0);
    CHECK(check_of(engine, &patch, 0) != untouched, "a patch from input 2 changes nothing");
    out.used = 0;
    nf_print_source(engine, &out);
    CHECK(!says(said, "no input 2"), "it is said where there is one: %s", said);
    free(one.memory);
    free(two.memory);
    nf_close(engine);
}

static void test_heads(void) {
    chance c = {54};
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;source=tensors;head=1");
    owned_tensors t = random_tensors(&c, 1, 2, 4), one = random_tensors(&c, 1, 1, 4);
    nf_shape shape;
    nf_bring(engine, &t.tensors);
    CHECK(nf_source_shape(engine, &params, &shape) == NF_OK && shape.head == 1 &&
              shape.heads == 2 && shape.d == 4 && shape.inputs == 3,
          "head %d of %d", shape.head, shape.heads);
    set_row(&params, P_head, 2);
    CHECK(nf_compute(engine, &params, 0) == NF_NO_DATA, "head 2 of two heads is there");
    CHECK(says_just(nf_why(engine),
                    "Head 2 is asked for, and the tensors have 2 heads, counted from 0."),
          "%s", nf_why(engine));
    nf_bring(engine, &one.tensors);
    CHECK(nf_compute(engine, &params, 0) == NF_NO_DATA, "head 2 of one head is there");
    CHECK(says_just(nf_why(engine), "Head 2 is asked for, and the tensors have 1 head, head 0."),
          "%s", nf_why(engine));
    set_row(&params, P_head, -1);
    CHECK(nf_source_shape(engine, &params, &shape) == NF_OK && shape.head == 0, "auto is head %d",
          shape.head);
    nf_close(engine);
    free(t.memory);
    free(one.memory);
}

/* ---- Double precision ----------------------------------------------------------------------- */

enum { TOKENS_MAX = 20 };
static const double TOLERANCE = 2e-6; /* logits of at most 40: NUMERICS.md */

typedef double element(const nf_tensors *t, int input, int head, int token, int channel);

static double query(const nf_tensors *t, int input, int head, int i, int c) {
    return (double)t->q[input][(head * t->tokens[input] + i) * t->d + c];
}

static double key(const nf_tensors *t, int input, int head, int i, int c) {
    return (double)t->k[input][(head * t->tokens[input] + i) * t->d + c];
}

static double query_mean(const nf_tensors *t, int input, int head, int i,
                         int c) { /* over heads, this one included */
    double sum = 0;
    for (head = 0; head < t->heads; head++) sum += query(t, input, head, i, c) / t->heads;
    return sum;
}

static double key_mean(const nf_tensors *t, int input, int head, int j, int c) {
    double sum = 0;
    for (head = 0; head < t->heads; head++) sum += key(t, input, head, j, c) / t->heads;
    return sum;
}

/* A row of causal softmax from the definition; columns that are masked are 0. */
static void reference_row(const nf_tensors *t, element *q, element *k, int input, int key_input,
                          int head, int i, double *w) {
    double sum = 0;
    int m = t->tokens[key_input];
    for (int j = 0; j < m; j++) {
        double x = 0;
        for (int c = 0; c < t->d; c++) x += q(t, input, head, i, c) * k(t, key_input, head, j, c);
        w[j] = j <= i ? exp(x / sqrt(t->d)) : 0;
        sum += w[j];
    }
    for (int j = 0; j < m; j++) w[j] /= sum;
}

static void panel_agrees(const nf_engine *engine, int index, const nf_tensors *t, element *q,
                         element *k, int head) {
    const nf_panel *p = nf_get_panel(engine, index);
    int last = t->inputs - 1, input = p->query_input < last ? p->query_input : last,
        keys = p->key_input < last ? p->key_input : last;
    double w[TOKENS_MAX], weights = 0, outputs = 0;
    for (int i = 0; i < p->rows; i++) {
        reference_row(t, q, k, input, keys, head, i, w);
        for (int j = 0; j < p->columns; j++)
            weights =
                fmax(weights, fabs(w[j] - (double)p->weights[(size_t)i * p->stride + (size_t)j]));
        for (int c = 0; c < t->d; c++) {
            double o = 0;
            for (int j = 0; j < p->columns; j++)
                o += w[j] * (double)t->v[keys][(head * p->columns + j) * t->d + c];
            outputs = fmax(outputs,
                           fabs(o - (double)p->output[(size_t)i * p->output_stride + (size_t)c]));
        }
    }
    CHECK(p->rows == t->tokens[input] && p->columns == t->tokens[keys], "panel %d is %d by %d",
          index, p->rows, p->columns);
    CHECK(weights < TOLERANCE && outputs < 4 * TOLERANCE,
          "panel %d, d = %d: weights off by %g, outputs by %g", index, t->d, weights, outputs);
}

static void test_against_doubles(void) {
    static const int widths[] = {1, 2, 7, 8, 9, 33, 255, 256};
    chance c = {55};
    for (int i = 0; i < 24; i++) {
        nf_engine *engine = nf_open();
        owned_tensors t = random_tensors(&c, 1 + i % 3, between(&c, 1, 3), widths[i / 3]);
        nf_params params = params_of("1;source=tensors;figure=mean");
        int head = t.tensors.heads - 1;
        set_row(&params, P_head, head);
        nf_bring(engine, &t.tensors);
        check_of(engine, &params, NF_WEIGHTS | NF_OUTPUTS);
        for (int input = 0; input < 3; input++) {
            panel_agrees(engine, 9 + input, &t.tensors, query, key, head);
            panel_agrees(engine, 3 * input, &t.tensors, query_mean, key, head);
            panel_agrees(engine, 3 * input + 1, &t.tensors, query, key_mean, head);
        }
        set_row(&params, P_figure, FIGURE_cross);
        check_of(engine, &params, NF_WEIGHTS | NF_OUTPUTS);
        for (int panel = 0; panel < 9; panel++)
            panel_agrees(engine, panel, &t.tensors, query_mean, key_mean, head);
        nf_close(engine);
        free(t.memory);
    }
}

/* ---- Rotary positions ------------------------------------------------------------------------ */

/* What the elements below are turned by. */
static struct {
    bool neighbours;
    int width;
    double base;
} turn;

/* An element of a row after it was turned, from the definition. */
static double turned(element *of, const nf_tensors *t, int input, int head, int i, int c) {
    int half = turn.width / 2, other, pair;
    bool first;
    if (c >= turn.width) return of(t, input, head, i, c);
    pair = turn.neighbours ? c / 2 : c % half;
    first = turn.neighbours ? c % 2 == 0 : c < half;
    other = turn.neighbours ? c ^ 1 : first ? c + half : c - half;
    double angle = i / pow(turn.base, 2.0 * pair / turn.width);
    double x = of(t, input, head, i, c), y = of(t, input, head, i, other);
    return x * cos(angle) + (first ? -y : y) * sin(angle);
}

static double turned_query(const nf_tensors *t, int input, int head, int i, int c) {
    return turned(query, t, input, head, i, c);
}

static double turned_key(const nf_tensors *t, int input, int head, int i, int c) {
    return turned(key, t, input, head, i, c);
}

static double turned_mean(const nf_tensors *t, int input, int head, int i, int c) {
    return turned(query_mean, t, input, head, i, c);
}

/* The output for input 1 of a causal head that reads turned queries and keys, which `copied`
 * multiplies where it is read. */
static double read_outputs[TOKENS_MAX][NF_WIDTH_MAX], copied;

static void make_outputs(const nf_tensors *t, int head) {
    double w[TOKENS_MAX];
    for (int i = 0; i < t->tokens[0]; i++) {
        reference_row(t, turned_query, turned_key, 0, 0, head, i, w);
        for (int c = 0; c < t->d; c++) {
            read_outputs[i][c] = 0;
            for (int j = 0; j <= i; j++)
                read_outputs[i][c] += w[j] * (double)t->v[0][(head * t->tokens[0] + j) * t->d + c];
        }
    }
}

static double output_read(const nf_tensors *t, int input, int head, int i, int c) {
    (void)t;
    (void)input;
    (void)head;
    return copied * read_outputs[i][c];
}

static double turned_output(const nf_tensors *t, int input, int head, int i, int c) {
    return turned(output_read, t, input, head, i, c);
}

/* Weights alone: a Value panel of value=next puts out what this head does. */
static void weights_agree(const nf_engine *engine, int index, const nf_tensors *t, element *k,
                          int head) {
    const nf_panel *p = nf_get_panel(engine, index);
    double w[TOKENS_MAX], off = 0;
    for (int i = 0; i < p->rows; i++) {
        reference_row(t, turned_query, k, 0, 0, head, i, w);
        for (int j = 0; j < p->columns; j++)
            off = fmax(off, fabs(w[j] - (double)p->weights[(size_t)i * p->stride + (size_t)j]));
    }
    CHECK(off < TOLERANCE, "panel %d, copied %g: weights off by %g", index, copied, off);
}

/* The following head of turned tensors is turned as well, and another `copy` makes it anew. */
static void following_agrees(nf_engine *engine, const char *rotary, const nf_tensors *t, int head) {
    static const double copies[] = {1, 2};
    make_outputs(t, head);
    for (int i = 0; i < 2; i++) {
        nf_params params = params_of("1;source=tensors;value=next;eps=0.5~1~0.25");
        nf_set(&params, P_rotary, rotary, strlen(rotary), NULL);
        set_row(&params, P_head, head);
        set_row(&params, P_copy, copies[i]);
        check_of(engine, &params, NF_WEIGHTS);
        for (int column = 0; column < 3; column++) {
            copied = copies[i] * params.number[P_eps][column];
            weights_agree(engine, 6 + column, t, turned_output, head);
        }
    }
}

static void test_turned(void) {
    static const struct {
        const char *rotary;
        bool neighbours;
        int width, d;
        double base;
    } tried[] = {
        {"half.8.10000", false, 8, 8, 10000},   {"pairs.8.10000", true, 8, 8, 10000},
        {"half.6.500000", false, 6, 9, 500000}, {"pairs.2.1", true, 2, 3, 1},
        {"half.256.100", false, 256, 256, 100}, {"pairs.64.999999999", true, 64, 80, 1e9 - 1}};
    chance c = {58};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        nf_engine *engine = nf_open();
        owned_tensors t = random_tensors(&c, 1 + (int)i % 3, 2, tried[i].d);
        nf_params params = params_of("1;source=tensors;figure=mean;head=1");
        turn.neighbours = tried[i].neighbours;
        turn.width = tried[i].width;
        turn.base = tried[i].base;
        nf_set(&params, P_rotary, tried[i].rotary, strlen(tried[i].rotary), NULL);
        nf_bring(engine, &t.tensors);
        check_of(engine, &params, NF_WEIGHTS | NF_OUTPUTS);
        for (int input = 0; input < 3; input++) {
            panel_agrees(engine, 9 + input, &t.tensors, turned_query, turned_key, 1);
            panel_agrees(engine, 3 * input, &t.tensors, turned_mean, turned_key, 1);
        }
        following_agrees(engine, tried[i].rotary, &t.tensors, 1);
        nf_close(engine);
        free(t.memory);
    }
}

/* Positions are part of the name, and of no more channels than there are. */
static void test_rotary_links(void) {
    static const float x[] = {1, -0.0f, 0.5f, -2.25f, 1e4f, 3e-40f, 7, 8};
    nf_tensors t = {
        .inputs = 1, .heads = 1, .d = 2, .tokens = {2}, .q = {x}, .k = {x + 2}, .v = {x + 4}};
    nf_engine *engine = nf_open();
    nf_params turns = params_of("1;source=tensors;rotary=pairs.2.10000"),
              of_none = params_of("1;source=tensors;file=457a43ee;rotary=pairs.2.10000"),
              wide = params_of("1;source=tensors;rotary=half.4.10000");
    nf_bring(engine, &t);
    nf_name_tensors(engine, &turns);
    CHECK(memcmp(turns.texts + turns.start[P_file], "1683ec08", 8) == 0, "they are named %.8s",
          turns.texts + turns.start[P_file]);
    CHECK(nf_compute(engine, &turns, 0) == NF_OK, "their own name is refused: %s", nf_why(engine));
    CHECK(nf_compute(engine, &of_none, 0) == NF_NO_DATA &&
              nf_get_fault(engine).cause == NF_OTHER_TENSORS,
          "a link of tensors without positions has a figure with them");
    CHECK(nf_compute(engine, &wide, 0) == NF_NO_DATA &&
              nf_get_fault(engine).cause == NF_ROTARY_BEYOND &&
              says(nf_why(engine), "of 4 channels are asked for, and a head of the tensors has 2"),
          "%s", nf_why(engine));
    nf_close(engine);
}

/* ---- The largest numbers -------------------------------------------------------------------- */

static int not_finite(const nf_panel *p) {
    int count = 0;
    for (int i = 0; i < p->rows; i++) {
        for (int j = 0; j < p->columns; j++)
            count += !isfinite(p->weights[(size_t)i * p->stride + (size_t)j]);
        for (size_t c = 0; c < p->width; c++)
            count += !isfinite(p->output[(size_t)i * p->output_stride + c]);
        count += isinf(p->norm[i]) || isinf(p->cosine[i]);
    }
    for (int m = 0; m < NF_MEASURES_COUNT; m++) count += isinf(p->measure[m]);
    return count;
}

/* Elements of 1e4 and every operation at its strongest leave numbers. */
static void test_largest(void) {
    chance c = {56};
    nf_engine *engine = nf_open();
    owned_tensors t = random_tensors(&c, 3, 2, 256);
    size_t count = (size_t)t.tensors.heads * 256 *
                   (size_t)(t.tensors.tokens[0] + t.tensors.tokens[1] + t.tensors.tokens[2]) * 3;
    for (size_t i = 0; i < count; i++) t.memory[i] = t.memory[i] < 0 ? -1e4f : 1e4f;
    nf_params params =
        params_of("1;source=tensors;eps=10~1~0;response=4;temp=0.1;value=next;copy=8");
    nf_bring(engine, &t.tensors);
    for (int op = OP_scale; op < OPERATIONS_COUNT; op++)
        for (int weights = WEIGHTS_SOFTMAX; weights <= WEIGHTS_SIGMOID; weights++) {
            int count_of_none = 0;
            set_row(&params, P_op, op);
            set_row(&params, P_weights, weights);
            check_of(engine, &params, NF_WEIGHTS | NF_MEASURES | NF_ALL_BASELINES);
            for (int i = 0; i < ALL; i++) count_of_none += not_finite(nf_get_panel(engine, i));
            CHECK(count_of_none == 0, "%d are not numbers with op %d, weights %d", count_of_none,
                  op, weights);
        }
    nf_close(engine);
    free(t.memory);
}

int main(void) {
    test_shapes();
    test_elements();
    test_bringing();
    test_names();
    test_patch();
    test_heads();
    test_against_doubles();
    test_turned();
    test_rotary_links();
    test_largest();
    return report();
}
