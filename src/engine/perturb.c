#include "exact.h"

#include "perturb.h"

#include "kinds.h"
#include "numbers.h"
#include "work.h"

#include <string.h>

static const uint64_t FOR_NOISE = 0x6e6f697365; /* a purpose of random numbers */

uint64_t perturb_bytes(int tokens, int d) {
    return sizeof(perturb_scratch) + sizeof(double) * (uint64_t)tokens * (uint64_t)d;
}

static int tokens_of(const perturbation *p) { return p->from->shape.tokens[p->input]; }

/* ---- The operations ------------------------------------------------------------------------- */

/* What is summed up before vectors are changed. */
typedef enum gathering { NOTHING, MEANS, SQUARES } gathering;

/* X' = keep X + take other, in double precision, rounded once. */
typedef enum mixing {
    REPLACES, /* other */
    BLENDS,   /* (1-s) X + s other */
    ADDS      /* X + s other */
} mixing;

typedef struct arithmetic {
    gathering gathers;
    mixing mixes;
    int from_input; /* the input that it takes rows from, counted from 0; 0: none but its own */
    int drawing;    /* work to draw a random number for each element; 0: none is drawn */
    void (*other)(const perturbation *p, int i, const float *x, double *other); /* fills row i */
} arithmetic;

static void mean_row(const perturbation *p, int i, const float *x, double *other);
static void noise_row(const perturbation *p, int i, const float *x, double *other);
static void row_of_input_2(const perturbation *p, int i, const float *x, double *other);

/* The arithmetic of all operations but factors. */
static const arithmetic arithmetics[OPERATIONS_COUNT] = {
    [OP_mean] = {MEANS, REPLACES, 0, 0, mean_row},
    [OP_blend] = {MEANS, BLENDS, 0, 0, mean_row},
    [OP_noise] = {SQUARES, ADDS, 0, WORK_OF_NORMAL, noise_row},
    [OP_patch] = {NOTHING, BLENDS, 1, 0, row_of_input_2},
};

bool takes_mean(int operation) {
    return operation != UNTOUCHED && arithmetics[operation].gathers == MEANS;
}

bool takes_share(int operation) {
    return operation != UNTOUCHED && arithmetics[operation].mixes != REPLACES;
}

uint64_t work_of_change(int operation, const source *from) {
    if (operation == UNTOUCHED) return 0;
    const arithmetic *a = &arithmetics[operation];
    uint64_t reading = a->from_input ? from->row_work[a->from_input] : 0;
    return reading + (uint64_t)from->shape.d * (uint64_t)a->drawing;
}

bool changes_inputs(int operation, int inputs) {
    return arithmetics[operation].from_input < inputs;
}

static bool is_over_heads(const perturbation *p) {
    return takes_mean(p->change) && p->over == OVER_HEADS;
}

/* ---- Sums: one pass over each head that is needed ------------------------------------------- */

static int heads_needed(const perturbation *p) {
    return is_over_heads(p) ? p->from->shape.heads : 1;
}

static void keep_own(const perturbation *p, const float *x, int rows) {
    int d = p->from->shape.d;
    for (int i = 0; i < rows; i++) {
        float *to = p->out + (size_t)(p->row + i) * p->stride;
        memcpy(to, x + (size_t)i * (size_t)d, (size_t)d * sizeof *to);
        memset(to + d, 0, (p->stride - (size_t)d) * sizeof *to);
    }
}

static void add_head(const perturbation *p, const float *x, size_t count) {
    double *sum = p->scratch->sums + (size_t)p->row * (size_t)p->from->shape.d;
    if (p->pass == 0) memset(sum, 0, count * sizeof *sum);
    for (size_t i = 0; i < count; i++) sum[i] += (double)x[i];
}

/* The sums of each channel over tokens. */
static void add_tokens(const perturbation *p, const float *x, size_t count) {
    size_t d = (size_t)p->from->shape.d;
    if (p->row == 0) memset(p->scratch->sums, 0, d * sizeof *p->scratch->sums);
    for (size_t i = 0; i < count; i += d)
        for (size_t c = 0; c < d; c++) p->scratch->sums[c] += (double)x[i + c];
}

static void add_squares(const perturbation *p, const float *x, size_t count) {
    if (p->row == 0) *p->scratch->sums = 0;
    for (size_t i = 0; i < count; i++) *p->scratch->sums += (double)x[i] * (double)x[i];
}

