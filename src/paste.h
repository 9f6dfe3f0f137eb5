/* Finding the link in what was pasted, and slices of text. */
#ifndef NF_PASTE_H
#define NF_PASTE_H

#include "ninefold.h"

#include <string.h>

typedef struct slice {
    const char *at;
    size_t length;
} slice;

static inline slice slice_of(const char *text) { return (slice){text, strlen(text)}; }

static inline slice after(slice in, const char *at, size_t skip) {
    return (slice){at + skip, (size_t)(in.at + in.length - at) - skip};
}

static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline slice without_spaces(slice text) {
    while (text.length && is_space(*text.at)) text.at++, text.length--;
    while (text.length && is_space(text.at[text.length - 1])) text.length--;
    return text;
}

/* Words that are not part of the link. Harmless: it still means what it meant; is_cut: they show that some of it is lost. */
typedef struct link_note {
    slice words;
    bool harmless, is_cut;
} link_note;

typedef struct found_link {
    slice link;       /* in `bytes`, with escapes undone; in `pasted` if it is too long for them */
    bool is_too_long;
    int notes;
    link_note note[6]; /* two at most of an address, one of another address around it, two of a sentence */
} found_link;

found_link find_link(const char *pasted, size_t length, char bytes[NF_LINK_MAX]);

#endif
