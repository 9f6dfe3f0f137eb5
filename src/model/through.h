/* The forward pass of a model that is never held: it asks for some rows of one tensor after the
 * other, multiplies all tokens of all texts by them, and forgets them.
 *
 *     through t;
 *     nf_status status = open_through(&t, &description, &list, &texts, &limits, why);
 *     seek_through(&t, layer);
 *     while ((status = go_through(&t)) != NF_OK)
 *         if (status == NF_READ) take_through(&t, the bytes of t.wanted);
 *     close_through(&t);
 *
 * It stops in a layer when Query, Key and Value of all its heads are there, and at the end when the
 * logits are. The streams before the last layers are kept, as many as fit, so that it can go on
 * from there, or back. All arithmetic is float32 in a fixed order (arithmetic.h); no limit changes
 * a bit.
 *
 * It also runs on from a layer with other outputs of its heads, as if each changed output were a
 * text: open_onward, and then the same. */
#ifndef NF_THROUGH_H
#define NF_THROUGH_H

#include "arithmetic.h"
#include "family.h"

enum { THROUGH_TEXTS = 16, THROUGH_TOKENS = 1 << 14 };

/* How much is held at once. */
typedef struct through_limits {
    size_t band;     /* bytes of a tensor that are read at once; at least a row is */
    uint64_t kept;   /* bytes of streams; at least two are kept */
    uint64_t hidden; /* bytes of the feed-forward part; at least of one token */
    uint64_t onward; /* bytes of what runs on together; one output always does */
    uint64_t most;   /* bytes of all; what takes more is refused */
} through_limits;

/* Texts as tokens, one after the other. */
typedef struct token_texts {
    int texts;
    int start[THROUGH_TEXTS + 1]; /* of each, and the end of the last */
    const uint32_t *tokens;
} token_texts;

typedef struct through {
    const description *d;
    const tensor_list *list;
    token_texts texts;
    int n;                /* tokens of all texts */
    int longest;          /* of one text */
    int stop;             /* the layer, or `layers` for the end: seek_through sets it */
    int reached;          /* the last layer before which the stream is known; -1 for none */
    int layer, step, row; /* what comes next: rows of the step's tensor from `row` on */
    bool waits;           /* for the bytes of `wanted` */
    bool has_bias;
    nf_range wanted;
    const tensor *tensor; /* that is read */
    int rows, columns;    /* of it, in the file */
    int taken;            /* rows that were asked for */
    uint64_t unfit;       /* weights that were read and are NaN or infinite */
    int slots;            /* streams that are kept: those before the layers up to `reached` */
    int block;            /* tokens whose feed-forward part is made at once */
    int first;            /* of these, the first of the block that is made */
    int mixed_layer;      /* of which `mixed` was given; -1 for none */
    bool is_onward;       /* it ends in the states after all tokens, without logits */

    float *memory;
    size_t band;    /* bytes that are read at once, if they have a row */
    float *streams; /* (slots, n, width): what enters a layer, and what leaves the last */
    float *vectors; /* (n, heads + 2 groups, head_width): Query, Key, Value of the layer, before
                        their positions */
    float *mixed;   /* (n, heads head_width): the heads' outputs */
    float *normed;  /* (n, width) */
    float *hidden;  /* (block, hidden) */
    float *numbers; /* a row of a tensor, as float32 */
    float *room;    /* of products */
    float *part;    /* (block, hidden), where the feed-forward part has a gate */
    float *gain, *bias;
    float *turn;                  /* (longest, rotary / 2, 2): cosine and sine */
    float *factors;               /* (rotary / 2) */
    float *query, *key, *weights; /* of one head and text */
    uint32_t *tokens;             /* (n): of a run onward */
    float *logits;                /* (texts, vocabulary): after each text's last token */
} through;

/* Bytes of memory that it takes; and bytes of files that are read up to a stop, tokens' rows and
 * predictions left out, and the feed-forward part counted once. */
uint64_t through_bytes(const description *d, const token_texts *texts,
                       const through_limits *limits);
/* Those of a tab and of a command. */
extern const through_limits usual_limits;

/* Says how many weights are none that can be used. */
void refuse_weights(uint64_t unfit, nf_text *why);

uint64_t through_reads(const description *d, const tensor_list *list, int stop);

/* Rows of so many bytes that are read at once. */
int rows_that_fit(size_t band, uint64_t row);

/* NF_OK; NF_TOO_LARGE, if it takes more than `most` bytes; NF_NO_MEMORY; NF_NO_DATA, if a token is
 * none of the model's or a text is empty or longer than its context. Description, list and tokens
 * must stay. */
nf_status open_through(through *t, const description *d, const tensor_list *list,
                       const token_texts *texts, const through_limits *limits, nf_text *why);
void close_through(through *t);

/* Runs on from the layer at which `base` stopped, to the layer `stop`, or to the states after all
 * tokens. Each text of it is `which` text of the base. What the heads put out stands in mixed_of,
 * and is that of the base until it is changed; mix_heads has put it there. */
nf_status open_onward(through *t, const through *base, const int *which, int texts, int stop,
                      const through_limits *limits, nf_text *why);

/* Runs on from before `layer`, which the base has reached, and stops in it: from the stream that
 * the base kept, or from the tokens on. */
nf_status open_again(through *t, const through *base, const int *which, int texts, int layer,
                     const through_limits *limits, nf_text *why);
uint64_t onward_bytes(const through *base, const int *which, int texts,
                      const through_limits *limits);
void mix_heads(const through *t);

matrix mixed_of(const through *t);  /* (n, heads head_width): the outputs of the layer's heads */
matrix states_of(const through *t); /* (n, width): after a run to the end */
matrix text_rows(const through *t, matrix all, int text); /* the rows of one text */

/* Sets `stop`. A layer whose stream is kept begins with it: only what lies between is read. */
void seek_through(through *t, int stop);

nf_status go_through(through *t);
void take_through(through *t, const uint8_t *bytes);

/* While bytes are wanted: those that will be wanted next, so that they can be read meanwhile; false
 * if none will before the stop. */
bool foresee_through(const through *t, nf_range *next);
double through_share(const through *t); /* of the way to the stop, by layers, 0..1 */

/* (n, head_width) of a head of the layer; of Key and Value, those that the head reads. */
matrix through_head(const through *t, int component, int head);
matrix stream_before(const through *t, int layer);

/* Puts rotary positions into the Query or Key of tokens from the first one on. */
void put_positions(const through *t, int rows, size_t stride, float *x);

/* (tokens, tokens): the weights of a head of the layer on one text, as the model has them; they are
 * there until the next call. */
matrix through_weights(const through *t, int text, int head);

/* The same, (tokens, keys.rows), with keys in the place of the head's own, which have their
 * positions; `factor` multiplies its logits. At most `longest` keys. */
matrix through_weights_on(const through *t, int text, int head, matrix keys, double factor);

#endif
