/* Base64 as mails have it: line by line, also where lines are damaged. */
#ifndef NF_BASE64_H
#define NF_BASE64_H

#include "engine/slice.h"

typedef struct base64 {
    nf_text out;   /* what it means; ? for bytes of which a character is none of base64 */
    int damaged;   /* lines */
    bool is_loose; /* an empty line or the end of a text was read: short words go on with nothing */
    bool is_bad, is_counted; /* a character is none of base64; its line is among the damaged ones */
    uint32_t bits;
    int pending; /* characters that are in `bits` */
} base64;

/* Whether a line, without the spaces around it, goes on with what was read. */
bool is_of_base64(const base64 *base64, slice line);

/* A line of a multiple of four characters stands for itself: what a damaged one lost before it is
 * lost there alone. */
void read_base64(base64 *base64, slice line);
void end_base64(base64 *base64);

#endif
