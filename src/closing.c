/* Punctuation around a link, and which of it is the link's own where the link ends in a text. */
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

/* What ends a sentence, or is in quotation marks or brackets. */
static const char closings[] = ".()[]{}<>'\"`*\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb";

size_t punctuation_at(slice text, bool end) {
    size_t length = mark_at(text, closings, end);
    return length ? length : mark_at(text, ",:!?\u2026", end);
}

static bool is_same(slice a, slice b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Whether the second mark closes what the first one opens. */
static bool is_pair(slice open, slice close) {
    static const char pairs[] =
        "()[]{}<>\"\"''``**\u201c\u201d\u201e\u201c\u201e\u201d\u201d\u201d"
        "\u2018\u2019\u201a\u2018\u201a\u2019\u2019\u2019\u00ab\u00bb\u00bb\u00ab";
    for (const char *at = pairs; *at;) {
        size_t first = utf8_length(at, 4), second = utf8_length(at + first, 4);
        slice left = {at, first}, right = {at + first, second};
        if (is_same(open, left) && is_same(close, right)) return true;
        at += first + second;
    }
    return false;
}

static size_t count_of(slice text, char c) {
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) count += text.at[i] == c;
    return count;
}

/* Whether a bracket at the end closes one within the text. */
static bool closes_own(slice text) {
    static const char brackets[] = "()[]{}<>";
    if (!text.length) return false;
    const char *close = memchr(brackets, text.at[text.length - 1], sizeof brackets - 1);
    bool closing = close && (close - brackets) % 2 == 1;
    return closing && count_of(text, close[0]) <= count_of(text, close[-1]);
}

/* How much of a text stands before a mark at its end that closes `open`; all of it without one. */
static size_t length_within(slice open, slice text) {
    for (slice part = text; part.length;) {
        size_t mark = punctuation_at(part, true);
        slice close = {part.at + part.length - mark, mark};
        if (!mark) break;
        if (is_pair(open, close) && !closes_own(part)) return part.length - mark;
        part.length -= mark;
    }
    return text.length;
}

/* Where the address begins that a link is in, or else the link. */
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

/* Of UTF-8 beyond ASCII, c2 and e2 begin hardly any letter, and bytes below c2 begin nothing. */
static bool begins_word(char c) {
    unsigned char byte = (unsigned char)c;
    return is_digit(c) || is_letter((char)(c | 32)) || (byte > 0xc2 && byte != 0xe2);
}

static bool has_words(slice text) {
    for (size_t i = 0; i < text.length; i++)
        if (begins_word(text.at[i])) return true;
    return false;
}

/* A full stop that is not one of several, a quotation mark, a bracket whose partner is not here. */
static size_t closing_at(slice text) {
    bool dots = text.length >= 2 && memcmp(text.at + text.length - 2, "..", 2) == 0;
    return dots || closes_own(text) ? 0 : mark_at(text, closings, true);
}

enum { NESTED_MAX = 4 }; /* marks around a link that are looked at */

/* The marks right before a link or its address, those of `<a href="` among them. */
static slice marks_at_end(slice outside) {
    slice rest = outside;
    for (int i = 0; i < NESTED_MAX; i++) rest.length -= punctuation_at(rest, true);
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
    while (*unsure && closing_at(own)) own.length -= closing_at(own);
    *unsure = *unsure && own.length < link.length;
    return own.length;
}
