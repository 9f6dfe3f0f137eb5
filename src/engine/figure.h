/* The plan of a figure: what must be made for its nine panels, and what they share.
 *
 * A plan is a list of entries, each made from entries before it. Two panels that need the same
 * thing name the same entry; sharing is nothing else. A new plan is compared with the last one
 * entry by entry, and what is equal is not made again.
 *
 *     kind        made from                          what it is
 *     VECTORS     the source                         q, k or v of one input's head, maybe changed
 *     FOLLOWING   OUTPUT                             q or k of the next layer's head that reads it
 *     PRODUCT     VECTORS of queries, of keys        x = q.k of the cells that the mask leaves
 *     WEIGHTS     PRODUCT                            rows of weights
 *     OUTPUT      WEIGHTS, VECTORS of values         o = w v
 *     MEASURES    WEIGHTS, those of the reference    sums over the weights, to compare the two
 *     EFFECT      OUTPUT, that of the reference      each token's norm ratio and cosine
 *     HASH        WEIGHTS or OUTPUT                  64 bits
 *     CELLS       WEIGHTS                            maxima or means of at most CELLS_MAX a side
 *     PREDICTION  OUTPUT                             the model's state after each token
 *     DIVERGENCE  PREDICTION, that of the reference  how far the next token's distribution moves
 *     SAID        PREDICTION                         64 bits, of the logits after the last token
 *
 * The reference is the untouched head on the same input. */
#ifndef NF_FIGURE_H
#define NF_FIGURE_H

#include "attention.h"
#include "perturb.h"
#include "source.h"

enum {
    BAND_ROWS = 64,  /* rows made at a time */
    CELLS_MAX = 256, /* a side of a pooled picture */
    CACHE_LINE = 64, /* bytes: what is allocated begins at a multiple of it */
    FOLLOWER = NF_PANELS +
        NF_BASELINES, /* the first of the panels of a following head, untouched */
    PANELS_MAX = FOLLOWER + NF_FOLLOWERS
};

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
    DIVERGENCE,
    SAID
} entry_kind;

/* Whether an entry is made a band of rows at a time, and not all at once. */
static inline bool is_of_rows(entry_kind kind) {
    return kind != VECTORS && kind != FOLLOWING && kind < PREDICTION;
}

typedef struct vectors_recipe {
    int change; /* OP_..., or UNTOUCHED */
    int input, component;
    int over;            /* OVER_... of a mean, else 0 */
    double share;        /* the strength s, of an operation that has one; else 0 */
    uint64_t generation; /* of the source: vectors of another one are not the same */
} vectors_recipe;

typedef struct following_recipe {
    int component, head;
    double gain; /* of the output that it reads */
} following_recipe;

typedef struct product_recipe {
    int mask, window; /* window is 0 unless the mask is one */
    bool few_rows;    /* only those that the check hashes, and there are others */
} product_recipe;

typedef struct weights_recipe {
    int normaliser;
    double slope, shift; /* as in `normaliser` */
} weights_recipe;

typedef struct prediction_recipe {
    double gain;        /* of the output */
    bool of_group;      /* all heads that share Key and Value have those of the panel */
    double factor;      /* then, of their logits; else 0 */
    head_change change; /* of this head and the source's `other` ones; UNTOUCHED: of this alone */
} prediction_recipe;

/* What an entry is made from, and how. Equal recipes make equal things. Recipes are compared as
 * bytes, with the gaps between fields: fill one with zeros first. */
typedef struct recipe {
    entry_kind kind;
    int part[2]; /* the entries it is made from; -1 for none */
    bool kept;   /* PRODUCT, WEIGHTS: all rows are kept, not only a band */
    union {
        vectors_recipe vectors;
        following_recipe following;
        product_recipe product;
        weights_recipe weights;
        prediction_recipe prediction;
        double gain; /* EFFECT, HASH: what scales the output */
        int pool;    /* CELLS: POOL_... */
    };
} recipe;

typedef struct entry {
    recipe recipe;
    int input; /* of its rows */
    int rows, columns;
    int all_rows;  /* of the panel: `rows` of them are made, those that row_at says */
    size_t stride; /* floats from row to row */
    uint64_t bytes;
    bool packed_only; /* FOLLOWING: the keys are the output itself, which is packed, not copied */
    bool early;       /* it is needed to make a following head's vectors */
} entry;

/* How many entries a plan has at most, counted as if nothing were shared. A panel has 2 changed
 * VECTORS; PRODUCT, WEIGHTS and OUTPUT; and where it shows a following head, twice (for the panel
 * and for its reference) PRODUCT, WEIGHTS and OUTPUT of what that head reads, 2 FOLLOWING, and
 * PRODUCT and WEIGHTS of that head. Made of a panel are MEASURES, CELLS, EFFECT, 2 HASH,
 * 2 PREDICTION, DIVERGENCE and SAID. A baseline has 3 VECTORS, PRODUCT, WEIGHTS, OUTPUT, and what
 * is made of a panel. A follower has MEASURES and CELLS of a panel's reference. */
enum {
    MADE_OF_A_PANEL = 9,
    PANEL_ENTRIES = 2 + 3 + 2 * 7 + MADE_OF_A_PANEL,
    BASELINE_ENTRIES = 3 + 3 + MADE_OF_A_PANEL,
    FOLLOWER_ENTRIES = 2,
    PLAN_MAX = NF_PANELS * PANEL_ENTRIES + NF_BASELINES * BASELINE_ENTRIES +
        NF_FOLLOWERS * FOLLOWER_ENTRIES
};

/* What turns a sum of products into a logit: slope = multiplier / divisor, and
 * divisor = root * temperature. */
typedef struct logit_scale {
    double root; /* of the head's width d */
    double temperature, divisor;
    double multiplier; /* by epsilon, and before a following head by `copy`; 1 where nothing does */
    double slope;
} logit_scale;

/* A panel by its entries; -1 where one is not wanted. */
typedef struct planned_panel {
    int weights, output, measures, effect, weights_hash, output_hash, cells;
    int prediction, divergence, said;
    int reference; /* the untouched head's WEIGHTS */
    int row, column;
    int query_input, key_input;
    float gain;        /* what the output is multiplied by */
    logit_scale scale; /* of the panel's logits */
} planned_panel;

typedef struct plan {
    int count;
    entry entries[PLAN_MAX];
    planned_panel panels[PANELS_MAX];
    bool shown[PANELS_MAX]; /* false of an untouched head that is not made */
    uint64_t bytes;         /* of all entries and of the scratch memory */
    uint64_t scratch_bytes; /* for perturb, and later for forecasts */
} plan;

/* Of more than HASHED_ROWS rows, the check hashes the rows floor(k rows / HASHED_ROWS). */
enum { HASHED_ROWS = 1024 };

/* The row of the panel that row i of an entry is. */
static inline int row_at(const entry *e, int i) {
    return e->rows == e->all_rows ? i : (int)((int64_t)i * e->all_rows / HASHED_ROWS);
}

/* Plans a figure. Vectors of an earlier plan are the same only if `generation` is. */
void plan_figure(plan *to, const nf_params *params, const source *from, uint64_t generation,
                 int want);

/* The allowed keys of row i of a PRODUCT. */
static inline span entry_span(const plan *of, int product, int i) {
    const entry *e = &of->entries[product];
    const product_recipe *r = &e->recipe.product;
    return allowed_keys(r->mask, r->window, row_at(e, i), e->columns);
}

#endif
