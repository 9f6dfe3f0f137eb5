/* Which nine panels, and what they can share.
 *
 * A figure is a plan: a list of things to make, each from earlier ones, so that no two are the
 * same. Panels that need the same thing name the same entry; that is all sharing is. Two plans are
 * compared entry by entry to find what the last figure has already made.
 *
 *     kind         made from (part 0, part 1)       what it is
 *     VECTORS      the source                       q, k or v of one input's head, perhaps changed
 *     FOLLOWING    OUTPUT                           q or k of a following head that reads the
 * output PRODUCT      vectors of queries, of keys      x = q.k, with the mask that says which are
 * needed WEIGHTS      PRODUCT                          rows of weights OUTPUT       WEIGHTS,
 * VECTORS of values       o = w v MEASURES     WEIGHTS, the reference's         sums over the
 * weights, against the untouched head EFFECT       OUTPUT, the untouched one's      each token's
 * norm and cosine, of the scaled output HASH         WEIGHTS, or a scaled OUTPUT      64 bits CELLS
 * WEIGHTS                          pooled into at most CELLS_MAX a side PREDICTION   OUTPUT, scaled
 * a state of the model after each token, which says what comes next DIVERGENCE   PREDICTION, the
 * untouched one's  how far what is said next moves, for each token
 */
#ifndef NF_FIGURE_H
#define NF_FIGURE_H

#include "attention.h"
#include "perturb.h"
#include "source.h"

enum { BAND_ROWS = 64 }; /* rows made at a time */
enum { CELLS_MAX = 256 };
enum {
    CACHE_LINE = 64
}; /* bytes; memory begins at a multiple of it, and so do its rows of floats */

static inline int cells_along(int tokens) { return tokens < CELLS_MAX ? tokens : CELLS_MAX; }

typedef enum entry_kind {
    VECTORS,
    FOLLOWING,
    PRODUCT,
    WEIGHTS,
    OUTPUT,
    MEASURES,
    EFFECT,
    HASH,
    CELLS,
    PREDICTION,
    DIVERGENCE
} entry_kind;

/* Whether an entry is made of rows, a band at a time, and not all at once. */
static inline bool is_of_rows(entry_kind kind) {
    return kind != VECTORS && kind != FOLLOWING && kind != PREDICTION && kind != DIVERGENCE;
}

typedef struct vectors_recipe {
    int change; /* OP_..., or UNTOUCHED */
    int input, component;
    int over;            /* OVER_... of a mean, else 0 */
    double share;        /* s, of an operation that has one; else 0 */
    uint64_t generation; /* of the source */
} vectors_recipe;

typedef struct following_recipe {
    int component, head;
    double gain; /* of the output that it reads */
} following_recipe;

typedef struct product_recipe {
    int mask, window; /* window is 0 unless the mask is one */
} product_recipe;

typedef struct weights_recipe {
    int normaliser;
    double slope; /* see `normaliser` */
    double shift;
} weights_recipe;

/* What an entry is: equal recipes make equal things. Every byte counts, because recipes are
 * compared as bytes: fill one with zeros first. */
typedef struct recipe {
    entry_kind kind;
    int part[2]; /* the entries it is made from; -1 for none */
    bool kept;   /* PRODUCT, WEIGHTS: all rows are kept, not only a band */
    union {
        vectors_recipe vectors;
        following_recipe following;
        product_recipe product;
        weights_recipe weights;
        double gain; /* EFFECT, HASH, PREDICTION: what scales the output */
    };
} recipe;

typedef struct entry {
    recipe recipe;
    int input; /* of its rows */
    int rows, columns;
    size_t stride; /* floats from row to row */
    uint64_t bytes;
    bool packed_only; /* FOLLOWING: the keys are the output itself, packed and not copied */
    bool early;       /* a following head's vectors are made from it */
} entry;

/* How many entries a plan has at most. A panel, each thing counted as if nothing were shared:
 * 2 changed VECTORS · PRODUCT, WEIGHTS and OUTPUT of its own · the same three for the output that a
 * following head reads, 2 FOLLOWING, PRODUCT and WEIGHTS of that head, and those seven once more
 * for its reference · MEASURES, CELLS, EFFECT, 2 HASH, 2 PREDICTION, DIVERGENCE. A baseline: 3
 * VECTORS · PRODUCT, WEIGHTS, OUTPUT · the same eight that are made of them. */
enum {
    MADE_OF_A_PANEL = 8,
    PANEL_ENTRIES = 2 + 3 + 2 * 7 + MADE_OF_A_PANEL,
    BASELINE_ENTRIES = 3 + 3 + MADE_OF_A_PANEL,
    PLAN_MAX = NF_PANELS * PANEL_ENTRIES + NF_BASELINES * BASELINE_ENTRIES
};

/* Entries; -1 where not wanted. */
typedef struct planned_panel {
    int weights, output, measures, effect, weights_hash, output_hash, cells;
    int prediction, divergence;
    int reference; /* the untouched head's WEIGHTS */
    int row, column;
    int query_input, key_input;
    float gain;         /* what the output is multiplied by */
    double logit_slope; /* what turns x into the panel's logit */
} planned_panel;

typedef struct plan {
    int count;
    entry entries[PLAN_MAX];
    planned_panel panels[NF_PANELS + NF_BASELINES];
    bool shown[NF_PANELS +
               NF_BASELINES]; /* baselines of inputs that no panel shows may be left out */
    uint64_t bytes;           /* all of it, with scratch */
    uint64_t scratch_bytes;   /* what perturb and forecasts need, one after the other */
} plan;

/* `generation` tells this source from all others. */
void plan_figure(plan *to, const nf_params *params, const source *from, uint64_t generation,
                 int want);

/* The allowed keys of a row of a PRODUCT. */
static inline span entry_span(const plan *of, int product, int row) {
    const entry *e = &of->entries[product];
    const product_recipe *r = &e->recipe.product;
    return allowed_keys(r->mask, r->window, row, e->columns);
}

#endif
