/* Writing NumPy arrays into an uncompressed .npz file, wherever its bytes go. */
#ifndef NF_NPZ_H
#define NF_NPZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NPZ_ARRAYS_MAX = 200, NPZ_NAME = 24 };

/* Takes bytes; false if they could not be written. */
typedef bool npz_take(void *with, const void *bytes, size_t count);

/* A member already written, for the directory at the end. */
typedef struct npz_member {
    char name[NPZ_NAME];
    uint32_t crc, size, at;
} npz_member;

typedef struct npz {
    npz_take *take;
    void *with;
    uint32_t at; /* bytes written so far; a zip file of this kind is smaller than 4 GiB */
    int members;
    bool failed, too_large;
    npz_member member[NPZ_ARRAYS_MAX];
} npz;

/* Numbers in C order. Of texts each element is as many code points as the longest has, zeros behind
 * the shorter ones. */
typedef enum npz_type { NPZ_FLOATS, NPZ_DOUBLES, NPZ_WHOLES, NPZ_TEXTS } npz_type;

typedef struct npz_array {
    npz_type type; /* of float, double, int32_t, uint32_t */
    size_t shape[3];
    int dimensions;
    size_t letters; /* of each text */
    const void *numbers;
} npz_array;

void npz_start(npz *self, npz_take *take, void *with);
void npz_add(npz *self, const char *name, const npz_array *array);

/* The same for float32 of 2 or 3 dimensions. */
void npz_add_floats(npz *self, const char *name, const size_t *shape, int dimensions,
                    const float *x);

/* A text in UTF-8, as an array of no dimensions. */
void npz_add_text(npz *self, const char *name, const char *text);

/* Texts one after the other, each with a zero at its end, as an array of one or two dimensions. */
void npz_add_texts(npz *self, const char *name, const size_t *shape, int dimensions,
                   const char *texts);

bool npz_finish(npz *self); /* false if anything could not be written, or was too large to be */

#endif
