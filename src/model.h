/* The small transformer that ships with the page: reading its file, tokens, and the forward pass.
 *
 * A model is causal, with pre-RMSNorm, rotary positions, softmax attention with logits q.k / sqrt(head_width),
 * a SwiGLU hidden layer, and one embedding used for both ends. Position 0 always holds the begin token.
 *
 *     NfModelShape shape;
 *     if (nf_model_shape(file, size, &shape)) ...            the file is refused, and why
 *     nf_model_open(&model, file, size, memory);             memory: nf_model_bytes(&shape)
 *     nf_tokens(&model, text, bytes, &tokens);               status says what cannot be read, and where
 *     nf_run_place(&run, &model, tokens.count, more);        more: nf_run_bytes(&model, tokens.count)
 *     nf_run(&model, tokens.id, &run);                       Q, K, V of every head, before the rotation
 *     nf_run_again(&model, &run, layer, head, output, &other);    one head's output replaced
 *     nf_run_logits(&model, &other, 0, other.n, logits);          what each token says of the next
 *
 * The caller owns all memory, aligned to 16 bytes; the file must stay while the model is in use. Nothing here
 * allocates, prints or keeps state. All arithmetic is float32 in a fixed order (model_math.h). */
#ifndef NF_MODEL_H
#define NF_MODEL_H

#include "model_math.h"

enum {
    NF_LAYERS_MAX = 16,
    NF_HEADS_MAX = 32,
    NF_HEAD_WIDTH_MAX = 64,
    NF_MODEL_WIDTH_MAX = 256,
    NF_HIDDEN_MAX = 1024,
    NF_VOCABULARY_MAX = 1024,
    NF_CONTEXT_MAX = 128,
    NF_PIECE_MAX = 16, /* bytes of the longest piece */
    NF_TEXTS = 3,      /* default texts in a file */
    NF_LETTERS = 96,   /* token 0 begins a text; tokens 1 to 95 are the printable ASCII signs from space on */
    NF_MATRICES_MAX = 1 + 7 * NF_LAYERS_MAX
};

#define NF_MODEL_STATUSES(_)                                                                                          \
    _(NF_MODEL_OK, "no error")                                                                                        \
    _(NF_MODEL_NOT_ONE, "these bytes are not a model file")                                                           \
    _(NF_MODEL_VERSION, "the model file has a version that this program does not know")                              \
    _(NF_MODEL_SHAPE, "the model file states a shape outside the limits")                                             \
    _(NF_MODEL_SIZE, "the model file is shorter or longer than its shape says")                                       \
    _(NF_MODEL_DAMAGED, "the model file is damaged: its checksum does not match")                                     \
    _(NF_MODEL_CONTENT, "the model file holds numbers or pieces that cannot be used")                                 \
    _(NF_MODEL_EMPTY, "the text is empty")                                                                            \
    _(NF_MODEL_ALPHABET, "the text holds a sign that the model has no piece for")                                     \
    _(NF_MODEL_LONG, "the text is longer than the model's context")

typedef enum {
#define NF_NAME(name, text) name,
    NF_MODEL_STATUSES(NF_NAME)
#undef NF_NAME
} NfModelStatus;

const char *nf_model_message(NfModelStatus status);

typedef struct {
    int layers, heads, width, head_width;
    int hidden;     /* width of the SwiGLU */
    int vocabulary; /* NF_LETTERS and the merges */
    int context;    /* the most tokens a text may have, with the begin token */
} NfModelShape;

typedef struct {
    float *query, *key, *value; /* (width, heads head_width): a head owns head_width neighbouring columns */
    float *output;              /* (heads head_width, width) */
    float *gate, *up;           /* (width, hidden) */
    float *down;                /* (hidden, width) */
    float *attention_norm, *hidden_norm; /* (width) */
} NfLayer;

typedef struct {
    float *embedding; /* (vocabulary, width) */
    NfLayer layer[NF_LAYERS_MAX];
    float *final_norm; /* (width) */
} NfWeights;

typedef struct {
    const char *at; /* not terminated */
    size_t bytes;
} NfText;

typedef struct {
    uint8_t bytes;
    char at[NF_PIECE_MAX];
} NfPiece;

typedef struct {
    NfModelShape shape;
    int sink_layer, sink_head; /* the head that rests on the begin token: shown by default */
    NfText card;               /* what this model is, made from what, under which terms */
    NfText texts[NF_TEXTS];
    NfWeights weights;
    float *embedding_by_channel;    /* (width, vocabulary): the embedding transposed, for the prediction */
    float *turn;                    /* (context, head_width/2, 2): cosine and sine of the rotary angles */
    const uint8_t *merges;          /* (vocabulary - NF_LETTERS, 2) of uint16: what became one piece, in order */
    NfPiece *pieces;                /* (vocabulary) */
} NfModel;

