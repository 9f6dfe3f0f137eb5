/* The further exports of modules that take tensors of the reader's own. */
#include "session.h"

/* Tensors that JavaScript wrote into memory from `allocate`. `words` holds the number of inputs, of
 * heads, d, the tokens of each of three inputs, and nine addresses: q, k and v of each input. */
int EXPORT(bring)(session *s, const int *words) {
    nf_tensors t = {.inputs = words[0], .heads = words[1], .d = words[2]};
    for (int i = 0; i < 3; i++) {
        t.tokens[i] = words[3 + i];
        t.q[i] = (const float *)(intptr_t)words[6 + 3 * i];
        t.k[i] = (const float *)(intptr_t)words[7 + 3 * i];
        t.v[i] = (const float *)(intptr_t)words[8 + 3 * i];
    }
    return (int)nf_bring(s->engine, &t);
}
