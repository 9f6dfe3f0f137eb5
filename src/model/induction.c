#include "engine/exact.h"

#include "model.h"

int repeated_tokens(const model_shape *shape, uint64_t trial, uint16_t tokens[CONTEXT_MAX]) {
    int length = 12 + (int)(trial % 4) * 6, limit = (shape->context - 1) / 2;
    if (length > limit) length = limit;
    tokens[0] = 0;
    for (int i = 1; i <= length; i++) {
        double u = nf_uniform(nf_key(77, trial), (uint64_t)(i - 1));
        tokens[i] = tokens[length + i] = (uint16_t)(1 + (int)(u * (shape->vocabulary - 1)));
    }
    return 1 + 2 * length;
}

double induction_of(const float *w, int n) {
    int length = (n - 1) / 2;
    double sum = 0;
    for (int k = 1; k <= length; k++) sum += (double)w[(length + k) * n + k + 1];
    return sum / length;
}
