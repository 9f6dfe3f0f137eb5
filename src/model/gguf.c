#include "engine/exact.h"

#include "gguf.h"

#include "refusals.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const uint8_t *start, *at, *end;
    uint64_t file_size, alignment;
    nf_status status;
    gguf *out;
    nf_text *why;
} reader;

static bool refuse_with(reader *r, model_words what, const fill *with) {
    if (r->status == NF_OK) put_of_model(r->why, what, with);
    if (r->status == NF_OK) r->status = NF_BAD_MODEL;
    return false;
}

static bool refuse(reader *r, model_words what) { return refuse_with(r, what, NULL); }

static bool lacks_memory(reader *r) {
    put_of_model(r->why, GGUF_NO_MEMORY, NULL);
    r->status = NF_NO_MEMORY;
    return false;
}

/* Whether so many bytes follow. If they are in the file, all is read again with more of it. */
static bool has(reader *r, uint64_t count) {
    uint64_t read = (uint64_t)(r->at - r->start), given = (uint64_t)(r->end - r->start);
    if (r->status) return false;
    if (count <= given - read) return true;
    if (count > r->file_size - read) return refuse(r, GGUF_CUT);
    if (count > GGUF_HEADER_MAX - read) return refuse(r, GGUF_TOO_LONG);
    uint64_t more = 2 * given > read + count ? 2 * given : read + count;
    r->out->needs = more < r->file_size ? more : r->file_size;
    r->status = NF_READ;
    return false;
}

static uint64_t take_whole(reader *r, int bytes) {
    if (!has(r, (uint64_t)bytes)) return 0;
    r->at += bytes;
    return little_endian(r->at - bytes, bytes);
}

static byte_slice take_string(reader *r) {
    uint64_t length = take_whole(r, 8);
    if (!has(r, length)) return (byte_slice){"", 0};
    r->at += length;
    return (byte_slice){(const char *)r->at - length, (size_t)length};
}

/* ---- Metadata -------------------------------------------------------------------------------- */

