#include "work.h"

#include "params.h"
#include "perturb.h"

/* The work on one cell of a matrix, one number of a vector, or one byte of memory that is kept. */
enum {
    WORK_OF_WEIGHT = 12,
    WORK_OF_MEASURED = 24, /* twice where it is compared with another weight */
    WORK_OF_MIRRORED = 10,
    WORK_OF_DOUBLE = 30, /* a number that goes through double precision */
    WORK_OF_SUMMED = 2,
    WORK_OF_PACKED = 4,
    WORK_OF_HASHED = 13,
    WORK_OF_POOLED = 2,
    WORK_OF_KEPT = 10
};

/* A plan, and how many cells of each entry are computed: those of a PRODUCT that its mask leaves,
 * and the same of what is made of it. */
typedef struct counted_plan {
    const plan *plan;
    const source *from;
    uint64_t cells[PLAN_MAX];
} counted_plan;

/* The cells of a product that are computed: whole blocks of eight keys. */
static uint64_t cells_seen(const plan *plan, int product) {
    uint64_t cells = 0;
    for (int row = 0; row < plan->entries[product].rows; row++) {
        span see = entry_span(plan, product, row);
        if (see.from < see.to)
            cells += rounded_up((size_t)see.to, 8) - ((size_t)see.from & ~(size_t)7);
    }
    return cells;
}

static uint64_t numbers_in(const entry *e) { return (uint64_t)e->rows * e->stride; }

static uint64_t work_of_packing(const entry *e, int component) {
    return component == KEY ? numbers_in(e) * WORK_OF_PACKED : 0;
}

static uint64_t work_of_vectors(const counted_plan *r, const entry *e) {
    const vectors_recipe *v = &e->recipe.vectors;
    uint64_t heads =
        takes_mean(v->change) && v->over == OVER_HEADS ? (uint64_t)r->from->shape.heads : 1;
    uint64_t numbers = numbers_in(e), work = work_of_packing(e, v->component);
    work += heads * (uint64_t)e->rows * r->from->row_work[e->input];
    if (v->change != UNTOUCHED) work += heads * numbers * WORK_OF_SUMMED + numbers * WORK_OF_DOUBLE;
    return work + (uint64_t)e->rows * work_of_change(v->change, r->from);
}

static uint64_t work_of_following(const counted_plan *r, const entry *e) {
    return work_of_packing(e, e->recipe.following.component) +
           (uint64_t)e->rows * r->from->token_work;
}

/* Rows that are not kept are made once for following heads, and once more for everything else. */
static uint64_t times_made(const entry *e) { return e->early && !e->recipe.kept ? 2 : 1; }

static uint64_t work_of_weights(const counted_plan *r, const entry *e, int index) {
    uint64_t kept = e->recipe.kept ? e->bytes * WORK_OF_KEPT : 0;
    return r->cells[index] * WORK_OF_WEIGHT * times_made(e) + kept;
}

static uint64_t work_of_measures(const counted_plan *r, const entry *e, int index) {
    const entry *weights = &r->plan->entries[e->recipe.part[0]];
    bool compares = e->recipe.part[1] >= 0 && e->recipe.part[1] != e->recipe.part[0];
    bool mirrors = weights->recipe.kept && e->rows == e->columns;
    uint64_t square = (uint64_t)e->rows * (uint64_t)e->columns;
    return r->cells[index] * WORK_OF_MEASURED * (compares ? 2 : 1) +
           (mirrors ? square * WORK_OF_MIRRORED : 0);
}

static uint64_t work_of_hash(const entry *e) {
    uint64_t rows = e->rows < 1024 ? (uint64_t)e->rows : 1024;
    return rows * (uint64_t)e->columns * WORK_OF_HASHED;
}

/* The distributions after one token: of the untouched head and of the panel. */
static uint64_t work_of_two_forecasts(const source *from) {
    return 2 * (uint64_t)from->pieces * (uint64_t)(from->state_width + WORK_OF_EXPONENTIAL);
}

static uint64_t work_of_entry(const counted_plan *r, const entry *e, int index) {
    uint64_t cells = r->cells[index], rows = (uint64_t)e->rows;
    switch (e->recipe.kind) {
    case VECTORS: return work_of_vectors(r, e);
    case FOLLOWING: return work_of_following(r, e);
    case PRODUCT: return cells * (uint64_t)r->from->shape.d * times_made(e);
    case WEIGHTS: return work_of_weights(r, e, index);
    case OUTPUT: return cells * e->stride;
    case MEASURES: return work_of_measures(r, e, index);
    case EFFECT: return numbers_in(e) * WORK_OF_DOUBLE;
    case HASH: return work_of_hash(e);
    case CELLS: return cells * WORK_OF_POOLED;
    case PREDICTION: return rows * r->from->token_work;
    case DIVERGENCE: return rows * work_of_two_forecasts(r->from);
    case SAID: return (uint64_t)r->from->pieces * (uint64_t)(r->from->state_width + WORK_OF_HASHED);
    }
    return 0;
}

/* The work of a model to read its three texts; 0 for other sources. */
static uint64_t work_of_reading(const source *from) {
    uint64_t tokens = 0;
    for (int i = 0; i < 3; i++) tokens += (uint64_t)from->shape.tokens[i];
    return tokens * from->token_work;
}

/* Goes through the entries in order: each comes after those it is made from. */
uint64_t work_of(const plan *plan, const source *from) {
    counted_plan r = {.plan = plan, .from = from};
    uint64_t work = work_of_reading(from);
    for (int i = 0; i < plan->count; i++) {
        const entry *e = &plan->entries[i];
        if (e->recipe.kind == PRODUCT)
            r.cells[i] = cells_seen(plan, i);
        else if (e->recipe.part[0] >= 0)
            r.cells[i] = r.cells[e->recipe.part[0]];
        work += work_of_entry(&r, e, i);
    }
    return work;
}
