#include "sha256.h"

#include "text.h"

#include <string.h>

/* What the state begins as: 32 bits of the fractions of the square roots of the first 8 primes. */
static const uint32_t first_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* What each round adds: 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void sha256_begin(sha256 *h) {
    h->count = 0;
    memcpy(h->state, first_state, sizeof h->state);
}

static uint32_t rotated(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void expand(const uint8_t block[64], uint32_t w[64]) {
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

static void take_block(sha256 *h, const uint8_t block[64]) {
    uint32_t w[64], s[8];
    expand(block, w);
    memcpy(s, h->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]),
                 majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t a = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) + choice +
                     round_constants[i] + w[i];
        uint32_t b = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + majority;
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
    /* A bit 1 and then zeros, up to 8 bytes before the end of a block; there the count stands. */
    sha256_add(h, padding, 1 + (119 - h->count % 64) % 64);
    sha256_add(h, bits, sizeof bits);
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_name(sha256 *h, nf_text *out) {
    uint8_t digest[32];
    sha256_end(h, digest);
    for (int i = 0; i < NAME_DIGITS / 2; i++) put_hex(out, digest[i], 2);
}
