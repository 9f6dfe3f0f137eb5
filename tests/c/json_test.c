/* JSON: what is sound and what is not, and where; values, names and numbers of a sound text; and
 * random texts of random layout against what they were written from. */
#include "engine/text.h"
#include "model/json.h"
#include "test.h"

#include <stdlib.h>

/* What is said of a fault, until the next call. */
static const char *saying(const char *text, size_t size, json_fault fault) {
    static char said[400];
    nf_text out = {said, 0, sizeof said};
    put_fault(&out, INDEX_NO_JSON, text, size, fault);
    return said;
}

static json_value root_of(const char *text) {
    json_value root;
    json_fault fault;
    size_t size = strlen(text);
    CHECK(json_read(text, size, &root, &fault), "%s: %s", text, saying(text, size, fault));
    return root;
}

static void test_sound(void) {
    static const char *const texts[] = {"{}",
                                        "[]",
                                        " [ ] ",
                                        "\t{ \"a\" :\r\n [ 1 , -0.5e+10 , 0 ] } ",
                                        "\"\"",
                                        "true",
                                        "[false,null,[[],{}]]",
                                        "0",
                                        "-1",
                                        "1E5",
                                        "\"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\\\\\"\"",
                                        "\"\xc3\xa9\xf0\x9f\x98\x80\x7f\"",
                                        "{\"\":{\"\":\"\"}}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) (void)root_of(texts[i]);
}

static void test_unsound(void) {
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "a value is missing (line 1, character 1)"},
        {"  ", "a value is missing (line 1, character 3)"},
        {"{", "a name in quotes is missing (line 1, character 2)"},
        {"{a:1}", "a name in quotes is missing (line 1, character 2)"},
        {"{\"a\" 1}", "a colon is missing (line 1, character 6)"},
        {"{\"a\":}", "a value is missing (line 1, character 6)"},
        {"{\"a\":1,}", "a name in quotes is missing (line 1, character 8)"},
        {"{\"a\":1 \"b\"", "a comma or a closing bracket is missing (line 1, character 8)"},
        {"[1\n,2\n,,]", "a value is missing (line 3, character 2)"},
        {"[1}", "a comma or a closing bracket is missing (line 1, character 3)"},
        {"[1", "a comma or a closing bracket is missing (line 1, character 3)"},
        {"[\"\xc3\xa9\", x]", "a value is missing (line 1, character 7)"},
        {"tru", "a value is missing (line 1, character 1)"},
        {"nul1", "a value is missing (line 1, character 1)"},
        {"fals", "a value is missing (line 1, character 1)"},
        {"NaN", "a value is missing (line 1, character 1)"},
        {"-", "a digit is missing (line 1, character 2)"},
        {"1.", "a digit is missing (line 1, character 3)"},
        {"1e", "a digit is missing (line 1, character 3)"},
        {"1e+", "a digit is missing (line 1, character 4)"},
        {"01", "a number that begins with 0 (line 1, character 2)"},
        {"1 2", "there is more after the end (line 1, character 3)"},
        {"\"a", "the text ends within a string (line 1, character 3)"},
        {"\"\n\"", "a control character in a string (line 1, character 2)"},
        {"\"\\x\"", "an escape that stands for no character (line 1, character 2)"},
        {"\"\\", "an escape that stands for no character (line 1, character 2)"},
        {"\"\\u12g4\"", "an escape that stands for no character (line 1, character 2)"},
        {"\"\\ud83d\"", "an escape that stands for no character (line 1, character 2)"},
        {"\"\\ud83d\\u0041\"", "an escape that stands for no character (line 1, character 2)"},
        {"\"\\ude00\"", "an escape that stands for no character (line 1, character 2)"},
        {"\"\xff\"", "bytes that are not UTF-8 (line 1, character 2)"},
        {"\"\xed\xa0\x80\"", "bytes that are not UTF-8 (line 1, character 2)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[200];
        json_value root;
        json_fault fault;
        size_t size = strlen(cases[i].text);
        CHECK(!json_read(cases[i].text, size, &root, &fault), "taken: %s", cases[i].text);
        const char *said = saying(cases[i].text, size, fault);
        snprintf(expected, sizeof expected, "The index is not JSON: %s.", cases[i].said);
        CHECK(says_just(said, expected), "%s: %s", cases[i].text, said);
    }
}

