/* The arrays of a reader's file, NumPy's .npy and .npz or safetensors: their names, types and
 * shapes, and their numbers as float32. The file is in memory, and stays there. Nothing of it is
 * believed: sizes are compared with what is there before anything is allocated. */
#ifndef NF_DATA_ARRAYS_H
#define NF_DATA_ARRAYS_H

#include "model/json.h"
#include "zip.h"

enum { ARRAY_NAME_MAX = 160, ARRAY_TYPE_MAX = 16, ARRAY_DIMENSIONS_MAX = 8, ARRAYS_MAX = 4096 };

typedef enum number_type {
    NUMBER_F16,
    NUMBER_BF16,
    NUMBER_F32,
    NUMBER_F64,
    NUMBER_OTHER /* cannot be read here */
} number_type;

typedef struct array {
    char name[ARRAY_NAME_MAX + 1]; /* "" in a .npy */
    number_type type;
    char type_name[ARRAY_TYPE_MAX + 1]; /* as the file has it */
    bool high_first;                    /* the order of a number's bytes */
    bool columns_first;                 /* Fortran's order: the first index runs fastest */
    int dimensions;
    uint64_t shape[ARRAY_DIMENSIONS_MAX];
    uint64_t numbers; /* how many: the product of the shape */
    bool is_packed;   /* else its numbers stand at `at` */
    zip_entry entry;
    uint64_t skip; /* bytes in front of its numbers in the entry */
    const uint8_t *at;
} array;

typedef struct array_file {
    array *at;
    int count;
    json_value metadata; /* of safetensors: an object of texts; JSON_NOTHING without */
} array_file;

/* Finds the arrays of a file, and says in one sentence what it is if it cannot be used. */
bool open_arrays(slice file, array_file *out, nf_text *why);
void close_arrays(array_file *file);

/* What became of an array's numbers as float32. */
typedef struct array_facts {
    uint64_t not_finite, first_bad; /* how many are not, and the first of them in C order */
    uint64_t beyond; /* finite ones that float32 does not hold: also not finite now */
    float low, high; /* of those that are finite; 0 and 0 if none is */
} array_facts;

/* The numbers of an array in C order, into `out` of array->numbers; false, and why, if they cannot
 * be had. */
bool read_array(const array *array, float *out, array_facts *facts, nf_text *why);

/* "(12, 64, 64)" */
void print_array_shape(const array *array, nf_text *out);

#endif
