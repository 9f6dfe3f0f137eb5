/* A model of the reader's own, on disk: a folder or a GGUF file. Headers alone are read. */
#ifndef NF_OPENED_H
#define NF_OPENED_H

#include "model/family.h"
#include "model/safetensors.h"

typedef struct opened {
    description description;
    tensor_list list;   /* of a folder */
    tensor_index index; /* of a folder in parts */
    gguf gguf;          /* of a GGUF file */
    uint8_t *header;    /* of it */
    uint64_t bytes;     /* of all files that hold tensors */
    int files;          /* how many these are */
    bool has_tokenizer;
} opened;

/* False, and why in a sentence, if it is no model that can be read. Close it either way. */
bool open_own(const char *path, opened *out, nf_text *why);
void close_own(opened *model);

const tensor_list *tensors_of(const opened *model);

#endif
