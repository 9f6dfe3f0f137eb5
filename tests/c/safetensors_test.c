/* safetensors: what is read from a header, every way in which one can lie, the index of several
 * files, and F32, F16 and BF16 as float32, all of their numbers. */
#include "engine/text.h"
#include "model/safetensors.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static char said[400];

/* Reads a header of this text, in a file with so many bytes after it. */
static nf_status read_one(const char *header, uint64_t data, tensor_list *list) {
    nf_text why = {said, 0, sizeof said};
    said[0] = 0;
    uint64_t size = strlen(header);
    return read_safetensors(header, size, 8 + size + data, 0, list, &why);
}

static void test_header(void) {
    static const char header[] =
        "  {\"b\":{\"dtype\":\"F16\",\"shape\":[2,3],\"data_offsets\":[4,16]},"
        "\"__metadata__\":{\"format\":\"pt\"},"
        "\"\\u0061\":{\"data_offsets\":[0,4],\"shape\":[],\"dtype\":\"F32\"},"
        "\"empty\":{\"dtype\":\"BF16\",\"shape\":[0,7],\"data_offsets\":[4,4]},"
        "\"mask\":{\"dtype\":\"BOOL\",\"shape\":[5],\"data_offsets\":[16,21]}}  ";
    tensor_list list = {NULL, 0, 0};
    CHECK(read_one(header, 21, &list) == NF_OK && list.count == 4, "%d tensors: %s", list.count,
          said);
    CHECK(strcmp(list.at[0].name, "a") == 0 && strcmp(list.at[3].name, "mask") == 0, "their order");
    CHECK(!sort_by_name(&list), "a name stands twice");
    const tensor *b = find_tensor(&list, "b");
    CHECK(b && b->type == TYPE_F16 && b->dimensions == 2 && b->shape[0] == 2 && b->shape[1] == 3,
          "the shape");
    CHECK(b && b->offset == 8 + strlen(header) + 4 && b->bytes == 12, "the place");
    CHECK(find_tensor(&list, "mask") && find_tensor(&list, "mask")->type == TYPE_OTHER, "BOOL");
    CHECK(!find_tensor(&list, "c") && !find_tensor(&list, ""), "what is not there");
    forget_tensors(&list);
}

#define ENTRY(name, type, shape, begin, end)                                                       \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":[" #begin "," #end  \
    "]}"

static void test_lies(void) {
    static const struct {
        const char *header;
        uint64_t data;
        const char *said;
    } cases[] = {
        {"[]", 0, "it is no object"},
        {"{", 0, "a name in quotes is missing (line 1, character 2)"},
        {"{" ENTRY("a", "F32", "[2]", 0, 8) "}", 9, "goes on after its last tensor"},
        {"{" ENTRY("a", "F32", "[2]", 0, 8) "}", 7, "\"a\" ends beyond the end of the file"},
        {"{" ENTRY("a", "F32", "[2]", 1, 9) "}", 9, "\"a\" does not begin where"},
        {"{" ENTRY("a", "F32", "[2]", 0, 8) "," ENTRY("b", "F32", "[2]", 4, 12) "}", 12,
         "\"b\" does not begin where"},
        {"{" ENTRY("a", "F32", "[2]", 0, 8) "," ENTRY("b", "F32", "[1]", 12, 16) "}", 16,
         "\"b\" does not begin where"},
        {"{" ENTRY("a", "F32", "[3]", 0, 8) "}", 8, "more or fewer bytes"},
        {"{" ENTRY("a", "F32", "[4294967296,4294967296]", 0, 0) "}", 0, "more or fewer bytes"},
        {"{" ENTRY("a", "F32", "[4611686018427387904]", 0, 0) "}", 0, "more or fewer bytes"},
        {"{" ENTRY("a", "U8", "[9223372036854775808]", 0, 9223372036854775808) "}", 8,
         "more or fewer bytes"},
        {"{" ENTRY("a", "U8", "[1152921504606846976]", 0, 1152921504606846976) "}", 8,
         "ends beyond the end"},
        {"{" ENTRY("a", "F4", "[3]", 0, 1) "}", 1, "more or fewer bytes"},
        {"{" ENTRY("a", "F33", "[3]", 0, 1) "}", 1, "of a type that safetensors does not have"},
        {"{" ENTRY("a", "F32", "2", 0, 8) "}", 8, "no shape"},
        {"{" ENTRY("a", "F32", "[-2]", 0, 8) "}", 8, "no shape"},
        {"{" ENTRY("a", "F32", "[2.0]", 0, 8) "}", 8, "no shape"},
        {"{" ENTRY("a", "F32", "[1,1,1,1,1,1,1,1,1]", 0, 4) "}", 4, "no shape"},
        {"{" ENTRY("a", "F32", "[0]", 8, 0) "}", 0, "no place"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0]}}", 0, "no place"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0,0]}}", 0, "no place"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":0}}", 0, "no place"},
        {"{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F16\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0,
         "or has one twice"},
        {"{\"a\":7}", 0, "lacks a type"},
        {"{" ENTRY("a\\u0000", "F32", "[0]", 0, 0) "}", 0, "with a zero in it"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tensor_list list = {NULL, 0, 0};
        CHECK(read_one(cases[i].header, cases[i].data, &list) == NF_BAD_MODEL && list.count == 0,
              "%s is taken", cases[i].header);
        CHECK(says(said, cases[i].said), "%s: %s", cases[i].header, said);
        forget_tensors(&list);
    }
}

