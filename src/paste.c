/* Finding the link in what was pasted: an address, a sentence, a line of a mail. */
#include "paste.h"

#include "params.h"
#include "text.h"

#include <string.h>

static const char *find_in(slice in, const char *what) {
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= in.length; i++)
        if (memcmp(in.at + i, what, length) == 0) return in.at + i;
    return NULL;
}

/* ---- Escapes --------------------------------------------------------------------------------------------------- */

/* Replaces every %hh by its byte, in place; true if there was one. */
static bool undo_percent(char *bytes, size_t *length) {
    size_t to = 0;
    for (size_t from = 0; from < *length; from++, to++) {
        bytes[to] = bytes[from];
        if (bytes[from] != '%' || from + 2 >= *length) continue;
        int high = hex_digit(bytes[from + 1]), low = hex_digit(bytes[from + 2]);
        if (high < 0 || low < 0) continue;
        bytes[to] = (char)(16 * high + low);
        from += 2;
    }
    bool any = to != *length;
    *length = to;
    return any;
}

/* `&` and `&amp;` stand for `;`, and so does HTML's own `&#59;`, in place. */
static void undo_ampersands(char *bytes, size_t *length) {
    size_t to = 0;
    for (size_t from = 0; from < *length; from++, to++) {
        bool is_long = from + 4 < *length && (memcmp(bytes + from, "&amp;", 5) == 0 || memcmp(bytes + from, "&#59;", 5) == 0);
        bytes[to] = bytes[from] == '&' ? ';' : bytes[from];
        if (is_long) from += 4;
    }
    *length = to;
}

/* The length of an escaped `=` at the start, however often it was escaped: %3D, %253D; or 0. */
static size_t escaped_equals(slice text) {
    size_t i = 1;
    if (!text.length || *text.at != '%') return 0;
    while (i + 1 < text.length && text.at[i] == '2' && text.at[i + 1] == '5') i += 2;
    return i + 1 < text.length && text.at[i] == '3' && (text.at[i + 1] | 32) == 'd' ? i + 2 : 0;
}

/* Where a link ends that was escaped as a whole into another address, as mail programs do it that watch what is opened:
 * at an & that was not escaped, if no separator before it was either. */
static const char *end_of_escaped(slice text) {
    bool whole = true, any = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '&' && whole && any) return text.at + i;
        if (c == ';' || c == '&') whole = false;
        if (c == '=') whole = true, any = false;
        if (escaped_equals(after(text, text.at + i, 0))) any = true;
    }
    return text.at + text.length;
}

/* ---- Where a link begins and ends --------------------------------------------------------------------------------- */

/* The bytes at the start (or end) that are the punctuation of the sentence around a link. */
static size_t punctuation_at(slice text, bool end) {
    static const char marks[] = ".,:!?()[]{}<>'\"`*\u2018\u2019\u201c\u201d\u2026\u00ab\u00bb";
    for (size_t i = 0, length; marks[i]; i += length) {
        length = utf8_length(marks + i, sizeof marks - i);
        if (length <= text.length && memcmp(end ? text.at + text.length - length : text.at, marks + i, length) == 0)
            return length;
    }
    return 0;
}

