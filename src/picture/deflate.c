#include "deflate.h"

#include <stdbool.h>

enum { SLOTS = 1 << 12, FARTHEST = 1 << 15, SHORTEST = 4, LONGEST = 258, END_OF_BLOCK = 256 };

typedef struct writer {
    uint8_t *out;
    size_t used;
    uint64_t bits; /* not written yet, the first the lowest */
    int count;
} writer;

static void put_bits(writer *w, uint32_t value, int count) {
    w->bits |= (uint64_t)value << w->count;
    for (w->count += count; w->count >= 8; w->count -= 8) {
        w->out[w->used++] = (uint8_t)w->bits;
        w->bits >>= 8;
    }
}

/* A Huffman code, whose first bit is the highest. */
static void put_code(writer *w, uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; i++) turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(w, turned, count);
}

static void put_symbol(writer *w, int symbol) {
    if (symbol < 144)
        put_code(w, 0x30u + (uint32_t)symbol, 8);
    else if (symbol < 256)
        put_code(w, 0x190u + (uint32_t)symbol - 144, 9);
    else if (symbol < 280)
        put_code(w, (uint32_t)symbol - 256, 7);
    else
        put_code(w, 0xc0u + (uint32_t)symbol - 280, 8);
}

/* Lengths from 3 and distances from 1 come in groups, each power of two in `parts` groups. */
static int group_of(uint32_t above, uint32_t parts, int *extra, uint32_t *rest) {
    int group = 0;
    uint32_t wide = 1, first = 0;
    *extra = 0;
    while (above >= first + wide) {
        first += wide;
        group++;
        if (group >= 2 * (int)parts && group % (int)parts == 0) {
            wide *= 2;
            ++*extra;
        }
    }
    *rest = above - first;
    return group;
}

static void put_match(writer *w, uint32_t length, uint32_t distance) {
    int extra;
    uint32_t rest;
    if (length == LONGEST)
        put_symbol(w, 285);
    else {
        int group = group_of(length - 3, 4, &extra, &rest);
        put_symbol(w, 257 + group);
        put_bits(w, rest, extra);
    }
    int group = group_of(distance - 1, 2, &extra, &rest);
    put_code(w, (uint32_t)group, 5);
    put_bits(w, rest, extra);
}

static uint32_t slot_of(const uint8_t *at) {
    uint32_t four =
        (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return four * 2654435761u >> 20;
}

static size_t common(const uint8_t *a, const uint8_t *b, size_t most) {
    size_t same = 0;
    while (same < most && a[same] == b[same]) same++;
    return same;
}

/* How long what stands at `at` stood before; and where, in *from. */
static size_t match_at(const uint8_t *bytes, size_t at, size_t count, size_t *from,
                       uint32_t last[SLOTS]) {
    size_t most = count - at < LONGEST ? count - at : LONGEST;
    if (most < SHORTEST) return 0;
    uint32_t *slot = &last[slot_of(bytes + at)];
    bool is_near = *slot && at + 1 - *slot <= FARTHEST; /* slots count from 1 */
    *from = is_near ? *slot - 1 : at;
    *slot = (uint32_t)at + 1;
    return is_near ? common(bytes + *from, bytes + at, most) : 0;
}

static void put_block(writer *w, const uint8_t *bytes, size_t count) {
    uint32_t last[SLOTS] = {0};
    put_bits(w, 3, 3); /* the last block, of fixed codes */
    for (size_t at = 0, step, from = 0; at < count; at += step) {
        size_t same = match_at(bytes, at, count, &from, last);
        step = same >= SHORTEST ? same : 1;
        if (same >= SHORTEST)
            put_match(w, (uint32_t)same, (uint32_t)(at - from));
        else
            put_symbol(w, bytes[at]);
    }
    put_symbol(w, END_OF_BLOCK);
    put_bits(w, 0, 7); /* to the end of the byte */
}

static uint32_t adler_of(const uint8_t *bytes, size_t count) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < count; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

size_t deflated_room(size_t count) { return count + count / 8 + 16; }

size_t deflate(const uint8_t *bytes, size_t count, uint8_t *out) {
    writer w = {.out = out};
    w.out[w.used++] = 0x78;
    w.out[w.used++] = 0x01;
    put_block(&w, bytes, count);
    w.bits = 0;
    w.count = 0;
    uint32_t sum = adler_of(bytes, count);
    for (int shift = 24; shift >= 0; shift -= 8) out[w.used++] = (uint8_t)(sum >> shift);
    return w.used;
}
