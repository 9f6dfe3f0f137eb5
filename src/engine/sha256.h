/* SHA-256 (FIPS 180-4), to name files: bytes are added in pieces of any length. */
#ifndef NF_SHA256_H
#define NF_SHA256_H

#include "ninefold.h"

typedef struct sha256 {
    uint32_t state[8];
    uint8_t block[64]; /* its first count % 64 bytes wait for the rest of it */
    uint64_t count;    /* of all bytes so far */
} sha256;

void sha256_begin(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t count);
void sha256_end(sha256 *hash, uint8_t digest[32]);

enum { NAME_DIGITS = 8 };

/* Ends the hash and writes its first eight hexadecimal digits: by these, links name a file. */
void sha256_name(sha256 *hash, nf_text *out);

#endif
