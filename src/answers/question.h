/* A question, and what an answer to it may have changed. */
#ifndef NF_QUESTION_H
#define NF_QUESTION_H

#include "engine/messages.h"
#include "engine/sha256.h"
#include "engine/slice.h"

typedef struct question {
    nf_params params;           /* with its model named */
    char of[NAME_DIGITS + 1];   /* what answers name it by */
    char link[4 * NF_LINK_MAX]; /* of which that is the hash; a stack may have no room for it */
} question;

enum { CHOICES_MIN = 2, CHOICES_MAX = 5 };

/* A question of a link that was read whole. A link that asks nothing, is an answer itself, or whose
 * choices are too few, too many, or without words, is a fault. */
nf_fault read_question(const nf_params *params, question *out);

/* How many choices it offers, and one of them, from 1. */
int choices_of(const question *question);
slice choice_at(const question *question, int number);

/* Makes an answer of a state: it has `of` in place of all that the question said beside its
 * figure. */
void answer_to(const question *question, nf_params *state);

/* Gives an answer what its question says beside its figure, so that both open as one. A value of a
 * link must fit into `scratch`. */
void put_with_question(const question *question, nf_params *answer, nf_text *scratch);

/* Tells `note` what an answer may not have changed, and did. */
typedef void note_fault(void *listener, nf_fault fault, const fill *with);
void compare_with(const question *question, const nf_params *answer, note_fault *note,
                  void *listener);

/* The same of the second figures, where question and answer have one. */
void compare_seconds(const question *question, const nf_params *asked, const nf_params *answer,
                     note_fault *note, void *listener);

/* The text of a row. */
slice text_of(const nf_params *params, int row);

#endif
