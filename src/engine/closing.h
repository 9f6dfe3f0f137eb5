/* Punctuation around a link. */
#ifndef NF_CLOSING_H
#define NF_CLOSING_H

#include "slice.h"

/* The length in bytes of a punctuation mark at the start (or the end) of a text; 0 if there is
 * none. */
size_t punctuation_at(slice text, bool end);

bool has_words(slice text); /* true if there is a letter or a digit in it */

/* The length of a link that ends in a text, without the punctuation of the sentence around it.
 * `before` is what stands before the link. Marks at the end that close marks at the end of `before`
 * are not the link's. Where `before` has words, a full stop, a quotation mark or a bracket at the
 * end is not either; it may have been part of the text, so *unsure becomes true. */
size_t length_with_text(slice link, slice before, bool *unsure);

#endif
