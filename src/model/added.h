/* Added tokens: texts that become a piece wherever they stand, before anything else is done. */
#ifndef NF_ADDED_H
#define NF_ADDED_H

#include "engine/source.h"
#include "unicode.h"

typedef struct added_token {
    byte_slice text; /* as it is looked for; empty: never */
    byte_slice written;
    int piece, order;             /* of two with the same text the first one counts */
    bool is_whole;                /* only where no other word reaches into it */
    bool takes_left, takes_right; /* white space beside it */
    bool is_normalized;           /* looked for after the normalizer, else before it */
} added_token;

typedef struct added_list {
    added_token *at;
    int count;
} added_list;

/* Orders the list, which finding needs. */
void sort_added(added_list *list);

/* Where a token stands in a text, and the white space that it takes. */
typedef struct added_match {
    const added_token *token;
    size_t first, end;
    size_t next; /* where the search goes on */
} added_match;

/* The first one in [at, length), and of those that begin there the longest. `free_from` is where
 * the last one ended, with the white space that it took: of this nothing is taken again. False if
 * there is none. */
bool find_added(const added_list *list, const unicode *u, byte_slice text, size_t at,
                size_t free_from, added_match *match);

#endif
