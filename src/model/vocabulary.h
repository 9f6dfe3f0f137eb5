/* The pieces of a tokenizer: a text for each number, and the number of a text. */
#ifndef NF_VOCABULARY_H
#define NF_VOCABULARY_H

#include "engine/source.h"

typedef struct vocabulary {
    char *texts;             /* of all pieces, one after the other */
    size_t *starts;          /* in `texts`, by number */
    uint32_t *lengths;       /* by number */
    bool *is_there;          /* by number */
    uint32_t *slots;         /* numbers + 1 by the hash of the text; 0 where there is none */
    size_t used, slot_count; /* bytes of `texts`; a power of two */
    int numbers;             /* one more than the largest */
} vocabulary;

/* With room for so many pieces, numbers and bytes of all texts; false if there is no memory. */
bool start_vocabulary(vocabulary *v, int pieces, int numbers, size_t bytes);
void forget_vocabulary(vocabulary *v);

/* False if the number or the text is in it already. */
bool add_piece(vocabulary *v, int number, byte_slice text);

int number_of(const vocabulary *v, const char *text, size_t length); /* -1 if there is none */
byte_slice text_of_piece(const vocabulary *v, int number);           /* may be empty */

/* Mixes 64 bits so that their lowest depend on all of them. */
static inline uint64_t mixed(uint64_t bits) {
    bits ^= bits >> 32;
    bits *= 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 32;
}

/* A power of two, at least twice as many. */
size_t slots_for(size_t count);

#endif
