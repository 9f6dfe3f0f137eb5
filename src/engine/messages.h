/* Writes the messages of messages.def. */
#ifndef NF_MESSAGES_H
#define NF_MESSAGES_H

#include "slice.h"

/* What the braces of a message stand for, where its fault does not say it. */
typedef struct fill {
    int64_t whole[3];
    double number;
    slice quoted, text, other;
} fill;

typedef enum phrase {
#define PHRASE(name, words) name,
#include "messages.def"
} phrase;

/* The rows MODEL_MESSAGE, by their cause; NULL in a program without models. It stands with the list
 * of the program's sources. */
extern const char *const *const nf_model_messages;

/* A fault of this cause, about no row, input or character; and one about a row. */
nf_fault fault_of(nf_cause cause);
nf_fault fault_in(nf_cause cause, int row);

/* Appends the message of a fault, and returns the fault. `with` may be NULL. */
nf_fault say(nf_text *out, nf_fault fault, const fill *with);

/* Appends words of messages.def, with the names in braces replaced that are about no fault. `with`
 * may be NULL. */
void put_words(nf_text *out, const char *words, const fill *with);
void put_phrase(nf_text *out, phrase which, const fill *with);

/* A cause in JSON: its word, or in the modules for the web its number: the page has the words from
 * constants.js. */
void put_cause(nf_text *out, nf_cause cause);

/* How links write three values, of a row that takes them; else nothing. */
void put_more(nf_text *out, int row);

void put_use(nf_text *out, nf_use use);

#endif
