/* What is said of a model of the reader's own: the rows OF_MODEL of messages.def. */
#ifndef NF_MODEL_REFUSALS_H
#define NF_MODEL_REFUSALS_H

#include "engine/messages.h"

typedef enum model_words {
    NOT_REFUSED,
#define OF_MODEL(name, words) name,
#include "engine/messages.def"
} model_words;

/* Appends them; `with` may be NULL. */
void put_of_model(nf_text *out, model_words which, const fill *with);

/* Those in which {quoted} is a name from a file. */
void put_of_named(nf_text *out, model_words which, const char *name);

#endif