static void test_depth(void) {
    char text[2 * JSON_DEPTH + 8];
    json_value root;
    json_fault fault;
    for (int depth = JSON_DEPTH; depth <= JSON_DEPTH + 1; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        bool good = json_read(text, 2 * (size_t)depth, &root, &fault);
        CHECK(good == (depth <= JSON_DEPTH), "%d deep", depth);
    }
    CHECK(fault.what == TOO_DEEP && fault.at == JSON_DEPTH, "%s", saying(text, sizeof text, fault));
}

static void test_values(void) {
    json_value root = root_of(" { \"a\\u0062\" : [1, \"x\\\"]\" , {\"q\":[]}, true ], \"c\":-2.5e1,"
                              "\"c\" : null, \"n\":18446744073709551615,\"m\":18446744073709551616,"
                              "\"s\":\"\\ud83d\\ude00\\n\\u20ac\\u00e9\", \"big\":1e999 } ");
    json_value v;
    uint64_t whole;
    double number;
    char text[64];
    CHECK(json_find(root, "ab", &v) == 1 && v.kind == JSON_ARRAY, "an escaped name");
    int kinds[] = {JSON_NUMBER, JSON_STRING, JSON_OBJECT, JSON_TRUE}, count = 0;
    for (json_walk w = json_inside(v); json_next(&w); count++)
        CHECK(count < 4 && (int)w.value.kind == kinds[count] && w.key.kind == JSON_NOTHING,
              "element %d is of kind %d", count, w.value.kind);
    CHECK(count == 4, "%d elements", count);
    CHECK(json_find(root, "c", &v) == 2 && v.kind == JSON_NULL, "a name that stands twice");
    CHECK(json_find(root, "a", &v) == 0 && v.kind == JSON_NOTHING, "a name that is not there");
    CHECK(json_find(v, "a", &v) == 0, "a name in nothing");
    CHECK(json_find(root, "n", &v) && json_whole(v, &whole) && whole == UINT64_MAX, "2^64 - 1");
    CHECK(json_number(v, &number) && number == 0x1p64, "as a number: %g", number);
    CHECK(json_find(root, "m", &v) && !json_whole(v, &whole), "2^64");
    CHECK(json_find(root, "big", &v) && !json_number(v, &number), "1e999");
    CHECK(!json_whole(root, &whole) && !json_number(root, &number), "an object as a number");
    CHECK(json_find(root, "s", &v) && json_text(v, text) == 10 &&
              memcmp(text, "\xf0\x9f\x98\x80\n\xe2\x82\xac\xc3\xa9", 10) == 0,
          "escapes");
    CHECK(json_is(v, "\xf0\x9f\x98\x80\n\xe2\x82\xac\xc3\xa9") && !json_is(v, "\xf0\x9f"), "is");
    CHECK(!json_is(root, "") && json_text(root, text) == 0, "an object as a string");
}

/* ---- Random texts, written beside a list of what is in them ---------------------------------- */

typedef struct writer {
    chance c;
    nf_text text;
    char leaves[1 << 14]; /* names and leaves in order, as put_json has them */
    nf_text said;
} writer;

static void put_blanks(writer *w) {
    for (int i = between(&w->c, -3, 2); i > 0; i--)
        put_char(&w->text, " \n\r\t"[between(&w->c, 0, 3)]);
}

static size_t utf8_of(uint32_t code, char *out) {
    if (code < 0x80) return *out = (char)code, 1;
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 63));
        out[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 63));
    out[2] = (char)(0x80 | (code >> 6 & 63));
    out[3] = (char)(0x80 | (code & 63));
    return 4;
}

static void put_unit(writer *w, uint32_t unit) {
    put(&w->text, "\\u");
    put_hex(&w->text, unit, 4);
}

