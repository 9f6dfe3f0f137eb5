/* What an engine holds between calls. */
#ifndef NF_ENGINE_H
#define NF_ENGINE_H

#include "figure.h"
#include "made.h"

/* What has been made of an entry of the plan. */
typedef struct made {
    void *memory; /* of entry_bytes; made.h says what stands where in it */
    bool ready;   /* all of it */
    bool masked;  /* WEIGHTS: all cells that the mask leaves out are +0, from a figure before */
    int band;     /* the number of the band whose rows were made last; 0 for none */
} made;

typedef enum stage {
    STAGE_NONE,
    STAGE_READING,     /* what the source has to read, before there is a plan */
    STAGE_VECTORS,     /* vectors from the source, a slice a step */
    STAGE_EARLY,       /* the outputs that following heads read */
    STAGE_FOLLOWING,   /* their keys */
    STAGE_ROWS,        /* everything else, a band of one entry a step */
    STAGE_MEASURES,    /* what is left of measures when all rows are there */
    STAGE_PREDICTIONS, /* what the model says next, one run of it a step */
    STAGE_DONE
} stage;

struct nf_engine {
    nf_params params;
    bool has_params;
    const source_kind *const *kinds; /* nf_source_kinds */
    void *held[SOURCE_KINDS];        /* what was brought for each; NULL if nothing was */
    source source;
    uint64_t generation; /* of the source in use: counts how many there have been */
    plan plan, draft;
    made made[PLAN_MAX]; /* of plan.entries */
    void *scratch;       /* of perturb, and then of forecasts */
    int want;
    stage stage;
    perturbation changing; /* the vectors that are being made; `from` is NULL when none are */
    bool changed;          /* all that is left is to pack them */
    int input, row,
        entry;    /* what comes next: rows from `row` on of one input, of entries from `entry` on */
    int measured; /* rows of this band that the entry's measures have */
    int bands;    /* the number of this one */
    nf_panel panels[NF_PANELS + NF_BASELINES];
    nf_prediction predictions[NF_PANELS + NF_BASELINES];
    char why[200];
};

nf_status read_source(nf_engine *engine); /* some of it; the plan comes when all is read */
void start_vectors(nf_engine *engine);    /* the next ones, from their first slice on */

void forget_figure(nf_engine *engine);
bool is_read(const nf_engine *engine);  /* whether a figure was begun whose source answers */
nf_text why_text(nf_engine *engine);    /* `why`, emptied */
nf_status no_memory(nf_engine *engine); /* says so in `why` */

/* Fills `panels`, and a model's `predictions`, from what was made. */
void show_panels(nf_engine *engine);

#endif
