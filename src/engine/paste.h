/* Finding the link in what was pasted. */
#ifndef NF_PASTE_H
#define NF_PASTE_H

#include "slice.h"

/* Words that are not part of the link, and why. Harmless: it still means what it meant. */
typedef struct link_note {
    slice words;
    nf_cause cause;
    nf_use use;
    bool harmless;
} link_note;

typedef struct found_link {
    slice link; /* in `bytes`, with escapes undone; in `pasted` if it is too long for them */
    bool is_too_long;
    int notes;
    link_note note[5]; /* of an address two at most, of one around that one, of a sentence two */
} found_link;

found_link find_link(const char *pasted, size_t length, char bytes[NF_LINK_MAX]);

#endif
