/* What a model says of the next token, from its logits. */
#ifndef NF_PREDICT_H
#define NF_PREDICT_H

#include <stdint.h>

enum { PIECES_MAX = 1024 };

/* The Kullback-Leibler divergence, in nats, of what the logits `after` make likely from what `before` do; of equal
 * logits exactly 0. */
double divergence(const float *before, const float *after, int count);

/* Memory for the logits of `rows` tokens, and what is made of them. */
uint64_t forecast_bytes(int rows, int pieces);

#endif
