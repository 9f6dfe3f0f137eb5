/* The CRC-32 of PNG and of zip. */
#ifndef NF_CRC_H
#define NF_CRC_H

#include <stddef.h>
#include <stdint.h>

uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t count); /* goes on from `crc` */

#endif
