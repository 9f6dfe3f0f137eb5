/* What all test programs here share: counting what holds, and random numbers from a seed. */
#ifndef NF_TEST_H
#define NF_TEST_H

#include "engine/bits.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int passed, failed;

enum {
    SHOWN_MAX = 30
}; /* one mistake in a loop fails a thousand times: the first few say enough */

__attribute__((format(printf, 4, 5), unused)) static void
not_held(const char *file, int line, const char *condition, const char *format, ...) {
    va_list values;
    if (failed++ >= SHOWN_MAX) return;
    printf("FAILED: %s:%d: %s: ", file, line, condition);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    puts("");
}

/* CHECK(condition, "format of printf", values that tell why): the condition is shown as well. */
#define CHECK(condition, ...)                                                                      \
    ((condition) ? (void)passed++ : not_held(__FILE__, __LINE__, #condition, __VA_ARGS__))

/* What main returns: the counts as build.sh reads them, and whether all held. */
static inline int report(void) {
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* A build that says everything in capitals is asked for the same words in capitals. */
static inline char as_said(char c) {
#ifdef NF_CAPITALS
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
#else
    return c;
#endif
}

/* Whether what is said begins with these words of messages.def. */
static inline bool says_first(const char *said, const char *words) {
    for (size_t i = 0; words[i]; i++)
        if (as_said(said[i]) != as_said(words[i])) return false;
    return true;
}

static inline bool says(const char *said, const char *words) {
    bool found = says_first(said, words);
    for (size_t i = 1; !found && said[i - 1]; i++) found = says_first(said + i, words);
    return found;
}

static inline bool says_just(const char *said, const char *words) {
    return strlen(said) == strlen(words) && says_first(said, words);
}

/* ---- Random numbers (xorshift64*), not those of the library --------------------------------- */

typedef struct chance {
    uint64_t state;
} chance; /* not 0 */

static inline uint64_t next_bits(chance *c) {
    c->state ^= c->state >> 12;
    c->state ^= c->state << 25;
    c->state ^= c->state >> 27;
    return c->state * 0x2545f4914f6cdd1du;
}

static inline int between(chance *c, int low, int high) { /* ends included */
    return low + (int)((next_bits(c) >> 11) % (uint64_t)(high - low + 1));
}

static inline double within(chance *c, double low, double high) {
    return low + (high - low) * (double)(next_bits(c) >> 11) * 0x1p-53;
}

#endif
