/* A model of the reader's own, on disk: a folder or a GGUF file. Headers alone are read. */
#ifndef NF_OPENED_H
#define NF_OPENED_H

#include "model/family.h"
#include "model/safetensors.h"
#include "model/tokenizer.h"

#include <stdio.h>

/* A file that holds tensors, as it was when it was opened. */
typedef struct opened_file {
    char *path;
    int64_t size, changed; /* bytes; when it was changed last, in nanoseconds */
} opened_file;

typedef struct opened {
    description description;
    tensor_list list;   /* of a folder */
    tensor_index index; /* of a folder in parts */
    gguf gguf;          /* of a GGUF file */
    uint8_t *header;    /* of it */
    uint64_t bytes;     /* of all files that hold tensors */
    opened_file *file;  /* these */
    int files;
    bool has_tokenizer;
    tokenizer *tokenizer;         /* after open_its_tokenizer */
    uint8_t tokenizer_digest[32]; /* the same */
    FILE *reading;                /* file number `at` of them; NULL if none is open */
    int at;
    uint8_t *buffer;
    size_t room; /* of it */
} opened;

/* False, and why in a sentence, if it is no model that can be read. Close it either way. */
bool open_own(const char *path, opened *out, nf_text *why);
void close_own(opened *model);

const tensor_list *tensors_of(const opened *model);

/* False, and why. */
bool open_its_tokenizer(const char *path, opened *model, nf_text *why);

/* The bytes of a range, until the next call; NULL if they cannot be read, or the file is not as it
 * was. */
const uint8_t *read_opened(opened *model, const nf_range *range);

#endif
