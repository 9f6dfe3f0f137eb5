#include "splits.h"

#include "engine/text.h"

const char *const split_expressions[SPLIT_PATTERNS] = {
    [SPLIT_GPT2] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|"
                   "\\s+",
    [SPLIT_LLAMA3] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
                     " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
    [SPLIT_QWEN2] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
                    " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"};

uint32_t next_code(const char *text, size_t length, size_t *at) {
    size_t bytes = utf8_length(text + *at, length - *at);
    uint32_t code = code_point(text + *at, bytes);
    *at += bytes;
    return code;
}

/* ---- Parts of expressions: each takes the place where it begins, and returns where it ends --- */

typedef struct scan {
    const unicode *u;
    const char *text;
    size_t length;
} scan;

typedef bool belongs(const unicode *u, uint32_t code);

static bool is_letter_char(const unicode *u, uint32_t code) {
    return class_of(u, code) == CHAR_LETTER;
}

static bool is_number_char(const unicode *u, uint32_t code) { return is_number(class_of(u, code)); }

static bool is_white_char(const unicode *u, uint32_t code) {
    (void)u;
    return is_white(code);
}

static bool is_line_end(const unicode *u, uint32_t code) {
    (void)u;
    return code == '\r' || code == '\n';
}

static bool is_sign_char(const unicode *u, uint32_t code) {
    return !is_white(code) && !is_letter_char(u, code) && !is_number_char(u, code);
}

/* At most so many characters of a kind. */
static size_t after_some(const scan *s, size_t at, belongs *is_one, int most) {
    for (size_t next = at; most > 0 && next < s->length; most--) {
        if (!is_one(s->u, next_code(s->text, s->length, &next))) break;
        at = next;
    }
    return at;
}

static size_t after_all(const scan *s, size_t at, belongs *is_one) {
    while (at < s->length) {
        size_t next = at;
        if (!is_one(s->u, next_code(s->text, s->length, &next))) break;
        at = next;
    }
    return at;
}

/* A run, perhaps with a space in front; `at` if there is none. */
static size_t after_spaced(const scan *s, size_t at, belongs *is_one) {
    size_t first = at + (at < s->length && s->text[at] == ' ');
    size_t end = after_all(s, first, is_one);
    return end > first ? end : at;
}

/* A letter of ASCII, in lower case if cases are folded; then the long s is one too. 0 for others,
 * and at the end. */
static char plain_letter(const scan *s, size_t *at, bool folds) {
    uint32_t code = *at < s->length ? next_code(s->text, s->length, at) : 0;
    if (folds && code == 0x17f) return 's';
    if (folds && code >= 'A' && code <= 'Z') return (char)(code + 'a' - 'A');
    return (char)(code < 0x80 ? code : 0);
}

/* 's 't 're 've 'm 'll 'd */
static size_t after_contraction(const scan *s, size_t at, bool folds) {
    size_t first = at + 1;
    if (s->text[at] != '\'') return at;
    char one = plain_letter(s, &first, folds);
    size_t second = first;
    char two = plain_letter(s, &second, folds);
    if (one == 's' || one == 't' || one == 'm' || one == 'd') return first;
    if ((one == 'r' || one == 'v') && two == 'e') return second;
    return one == 'l' && two == 'l' ? second : at;
}

/* \s+(?!\S)|\s+ : all white space, but for the last character where a word follows. */
static size_t after_white(const scan *s, size_t at) {
    size_t end = after_all(s, at, is_white_char), last = end;
    if (end == s->length) return end;
    do last--;
    while (((unsigned char)s->text[last] & 0xc0) == 0x80);
    return last > at ? last : end;
}

/* ---- The expressions ------------------------------------------------------------------------- */

static size_t match_gpt2(const scan *s) {
    size_t end = after_contraction(s, 0, false);
    if (!end) end = after_spaced(s, 0, is_letter_char);
    if (!end) end = after_spaced(s, 0, is_number_char);
    if (!end) end = after_spaced(s, 0, is_sign_char);
    return end ? end : after_white(s, 0);
}

/* [^\r\n\p{L}\p{N}]?\p{L}+ */
static size_t after_led_word(const scan *s) {
    size_t first = 0, end;
    uint32_t code = next_code(s->text, s->length, &first);
    if (is_line_end(s->u, code) || is_number_char(s->u, code)) return 0;
    if (is_letter_char(s->u, code)) first = 0;
    end = after_all(s, first, is_letter_char);
    return end > first ? end : 0;
}

/* \s*[\r\n]+ : white space up to its last end of a line. */
static size_t after_lines(const scan *s) {
    size_t end = after_all(s, 0, is_white_char);
    while (end > 0 && !is_line_end(s->u, (unsigned char)s->text[end - 1])) end--;
    return end;
}

static size_t match_llama3(const scan *s, int digits) {
    size_t end = after_contraction(s, 0, true);
    if (!end) end = after_led_word(s);
    if (!end) end = after_some(s, 0, is_number_char, digits);
    if (!end) {
        end = after_spaced(s, 0, is_sign_char);
        if (end) end = after_all(s, end, is_line_end);
    }
    if (!end) end = after_lines(s);
    return end ? end : after_white(s, 0);
}

size_t split_length(split_pattern pattern, const unicode *u, const char *text, size_t length) {
    scan s = {u, text, length};
    if (pattern == SPLIT_GPT2) return match_gpt2(&s);
    return match_llama3(&s, pattern == SPLIT_LLAMA3 ? 3 : 1);
}
