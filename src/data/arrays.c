#include "engine/exact.h"

#include "arrays.h"

#include "bytes.h"
#include "npy.h"

#include "engine/bits.h"
#include "engine/text.h"
#include "model/safetensors.h"

#include <stdlib.h>

static int bytes_of(number_type type) {
    return type == NUMBER_F64 ? 8 : type == NUMBER_F32 ? 4 : 2; /* not of NUMBER_OTHER */
}

void print_array_shape(const array *array, nf_text *out) {
    put_shape(out, array->shape, array->dimensions);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* Says that the file, or one of its arrays, cannot be used, and why. */
static bool refuse(nf_text *why, const char *name, file_words reason) {
    char buffer[200];
    nf_text because = {buffer, 0, sizeof buffer};
    bool is_named = name && *name;
    put_of_file(&because, reason, NULL);
    put_of_file(why, is_named ? ARRAY_OUT : FILE_OUT,
                &(fill){.quoted = slice_of(is_named ? name : ""), .text = slice_of(buffer)});
    return false;
}

static array *add_array(array_file *file) {
    array *longer = realloc(file->at, (size_t)(file->count + 1) * sizeof *longer);
    if (!longer) return NULL;
    file->at = longer;
    longer[file->count] = (array){.dimensions = 0};
    return &longer[file->count++];
}

/* Whether the bytes that an array has are those that its shape and type need. Arrays of a type that
 * cannot be read are listed all the same. */
static bool has_its_bytes(array *a, uint64_t bytes) {
    if (!count_numbers(a->shape, a->dimensions, &a->numbers)) return false;
    if (a->type == NUMBER_OTHER) return true;
    uint64_t each = (uint64_t)bytes_of(a->type);
    return a->numbers <= UINT64_MAX / each && a->numbers * each == bytes;
}

static bool open_npy(slice file, array_file *out, nf_text *why) {
    file_words reason;
    array *a = add_array(out);
    if (!a) return refuse(why, NULL, NO_ROOM);
    slice head = {file.at, file.length < NPY_HEADER_MAX ? file.length : NPY_HEADER_MAX};
    if (!read_npy(head, a, &reason)) return refuse(why, NULL, reason);
    a->at = (const uint8_t *)file.at + a->skip;
    if (has_its_bytes(a, file.length - a->skip)) return true;
    return refuse(why, NULL, OTHER_SIZE);
}

/* The name of an array is that of its entry, without ".npy"; false if it is no array's. */
static bool name_array(slice name, char to[ARRAY_NAME_MAX + 1]) {
    if (name.length < 5 || memcmp(name.at + name.length - 4, ".npy", 4) != 0) return false;
    size_t length = name.length - 4;
    if (length > ARRAY_NAME_MAX || memchr(name.at, 0, length)) return false;
    memcpy(to, name.at, length);
    to[length] = 0;
    return true;
}

static bool add_entry(const zip_entry *entry, array_file *out, uint8_t *head, nf_text *why) {
    char name[ARRAY_NAME_MAX + 1];
    file_words reason;
    if (!name_array(entry->name, name)) return true; /* something else that lies in the zip */
    array *a = add_array(out);
    if (!a) return refuse(why, name, NO_ROOM);
    memcpy(a->name, name, sizeof name);
    a->is_packed = true;
    a->entry = *entry;
    slice begins = {(const char *)head, zip_peek(entry, head, NPY_HEADER_MAX)};
    if (!read_npy(begins, a, &reason)) return refuse(why, name, reason);
    if (entry->size >= a->skip && has_its_bytes(a, entry->size - a->skip)) return true;
    return refuse(why, name, OTHER_SIZE);
}

static bool open_npz(slice file, array_file *out, nf_text *why) {
    zip_walk walk;
    zip_entry entry;
    file_words reason;
    uint8_t *head = malloc(NPY_HEADER_MAX);
    bool good = head && zip_begin(file, &walk, &reason);
    while (good && walk.left)
        good = zip_next(&walk, &entry, &reason) && add_entry(&entry, out, head, why);
    free(head);
    if (!good && !why->used) refuse(why, NULL, head ? reason : NO_ROOM);
    return good;
}

static number_type type_in_safetensors(const tensor *t) {
    return t->type == TYPE_F32                ? NUMBER_F32
           : t->type == TYPE_F16              ? NUMBER_F16
           : t->type == TYPE_BF16             ? NUMBER_BF16
           : strcmp(t->type_name, "F64") == 0 ? NUMBER_F64
                                              : NUMBER_OTHER;
}

static bool add_tensor_as_array(slice file, const tensor *t, array_file *out, nf_text *why) {
    array *a = out->count < ARRAYS_MAX ? add_array(out) : NULL;
    if (!a) return refuse(why, NULL, TOO_MANY_TENSORS);
    memcpy(a->name, t->name, sizeof t->name);
    a->type = type_in_safetensors(t);
    memcpy(a->type_name, t->type_name, strlen(t->type_name) + 1);
    a->dimensions = t->dimensions;
    memcpy(a->shape, t->shape, sizeof t->shape);
    a->at = (const uint8_t *)file.at + t->offset;
    return has_its_bytes(a, t->bytes) || refuse(why, a->name, TOO_MANY_NUMBERS);
}

static void find_metadata(slice header, array_file *out) {
    json_value root;
    json_fault fault;
    if (json_read(header.at, header.length, &root, &fault))
        (void)json_find(root, "__metadata__", &out->metadata);
}

static bool open_safetensors(slice file, array_file *out, nf_text *why) {
    tensor_list list = {NULL, 0, 0};
    const char *header = file.at + SAFETENSORS_START;
    uint64_t size = safetensors_header((const uint8_t *)file.at, file.length, why);
    bool good = size && read_safetensors(header, size, file.length, 0, &list, why) == NF_OK;
    for (int i = 0; good && i < list.count; i++)
        good = add_tensor_as_array(file, &list.at[i], out, why);
    forget_tensors(&list);
    if (good) find_metadata((slice){header, (size_t)size}, out);
    return good;
}

/* Some writers pad the header with spaces in front, so that tensors begin where a page does. */
static bool is_safetensors(slice file) {
    if (file.length <= SAFETENSORS_START) return false;
    slice header = without_spaces(after(file, file.at, SAFETENSORS_START));
    return header.length && *header.at == '{';
}

/* Of two with one name nobody knows which is meant. */
static bool are_named_once(const array_file *file, nf_text *why) {
    for (int i = 0; i < file->count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(file->at[i].name, file->at[j].name) == 0)
                return refuse(why, file->at[i].name, NAME_TWICE);
    return true;
}

bool open_arrays(slice file, array_file *out, nf_text *why) {
    *out = (array_file){.at = NULL};
    why->used = 0;
    bool good = is_npy(file)           ? open_npy(file, out, why)
                : is_zip(file)         ? open_npz(file, out, why)
                : is_safetensors(file) ? open_safetensors(file, out, why)
                                       : refuse(why, NULL, NO_ARRAY_FILE);
    good = good && are_named_once(out, why);
    if (!good) close_arrays(out);
    return good;
}

void close_arrays(array_file *file) {
    free(file->at);
    *file = (array_file){.at = NULL};
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* The number at `at` as the nearest float32. */
static float number_at(const array *a, const uint8_t *at) {
    int bytes = bytes_of(a->type);
    uint64_t bits = a->high_first ? high_first(at, bytes) : low_first(at, bytes);
    uint8_t low[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
    switch (a->type) {
    case NUMBER_F16: return half_float(low);
    case NUMBER_BF16: return float_of_bits((uint32_t)bits << 16);
    case NUMBER_F32: return float_of_bits((uint32_t)bits);
    default: return (float)double_of_bits(bits);
    }
}

static void note(array_facts *facts, uint64_t index, float x, bool *any) {
    bool finite = x - x == 0;
    if (!finite && facts->not_finite++ == 0) facts->first_bad = index;
    if (!finite) return;
    if (!*any || x < facts->low) facts->low = x;
    if (!*any || x > facts->high) facts->high = x;
    *any = true;
}

/* Where the next number in C order stands in the file, counted in numbers. */
typedef struct cursor {
    uint64_t at, step[ARRAY_DIMENSIONS_MAX], index[ARRAY_DIMENSIONS_MAX];
} cursor;

static cursor start_cursor(const array *a) {
    cursor c = {.at = 0};
    uint64_t step = 1;
    for (int i = 0; i < a->dimensions; i++) {
        int which = a->columns_first ? i : a->dimensions - 1 - i;
        c.step[which] = step;
        step *= a->shape[which];
    }
    return c;
}

static void move_on(const array *a, cursor *c) {
    for (int i = a->dimensions; i-- > 0;) {
        c->at += c->step[i];
        if (++c->index[i] < a->shape[i]) return;
        c->at -= c->step[i] * a->shape[i];
        c->index[i] = 0;
    }
}

static void read_numbers(const array *a, const uint8_t *from, float *out, array_facts *facts) {
    cursor c = start_cursor(a);
    size_t bytes = (size_t)bytes_of(a->type);
    bool any = false;
    *facts = (array_facts){.low = 0};
    for (uint64_t i = 0; i < a->numbers; i++, move_on(a, &c)) {
        const uint8_t *at = from + c.at * bytes;
        out[i] = number_at(a, at);
        note(facts, i, out[i], &any);
        bool was_finite = a->type == NUMBER_F64 && out[i] - out[i] != 0;
        if (was_finite) {
            double x = double_of_bits(a->high_first ? high_first(at, 8) : low_first(at, 8));
            facts->beyond += x - x == 0;
        }
    }
}

bool read_array(const array *a, float *out, array_facts *facts, nf_text *why) {
    if (a->type == NUMBER_OTHER) return refuse(why, a->name, OTHER_NUMBERS);
    if (!a->is_packed) {
        read_numbers(a, a->at, out, facts);
        return true;
    }
    uint8_t *unpacked = a->entry.size < SIZE_MAX ? malloc((size_t)a->entry.size + 1) : NULL;
    if (!unpacked) return refuse(why, a->name, NO_ROOM);
    bool good = zip_unpack(&a->entry, unpacked);
    if (good) read_numbers(a, unpacked + a->skip, out, facts);
    free(unpacked);
    return good || refuse(why, a->name, UNPACKED_OTHERWISE);
}
