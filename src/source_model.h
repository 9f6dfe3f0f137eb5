/* A trained transformer that has read the link's texts. */
#ifndef NF_SOURCE_MODEL_H
#define NF_SOURCE_MODEL_H

#include "model.h"
#include "source.h"

/* One text, tokenised and run through the model. */
typedef struct read_text {
    NfTokens tokens;
    NfRun run;
    uint8_t *memory;           /* of the run */
    char text[NF_LINK_MAX];    /* what was read */
    size_t length;
    bool ready;
} read_text;

typedef struct trained {
    NfModel model;
    uint8_t *file, *memory;
    char id[9];                /* the first eight digits of the file's SHA-256 */
    read_text read[3];
    int layer, head, next;     /* under study; the head that follows, -1 if none was asked for */
    uint8_t *again_memory;     /* a run continued with one head's output replaced, and what it was replaced by */
    NfRun again;
    float *replaced;
    int replaced_input;        /* -1: nothing is there */
} trained;

/* The model run on from the layer under study with the head's output (tokens, stride) times `gain` in its place. */
NfRun *run_with_output(trained *t, int input, const float *output, size_t stride, float gain);

#endif
