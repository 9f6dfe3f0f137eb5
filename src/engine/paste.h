/* Finding the link in what was pasted. */
#ifndef NF_PASTE_H
#define NF_PASTE_H

#include "slice.h"

/* Words that are not part of the link, and why. If `harmless`, the link means the same without
 * them. */
typedef struct link_note {
    slice words;
    nf_cause cause;
    nf_use use;
    bool harmless;
} link_note;

/* At most so many notes arise: two about an address, one about an address around it, and two about
 * a sentence. */
enum { LINK_NOTES_MAX = 5 };

typedef struct found_link {
    slice link; /* in `bytes`, with escapes undone; or in `pasted` if it is too long for `bytes` */
    bool is_too_long;
    int notes;
    link_note note[LINK_NOTES_MAX];
} found_link;

found_link find_link(const char *pasted, size_t length, char bytes[NF_LINK_MAX]);

/* Whether there is one: a number with fields behind it, or a check. */
bool holds_link(slice pasted);

#endif
