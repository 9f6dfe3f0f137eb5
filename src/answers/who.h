/* Whose an answer is: the words beside its link. */
#ifndef NF_WHO_H
#define NF_WHO_H

#include "engine/slice.h"

/* Writes the words of a line that belong to no link: a name, a date, a number. `lossless`: the link
 * in it was read whole. */
void put_who(nf_text *out, slice line, bool lossless);

/* Ends a text that was cut with three dots after a whole character. */
void mark_cut(nf_text *text);

#endif
