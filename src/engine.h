/* What an engine holds between calls. */
#ifndef NF_ENGINE_H
#define NF_ENGINE_H

#include "figure.h"
#include "made.h"

/* What has been made of an entry of the plan. */
typedef struct made {
    void *memory; /* of entry_bytes; made.h says what stands where in it */
    bool ready;    /* all of it */
    bool masked;   /* WEIGHTS: all cells that the mask leaves out are +0, from a figure before */
    int band;      /* the number of the band whose rows were made last; 0 for none */
} made;

typedef enum stage {
    STAGE_NONE,
    STAGE_VECTORS,   /* vectors from the source, a slice a step */
    STAGE_EARLY,     /* the outputs that following heads read */
    STAGE_FOLLOWING, /* their keys */
    STAGE_ROWS,      /* everything else, a band of one entry a step */
    STAGE_MEASURES,  /* what is left of measures when all rows are there */
    STAGE_PREDICTIONS, /* what the model says next, one run of it a step */
    STAGE_DONE
} stage;

/* What it takes to use a model. Who brings one leaves it, so that a program that brings none has none of it inside. */
typedef struct model_use {
    nf_status (*source)(const nf_params *params, struct trained *trained, source *self, nf_text *why);
    bool (*step)(nf_engine *engine);            /* makes one PREDICTION or DIVERGENCE; true when there is none left */
    void (*show)(nf_engine *engine, int panel); /* fills `predictions` from what was made */
    void (*close)(struct trained *trained);
} model_use;

struct nf_engine {
    nf_params params;
    bool has_params, has_tensors;
    nf_tensors tensors;
    float *brought[3];       /* the tensors' memory, one block an input */
    char tensors_name[9];    /* empty until somebody asks for it */
    struct trained *trained; /* NULL until a model is brought */
    const model_use *use;    /* of it */
    source source;
    uint64_t sources;    /* how many there have been: a number for the one in use */
    plan plan, draft;
    made made[PLAN_MAX]; /* of plan.entries */
    void *scratch; /* of perturb, and then of forecasts */
    int want;
    stage stage;
    perturbation changing; /* the vectors that are being made; `from` is NULL when none are */
    bool changed;          /* all that is left is to pack them */
    int input, row, entry; /* what comes next: rows from `row` on of one input, of entries from `entry` on */
    int measured;          /* rows of this band that the entry's measures have */
    int bands;             /* the number of this one */
    nf_panel panels[NF_PANELS + NF_BASELINES];
    nf_prediction predictions[NF_PANELS + NF_BASELINES];
    char why[200];
};

void start_vectors(nf_engine *engine); /* the next ones, from their first slice on */

void forget_figure(nf_engine *engine);
nf_text why_text(nf_engine *engine); /* `why`, emptied */
nf_status no_memory(nf_engine *engine); /* says so in `why` */

/* Fills `panels`, and a model's `predictions`, from what was made. */
void show_panels(nf_engine *engine);

#endif
