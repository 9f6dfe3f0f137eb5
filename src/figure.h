/* Which nine panels, and what they can share.
 *
 * A figure is a plan: a list of things to make, each from earlier ones, so that no two are the same. Panels that
 * need the same thing name the same entry; that is all sharing is. Two plans are compared entry by entry to find
 * what the last figure has already made.
 *
 *     VECTORS   q, k or v of one input, perhaps changed; or q or k of a following head, made from an OUTPUT
 *     PRODUCT   x = q.k of two VECTORS, with the mask that says which cells are needed
 *     WEIGHTS   rows of weights from a PRODUCT
 *     OUTPUT    o = w v of WEIGHTS and VECTORS
 *     MEASURES  of WEIGHTS against the untouched head's WEIGHTS
 *     EFFECT    each token's norm and cosine of an OUTPUT, scaled, against the untouched head's
 *     HASH      of WEIGHTS, or of an OUTPUT, scaled
 *     CELLS     of WEIGHTS, pooled into at most CELLS_MAX a side
 *     PREDICTION  logits of the token after each one, from an OUTPUT, scaled
 *     DIVERGENCE  of each token's PREDICTION from the one that the untouched head leads to
 */
#ifndef NF_FIGURE_H
#define NF_FIGURE_H

#include "attention.h"
#include "source.h"

enum { BAND_ROWS = 64 };     /* rows made at a time */
enum { CELLS_MAX = 256 };
enum { CACHE_LINE = 64 };    /* bytes: memory starts at one, so that no block of sixteen floats straddles two more than it must */
enum { PLAN_MAX = 176 };     /* the richest figure has 165 entries: mean, of a model, with value=next */

static inline int cells_along(int tokens) { return tokens < CELLS_MAX ? tokens : CELLS_MAX; }

typedef enum kind { VECTORS, PRODUCT, WEIGHTS, OUTPUT, MEASURES, EFFECT, HASH, CELLS, PREDICTION, DIVERGENCE } kind;

/* Whether an entry is made of rows, a band at a time, and not all at once. */
static inline bool is_of_rows(kind kind) { return kind != VECTORS && kind != PREDICTION && kind != DIVERGENCE; }

/* What an entry is: equal recipes make equal things. Filled with zeros first, so that it can be compared as bytes. */
typedef struct recipe {
    kind kind;
    int part[2];    /* the entries it is made from; -1 for none */
    int whole[4];   /* VECTORS: input, component, change (or following head), over · PRODUCT: mask, window
                     * WEIGHTS: normaliser, mask, window */
    int kept;       /* PRODUCT, WEIGHTS: all rows are kept, not only a band */
    double real[2]; /* VECTORS: s (or gain), source · WEIGHTS: slope, shift · EFFECT, HASH, PREDICTION: gain */
} recipe;

typedef struct entry {
    recipe recipe;
    int input;           /* of its rows */
    int rows, columns;
    size_t stride;       /* floats from row to row */
    uint64_t bytes;
    bool early;          /* a following head's keys are made from it */
} entry;

typedef struct planned_panel {
    int weights, output, measures, effect, weights_hash, output_hash, cells; /* entries; -1 where not wanted */
    int prediction, divergence;
    int row, column;
    int query_input, key_input;
    float gain;          /* what the output is multiplied by */
    double logit_slope;  /* what turns x into the panel's logit */
    int reference;       /* the untouched head's WEIGHTS, or -1 */
} planned_panel;

typedef struct plan {
    int count;
    entry entries[PLAN_MAX];
    planned_panel panels[NF_PANELS + NF_BASELINES];
    bool shown[NF_PANELS + NF_BASELINES]; /* baselines of inputs that no panel shows may be left out */
    uint64_t bytes;      /* all of it, with scratch */
    uint64_t scratch_bytes; /* what perturb needs */
} plan;

/* `number` tells this source from all others. */
void plan_figure(plan *plan, const nf_params *params, const source *from, uint64_t number, int want);

/* The allowed keys of a row. */
static inline span entry_span(const plan *plan, int product, int row) {
    const entry *e = &plan->entries[product];
    return allowed_keys(e->recipe.whole[0], e->recipe.whole[1], row, e->columns);
}

#endif
