/* Byte pair encoding: the characters of a section become pieces, and neighbours are joined into
 * larger pieces, the best pair first and of equal ones the leftmost. */
#ifndef NF_BPE_H
#define NF_BPE_H

#include "passage.h"
#include "tokenizer.h"
#include "vocabulary.h"

/* Two pieces that become one. Those that come first in the list are joined first. */
typedef struct merge {
    uint32_t left, right, whole;
} merge;

typedef struct bpe {
    vocabulary pieces;
    merge *merges;
    uint32_t *slots; /* merges + 1 by the hash of their parts; 0 where there is none */
    size_t slot_count;
    int merge_count;
    uint32_t *ranks;      /* where any two pieces join whose text is a piece: by the number of that
                           piece, the smallest first. Else NULL, and the merges say which */
    int unknown;          /* the piece for characters that are none; -1 for none */
    bool joins_unknown;   /* a run of such characters is one piece */
    int byte_pieces[256]; /* for the bytes of such a character; -1 for none */
    bool falls_to_bytes;  /* they are used */
    bool looks_first;     /* a section that is a piece is not made of smaller ones */
} bpe;

/* With room for so many merges; false if there is no memory. */
bool start_merges(bpe *b, int count);
void add_merge(bpe *b, merge merge); /* the same two again: the last one counts */
void find_byte_pieces(bpe *b);       /* <0x00> to <0xFF> */
void forget_bpe(bpe *b);

/* A piece within a section. */
enum { NO_PIECE = -1, JOINED = -2 }; /* one character that is none; joined to the one before */
typedef struct symbol {
    int piece;
    int before, after; /* neighbours; -1 at the ends */
    size_t first, end; /* in the passage */
} symbol;

typedef struct candidate {
    uint32_t rank, whole;
    int left;
    size_t bytes; /* of both, by which one is known whose parts have been joined to others */
} candidate;

/* Memory for sections of one text after the other. */
typedef struct bpe_room {
    symbol *symbols;
    candidate *queue;
    size_t room;
} bpe_room;

void forget_bpe_room(bpe_room *room);

/* Appends the pieces of a section, [first, end) of a passage. */
encode_status encode_section(const bpe *b, const passage *text, size_t first, size_t end,
                             bpe_room *room, encoding *out);

/* Appends one token. */
encode_status put_token(encoding *out, int piece, size_t start);

#endif
