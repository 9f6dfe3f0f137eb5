#include "engine/bits.h"
#include "train.h"

/* 1/sqrt(x) for x > 0: a first guess from the exponent, three Newton steps; relative error below
 * 3e-7. */
static inline float inverse_root(float x) {
    float y = float_of_bits(0x5f3759dfu - (bits_of_float(x) >> 1));
    y = y * (1.5f - 0.5f * x * y * y);
    y = y * (1.5f - 0.5f * x * y * y);
    return y * (1.5f - 0.5f * x * y * y);
}

/* What the gradient is multiplied with so that its length is at most `clip`. */
static float clipping(const adam *adam, double clip) {
    double square = 0;
    for (ptrdiff_t i = 0; i < adam->count; i += 4096) {
        int n = (int)(adam->count - i < 4096 ? adam->count - i : 4096);
        square += (double)dot16(adam->gradients + i, adam->gradients + i, n);
    }
    double length = nf_sqrt(square);
    return length > clip ? (float)(clip / length) : 1.0f;
}

void adam_step(adam *adam, adam_rates how, int step) {
    const float first = 0.9f, second = 0.95f;
    float clip = clipping(adam, how.clip), keep = (float)(1 - how.rate * how.decay);
    float mean_share = (float)(how.rate / (1 - nf_pow(0.9, step + 1)));
    float square_share = (float)(1 / (1 - nf_pow(0.95, step + 1)));
    float *w = adam->weights, *mean = adam->mean, *square = adam->square;
    for (ptrdiff_t i = 0; i < adam->decayed; i++) w[i] *= keep;
    for (ptrdiff_t i = 0; i < adam->count; i++) {
        float g = adam->gradients[i] * clip;
        mean[i] = first * mean[i] + (1.0f - first) * g;
        square[i] = second * square[i] + (1.0f - second) * (g * g);
        w[i] -= mean_share * mean[i] * inverse_root(square[i] * square_share + 1e-16f);
    }
}
