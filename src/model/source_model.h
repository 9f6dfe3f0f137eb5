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
    char text[NF_LINK_MAX]; /* what is read, or being read */
    size_t length;
    int layers; /* how many of them have read it; -1: not even a text is there */
} read_text;

typedef struct trained {
    transformer model;
    uint8_t *file, *memory;
    uint64_t bytes; /* of all memory, what reading takes included */
    char id[9];     /* the first eight digits of the file's SHA-256 */
    read_text read[3];
    float *weights;        /* (2, context, context): a head's weights, in two runs */
    uint8_t *again_memory; /* a run continued with one head's output replaced, and what it was
                              replaced by */
    model_run again;
    float *replaced;
    int replaced_in[3];     /* input, layer, head; input -1: nothing is there */
    int moved_by[2], moved; /* layer, head, and the head of the next layer that they move most on
                               text 1; -1: unknown */
    double induction[LAYERS_MAX * HEADS_MAX]; /* of each head, by layers */
    bool has_induction;
} trained;

/* The model run on from the layer under study with the head's output (tokens, stride) times `gain`
 * in its place. */
model_run *run_with_output(const source *self, int input, const float *output, size_t stride,
                           float gain);

/* A piece, as what follows the text of an input, continued to the end of its word. */
void finish_word(const source *self, int input, int piece, nf_text *out);

/* What the figure in the making is of; NULL if that is no model, or not yet read. */
trained *trained_of(const nf_engine *engine);

#endif
