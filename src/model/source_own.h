/* A model of the reader's own as a source: Query, Key and Value of a layer of a model that is read
 * through, range by range. */
#ifndef NF_SOURCE_OWN_H
#define NF_SOURCE_OWN_H

#include "engine/sha256.h"
#include "onward.h"
#include "through.h"
#include "tokenizer.h"

enum { OWN_TOKENS_MAX = 1024 }; /* of a text */

/* A text that was made into tokens. */
typedef struct own_text {
    char at[NF_LINK_MAX];
    size_t length;
} own_text;

typedef struct own_model {
    description description;
    tensor_list list;
    tokenizer *tokenizer;     /* NULL: texts are given as tokens */
    char id[NAME_DIGITS + 1]; /* identity.h */
    byte_slice usual[3];      /* what it reads where a link has no text */
    own_text read[3];         /* what `texts` are made of, with its tokenizer */
    int begin;                /* the same: the link's */
    token_texts texts;
    uint32_t *tokens; /* of these */
    through_limits limits;
    through through; /* from the first figure of these texts on */
    bool has_begun;
    onward onward; /* of the figure that is made */
} own_model;

/* Takes the list over; NULL if there is no memory. */
own_model *make_own(const description *d, tensor_list *list, const through_limits *limits);

/* Takes the tokenizer over. The usual texts must stay. */
void set_own_tokenizer(own_model *model, tokenizer *tokenizer, const byte_slice usual[3]);

/* Copies what a model without a tokenizer is to read; false if there is no memory. */
bool set_own_texts(own_model *model, const token_texts *texts);

/* Makes it the engine's model, in place of any other, which is closed with the engine. */
void bring_own(nf_engine *engine, own_model *model);

/* While bytes are wanted: those that will be wanted next. */
bool foresee_own(const own_model *model, nf_range *next);

/* The model of the figure begun last; NULL if its source is none such, or is not read yet. */
own_model *own_of(const nf_engine *engine);

#endif
