/* The reader's own files: what NumPy and safetensors write comes back number by number, and what
 * is cut, damaged or lies is refused in a sentence and in no more memory than it deserves. */
#include "data/choose.h"
#include "data/inflate.h"
#include "data/npy.h"
#include "engine/text.h"
#include "model/tensors.h"
#include "packed.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static char said[1000];

static nf_text told(void) {
    said[0] = 0;
    return (nf_text){said, 0, sizeof said};
}

/* A copy of just these bytes, so that a sanitizer sees a read beyond them. */
static slice alone(const void *bytes, size_t length) {
    char *copy = malloc(length + !length);
    memcpy(copy, bytes, length);
    return (slice){copy, length};
}

static void forget(slice of) { free((void *)of.at); }

/* ---- Inflate -------------------------------------------------------------------------------- */

static void test_inflate(void) {
    unsigned char out[1181], expected[1180];
    size_t made;
    for (int i = 0; i < 700; i++) expected[i] = (unsigned char)(32 + (i * i * 7 + i / 3) % 90);
    for (int i = 0; i < 480; i++) expected[700 + i] = (unsigned char)('a' + i % 8);
    CHECK(inflate(described, sizeof described, out, sizeof out, &made) == INFLATED_WHOLE, "whole");
    CHECK(made == 1180 && memcmp(out, expected, 1180) == 0, "%zu bytes", made);
    for (size_t room = 0; room <= 1180; room++) {
        inflated how = inflate(described, sizeof described, out, room, &made);
        CHECK(how == INFLATED_MORE && made == room && memcmp(out, expected, room) == 0,
              "%zu of %zu bytes", made, room);
    }
    for (size_t size = 0; size < sizeof described; size++) {
        slice cut = alone(described, size);
        inflated how = inflate((const uint8_t *)cut.at, size, out, sizeof out, &made);
        CHECK(how == INFLATED_BROKEN && memcmp(out, expected, made) == 0, "cut to %zu", size);
        forget(cut);
    }
}

static void test_stored(void) {
    static const uint8_t two[] = {0, 3, 0, 0xfc, 0xff, 'a', 'b', 'c', 1, 1, 0, 0xfe, 0xff, 'd'};
    static const uint8_t wrong[] = {1, 3, 0, 0xfd, 0xff, 'a', 'b', 'c'}, kind[] = {7};
    static const uint8_t far[] = {0x4b, 0x04, 0x52, 0x00}; /* a distance before the beginning */
    uint8_t out[8];
    size_t made;
    CHECK(inflate(two, sizeof two, out, sizeof out, &made) == INFLATED_WHOLE && made == 4 &&
              memcmp(out, "abcd", 4) == 0,
          "%zu", made);
    CHECK(inflate(wrong, sizeof wrong, out, sizeof out, &made) == INFLATED_BROKEN, "its length");
    CHECK(inflate(kind, sizeof kind, out, sizeof out, &made) == INFLATED_BROKEN, "its kind");
    CHECK(inflate(far, sizeof far, out, sizeof out, &made) == INFLATED_BROKEN, "its distance");
}

static void test_damaged_streams(void) {
    chance c = {7};
    unsigned char bytes[sizeof described], out[2000];
    size_t made;
    for (int trial = 0; trial < 20000; trial++) {
        memcpy(bytes, described, sizeof bytes);
        for (int i = between(&c, 1, 4); i > 0; i--)
            bytes[between(&c, 0, (int)sizeof bytes - 1)] = (unsigned char)next_bits(&c);
        inflated how = inflate(bytes, sizeof bytes, out, sizeof out, &made);
        CHECK(made <= sizeof out && (how != INFLATED_WHOLE || made < sizeof out), "%zu", made);
    }
}

/* ---- NumPy ---------------------------------------------------------------------------------- */

static void same_floats(const float *a, const float *b, size_t count, const char *what) {
    size_t i = 0;
    while (i < count && memcmp(a + i, b + i, sizeof *a) == 0) i++;
    CHECK(i == count, "%s differs at %zu: %g, %g", what, i, (double)a[i], (double)b[i]);
}

/* Query, Key and Value of a file that has them; closed by shut. */
typedef struct usable {
    array_file arrays;
    choice by;
    gathered all;
} usable;

