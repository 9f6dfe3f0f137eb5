#include "engine/exact.h"

#include "gelu.h"

#include "engine/numbers.h"

/* erf(x) = 2 / sqrt(pi) e^(-x^2) times the sum of 2^i x^(2i+1) / (1 3 5 ... (2i+1)): all terms have
 * one sign. Beyond 6 it is 1 to the last bit. */
double nf_erf(double x) {
    if (x != x) return x;
    if (x > 6) return 1;
    if (x < -6) return -1;
    double square = x * x, term = x, sum = x;
    for (int i = 1; i < 200; i++) {
        double before = sum;
        term = term * (2 * square) / (2 * i + 1);
        sum += term;
        if (sum == before) break;
    }
    return 2 / nf_sqrt(NF_PI) * nf_exp(-square) * sum;
}

double nf_tanh(double x) {
    if (x != x) return x;
    double size = x < 0 ? -x : x;
    double value = size > 20 ? 1 : 1 - 2 / (nf_exp(2 * size) + 1);
    return x < 0 ? -value : value;
}

float gelu_erf(float x) {
    double wide = (double)x;
    return (float)(0.5 * wide * (1 + nf_erf(wide * 0.70710678118654752440)));
}

float gelu_tanh(float x) {
    double wide = (double)x;
    double inner = 0.79788456080286535588 * (wide + 0.044715 * wide * wide * wide);
    return (float)(0.5 * wide * (1 + nf_tanh(inner)));
}
