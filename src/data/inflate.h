/* Deflate (RFC 1951), as zip files hold it, read back.
 *
 * Why not the platform's: command line and page must read the same file to the same numbers, and C
 * has no platform to ask; zlib would be the library's only dependency. */
#ifndef NF_DATA_INFLATE_H
#define NF_DATA_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How it ended. */
typedef enum inflated {
    INFLATED_WHOLE, /* all there is, and it fits */
    INFLATED_MORE,  /* `out` is full, and there is more */
    INFLATED_BROKEN /* no deflate, or cut short */
} inflated;

/* Writes at most `room` bytes to `out`; *made says how many. Who knows how many there must be gives
 * room for one more, and asks for INFLATED_WHOLE. No more memory than `out` is used, so
 * that whatever a file claims to be, it takes what its reader gave it. */
inflated inflate(const uint8_t *bytes, size_t size, uint8_t *out, size_t room, size_t *made);

#endif
