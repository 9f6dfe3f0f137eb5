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
    char *said, answered[ANSWER_MAX];
} session;

/* An answer is written between these; what `end` gives is its length. */
void start(session *s);
int end(const session *s);

#endif
