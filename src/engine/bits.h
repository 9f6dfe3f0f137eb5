/* The bits of floating-point numbers. */
#ifndef NF_BITS_H
#define NF_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Numbers as files have them, little-endian: float32, half floats, brain floats; exactly.
 * Exponent and fraction of a half float, moved to their places, are a number that is 2^112 times
 * smaller, also below the smallest normal one. Exponent 31 is infinity's and NaN's. */
static inline uint32_t two_bytes(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }
static inline float full_float(const uint8_t *at) {
    return float_of_bits(two_bytes(at) | two_bytes(at + 2) << 16);
}
static inline float half_float(const uint8_t *at) {
    uint32_t bits = two_bytes(at), special = (bits & 0x7c00u) == 0x7c00u;
    uint32_t size = bits_of_float(float_of_bits((bits & 0x7fffu) << 13) * 0x1p112f);
    return float_of_bits(size | special * 0x7f800000u | (bits & 0x8000u) << 16);
}
static inline float brain_float(const uint8_t *at) { return float_of_bits(two_bytes(at) << 16); }

static inline double double_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
