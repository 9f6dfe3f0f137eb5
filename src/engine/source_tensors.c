/* Query, Key and Value that the caller brings. */
#include "exact.h"

#include "engine.h"
#include "kinds.h"
#include "params.h"
#include "rotary.h"
#include "sha256.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Copies of the tensors that were brought. */
typedef struct own_tensors {
    nf_tensors tensors; /* its pointers are into the memory below */
    float *memory[3];   /* a block for each input: q, k, v */
    uint64_t bytes;
    bool is_hashed;   /* not before somebody asks for the name */
    sha256 hash;      /* of all but the link's rotary positions */
    char *labels;     /* a copy of those that were brought; NULL if none were */
    size_t *label_at; /* where each begins, and where the last one ends */
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

static void hash_tensors(const nf_tensors *t, sha256 *hash) {
    sha256_begin(hash);
    add_word(hash, (uint32_t)t->inputs);
    add_word(hash, (uint32_t)t->heads);
    add_word(hash, (uint32_t)t->d);
    for (int i = 0; i < t->inputs; i++) add_word(hash, (uint32_t)t->tokens[i]);
    for (int i = 0; i < t->inputs; i++) {
        size_t count = (size_t)t->heads * (size_t)t->tokens[i] * (size_t)t->d;
        add_floats(hash, t->q[i], count);
        add_floats(hash, t->k[i], count);
        add_floats(hash, t->v[i], count);
    }
}

static slice text_of(const nf_params *params, int row) {
    return (slice){params->texts + params->start[row], params->length[row]};
}

typedef struct file_name {
    char at[NAME_DIGITS + 1];
} file_name;

/* The name of the tensors in a link's `file`, as nf_name_tensors of ninefold.h defines it. */
static file_name name_of(own_tensors *all, const nf_params *params) {
    file_name name = {""};
    nf_text out = {name.at, 0, sizeof name.at};
    slice turned = text_of(params, P_rotary);
    if (!all->is_hashed) hash_tensors(&all->tensors, &all->hash);
    all->is_hashed = true;
    sha256 hash = all->hash;
    sha256_add(&hash, turned.at, turned.length);
    sha256_name(&hash, &out);
    return name;
}

static void name_tensors(void *held, nf_params *params) {
    if (params->length[P_file]) return;
    file_name name = name_of(held, params);
    nf_set(params, P_file, name.at, NAME_DIGITS, NULL);
}

/* ---- Vectors -------------------------------------------------------------------------------- */

static rotary rotary_of(const nf_params *params) {
    rotary by;
    (void)read_rotary(text_of(params, P_rotary), &by); /* a link's rows hold what can be read */
    return by;
}

static void rotate_tensors(const source *self, int rows, size_t stride, float *x) {
    turn_rows(rotary_of(self->params), rows, stride, x);
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

/* Where positions are put in, a following head puts them in, too: its queries are this head's, its
 * keys the output. */
static void fill_turned(const source *self, int input, int component, const float *output,
                        size_t stride, float gain, float *out) {
    int rows = self->shape.tokens[input], d = self->shape.d;
    for (int i = 0; i < rows; i++) {
        float *row = out + (size_t)i * stride;
        memset(row, 0, stride * sizeof *row);
        vector_rows which = {input, component, self->shape.head, i, 1};
        if (component == QUERY) fill_tensors(self, &which, row);
        for (int c = 0; component == KEY && c < d; c++)
            row[c] = output[(size_t)i * stride + (size_t)c] * gain;
    }
    rotate_tensors(self, rows, stride, out);
}

/* ---- Labels --------------------------------------------------------------------------------- */

/* As many as the layer, heads and tokens are. */
static int labels_of(const nf_tensors *t) {
    int count = 1 + t->heads;
    for (int i = 0; i < t->inputs; i++) count += t->tokens[i];
    return count;
}

static byte_slice label_of_tensors(const source *self, int which) {
    const own_tensors *all = self->held;
    size_t at = all->label_at[which];
    return (byte_slice){all->labels + at, all->label_at[which + 1] - at - 1};
}

/* Where those of an input's tokens begin; 0 if none has a name. */
static int first_label(const source *self, int input) {
    const nf_tensors *t = &((const own_tensors *)self->held)->tensors;
    int first = 1 + t->heads;
    for (int i = 0; i < input; i++) first += t->tokens[i];
    for (int i = 0; i < t->tokens[input]; i++)
        if (label_of_tensors(self, first + i).length) return first;
    return 0;
}

static bool copy_labels(own_tensors *to, const char *labels) {
    int count = labels_of(&to->tensors);
    size_t *at = to->label_at = malloc((size_t)(count + 1) * sizeof *at);
    if (!at) return false;
    at[0] = 0;
    for (int i = 0; i < count; i++) at[i + 1] = at[i] + strlen(labels + at[i]) + 1;
    to->labels = malloc(at[count]);
    if (to->labels) memcpy(to->labels, labels, at[count]);
    to->bytes += at[count] + (size_t)(count + 1) * sizeof *at;
    return to->labels != NULL;
}

/* ---- The source ----------------------------------------------------------------------------- */

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
    if (params->length[P_rotary]) {
        self.rotate = rotate_tensors;
        self.fill_following = fill_turned;
    }
    if (all->labels) self.label = label_of_tensors;
    for (int i = 0; i < 3; i++) {
        int input = i < tensors->inputs ? i : tensors->inputs - 1;
        self.shape.tokens[i] = tensors->tokens[input];
        self.row_work[i] = (uint64_t)tensors->d; /* a copy */
        if (all->labels) self.token_labels[i] = first_label(&self, input);
    }
    return self;
}

/* Why a link is of no figure of these tensors; it is of any, if it names none. */
static nf_fault fault_with(own_tensors *all, const nf_params *params, int head, nf_text *why) {
    const nf_tensors *t = &all->tensors;
    slice named = text_of(params, P_file);
    uint32_t turned = rotary_of(params).width;
    if (named.length) {
        file_name name = name_of(all, params);
        if (!same_text(named.at, named.length, name.at))
            return say(why, fault_in(NF_OTHER_TENSORS, P_file),
                       &(fill){.text = named, .other = slice_of(name.at)});
    }
    if (head >= t->heads)
        return say(why,
                   fault_in(t->heads == 1 ? NF_HEAD_BEYOND_ONE : NF_HEAD_BEYOND_TENSORS, P_head),
                   &(fill){.whole = {head, t->heads}});
    if (turned > (uint32_t)t->d)
        return say(why, fault_in(NF_ROTARY_BEYOND, P_rotary), &(fill){.whole = {turned, t->d}});
    return fault_of(NF_NO_CAUSE);
}

static nf_status open_tensors(const nf_params *params, void *held, source *self, nf_text *why) {
    if (!held) {
        self->fault = say(why, fault_in(NF_NO_TENSORS, P_source), NULL);
        return NF_NO_DATA;
    }
    int head = whole_of(params, P_head);
    *self = source_of(held, params, head);
    self->fault = fault_with(held, params, head, why);
    return self->fault.cause ? NF_NO_DATA : NF_OK;
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
    free(all->labels);
    free(all->label_at);
    free(all);
}

nf_status nf_bring(nf_engine *engine, const nf_tensors *tensors) {
    nf_status status = check_tensors(engine, tensors);
    if (status != NF_OK) return status;
    hold(engine, SOURCE_TENSORS, NULL);
    own_tensors *all = calloc(1, sizeof *all);
    if (!all) return no_memory(engine);
    all->tensors = *tensors;
    bool copied = !tensors->labels || copy_labels(all, tensors->labels);
    for (int i = 0; i < tensors->inputs && copied; i++) copied = copy_input(all, tensors, i);
    if (!copied) {
        close_tensors(all);
        return no_memory(engine);
    }
    hold(engine, SOURCE_TENSORS, all);
    return NF_OK;
}

const source_kind tensors_kind = {
    .open = open_tensors, .name = name_tensors, .close = close_tensors};
