#include "engine/exact.h"

#include "json.h"

#include "engine/text.h"

#include <string.h>

/* ---- Looking at all of it -------------------------------------------------------------------- */

typedef struct reader {
    const char *start, *at, *end;
    int depth;
    model_words what; /* is wrong at `at` */
} reader;

static bool refuse(reader *r, model_words what) {
    if (!r->what) r->what = what;
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static bool begins(const reader *r, char c) { return r->at < r->end && *r->at == c; }

static bool takes(reader *r, char c) {
    bool is_there = begins(r, c);
    r->at += is_there;
    return is_there;
}

static void skip_blanks(reader *r) {
    while (r->at < r->end && is_blank(*r->at)) r->at++;
}

/* The number of \uXXXX at `at`, which may be any text; -1 if it is none. */
static int32_t escaped_unit(const char *at, const char *end) {
    int32_t unit = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    for (int i = 2; i < 6; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_high(int32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
static bool is_low(int32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

/* The character that an escape at `at` stands for, and its length; length 0 if it is none. */
static uint32_t escaped(const char *at, const char *end, size_t *length) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    *length = 0;
    if (end - at < 2) return 0;
    const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
    if (letter) {
        *length = 2;
        return (unsigned char)meant[letter - letters];
    }
    int32_t first = escaped_unit(at, end);
    if (first < 0 || is_low(first)) return 0;
    if (!is_high(first)) {
        *length = 6;
        return (uint32_t)first;
    }
    int32_t second = escaped_unit(at + 6, end);
    if (!is_low(second)) return 0;
    *length = 12;
    return 0x10000u + ((uint32_t)(first - 0xd800) << 10) + (uint32_t)(second - 0xdc00);
}

static bool read_escape(reader *r) {
    size_t length;
    (void)escaped(r->at, r->end, &length);
    if (!length) return refuse(r, ESCAPE_UNKNOWN);
    r->at += length;
    return true;
}

static bool read_string(reader *r) {
    r->at++;
    while (r->at < r->end && *r->at != '"') {
        unsigned char c = (unsigned char)*r->at;
        size_t length = c < 0x80 ? 1 : utf8_length(r->at, (size_t)(r->end - r->at));
        if (c < 0x20) return refuse(r, CONTROL_IN_STRING);
        if (!length) return refuse(r, NOT_UTF8);
        if (c != '\\')
            r->at += length;
        else if (!read_escape(r))
            return false;
    }
    return takes(r, '"') || refuse(r, STRING_CUT);
}

static bool read_digits(reader *r) {
    if (r->at == r->end || !is_digit(*r->at)) return refuse(r, DIGIT_MISSING);
    while (r->at < r->end && is_digit(*r->at)) r->at++;
    return true;
}

static bool read_digits_of_number(reader *r) {
    takes(r, '-');
    if (takes(r, '0')) {
        if (r->at < r->end && is_digit(*r->at)) return refuse(r, BEGINS_WITH_ZERO);
    } else if (!read_digits(r))
        return false;
    if (takes(r, '.') && !read_digits(r)) return false;
    if (!takes(r, 'e') && !takes(r, 'E')) return true;
    if (!takes(r, '+')) takes(r, '-');
    return read_digits(r);
}

static bool read_word(reader *r, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return refuse(r, VALUE_MISSING);
    r->at += length;
    return true;
}

static bool read_value(reader *r);

static bool read_name(reader *r) {
    skip_blanks(r);
    if (!begins(r, '"')) return refuse(r, NAME_MISSING);
    if (!read_string(r)) return false;
    skip_blanks(r);
    return takes(r, ':') || refuse(r, COLON_MISSING);
}

/* From after its opening bracket to after the other one. */
static bool read_inside(reader *r, char close) {
    bool has_names = close == '}';
    skip_blanks(r);
    if (takes(r, close)) return true;
    do {
        if (has_names && !read_name(r)) return false;
        if (!read_value(r)) return false;
        skip_blanks(r);
    } while (takes(r, ','));
    return takes(r, close) || refuse(r, COMMA_MISSING);
}

static bool read_container(reader *r, char close) {
    if (r->depth == JSON_DEPTH) return refuse(r, TOO_DEEP);
    r->at++;
    r->depth++;
    bool good = read_inside(r, close);
    r->depth--;
    return good;
}

static json_kind kind_at(const reader *r) {
    if (r->at == r->end) return JSON_NOTHING;
    switch (*r->at) {
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case '"': return JSON_STRING;
    case 't': return JSON_TRUE;
    case 'f': return JSON_FALSE;
    case 'n': return JSON_NULL;
    default: return *r->at == '-' || is_digit(*r->at) ? JSON_NUMBER : JSON_NOTHING;
    }
}

static bool read_value(reader *r) {
    skip_blanks(r);
    switch (kind_at(r)) {
    case JSON_OBJECT: return read_container(r, '}');
    case JSON_ARRAY: return read_container(r, ']');
    case JSON_STRING: return read_string(r);
    case JSON_NUMBER: return read_digits_of_number(r);
    case JSON_TRUE: return read_word(r, "true");
    case JSON_FALSE: return read_word(r, "false");
    case JSON_NULL: return read_word(r, "null");
    case JSON_NOTHING: break;
    }
    return refuse(r, VALUE_MISSING);
}

bool json_read(const char *bytes, size_t size, json_value *root, json_fault *fault) {
    reader r = {.start = bytes, .at = bytes, .end = bytes + size};
    skip_blanks(&r);
    *root = (json_value){.kind = kind_at(&r), .at = r.at};
    if (read_value(&r)) {
        root->length = (size_t)(r.at - root->at);
        skip_blanks(&r);
        if (r.at < r.end) refuse(&r, MORE_AFTER_END);
    }
    *fault = (json_fault){r.what, (size_t)(r.at - bytes)};
    return !r.what;
}

static void put_place(nf_text *out, const char *bytes, size_t size, json_fault fault) {
    char what[120];
    nf_text text = {what, 0, sizeof what};
    int64_t line = 1, character = 1;
    for (size_t i = 0, step; i < fault.at && i < size; i += step) {
        step = utf8_length(bytes + i, size - i);
        if (!step) step = 1;
        character = bytes[i] == '\n' ? 1 : character + 1;
        line += bytes[i] == '\n';
    }
    put_of_model(&text, fault.what, NULL);
    put_of_model(out, FAULT_AT, &(fill){.text = slice_of(what), .whole = {line, character}});
}

void put_fault(nf_text *out, model_words which, const char *bytes, size_t size, json_fault fault) {
    char place[200];
    nf_text text = {place, 0, sizeof place};
    put_place(&text, bytes, size, fault);
    put_of_model(out, which, &(fill){.text = slice_of(place)});
}

/* ---- Values of a text that is sound ---------------------------------------------------------- */

static const char *after_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < end ? at + 1 : end;
}

static const char *after_container(const char *at, const char *end) {
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = after_string(at, end);
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
        if (depth == 0) break;
    }
    return at;
}

static const char *after_word(const char *at, const char *end) {
    while (at < end && !is_blank(*at) && *at != ',' && *at != ':' && *at != ']' && *at != '}') at++;
    return at;
}

static json_value value_at(json_walk *w) {
    reader r = {.at = w->at, .end = w->end};
    skip_blanks(&r);
    json_value v = {.kind = kind_at(&r), .at = r.at};
    w->at = v.kind == JSON_OBJECT || v.kind == JSON_ARRAY ? after_container(r.at, r.end)
            : v.kind == JSON_STRING                       ? after_string(r.at, r.end)
                                                          : after_word(r.at, r.end);
    v.length = (size_t)(w->at - v.at);
    return v;
}

json_walk json_inside(json_value whole) {
    bool is_container = whole.kind == JSON_OBJECT || whole.kind == JSON_ARRAY;
    if (!is_container || whole.length < 2) return (json_walk){.at = "", .end = ""};
    return (json_walk){.at = whole.at + 1,
                       .end = whole.at + whole.length - 1,
                       .has_keys = whole.kind == JSON_OBJECT};
}

/* To the byte after the next one that is no blank. */
static void pass_mark(json_walk *w) {
    while (w->at < w->end && is_blank(*w->at)) w->at++;
    if (w->at < w->end) w->at++;
}

bool json_next(json_walk *w) {
    while (w->at < w->end && is_blank(*w->at)) w->at++;
    if (w->at >= w->end) return false;
    w->key = (json_value){.kind = JSON_NOTHING};
    if (w->has_keys) {
        w->key = value_at(w);
        pass_mark(w);
    }
    w->value = value_at(w);
    pass_mark(w);
    return true;
}

int json_find(json_value object, const char *name, json_value *value) {
    int count = 0;
    *value = (json_value){.kind = JSON_NOTHING};
    for (json_walk w = json_inside(object); json_next(&w);)
        if (json_is(w.key, name)) {
            *value = w.value;
            count++;
        }
    return count;
}

/* The next character's bytes into out[4]; *at goes on to the one after it. */
static size_t next_character(const char **at, const char *end, char *out) {
    size_t length;
    if (**at != '\\') {
        *out = *(*at)++; /* UTF-8 byte by byte comes to the same */
        return 1;
    }
    uint32_t code = escaped(*at, end, &length);
    *at += length ? length : 1;
    return write_utf8(code, out);
}

size_t json_text(json_value string, char *out) {
    size_t used = 0;
    if (string.kind != JSON_STRING) return 0;
    const char *at = string.at + 1, *end = string.at + string.length - 1;
    while (at < end) used += next_character(&at, end, out + used);
    return used;
}

bool json_is(json_value value, const char *text) {
    char bytes[4];
    size_t length = strlen(text);
    if (value.kind != JSON_STRING) return false;
    const char *at = value.at + 1, *end = value.at + value.length - 1;
    while (at < end) {
        size_t count = next_character(&at, end, bytes);
        if (count > length || memcmp(bytes, text, count) != 0) return false;
        text += count;
        length -= count;
    }
    return length == 0;
}

bool json_whole(json_value value, uint64_t *out) {
    *out = 0;
    if (value.kind != JSON_NUMBER) return false;
    for (size_t i = 0; i < value.length; i++) {
        uint64_t digit = (uint64_t)(value.at[i] - '0');
        if (!is_digit(value.at[i]) || *out > (UINT64_MAX - digit) / 10) return false;
        *out = *out * 10 + digit;
    }
    return true;
}

bool json_number(json_value value, double *out) {
    return value.kind == JSON_NUMBER && read_number(value.at, value.length, out);
}