/* Without spaces, and without semicolons that nothing follows or precedes. */
static slice trimmed(slice text) {
    text = without_spaces(text);
    while (text.length && *text.at == ';') text.at++, text.length--, text = without_spaces(text);
    while (text.length && text.at[text.length - 1] == ';') text.length--, text = without_spaces(text);
    return text;
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/* Whether a byte may stand before a link: nothing that would make its number part of a word or a value. */
static bool is_apart(char c) { return !is_digit(c) && !is_letter(c) && !(c >= 'A' && c <= 'Z') && !memchr("=~.-_;", c, 7); }

/* Where a link begins among other words: digits, a semicolon and a letter. */
static const char *start_of_link(slice text) {
    for (size_t i = 0, end; i < text.length; i = end + 1) {
        for (end = i; end < text.length && is_digit(text.at[end]);) end++;
        if (end == i || end == text.length || text.at[end] != ';' || (i > 0 && !is_apart(text.at[i - 1]))) continue;
        slice rest = without_spaces(after(text, text.at + end, 1));
        if (rest.length && is_letter(*rest.at)) return text.at + i;
    }
    return NULL;
}

static bool is_written(char c) { return is_digit(c) || is_letter(c) || (c >= 'A' && c <= 'Z') || memchr(".~-_=;", c, 6); }

/* Where a link ends that stands there twice, as Markdown and mails have it: [link](link), link <link>. */
static const char *end_of_first(slice text) {
    size_t own = 0;
    while (own < text.length && is_written(text.at[own])) own++;
    for (size_t i = own; own >= 4 && i + own <= text.length; i++)
        if (memcmp(text.at + i, text.at, own) == 0 && (i + own == text.length || !is_written(text.at[i + own]))) return text.at + own;
    return text.at + text.length;
}

/* Where a link with a check ends: nothing of it follows the check's 16 digits. */
static const char *end_of_check(slice text) {
    const char *check = find_in(text, ";check="), *end = text.at + text.length;
    if (!check || end - check < 23) return end;
    for (int i = 7; i < 23; i++)
        if (hex_digit(check[i]) < 0) return end;
    check += 23;
    return check < end && (*check == ';' || hex_digit(*check) >= 0) ? end : check;
}

/* Where the last value ends: only texts hold spaces, so that after any other value a sentence goes on. */
static const char *end_of_value(slice text) {
    size_t from = text.length;
    while (from > 0 && text.at[from - 1] != ';') from--;
    slice field = after(text, text.at + from, 0);
    const char *equals = memchr(field.at, '=', field.length), *end = text.at + text.length;
    slice key = without_spaces((slice){field.at, equals ? (size_t)(equals - field.at) : 0});
    int row = nf_find(key.at, key.length);
    if (row < 0 || nf_get_row(row)->kind == NF_TEXT) return end;
    for (const char *at = without_spaces(after(field, equals, 1)).at; at < end; at++)
        if (is_space(*at)) return at;
    return end;
}

/* Whether words after a link hold another one, or more of it: a separator and key=. */
static bool holds_more(slice words) {
    for (size_t i = 0; i < words.length; i++) {
        if (words.at[i] != '=') continue;
        size_t from = i;
        while (from > 0 && (is_letter(words.at[from - 1]) || is_digit(words.at[from - 1]))) from--;
        slice key = {words.at + from, i - from};
        bool known = nf_find(key.at, key.length) >= 0 || same_text(key.at, key.length, "check");
        if (known && from > 0 && memchr(";,|&:", words.at[from - 1], 6)) return true;
    }
    return start_of_link(words) != NULL;
}

/* ---- Finding it ------------------------------------------------------------------------------------------------ */

static bool begins_with(slice text, const char *what) {
    return strlen(what) <= text.length && memcmp(text.at, what, strlen(what)) == 0;
}

static void note(found_link *found, slice words, bool harmless) {
    if (words.length) found->note[found->notes++] = (link_note){words, harmless, false};
}

/* An ellipsis right after a link is where a program that shows links in short has cut it, unless its check is there. */
static void note_after(found_link *found, slice words, bool harmless) {
    note(found, words, harmless);
    if ((begins_with(words, "...") || begins_with(words, "\u2026")) && !find_in(found->link, ";check="))
        found->note[found->notes - 1] = (link_note){words, false, true};
}

/* The link without the words and the punctuation of the sentence it stands in. */
static void leave_surroundings(found_link *found) {
    slice all = trimmed(found->link), text = all;
    const char *start = start_of_link(text);
    if (start) text = after(text, start, 0);
    const char *end = end_of_first(text), *whole = text.at + text.length;
    bool is_twice = end < whole;
    if (!is_twice) end = end_of_check(text);
    if (end == whole) end = end_of_value(text);
    text.length = (size_t)(end - text.at);
    for (size_t length; (length = punctuation_at(text, false)) > 0;) text.at += length, text.length -= length;
    for (size_t length; (length = punctuation_at(text, true)) > 0;) text.length -= length, text = trimmed(text);
    slice words = after(all, text.at + text.length, 0);
    found->link = text;
    note(found, (slice){all.at, (size_t)(text.at - all.at)}, true);
    note_after(found, words, is_twice || !holds_more(words));
}

static bool has_field(slice text) { return find_in(text, ";") || find_in(text, "="); }

/* What is before the # is an address, or words that are none of the link; if they look like more, that is said. */
static slice after_hash(found_link *found, slice text, const char *hash) {
    slice before = {text.at, (size_t)(hash - text.at)};
    if (has_field(before) && !find_in(before, "://")) note(found, trimmed(before), !holds_more(before));
    return after(text, hash, 1);
}

/* What in an address is the link: after the first #, or in the query ?s= up to the fragment; all of a text that a link
 * stands at the beginning of, whatever signs come later. */
static slice link_in(found_link *found, slice text) {
    const char *start = start_of_link(text), *hash = find_in(text, "#"), *query = find_in(text, "?s=");
    if (!query) query = find_in(text, ";s=");
    if (start && hash && start < hash) hash = NULL;
    if (!query || (start && start < query) || (hash && hash < query)) return hash ? after_hash(found, text, hash) : text;
    slice link = after(text, query, 3), fragment = hash ? after(text, hash, 0) : (slice){"", 0};
    link.length -= fragment.length;
    if (has_field(fragment)) note(found, fragment, !holds_more(fragment));
    return link;
}

found_link find_link(const char *pasted, size_t length, char bytes[NF_LINK_MAX]) {
    found_link found = {.notes = 0};
    slice text = {pasted, length}, rest = after(text, end_of_escaped(text), 0);
    text.length -= rest.length;
    note(&found, rest, !holds_more(rest));
    if (text.length > NF_LINK_MAX) text = link_in(&found, text);
    found.link = text;
    if ((found.is_too_long = text.length > NF_LINK_MAX)) return found;
    if (text.length) memcpy(bytes, text.at, text.length);
    while (undo_percent(bytes, &text.length)) continue;
    undo_ampersands(bytes, &text.length);
    found.link = link_in(&found, (slice){bytes, text.length});
    leave_surroundings(&found);
    return found;
}
