/* The further exports of modules that take tensors of the reader's own. */
#include "session.h"

/* Tensors that JavaScript wrote into memory from `allocate`. `words` holds the number of inputs, of
 * heads, d and the address of the labels, or 0; then of each input its tokens and the addresses of
 * q, k and v. */
int EXPORT(bring)(session *s, const int *words) {
    const char *labels = (const char *)(intptr_t)words[3];
    nf_tensors t = {.inputs = words[0], .heads = words[1], .d = words[2], .labels = labels};
    for (int i = 0; i < 3 && i < t.inputs; i++) {
        const int *of = words + 4 + 4 * i;
        t.tokens[i] = of[0];
        t.q[i] = (const float *)(intptr_t)of[1];
        t.k[i] = (const float *)(intptr_t)of[2];
        t.v[i] = (const float *)(intptr_t)of[3];
    }
    return (int)nf_bring(s->engine, &t);
}
