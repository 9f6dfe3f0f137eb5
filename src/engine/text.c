#include "exact.h"

#include "text.h"

#include <string.h>

/* ---- Writing -------------------------------------------------------------------------------- */

void put_bytes(nf_text *out, const char *bytes, size_t count) {
    if (out->used < out->capacity) {
        size_t room = out->capacity - out->used - 1, fits = count < room ? count : room;
        memcpy(out->at + out->used, bytes, fits);
        out->at[out->used + fits] = 0;
    }
    out->used += count;
}

void put_char(nf_text *out, char c) { put_bytes(out, &c, 1); }

void put(nf_text *out, const char *text) { put_bytes(out, text, strlen(text)); }

void put_whole(nf_text *out, int64_t value) {
    char digits[20], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) put_char(out, '-');
    put_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

void put_hex(nf_text *out, uint64_t value, int digits) {
    while (digits--) put_char(out, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

/* How many bytes a character of UTF-8 has that begins with this one; 0 if none begins so. */
static size_t length_by_first_byte(unsigned char byte) {
    if (byte < 0x80) return 1;
    if (byte < 0xc2) return 0;
    if (byte < 0xe0) return 2;
    if (byte < 0xf0) return 3;
    return byte < 0xf5 ? 4 : 0;
}

size_t utf8_length(const char *bytes, size_t count) {
    const unsigned char *b = (const unsigned char *)bytes;
    if (count == 0) return 0;
    size_t length = length_by_first_byte(b[0]);
    if (length > count) return 0;
    for (size_t i = 1; i < length; i++)
        if ((b[i] & 0xc0) != 0x80) return 0;
    bool overlong = (b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xf0 && b[1] < 0x90);
    bool surrogate = b[0] == 0xed && b[1] > 0x9f, beyond = b[0] == 0xf4 && b[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

size_t write_utf8(uint32_t code, char *out) {
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(first[length] | code);
    return length;
}

bool valid_utf8(const char *bytes, size_t count) {
    for (size_t i = 0, step; i < count; i += step)
        if ((step = utf8_length(bytes + i, count - i)) == 0) return false;
    return true;
}

uint32_t code_point(const char *bytes, size_t length) {
    uint32_t code = (unsigned char)*bytes & (length == 1 ? 0x7fu : 0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) code = code << 6 | ((unsigned char)bytes[i] & 0x3fu);
    return code;
}

bool is_control(uint32_t code) {
    bool ends_or_turns = code >= 0x2028 && code <= 0x202e; /* lines, embeddings, overrides */
    bool isolates = code >= 0x2066 && code <= 0x2069;
    bool marks = code == 0x61c || code == 0x200e || code == 0x200f;
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || ends_or_turns || isolates || marks;
}

static void put_json_character(nf_text *out, const char *at, size_t length) {
    uint32_t code = code_point(at, length);
    if (is_control(code)) {
        put(out, "\\u");
        put_hex(out, code, 4);
        return;
    }
    if (code == '"' || code == '\\') put_char(out, '\\');
    put_bytes(out, at, length);
}

void put_json(nf_text *out, const char *bytes, size_t count) {
    put_char(out, '"');
    for (size_t i = 0, step; i < count; i += step) {
        size_t length = utf8_length(bytes + i, count - i);
        step = length ? length : 1;
        if (length)
            put_json_character(out, bytes + i, length);
        else
            put(out, "\xef\xbf\xbd");
    }
    put_char(out, '"');
}

void put_json_text(nf_text *out, const char *text) { put_json(out, text, strlen(text)); }

bool are_hex_digits(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (hex_digit(text[i]) < 0 || (text[i] >= 'A' && text[i] <= 'F')) return false;
    return true;
}

bool same_text(const char *a, size_t a_length, const char *b) {
    return strlen(b) == a_length && memcmp(a, b, a_length) == 0;
}

static void put_key(nf_text *out, const char *key) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
}

void put_member(nf_text *out, const char *key, const char *text) {
    put_key(out, key);
    put_json_text(out, text);
}

void put_number_member(nf_text *out, const char *key, double number) {
    put_key(out, key);
    put_number(out, number);
}

void put_flag_member(nf_text *out, const char *key, bool flag) {
    put_key(out, key);
    put(out, flag ? "true" : "false");
}

/* ---- Numbers: exact, by whole numbers of up to 1,408 bits ----------------------------------- */

enum { LIMBS = 44 };

typedef struct big {
    uint32_t limb[LIMBS]; /* the lowest first */
    int used;             /* the limbs from here on are zero, the one before is not */
} big;

static big big_of(uint64_t value) {
    big b = {{(uint32_t)value, (uint32_t)(value >> 32)}, value >> 32 ? 2 : value != 0};
    return b;
}

static void big_multiply(big *b, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < b->used || carry; i++) {
        if (i == b->used) b->used++;
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void big_power(big *b, uint32_t base, int power) {
    while (power-- > 0) big_multiply(b, base);
}

static int big_compare(const big *a, const big *b) {
    if (a->used != b->used) return a->used < b->used ? -1 : 1;
    for (int i = a->used - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a - b, for a >= b. */
static void big_subtract(big *a, const big *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->used; i++) {
        uint64_t difference = (uint64_t)a->limb[i] - b->limb[i] - borrow;
        a->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->used > 0 && !a->limb[a->used - 1]) a->used--;
}

/* How often `b` goes into `a`, which keeps the rest; below 10. */
static int big_digit(big *a, const big *b) {
    int digit = 0;
    for (; big_compare(a, b) >= 0; digit++) big_subtract(a, b);
    return digit;
}

static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The first `count` digits of top / bottom in some base as one whole number, the last one rounded,
 * halves to even. The quotient is d.ddd * base^*exponent. */
static uint64_t first_digits(big *top, big *bottom, uint32_t base, int count, int *exponent) {
    uint64_t digits = 0;
    *exponent = 0;
    for (; big_compare(top, bottom) >= 0; ++*exponent) big_multiply(bottom, base);
    for (; big_compare(top, bottom) < 0; --*exponent) big_multiply(top, base);
    for (int i = 0; i < count; i++) {
        if (i > 0) big_multiply(top, base);
        digits = digits * base + (uint64_t)big_digit(top, bottom);
    }
    big_multiply(top, 2);
    int half = big_compare(top, bottom);
    return digits + (half > 0 || (half == 0 && digits & 1));
}

/* digits * 10^exponent, rounded to the nearest double, halves to even; 0 where that would not be a
 * normal number. */
static double from_decimal(uint64_t digits, int exponent) {
    if (!digits) return 0;
    big top = big_of(digits), bottom = big_of(1);
    big_power(exponent < 0 ? &bottom : &top, 10, exponent < 0 ? -exponent : exponent);
    int scale;
    double bits = (double)first_digits(&top, &bottom, 2, 53, &scale);
    return scale < -1022 || scale > 1022 ? 0 : bits * 0x1p-52 * power_of_two(scale);
}

/* digits * 10^exponent; `count` is how many digits there are. */
typedef struct decimal {
    uint64_t digits;
    int count, exponent;
} decimal;

/* A positive x with `count` digits, less the zeros at their end. */
static decimal rounded(double x, int count) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int power = (int)(bits >> 52) - 1075;
    big top = big_of((bits & 0x000fffffffffffffu) | 0x0010000000000000u), bottom = big_of(1);
    big_power(power < 0 ? &bottom : &top, 2, power < 0 ? -power : power);
    decimal d = {.count = 0};
    d.digits = first_digits(&top, &bottom, 10, count, &d.exponent);
    for (d.exponent -= count - 1; d.digits % 10 == 0; d.exponent++) d.digits /= 10;
    for (uint64_t left = d.digits; left; left /= 10) d.count++;
    return d;
}

/* The fewest digits that read back as x; 17 always do. */
static decimal shortest(double x) {
    for (int count = 1;; count++) {
        decimal d = rounded(x, count);
        if (count == 17 || from_decimal(d.digits, d.exponent) == x) return d;
    }
}

static void put_plain(nf_text *out, decimal d) {
    char digits[20];
    nf_text text = {digits, 0, sizeof digits};
    put_whole(&text, (int64_t)d.digits);
    int point = d.count + d.exponent; /* digits before the decimal point */
    if (point <= 0) put(out, "0.");
    for (int i = point; i < 0; i++) put_char(out, '0');
    for (int i = 0; i < d.count || i < point; i++) {
        if (i == point && i > 0) put_char(out, '.');
        put_char(out, i < d.count ? digits[i] : '0');
    }
}

static void put_exponent(nf_text *out, decimal d) {
    int exponent = d.exponent + d.count - 1;
    put_plain(out, (decimal){d.digits, d.count, 1 - d.count});
    put_char(out, 'e');
    put_whole(out, exponent);
}

/* Smaller numbers are written as 0 and larger ones as null: neither is read. */
static bool writable(nf_text *out, double *value) {
    if (!(*value >= -1e300 && *value <= 1e300)) {
        put(out, "null");
        return false;
    }
    if (*value < 1e-300 && *value > -1e-300) {
        put_char(out, '0');
        return false;
    }
    if (*value < 0) {
        put_char(out, '-');
        *value = -*value;
    }
    return true;
}

void put_number(nf_text *out, double value) {
    if (!writable(out, &value)) return;
    decimal d = shortest(value);
    nf_text plain = {NULL, 0, 0}, exponent = {NULL, 0, 0};
    put_plain(&plain, d);
    put_exponent(&exponent, d);
    if (plain.used <= exponent.used)
        put_plain(out, d);
    else
        put_exponent(out, d);
}

void put_scientific(nf_text *out, double value) {
    if (value == 1)
        put_char(out, '1');
    else if (writable(out, &value))
        put_exponent(out, shortest(value));
}

/* An exponent after 'e': at most four digits count. */
static bool read_exponent(const char *at, const char *end, int *exponent) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    int value = 0;
    for (; at < end; at++) {
        if (!is_digit(*at)) return false;
        if (value < 10000) value = value * 10 + (*at - '0');
    }
    *exponent += negative ? -value : value;
    return true;
}

bool read_number(const char *bytes, size_t count, double *value) {
    const char *at = bytes, *end = bytes + count;
    if (count > 400) return false; /* keeps exponents of ten within an int */
    bool negative = at < end && *at == '-', any = false, point = false;
    if (at < end && (*at == '-' || *at == '+')) at++;
    uint64_t digits = 0;
    int exponent = 0;
    for (; at < end && (is_digit(*at) || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        if (digits < 1000000000000000000u) {
            digits = digits * 10 + (uint64_t)(*at - '0');
            exponent -= point;
        } else
            exponent += !point;
    }
    if (!any) return false;
    if (at < end && ((*at != 'e' && *at != 'E') || !read_exponent(at + 1, end, &exponent)))
        return false;
    if (digits && (exponent < -318 || exponent > 300)) return false;
    double size = from_decimal(digits, exponent);
    if (digits && !(size >= 1e-300 && size <= 1e300)) return false;
    *value = negative && size != 0 ? -size : size;
    return true;
}
