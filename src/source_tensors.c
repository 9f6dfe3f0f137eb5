/* Query, Key and Value that the reader brings. */
#include "exact.h"

#include "params.h"
#include "sha256.h"
#include "source.h"
#include "text.h"

#include <string.h>

static void fill_tensors(const source *self, const vector_rows *which, float *out) {
    const nf_tensors *t = self->tensors;
    int input = which->input < t->inputs ? which->input : t->inputs - 1;
    const float *from = (which->component == QUERY ? t->q : which->component == KEY ? t->k : t->v)[input];
    size_t rows_before = (size_t)which->head * (size_t)t->tokens[input] + (size_t)which->first, d = (size_t)t->d;
    memcpy(out, from + rows_before * d, (size_t)which->rows * d * sizeof *out);
}

nf_status tensors_source(const nf_params *params, const nf_tensors *tensors, source *self, nf_text *why) {
    if (!tensors) {
        put(why, "The link speaks of tensors from a file, and none has been brought.");
        return NF_NO_DATA;
    }
    int head = whole_of(params, P_head);
    *self = (source){.shape = {3, tensors->heads, head < 0 ? 0 : head, tensors->d, {0}, -1, -1, -1}, .params = params, .tensors = tensors,
                     .fill = fill_tensors};
    for (int i = 0; i < 3; i++) self->shape.tokens[i] = tensors->tokens[i < tensors->inputs ? i : tensors->inputs - 1];
    if (head < tensors->heads) return NF_OK;
    put(why, "Head "), put_whole(why, head), put(why, " is asked for, and the tensors have ");
    put_whole(why, tensors->heads), put(why, tensors->heads == 1 ? " head, head 0." : " heads, counted from 0.");
    return NF_NO_DATA;
}

/* ---- The name ------------------------------------------------------------------------------------------------ */

/* Little-endian, whatever the machine. */
static void add_word(sha256 *hash, uint32_t word) {
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(word >> 8 * i);
    sha256_add(hash, bytes, sizeof bytes);
}

static void add_floats(sha256 *hash, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, x + i, sizeof bits);
        add_word(hash, bits);
    }
}

void name_tensors(const nf_tensors *t, nf_text *out) {
    sha256 hash;
    sha256_begin(&hash);
    add_word(&hash, (uint32_t)t->inputs);
    add_word(&hash, (uint32_t)t->heads);
    add_word(&hash, (uint32_t)t->d);
    for (int i = 0; i < t->inputs; i++) add_word(&hash, (uint32_t)t->tokens[i]);
    for (int i = 0; i < t->inputs; i++) {
        size_t count = (size_t)t->heads * (size_t)t->tokens[i] * (size_t)t->d;
        add_floats(&hash, t->q[i], count);
        add_floats(&hash, t->k[i], count);
        add_floats(&hash, t->v[i], count);
    }
    sha256_name(&hash, out);
}

/* ---- Refusing ------------------------------------------------------------------------------------------------ */

static bool in_range(nf_text *why, const char *what, int value, int low, int high) {
    if (value >= low && value <= high) return true;
    put(why, "The tensors have "), put_whole(why, value), put_char(why, ' '), put(why, what);
    put(why, "; allowed are "), put_whole(why, low), put(why, " to "), put_whole(why, high), put_char(why, '.');
    return false;
}

static bool all_usable(nf_text *why, const char *name, int input, const float *x, size_t count) {
    size_t i = 0;
    while (x && i < count && x[i] >= -NF_VALUE_MAX && x[i] <= NF_VALUE_MAX) i++;
    if (x && i == count) return true;
    put(why, name), put(why, " of input "), put_whole(why, input + 1);
    if (!x) put(why, " is missing.");
    else {
        put(why, " has at element "), put_whole(why, (int64_t)i), put(why, " a number that is not finite or beyond ");
        put_number(why, NF_VALUE_MAX), put(why, " in size.");
    }
    return false;
}

nf_status check_tensors(const nf_tensors *t, nf_text *why) {
    if (!in_range(why, "inputs", t->inputs, 1, 3) || !in_range(why, "heads", t->heads, 1, 64) ||
        !in_range(why, "channels a head", t->d, 1, NF_WIDTH_MAX))
        return NF_BAD_TENSORS;
    uint64_t all = 0;
    for (int i = 0; i < t->inputs; i++) all += 3 * sizeof(float) * (uint64_t)t->heads * (uint64_t)t->d * (uint64_t)(t->tokens[i] < 0 ? 0 : t->tokens[i]);
    if (all > NF_MEMORY_MAX) {
        put(why, "The tensors take "), put_whole(why, (int64_t)(all >> 20)), put(why, " MiB, and at most 1024 MiB are taken.");
        return NF_TOO_LARGE;
    }
    for (int i = 0; i < t->inputs; i++) {
        if (!in_range(why, "tokens in an input", t->tokens[i], 2, 16384)) return NF_BAD_TENSORS;
        size_t count = (size_t)t->heads * (size_t)t->tokens[i] * (size_t)t->d;
        if (!all_usable(why, "Query", i, t->q[i], count) || !all_usable(why, "Key", i, t->k[i], count) ||
            !all_usable(why, "Value", i, t->v[i], count))
            return NF_BAD_TENSORS;
    }
    return NF_OK;
}
