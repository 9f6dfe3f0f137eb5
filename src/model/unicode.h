/* What tokenizers ask of Unicode: which characters are letters, numbers, white space or parts of
 * words, and a text's composed form (NFC). */
#ifndef NF_UNICODE_H
#define NF_UNICODE_H

#include "ninefold.h"

/* As regular expressions know them: \p{L}; \p{N}; and \w, which is all but CHAR_OTHER and
 * CHAR_FRACTION. White space is CHAR_OTHER. */
typedef enum char_class {
    CHAR_OTHER,
    CHAR_LETTER,
    CHAR_DIGIT,    /* a number that words are made of */
    CHAR_FRACTION, /* one that they are not made of: halves, superscripts, circled ones */
    CHAR_JOINER    /* marks and whatever else words hold */
} char_class;

/* From `code` on, up to the next run. */
typedef struct char_run {
    uint32_t code;
    uint32_t value; /* a char_class; or the rank of the combining class, 0 for none */
} char_run;

/* A character and the two that it is made of; second 0 where it stands for one other. */
typedef struct char_parts {
    uint32_t code, first, second;
} char_parts;

typedef struct unicode {
    char_run *classes, *ranks; /* by code */
    char_parts *parts;         /* by code */
    char_parts *pairs;         /* those that compose, by their parts */
    int class_count, rank_count, part_count, pair_count;
} unicode;

bool open_unicode(unicode *u); /* false if there is no memory */
void close_unicode(unicode *u);

char_class class_of(const unicode *u, uint32_t code);

/* \s, which is \p{White_Space}. */
bool is_white(uint32_t code);

static inline bool is_number(char_class c) { return c == CHAR_DIGIT || c == CHAR_FRACTION; }
static inline bool is_word(char_class c) { return c != CHAR_OTHER && c != CHAR_FRACTION; }

/* A character, and the byte of a text that it came from. */
typedef struct placed_char {
    uint32_t code, rank, from;
} placed_char;

/* The composed form of `count` characters is put at the start of `room`, which has room for
 * COMPOSING_ROOM times as many; how many it has. */
enum { DECOMPOSED_MAX = 4, COMPOSING_ROOM = 2 * DECOMPOSED_MAX };
size_t compose_text(const unicode *u, const placed_char *text, size_t count, placed_char *room);

/* Made by tests/tools/unicode-tables.mjs. */
extern const uint8_t unicode_classes[], unicode_ranks[], unicode_parts[];
extern const int unicode_classes_count, unicode_ranks_count, unicode_parts_count;

#endif
