/* What the three files of the pass share, and nobody else needs: its steps (through.c), its memory
 * (through_memory.c) and what is done with a tensor (through_layer.c). */
#ifndef NF_THROUGH_PARTS_H
#define NF_THROUGH_PARTS_H

#include "through.h"

/* ---- Steps ---------------------------------------------------------------------------------- */

typedef struct step {
    role role;
    bool is_bias;
} step;

/* Places in the list of steps: where a layer begins, its heads are joined, its feed-forward part
 * begins, it has ended, and what comes next is predicted. */
enum { OF_LAYER = 3, JOIN = 15, FEED = 19, AFTER_LAYER = 25, PREDICT = 27, STEPS = 28 };

bool is_matrix(step s); /* its tensor is multiplied with; else it is added, looked up or kept */

bool is_kept(const through *t, int layer); /* the stream before it; after the last, `layers` */

static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int smaller(int a, int b) { return a < b ? a : b; }

/* ---- Memory --------------------------------------------------------------------------------- */

/* Cosine and sine of all positions and pairs of channels, from the factors if there are any. */
void fill_turn(through *t);

matrix hidden_of(const through *t); /* (tokens of the block, hidden) */

/* What a matrix is multiplied with, and where its product goes. */
matrix input_of(const through *t, role role);
matrix output_of(const through *t, role role);

/* ---- A layer -------------------------------------------------------------------------------- */

/* Each row of x by the norm whose gain and bias were read, into a row of `to`, which may be x. */
void norm_rows(const through *t, matrix x, matrix to);
void norm_last(const through *t); /* the last token of each text alone, into the states */
void norm_heads(const through *t, int component, int heads);

/* GGUF has Llama's rows in an order in which the channels of a pair are neighbours. */
void undo_permutation(const through *t, matrix heads);

/* The outputs of all heads, and the stream after the layer as it is before they are added. */
void attend_all(const through *t);

/* Does with the rows that were read what the step is for. */
void use_rows(through *t, step s, const uint8_t *bytes);

#endif
