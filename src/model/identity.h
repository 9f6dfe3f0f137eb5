/* Which model it is: the first eight digits of the SHA-256 of a text that says its family and
 * numbers, the hash of its tokenizer, and of each tensor, in the order of their names, its name,
 * type, shape, and the hash of its first and last 4,096 bytes. So that naming a model of any size
 * reads little; what changes in the middle of a tensor, the name does not see.
 *
 *     identity id;
 *     begin_identity(&id, &description, &list, tokenizer_hash, begin);
 *     while (go_identity(&id) == NF_READ) take_identity(&id, the bytes of id.wanted);
 *     id.name */
#ifndef NF_MODEL_IDENTITY_H
#define NF_MODEL_IDENTITY_H

#include "engine/sha256.h"
#include "family.h"

enum { END_BYTES = 4096 };

typedef struct identity {
    const tensor_list *list;
    int tensor;   /* the next one */
    bool is_last; /* its last bytes are next, and not its first */
    nf_range wanted;
    sha256 all, ends;
    char name[NAME_DIGITS + 1]; /* when all is read */
} identity;

/* The list is in the order of names. `begin`: the number of the begin token, -1 for none. */
void begin_identity(identity *id, const description *d, const tensor_list *list,
                    const uint8_t tokenizer[32], int begin);
nf_status go_identity(identity *id); /* NF_READ, or NF_OK */
void take_identity(identity *id, const uint8_t *bytes);

/* The hash of the tokenizer in a GGUF file: of its metadata under "tokenizer.". */
void hash_gguf_tokenizer(const gguf *file, uint8_t digest[32]);

#endif
