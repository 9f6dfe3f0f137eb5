#include "exact.h"

#include "sha256.h"

#include "numbers.h"
#include "text.h"

#include <string.h>

static uint32_t first_bits_of_fraction(double x) {
    return (uint32_t)((x - (double)(int)x) * 0x1p32);
}

/* What the standard begins with, and adds: of the square and cube roots of the first primes. */
void sha256_begin(sha256 *h) {
    h->count = 0;
    for (int n = 2, count = 0; count < 64; n++) {
        int divisor = 2;
        while (n % divisor) divisor++;
        if (divisor < n) continue;
        if (count < 8) h->state[count] = first_bits_of_fraction(nf_sqrt(n));
        h->constants[count++] = first_bits_of_fraction(nf_pow(n, 1.0 / 3));
    }
}

static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void expand(const uint8_t block[64], uint32_t w[64]) {
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
               (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
}

static void take_block(sha256 *h, const uint8_t block[64]) {
    uint32_t w[64], s[8];
    expand(block, w);
    memcpy(s, h->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]),
                 majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t a = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + choice +
                     h->constants[i] + w[i];
        uint32_t b = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += a;
        s[0] = a + b;
    }
    for (int i = 0; i < 8; i++) h->state[i] += s[i];
}

void sha256_add(sha256 *h, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    while (count > 0) {
        size_t used = h->count % 64, part = 64 - used < count ? 64 - used : count;
        memcpy(h->block + used, at, part);
        h->count += part;
        if (used + part == 64) take_block(h, h->block);
        at += part;
        count -= part;
    }
}

void sha256_end(sha256 *h, uint8_t digest[32]) {
    static const uint8_t padding[64] = {0x80};
    uint8_t bits[8];
    for (int i = 0; i < 8; i++) bits[i] = (uint8_t)(h->count * 8 >> (56 - 8 * i));
    sha256_add(h, padding,
               1 + (119 - h->count % 64) % 64); /* to 8 bytes before the end of a block */
    sha256_add(h, bits, sizeof bits);
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_name(sha256 *h, nf_text *out) {
    uint8_t digest[32];
    sha256_end(h, digest);
    for (int i = 0; i < NAME_DIGITS / 2; i++) put_hex(out, digest[i], 2);
}
