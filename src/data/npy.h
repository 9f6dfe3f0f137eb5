/* The header of a .npy: a Python dictionary that says type, order and shape. */
#ifndef NF_DATA_NPY_H
#define NF_DATA_NPY_H

#include "arrays.h"

enum { NPY_HEADER_MAX = 1 << 16 }; /* longer headers are refused; NumPy's own are below 1 KB */

bool is_npy(slice bytes);

/* Reads what begins with a header, all of it or the first NPY_HEADER_MAX bytes, into the type,
 * order, shape, numbers and skip of *to; false, and why. */
bool read_npy(slice bytes, array *to, file_words *why);

#endif
