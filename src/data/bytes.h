/* Numbers in files. */
#ifndef NF_DATA_BYTES_H
#define NF_DATA_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t low_first(const void *at, int bytes) {
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | ((const uint8_t *)at)[i];
    return value;
}

static inline uint64_t high_first(const void *at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value = value << 8 | ((const uint8_t *)at)[i];
    return value;
}

#endif
