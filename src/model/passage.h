/* A text on its way through a tokenizer: its bytes, the byte of the reader's text that each came
 * from, and where sections begin. Pieces never reach from one section into the next. */
#ifndef NF_PASSAGE_H
#define NF_PASSAGE_H

#include "engine/source.h"

enum { PASSAGE_MAX = 1 << 24 }; /* bytes; rules that double a text again and again end here */

typedef struct passage {
    char *at;       /* well-formed UTF-8 */
    uint32_t *from; /* by byte */
    bool *begins;   /* by byte: whether a section begins here, as one does at the first */
    size_t length, room;
    bool lacks_memory; /* or is too long; then it takes nothing more */
} passage;

void empty_passage(passage *p); /* keeps its memory */
void forget_passage(passage *p);

/* Appends bytes that all came from one place. */
void put_placed(passage *p, byte_slice bytes, uint32_t from, bool begins);

/* Appends bytes of another one, as one section or the rest of one. */
void put_part(passage *p, const passage *in, size_t first, size_t end, bool begins);

size_t section_end(const passage *p, size_t first); /* of the section that begins there */

#endif