static bool take(slice file, usable *to) {
    nf_text why = told();
    bool good = open_arrays(file, &to->arrays, &why) && propose(&to->arrays, &to->by, &why) &&
                gather_tensors(&to->arrays, &to->by, &to->all, &why);
    CHECK(good, "%s", said);
    return good;
}

static void shut(slice file, usable *of) {
    forget_gathered(&of->all);
    close_arrays(&of->arrays);
    forget(file);
}

static void test_npz(void) {
    slice file = alone(numpy_file, sizeof numpy_file);
    usable in;
    if (!take(file, &in)) return;
    const array_file arrays = in.arrays;
    const choice by = in.by;
    const gathered g = in.all;
    CHECK(arrays.count == 3 && arrays.at[0].columns_first && arrays.at[1].high_first &&
              strcmp(arrays.at[2].type_name, "<f2") == 0,
          "what it says of itself");
    CHECK(by.inputs == 1 && by.of[0][0] == 0 && by.of[0][1] == 1 && by.of[0][2] == 2, "the choice");
    CHECK(g.tensors.heads == 2 && g.tensors.d == 4 && g.tensors.tokens[0] == 3 && g.key_heads == 1,
          "the shapes");
    same_floats(g.tensors.q[0], numpy_query, 24, "Query");
    for (int head = 0; head < 2; head++) { /* both read the one Key and Value */
        same_floats(g.tensors.k[0] + 12 * head, numpy_key, 12, "Key");
        same_floats(g.tensors.v[0] + 12 * head, numpy_value, 12, "Value");
    }
    shut(file, &in);
}

/* All that a reader does with a file; whether it was taken to the end. */
static bool use(slice file) {
    array_file arrays;
    choice by;
    gathered g;
    nf_text why = told();
    if (!open_arrays(file, &arrays, &why)) return false;
    bool good = propose(&arrays, &by, &why) && gather_tensors(&arrays, &by, &g, &why);
    if (good) forget_gathered(&g);
    close_arrays(&arrays);
    return good;
}

static void test_damaged_files(void) {
    chance c = {11};
    int taken = 0;
    for (size_t size = 0; size < sizeof numpy_file; size++) {
        slice cut = alone(numpy_file, size);
        CHECK(!use(cut) && said[0] && strlen(said) < 400, "cut to %zu: %s", size, said);
        forget(cut);
    }
    for (int trial = 0; trial < 20000; trial++) {
        slice file = alone(numpy_file, sizeof numpy_file);
        char *bytes = (char *)file.at;
        for (int i = between(&c, 1, 3); i > 0; i--)
            bytes[between(&c, 0, (int)sizeof numpy_file - 1)] = (char)next_bits(&c);
        bool good = use(file);
        taken += good;
        CHECK(good || said[0], "refused without a reason");
        forget(file);
    }
    CHECK(taken < 10000, "%d damaged files of 20000 are taken", taken);
}

/* A .npy of this header, in version 1, with so many bytes of zeros behind it. */
static slice npy_of(const char *header, size_t bytes) {
    size_t length = strlen(header);
    char *file = calloc(1, 10 + length + bytes);
    memcpy(file, "\x93NUMPY\x01\x00", 8);
    file[8] = (char)(length & 255);
    file[9] = (char)(length >> 8);
    memcpy(file + 10, header, length);
    return (slice){file, 10 + length + bytes};
}

static void test_headers(void) {
    static const struct {
        const char *header;
        size_t bytes;
        const char *said; /* NULL: it is taken */
    } cases[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2, 4), }", 96, NULL},
        {"{\"shape\":(2,),\"descr\":\">f8\",\"fortran_order\":True}\n", 16, NULL},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 4, NULL},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}", 8, NULL}, /* is not read */
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 7, "more or fewer bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 9, "more or fewer bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}", 8,
         "more or fewer bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", 8,
         "more or fewer bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", 8,
         "not one that NumPy writes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 8, "not one that NumPy"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}", 4,
         "not one that NumPy"},
        {"{'descr': '<f4', 'fortran_order': maybe, 'shape': (2,)}", 8, "not one that NumPy"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 8,
         "not one that NumPy"},
        {"{'descr': '<f4', 'shape': (2,)}", 8, "not one that NumPy"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}", 8,
         "not one that NumPy"},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", 8, "holds records"},
        {"{'descr': '<f4", 8, "not one that NumPy"},
        {"{'descr", 8, "not one that NumPy"},
        {"", 8, "not one that NumPy"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        slice file = npy_of(cases[i].header, cases[i].bytes);
        array_file arrays;
        nf_text why = told();
        bool good = open_arrays(file, &arrays, &why);
        CHECK(cases[i].said ? !good && says(said, cases[i].said) : good, "%s: %s", cases[i].header,
              said);
        if (good) close_arrays(&arrays);
        forget(file);
    }
    slice file = npy_of("{}", 0);
    ((char *)file.at)[6] = 9;
    CHECK(!use(file) && says(said, "no array of NumPy"), "version 9: %s", said);
    ((char *)file.at)[6] = 2;
    CHECK(!use(file) && says(said, "cut short"), "version 2, cut: %s", said);
    forget(file);
}

