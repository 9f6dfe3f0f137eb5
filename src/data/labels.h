/* What a file calls the tensors in it: names of the layer, of each head and of each token. They
 * stand in arrays of texts or whole numbers called `layer`, `heads`, and `tokens` or one such array
 * for each input, `tokens1` to `tokens3`; in safetensors under just these keys of __metadata__,
 * lists as JSON. */
#ifndef NF_DATA_LABELS_H
#define NF_DATA_LABELS_H

#include "arrays.h"

enum { LABEL_BYTES_MAX = 800 }; /* of a name in its file: NumPy's texts have 4 for each letter */

typedef struct labelled {
    int heads, inputs, tokens[3]; /* of each input */
} labelled;

/* Whether an array is of this kind. */
bool holds_labels(const array *array);

/* The names, in the layout of nf_tensors.labels and in memory of their own, into *labels: NULL if
 * the file has none. Names that are not as many as they must be, or cannot be read, are left out,
 * and `said` tells so. False without memory. */
bool gather_labels(const array_file *file, const labelled *of, char **labels, nf_text *said);

#endif
