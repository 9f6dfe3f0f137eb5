/* A trained transformer that has read the link's texts. */
#ifndef NF_SOURCE_MODEL_H
#define NF_SOURCE_MODEL_H

#include "engine/source.h"
#include "model.h"

/* One text, tokenised and run through the model. */
typedef struct read_text {
    token_list tokens;
    model_run run;
    uint8_t *memory;        /* of the run */
    char text[NF_LINK_MAX]; /* the text that is read, or being read */
    size_t length;
    bool has_begin; /* the begin token is in front of it */
    int layers;     /* how many layers were run on it; -1: there is no text */
} read_text;

typedef struct trained {
    transformer model;
    uint8_t *file, *memory;
    uint64_t bytes; /* of all memory here, that of the texts included */
    char id[9];     /* the first eight digits of the file's SHA-256 */
    read_text read[3];
    float *weights; /* (2, context, context): a head's weights in two runs, to compare them */

    /* A run with one head's output replaced: the run, its memory, the output that was put in, and
     * input, layer and head of it. The input is -1 when there is no such run. */
    model_run again;
    uint8_t *again_memory;
    float *replaced;
    int replaced_in[3];
    int again_input; /* of a run in which several heads change */

    /* The head of the next layer that next=auto stands for, and the layer and head under study that
     * it was chosen for. -1 when none was chosen. */
    int next_chosen, next_chosen_for[2];

    double induction[LAYERS_MAX * HEADS_MAX]; /* of each head, layer by layer */
    bool has_induction;
} trained;

/* Runs the model on from the layer under study, with `output` (tokens, stride) times `gain` in
 * place of its head's output. */
model_run *run_with_output(const source *self, int input, const float *output, size_t stride,
                           float gain);

/* Rows of a head of the layer under study, from a run. */
void fill_from_run(const source *self, const model_run *run, const vector_rows *which, float *out);

/* Runs the model on from the first layer in which a head changes: the one under study and those
 * that the link changes too, in the way of from->prediction, each on the vectors that it then
 * has. */
model_run *run_with_others(const source *self, const going_on *from);

/* Appends to `out` a piece that follows the text of an input, and the pieces with which the model
 * continues it to the end of the word. */
void finish_word(const source *self, int input, int piece, nf_text *out);

/* The trained model that was brought; NULL if the engine has none. */
const transformer *brought_model(const nf_engine *engine);

/* The model of the figure begun last; NULL if its source is no model, or is not read yet. */
trained *trained_of(const nf_engine *engine);

#endif
