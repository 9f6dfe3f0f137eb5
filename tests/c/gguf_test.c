/* GGUF: a header written here and read back, in pieces as well; every way in which one can lie; and
 * blocks of each type, packed from known numbers as ggml's quantiser packs them, against the
 * documented formula with each rounding written out. */
#include "engine/text.h"
#include "gguf_file.h"
#include "model/gguf.h"

#include <stdlib.h>

static char said[400];

static nf_status read_file(const file *f, size_t given, gguf *out) {
    nf_text why = {said, 0, sizeof said};
    uint8_t *alone = malloc(given + 1); /* so that a step beyond the end is seen */
    said[0] = 0;
    memcpy(alone, f->at, given);
    nf_status status = read_gguf(alone, given, f->size, out, &why);
    if (status == NF_OK) {
        forget_gguf(out);
        why.used = 0;
        status = read_gguf(f->at, given, f->size, out, &why);
    }
    free(alone);
    return status;
}

/* ---- What is read ---------------------------------------------------------------------------- */

static void write_sound(file *f) {
    start_file(f, 3, 2, 13);
    add_key(f, "general.architecture", GGUF_STRING);
    add_text(f, "llama");
    add_entry(f, "u8", GGUF_U8, 255);
    add_entry(f, "i8", GGUF_I8, 255);
    add_entry(f, "u16", GGUF_U16, 65535);
    add_entry(f, "i16", GGUF_I16, 7);
    add_entry(f, "u32", GGUF_U32, 4000000000);
    add_entry(f, "i32", GGUF_I32, 0xffffffff);
    add_entry(f, "f32", GGUF_F32, 0x3f000000);
    add_entry(f, "bool", GGUF_BOOL, 1);
    add_entry(f, "u64", GGUF_U64, UINT64_MAX);
    add_entry(f, "f64", GGUF_F64, 0x7ff0000000000000);
    add_key(f, "words", GGUF_ARRAY);
    add_number(f, GGUF_STRING, 4);
    add_number(f, 3, 8);
    add_text(f, "a");
    add_text(f, "");
    add_text(f, "bcd");
    add_key(f, "nested", GGUF_ARRAY);
    add_number(f, GGUF_ARRAY, 4);
    add_number(f, 1, 8);
    add_number(f, GGUF_I16, 4);
    add_number(f, 2, 8);
    add_number(f, 0x00050004, 4);
    add_info(f, "b", 8, 64, 2, 32);
    add_info(f, "a", 0, 1, 3, 0);
    pad(f, 32 + 136);
}

