/* Finds the link in what was pasted: an address, a sentence, a line of a mail. */
#include "paste.h"

#include "closing.h"
#include "fields.h"
#include "text.h"

#include <string.h>

/* ---- Escapes -------------------------------------------------------------------------------- */

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

/* Replaces `&`, `&amp;` and `&#59;` by `;`, in place. */
static void undo_ampersands(char *bytes, size_t *length) {
    size_t to = 0;
    for (size_t from = 0; from < *length; from++, to++) {
        bool is_long = from + 4 < *length && (memcmp(bytes + from, "&amp;", 5) == 0 ||
                                              memcmp(bytes + from, "&#59;", 5) == 0);
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

/* Where a link ends that was escaped as a whole into another address, as mail programs do it that
 * watch what is opened: at an & that was not escaped, if no separator before it was either. */
static const char *end_of_escaped(slice text) {
    bool whole = true, any = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '&' && whole && any) return text.at + i;
        if (c == ';' || c == '&') whole = false;
        if (c == '=') {
            whole = true;
            any = false;
        }
        if (escaped_equals(after(text, text.at + i, 0))) any = true;
    }
    return text.at + text.length;
}

/* ---- Where a link begins and ends ----------------------------------------------------------- */

/* Without the spaces and semicolons at both ends. */
static slice trimmed(slice text) {
    text = without_spaces(text);
    while (text.length && *text.at == ';') {
        text.at++;
        text.length--;
        text = without_spaces(text);
    }
    while (text.length && text.at[text.length - 1] == ';') {
        text.length--;
        text = without_spaces(text);
    }
    return text;
}

/* Whether a byte may stand right before a link: one that is not part of a word or a value. */
static bool is_apart(char c) {
    return !is_digit(c) && !is_letter(c) && !(c >= 'A' && c <= 'Z') && !memchr("=~.-_;", c, 7);
}

/* Whether a link continues after its number: with ; and a letter, or if `spaced` with a space and a
 * known key. */
static bool goes_on_after(slice text, const char *number_end, bool spaced) {
    slice rest = after(text, number_end, 0);
    if (!rest.length || (spaced ? !is_space(*rest.at) : *rest.at != ';')) return false;
    rest = without_spaces(after(rest, rest.at, 1));
    return spaced ? is_known(key_at(rest)) : rest.length && is_letter(*rest.at);
}

static const char *start_with(slice text, bool spaced) {
    for (size_t i = 0, end; i < text.length; i = end + 1) {
        for (end = i; end < text.length && is_digit(text.at[end]);) end++;
        if (end == i || (i > 0 && !is_apart(text.at[i - 1]))) continue;
        if (goes_on_after(text, text.at + end, spaced)) return text.at + i;
    }
    return NULL;
}

/* Where a link begins among other words; NULL if there is none. One with spaces in place of ; is
 * taken only if there is no other. */
static const char *start_of_link(slice text) {
    const char *start = start_with(text, false);
    return start ? start : start_with(text, true);
}

static bool is_written(char c) {
    return is_digit(c) || is_letter(c) || (c >= 'A' && c <= 'Z') || memchr(".~-_=;", c, 6);
}

/* The end of the first of two copies of a link, as in Markdown and mails: [link](link), link
 * <link>. The end of the text if there is one copy. */
static const char *end_of_first(slice text) {
    size_t own = 0;
    while (own < text.length && is_written(text.at[own])) own++;
    for (size_t i = own; own >= 4 && i + own <= text.length; i++)
        if (memcmp(text.at + i, text.at, own) == 0 &&
            (i + own == text.length || !is_written(text.at[i + own])))
            return text.at + own;
    return text.at + text.length;
}

/* The end of the digits of a link's check; NULL if it has none. */
static const char *behind_check(slice text) {
    static const char key[] = "check=";
    enum { KEY = sizeof key - 1 };
    slice rest = text;
    for (const char *check; (check = find_in(rest, key)) != NULL; rest = after(rest, check, KEY)) {
        size_t digits = 0;
        slice value = after(rest, check, KEY);
        if (check == text.at || (check[-1] != ';' && !is_space(check[-1]))) continue;
        while (digits < value.length && hex_digit(value.at[digits]) >= 0) digits++;
        if (digits == CHECK_DIGITS) return value.at + CHECK_DIGITS;
    }
    return NULL;
}

/* Where a link with a check ends: right after the check, unless another field follows. */
static const char *end_of_check(slice text) {
    const char *end = behind_check(text);
    if (!end || end == text.at + text.length) return text.at + text.length;
    slice next = without_spaces(after(text, end, 0));
    bool more = *end == ';' || (is_space(*end) && is_known(key_at(next)));
    return more ? text.at + text.length : end;
}

/* Where the last value ends. Only texts hold spaces, so after any other value a space ends the
 * link. */
static const char *end_of_last_value(slice text) {
    slice field = last_field(text);
    bool whole = row_of_field(field) < 0 || is_text_field(field);
    return whole ? text.at + text.length : end_of_value(field);
}

