/* A model of the reader's own, a folder or a GGUF file, on its way to being opened: what is read of
 * it, in which order, and what that says. Others list its files and read them, a range at a time.
 *
 *     opening o;
 *     begin_opening(&o, is_folder);
 *     list_file(&o, name, size)                of each file of the folder; or the one file
 *     while ((status = go_opening(&o, OPENING_NAMED, why)) == NF_READ)
 *         if ((status = take_opening(&o, the bytes of o.wanted, why)) != NF_OK) ...
 *     own_model *model = opened_model(&o, &usual_limits, usual);
 *     forget_opening(&o); */
#ifndef NF_MODEL_OPENING_H
#define NF_MODEL_OPENING_H

#include "identity.h"
#include "safetensors.h"
#include "source_own.h"

enum { LISTED_MAX = 10000 };

typedef struct listed_file {
    char name[PART_NAME_MAX + 1];
    uint64_t size;
} listed_file;

typedef enum opening_step {
    OPENING_CONFIG,
    OPENING_INDEX,
    OPENING_START,  /* how long the header of a part is */
    OPENING_HEADER, /* of a part */
    OPENING_GGUF,
    OPENING_DESCRIBED, /* family and tensors are known, and that none is missing */
    OPENING_TOKENIZER,
    OPENING_ENDS, /* of all tensors, for its name */
    OPENING_NAMED
} opening_step;

typedef struct opening {
    bool is_folder;
    listed_file *file; /* those that may belong to a model; ranges have their numbers */
    int files, room;
    opening_step step;
    int part;        /* the one whose header is read */
    uint64_t header; /* bytes of it */
    nf_range wanted;
    bool waits;
    description description;
    tensor_list list;   /* of a folder */
    tensor_index index; /* of a folder in parts, else of one part */
    gguf gguf;
    uint8_t *gguf_header;
    int begin; /* the begin token that config.json names; -1 */
    tokenizer *tokenizer;
    uint8_t digest[32]; /* of it */
    identity id;
} opening;

void begin_opening(opening *o, bool is_folder);

/* The number of the file; -1 if it is none that a model's folder needs, or there is no memory. */
int list_file(opening *o, const char *name, uint64_t size);

/* Goes on until that step is reached, NF_OK; NF_READ where bytes are wanted; else why not. */
nf_status go_opening(opening *o, opening_step until, nf_text *why);

/* Uses bytes that were wanted; NULL says that they cannot be read. */
nf_status take_opening(opening *o, const uint8_t *bytes, nf_text *why);
void forget_opening(opening *o);

const tensor_list *tensors_of(const opening *o);
bool has_tokenizer(const opening *o);
uint64_t opening_bytes(const opening *o, int *files); /* of the files that hold tensors */
uint64_t opening_weights(const opening *o);

/* What is known once it is described, as JSON. */
void print_opening(const opening *o, nf_text *out);

/* Takes over what was read; NULL if there is no memory. The usual texts must stay. */
own_model *opened_model(opening *o, const through_limits *limits, const byte_slice usual[3]);

#endif
