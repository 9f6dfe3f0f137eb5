/* What an engine holds between calls. */
#ifndef NF_ENGINE_H
#define NF_ENGINE_H

#include "figure.h"
#include "source.h"

/* What has been made of an entry of the plan. */
typedef struct made {
    float *memory; /* VECTORS .. CELLS: see figure.h; measures, effects and hashes are read as what they are */
    bool ready;    /* all of it */
    int band;      /* the number of the band whose rows were made last; 0 for none */
} made;

typedef enum stage {
    STAGE_NONE,
    STAGE_VECTORS,   /* vectors from the source, one a step */
    STAGE_EARLY,     /* the outputs that following heads read */
    STAGE_FOLLOWING, /* their keys */
    STAGE_ROWS,      /* everything else, a band of one input a step */
    STAGE_PREDICTIONS, /* what the model says next, one run of it a step */
    STAGE_DONE
} stage;

struct nf_engine {
    nf_params params;
    bool has_params, has_tensors;
    nf_tensors tensors;
    float *brought[3];       /* the tensors' memory, one block an input */
    struct trained *trained; /* NULL until a model is brought; who brings it leaves what it takes to use it, so that a
                              * program that brings none has none of it inside */
    nf_status (*model_source)(const nf_params *params, struct trained *trained, source *self, nf_text *why);
    void (*close_model)(struct trained *trained);
    source source;
    uint64_t sources;    /* how many there have been: a number for the one in use */
    plan plan, draft;
    made made[PLAN_MAX]; /* of plan.entries */
    void *scratch;
    int want;
    stage stage;
    int input, row, bands;
    nf_panel panels[NF_PANELS + NF_BASELINES];
    nf_prediction predictions[NF_PANELS + NF_BASELINES];
    char why[200];
};

/* The keys of VECTORS turned for product_rows. They stand behind the vectors they were packed from; a following
 * head's keys are packed only. */
float *packed_keys(const nf_engine *engine, int index);

void forget_figure(nf_engine *engine);
nf_text why_text(nf_engine *engine); /* `why`, emptied */

/* Makes one PREDICTION or DIVERGENCE; true when there is none left. */
bool step_predictions(nf_engine *engine);

/* Fills `panels` and `predictions` from what was made. */
void show_panels(nf_engine *engine);
void show_prediction(nf_engine *engine, int panel);

#endif
