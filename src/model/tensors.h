/* The tensors of a model's files: their names, types and shapes, where their bytes are, and those
 * bytes as float32. Files are read by others: all here is about bytes that were given. */
#ifndef NF_MODEL_TENSORS_H
#define NF_MODEL_TENSORS_H

#include "engine/source.h"

enum {
    TENSORS_MAX = 100000,
    TENSOR_NAME_MAX = 160, /* bytes of a name */
    TENSOR_DIMENSIONS_MAX = 8
};

/* How numbers are written. Those after BF16 are blocks of numbers with scales, as GGUF has them;
 * TYPE_OTHER cannot be read here. */
typedef enum tensor_type {
    TYPE_F32,
    TYPE_F16,
    TYPE_BF16,
    TYPE_Q8_0,
    TYPE_Q4_K,
    TYPE_Q5_K,
    TYPE_Q6_K,
    TYPE_OTHER
} tensor_type;

typedef struct type_facts {
    const char *name;
    int numbers, bytes; /* of a block */
} type_facts;

const type_facts *facts_of_type(tensor_type type); /* not of TYPE_OTHER */

/* `count` numbers, a multiple of what a block has, as float32: exactly for F32, F16 and BF16, by
 * the formula that ggml documents for the others, each operation rounded to float32. */
void tensor_floats(tensor_type type, const uint8_t *bytes, size_t count, float *out);

uint64_t little_endian(const uint8_t *at, int bytes);

typedef struct tensor {
    char name[TENSOR_NAME_MAX + 1];
    tensor_type type;
    const char *type_name; /* as safetensors calls it; NULL in others */
    int dimensions;
    uint64_t shape[TENSOR_DIMENSIONS_MAX]; /* the last one is of neighbours in the file */
    int file;                              /* from 0 */
    uint64_t offset, bytes;                /* in that file */
} tensor;

/* Those of all files of a model. */
typedef struct tensor_list {
    tensor *at;
    int count, room;
} tensor_list;

bool add_tensor(tensor_list *list, const tensor *tensor); /* false if there is no memory */
void forget_tensors(tensor_list *list);

/* The product of the first `count` of `shape`; false if 64 bits do not hold it. */
bool count_numbers(const uint64_t *shape, int count, uint64_t *numbers);

/* Orders the list from entry `first` on by places in the file. */
void sort_by_place(tensor_list *list, int first);

/* Orders it by names, which finding needs; the name that stands twice, or NULL. */
const char *sort_by_name(tensor_list *list);
const tensor *find_tensor(const tensor_list *list, const char *name); /* NULL if there is none */

/* "(4096, 11008)" */
void put_shape(nf_text *out, const uint64_t *shape, int dimensions);

#endif