/* float64 that float32 rounds, or does not hold; and what is not finite. */
static void test_numbers(void) {
    static const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }";
    const double x[6] = {0.1, -1e300, (double)NAN, 3, (double)INFINITY, -7};
    slice file = npy_of(header, sizeof x);
    memcpy((char *)file.at + 10 + strlen(header), x, sizeof x);
    array_file arrays;
    array_facts facts = {.low = 0};
    float out[6] = {0};
    nf_text why = told();
    CHECK(open_arrays(file, &arrays, &why) && read_array(&arrays.at[0], out, &facts, &why), "%s",
          said);
    CHECK(facts.not_finite == 3 && facts.first_bad == 1 && facts.beyond == 1, "counted %d, %d",
          (int)facts.not_finite, (int)facts.beyond);
    CHECK(facts.low == -7 && facts.high == 3 && out[0] == 0.1f, "%g to %g", (double)facts.low,
          (double)facts.high);
    close_arrays(&arrays);
    forget(file);
}

/* ---- Choosing ------------------------------------------------------------------------------- */

/* Arrays of zeros by their names and shapes, as if they stood in a file. */
static array array_of(const char *name, int dimensions, uint64_t a, uint64_t b, uint64_t c) {
    static const uint8_t zeros[1 << 12];
    array to = {.type = NUMBER_F32, .dimensions = dimensions, .shape = {a, b, c}, .at = zeros};
    memcpy(to.name, name, strlen(name) + 1);
    count_numbers(to.shape, dimensions, &to.numbers);
    return to;
}

