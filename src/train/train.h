/* The trainer of the model that ships with the page: a program of its own, not part of the engine.
 *
 * Text files become tokens (corpus.c), tokens windows (windows.c); the network learns from them
 * (net.c, backward.c, adam.c); weights become a file (file.c), and the file is measured (report.c).
 * Everything follows from the files, the plan and its seed: the bytes written are the same with
 * every compiler. */
#ifndef NF_TRAIN_H
#define NF_TRAIN_H

#include "model/arithmetic.h"
#include "model/model.h"

#include <stdio.h>

/* Tokens of the corpus and the pieces that were learnt from it. */
typedef struct text_corpus {
    uint16_t *train, *held; /* one token in forty is held out, in blocks, for the validation loss */
    int train_count, held_count;
    int *sentences; /* where sentences begin in `train` */
    int sentence_count;
    size_t held_signs; /* characters the held-out tokens stand for */
    int vocabulary;
    uint8_t merges[4 * VOCABULARY_MAX]; /* as in the file */
    text_piece pieces[VOCABULARY_MAX];
} text_corpus;

bool corpus_read(text_corpus *corpus, const char *const *files, int count, int vocabulary);
void corpus_free(text_corpus *corpus);

/* Window `index` of a run: `length` tokens from the begin token on, and what follows each. */
void window_draw(const text_corpus *corpus, uint64_t key, uint64_t index, int length,
                 uint16_t *tokens, uint16_t *next);
/* Plain window `index` of the held-out text; false after the last whole one. */
bool window_held(const text_corpus *corpus, int index, int length, uint16_t *tokens,
                 uint16_t *next);

/* The network with room for the activations of a batch: tokens in `windows` rows of `length`. */
typedef struct network network;

network *net_new(const model_shape *shape, int windows, int length);
void net_free(network *net);
void net_start(network *net, uint64_t key); /* random weights */
float *net_weights(network *net);           /* placed by place_weights */
float *net_gradients(network *net);         /* in the same places */
ptrdiff_t net_size(const network *net);
/* Mean loss in nats over all tokens of the batch; with `learn`, the gradients as well. */
double net_loss(network *net, const uint16_t *tokens, const uint16_t *next, bool learn);

/* AdamW with a clipped gradient; weights after the first `decayed` do not shrink. */
typedef struct adam {
    float *weights, *gradients, *mean, *square;
    ptrdiff_t count, decayed;
} adam;

typedef struct adam_rates {
    double rate, decay, clip;
} adam_rates;

void adam_step(adam *adam, adam_rates how, int step);

/* What becomes a model file. */
typedef struct model_parts {
    model_shape shape;
    int sink_layer, sink_head;
    const char *card, *texts[MODEL_TEXTS];
    const uint8_t *merges;
    float *weights; /* placed by place_weights */
} model_parts;

/* The bytes of the file, int8 with one scale a line (matrix_lines); the caller frees them. NULL
 * without memory. */
uint8_t *model_file(const model_parts *parts, size_t *size);

extern const char *const PROMPTS[];
extern const int PROMPT_COUNT;

/* A model of its own, opened from the bytes of a file. */
typedef struct opened_model {
    transformer model;
    void *memory;
} opened_model;

bool opened_from(opened_model *opened, const uint8_t *file, size_t size);
void opened_free(opened_model *opened);

/* The head with the most mass on the begin token, over the default texts and PROMPTS, in a layer
 * that is followed by another. */
bool find_sink(const opened_model *opened, int *layer, int *head);

/* Prints what is claimed of the model: sinks, previous-token and induction heads, the mean over
 * heads, and with `floats` (the weights before they became int8) what rounding changed. */
bool print_report(FILE *out, const opened_model *opened, const float *floats);

#endif