static void gather(const perturbation *p, int rows) {
    const nf_shape *shape = &p->from->shape;
    int head = is_over_heads(p) ? p->pass : shape->head;
    bool is_own = head == shape->head, in_place = is_own && p->stride == (size_t)shape->d;
    size_t count = (size_t)rows * (size_t)shape->d;
    float *x = in_place ? p->out + (size_t)p->row * p->stride : p->scratch->slice;
    p->from->fill(p->from, &(vector_rows){p->input, p->component, head, p->row, rows}, x);
    if (is_own && !in_place) keep_own(p, x, rows);
    if (p->change == UNTOUCHED || arithmetics[p->change].gathers == NOTHING) return;
    if (arithmetics[p->change].gathers == SQUARES)
        add_squares(p, x, count);
    else if (is_over_heads(p))
        add_head(p, x, count);
    else if (p->over == OVER_TOKENS)
        add_tokens(p, x, count);
}

/* ---- Changing: one more pass over the head itself ------------------------------------------- */

static double sum_of(const float *x, int count) {
    double sum = 0;
    for (int c = 0; c < count; c++) sum += (double)x[c];
    return sum;
}

/* rms(X) N. The noise N depends on the seed, the input and the component, so that it is the same
 * for every epsilon. */
static void noise_row(const perturbation *p, int i, const float *x, double *other) {
    int d = p->from->shape.d;
    uint64_t seed = (uint64_t)number_of(p->from->params, P_seed), index = (uint64_t)i * (uint64_t)d;
    uint64_t key =
        nf_key(nf_key(nf_key(seed, FOR_NOISE), (uint64_t)p->input), (uint64_t)p->component);
    double rms = nf_sqrt(*p->scratch->sums / ((double)tokens_of(p) * d));
    (void)x;
    for (int c = 0; c < d; c++) other[c] = rms * nf_normal(key, index + (uint64_t)c);
}

static void mean_row(const perturbation *p, int i, const float *x, double *other) {
    int d = p->from->shape.d, heads = p->from->shape.heads, tokens = tokens_of(p);
    const double *sum = p->scratch->sums + (p->over == OVER_HEADS ? (size_t)i * (size_t)d : 0);
    double own = p->over == OVER_CHANNELS ? sum_of(x, d) / d : 0;
    int count = p->over == OVER_HEADS ? heads : tokens;
    for (int c = 0; c < d; c++) other[c] = p->over == OVER_CHANNELS ? own : sum[c] / count;
}

/* The same token of input 2; where that input is shorter, the row stays as it is. */
static void row_of_input_2(const perturbation *p, int i, const float *x, double *other) {
    enum { INPUT_2 = 1 };
    const float *row = i < p->from->shape.tokens[INPUT_2] ? p->scratch->slice : x;
    vector_rows which = {INPUT_2, p->component, p->from->shape.head, i, 1};
    if (row != x) p->from->fill(p->from, &which, p->scratch->slice);
    for (int c = 0; c < p->from->shape.d; c++) other[c] = (double)row[c];
}

static void mix(const perturbation *p, int rows) {
    const arithmetic *a = &arithmetics[p->change];
    double keep = a->mixes == REPLACES ? 0 : a->mixes == BLENDS ? 1 - p->s : 1;
    double take = a->mixes == REPLACES ? 1 : p->s;
    double other[NF_WIDTH_MAX];
    for (int i = p->row; i < p->row + rows; i++) {
        float *x = p->out + (size_t)i * p->stride;
        a->other(p, i, x, other);
        for (int c = 0; c < p->from->shape.d; c++)
            x[c] = (float)(keep * (double)x[c] + take * other[c]);
    }
}

static int passes(const perturbation *p) {
    return p->change == UNTOUCHED ? 1 : heads_needed(p) + 1;
}

double perturb_share(const perturbation *p) {
    return ((double)p->pass * tokens_of(p) + p->row) / ((double)passes(p) * tokens_of(p));
}

bool perturb(perturbation *p) {
    int left = tokens_of(p) - p->row, most = SLICE_FLOATS / p->from->shape.d;
    int rows = left < most ? left : most;
    if (p->pass < heads_needed(p))
        gather(p, rows);
    else
        mix(p, rows);
    p->row += rows;
    if (rows == left) {
        p->pass++;
        p->row = 0;
    }
    return p->pass == passes(p);
}
