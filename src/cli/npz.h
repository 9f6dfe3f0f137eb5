/* Writing NumPy arrays into an uncompressed .npz file. */
#ifndef NF_NPZ_H
#define NF_NPZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NPZ_ARRAYS_MAX = 40 };

/* A member already written, for the directory at the end. */
typedef struct npz_member {
    char name[12];
    uint32_t crc, size, at;
} npz_member;

typedef struct npz {
    FILE *file;
    uint32_t at; /* bytes written so far; a zip file of this kind is smaller than 4 GiB */
    int members;
    bool failed, too_large;
    npz_member member[NPZ_ARRAYS_MAX];
} npz;

bool npz_open(npz *self, const char *path);
/* float32 of 2 or 3 dimensions, in C order; `name` is at most seven letters. */
void npz_add(npz *self, const char *name, const size_t *shape, int dimensions, const float *x);
/* A text, as an array of no dimensions whose one element are its bytes. */
void npz_add_text(npz *self, const char *name, const char *text);
bool npz_close(npz *self); /* false if anything could not be written, or was too large to be */

#endif