static void test_twice(void) {
    tensor_list list = {NULL, 0, 0};
    CHECK(read_one("{" ENTRY("a", "F32", "[1]", 0, 4) "," ENTRY("a", "F32", "[1]", 4, 8) "}", 8,
                   &list) == NF_OK,
          "%s", said);
    const char *twice = sort_by_name(&list);
    CHECK(twice && strcmp(twice, "a") == 0, "a name that stands twice is not found");
    forget_tensors(&list);
}

static void test_long_name(void) {
    static char header[600];
    for (int length = TENSOR_NAME_MAX; length <= TENSOR_NAME_MAX + 1; length++) {
        tensor_list list = {NULL, 0, 0};
        char name[TENSOR_NAME_MAX + 2];
        memset(name, 'x', (size_t)length);
        name[length] = 0;
        snprintf(header, sizeof header,
                 "{\"%s\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", name);
        bool good = read_one(header, 0, &list) == NF_OK;
        CHECK(good == (length == TENSOR_NAME_MAX), "%d bytes: %s", length, said);
        forget_tensors(&list);
    }
}

static void test_start(void) {
    static const struct {
        uint64_t stated, file_size;
        const char *said;
    } cases[] = {{0, 7, "shorter than the eight bytes"},
                 {UINT64_MAX, 100, "more than 100,000,000"},
                 {93, 100, "ends within its header"},
                 {1, 100, "header is empty"}};
    uint8_t start[8];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nf_text why = {said, 0, sizeof said};
        for (int b = 0; b < 8; b++) start[b] = (uint8_t)(cases[i].stated >> 8 * b);
        CHECK(!safetensors_header(start, cases[i].file_size, &why) && says(said, cases[i].said),
              "%s", said);
    }
    nf_text why = {said, 0, sizeof said};
    memcpy(start, "\x5c\0\0\0\0\0\0\0", 8);
    CHECK(safetensors_header(start, 100, &why) == 92, "a header to the end of the file");
}

/* ---- The index ------------------------------------------------------------------------------- */

static nf_status read_map(const char *text, tensor_index *index) {
    nf_text why = {said, 0, sizeof said};
    said[0] = 0;
    return read_index(text, strlen(text), index, &why);
}

