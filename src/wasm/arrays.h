/* A file of tensors of the reader's own that is open, for the exports that read it. */
#ifndef NF_WASM_ARRAYS_H
#define NF_WASM_ARRAYS_H

#include "session.h"

#include "data/choose.h"
#include "data/ready.h"

typedef struct reader_file {
    char *bytes;
    array_file arrays;
    gathered made;
    ready_weights ready; /* those read last */
    char said[2000];     /* the last refusal */
} reader_file;

/* The refusal emptied, to be written. */
nf_text fresh_refusal(reader_file *f);

/* Answers {"why":".."} with the last refusal; the length of the answer. */
int answer_why(session *s, const reader_file *f);

#endif
