/* What the exports of the WebAssembly module share. */
#ifndef NF_WASM_H
#define NF_WASM_H

#include "ninefold.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { ANSWER_MAX = 1 << 16 };

typedef struct session {
    nf_engine *engine;
    nf_params params;
    nf_link link;
    nf_text answer;
    char *input; /* text for the next call, with room for a zero behind it; NULL at first */
    char answer_buffer[ANSWER_MAX];
} session;

/* An export that answers in text calls the first, appends to `answer`, and returns the second. */
void start_answer(session *s);
int answer_length(const session *s);

#endif