static void test_index(void) {
    tensor_index index;
    tensor_list list = {NULL, 0, 0};
    nf_text why = {said, 0, sizeof said};
    CHECK(read_map("{\"metadata\":{},\"weight_map\":{\"b\":\"m-2.safetensors\","
                   "\"a\":\"m-1.safetensors\",\"c\":\"m-2.safetensors\"}}",
                   &index) == NF_OK &&
              index.count == 2 && strcmp(index.parts[0].at, "m-2.safetensors") == 0,
          "%d files: %s", index.count, said);
    tensor t[] = {{.name = "a", .file = 1}, {.name = "b"}, {.name = "c"}, {.name = "d"}};
    for (int i = 0; i < 3; i++) CHECK(add_tensor(&list, &t[i]), "memory");
    CHECK(index_is_true(&index, &list, &why), "%s", said);
    list.at[2].file = 1;
    CHECK(!index_is_true(&index, &list, &why) &&
              says(said, "\"c\" is not where the index says, in \"m-2.safetensors\""),
          "%s", said);
    list.at[2].file = 0;
    CHECK(add_tensor(&list, &t[3]), "memory");
    why.used = 0;
    CHECK(!index_is_true(&index, &list, &why) && says(said, "\"d\" is not in the index"), "%s",
          said);
    forget_tensors(&list);
    forget_index(&index);
}

static void test_bad_index(void) {
    static const struct {
        const char *text, *said;
    } cases[] = {{"{", "is not JSON: a name in quotes"},
                 {"{\"weight_map\":[]}", "no \"weight_map\""},
                 {"[]", "no \"weight_map\""},
                 {"{\"weight_map\":{},\"weight_map\":{}}", "no \"weight_map\""},
                 {"{\"weight_map\":{\"a\":\"../m.safetensors\"}}", "\"a\" no file of this folder"},
                 {"{\"weight_map\":{\"a\":\"/m.safetensors\"}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":\"b\\\\m.safetensors\"}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":\"c:m.safetensors\"}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":\".safetensors\"}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":\"m.bin\"}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":7}}", "no file of this folder"},
                 {"{\"weight_map\":{\"a\":\"m.safetensors\",\"a\":\"n.safetensors\"}}",
                  "names the tensor \"a\" twice"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tensor_index index;
        CHECK(read_map(cases[i].text, &index) == NF_BAD_MODEL && says(said, cases[i].said),
              "%s: %s", cases[i].text, said);
    }
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* From the definition: sign, exponent and fraction as real numbers. */
static double half_by_definition(unsigned bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = bits & 0x3ff, sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction > 0 ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static bool same_number(float x, double expected) {
    if (isnan(expected)) return isnan(x);
    return (double)x == expected && !signbit(x) == !signbit(expected);
}

static void test_numbers(void) {
    int wrong[3] = {0};
    for (unsigned bits = 0; bits < 65536; bits++) {
        uint8_t two[] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        uint8_t four[] = {(uint8_t)(bits * 7), (uint8_t)(bits >> 3), two[0], two[1]};
        uint32_t word = (uint32_t)four[0] | (uint32_t)four[1] << 8 | bits << 16;
        float half, brain, full;
        tensor_floats(TYPE_F16, two, 1, &half);
        tensor_floats(TYPE_BF16, two, 1, &brain);
        tensor_floats(TYPE_F32, four, 1, &full);
        wrong[0] += !same_number(half, half_by_definition(bits));
        wrong[1] += bits_of_float(brain) != bits << 16;
        wrong[2] += bits_of_float(full) != word;
    }
    CHECK(wrong[0] == 0 && wrong[1] == 0 && wrong[2] == 0, "%d of F16, %d of BF16, %d of F32",
          wrong[0], wrong[1], wrong[2]);
}

static void test_shape_in_words(void) {
    nf_text out = {said, 0, sizeof said};
    put_shape(&out, (uint64_t[]){0, UINT64_MAX}, 2);
    CHECK(strcmp(said, "(0, 18446744073709551615)") == 0, "%s", said);
}

int main(void) {
    test_header();
    test_lies();
    test_twice();
    test_long_name();
    test_start();
    test_index();
    test_bad_index();
    test_numbers();
    test_shape_in_words();
    return report();
}
