#include "engine/exact.h"

#include "tensors.h"

#include "engine/bits.h"
#include "engine/lanes.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers --------------------------------------------------------------------------------- */

const type_facts *facts_of_type(tensor_type type) {
    static const type_facts facts[TYPE_OTHER] = {
        {"F32", 1, 4},      {"F16", 1, 2},      {"BF16", 1, 2},    {"Q8_0", 32, 34},
        {"Q4_K", 256, 144}, {"Q5_K", 256, 176}, {"Q6_K", 256, 210}};
    return &facts[type];
}

uint64_t little_endian(const uint8_t *at, int bytes) {
    uint64_t value = 0;
    while (bytes--) value = value << 8 | at[bytes];
    return value;
}

/* ---- Blocks, as ggml-quants.c has them ------------------------------------------------------- */

enum { SMALL_BLOCK = 32, AT_ONCE = 16 };

/* So many numbers: times the scale, then less the offset, which changes nothing where it is 0. */
static void put_numbers(octets numbers, float scale, float offset, float *out) {
    lanes four[4];
    octets_floats(numbers, four);
    for (int i = 0; i < 4; i++) {
        lanes product = lanes_multiply(lanes_of(scale), four[i]);
        lanes_store(out + 4 * (ptrdiff_t)i, lanes_subtract(product, lanes_of(offset)));
    }
}

static void block_q8_0(const uint8_t *block, float *out) {
    float scale = half_float(block);
    for (int i = 0; i < SMALL_BLOCK; i += AT_ONCE)
        put_numbers(octets_load(block + 2 + i), scale, 0, out + i);
}

/* Scale and offset `index` of eight, of 6 bits each: the first four stand whole in 8 bytes, the
 * upper two bits of the others above them. */
static void scale_and_offset(const uint8_t *packed, int index, float *scale, float *offset) {
    int low = packed[index + 4];
    if (index < 4) {
        *scale = (float)(packed[index] & 63);
        *offset = (float)(low & 63);
    } else {
        *scale = (float)((low & 15) | packed[index - 4] >> 6 << 4);
        *offset = (float)(low >> 4 | packed[index] >> 6 << 4);
    }
}

/* 32 numbers of four bits in one half of 32 bytes; where `fifth` is given, a bit of each of its
 * bytes is the fifth one. */
static void numbers_of_k(const uint8_t *block, int index, const uint8_t *nibbles,
                         const uint8_t *fifth, float *out) {
    float scale, offset;
    scale_and_offset(block + 4, index, &scale, &offset);
    scale = half_float(block) * scale;
    offset = half_float(block + 2) * offset;
    for (int i = 0; i < 32; i += AT_ONCE) {
        octets both = octets_load(nibbles + i);
        octets number = index & 1 ? octets_shift_right(both, 4) : octets_and(both, 15);
        if (fifth) {
            octets bit = octets_and(octets_shift_right(octets_load(fifth + i), index), 1);
            number = octets_or(number, octets_shift_left(bit, 4));
        }
        put_numbers(number, scale, offset, out + i);
    }
}

static void block_q4_k(const uint8_t *block, float *out) {
    for (int i = 0; i < 8; i++)
        numbers_of_k(block, i, block + 16 + 32 * (i / 2), NULL, out + 32 * (ptrdiff_t)i);
}

static void block_q5_k(const uint8_t *block, float *out) {
    for (int i = 0; i < 8; i++)
        numbers_of_k(block, i, block + 48 + 32 * (i / 2), block + 16, out + 32 * (ptrdiff_t)i);
}

/* 16 numbers: four bits of a byte each, two bits of another one above them. */
static void numbers_of_6(const uint8_t *low, int low_shift, const uint8_t *high, int high_shift,
                         float scale, float *out) {
    octets four = octets_and(octets_shift_right(octets_load(low), low_shift), 15);
    octets two = octets_and(octets_shift_right(octets_load(high), high_shift), 3);
    put_numbers(octets_subtract(octets_or(four, octets_shift_left(two, 4)), 32), scale, 0, out);
}

