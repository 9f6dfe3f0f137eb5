/* Products with rows of a tensor as they stand in its file. Some rows and terms at a time are made
 * float32 and packed side by side, and used for all rows of x while they are in the cache.
 *
 * Each element of y is one sum in the order of its terms, which begins with 0, or with `add` with
 * the old element; each product is rounded and then added: matrix_product has the same bits. */
#ifndef NF_PRODUCTS_H
#define NF_PRODUCTS_H

#include "arithmetic.h"
#include "tensors.h"

typedef struct file_rows {
    tensor_type type;
    const uint8_t *at;
    size_t stride; /* bytes from a row to the next */
    int rows, columns;
} file_rows;

/* Neighbouring rows; and those of a matrix in memory. */
file_rows rows_in_file(tensor_type type, const uint8_t *at, int rows, int columns);
file_rows rows_in_memory(matrix m);

/* Floats of `room` that a product takes with so many rows of x. */
size_t product_room(int rows);

/* y = x w^T: a row of w, (outputs, inputs), makes a column of y. Both return how many numbers of w
 * are NaN or infinite. */
uint64_t multiply_by_outputs(matrix x, const file_rows *w, matrix y, bool add, float *room);
/* y = x w: a row of w, (inputs, outputs), is multiplied by a column of x. */
uint64_t multiply_by_inputs(matrix x, const file_rows *w, matrix y, bool add, float *room);

/* `count` numbers of a file as float32; returns how many are NaN or infinite. */
uint64_t finite_floats(tensor_type type, const uint8_t *at, size_t count, float *out);

#endif
