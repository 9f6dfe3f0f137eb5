/* The state of an engine between calls. */
#ifndef NF_ENGINE_H
#define NF_ENGINE_H

#include "figure.h"
#include "made.h"
#include "messages.h"

/* What has been made of an entry of the plan. */
typedef struct made {
    void *memory; /* of entry_bytes; made.h says what stands where in it */
    bool ready;   /* all of it */
    bool masked;  /* WEIGHTS: the cells that the mask leaves out are +0 from the figure before */
    int band;     /* the number of the band whose rows were made last; 0 for none */
} made;

typedef enum stage {
    STAGE_NONE,
    STAGE_READING,     /* the source reads; there is no plan yet */
    STAGE_VECTORS,     /* vectors from the source, a slice a step */
    STAGE_EARLY,       /* the outputs that following heads read */
    STAGE_FOLLOWING,   /* queries and keys of following heads */
    STAGE_ROWS,        /* everything else that is made row by row: a band of one entry a step */
    STAGE_MEASURES,    /* the part of the measures that needs all rows */
    STAGE_PREDICTIONS, /* what the model predicts: one run, or some tokens, a step */
    STAGE_DONE
} stage;

struct nf_engine {
    nf_params params;
    bool has_params;
    const source_kind *const *kinds; /* nf_source_kinds */
    void *held[SOURCE_KINDS];        /* what was brought for each; NULL if nothing was */
    source source;
    uint64_t generation; /* changes with every change of what the source gives */
    plan plan, draft;
    made made[PLAN_MAX]; /* of plan.entries */
    void *scratch;       /* for perturb, and later for forecasts */
    int want;
    stage stage;
    perturbation changing; /* the vectors that are being made; `from` is NULL when none are */
    bool changed;          /* these are made, and only to be packed */
    int input, row, entry; /* what is made next: rows from `row` on, of one input and one entry */
    int bands;             /* the number of this band */
    nf_panel panels[PANELS_MAX];
    nf_prediction predictions[PANELS_MAX];
    char why[300];  /* of what went wrong last */
    nf_fault fault; /* its cause, and where */
};

nf_status read_source(nf_engine *engine); /* one step of reading; makes the plan after the last */
nf_status read_on(nf_engine *engine);     /* the same for stages after it; NF_OK: nothing to read */
void start_vectors(nf_engine *engine);    /* prepares for the next vectors */

/* Writes the sentence of a fault to `why`. */
void refuse(nf_engine *engine, nf_fault fault, const fill *with);

void forget_figure(nf_engine *engine);
bool is_read(const nf_engine *engine); /* a figure was begun, and its source is read */
bool has_token_texts(const nf_engine *engine, int input); /* for nf_print_token */
nf_text why_text(nf_engine *engine);                      /* empties `why`, to be written anew */
nf_status no_memory(nf_engine *engine);                   /* says so in `why` */

/* Fills `panels`, and a model's `predictions`, from what was made. */
void show_panels(nf_engine *engine);

#endif
