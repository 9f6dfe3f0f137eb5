/* Where the fields of a link begin and end. */
#include "fields.h"

#include "params.h"
#include "text.h"

static bool is_of_key(char c) { return is_letter(c) || is_digit(c); }

slice key_at(slice text) {
    size_t length = 0, equals;
    while (length < text.length && is_of_key(text.at[length])) length++;
    for (equals = length; length && equals < text.length && is_space(text.at[equals]);) equals++;
    bool is_key = length && is_letter(*text.at) && equals < text.length && text.at[equals] == '=';
    return (slice){text.at, is_key ? length : 0};
}

bool is_known(slice key) {
    return nf_find(key.at, key.length) >= 0 || same_text(key.at, key.length, "check");
}

int row_of_field(slice field) {
    const char *equals = memchr(field.at, '=', field.length);
    if (!equals) return -1;
    slice key = without_spaces(up_to(field, equals));
    return nf_find(key.at, key.length);
}

static bool is_kind(slice field, nf_kind kind) {
    int row = row_of_field(field);
    return row >= 0 && nf_get_row(row)->kind == kind;
}

bool is_text_field(slice field) { return is_kind(field, NF_TEXT); }

static bool is_number(slice field) {
    return is_kind(field, NF_WHOLE) || is_kind(field, NF_NUMBER) || is_kind(field, NF_LOG);
}

static const char *end_of_word(slice text) {
    const char *at = text.at;
    while (at < text.at + text.length && !is_space(*at)) at++;
    return at;
}

/* Whether a word after a number and a space is more of the number, as in 14 15 16 or 16 384. */
static bool goes_on(slice word) {
    size_t sign = word.length && memchr("+-.~", *word.at, 4) ? 1 : 0;
    return word.length > sign && is_digit(word.at[sign]);
}

/* Words that look like more of a number belong to the value, so that the whole is refused. */
const char *end_of_value(slice field) {
    const char *equals = memchr(field.at, '=', field.length);
    slice rest = field;
    if (equals && row_of_field(field) >= 0) rest = without_spaces(after(field, equals, 1));
    const char *end = end_of_word(rest);
    for (bool more = is_number(field); more;) {
        rest = without_spaces(after(rest, end, 0));
        more = goes_on(rest);
        if (more) end = end_of_word(rest);
    }
    return end;
}

/* The next known key in a field that has white space before it where ; should stand; NULL if there
 * is none. In a text it may stand anywhere, after any other value only right behind it. */
static const char *spaced_key(slice field) {
    bool text = is_text_field(field);
    slice rest = after(field, text ? field.at : end_of_value(field), 0);
    for (const char *end = rest.at; rest.length; end = end_of_word(rest)) {
        rest = without_spaces(after(rest, end, 0));
        if (rest.at > field.at && is_space(rest.at[-1]) && is_known(key_at(rest))) return rest.at;
        if (!text) return NULL;
    }
    return NULL;
}

field take_field(slice *link) {
    const char *semicolon = memchr(link->at, ';', link->length);
    const char *end = semicolon ? semicolon : link->at + link->length;
    slice text = without_spaces(up_to(*link, end));
    const char *key = spaced_key(text);
    if (key) text = without_spaces(up_to(text, key));
    *link = key ? after(*link, key, 0) : after(*link, end, semicolon != NULL);
    return (field){text, key != NULL};
}

slice last_field(slice text) {
    slice last = text;
    while (text.length) {
        last = text;
        take_field(&text);
    }
    return last;
}
