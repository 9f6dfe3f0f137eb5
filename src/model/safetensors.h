/* safetensors: 8 bytes that say how long the header is, the header in JSON, then the tensors' bytes
 * without gaps. And the index of a model whose tensors are in several such files. */
#ifndef NF_SAFETENSORS_H
#define NF_SAFETENSORS_H

#include "tensors.h"

enum {
    SAFETENSORS_START = 8,         /* bytes that say how long the header is */
    SAFETENSORS_HEADER = 100000000 /* a longer header is refused */
};

/* The length of the header after those bytes, of a file of this size; 0, and why, if there can be
 * none. */
uint64_t safetensors_header(const uint8_t start[SAFETENSORS_START], uint64_t file_size,
                            nf_text *why);

/* Adds the tensors of file number `file`, in the order of their places: NF_OK, or else why not and
 * the list as it was. Every byte after the header belongs to one tensor, and every tensor has the
 * bytes that its shape and type need. */
nf_status read_safetensors(const char *header, uint64_t header_size, uint64_t file_size, int file,
                           tensor_list *list, nf_text *why);

/* ---- Several files --------------------------------------------------------------------------- */

enum { PART_NAME_MAX = 160, PARTS_MAX = 1000 };

typedef struct part_name {
    char at[PART_NAME_MAX + 1];
} part_name;

/* model.safetensors.index.json: which files there are, numbered in the order in which they are
 * named first, and where each tensor is said to be. */
typedef struct tensor_index {
    part_name *parts;
    int count;
    tensor_list said; /* names and numbers of files alone, by names */
} tensor_index;

nf_status read_index(const char *text, size_t size, tensor_index *index, nf_text *why);
void forget_index(tensor_index *index);

/* Whether each tensor is where the index says and each file has only those that it says; else why
 * not. The list is sorted by names. */
bool index_is_true(const tensor_index *index, const tensor_list *list, nf_text *why);

#endif
