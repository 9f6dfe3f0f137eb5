/* GGUF, version 3: metadata, then what the tensors are, then their bytes. */
#ifndef NF_GGUF_H
#define NF_GGUF_H

#include "tensors.h"

enum {
    GGUF_FIRST = 1 << 20, /* bytes to begin with: the header is as long as it turns out to be */
    GGUF_HEADER_MAX = 1 << 28, /* a longer header is refused */
    GGUF_ENTRIES_MAX = 10000,
    GGUF_KEY_MAX = 65535,
    GGUF_NAME_MAX = 64,
    GGUF_DIMENSIONS_MAX = 4,
    GGUF_DEPTH = 8 /* arrays inside one another */
};

typedef enum gguf_type {
    GGUF_U8,
    GGUF_I8,
    GGUF_U16,
    GGUF_I16,
    GGUF_U32,
    GGUF_I32,
    GGUF_F32,
    GGUF_BOOL,
    GGUF_STRING,
    GGUF_ARRAY,
    GGUF_U64,
    GGUF_I64,
    GGUF_F64,
    GGUF_TYPES
} gguf_type;

/* A slice of the header. Of a string, its characters; of an array, its elements. */
typedef struct gguf_value {
    gguf_type type, element; /* of the elements of an array */
    uint64_t count;          /* of these */
    const uint8_t *at;
    size_t bytes;
} gguf_value;

typedef struct gguf_entry {
    byte_slice key;
    gguf_value value;
} gguf_entry;

typedef struct gguf {
    gguf_entry *entries; /* by their keys */
    int count;
    tensor_list tensors; /* by their names; the shape as safetensors would have it */
    uint64_t needs;      /* bytes from the start of the file on, after NF_READ */
} gguf;

/* Reads the header from the first `size` bytes of a file, which must stay while it is in use.
 * NF_READ when that is not all of it: then *out has nothing but `needs`, and it is to be read again
 * with so many. Tensors lie within the file and none overlaps another; each is of a type that can
 * be read here. */
nf_status read_gguf(const uint8_t *bytes, size_t size, uint64_t file_size, gguf *out, nf_text *why);
void forget_gguf(gguf *file);

const gguf_value *gguf_find(const gguf *file, const char *key); /* NULL if there is none */

/* False if the value is of another kind, or is not held exactly (whole). */
bool gguf_whole(const gguf_value *value, uint64_t *out);
bool gguf_number(const gguf_value *value, double *out);
bool gguf_truth(const gguf_value *value, bool *out);
byte_slice gguf_text(const gguf_value *value); /* of no length if it is no string */

/* The next of an array's elements, from *at on, where `value->at` is the first; false after the
 * last. */
bool gguf_next(const gguf_value *array, const uint8_t **at, gguf_value *element);

#endif
