/* The small transformer that ships with the page: reading its file, tokens, and the forward pass.
 *
 * A model is causal, with RMSNorm before each block, rotary positions, softmax attention with
 * logits q.k / sqrt(head_width), a SwiGLU hidden layer, and one embedding used for both ends.
 * Position 0 always holds the begin token.
 *
 *     model_shape shape;
 *     if (model_file_shape(file, size, &shape)) ...           the file is refused; status says why
 *     model_open(&model, file, size, memory);                 memory: model_bytes(&shape)
 *     tokenise(&model, text, bytes, &tokens);                 status says what cannot be read
 *     place_run(&run, &shape, tokens.count, more);            more: run_bytes(&shape, tokens.count)
 *     run_model(&model, tokens.id, &run);                     Q, K, V of all heads, not yet rotated
 *     run_again(&model, &run, layer, head, output, &other);   with one head's output replaced
 *     run_states(&model, &other, 0, other.n, states);         the state after each token
 *     state_logits(&model, states, other.n, logits);          the logits of the token after it
 *
 * The caller owns all memory, aligned to 16 bytes; the file must stay while the model is in use.
 * Nothing here allocates, prints or keeps state. All arithmetic is float32 in a fixed order
 * (arithmetic.h). */
#ifndef NF_MODEL_H
#define NF_MODEL_H

#include "arithmetic.h"

enum {
    LAYERS_MAX = 16,
    HEADS_MAX = 32,
    HEAD_WIDTH_MAX = 64,
    MODEL_WIDTH_MAX = 256,
    HIDDEN_MAX = 1024,
    VOCABULARY_MAX = 1024,
    CONTEXT_MAX = 128,
    PIECE_MAX = 16,  /* bytes of the longest piece */
    MODEL_TEXTS = 3, /* default texts in a file */
    LETTERS = 96,    /* token 0 begins a text; 1 to 95 are the ASCII characters from space on */
    MATRICES_MAX = 1 + 7 * LAYERS_MAX /* the embedding, and 7 of each layer */
};

typedef enum model_status {
    MODEL_OK,
    /* Of a file: */
    MODEL_NOT_ONE, /* it does not begin as a model file */
    MODEL_VERSION, /* of a version that is not known here */
    MODEL_SHAPE,   /* a number of its shape is outside the limits */
    MODEL_SIZE,    /* shorter or longer than its shape says */
    MODEL_DAMAGED, /* its checksum does not match */
    MODEL_CONTENT, /* numbers that are not finite, or pieces that cannot be */
    /* Of a text: */
    MODEL_EMPTY,
    MODEL_ALPHABET, /* it holds a sign that the model has no piece for */
    MODEL_LONG      /* it has more tokens than the model's context */
} model_status;

typedef struct model_shape {
    int layers, heads, width, head_width;
    int hidden;     /* width of the SwiGLU */
    int vocabulary; /* LETTERS and the merges */
    int context;    /* the most tokens a text may have, with the begin token */
} model_shape;

typedef struct layer_weights {
    float *query, *key, *value; /* (width, heads head_width): head_width columns for each head */
    float *output;              /* (heads head_width, width) */
    float *gate, *up;           /* (width, hidden) */
    float *down;                /* (hidden, width) */
    float *attention_norm, *hidden_norm; /* (width) */
} layer_weights;

typedef struct model_weights {
    float *embedding; /* (vocabulary, width) */
    layer_weights layer[LAYERS_MAX];
    float *final_norm; /* (width) */
} model_weights;

typedef struct file_text {
    const char *at; /* not terminated */
    size_t bytes;
} file_text;

typedef struct text_piece {
    uint8_t bytes;
    char at[PIECE_MAX];
} text_piece;

typedef struct transformer {
    model_shape shape;
    int sink_layer, sink_head; /* the head with most weight on the begin token: shown by default */
    file_text card;            /* a text: what this model is, its training data and their terms */
    file_text texts[MODEL_TEXTS];
    model_weights weights;
    float *embedding_by_channel; /* (width, vocabulary): the embedding transposed, for logits */
    float *rotary;         /* (context, head_width/2, 2): cosine and sine of the rotary angles */
    const uint8_t *merges; /* (vocabulary - LETTERS, 2) of uint16: pairs that become one piece */
    text_piece *pieces;    /* (vocabulary) */
} transformer;

/* The file. */
model_status model_file_shape(const uint8_t *file, size_t size, model_shape *shape);
size_t model_bytes(const model_shape *shape);
/* What the last 8 bytes of a file say about the bytes before them. */
uint64_t model_checksum(const uint8_t *bytes, size_t size);
model_status model_open(transformer *model, const uint8_t *file, size_t size, void *memory);

/* Places all weights in one array, matrices first, vectors last; returns how many floats that
 * takes. `memory` may be NULL to ask only. */
