#include "base64.h"

#include "engine/text.h"

/* A line that is shorter may be a word, or what a list of mails puts below. */
enum { LONG_LINE = 20 };

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (is_letter(c)) return c - 'a' + 26;
    if (is_digit(c)) return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Without the equals signs that fill up the last four characters. */
static slice unfilled(slice line) {
    while (line.length && line.at[line.length - 1] == '=') line.length--;
    return line;
}

static bool is_clean(slice line) {
    for (size_t i = 0; i < line.length; i++)
        if (value_of(line.at[i]) < 0) return false;
    return true;
}

/* Whether words, a link, a line of a mail's head or a boundary may stand in a line. */
static bool may_say_something(slice line) {
    for (size_t i = 0; i < line.length; i++)
        if (is_space(line.at[i]) || memchr(";:&%<>\"", line.at[i], 7)) return true;
    return line.length < LONG_LINE || memcmp(line.at, "--", 2) == 0;
}

bool is_of_base64(const base64 *b, slice line) {
    slice body = unfilled(line);
    if (!is_clean(body)) return !b->is_loose && !may_say_something(line);
    if (line.length >= LONG_LINE || body.length < line.length) return true;
    return !b->is_loose && ((size_t)b->pending + line.length) % 4 == 0;
}

/* Writes the bytes of at most four characters, beside which so many equals signs stand. */
static void end_four(base64 *b, size_t filled) {
    uint32_t bits = b->bits << 6 * (4 - b->pending);
    bool is_cut = b->pending > 0 && ((size_t)b->pending + filled) % 4 != 0;
    b->damaged += is_cut && !b->is_counted;
    for (int i = 0; i < 3 * b->pending / 4; i++)
        put_char(&b->out, b->is_bad ? '?' : (char)(bits >> (16 - 8 * i)));
    b->bits = 0;
    b->pending = 0;
    b->is_bad = false;
}

void read_base64(base64 *b, slice line) {
    slice body = unfilled(line);
    size_t filled = line.length - body.length;
    if (line.length % 4 == 0) end_four(b, 0);
    b->is_counted = !is_clean(body);
    b->damaged += b->is_counted;
    for (size_t i = 0; i < body.length; i++) {
        int value = value_of(body.at[i]);
        b->is_bad = b->is_bad || value < 0;
        b->bits = b->bits << 6 | ((uint32_t)value & 63);
        if (++b->pending == 4) end_four(b, 0);
    }
    if (filled) end_four(b, filled);
    b->is_loose = filled > 0;
}

void end_base64(base64 *b) { end_four(b, 0); }
