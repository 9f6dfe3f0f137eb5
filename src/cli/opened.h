/* A model of the reader's own, on disk: a folder or a GGUF file. */
#ifndef NF_OPENED_H
#define NF_OPENED_H

#include "model/opening.h"

#include <stdio.h>

/* A file as it was when it was listed. */
typedef struct disk_file {
    char *path;
    int64_t size, changed; /* bytes; when it was changed last, in nanoseconds */
} disk_file;

typedef struct opened {
    opening opening;
    disk_file *file; /* by the numbers of the opening */
    int files;
    FILE *reading; /* file number `at` of them; NULL if none is open */
    int at;
    uint8_t *buffer;
    size_t room; /* of it */
} opened;

/* False, and why in a sentence, if it is no model that can be read up to this step. Close it either
 * way. */
bool open_own(const char *path, opening_step until, opened *out, nf_text *why);
void close_own(opened *model);

/* The bytes of a range, until the next call; NULL if they cannot be read, or the file is not as it
 * was. */
const uint8_t *read_opened(opened *model, const nf_range *range);

#endif
