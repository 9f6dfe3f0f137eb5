/* Query, Key and Value that the caller brings. */
#include "exact.h"

#include "engine.h"
#include "kinds.h"
#include "params.h"
#include "sha256.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Copies of the tensors that were brought. */
typedef struct own_tensors {
    nf_tensors tensors; /* its pointers are into the memory below */
    float *memory[3];   /* a block for each input: q, k, v */
    uint64_t bytes;
    char name[NAME_DIGITS + 1]; /* empty until somebody asks for it */
} own_tensors;

/* ---- The name ------------------------------------------------------------------------------- */

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

static void hash_tensors(const nf_tensors *t, nf_text *out) {
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

/* The name of the tensors in a link's `file`, as nf_name_tensors of ninefold.h defines it. */
static const char *name_of(own_tensors *all) {
    nf_text name = {all->name, 0, sizeof all->name};
    if (!all->name[0]) hash_tensors(&all->tensors, &name);
    return all->name;
}

static void name_tensors(void *held, nf_params *params) {
    if (!params->length[P_file]) nf_set(params, P_file, name_of(held), NAME_DIGITS, NULL);
}

/* Whether a link is of these tensors; a link that names none is of any. */
static bool are_those_named(own_tensors *all, const nf_params *params) {
    const char *file = params->texts + params->start[P_file];
    size_t length = params->length[P_file];
    return !length || same_text(file, length, name_of(all));
}

static void fill_tensors(const source *self, const vector_rows *which, float *out) {
    const nf_tensors *t = &((const own_tensors *)self->held)->tensors;
    int input = which->input < t->inputs ? which->input : t->inputs - 1,
        component = which->component;
    const float *from = (component == QUERY ? t->q : component == KEY ? t->k : t->v)[input];
    size_t rows_before = (size_t)which->head * (size_t)t->tokens[input] + (size_t)which->first;
    size_t d = (size_t)t->d;
    memcpy(out, from + rows_before * d, (size_t)which->rows * d * sizeof *out);
}

static source source_of(own_tensors *all, const nf_params *params, int head) {
    const nf_tensors *tensors = &all->tensors;
    source self = {.kind = &tensors_kind,
                   .held = all,
                   .params = params,
                   .shape = {.inputs = 3,
                             .heads = tensors->heads,
                             .head = head < 0 ? 0 : head,
                             .d = tensors->d,
                             .layers = -1,
                             .layer = -1,
                             .next = -1},
                   .inputs = tensors->inputs,
                   .bytes = all->bytes,
                   .fill = fill_tensors};
    for (int i = 0; i < 3; i++) {
        int input = i < tensors->inputs ? i : tensors->inputs - 1;
        self.shape.tokens[i] = tensors->tokens[input];
        self.row_work[i] = (uint64_t)tensors->d; /* a copy */
    }
    return self;
}

static nf_status open_tensors(const nf_params *params, void *held, source *self, nf_text *why) {
    if (!held) {
        self->fault = say(why, fault_in(NF_NO_TENSORS, P_source), NULL);
        return NF_NO_DATA;
    }
    own_tensors *all = held;
    if (!are_those_named(all, params)) {
        fill names = {.text = {params->texts + params->start[P_file], params->length[P_file]},
                      .other = slice_of(name_of(all))};
        self->fault = say(why, fault_in(NF_OTHER_TENSORS, P_file), &names);
        return NF_NO_DATA;
    }
    const nf_tensors *tensors = &all->tensors;
    int head = whole_of(params, P_head);
    *self = source_of(all, params, head);
    if (head < tensors->heads) return NF_OK;
    nf_cause cause = tensors->heads == 1 ? NF_HEAD_BEYOND_ONE : NF_HEAD_BEYOND_TENSORS;
    self->fault = say(why, fault_in(cause, P_head), &(fill){.whole = {head, tensors->heads}});
    return NF_NO_DATA;
}

/* ---- Refusing ------------------------------------------------------------------------------- */

/* Each refuses, with a sentence, and is false then. */
static bool in_range(nf_engine *engine, nf_cause cause, int value, int low, int high) {
    if (value >= low && value <= high) return true;
    refuse(engine, fault_of(cause), &(fill){.whole = {value, low, high}});
    return false;
}

static bool is_usable(nf_engine *engine, const float *x, size_t count, int component, int input) {
    size_t i = 0;
    while (x && i < count && x[i] >= -NF_VALUE_MAX && x[i] <= NF_VALUE_MAX) i++;
    if (x && i == count) return true;
    nf_fault fault = fault_of(x ? NF_TENSOR_NOT_FINITE : NF_TENSOR_MISSING);
    fault.input = input;
    refuse(engine, fault,
           &(fill){.whole = {(int64_t)i},
                   .number = NF_VALUE_MAX,
                   .text = slice_of(name_of_component(component))});
    return false;
}

static bool are_usable(nf_engine *engine, const nf_tensors *t, int input) {
    size_t count = (size_t)t->heads * (size_t)t->tokens[input] * (size_t)t->d;
    return is_usable(engine, t->q[input], count, QUERY, input) &&
           is_usable(engine, t->k[input], count, KEY, input) &&
           is_usable(engine, t->v[input], count, VALUE, input);
}

/* Refuses tensors with shapes outside the limits, or with an element that is not finite or too
 * large. */
static nf_status check_tensors(nf_engine *engine, const nf_tensors *t) {
    uint64_t all = 0;
    if (!in_range(engine, NF_TENSOR_INPUTS, t->inputs, 1, 3) ||
        !in_range(engine, NF_TENSOR_HEADS, t->heads, 1, 64) ||
        !in_range(engine, NF_TENSOR_WIDTH, t->d, 1, NF_WIDTH_MAX))
        return NF_BAD_TENSORS;
    for (int i = 0; i < t->inputs; i++)
        all += 3 * sizeof(float) * (uint64_t)t->heads * (uint64_t)t->d *
               (uint64_t)(t->tokens[i] < 0 ? 0 : t->tokens[i]);
    if (all > NF_MEMORY_MAX) {
        refuse(engine, fault_of(NF_TENSORS_TOO_LARGE), &(fill){.whole = {(int64_t)(all >> 20)}});
        return NF_TOO_LARGE;
    }
    for (int i = 0; i < t->inputs; i++)
        if (!in_range(engine, NF_TENSOR_TOKENS, t->tokens[i], 2, 16384) ||
            !are_usable(engine, t, i))
            return NF_BAD_TENSORS;
    return NF_OK;
}

/* Copies the three components of one input into one block. */
static bool copy_input(own_tensors *to, const nf_tensors *t, int i) {
    size_t count = (size_t)t->heads * (size_t)t->tokens[i] * (size_t)t->d;
    float *at = to->memory[i] = malloc(3 * count * sizeof *at);
    if (!at) return false;
    to->bytes += 3 * count * sizeof *at;
    memcpy(at, t->q[i], count * sizeof *at);
    memcpy(at + count, t->k[i], count * sizeof *at);
    memcpy(at + 2 * count, t->v[i], count * sizeof *at);
    to->tensors.q[i] = at;
    to->tensors.k[i] = at + count;
    to->tensors.v[i] = at + 2 * count;
    return true;
}

static void close_tensors(void *held) {
    own_tensors *all = held;
    for (int i = 0; i < 3; i++) free(all->memory[i]);
    free(all);
}

nf_status nf_bring(nf_engine *engine, const nf_tensors *tensors) {
    nf_status status = check_tensors(engine, tensors);
    if (status != NF_OK) return status;
    hold(engine, SOURCE_TENSORS, NULL);
    own_tensors *all = calloc(1, sizeof *all);
    if (!all) return no_memory(engine);
    all->tensors = *tensors;
    for (int i = 0; i < tensors->inputs; i++) {
        if (copy_input(all, tensors, i)) continue;
        close_tensors(all);
        return no_memory(engine);
    }
    hold(engine, SOURCE_TENSORS, all);
    return NF_OK;
}

const source_kind tensors_kind = {
    .open = open_tensors, .name = name_tensors, .close = close_tensors};