/* The file. */
NfModelStatus nf_model_shape(const uint8_t *file, size_t size, NfModelShape *shape);
size_t nf_model_bytes(const NfModelShape *shape);
/* What the last 8 bytes of a file say about the bytes before them. */
uint64_t nf_model_checksum(const uint8_t *bytes, size_t size);
NfModelStatus nf_model_open(NfModel *model, const uint8_t *file, size_t size, void *memory);

/* Places all weights in one array, matrices first, vectors last; returns how many floats that takes.
 * `memory` may be NULL to ask only. */
ptrdiff_t nf_weights_place(const NfModelShape *shape, float *memory, NfWeights *weights);
/* The matrices among them, in the order of the file; returns how many. */
int nf_weights_matrices(const NfModelShape *shape, const NfWeights *weights, NfMatrix list[NF_MATRICES_MAX]);

/* The numbers of a matrix that share a scale in the file: a row of the embedding, which belongs to one piece, and a
 * column of any other matrix, which makes one output. Line l begins at at[l next], its number i is i step further. */
typedef struct {
    float *at;
    int count, length, next, step;
} NfLines;

NfLines nf_lines(NfMatrix m, int index); /* m = list[index] of nf_weights_matrices */

/* Fills the table of rotary angles, (context, head_width/2, 2). */
void nf_turns(const NfModelShape *shape, float *turn);

/* Text. `start` is where a piece begins in the bytes of the reader's text; the begin token starts at 0. */
typedef struct {
    int count;
    uint16_t id[NF_CONTEXT_MAX];
    uint32_t start[NF_CONTEXT_MAX];
    uint32_t problem; /* for a refused text: the first byte that cannot be taken */
} NfTokens;

NfModelStatus nf_tokens(const NfModel *model, const char *text, size_t bytes, NfTokens *tokens);

/* ASCII clean-up of the character at `text`: white space becomes a space; curly quotes, dashes, dots and accented
 * Latin letters their nearest ASCII signs. Writes at most 3 signs and their number (0: there is no such sign),
 * and returns the bytes read, at least 1. */
size_t nf_clean(const char *text, size_t bytes, char sign[3], int *signs);
/* Whether a new word begins at the second of two signs: no piece spans two words. */
bool nf_word_begins(char before, char sign);

/* One text run through the model; all matrices with n rows, one a token. */
typedef struct {
    int n;
    float *residual;            /* (layers + 1, n, width): what enters each layer, and what leaves the last */
    float *query, *key, *value; /* (layers, heads, n, head_width), before the rotation */
    float *output;              /* (layers, n, heads head_width): the heads' outputs side by side */
    float *scratch;
} NfRun;

size_t nf_run_bytes(const NfModelShape *shape, int n);
void nf_run_place(NfRun *run, const NfModelShape *shape, int n, void *memory);
void nf_run(const NfModel *model, const uint16_t *tokens, NfRun *run);

/* Continues `base` from `layer` with the output (n, head_width) of one head replaced and all other heads as they
 * were; NULL replaces nothing. Fills residual, query, key, value and output of the layers after `layer`, and the
 * output of `layer`; other parts of `run` are left as they were. */
void nf_run_again(const NfModel *model, const NfRun *base, int layer, int head, const float *output, NfRun *run);

/* to = from (n, head_width) turned by the rotary positions of rows 0 to n - 1; `to` may be `from`. */
void nf_rotate(const NfModel *model, int n, const float *from, float *to);
/* The weights (n, n) of one head of a run as the model itself computes them; cells after the diagonal are 0. */
void nf_run_weights(const NfModel *model, NfRun *run, int layer, int head, float *weights);
/* Random tokens said twice, the same for the same trial: the begin token, 12 to 30 of them, and the same once more.
 * Returns how many in all. An induction head looks from each of the second half at what followed it in the first. */
int nf_repeated(const NfModelShape *shape, uint64_t trial, uint16_t tokens[NF_CONTEXT_MAX]);
/* The mean weight that it finds there, of weights (n, n) on such tokens. */
double nf_induction(const float *weights, int n);

/* Logits (count, vocabulary) of the tokens that come after positions first, first + 1, ... */
void nf_run_logits(const NfModel *model, NfRun *run, int first, int count, float *logits);

#endif