static void test_names(void) {
    static const struct {
        const char *names[6];
        int inputs;
    } cases[] = {
        {{"q", "k", "v"}, 1},
        {{"V", "other", "K", "Q"}, 1},
        {{"h.3.attn.query", "h.3.attn.key", "h.3.attn.value", "h.3.attn.mask"}, 1},
        {{"q1", "k1", "v1", "q2", "k2", "v2"}, 2},
        {{"model_q_proj", "model_k_proj", "model_v_proj"}, 1},
        {{"q", "k"}, 0},
        {{"q", "k", "v", "q2"}, 0},
        {{"a", "b", "c"}, 0},
        {{"q", "q", "q", "q", "k", "v"}, 0},
        {{NULL}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        array at[6];
        array_file file = {.at = at};
        for (; file.count < 6 && cases[i].names[file.count]; file.count++)
            at[file.count] = array_of(cases[i].names[file.count], 2, 3, 4, 0);
        choice by;
        nf_text why = told();
        bool good = propose(&file, &by, &why);
        CHECK(cases[i].inputs ? good && by.inputs == cases[i].inputs : !good && said[0], "%zu: %s",
              i, said);
    }
    array at[3] = {array_of("q", 2, 3, 4, 0), array_of("b", 2, 3, 4, 0), array_of("c", 2, 3, 4, 0)};
    array_file file = {.at = at, .count = 3};
    choice by;
    nf_text why = told();
    CHECK(choose(&file, (const char *[]){"c", "q", "b"}, &by, &why) && by.of[0][0] == 2 &&
              by.of[0][1] == 0 && by.of[0][2] == 1,
          "%s", said);
    CHECK(!choose(&file, (const char *[]){"c", "q", "d"}, &by, &why) &&
              says(said, "no array \"d\". It has \"q\" (3, 4), \"b\""),
          "%s", said);
}

static void test_shapes(void) {
    static const struct {
        uint64_t q[4], k[4], v[4]; /* how many dimensions, and these */
        const char *said;          /* NULL: they belong together */
    } cases[] = {
        {{2, 3, 4}, {2, 3, 4}, {2, 3, 4}, NULL},
        {{3, 4, 3, 4}, {3, 2, 3, 4}, {3, 2, 3, 4}, NULL},
        {{3, 1, 3, 4}, {2, 3, 4}, {2, 3, 4}, NULL},
        {{1, 4}, {1, 4}, {1, 4}, "allowed are (tokens, d) and (heads, tokens, d)"},
        {{2, 3, 4}, {2, 2, 4}, {2, 3, 4}, "another number of tokens"},
        {{2, 3, 4}, {2, 3, 5}, {2, 3, 4}, "another d"},
        {{3, 4, 3, 4}, {3, 2, 3, 4}, {3, 4, 3, 4}, "another number of heads"},
        {{3, 4, 3, 4}, {3, 3, 3, 4}, {3, 3, 3, 4}, "must divide"},
        {{3, 4, 3, 4}, {3, 0, 3, 4}, {3, 0, 3, 4}, "must divide"},
        {{2, 1 << 20, 4096}, {2, 1 << 20, 4096}, {2, 1 << 20, 4096}, "may take 1 GiB"},
        {{2, UINT64_MAX, 1}, {2, UINT64_MAX, 1}, {2, UINT64_MAX, 1}, "may take 1 GiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t *q = cases[i].q, *k = cases[i].k, *v = cases[i].v;
        array at[3] = {array_of("q", (int)q[0], q[1], q[2], q[3]),
                       array_of("k", (int)k[0], k[1], k[2], k[3]),
                       array_of("v", (int)v[0], v[1], v[2], v[3])};
        array_file file = {.at = at, .count = 3};
        choice by;
        gathered g;
        nf_text why = told();
        bool good = propose(&file, &by, &why) && gather_tensors(&file, &by, &g, &why);
        CHECK(cases[i].said ? !good && says(said, cases[i].said) : good, "%zu: %s", i, said);
        if (good) forget_gathered(&g);
    }
    array batch = array_of("q", 4, 1, 2, 3);
    batch.shape[3] = 4;
    array_shape shape;
    CHECK(shape_of_array(&batch, &shape) && shape.heads == 2 && shape.tokens == 3 && shape.d == 4,
          "a batch of one");
    batch.shape[0] = 2;
    CHECK(!shape_of_array(&batch, &shape), "a batch of two");
}

static void test_not_finite(void) {
    static const char header[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }";
    slice file = npy_of(header, 96);
    const float nan = NAN;
    memcpy((char *)file.at + 10 + strlen(header) + 4 * 17, &nan, 4);
    memcpy((char *)file.at + 10 + strlen(header) + 4 * 22, &nan, 4);
    array_file arrays;
    nf_text why = told();
    CHECK(open_arrays(file, &arrays, &why), "%s", said);
    const choice by = {1, {{0, 0, 0}}};
    gathered g;
    CHECK(!gather_tensors(&arrays, &by, &g, &why) &&
              says(said, "holds numbers that are not finite: 2 in all, the first at head 1, "
                         "token 1, channel 1, counted from 0."),
          "%s", said);
    close_arrays(&arrays);
    forget(file);
}

/* ---- safetensors, and what is none of these ------------------------------------------------- */

static slice safetensors_of(const char *header, size_t bytes) {
    size_t length = strlen(header);
    char *file = calloc(1, 8 + length + bytes);
    for (int i = 0; i < 8; i++) file[i] = (char)(length >> 8 * i);
    memcpy(file + 8, header, length);
    return (slice){file, 8 + length + bytes};
}

static void test_safetensors(void) {
    static const char header[] =
        "{\"q\":{\"dtype\":\"BF16\",\"shape\":[2,2],\"data_offsets\":[0,8]},"
        "\"k\":{\"dtype\":\"F16\",\"shape\":[2,2],\"data_offsets\":[8,16]},"
        "\"v\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[16,32]}}";
    slice file = safetensors_of(header, 32);
    char *data = (char *)file.at + 8 + strlen(header);
    memcpy(data, "\x80\x3f\x00\xc0", 4);     /* 1, -2 */
    memcpy(data + 8, "\x00\x3c\x00\xc0", 4); /* 1, -2 */
    usable in;
    if (!take(file, &in)) return;
    const float expected[4] = {1, -2, 0, 0};
    same_floats(in.all.tensors.q[0], expected, 4, "bfloat16");
    same_floats(in.all.tensors.k[0], expected, 4, "float16");
    shut(file, &in);
    array_file arrays;
    nf_text why = told();
    file = safetensors_of("{\"q\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
                          "\"q\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
                          8);
    CHECK(!use(file) && says(said, "\"q\" of this file") && says(said, "two arrays"), "%s", said);
    forget(file);
    file = safetensors_of("{\"q\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[0,8]}}", 8);
    bool good = open_arrays(file, &arrays, &why) && read_array(&arrays.at[0], NULL, NULL, &why);
    CHECK(!good && says(said, "no float16, bfloat16, float32 or float64"), "%s", said);
    close_arrays(&arrays);
    forget(file);
    file = safetensors_of(header, 31);
    CHECK(!use(file) && said[0], "cut: %s", said);
    forget(file);
}

/* Names of three tokens, one head and a layer, as texts of __metadata__; what is wrong with them is
 * said, and then there are none. NULL: the file has not one. */
static void use_names(const char *metadata, const char *labels, size_t length, const char *words) {
    char header[400];
    snprintf(
        header, sizeof header,
        "{\"__metadata__\":{%s},\"q\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[0,6]},"
        "\"k\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[6,12]},"
        "\"v\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[12,18]}}",
        metadata);
    slice file = safetensors_of(header, 18);
    usable in;
    if (!take(file, &in)) return;
    const char *made = in.all.labels;
    CHECK(labels ? made && memcmp(made, labels, length) == 0 : !made, "the labels of %s", metadata);
    CHECK(words ? says(in.all.left_out, words) : !in.all.left_out[0], "%s: %s", metadata,
          in.all.left_out);
    shut(file, &in);
}

static void test_labels(void) {
#define LABELS(text) text, sizeof text
    use_names(
        "\"layer\":\"2\",\"heads\":\"[7]\",\"tokens\":\"[\\\"a\\\",\\\"\\\",\\\"\\\\u03b5\\\"]\"",
        LABELS("2\0007\0a\0\0\xce\xb5"), NULL);
    use_names("", NULL, 0, NULL);
    use_names("\"tokens\":\"[\\\"a\\\",\\\"b\\\"]\"", NULL, 0,
              "The names in \"tokens\" are left out, and numbers stand in their place: it has 2 "
              "texts or numbers, and 3");
    use_names("\"tokens\":\"[[1],{},null]\"", LABELS("\0\0[1]\0{}\0null"), NULL);
    use_names("\"tokens\":\"[\",\"heads\":\"one\"", LABELS("\0one\0\0\0"),
              "it has 1 texts or numbers, and 3");
    use_names("\"layer\":\"\\u0000\\u202ea\\u0007b\"", NULL, 0, NULL);
    use_names("\"layer\":\"\\u202ea\\u0007b\"", LABELS("ab\0\0\0\0"), NULL);
    slice file = safetensors_of("{\"__metadata__\":{\"a\":1}}", 0);
    CHECK(!use(file) && says(said, "__metadata__ holds something else than texts"), "%s", said);
    forget(file);
}

static void test_other_files(void) {
    static const char *const files[] = {"", "GGUF", "PK", "hello, this is a text and no file"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        slice file = alone(files[i], strlen(files[i]));
        CHECK(!use(file) && says(said, "no .npy, .npz or safetensors"), "%s: %s", files[i], said);
        forget(file);
    }
    static const char empty[22] = "PK\x05\x06"; /* a zip without entries */
    slice file = alone(empty, sizeof empty);
    CHECK(!use(file) && says(said, "It has no arrays."), "%s", said);
    forget(file);
}

int main(void) {
    test_inflate();
    test_stored();
    test_damaged_streams();
    test_npz();
    test_damaged_files();
    test_headers();
    test_numbers();
    test_names();
    test_shapes();
    test_not_finite();
    test_safetensors();
    test_labels();
    test_other_files();
    return report();
}