/* Lower four bits of 256 numbers (128 bytes), upper two (64 bytes), 16 scales, a scale of these. */
static void block_q6_k(const uint8_t *block, float *out) {
    float whole = half_float(block + 208);
    for (int i = 0; i < 16; i++) {
        int half = i / 8, quarter = i / 2 % 4, place = 16 * (i % 2);
        const uint8_t *low = block + 64 * half + 32 * (quarter % 2) + place;
        const uint8_t *high = block + 128 + 32 * half + place;
        float scale = whole * (float)(int8_t)block[192 + i];
        numbers_of_6(low, quarter < 2 ? 0 : 4, high, 2 * quarter, scale, out + 16 * (ptrdiff_t)i);
    }
}

typedef void read_block(const uint8_t *block, float *out);

static void read_blocks(read_block *read, const type_facts *facts, const uint8_t *bytes,
                        size_t blocks, float *out) {
    for (size_t i = 0; i < blocks; i++)
        read(bytes + i * (size_t)facts->bytes, out + i * (size_t)facts->numbers);
}

/* Single numbers in loops of their own, which become vectors. */
void tensor_floats(tensor_type type, const uint8_t *bytes, size_t count, float *out) {
    static read_block *const blocks[TYPE_OTHER] = {[TYPE_Q8_0] = block_q8_0,
                                                   [TYPE_Q4_K] = block_q4_k,
                                                   [TYPE_Q5_K] = block_q5_k,
                                                   [TYPE_Q6_K] = block_q6_k};
    const type_facts *facts = facts_of_type(type);
    if (blocks[type]) read_blocks(blocks[type], facts, bytes, count / (size_t)facts->numbers, out);
    for (size_t i = 0; type == TYPE_F32 && i < count; i++) out[i] = full_float(bytes + 4 * i);
    for (size_t i = 0; type == TYPE_F16 && i < count; i++) out[i] = half_float(bytes + 2 * i);
    for (size_t i = 0; type == TYPE_BF16 && i < count; i++) out[i] = brain_float(bytes + 2 * i);
}

/* ---- The list -------------------------------------------------------------------------------- */

bool add_tensor(tensor_list *list, const tensor *added) {
    if (list->count == list->room) {
        int room = 2 * list->room + 64;
        tensor *longer = realloc(list->at, (size_t)room * sizeof *longer);
        if (!longer) return false;
        list->at = longer;
        list->room = room;
    }
    list->at[list->count++] = *added;
    return true;
}

void forget_tensors(tensor_list *list) {
    free(list->at);
    *list = (tensor_list){NULL, 0, 0};
}

bool count_numbers(const uint64_t *shape, int count, uint64_t *numbers) {
    *numbers = 1;
    for (int i = 0; i < count; i++) {
        if (shape[i] && *numbers > UINT64_MAX / shape[i]) return false;
        *numbers *= shape[i];
    }
    return true;
}

static int order_of(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

/* One of no bytes comes before what begins where it does. */
static int compare_places(const void *a, const void *b) {
    const tensor *left = a, *right = b;
    int order = order_of(left->offset, right->offset);
    return order ? order : order_of(left->bytes, right->bytes);
}

static int compare_names(const void *a, const void *b) {
    const tensor *left = a, *right = b;
    return strcmp(left->name, right->name);
}

void sort_by_place(tensor_list *list, int first) {
    if (list->count > first)
        qsort(list->at + first, (size_t)(list->count - first), sizeof *list->at, compare_places);
}

const char *sort_by_name(tensor_list *list) {
    if (list->count) qsort(list->at, (size_t)list->count, sizeof *list->at, compare_names);
    for (int i = 1; i < list->count; i++)
        if (strcmp(list->at[i - 1].name, list->at[i].name) == 0) return list->at[i].name;
    return NULL;
}

const tensor *find_tensor(const tensor_list *list, const char *name) {
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2, order = strcmp(list->at[middle].name, name);
        if (order == 0) return &list->at[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void put_shape(nf_text *out, const uint64_t *shape, int dimensions) {
    put_char(out, '(');
    for (int i = 0; i < dimensions; i++) {
        char digits[24], *at = digits + sizeof digits;
        uint64_t rest = shape[i];
        do *--at = (char)('0' + rest % 10);
        while (rest /= 10);
        if (i) put(out, ", ");
        put_bytes(out, at, (size_t)(digits + sizeof digits - at));
    }
    put_char(out, ')');
}
