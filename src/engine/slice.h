/* Slices of text, with a length and no zero at the end. */
#ifndef NF_SLICE_H
#define NF_SLICE_H

#include "ninefold.h"

#include <string.h>

typedef struct slice {
    const char *at;
    size_t length;
} slice;

static inline slice slice_of(const char *text) { return (slice){text, strlen(text)}; }

/* What stands `skip` bytes after a place in it. */
static inline slice after(slice in, const char *at, size_t skip) {
    return (slice){at + skip, (size_t)(in.at + in.length - at) - skip};
}

/* What is in front of a place in it. */
static inline slice up_to(slice in, const char *at) { return (slice){in.at, (size_t)(at - in.at)}; }

/* NULL if it is not there. */
static inline const char *find_in(slice in, const char *what) {
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= in.length; i++)
        if (memcmp(in.at + i, what, length) == 0) return in.at + i;
    return NULL;
}

static inline bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline slice without_spaces(slice text) {
    while (text.length && is_space(*text.at)) {
        text.at++;
        text.length--;
    }
    while (text.length && is_space(text.at[text.length - 1])) text.length--;
    return text;
}

#endif