static void values_are_right(const gguf *g) {
    static const struct {
        const char *key;
        bool is_whole;
        uint64_t whole;
        bool is_number;
        double number;
    } cases[] = {{"u8", true, 255, true, 255},         {"i8", false, 255, false, 0},
                 {"u16", true, 65535, true, 65535},    {"i16", true, 7, true, 7},
                 {"u32", true, 4000000000, true, 4e9}, {"i32", false, 0xffffffff, false, 0},
                 {"f32", false, 0, true, 0.5},         {"f64", false, 0, false, 0},
                 {"bool", false, 0, false, 0},         {"u64", true, UINT64_MAX, true, 0x1p64},
                 {"words", false, 0, false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gguf_value *v = gguf_find(g, cases[i].key);
        uint64_t whole = 1;
        double number;
        CHECK(v && gguf_whole(v, &whole) == cases[i].is_whole && whole == cases[i].whole,
              "%s is %llu", cases[i].key, (unsigned long long)whole);
        CHECK(v && gguf_number(v, &number) == cases[i].is_number, "%s", cases[i].key);
        if (cases[i].is_number) CHECK(number == cases[i].number, "%s is %g", cases[i].key, number);
    }
    bool truth = false;
    CHECK(gguf_truth(gguf_find(g, "bool"), &truth) && truth, "the truth");
    CHECK(!gguf_truth(gguf_find(g, "u8"), &truth), "a number for a truth");
    byte_slice text = gguf_text(gguf_find(g, "general.architecture"));
    CHECK(same_text(text.at, text.length, "llama"), "%.*s", (int)text.length, text.at);
    CHECK(gguf_text(gguf_find(g, "u8")).length == 0 && !gguf_find(g, "u"), "what is not there");
}

static void arrays_are_right(const gguf *g) {
    static const char *const words[] = {"a", "", "bcd"};
    const gguf_value *v = gguf_find(g, "words"), *nested = gguf_find(g, "nested");
    const uint8_t *at = v->at;
    gguf_value element, inner;
    for (int i = 0; i < 3; i++) {
        CHECK(gguf_next(v, &at, &element), "word %d", i);
        byte_slice text = gguf_text(&element);
        CHECK(same_text(text.at, text.length, words[i]), "word %d: %.*s", i, (int)text.length,
              text.at);
    }
    CHECK(!gguf_next(v, &at, &element) && !gguf_next(gguf_find(g, "u8"), &at, &element), "the end");
    at = nested->at;
    CHECK(gguf_next(nested, &at, &element) && element.count == 2, "the inner array");
    at = element.at;
    uint64_t four = 0, five = 0;
    CHECK(gguf_next(&element, &at, &inner) && gguf_whole(&inner, &four), "its first");
    CHECK(gguf_next(&element, &at, &inner) && gguf_whole(&inner, &five), "its second");
    CHECK(four == 4 && five == 5 && !gguf_next(&element, &at, &inner), "%d %d", (int)four,
          (int)five);
}

static void test_sound(void) {
    static file f;
    gguf g;
    write_sound(&f);
    CHECK(read_file(&f, f.size, &g) == NF_OK && g.count == 13, "%d entries: %s", g.count, said);
    values_are_right(&g);
    arrays_are_right(&g);
    const tensor *a = find_tensor(&g.tensors, "a"), *b = find_tensor(&g.tensors, "b");
    CHECK(a && a->type == TYPE_F32 && a->bytes == 12 && a->offset == f.size - 168, "the place");
    CHECK(b && b->type == TYPE_Q8_0 && b->shape[0] == 2 && b->shape[1] == 64 && b->bytes == 136 &&
              b->offset == f.size - 136,
          "the shape");
    forget_gguf(&g);
}

/* Whatever part is given, more is asked for, never beyond the file, until all is there. */
static void test_pieces(void) {
    static file f;
    gguf g;
    write_sound(&f);
    size_t header = f.size - 168;
    for (size_t given = 0; given < header; given++) {
        nf_status status = read_file(&f, given, &g);
        if (status == NF_OK) {
            CHECK(header - given < 32, "%zu of %zu bytes are enough", given, header);
            forget_gguf(&g);
            continue;
        }
        CHECK(status == NF_READ && g.needs > given && g.needs <= f.size && !said[0] && !g.entries,
              "%zu bytes: status %d, %llu needed", given, status, (unsigned long long)g.needs);
    }
}

/* A file that was not copied whole is refused wherever it ends. */
static void test_cut(void) {
    static file f;
    gguf g;
    write_sound(&f);
    for (size_t whole = f.size; f.size > 0; f.size--)
        if (f.size < whole)
            CHECK(read_file(&f, f.size, &g) == NF_BAD_MODEL && said[0], "%zu bytes", f.size);
}

/* ---- Lies ------------------------------------------------------------------------------------ */

static void is_refused(const file *f, const char *what) {
    gguf g;
    CHECK(read_file(f, f->size, &g) == NF_BAD_MODEL && says(said, what), "not \"%s\": %s", what,
          said);
    CHECK(!g.entries && !g.tensors.at, "something is kept");
}

static void test_lies_of_metadata(void) {
    static file f;
    start_file(&f, 2, 0, 0);
    is_refused(&f, "GGUF's version 2; version 3 is known");
    f.at[0] = 'g';
    is_refused(&f, "does not begin with GGUF");
    start_file(&f, 3, 0, UINT64_MAX);
    is_refused(&f, "more than 10,000 entries");
    start_file(&f, 3, UINT64_MAX, 0);
    is_refused(&f, "more than 100,000 tensors");
    start_file(&f, 3, 0, 2);
    for (int i = 0; i < 2; i++) {
        add_key(&f, "twice", GGUF_U8);
        add_number(&f, 1, 1);
    }
    is_refused(&f, "a key twice");
    start_file(&f, 3, 0, 1);
    add_key(&f, "a", (gguf_type)13);
    is_refused(&f, "a value of an unknown type");
    start_file(&f, 3, 0, 1);
    add_key(&f, "a", GGUF_ARRAY);
    add_number(&f, GGUF_U64, 4);
    add_number(&f, UINT64_MAX / 8 + 2, 8);
    is_refused(&f, "ends within its header");
    start_file(&f, 3, 0, 1);
    add_key(&f, "a", GGUF_ARRAY);
    for (int i = 0; i <= GGUF_DEPTH; i++) {
        add_number(&f, GGUF_ARRAY, 4);
        add_number(&f, 1, 8);
    }
    is_refused(&f, "more than 8 deep");
    start_file(&f, 3, 0, 1);
    add_entry(&f, "general.alignment", GGUF_U32, 12);
    is_refused(&f, "general.alignment");
}

static void test_lies_of_tensors(void) {
    static const struct {
        int type;
        uint64_t neighbours, rows, offset;
        const char *said;
    } cases[] = {{2, 32, 1, 0, "\"t\" is of ggml's type 2; known here are"},
                 {8, 48, 1, 0, "no whole number of its type's blocks"},
                 {12, 128, 2, 0, "no whole number of its type's blocks"},
                 {0, (uint64_t)1 << 40, (uint64_t)1 << 40, 0, "larger than the file"},
                 {0, (uint64_t)1 << 63, 1, 0, "larger than the file"},
                 {0, 8, 1, 8, "does not begin where it may"},
                 {0, 8, 1, 64, "ends beyond the end of the file"},
                 {0, 8, 3, 0, "ends beyond the end of the file"}};
    static file f;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start_file(&f, 3, 1, 0);
        add_info(&f, "t", cases[i].type, cases[i].neighbours, cases[i].rows, cases[i].offset);
        pad(&f, 64);
        is_refused(&f, cases[i].said);
    }
    start_file(&f, 3, 2, 0);
    add_info(&f, "t", 0, 16, 1, 0);
    add_info(&f, "u", 0, 8, 1, 32);
    pad(&f, 96);
    is_refused(&f, "\"u\" overlaps the one before it");
    start_file(&f, 3, 2, 0);
    add_info(&f, "t", 0, 8, 1, 0);
    add_info(&f, "t", 0, 8, 1, 32);
    pad(&f, 96);
    is_refused(&f, "two tensors of the name \"t\"");
    start_file(&f, 3, 1, 0);
    add_info(&f, "tt", 0, 0, 0, 0);
    is_refused(&f, "ends beyond the end of the file"); /* of no bytes, after the padding */
    start_file(&f, 3, 1, 0);
    add_text(&f, "t");
    add_number(&f, 5, 4);
    pad(&f, 96);
    is_refused(&f, "more than four dimensions");
    start_file(&f, 3, 1, 0);
    add_info(&f, "a name that is longer than the sixty-four bytes that GGUF allows it", 0, 8, 1, 0);
    pad(&f, 96);
    is_refused(&f, "more than 64 bytes");
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* The numbers of a block before they are packed. */
typedef struct unpacked {
    int scale[16], offset[8], number[256];
} unpacked;

/* A half float from its bits, by multiplication alone. */
static double half_of(unsigned bits) {
    int exponent = (int)(bits >> 10 & 31);
    double size = exponent ? 1024 + (double)(bits & 1023) : (double)(bits & 1023);
    for (int i = exponent ? exponent - 25 : -24; i < 0; i++) size /= 2;
    for (int i = exponent - 25; i > 0; i--) size *= 2;
    return bits & 0x8000 ? -size : size;
}

static void put_half(uint8_t *to, unsigned bits) {
    to[0] = (uint8_t)bits;
    to[1] = (uint8_t)(bits >> 8);
}

/* Every fourth block is of extremes alone. */
static int drawn(chance *c, int low, int high, bool extreme) {
    if (!extreme) return between(c, low, high);
    return between(c, 0, 1) ? low : high;
}

static unsigned drawn_half(chance *c, bool extreme) {
    static const unsigned extremes[] = {0, 0x8000, 1, 0x83ff, 0x0400, 0x7bff, 0xfbff, 0x3c00};
    if (extreme) return extremes[between(c, 0, 7)];
    return (unsigned)between(c, 0, 0x7bff) | (unsigned)between(c, 0, 1) << 15;
}

static void pack_scales(const unpacked *u, uint8_t *to) {
    memset(to, 0, 12);
    for (int j = 0; j < 8; j++) {
        int scale = u->scale[j], offset = u->offset[j];
        if (j < 4) {
            to[j] = (uint8_t)scale;
            to[j + 4] = (uint8_t)offset;
        } else {
            to[j + 4] = (uint8_t)((scale & 15) | (offset & 15) << 4);
            to[j - 4] = (uint8_t)(to[j - 4] | scale >> 4 << 6);
            to[j] = (uint8_t)(to[j] | offset >> 4 << 6);
        }
    }
}

static void pack_k(const unpacked *u, bool five, uint8_t *block) {
    uint8_t *high = block + 16, *low = block + (five ? 48 : 16);
    pack_scales(u, block + 4);
    if (five) memset(high, 0, 32);
    for (int group = 0; group < 4; group++)
        for (int i = 0; i < 32; i++) {
            int a = u->number[64 * group + i], b = u->number[64 * group + 32 + i];
            low[32 * group + i] = (uint8_t)((a & 15) | (b & 15) << 4);
            if (five)
                high[i] =
                    (uint8_t)(high[i] | (a >> 4) << (2 * group) | (b >> 4) << (2 * group + 1));
        }
}

static void block_of_k(chance *c, bool five, bool extreme, uint8_t *block, float *expected) {
    unpacked u;
    unsigned whole = drawn_half(c, extreme), least = drawn_half(c, extreme);
    for (int j = 0; j < 8; j++) {
        u.scale[j] = drawn(c, 0, 63, extreme);
        u.offset[j] = drawn(c, 0, 63, extreme);
    }
    for (int i = 0; i < 256; i++) u.number[i] = drawn(c, 0, five ? 31 : 15, extreme);
    put_half(block, whole);
    put_half(block + 2, least);
    pack_k(&u, five, block);
    for (int i = 0; i < 256; i++) {
        float scale = (float)(half_of(whole) * u.scale[i / 32]);
        float offset = (float)(half_of(least) * u.offset[i / 32]);
        float product = (float)((double)scale * u.number[i]);
        expected[i] = (float)((double)product - (double)offset);
    }
}

static void block_of_6(chance *c, bool extreme, uint8_t *block, float *expected) {
    unpacked u;
    unsigned whole = drawn_half(c, extreme);
    for (int j = 0; j < 16; j++) {
        u.scale[j] = drawn(c, -128, 127, extreme);
        block[192 + j] = (uint8_t)u.scale[j];
    }
    for (int i = 0; i < 256; i++) u.number[i] = drawn(c, 0, 63, extreme);
    put_half(block + 208, whole);
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < 32; i++) {
            const int *n = u.number + 128 * half + i;
            block[64 * half + i] = (uint8_t)((n[0] & 15) | (n[64] & 15) << 4);
            block[64 * half + 32 + i] = (uint8_t)((n[32] & 15) | (n[96] & 15) << 4);
            block[128 + 32 * half + i] =
                (uint8_t)(n[0] >> 4 | n[32] >> 4 << 2 | n[64] >> 4 << 4 | n[96] >> 4 << 6);
        }
    for (int i = 0; i < 256; i++) {
        float scale = (float)(half_of(whole) * u.scale[i / 16]);
        expected[i] = (float)((double)scale * (u.number[i] - 32));
    }
}

