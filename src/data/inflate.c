#include "inflate.h"

#include <string.h>

enum { LONGEST = 15, LITERALS = 288, DISTANCES = 30, LENGTHS = 19, END = 256 };

typedef struct stream {
    const uint8_t *bytes;
    size_t size, at;
    uint32_t held; /* bits that were read and not used, the first one lowest */
    int count;     /* how many */
    bool is_short; /* more was needed than there is */
    uint8_t *out;
    size_t room, made;
} stream;

/* ---- Bits ----------------------------------------------------------------------------------- */

/* The next `count` bits, at most 16, as a number; 0 beyond the end. */
static uint32_t take(stream *s, int count) {
    while (s->count < count) {
        s->is_short = s->is_short || s->at == s->size;
        uint32_t byte = s->at < s->size ? s->bytes[s->at++] : 0;
        s->held |= byte << s->count;
        s->count += 8;
    }
    uint32_t bits = s->held & ((1u << count) - 1);
    s->held >>= count;
    s->count -= count;
    return bits;
}

/* ---- Codes ---------------------------------------------------------------------------------- */

/* A canonical code: how many of each length there are, and the symbols in the order of codes. */
typedef struct code {
    uint16_t count[LONGEST + 1], symbol[LITERALS];
} code;

/* The code of these lengths; false if there are more codes than bits tell apart, or fewer, unless
 * it is the one code of a single symbol. */
static bool make_code(code *to, const uint8_t *length, int symbols) {
    uint16_t first[LONGEST + 2] = {0};
    int left = 1;
    memset(to->count, 0, sizeof to->count);
    for (int i = 0; i < symbols; i++) to->count[length[i]]++;
    int used = symbols - to->count[0];
    to->count[0] = 0;
    for (int bits = 1; bits <= LONGEST; bits++) {
        left = 2 * left - to->count[bits];
        if (left < 0) return false;
        first[bits + 1] = (uint16_t)(first[bits] + to->count[bits]);
    }
    for (int i = 0; i < symbols; i++)
        if (length[i]) to->symbol[first[length[i]]++] = (uint16_t)i;
    return left == 0 || used == 0 || (used == 1 && to->count[1] == 1);
}

/* The next symbol; -1 if no code is so. */
static int decode(stream *s, const code *by) {
    int value = 0, first = 0, index = 0;
    for (int bits = 1; bits <= LONGEST; bits++) {
        value |= (int)take(s, 1);
        int count = by->count[bits];
        if (value - first < count) return by->symbol[index + value - first];
        index += count;
        first = 2 * (first + count);
        value *= 2;
    }
    return -1;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static bool is_full(const stream *s) { return s->made == s->room; }

static bool copy_stored(stream *s) {
    take(s, s->count % 8);
    uint32_t length = take(s, 16), inverse = take(s, 16);
    if (s->is_short || (length ^ inverse) != 0xffff) return false;
    for (; length > 0 && !is_full(s) && !s->is_short; length--)
        s->out[s->made++] = (uint8_t)take(s, 8);
    return !s->is_short;
}

static bool copy_back(stream *s, int symbol, const code *distances) {
    static const uint16_t length_from[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                           15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                           67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_from[DISTANCES] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_bits[DISTANCES] = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                     4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                     9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    int which = symbol - END - 1;
    if (which >= (int)sizeof length_bits) return false;
    size_t length = length_from[which] + take(s, length_bits[which]);
    int far = decode(s, distances);
    if (far < 0 || far >= DISTANCES) return false;
    size_t distance = distance_from[far] + take(s, distance_bits[far]);
    if (s->is_short || distance > s->made) return false;
    for (; length > 0 && !is_full(s); length--, s->made++)
        s->out[s->made] = s->out[s->made - distance];
    return true;
}

/* Symbols up to the end of the block, or until `out` is full. */
static bool copy_coded(stream *s, const code *literals, const code *distances) {
    while (!is_full(s)) {
        int symbol = decode(s, literals);
        if (symbol < 0 || s->is_short) return false;
        if (symbol == END) return true;
        if (symbol < END)
            s->out[s->made++] = (uint8_t)symbol;
        else if (!copy_back(s, symbol, distances))
            return false;
    }
    return true;
}

static bool copy_fixed(stream *s) {
    uint8_t length[LITERALS], five[DISTANCES];
    code literals, distances;
    for (int i = 0; i < LITERALS; i++)
        length[i] = (uint8_t)(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    memset(five, 5, sizeof five);
    make_code(&literals, length, LITERALS);
    make_code(&distances, five, DISTANCES); /* two codes of five bits stand for nothing */
    return copy_coded(s, &literals, &distances);
}

/* The lengths of `count` codes, themselves in code: 16 repeats the last one, 17 and 18 are
 * zeros. */
static bool read_lengths(stream *s, const code *by, uint8_t *length, int count) {
    int i = 0;
    while (i < count) {
        int symbol = decode(s, by);
        if (symbol < 0 || s->is_short) return false;
        if (symbol < 16) {
            length[i++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16 && i == 0) return false;
        uint8_t value = symbol == 16 ? length[i - 1] : 0;
        int times = symbol == 18   ? 11 + (int)take(s, 7)
                    : symbol == 17 ? 3 + (int)take(s, 3)
                                   : 3 + (int)take(s, 2);
        if (i + times > count) return false;
        while (times-- > 0) length[i++] = value;
    }
    return true;
}

static bool copy_described(stream *s) {
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t length[LITERALS + 32] = {0};
    code lengths, literals, distances;
    int literal_count = 257 + (int)take(s, 5), distance_count = 1 + (int)take(s, 5);
    int count = 4 + (int)take(s, 4);
    if (literal_count > 286 || distance_count > DISTANCES) return false;
    for (int i = 0; i < count; i++) length[order[i]] = (uint8_t)take(s, 3);
    if (s->is_short || !make_code(&lengths, length, LENGTHS)) return false;
    memset(length, 0, sizeof length);
    return read_lengths(s, &lengths, length, literal_count + distance_count) && length[END] &&
           make_code(&literals, length, literal_count) &&
           make_code(&distances, length + literal_count, distance_count) &&
           copy_coded(s, &literals, &distances);
}

inflated inflate(const uint8_t *bytes, size_t size, uint8_t *out, size_t room, size_t *made) {
    stream s = {.bytes = bytes, .size = size, .out = out, .room = room};
    bool is_last = false, good = true;
    while (good && !is_last && !is_full(&s)) {
        is_last = take(&s, 1);
        uint32_t kind = take(&s, 2);
        good = !s.is_short && (kind == 0   ? copy_stored(&s)
                               : kind == 1 ? copy_fixed(&s)
                               : kind == 2 ? copy_described(&s)
                                           : false);
    }
    *made = s.made;
    if (!good) return INFLATED_BROKEN;
    return is_last && !is_full(&s) ? INFLATED_WHOLE : INFLATED_MORE;
}
