/* Text in which whole words are as likely as letters: what a fuzzer finds only late by changing
 * bytes. */
#ifndef NF_FUZZ_WORDS_H
#define NF_FUZZ_WORDS_H

#include "must.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* An input that starts with a byte of 128 or more is spelt in words, one for each such byte after
 * the first, and its other bytes stand for themselves. Any other input is text as it is. */
static inline size_t spell(const uint8_t *data, size_t size, const char *const words[],
                           size_t count, char *out, size_t capacity) {
    size_t used = 0;
    must(count <= 128); /* a byte can name each */
    bool in_words = size > 0 && data[0] >= 128;
    for (size_t i = in_words; i < size; i++) {
        char letter = (char)data[i];
        bool is_word = in_words && data[i] >= 128;
        const char *bytes = is_word ? words[(data[i] - 128u) % count] : &letter;
        size_t length = is_word ? strlen(bytes) : 1;
        if (used + length > capacity) break;
        memcpy(out + used, bytes, length);
        used += length;
    }
    return used;
}

#endif