static void put_character(writer *w, uint32_t code, const char *bytes, size_t length) {
    if (code >= 0x10000 && between(&w->c, 0, 1)) {
        put_unit(w, 0xd800 + ((code - 0x10000) >> 10));
        put_unit(w, 0xdc00 + ((code - 0x10000) & 0x3ff));
    } else if (code < 0x10000 &&
               (code < 0x20 || code == '"' || code == '\\' || between(&w->c, 0, 3) == 0))
        put_unit(w, code);
    else
        put_bytes(&w->text, bytes, length);
}

static void put_string(writer *w) {
    static const uint32_t most[] = {0x7f, 0x7ff, 0xffff, 0x10ffff};
    char plain[64];
    size_t used = 0;
    put_char(&w->text, '"');
    for (int i = between(&w->c, 0, 8); i > 0; i--) {
        uint32_t code = (uint32_t)between(&w->c, 0, (int)most[between(&w->c, 0, 3)]);
        if (code >= 0xd800 && code < 0xe000) continue;
        size_t length = utf8_of(code, plain + used);
        put_character(w, code, plain + used, length);
        used += length;
    }
    put_char(&w->text, '"');
    put_json(&w->said, plain, used);
}

static void put_any(writer *w, int depth);

static void put_inside(writer *w, int depth, bool has_names) {
    int count = between(&w->c, 0, 3);
    put_char(&w->text, has_names ? '{' : '[');
    put_char(&w->said, has_names ? '{' : '[');
    for (int i = 0; i < count; i++) {
        if (i) put_char(&w->text, ',');
        put_blanks(w);
        if (has_names) put_string(w);
        put_blanks(w);
        if (has_names) put_char(&w->text, ':');
        put_any(w, depth + 1);
    }
    put_blanks(w);
    put_char(&w->text, has_names ? '}' : ']');
    put_char(&w->said, '.');
}

static void put_leaf(writer *w) {
    int kind = between(&w->c, 0, 2), number = between(&w->c, -1000, 1000);
    if (kind == 0) put_string(w);
    if (kind == 1) put_whole(&w->text, number);
    if (kind == 1) put_whole(&w->said, number);
    if (kind == 2) put(&w->text, "true");
    if (kind == 2) put(&w->said, "true");
}

static void put_any(writer *w, int depth) {
    put_blanks(w);
    if (depth > 5 || between(&w->c, 0, 4) > 1)
        put_leaf(w);
    else
        put_inside(w, depth, between(&w->c, 0, 1));
    put_blanks(w);
}

static void list_read(json_value v, nf_text *out) {
    char text[256];
    if (v.kind == JSON_STRING)
        put_json(out, text, json_text(v, text));
    else if (v.kind == JSON_OBJECT || v.kind == JSON_ARRAY) {
        put_char(out, v.kind == JSON_ARRAY ? '[' : '{');
        for (json_walk w = json_inside(v); json_next(&w);) {
            if (w.key.kind) list_read(w.key, out);
            list_read(w.value, out);
        }
        put_char(out, '.');
    } else
        put_bytes(out, v.at, v.length);
}

static void test_random(void) {
    static char text[1 << 16], said[1 << 14], again[1 << 14];
    writer w = {.c = {7}};
    for (int i = 0; i < 3000; i++) {
        json_value root;
        json_fault fault;
        w.text = (nf_text){text, 0, sizeof text};
        w.said = (nf_text){said, 0, sizeof said};
        put_any(&w, 0);
        bool good = json_read(text, w.text.used, &root, &fault);
        CHECK(good, "%.200s: %s", text, good ? "" : saying(text, w.text.used, fault));
        nf_text out = {again, 0, sizeof again};
        list_read(root, &out);
        CHECK(strcmp(said, again) == 0, "%s is read as %s", said, again);
        size_t cut = w.text.used / 2; /* half of a bracketed text is none */
        if (root.kind == JSON_OBJECT && root.at + root.length > text + cut && root.at < text + cut)
            CHECK(!json_read(text, cut, &root, &fault), "half of %.200s", text);
    }
}

int main(void) {
    test_sound();
    test_unsound();
    test_depth();
    test_values();
    test_random();
    return report();
}
