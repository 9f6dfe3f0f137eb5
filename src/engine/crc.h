/* The CRC-32 of PNG and of zip. */
#ifndef NF_CRC_H
#define NF_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Of what has the sum `crc` so far, 0 at first, and these bytes. */
uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t count);

#endif