static void block_of_8(chance *c, bool extreme, uint8_t *block, float *expected) {
    unsigned whole = drawn_half(c, extreme);
    put_half(block, whole);
    for (int i = 0; i < 32; i++) {
        int number = drawn(c, -128, 127, extreme);
        block[2 + i] = (uint8_t)number;
        expected[i] = (float)(half_of(whole) * number);
    }
}

static void test_blocks(void) {
    chance c = {11};
    uint8_t block[2 * 210];
    float expected[2 * 256], read[2 * 256];
    for (int type = TYPE_Q8_0; type <= TYPE_Q6_K; type++) {
        const type_facts *facts = facts_of_type((tensor_type)type);
        int wrong = 0;
        for (int i = 0; i < 4000; i++) {
            for (int b = 0; b < 2; b++) {
                uint8_t *at = block + b * facts->bytes;
                float *to = expected + b * facts->numbers;
                bool extreme = i % 4 == 0;
                if (type == TYPE_Q8_0) block_of_8(&c, extreme, at, to);
                if (type == TYPE_Q6_K) block_of_6(&c, extreme, at, to);
                if (type == TYPE_Q4_K || type == TYPE_Q5_K)
                    block_of_k(&c, type == TYPE_Q5_K, extreme, at, to);
            }
            tensor_floats((tensor_type)type, block, 2 * (size_t)facts->numbers, read);
            for (int j = 0; j < 2 * facts->numbers; j++)
                wrong += bits_of_float(read[j]) != bits_of_float(expected[j]);
        }
        CHECK(wrong == 0, "%d numbers of %s are others", wrong, facts->name);
    }
}

int main(void) {
    test_sound();
    test_pieces();
    test_cut();
    test_lies_of_metadata();
    test_lies_of_tensors();
    test_blocks();
    return report();
}
