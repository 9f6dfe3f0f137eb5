/* SHA-256 (FIPS 180-4), to name model files. */
#ifndef NF_SHA256_H
#define NF_SHA256_H

#include <stddef.h>
#include <stdint.h>

void sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);

#endif