/* Bytes of a value of this type; 0 where they differ. */
static int size_of(gguf_type type) {
    static const int sizes[GGUF_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return sizes[type];
}

static bool take_type(reader *r, gguf_type *type) {
    uint64_t number = take_whole(r, 4);
    if (number >= GGUF_TYPES) return refuse(r, VALUE_TYPE);
    *type = (gguf_type)number;
    return r->status == NF_OK;
}

static bool take_value(reader *r, gguf_type type, int depth, gguf_value *value);

static bool take_array(reader *r, int depth, gguf_value *value) {
    gguf_value element;
    if (depth == GGUF_DEPTH) return refuse(r, ARRAYS_TOO_DEEP);
    if (!take_type(r, &value->element)) return false;
    value->count = take_whole(r, 8);
    value->at = r->at;
    uint64_t size = (uint64_t)size_of(value->element);
    if (size && value->count > r->file_size / size) return refuse(r, GGUF_CUT);
    if (!has(r, size * value->count)) return false;
    r->at += size * value->count;
    for (uint64_t i = 0; !size && i < value->count; i++)
        if (!take_value(r, value->element, depth + 1, &element)) return false;
    return r->status == NF_OK;
}

static bool take_value(reader *r, gguf_type type, int depth, gguf_value *value) {
    *value = (gguf_value){.type = type, .at = r->at};
    if (type == GGUF_ARRAY) {
        if (!take_array(r, depth, value)) return false;
    } else if (type == GGUF_STRING) {
        value->at = (const uint8_t *)take_string(r).at;
    } else
        (void)take_whole(r, size_of(type));
    if (r->status == NF_OK) value->bytes = (size_t)(r->at - value->at);
    return r->status == NF_OK;
}

static int compare_slices(byte_slice a, byte_slice b) {
    int order = memcmp(a.at, b.at, a.length < b.length ? a.length : b.length);
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static int compare_entries(const void *a, const void *b) {
    const gguf_entry *left = a, *right = b;
    return compare_slices(left->key, right->key);
}

static bool sort_entries(reader *r) {
    gguf *out = r->out;
    if (out->count) qsort(out->entries, (size_t)out->count, sizeof *out->entries, compare_entries);
    for (int i = 1; i < out->count; i++)
        if (compare_entries(&out->entries[i - 1], &out->entries[i]) == 0)
            return refuse(r, KEY_TWICE);
    return true;
}

static bool take_entries(reader *r, uint64_t count) {
    if (count > GGUF_ENTRIES_MAX) return refuse(r, KEYS_TOO_MANY);
    r->out->entries = calloc((size_t)count + 1, sizeof *r->out->entries);
    if (!r->out->entries) return lacks_memory(r);
    for (uint64_t i = 0; i < count; i++) {
        gguf_entry *e = &r->out->entries[i];
        gguf_type type;
        e->key = take_string(r);
        if (e->key.length > GGUF_KEY_MAX) return refuse(r, KEY_TOO_LONG);
        if (!take_type(r, &type) || !take_value(r, type, 0, &e->value)) return false;
        r->out->count++;
    }
    return sort_entries(r);
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static bool refuse_tensor(reader *r, const tensor *t, model_words what) {
    return refuse_with(r, what, &(fill){.quoted = slice_of(t->name)});
}

static bool take_tensor_type(reader *r, tensor *t) {
    static const struct {
        uint64_t number;
        tensor_type type;
    } known[] = {{0, TYPE_F32},   {1, TYPE_F16},   {30, TYPE_BF16}, {8, TYPE_Q8_0},
                 {12, TYPE_Q4_K}, {13, TYPE_Q5_K}, {14, TYPE_Q6_K}};
    uint64_t number = take_whole(r, 4);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number) {
            t->type = known[i].type;
            return r->status == NF_OK;
        }
    return refuse_with(r, GGUF_TENSOR_TYPE,
                       &(fill){.quoted = slice_of(t->name), .whole = {(int64_t)number}});
}

/* The first dimension is of neighbours in the file: here it is the last. */
static bool take_shape(reader *r, tensor *t) {
    uint64_t dimensions = take_whole(r, 4);
    if (dimensions > GGUF_DIMENSIONS_MAX) return refuse_tensor(r, t, GGUF_TENSOR_SHAPE);
    t->dimensions = (int)dimensions;
    for (int i = t->dimensions; i-- > 0;) t->shape[i] = take_whole(r, 8);
    return r->status == NF_OK;
}

static bool count_bytes(reader *r, tensor *t) {
    const type_facts *facts = facts_of_type(t->type);
    uint64_t numbers, row = t->dimensions ? t->shape[t->dimensions - 1] : 1;
    if (row % (uint64_t)facts->numbers) return refuse_tensor(r, t, GGUF_TENSOR_ROWS);
    if (!count_numbers(t->shape, t->dimensions, &numbers) ||
        numbers / (uint64_t)facts->numbers > r->file_size / (uint64_t)facts->bytes)
        return refuse_tensor(r, t, GGUF_TENSOR_SIZE);
    t->bytes = numbers / (uint64_t)facts->numbers * (uint64_t)facts->bytes;
    return true;
}

static bool take_tensor(reader *r) {
    tensor t = {.file = 0};
    byte_slice name = take_string(r);
    if (r->status) return false;
    if (name.length > GGUF_NAME_MAX || memchr(name.at, 0, name.length))
        return refuse(r, GGUF_TENSOR_NAME);
    memcpy(t.name, name.at, name.length);
    if (!take_shape(r, &t) || !take_tensor_type(r, &t) || !count_bytes(r, &t)) return false;
    t.offset = take_whole(r, 8);
    if (r->status) return false;
    if (t.offset % r->alignment) return refuse_tensor(r, &t, GGUF_TENSOR_START);
    return add_tensor(&r->out->tensors, &t) || lacks_memory(r);
}

static bool take_tensors(reader *r, uint64_t count) {
    if (count > TENSORS_MAX) return refuse(r, TENSORS_TOO_MANY);
    for (uint64_t i = 0; i < count; i++)
        if (!take_tensor(r)) return false;
    return true;
}

/* None begins before the end of the one before it, and all end within the file. */
static bool place_tensors(reader *r) {
    tensor_list *list = &r->out->tensors;
    uint64_t header = (uint64_t)(r->at - r->start), end = 0;
    uint64_t data = (header + r->alignment - 1) / r->alignment * r->alignment;
    bool begins = data <= r->file_size;
    uint64_t room = begins ? r->file_size - data : 0;
    sort_by_place(list, 0);
    for (int i = 0; i < list->count; i++) {
        tensor *t = &list->at[i];
        if (t->offset < end) return refuse_tensor(r, t, GGUF_TENSOR_OVERLAPS);
        if (!begins || t->offset > room || t->bytes > room - t->offset)
            return refuse_tensor(r, t, GGUF_TENSOR_CUT);
        end = t->offset + t->bytes;
        t->offset += data;
    }
    const char *twice = sort_by_name(list);
    return !twice || refuse_with(r, GGUF_TENSOR_TWICE, &(fill){.quoted = slice_of(twice)});
}

/* ---- The header ------------------------------------------------------------------------------ */

static bool take_alignment(reader *r) {
    const gguf_value *stated = gguf_find(r->out, "general.alignment");
    r->alignment = 32;
    if (!stated) return true;
    bool is_whole = gguf_whole(stated, &r->alignment);
    if (is_whole && r->alignment && r->alignment % 8 == 0 && r->alignment <= 1 << 20) return true;
    return refuse(r, ALIGNMENT_UNKNOWN);
}

static bool take_version(reader *r) {
    if (!has(r, 4) || memcmp(r->at, "GGUF", 4) != 0) return refuse(r, GGUF_START);
    r->at += 4;
    uint64_t version = take_whole(r, 4);
    if (r->status || version == 3) return r->status == NF_OK;
    return refuse_with(r, GGUF_VERSION, &(fill){.whole = {(int64_t)version}});
}

nf_status read_gguf(const uint8_t *bytes, size_t size, uint64_t file_size, gguf *out,
                    nf_text *why) {
    reader r = {bytes, bytes, bytes + size, file_size, 0, NF_OK, out, why};
    *out = (gguf){.count = 0};
    if (take_version(&r)) {
        uint64_t tensors = take_whole(&r, 8), entries = take_whole(&r, 8);
        bool good = r.status == NF_OK && take_entries(&r, entries) && take_alignment(&r) &&
                    take_tensors(&r, tensors) && place_tensors(&r);
        (void)good;
    }
    if (r.status) {
        uint64_t needs = out->needs;
        forget_gguf(out);
        out->needs = needs;
    }
    return r.status;
}

void forget_gguf(gguf *file) {
    free(file->entries);
    forget_tensors(&file->tensors);
    *file = (gguf){.count = 0};
}

/* ---- Values ---------------------------------------------------------------------------------- */

const gguf_value *gguf_find(const gguf *file, const char *key) {
    gguf_entry wanted = {.key = {key, strlen(key)}};
    const gguf_entry *found = file->count ? bsearch(&wanted, file->entries, (size_t)file->count,
                                                    sizeof wanted, compare_entries)
                                          : NULL;
    return found ? &found->value : NULL;
}

static bool is_signed(gguf_type type) {
    return type == GGUF_I8 || type == GGUF_I16 || type == GGUF_I32 || type == GGUF_I64;
}

bool gguf_whole(const gguf_value *value, uint64_t *out) {
    int size = size_of(value->type);
    *out = 0;
    bool is_real = value->type == GGUF_F32 || value->type == GGUF_F64;
    if (!size || is_real || value->type == GGUF_BOOL) return false;
    *out = little_endian(value->at, size);
    return !is_signed(value->type) || !(*out >> (8 * size - 1));
}

bool gguf_number(const gguf_value *value, double *out) {
    uint64_t bits;
    if (value->type == GGUF_F32) {
        float single;
        tensor_floats(TYPE_F32, value->at, 1, &single);
        *out = (double)single;
    } else if (value->type == GGUF_F64) {
        bits = little_endian(value->at, 8);
        memcpy(out, &bits, sizeof *out);
    } else if (gguf_whole(value, &bits))
        *out = (double)bits;
    else
        return false;
    return *out - *out == 0; /* neither infinite nor NaN */
}

bool gguf_truth(const gguf_value *value, bool *out) {
    if (value->type != GGUF_BOOL || *value->at > 1) return false;
    *out = *value->at == 1;
    return true;
}

byte_slice gguf_text(const gguf_value *value) {
    if (value->type != GGUF_STRING) return (byte_slice){"", 0};
    return (byte_slice){(const char *)value->at, value->bytes};
}

bool gguf_next(const gguf_value *array, const uint8_t **at, gguf_value *element) {
    nf_text none = {NULL, 0, 0};
    const uint8_t *end = array->at + array->bytes;
    reader r = {*at, *at, end, (uint64_t)(end - *at), 0, NF_OK, NULL, &none};
    if (array->type != GGUF_ARRAY || *at >= end) return false;
    bool good = take_value(&r, array->element, 0, element);
    *at = r.at;
    return good;
}
