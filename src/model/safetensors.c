#include "engine/exact.h"

#include "safetensors.h"

#include "engine/text.h"
#include "json.h"

#include <stdlib.h>
#include <string.h>

/* What it takes to say what is wrong. */
typedef struct header {
    const char *text;
    uint64_t size, file_size;
    int file;
    tensor_list *list;
    nf_text *why;
} header;

uint64_t safetensors_header(const uint8_t start[SAFETENSORS_START], uint64_t file_size,
                            nf_text *why) {
    uint64_t size = file_size < SAFETENSORS_START ? 0 : little_endian(start, SAFETENSORS_START);
    model_words what = file_size < SAFETENSORS_START          ? START_MISSING
                       : size > SAFETENSORS_HEADER            ? HEADER_TOO_LONG
                       : size > file_size - SAFETENSORS_START ? ENDS_IN_HEADER
                       : size < 2                             ? HEADER_EMPTY
                                                              : NOT_REFUSED;
    put_of_model(why, what, NULL);
    return what ? 0 : size;
}

/* ---- An entry -------------------------------------------------------------------------------- */

static bool refuse(const header *h, const tensor *t, model_words what) {
    put_of_named(h->why, what, t->name);
    return false;
}

/* A name as it stands in the header; cut where it is too long, for the sentence that says so. */
static bool copy_name(json_value key, char *to, size_t capacity) {
    char *text = malloc(key.length);
    if (!text) return false;
    size_t length = json_text(key, text), kept = length < capacity ? length : capacity;
    memcpy(to, text, kept);
    to[kept] = 0;
    bool fits = length <= capacity && !memchr(text, 0, length);
    free(text);
    return fits;
}

