/* What the exports of the WebAssembly module share. */
#ifndef NF_WASM_H
#define NF_WASM_H

#include "ninefold.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { ANSWER_ROOM = 1 << 12 }; /* bytes at first */

typedef struct session {
    nf_engine *engine;
    nf_params params;
    nf_link link;
    nf_text answer;   /* in memory of its own, which grows with the longest */
    char *input;      /* text for the next call, with room for a zero behind it; NULL at first */
    double wanted[3]; /* reading.c */
} session;

/* An export that answers in text appends it to `answer`, once more while it was cut, and returns
 * its length:
 *
 *     start_answer(s);
 *     do nf_print_source(s->engine, &s->answer);
 *     while (is_cut(s));
 *     return answer_length(s);
 *
 * `is_cut` makes the room that was missing and empties the answer; false also where there is no
 * memory for it. Then the length is -1. */
void start_answer(session *s);
bool is_cut(session *s);
int answer_length(const session *s);

/* Writes a range to where the page reads it. */
const double *put_range(session *s, const nf_range *range);

#endif
