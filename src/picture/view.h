/* What every panel of a picture shows, from the figure made and how its link looks at it: numbers
 * for the cells, and the scale of colours. */
#ifndef NF_VIEW_H
#define NF_VIEW_H

#include "scale.h"

enum { FOLLOWERS = NF_PANELS + NF_BASELINES, SHOWN = FOLLOWERS + NF_FOLLOWERS };

typedef struct shown {
    grid cells;       /* values is NULL if there are none; `note` says why */
    bool is_there;    /* the picture has this panel */
    int twin;         /* the first panel that shows the very same cells; itself if none before */
    const char *note; /* NULL if there are cells */
} shown;

typedef struct view {
    nf_engine *engine;
    const nf_params *params;
    shown panels[SHOWN];
    scale scale;
    uint64_t off, all; /* cells off the scale, of all; counted where that is said */
    bool is_pooled;    /* a cell stands for a block of weights */
} view;

/* False if there is not enough memory. Close it either way. */
bool open_view(view *self, nf_engine *engine, const nf_params *params);
void close_view(view *self);

/* Each row by its own largest size; of logits from its smallest to its largest. */
void scale_rows(const grid *of, bool logits);

#endif
