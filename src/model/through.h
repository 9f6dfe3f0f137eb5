/* The forward pass of a model that is never held: it asks for some rows of one tensor after the
 * other, multiplies all tokens of all texts by them, and forgets them.
 *
 *     through t;
 *     nf_status status = open_through(&t, &description, &list, &texts, band, most, why);
 *     seek_through(&t, layer);
 *     while ((status = go_through(&t)) != NF_OK)
 *         if (status == NF_READ) take_through(&t, the bytes of t.wanted);
 *     close_through(&t);
 *
 * It stops in a layer when Query, Key and Value of all its heads are there, and at the end when the
 * logits are. The stream before each layer is kept, so that it can go on from there, or back. All
 * arithmetic is float32 in a fixed order (arithmetic.h); the size of a band changes no bit. */
#ifndef NF_THROUGH_H
#define NF_THROUGH_H

#include "arithmetic.h"
#include "family.h"

enum { THROUGH_TEXTS = 3, THROUGH_TOKENS = 1 << 14 };

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

    float *memory;
    size_t band;    /* floats that are looked at at once, at least a row */
    float *streams; /* (layers + 1, n, width): what enters each layer, and what leaves the last */
    float *vectors; /* (n, heads + 2 groups, head_width): Query, Key, Value of the layer, before
                        their positions */
    float *mixed;   /* (n, heads head_width): the heads' outputs */
    float *normed;  /* (n, width) */
    float *hidden;  /* (n, hidden) */
    float *numbers; /* (band): of the tensor, as float32 */
    float *turned;  /* (band): the same with rows and columns exchanged */
    float *part;    /* (n, rows of a band) */
    float *gain, *bias;
    float *turn;                                    /* (longest, rotary / 2, 2): cosine and sine */
    float *factors;                                 /* (rotary / 2) */
    float *query, *key, *keys_by_channel, *weights; /* of one head and text */
    float *logits; /* (texts, vocabulary): after each text's last token */
} through;

/* Bytes of memory that it takes; and bytes of files that are read up to a stop, tokens' rows and
 * predictions left out. */
uint64_t through_bytes(const description *d, const token_texts *texts, size_t band);
uint64_t through_reads(const description *d, const tensor_list *list, int stop);

/* NF_OK; NF_TOO_LARGE, if it takes more than `most` bytes; NF_NO_MEMORY; NF_NO_DATA, if a token is
 * none of the model's or a text is empty or longer than its context. Description, list and tokens
 * must stay. */
nf_status open_through(through *t, const description *d, const tensor_list *list,
                       const token_texts *texts, size_t band, uint64_t most, nf_text *why);
void close_through(through *t);

/* Sets `stop`. A layer that was reached begins with the stream that is kept: only what lies between
 * is read. */
void seek_through(through *t, int stop);

nf_status go_through(through *t);
void take_through(through *t, const uint8_t *bytes);
double through_share(const through *t); /* of the way to the stop, by layers, 0..1 */

/* (n, head_width) of a head of the layer; of Key and Value, those that the head reads. */
matrix through_head(const through *t, int component, int head);
matrix stream_before(const through *t, int layer);

#endif
