#include "exact.h"

#include "sha256.h"

#include "numbers.h"

#include <string.h>

typedef struct hash {
    uint32_t state[8], constants[64];
} hash;

static uint32_t first_bits_of_fraction(double x) { return (uint32_t)((x - (double)(int)x) * 0x1p32); }

/* What the standard begins with, and adds: of the square and cube roots of the first primes. */
static void begin(hash *h) {
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
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
}

static void take_block(hash *h, const uint8_t block[64]) {
    uint32_t w[64], s[8];
    expand(block, w);
    memcpy(s, h->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]), majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t a = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + choice + h->constants[i] + w[i];
        uint32_t b = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += a, s[0] = a + b;
    }
    for (int i = 0; i < 8; i++) h->state[i] += s[i];
}

void sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
    hash h;
    uint8_t last[128] = {0};
    size_t whole = count / 64 * 64, rest = count - whole, padded = rest < 56 ? 64 : 128;
    begin(&h);
    for (size_t at = 0; at < whole; at += 64) take_block(&h, bytes + at);
    memcpy(last, bytes + whole, rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++) last[padded - 1 - i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
    for (size_t at = 0; at < padded; at += 64) take_block(&h, last + at);
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(h.state[i / 4] >> (24 - 8 * (i % 4)));
}
