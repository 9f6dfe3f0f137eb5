/* What follows from changed outputs of a head, where the model is read through: what it says next,
 * and the heads of the next layer. All outputs of a figure run on together, as many as fit. */
#ifndef NF_MODEL_ONWARD_H
#define NF_MODEL_ONWARD_H

#include "engine/engine.h"
#include "through.h"

/* An output in the place of its head's. */
typedef struct changed_output {
    int entry; /* of the plan: the PREDICTION; -1 for none */
    int text;
    const float *output; /* NULL: the model's own */
    size_t stride;
    float gain;
    matrix keys, values; /* of all heads that share them; no rows: theirs stay as they are */
    double factor;       /* of the logits of those heads */
} changed_output;

/* Logits of some tokens, from the states of several predictions: all at once, since the matrix that
 * makes them is large. They are compared, or those of the last tokens hashed. */
typedef struct saying {
    float *memory;           /* NULL: none are made */
    int first;               /* the DIVERGENCE that comes first of those that compare alike; -1 */
    int part[THROUGH_TEXTS]; /* the PREDICTIONs: that of the reference first */
    int parts, row, count;   /* and of each, `count` tokens from `row` on, or the last */
    const tensor *tensor;
    int next, taken; /* pieces whose logits are made; that were asked for */
    bool waits;
    matrix states, logits; /* (parts count, width), (parts count, vocabulary) */
    float *room;           /* of the product */
    uint64_t unfit;
} saying;

typedef struct onward {
    through run;
    bool runs, is_done; /* there is a run; it has come to its stop */
    bool follows;       /* it is for following heads */
    changed_output job[THROUGH_TEXTS];
    int jobs;
    int changed; /* jobs whose heads have changed in the layer at which the run has stopped */
    saying saying;
    nf_range wanted;

    /* The head of the next layer that next=auto stands for, and the layer and head under study that
     * it was chosen for. -1 when none was. */
    int chosen, chosen_for[2];
} onward;

void stop_onward(onward *o); /* forgets what is under way */

/* Steps, each of which returns NF_MORE, NF_READ while it waits for the bytes of o->wanted, or NF_OK
 * when all is done. */
nf_status choose_next(onward *o, const through *base, const nf_shape *shape,
                      const through_limits *limits, nf_text *why);
nf_status read_following(onward *o, const through *base, nf_engine *engine,
                         const through_limits *limits, nf_text *why);
nf_status read_predictions(onward *o, const through *base, nf_engine *engine,
                           const through_limits *limits, nf_text *why);
bool is_onward_waiting(const onward *o);
void take_onward(onward *o, const uint8_t *bytes);

/* After read_following: the vectors of a following head that reads this output. */
void fill_from_onward(const onward *o, const changed_output *of, int component, int head,
                      float *out);

#endif
