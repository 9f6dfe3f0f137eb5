/* Punctuation around a link. */
#ifndef NF_CLOSING_H
#define NF_CLOSING_H

#include "slice.h"

/* The length of a mark at the start (or the end) that sentences have around words; or 0. */
size_t punctuation_at(slice text, bool end);

bool has_words(slice text); /* a letter or a digit */

/* How much is its own of a link that ends in a text and begins right after `before`. Not its own is
 * what closes the marks right before it. Where words are around it, a full stop, a quotation mark
 * or a bracket at the end is not either: then `unsure`, for it may have been of the text. */
size_t length_with_text(slice link, slice before, bool *unsure);

#endif
