/* Compression for the images inside a picture: DEFLATE (RFC 1951) in one block of fixed codes, in
 * the frame of zlib (RFC 1950). It is written here because page and command line must write the
 * same bytes, and the browsers' own compress differently. */
#ifndef NF_DEFLATE_H
#define NF_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that `deflate` writes at most. */
size_t deflated_room(size_t count);

/* Returns how many bytes were written to `out`. */
size_t deflate(const uint8_t *bytes, size_t count, uint8_t *out);

#endif
