/* Punctuation around a link, and where a link ends whose last value is a text. */
#include "closing.h"

#include "text.h"

/* The length of the mark at the start (or the end) of a text, if it is one of these; or 0. */
static size_t mark_at(slice text, const char *marks, bool end) {
    for (size_t length; *marks; marks += length) {
        length = utf8_length(marks, strlen(marks));
        if (length > text.length) continue;
        const char *at = end ? text.at + text.length - length : text.at;
        if (memcmp(at, marks, length) == 0) return length;
    }
    return 0;
}

/* The full stop, and what opens or closes quotations and brackets. */
static const char closings[] = ".()[]{}<>'\"`*\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb";

size_t punctuation_at(slice text, bool end) {
    size_t length = mark_at(text, closings, end);
    return length ? length : mark_at(text, ",:!?\u2026", end);
}

static bool is_same(slice a, slice b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

typedef struct mark_pair {
    slice open, close;
} mark_pair;

/* Takes the first pair off a list of them; false if there is none left. */
static bool next_pair(const char **list, mark_pair *pair) {
    if (!**list) return false;
    pair->open = (slice){*list, utf8_length(*list, strlen(*list))};
    *list += pair->open.length;
    pair->close = (slice){*list, utf8_length(*list, strlen(*list))};
    *list += pair->close.length;
    return true;
}

static const char pairs[] =
    "()[]{}<>\"\"''``**\u201c\u201d\u201e\u201c\u201e\u201d\u201d\u201d"
    "\u2018\u2019\u201a\u2018\u201a\u2019\u2019\u2019\u00ab\u00bb\u00bb\u00ab";

/* Whether the second mark closes what the first one opens. */
static bool is_pair(slice open, slice close) {
    mark_pair pair;
    for (const char *list = pairs; next_pair(&list, &pair);)
        if (is_same(open, pair.open) && is_same(close, pair.close)) return true;
    return false;
}

static size_t count_of(slice text, slice mark) {
    size_t count = 0;
    for (size_t i = 0; i + mark.length <= text.length; i++)
        count += memcmp(text.at + i, mark.at, mark.length) == 0;
    return count;
}

static bool is_apostrophe(slice mark) {
    return is_same(mark, slice_of("'")) || is_same(mark, slice_of("\u2019"));
}

/* Whether the mark at the end of a text closes one that was opened in it. An apostrophe opens
 * nothing. */
static bool closes_own(slice text) {
    mark_pair pair;
    size_t mark = punctuation_at(text, true);
    slice close = {text.at + text.length - mark, mark};
    for (const char *list = pairs; next_pair(&list, &pair);) {
        bool same = is_same(pair.open, close);
        if (!is_same(pair.close, close) || is_apostrophe(pair.open)) continue;
        if (same && mark == 1 && count_of(text, close) % 2 == 0) return true;
        if (!same && count_of(text, close) <= count_of(text, pair.open)) return true;
    }
    return false;
}

/* How many marks before and after a link are looked at. */
enum { BEFORE_MAX = 4, BEHIND_MAX = 16 };

/* The length of a text up to the mark near its end that closes `open`; its whole length if none
 * does. */
static size_t length_within(slice open, slice text) {
    slice part = text;
    for (int i = 0; i < BEHIND_MAX; i++) {
        size_t mark = punctuation_at(part, true);
        slice close = {part.at + part.length - mark, mark};
        if (is_pair(open, close) && !closes_own(part)) return part.length - mark;
        part.length -= mark;
    }
    return text.length;
}

/* Where the address begins whose last part is `before`; the end of `before` if there is none. */
static const char *start_of_address(slice before) {
    const char *end = before.at + before.length, *word = end;
    while (word > before.at && !is_space(word[-1])) word--;
    slice last = after(before, word, 0);
    const char *scheme = find_in(last, "://");
    while (scheme && scheme > word && is_letter(scheme[-1])) scheme--;
    if (scheme) return scheme;
    bool fragment = last.length > 0 && end[-1] == '#';
    bool query = last.length > 1 && memcmp(end - 2, "s=", 2) == 0;
    return fragment || query ? word : end;
}

/* Whether a byte begins a letter or a digit. In UTF-8 beyond ASCII, c2 and e2 begin punctuation and
 * hardly any letter, and bytes below c2 begin no character. */
static bool begins_word(char c) {
    unsigned char byte = (unsigned char)c;
    return is_digit(c) || is_letter((char)(c | 32)) || (byte > 0xc2 && byte != 0xe2);
}

bool has_words(slice text) {
    for (size_t i = 0; i < text.length; i++)
        if (begins_word(text.at[i])) return true;
    return false;
}

/* The length of a mark at the end that may belong to a sentence around the text: a full stop that
 * is not part of an ellipsis, a quotation mark or bracket that closes nothing in the text. */
static size_t closing_at(slice text) {
    bool dots = text.length >= 2 && memcmp(text.at + text.length - 2, "..", 2) == 0;
    return dots || closes_own(text) ? 0 : mark_at(text, closings, true);
}

/* The marks right before a link or its address, those of `<a href="` among them. */
static slice marks_at_end(slice outside) {
    slice rest = outside;
    for (int i = 0; i < BEFORE_MAX; i++) rest.length -= punctuation_at(rest, true);
    return after(outside, rest.at + rest.length, 0);
}

size_t length_with_text(slice link, slice before, bool *unsure) {
    slice outside = up_to(before, start_of_address(before)), own = link;
    for (slice marks = marks_at_end(outside); marks.length;) {
        slice open = {marks.at, punctuation_at(marks, false)};
        own.length = length_within(open, own);
        marks = after(marks, marks.at, open.length);
    }
    *unsure = own.length == link.length && has_words(outside);
    for (int i = 0; *unsure && i < BEHIND_MAX; i++) own.length -= closing_at(own);
    *unsure = *unsure && own.length < link.length;
    return own.length;
}