ptrdiff_t place_weights(const model_shape *shape, float *memory, model_weights *weights);
/* The matrices of a layer, in the order of the file. */
typedef enum layer_matrix {
    QUERY_MATRIX,
    KEY_MATRIX,
    VALUE_MATRIX,
    OUTPUT_MATRIX,
    GATE_MATRIX,
    UP_MATRIX,
    DOWN_MATRIX,
    LAYER_MATRICES
} layer_matrix;

/* The place of one of them in the list of all matrices, in which the embedding is the first. */
static inline int matrix_index(int layer, layer_matrix which) {
    return 1 + LAYER_MATRICES * layer + (int)which;
}

/* All matrices, in the order of the file; returns how many there are. */
int weight_matrices(const model_shape *shape, const model_weights *weights,
                    matrix list[MATRICES_MAX]);

/* The lines of a matrix: numbers that share one scale in the file. A line is a row of the
 * embedding, and a column of any other matrix. Number i of line l is at[l next + i step]. */
typedef struct matrix_lines {
    float *at;
    int count, length, next, step;
} matrix_lines;

matrix_lines lines_of(matrix m, int index); /* m = list[index] of weight_matrices */

/* Fills the table of rotary angles, (context, head_width/2, 2). */
void fill_rotary_table(const model_shape *shape, float *rotary);

/* Text. `start` is where a piece begins in the bytes of the reader's text; the begin token starts
 * at 0. */
typedef struct token_list {
    int count;
    uint16_t id[CONTEXT_MAX];
    uint32_t start[CONTEXT_MAX];
    uint32_t problem; /* of a refused text: the first byte that cannot be read */
} token_list;

model_status tokenise(const transformer *model, const char *text, size_t bytes, token_list *tokens);

/* The character at `text` in ASCII: white space becomes a space; curly quotes, dashes, ellipses and
 * accented Latin letters become the nearest ASCII characters. Writes at most 3 of them and their
 * number, 0 if there are none, and returns the bytes read, at least 1. */
size_t clean_sign(const char *text, size_t bytes, char sign[3], int *signs);
/* Whether a new word begins at the second of two signs: no piece spans two words. */
bool word_begins(char before, char sign);

/* One text run through the model; all matrices with n rows, one a token. */
typedef struct model_run {
    int n;
    float *residual; /* (layers + 1, n, width): what enters each layer, and what leaves the last */
    float *query, *key, *value; /* (layers, heads, n, head_width), before the rotation */
    float *output;              /* (layers, n, heads head_width): the heads' outputs side by side */
    float *scratch;
} model_run;

size_t run_bytes(const model_shape *shape, int n);
void place_run(model_run *run, const model_shape *shape, int n, void *memory);
void run_model(const transformer *model, const uint16_t *tokens, model_run *run);

/* The same in parts: the tokens, and then each layer in order. */
void start_run(const transformer *model, const uint16_t *tokens, model_run *run);
void run_layer(const transformer *model, model_run *run, int layer);

/* A layer in parts: what comes before it, from another run of the same tokens; its attention; an
 * output (n, stride) times `gain` in the place of a head's; and the rest. */
void enter_layer(const transformer *model, const model_run *base, int layer, model_run *run);
void attend_layer(const transformer *model, model_run *run, int layer);
void put_head_output(const transformer *model, model_run *run, int layer, int head,
                     const float *output, size_t stride, float gain);
void finish_layer(const transformer *model, model_run *run, int layer);

/* Continues `base` from `layer` with the output (n, head_width) of one head replaced and all other
 * heads as they were; NULL replaces nothing. Fills residual, query, key, value and output of the
 * layers after `layer`, and the output of `layer`; other parts of `run` are left as they were. */
void run_again(const transformer *model, const model_run *base, int layer, int head,
               const float *output, model_run *run);

/* to = from (n, head_width) rotated by the positions 0 to n - 1; `to` may be `from`. */
void rotate(const transformer *model, int n, const float *from, float *to);
/* The weights (n, n) of one head of a run as the model itself computes them; cells after the
 * diagonal are 0. */
void run_weights(const transformer *model, model_run *run, int layer, int head, float *weights);
/* A sequence of random tokens that is repeated once, with the begin token before it; the same for
 * the same trial. It has 12 to 30 tokens; returns the length of the whole. From each token of the
 * second half, an induction head looks at the token that followed it in the first. */
int repeated_tokens(const model_shape *shape, uint64_t trial, uint16_t tokens[CONTEXT_MAX]);
/* The mean weight at these places, of weights (n, n) on such tokens. */
double induction_of(const float *weights, int n);

/* The normalised states (count, width) after positions first, first + 1, ..., and the logits
 * (count, vocabulary) of the next token that follow from states. */
void run_states(const transformer *model, const model_run *run, int first, int count,
                float *states);
void state_logits(const transformer *model, const float *states, int count, float *logits);
void run_logits(const transformer *model, const model_run *run, int first, int count,
                float *logits);

#endif