/* The bits of a number; its type is TYPE_OTHER for what no model's pass reads. 0 if unknown. */
static int read_type(json_value dtype, tensor *t) {
    static const struct {
        const char *name;
        int bits;
    } known[] = {{"F32", 32},        {"F16", 16},        {"BF16", 16},   {"BOOL", 8},
                 {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6}, {"U8", 8},
                 {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8}, {"F8_E8M0", 8},
                 {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},
                 {"I32", 32},        {"U32", 32},        {"C64", 64},    {"F64", 64},
                 {"I64", 64},        {"U64", 64}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (json_is(dtype, known[i].name)) {
            t->type = i <= TYPE_BF16 ? (tensor_type)i : TYPE_OTHER;
            t->type_name = known[i].name;
            return known[i].bits;
        }
    return 0;
}

static bool read_shape(json_value shape, tensor *t) {
    if (shape.kind != JSON_ARRAY) return false;
    for (json_walk w = json_inside(shape); json_next(&w);) {
        if (t->dimensions == TENSOR_DIMENSIONS_MAX) return false;
        if (!json_whole(w.value, &t->shape[t->dimensions++])) return false;
    }
    return true;
}

/* Places are counted from the end of the header. */
static bool read_place(json_value offsets, tensor *t) {
    uint64_t place[2];
    int count = 0;
    if (offsets.kind != JSON_ARRAY) return false;
    for (json_walk w = json_inside(offsets); json_next(&w); count++)
        if (count == 2 || !json_whole(w.value, &place[count])) return false;
    if (count != 2 || place[0] > place[1]) return false;
    t->offset = place[0];
    t->bytes = place[1] - place[0];
    return true;
}

static bool has_its_size(const tensor *t, int bits) {
    uint64_t numbers;
    if (!count_numbers(t->shape, t->dimensions, &numbers)) return false;
    if (numbers > UINT64_MAX / (uint64_t)bits) return false;
    return numbers * (uint64_t)bits % 8 == 0 && numbers * (uint64_t)bits / 8 == t->bytes;
}

static bool read_entry(const header *h, json_value entry, tensor *t) {
    json_value dtype, shape, offsets;
    bool once = json_find(entry, "dtype", &dtype) == 1 && json_find(entry, "shape", &shape) == 1 &&
                json_find(entry, "data_offsets", &offsets) == 1;
    if (!once) return refuse(h, t, TENSOR_INCOMPLETE);
    int bits = read_type(dtype, t);
    if (!bits) return refuse(h, t, TENSOR_TYPE);
    if (!read_shape(shape, t)) return refuse(h, t, TENSOR_SHAPE);
    if (!read_place(offsets, t)) return refuse(h, t, TENSOR_PLACE);
    if (!has_its_size(t, bits)) return refuse(h, t, TENSOR_SIZE);
    return true;
}

/* ---- The header ------------------------------------------------------------------------------ */

static bool are_texts(json_value metadata) {
    bool good = metadata.kind == JSON_OBJECT;
    for (json_walk w = json_inside(metadata); json_next(&w);) good &= w.value.kind == JSON_STRING;
    return good;
}

static nf_status add_entry(const header *h, const json_walk *w) {
    tensor t = {.file = h->file};
    if (json_is(w->key, "__metadata__")) {
        if (are_texts(w->value)) return NF_OK;
        put_of_model(h->why, METADATA_NO_TEXTS, NULL);
        return NF_BAD_MODEL;
    }
    if (!copy_name(w->key, t.name, TENSOR_NAME_MAX)) {
        refuse(h, &t, TENSOR_NAME);
        return NF_BAD_MODEL;
    }
    if (!read_entry(h, w->value, &t)) return NF_BAD_MODEL;
    if (h->list->count == TENSORS_MAX) {
        put_of_model(h->why, TENSORS_TOO_MANY, NULL);
        return NF_BAD_MODEL;
    }
    if (add_tensor(h->list, &t)) return NF_OK;
    put_of_model(h->why, TENSORS_NO_MEMORY, NULL);
    return NF_NO_MEMORY;
}

/* Each begins where the last one ends, and the last one ends the file. */
static bool places_are_whole(const header *h, int first) {
    uint64_t at = SAFETENSORS_START + h->size, end = 0;
    sort_by_place(h->list, first);
    for (int i = first; i < h->list->count; i++) {
        tensor *t = &h->list->at[i];
        if (t->offset != end) return refuse(h, t, TENSOR_GAP);
        end += t->bytes;
        if (end > h->file_size - at) return refuse(h, t, TENSOR_CUT);
        t->offset += at;
    }
    if (end == h->file_size - at) return true;
    put_of_model(h->why, MORE_AFTER_TENSORS, NULL);
    return false;
}

static nf_status read_entries(const header *h, json_value root) {
    int first = h->list->count;
    for (json_walk w = json_inside(root); json_next(&w);) {
        nf_status status = add_entry(h, &w);
        if (status) return status;
    }
    return places_are_whole(h, first) ? NF_OK : NF_BAD_MODEL;
}

nf_status read_safetensors(const char *text, uint64_t header_size, uint64_t file_size, int file,
                           tensor_list *list, nf_text *why) {
    header h = {text, header_size, file_size, file, list, why};
    json_value root;
    json_fault fault;
    int first = list->count;
    if (!json_read(text, (size_t)header_size, &root, &fault) || root.kind != JSON_OBJECT) {
        if (!fault.what) fault.what = NO_OBJECT;
        put_fault(why, HEADER_NO_JSON, text, (size_t)header_size, fault);
        return NF_BAD_MODEL;
    }
    nf_status status = read_entries(&h, root);
    if (status) list->count = first;
    return status;
}

/* ---- Several files --------------------------------------------------------------------------- */

/* A name within the folder: no path leads out of it. */
static bool is_plain_name(const char *name) {
    size_t length = strlen(name);
    bool leads = strchr(name, '/') || strchr(name, '\\') || strchr(name, ':') || name[0] == '.';
    return length > 12 && !leads && strcmp(name + length - 12, ".safetensors") == 0;
}

/* Its number, after it was added where it is new; -1 if it could not be. */
static int part_of(tensor_index *index, const char *name) {
    for (int i = index->count; i-- > 0;)
        if (strcmp(index->parts[i].at, name) == 0) return i;
    if (index->count == PARTS_MAX) return -1;
    part_name *longer = realloc(index->parts, (size_t)(index->count + 1) * sizeof *longer);
    if (!longer) return -1;
    index->parts = longer;
    memcpy(longer[index->count].at, name, strlen(name) + 1);
    return index->count++;
}

static bool add_said(tensor_index *index, const json_walk *w, nf_text *why) {
    tensor t = {.type = TYPE_OTHER};
    part_name part;
    bool is_name = copy_name(w->key, t.name, TENSOR_NAME_MAX);
    if (!is_name || w->value.kind != JSON_STRING || !copy_name(w->value, part.at, PART_NAME_MAX) ||
        !is_plain_name(part.at)) {
        put_of_named(why, INDEX_NO_FILE, t.name);
        return false;
    }
    t.file = part_of(index, part.at);
    if (t.file >= 0 && index->said.count < TENSORS_MAX && add_tensor(&index->said, &t)) return true;
    put_of_model(why, INDEX_TOO_LONG, NULL);
    return false;
}

static bool read_map(tensor_index *index, json_value map, nf_text *why) {
    for (json_walk w = json_inside(map); json_next(&w);)
        if (!add_said(index, &w, why)) return false;
    const char *twice = sort_by_name(&index->said);
    if (twice) put_of_named(why, INDEX_TWICE, twice);
    return !twice;
}

nf_status read_index(const char *text, size_t size, tensor_index *index, nf_text *why) {
    json_value root, map;
    json_fault fault;
    *index = (tensor_index){NULL, 0, {NULL, 0, 0}};
    if (!json_read(text, size, &root, &fault)) {
        put_fault(why, INDEX_NO_JSON, text, size, fault);
        return NF_BAD_MODEL;
    }
    if (json_find(root, "weight_map", &map) != 1 || map.kind != JSON_OBJECT) {
        put_of_model(why, INDEX_NO_MAP, NULL);
        return NF_BAD_MODEL;
    }
    if (read_map(index, map, why)) return NF_OK;
    forget_index(index);
    return NF_BAD_MODEL;
}

void forget_index(tensor_index *index) {
    free(index->parts);
    forget_tensors(&index->said);
    *index = (tensor_index){NULL, 0, {NULL, 0, 0}};
}

static bool say_lie(const tensor_index *index, const tensor *t, model_words what, nf_text *why) {
    char buffer[6 * PART_NAME_MAX + 3];
    nf_text part = {buffer, 0, sizeof buffer};
    put_json_text(&part, index->parts[t->file].at);
    put_of_model(why, what, &(fill){.quoted = slice_of(t->name), .text = slice_of(buffer)});
    return false;
}

bool index_is_true(const tensor_index *index, const tensor_list *list, nf_text *why) {
    for (int i = 0; i < index->said.count; i++) {
        const tensor *said = &index->said.at[i], *there = find_tensor(list, said->name);
        if (!there || there->file != said->file) return say_lie(index, said, INDEX_ELSEWHERE, why);
    }
    for (int i = 0; i < list->count; i++)
        if (!find_tensor(&index->said, list->at[i].name))
            return say_lie(index, &list->at[i], INDEX_LACKS, why);
    return true;
}
