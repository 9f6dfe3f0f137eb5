/* Whose an answer is: the words beside its link. */
#include "who.h"

#include "engine/paste.h"
#include "engine/text.h"

#include <string.h>

/* How many bytes at the start of a line spell the character c, escaped by percent signs any number
 * of times; 0 if they spell another one. */
static size_t spelling_of(slice line, char c) {
    size_t i = 1;
    if (!line.length) return 0;
    if (*line.at == c) return 1;
    if (c == ';' && *line.at == '&') {
        bool is_long = line.length > 4 &&
                       (memcmp(line.at, "&amp;", 5) == 0 || memcmp(line.at, "&#59;", 5) == 0);
        return is_long ? 5 : 1;
    }
    if (*line.at != '%') return 0;
    while (i + 1 < line.length && line.at[i] == '2' && line.at[i + 1] == '5') i += 2;
    if (i + 1 >= line.length) return 0;
    int high = hex_digit(line.at[i]), low = hex_digit(line.at[i + 1]);
    char byte = (char)(16 * high + low);
    bool same = byte == c || (byte == '&' && c == ';');
    return same && high >= 0 && low >= 0 ? i + 2 : 0;
}

/* How many bytes at the start of a line spell the link; 0 if they do not. */
static size_t link_at(slice line, slice link) {
    slice rest = line;
    for (size_t i = 0, step; i < link.length; i++) {
        step = spelling_of(rest, link.at[i]);
        if (!step) return 0;
        rest = after(rest, rest.at, step);
    }
    return line.length - rest.length;
}

static bool is_between_words(char c) { return (c >= 0 && c <= ' ') || strchr(",\"<>()[]|", c); }

/* The length of the word at the start of a line; a link counts as one word, spaces or not. */
static size_t word_at(slice line, slice link, bool *has_link) {
    size_t length = 0;
    *has_link = false;
    while (length < line.length) {
        size_t of_link = link_at(after(line, line.at, length), link);
        if (!of_link && is_between_words(line.at[length])) break;
        length += of_link ? of_link : 1;
        *has_link = *has_link || of_link;
    }
    return length;
}

/* Whether a word is part of a link or an address: these have characters that names do not have. */
static bool is_of_link(slice word) {
    for (size_t i = 0; i < word.length; i++)
        if (strchr(";=/%#", word.at[i]) || (i == 0 && word.at[i] == '&')) return true;
    return false;
}

static bool is_any_letter(slice word) {
    for (size_t i = 0; i < word.length; i++)
        if (!strchr(".:-*_'`!?", word.at[i])) return true;
    return false;
}

/* Where in a line the link begins that was read from it. */
static slice link_read(slice line, bool lossless, char bytes[NF_LINK_MAX]) {
    slice link = find_link(line.at, line.length, bytes).link;
    size_t digits = 0;
    while (digits < link.length && is_digit(link.at[digits])) digits++;
    bool is_begun = digits > 0 && digits < link.length && link.at[digits] == ';';
    return lossless || is_begun ? link : (slice){bytes, 0};
}

enum { WHO_WITHIN = 1 << 16 }; /* bytes of a line that names are looked for in */

void put_who(nf_text *out, slice line, bool lossless) {
    char bytes[NF_LINK_MAX];
    slice link = link_read(line, lossless, bytes);
    slice rest = {line.at, line.length < WHO_WITHIN ? line.length : WHO_WITHIN};
    while (rest.length) {
        bool has_link;
        slice word = {rest.at, word_at(rest, link, &has_link)};
        rest = after(rest, rest.at, word.length + (word.length < rest.length));
        if (word.length == line.length) return; /* all of it is the link */
        if (has_link || is_of_link(word) || !is_any_letter(word)) continue;
        if (out->used) put_char(out, ' ');
        put_bytes(out, word.at, word.length);
    }
    while (out->used && out->used < out->capacity && out->at[out->used - 1] == ':')
        out->at[--out->used] = 0;
}

void mark_cut(nf_text *text) {
    if (text->used < text->capacity) return;
    text->used = text->capacity - 4;
    while (text->used && ((unsigned char)text->at[text->used] & 0xc0) == 0x80) text->used--;
    put(text, "...");
}