static bool has_check(slice text) { return behind_check(text) != NULL; }

static bool separates(char c) { return is_space(c) || memchr(";,|&:", c, 5); }

static bool holds_key(slice words) {
    for (size_t i = 0; i < words.length; i++) {
        bool begins = i == 0 || separates(words.at[i - 1]);
        if (begins && is_known(key_at(after(words, words.at + i, 0)))) return true;
    }
    return false;
}

/* Whether words beside a link hold another link, or more of this one: a known key after a
 * separator, or right behind the link any key, which may be a misspelt one. */
static bool holds_more(slice words) {
    if (holds_key(words)) return true;
    slice first = without_spaces(words);
    bool spaced = words.length && is_space(*words.at);
    return (spaced && key_at(first).length > 0) || start_of_link(words) != NULL;
}

static slice without_punctuation(slice text) {
    for (size_t length; (length = punctuation_at(text, true)) > 0;) {
        text.length -= length;
        text = trimmed(text);
    }
    return text;
}

/* ---- Finding it ----------------------------------------------------------------------------- */

static bool begins_with(slice text, const char *what) {
    return strlen(what) <= text.length && memcmp(text.at, what, strlen(what)) == 0;
}

static void add_note(found_link *found, link_note it) {
    if (found->notes < LINK_NOTES_MAX) found->note[found->notes++] = it;
}

static void note(found_link *found, slice words, bool harmless) {
    link_note it = {words, NF_BESIDE_LINK, NF_USE_LINK, harmless};
    if (words.length) add_note(found, it);
}

/* An ellipsis right after a link is where a program that shows links in short has cut it, unless
 * its check is there. */
static void note_after(found_link *found, slice words, bool harmless) {
    bool is_ellipsis = begins_with(words, "...") || begins_with(words, "\u2026");
    if (is_ellipsis && !has_check(found->link))
        add_note(found, (link_note){words, NF_CUT, NF_USE_REST, false});
    else
        note(found, words, harmless);
}

/* Notes punctuation that may have been the end of a text. */
static void note_closing(found_link *found, slice words) {
    add_note(found, (link_note){words, NF_END_OF_SENTENCE, NF_USE_LINK, false});
}

/* Takes the words and the punctuation of a sentence away from the link in it. */
static void leave_surroundings(found_link *found, const char *pasted) {
    slice all = trimmed(found->link), text = all;
    const char *start = start_of_link(text);
    if (start) text = after(text, start, 0);
    const char *whole = text.at + text.length, *end = end_of_first(text);
    bool is_twice = end < whole, unsure = false;
    if (!is_twice) end = end_of_check(text);
    if (end == whole) end = end_of_last_value(text);
    text = up_to(text, end);
    while (punctuation_at(text, false)) text = after(text, text.at, punctuation_at(text, false));
    slice before = {pasted, (size_t)(text.at - pasted)}, in_front = up_to(all, text.at);
    if (!is_text_field(last_field(text)))
        text = without_punctuation(text);
    else if (!is_twice)
        text.length = length_with_text(text, before, &unsure);
    slice words = after(all, text.at + text.length, 0);
    found->link = text;
    note(found, in_front, !holds_more(in_front));
    if (unsure)
        note_closing(found, words);
    else
        note_after(found, words, is_twice || !holds_more(words));
}

static bool has_field(slice text) { return find_in(text, ";") || find_in(text, "="); }

/* What follows the # of an address, or of other words. Words that are not an address are noted. */
static slice after_hash(found_link *found, slice text, const char *hash) {
    slice before = {text.at, (size_t)(hash - text.at)};
    if (has_field(before) && !find_in(before, "://"))
        note(found, trimmed(before), !holds_more(before));
    return after(text, hash, 1);
}

/* The link in an address: what follows the first #, or the query ?s= up to the fragment. All of a
 * text that begins with a link, whatever characters follow. */
static slice link_in(found_link *found, slice text) {
    const char *start = start_of_link(text), *hash = find_in(text, "#"),
               *query = find_in(text, "?s=");
    if (!query) query = find_in(text, ";s=");
    if (start && hash && start < hash) hash = NULL;
    if (!query || (start && start < query) || (hash && hash < query))
        return hash ? after_hash(found, text, hash) : text;
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
    found.is_too_long = text.length > NF_LINK_MAX;
    if (found.is_too_long) return found;
    if (text.length) memcpy(bytes, text.at, text.length);
    while (undo_percent(bytes, &text.length)) continue;
    undo_ampersands(bytes, &text.length);
    found.link = link_in(&found, (slice){bytes, text.length});
    leave_surroundings(&found, bytes);
    return found;
}

bool holds_link(slice pasted) {
    char bytes[NF_LINK_MAX];
    slice link = find_link(pasted.at, pasted.length, bytes).link;
    return start_of_link(link) != NULL || has_check(link);
}
