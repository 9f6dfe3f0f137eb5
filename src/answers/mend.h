/* Mending what programs do to links on their way: characters that they put in, exchange or
 * escape. */
#ifndef NF_MEND_H
#define NF_MEND_H

#include "engine/slice.h"

/* At most so many bytes come of each byte that is mended. */
enum { MENDED_BYTES = 2 };

/* Mends a whole text: line ends become \n, bytes that are not UTF-8 are taken for Windows-1252,
 * entities of HTML are read, and characters go that nobody sees or that were exchanged beside those
 * of links. `out` has room for MENDED_BYTES bytes a byte. */
size_t mend_text(slice text, char *out);

/* Mends one answer that may still have line breaks in it: quoted-printable is undone, the line
 * breaks go, and columns of a table are told from fields of the link. `text` is worked in; `out`
 * has room for MENDED_BYTES bytes a byte. */
size_t mend_answer(char *text, size_t length, char *out);

/* Where a link begins for certain: a number of one digit, and behind ; a key that is known. The
 * length of the text if none does. */
size_t start_in(slice text);

/* The end of the first check in a text; NULL if there is none. */
const char *check_end(slice text);

/* Whether a byte is one that links are written in, escaped or not. */
bool is_of_links(char c);

#endif
