#include "exact.h"

#include "numbers.h"

#include "bits.h"

/* Nearest integer, halves away from zero; |x| < 2^52. */
static int64_t nearest(double x) { return (int64_t)(x < 0 ? x - 0.5 : x + 0.5); }

/* c[0] + c[1] x + ... by Horner's rule. */
static double polynomial(const double *c, int count, double x) {
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--) sum = sum * x + c[i];
    return sum;
}

double nf_exp2(double x) {
    /* 1/i!: the series of e^y for |y| <= ln(2)/2 leaves 2e-18 after the thirteenth power. */
    static const double inverse_factorial[] = {1.0,
                                               1.0,
                                               1.0 / 2,
                                               1.0 / 6,
                                               1.0 / 24,
                                               1.0 / 120,
                                               1.0 / 720,
                                               1.0 / 5040,
                                               1.0 / 40320,
                                               1.0 / 362880,
                                               1.0 / 3628800,
                                               1.0 / 39916800,
                                               1.0 / 479001600,
                                               1.0 / 6227020800.0};
    x = x > 1023 ? 1023 : x > -1022 ? x : -1022; /* NaN falls to -1022 */
    int64_t whole = nearest(x);
    double y = (x - (double)whole) * NF_LN2;
    double scale = double_of_bits((uint64_t)(whole + 1023) << 52);
    return polynomial(inverse_factorial, 14, y) * scale;
}

double nf_exp(double x) { return nf_exp2(x * NF_LOG2E); }

double nf_log(double x) {
    /* x = m 2^e with m in [sqrt(1/2), sqrt(2)); log m = 2 artanh s, s = (m - 1)/(m + 1), |s| <
     * 0.172. */
    static const double odd[] = {2.0,      2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                 2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
    uint64_t bits = bits_of_double(x);
    int64_t exponent = (int64_t)(bits >> 52 & 0x7ff) - 1023;
    double m = double_of_bits((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    if (m > 1.41421356237309504880) {
        m *= 0.5;
        exponent++;
    }
    double s = (m - 1) / (m + 1);
    return (double)exponent * NF_LN2 + s * polynomial(odd, 12, s * s);
}

double nf_pow(double x, double y) { return nf_exp2(y * (nf_log(x) * NF_LOG2E)); }

/* sin(x + quarter pi/2). Multiples of pi/2, in three parts (Cody and Waite), are subtracted from x
 * until |r| <= pi/4. */
static double sine(double x, int64_t quarter) {
    static const double sin_c[] = {
        1.0,          -1.0 / 6,        1.0 / 120,          -1.0 / 5040,
        1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800.0, -1.0 / 1307674368000.0};
    static const double cos_c[] = {1.0,
                                   -1.0 / 2,
                                   1.0 / 24,
                                   -1.0 / 720,
                                   1.0 / 40320,
                                   -1.0 / 3628800,
                                   1.0 / 479001600,
                                   -1.0 / 87178291200.0,
                                   1.0 / 20922789888000.0};
    double quarters = (double)nearest(x * (2 / NF_PI));
    double r = ((x - quarters * 1.5707963267341256) - quarters * 6.0771005063039466e-11) -
               quarters * 2.0222662487959506e-21;
    quarter += (int64_t)quarters;
    double value = quarter & 1 ? polynomial(cos_c, 9, r * r) : r * polynomial(sin_c, 8, r * r);
    return quarter & 2 ? -value : value;
}

double nf_sin(double x) { return sine(x, 0); }
double nf_cos(double x) { return sine(x, 1); }

double nf_sqrt(double x) {
    if (!(x > 0)) return 0;
    /* Half the exponent is a first guess, within 7 %; each step doubles the digits that are
     * right. */
    double y = double_of_bits((bits_of_double(x) >> 1) + 0x1ff8000000000000u);
    for (int i = 0; i < 5; i++) y = 0.5 * (y + x / y);
    return y;
}

/* The finaliser of splitmix64 (Steele, Lea and Flood 2014, variant 13 of Stafford). */
uint64_t nf_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t nf_key(uint64_t key, uint64_t purpose) {
    return nf_mix(nf_mix(key + 0x9e3779b97f4a7c15u) + purpose * 0xd1342543de82ef95u);
}

/* Element `index` of the splitmix64 stream that starts at `key`. */
static uint64_t draw(uint64_t key, uint64_t index) {
    return nf_mix(key + (index + 1) * 0x9e3779b97f4a7c15u);
}

double nf_uniform(uint64_t key, uint64_t index) {
    return (double)(draw(key, index) >> 11) * 0x1p-53;
}

double nf_normal(uint64_t key, uint64_t index) {
    double radius = 1 - nf_uniform(key, 2 * index); /* in (0, 1]: its logarithm exists */
    double angle = 2 * NF_PI * nf_uniform(key, 2 * index + 1);
    return nf_sqrt(-2 * nf_log(radius)) * nf_cos(angle);
}

uint64_t nf_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    return hash ^ hash >> 32;
}

/* Two floats as one word, the first in the low half whatever the byte order of the machine. */
static uint64_t word_of(const float *x, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t b;
        memcpy(&b, x + i, sizeof b);
        if (b == 0x80000000u) b = 0;
        word |= (uint64_t)b << (32 * i);
    }
    return word;
}

uint64_t nf_hash_floats(uint64_t hash, const float *x, size_t count) {
    /* Four chains, so that a multiplication does not wait for the one before it. */
    uint64_t chain[4];
    for (unsigned c = 0; c < 4; c++) chain[c] = nf_hash_word(hash, c + 1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (unsigned c = 0; c < 4; c++)
            chain[c] = nf_hash_word(chain[c], word_of(x + i + 2 * c, 2));
    for (; i < count; i += 2)
        chain[0] = nf_hash_word(chain[0], word_of(x + i, count - i < 2 ? 1 : 2));
    hash = nf_hash_word(hash, count);
    for (unsigned c = 0; c < 4; c++) hash = nf_hash_word(hash, chain[c]);
    return hash;
}

#ifndef __wasm__
bool nf_rounds_products(void) {
    /* The square of x is 1 + 2^-29 + 2^-60. Rounded, it loses the last part. */
    volatile double x = 1 + 0x1p-30, rounded = 1 + 0x1p-29;
    double left = x * x - rounded;
    return left < 0x1p-70;
}
#endif
