/* src/engine/text.h: decimals that read back the same, spellings that are refused, JSON of any
 * bytes, writing within bounds. */
#include "engine/text.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBERS = 6000 };

static size_t printed(double x, char *at, size_t capacity) {
    nf_text out = {at, 0, capacity};
    put_number(&out, x);
    return out.used;
}

static bool reads(const char *spelling, double *value) {
    return read_number(spelling, strlen(spelling), value);
}

/* ---- Numbers, there and back ---------------------------------------------------------------- */

static double random_number(chance *c, int i) {
    double x;
    if (i % 3 == 0)
        return between(c, 1, 99999) / pow(10, between(c, 0, 9)); /* as sliders leave them */
    do x = double_of_bits(next_bits(c));
    while (!(fabs(x) > 1e-300 && fabs(x) < 1e300));
    return x;
}

static int digits_in(const char *spelling) { /* significant ones */
    int count = 0, zeros = 0;
    for (; *spelling && *spelling != 'e'; spelling++) {
        if (*spelling == '0' && count > 0)
            zeros++;
        else if (*spelling >= '1' && *spelling <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

/* The fewest digits that the C library needs to bring x back. */
static int fewest_digits(double x, char *spelling, size_t capacity) {
    for (int digits = 1;; digits++) {
        snprintf(spelling, capacity, "%.*e", digits - 1, x);
        if (digits == 17 || strtod(spelling, NULL) == x) return digits;
    }
}

static void there_and_back(double x) {
    char ours[64], theirs[64];
    double back = 0;
    size_t used = printed(x, ours, sizeof ours);
    CHECK(used < sizeof ours && used == strlen(ours), "%.17g takes %zu", x, used);
    CHECK(strtod(ours, NULL) == x, "%.17g is written %s", x, ours);
    CHECK(reads(ours, &back) && back == x, "%s is read as %.17g, not %.17g", ours, back, x);
    int fewest = fewest_digits(x, theirs, sizeof theirs);
    CHECK(digits_in(ours) <= fewest, "%s has more than %d digits", ours, fewest);
}

static void test_there_and_back(void) {
    chance c = {11};
    for (int i = 0; i < NUMBERS; i++) there_and_back(random_number(&c, i));
    for (int power = -300; power <= 299; power++) {
        there_and_back(ldexp(1, power * 3));
        there_and_back(pow(10, power));
    }
    for (int i = -1; i <= 1; i++) {
        there_and_back(9007199254740992.0 + i);
        there_and_back(nextafter(1, i + 1));
    }
}

static void test_spellings(void) {
    static const struct {
        double value;
        const char *number, *scientific;
    } known[] = {
        {0, "0", "0"},
        {-0.0, "0", "0"},
        {1, "1", "1"},
        {0.5, "0.5", "5e-1"},
        {1e-3, "1e-3", "1e-3"},
        {1e-10, "1e-10", "1e-10"},
        {0.025, "0.025", "2.5e-2"},
        {1500, "1500", "1.5e3"},
        {1e4, "1e4", "1e4"},
        {-12.75, "-12.75", "-1.275e1"},
        {100, "100", "1e2"},
        {0.1 + 0.2, "0.30000000000000004", "3.0000000000000004e-1"},
        {1e22, "1e22", "1e22"},
        {123456789, "123456789", "1.23456789e8"},
        {1e300, "1e300", "1e300"},
        {-1e300, "-1e300", "-1e300"},
        {1e301, "null", "null"},
        {-1e301, "null", "null"},
        {1e-301, "0", "0"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char number[64], scientific[64];
        nf_text out = {scientific, 0, sizeof scientific};
        printed(known[i].value, number, sizeof number);
        put_scientific(&out, known[i].value);
        CHECK(strcmp(number, known[i].number) == 0, "%s for %s", number, known[i].number);
        CHECK(strcmp(scientific, known[i].scientific) == 0, "%s for %s", scientific,
              known[i].scientific);
    }
    char text[64];
    for (int i = 0; i < 3; i++) {
        printed(i == 0   ? (double)NAN
                : i == 1 ? (double)INFINITY
                         : -(double)INFINITY,
                text, sizeof text);
        CHECK(strcmp(text, "null") == 0, "what is not finite is written %s", text);
    }
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* A decimal of up to 19 digits with its point anywhere. */
static void spell_randomly(chance *c, char *at) {
    int digits = between(c, 1, 19), point = between(c, -1, digits);
    if (between(c, 0, 3) == 0) *at++ = between(c, 0, 1) ? '-' : '+';
    for (int zeros = between(c, 0, 2); zeros > 0; zeros--) *at++ = '0';
    for (int i = 0; i < digits; i++) {
        if (i == point) *at++ = '.';
        *at++ = (char)('0' + between(c, i == 0, 9));
    }
    sprintf(at, between(c, 0, 1) ? "e%d" : "E%+d", between(c, -280, 280));
}

static void test_reading(void) {
    chance c = {12};
    int different = 0;
    for (int i = 0; i < NUMBERS; i++) {
        char spelling[64];
        double value = 0;
        spell_randomly(&c, spelling);
        bool good = reads(spelling, &value);
        if (good && value == strtod(spelling, NULL)) continue;
        different++;
        CHECK(false, "%s is read as %.17g", spelling, value);
    }
    CHECK(different == 0, "%d of %d differ from strtod", different, NUMBERS);
}

/* Halfway between two doubles, where the last digit decides. */
static void test_ties(void) {
    static const char *const ties[] = {"9007199254740993",
                                       "9007199254740995",
                                       "9007199254740993.001",
                                       "4503599627370497.5",
                                       "1.000000000000000111",
                                       "0.1000000000000000055",
                                       "9223372036854775807",
                                       "18014398509481986",
                                       "1e22",
                                       "1e23",
                                       "8.5e22",
                                       "4.35",
                                       "0.000001",
                                       "5e-300",
                                       "1e300",
                                       "1e-300",
                                       "999999999999999999e282"};
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        double value = 0;
        CHECK(reads(ties[i], &value) && value == strtod(ties[i], NULL), "%s is read as %.17g",
              ties[i], value);
    }
}

static void test_accepted_and_refused(void) {
    static const struct {
        const char *spelling;
        double value;
    } good[] = {{"0", 0},       {"-0", 0},       {"0.0", 0},    {"0e999", 0},
                {".5", 0.5},    {"5.", 5},       {"+3", 3},     {"1E5", 1e5},
                {"1e+05", 1e5}, {"-2.50", -2.5}, {"00012", 12}, {"0.000e-9999", 0}};
    static const char *const bad[] = {"",
                                      "+",
                                      "-",
                                      ".",
                                      "-.",
                                      "e5",
                                      "1e",
                                      "1e+",
                                      "1e5x",
                                      "1e5.0",
                                      " 1",
                                      "1 ",
                                      "0x10",
                                      "nan",
                                      "inf",
                                      "infinity",
                                      "1,5",
                                      "1..2",
                                      "1.2.3",
                                      "--1",
                                      "+-1",
                                      "1-",
                                      "1e301",
                                      "1e-301",
                                      "1e400",
                                      "-1e400",
                                      "1.5e-308",
                                      "2e-308",
                                      "5e-324",
                                      "1e-330",
                                      "1e9999999999",
                                      "1e-9999999999",
                                      "1e308",
                                      "9e307"};
    double value = 0;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(reads(good[i].spelling, &value) && value == good[i].value &&
                  !(value == 0 && signbit(value)),
              "%s is read as %g", good[i].spelling, value);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!reads(bad[i], &value), "\"%s\" is read as %g", bad[i], value);
    CHECK(!read_number("1\0", 2, &value), "a zero byte is read as part of %g", value);
    CHECK(read_number("12345", 2, &value) && value == 12, "more than the slice was read: %g",
          value);
}

/* Between the largest that is refused and the smallest that is read there is nothing: no size is
 * read as another. */
static void test_edges_of_range(void) {
    int wrong = 0;
    for (int power = -345; power <= 345; power++)
        for (int digit = 1; digit <= 9; digit++) {
            char spelling[32];
            double value = 0;
            sprintf(spelling, "%d.7e%d", digit, power);
            double theirs = strtod(spelling, NULL);
            bool fits = theirs >= 1e-300 && theirs <= 1e300, good = reads(spelling, &value);
            wrong += good != fits || (good && value != theirs);
        }
    CHECK(wrong == 0, "%d sizes are read as others", wrong);
    char zeros[402];
    double value;
    memset(zeros, '0', sizeof zeros);
    CHECK(read_number(zeros, 400, &value) && !read_number(zeros, 401, &value),
          "more than 400 characters are read");
}

/* ---- Whole numbers, hexadecimals ------------------------------------------------------------ */

static void test_whole_and_hex(void) {
    static const int64_t whole[] = {0,   1,          -1,        9,         10,
                                    -10, 4294967295, INT64_MAX, INT64_MIN, 1000000000000000000};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        char ours[32], theirs[32];
        nf_text out = {ours, 0, sizeof ours};
        put_whole(&out, whole[i]);
        snprintf(theirs, sizeof theirs, "%lld", (long long)whole[i]);
        CHECK(strcmp(ours, theirs) == 0, "%s is written %s", theirs, ours);
        out.used = 0;
        put_hex(&out, (uint64_t)whole[i], 16);
        snprintf(theirs, sizeof theirs, "%016llx", (unsigned long long)whole[i]);
        CHECK(strcmp(ours, theirs) == 0, "%s is written %s", theirs, ours);
    }
}

/* ---- UTF-8 and JSON ------------------------------------------------------------------------- */

/* The character of a code point, as Unicode defines it; 0 bytes where it defines none. */
static size_t encoded(uint32_t point, char *at) {
    size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return 0;
    if (length == 1) {
        *at = (char)point;
        return 1;
    }
    for (size_t i = length; --i > 0; point >>= 6) at[i] = (char)(0x80 | (point & 0x3f));
    at[0] = (char)((0xf00u >> length & 0xf0u) | point);
    return length;
}

static void test_every_character(void) {
    int wrong = 0, cut = 0;
    for (uint32_t point = 0; point < 0x110000; point++) {
        char bytes[4];
        size_t length = encoded(point, bytes);
        if (!length) continue;
        wrong += utf8_length(bytes, 4) != length && utf8_length(bytes, length) != length;
        for (size_t part = 0; part < length; part++) cut += utf8_length(bytes, part) != 0;
    }
    CHECK(wrong == 0, "%d characters are not well-formed", wrong);
    CHECK(cut == 0, "%d parts of characters are well-formed", cut);
}

/* Of all sequences of four bytes that begin alike, as many are well-formed as Unicode has
 * characters. */
static void test_nothing_else(void) {
    static const int expected[] = {128, 1920, 61440, 1048576}; /* of one byte, two, three, four */
    int count[5] = {0};
    for (uint32_t b = 0; b < 0x100; b++)
        for (uint32_t rest = 0; rest < (b < 0xe0   ? 0x100u
                                        : b < 0xf0 ? 0x10000u
                                                   : 0x1000000u);
             rest++) {
            if (b >= 0xf0 && (rest >> 16 & 0xc0) != 0x80)
                rest |= 0xffff; /* most of 16 million; one of each stands for them */
            size_t bytes = b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
            char at[4] = {(char)b};
            for (size_t i = 1; i < bytes; i++) at[i] = (char)(rest >> (8 * (bytes - 1 - i)));
            count[utf8_length(at, bytes)]++;
            if (bytes == 1) break;
        }
    for (int i = 0; i < 4; i++)
        CHECK(count[i + 1] == expected[i], "%d characters of %d bytes, not %d", count[i + 1], i + 1,
              expected[i]);
}

/* All of Unicode: every character is itself, and these alone are controls. */
static bool is_known_control(uint32_t code) {
    static const uint32_t ranges[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                                         {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

static void test_code_points(void) {
    int wrong = 0, characters = 0;
    for (uint32_t code = 0; code < 0x110000; code++) {
        char at[4] = {(char)code};
        size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        for (size_t i = bytes - 1, rest = code; i > 0 && bytes > 1; i--, rest >>= 6)
            at[i] = (char)(0x80 | (rest & 0x3f));
        if (bytes > 1) at[0] = (char)(0xf00 >> bytes | code >> 6 * (bytes - 1));
        if (utf8_length(at, bytes) != bytes) continue; /* half of a character in UTF-16 */
        characters++;
        wrong += code_point(at, bytes) != code || is_control(code) != is_known_control(code);
    }
    CHECK(wrong == 0 && characters == 0x110000 - 0x800, "%d of %d", wrong, characters);
}

static void json_is(const char *bytes, size_t count, const char *expected) {
    char text[128];
    nf_text out = {text, 0, sizeof text};
    put_json(&out, bytes, count);
    CHECK(strcmp(text, expected) == 0, "%s for %s", text, expected);
}

#define R "\xef\xbf\xbd" /* U+FFFD */

static void test_json(void) {
    json_is("", 0, "\"\"");
    json_is("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
    json_is("\0\x01\x1f\x7f\n\t", 6, "\"\\u0000\\u0001\\u001f\\u007f\\u000a\\u0009\"");
    json_is("\xce\xb5\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xce\xb5\xe2\x82\xac\xf0\x9f\x98\x80\"");
    json_is("\xc2\x80\xc2\x9b\xc2\xa0", 6, "\"\\u0080\\u009b\xc2\xa0\"");
    json_is("\xd8\x9c\xe2\x80\x8f\xe2\x80\xae\xe2\x81\xa9", 11, "\"\\u061c\\u200f\\u202e\\u2069\"");
    json_is("\xe2\x80\x8d\xe2\x80\xaf", 6,
            "\"\xe2\x80\x8d\xe2\x80\xaf\""); /* a joiner, a narrow space */
    json_is("\x80x\xff", 3, "\"" R "x" R "\"");
    json_is("\xce", 1, "\"" R "\"");
    json_is("\xe2\x82", 2, "\"" R R "\"");
    json_is("\xc0\xaf", 2, "\"" R R "\"");
    json_is("\xe0\x80\xaf", 3, "\"" R R R "\"");
    json_is("\xed\xa0\x80", 3, "\"" R R R "\"");
    json_is("\xf4\x90\x80\x80", 4, "\"" R R R R "\"");
    json_is("\xf0\x9f\x98\"", 4, "\"" R R R "\\\"\"");
    nf_text none = {NULL, 0, 0};
    put_json_text(&none, "a\"");
    CHECK(none.used == 5, "a counted text has %zu bytes", none.used);
}

static void test_json_of_anything(void) {
    chance c = {13};
    int wrong = 0;
    for (int i = 0; i < NUMBERS; i++) {
        char bytes[24], text[200];
        int count = between(&c, 0, 24);
        nf_text out = {text, 0, sizeof text};
        for (int j = 0; j < count; j++) bytes[j] = (char)next_bits(&c);
        put_json(&out, bytes, (size_t)count);
        wrong += !valid_utf8(text, out.used);
        for (size_t j = 1; j + 1 < out.used; j++) {
            wrong += (unsigned char)text[j] < 0x20 || text[j] == 0x7f || text[j] == '"';
            j += text[j] == '\\';
        }
        wrong += out.used < 2 || text[out.used - 1] != '"';
    }
    CHECK(wrong == 0, "%d mistakes", wrong);
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static void put_everything(nf_text *out) {
    put(out, "a text");
    put_char(out, ',');
    put_number(out, 0.5);
    put_bytes(out, "", 0);
    put_hex(out, 0xabc, 3);
    put_whole(out, -17);
    put_json(out, "\xff\"", 2);
    put_scientific(out, 2.5e-3);
}

static void test_bounds(void) {
    char all[64], at[64];
    nf_text whole = {all, 0, sizeof all};
    put_everything(&whole);
    CHECK(strcmp(all, "a text,0.5abc-17\"\xef\xbf\xbd\\\"\"2.5e-3") == 0, "all of it is %s", all);
    for (size_t capacity = 0; capacity <= whole.used + 2; capacity++) {
        nf_text out = {at, 0, capacity};
        memset(at, '#', sizeof at);
        put_everything(&out);
        size_t kept = capacity == 0 ? 0 : capacity > whole.used ? whole.used : capacity - 1;
        CHECK(out.used == whole.used, "%zu bytes are counted of %zu", out.used, whole.used);
        CHECK(memcmp(at, all, kept) == 0, "what fits into %zu bytes is not the beginning",
              capacity);
        CHECK(capacity == 0 || at[kept] == 0, "%zu bytes are not terminated", capacity);
        for (size_t i = capacity; i < sizeof at; i++)
            if (at[i] != '#') CHECK(false, "byte %zu behind %zu was written", i, capacity);
    }
    nf_text nowhere = {NULL, 0, 0};
    put_everything(&nowhere);
    CHECK(nowhere.used == whole.used, "without a buffer %zu bytes are counted of %zu", nowhere.used,
          whole.used);
}

int main(void) {
    test_there_and_back();
    test_spellings();
    test_reading();
    test_ties();
    test_accepted_and_refused();
    test_edges_of_range();
    test_whole_and_hex();
    test_every_character();
    test_nothing_else();
    test_code_points();
    test_json();
    test_json_of_anything();
    test_bounds();
    return report();
}
