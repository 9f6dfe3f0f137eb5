/* Names with more than ASCII in the heads of mails: =?UTF-8?Q?Cem_=C3=96z?= (RFC 2047). */
#ifndef NF_ENCODED_H
#define NF_ENCODED_H

#include "engine/slice.h"

/* Undoes all such words of a text; returns the length of what comes out, which is no longer. `out`
 * has room for one byte more. */
size_t undo_encoded_words(slice text, char *out);

#endif
