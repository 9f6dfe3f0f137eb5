#include "npy.h"

#include "bytes.h"

#include "engine/text.h"

static const char magic[] = "\x93NUMPY";

bool is_npy(slice bytes) { return bytes.length >= 10 && memcmp(bytes.at, magic, 6) == 0; }

/* ---- Python's literals, as far as NumPy writes them ----------------------------------------- */

static bool skip(slice *text, char c) {
    *text = without_spaces(*text);
    if (!text->length || *text->at != c) return false;
    *text = after(*text, text->at, 1);
    return true;
}

static bool read_string(slice *text, slice *value) {
    *text = without_spaces(*text);
    char quote = text->length ? *text->at : 0;
    if (quote != '\'' && quote != '"') return false;
    const char *end = memchr(text->at + 1, quote, text->length - 1);
    if (!end) return false;
    *value = (slice){text->at + 1, (size_t)(end - text->at - 1)};
    *text = after(*text, end, 1);
    return true;
}

static bool read_word(slice *text, const char *word) {
    *text = without_spaces(*text);
    size_t length = strlen(word);
    if (text->length < length || memcmp(text->at, word, length) != 0) return false;
    *text = after(*text, text->at, length);
    return true;
}

static bool read_whole_number(slice *text, uint64_t *value) {
    *text = without_spaces(*text);
    size_t digits = 0;
    *value = 0;
    while (digits < text->length && text->at[digits] >= '0' && text->at[digits] <= '9') {
        uint64_t digit = (uint64_t)(text->at[digits++] - '0');
        if (*value > (UINT64_MAX - digit) / 10) return false;
        *value = 10 * *value + digit;
    }
    *text = after(*text, text->at, digits);
    return digits > 0;
}

static bool read_tuple(slice *text, array *to) {
    if (!skip(text, '(')) return false;
    while (!skip(text, ')')) {
        if (to->dimensions == ARRAY_DIMENSIONS_MAX) return false;
        if (!read_whole_number(text, &to->shape[to->dimensions++])) return false;
        if (!skip(text, ',') && (!text->length || *text->at != ')')) return false;
    }
    return true;
}

/* ---- The dictionary ------------------------------------------------------------------------- */

static bool is(slice text, const char *word) {
    return text.length == strlen(word) && memcmp(text.at, word, text.length) == 0;
}

static void set_type(array *to, slice name) {
    static const struct {
        const char *name;
        number_type type;
    } known[] = {{"f2", NUMBER_F16}, {"f4", NUMBER_F32}, {"f8", NUMBER_F64}};
    bool has_order = name.length && strchr("<>|=", *name.at);
    slice kind = has_order ? after(name, name.at, 1) : name;
    size_t kept = name.length < ARRAY_TYPE_MAX ? name.length : ARRAY_TYPE_MAX;
    memcpy(to->type_name, name.at, kept);
    to->type_name[kept] = 0;
    to->high_first = has_order && *name.at == '>';
    to->type = NUMBER_OTHER;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(kind, known[i].name)) to->type = known[i].type;
}

typedef enum member { DESCR = 1, ORDER = 2, SHAPE = 4, ALL_MEMBERS = 7 } member;

/* One key and its value; the member that it was, or 0. A type that is a list is one of records,
 * which no array of numbers has. */
static int read_member(slice *text, array *to, file_words *why) {
    slice key, name;
    if (!read_string(text, &key) || !skip(text, ':')) return 0;
    if (is(key, "fortran_order")) {
        to->columns_first = read_word(text, "True");
        return to->columns_first || read_word(text, "False") ? ORDER : 0;
    }
    if (is(key, "shape")) return read_tuple(text, to) ? SHAPE : 0;
    if (!is(key, "descr")) return 0;
    if (read_string(text, &name)) {
        set_type(to, name);
        return DESCR;
    }
    if (skip(text, '[')) *why = HOLDS_RECORDS;
    return 0;
}

static bool read_dictionary(slice text, array *to, file_words *why) {
    int seen = 0;
    *why = HEADER_UNREAD;
    if (!skip(&text, '{')) return false;
    while (!skip(&text, '}')) {
        int one = read_member(&text, to, why);
        if (!one || seen & one) return false;
        seen |= one;
        if (!skip(&text, ',') && (!text.length || *text.at != '}')) return false;
    }
    return seen == ALL_MEMBERS;
}

bool read_npy(slice bytes, array *to, file_words *why) {
    *why = NO_NUMPY_ARRAY;
    if (!is_npy(bytes)) return false;
    int version = bytes.at[6], width = version == 1 ? 2 : 4;
    if (version < 1 || version > 3 || bytes.length < 8 + (size_t)width) return false;
    uint64_t length = low_first(bytes.at + 8, width);
    to->skip = 8 + (uint64_t)width + length;
    *why = HEADER_CUT;
    if (to->skip > NPY_HEADER_MAX || to->skip > bytes.length) return false;
    return read_dictionary((slice){bytes.at + 8 + width, (size_t)length}, to, why);
}
