/* Every head of a model, measured: where it looks, and what a change of it does to what the model
 * says next. */
#ifndef NF_EFFECTS_H
#define NF_EFFECTS_H

#include "lists.h"

/* The columns: those of nf_head, and how far `effect` is spread over texts. */
enum {
#define X(key, text) COLUMN_##key,
    NF_HEAD_MEASURES(X)
#undef X
        COLUMN_spread,
    HEAD_COLUMNS
};

/* What is done to a head. */
typedef struct change {
    int op, component;
    double eps; /* NaN: the operation has none */
} change;

/* A head, changed in one way. */
typedef struct head_line {
    int layer, head;
    change change;
    double number[HEAD_COLUMNS]; /* NaN: a mean of nothing, or not measured */
    double squares;   /* of effect: the sum of the squared differences from the mean so far */
    double rank;      /* where lines are sorted: the larger, the earlier */
    int place;        /* before they were sorted */
    bool is_left_out; /* it is not measured */
} head_line;

typedef struct effects {
    job *job;
    lists asked;
    bool all_tokens; /* the prediction after every token counts, not after the last alone */
    head_line *line; /* (heads, changes) */
    int lines, changes, texts;
} effects;

/* The figure of a line's head and operation, with these epsilons where it has any. */
void set_change(nf_params *params, const head_line *line, const double eps[3]);

enum { LINES_MAX = 1 << 18 };

/* Puts what was not asked for into the lists: Query, scaled. Where no epsilons are asked for, it is
 * the one that leaves nothing of the component. */
void usual_changes(lists *asked);

/* Makes the lines of all heads of the link's model, with nothing measured; false, and why is said,
 * if there are none. Free `line`. */
bool start_effects(effects *e);

typedef enum added { ADDED, NOT_READ, NOT_MADE } added;

/* Measures all of them on one more text. `why` is told why the model cannot read it, or why there
 * is no figure of it. */
added add_text(effects *e, slice text, nf_text *why);

void finish_effects(effects *e);

#endif
