#include "encoded.h"

#include "base64.h"

#include "engine/text.h"

typedef struct encoded_word {
    slice text;
    char how;      /* b: base64, q: nearly quoted-printable */
    size_t length; /* with the marks around it; 0: there is none */
} encoded_word;

enum { WORD_MAX = 1000 }; /* RFC 2047 allows 75; programs write more */

static encoded_word word_at(slice text) {
    static const encoded_word none = {.length = 0};
    if (text.length > WORD_MAX) text.length = WORD_MAX;
    if (text.length < 2 || memcmp(text.at, "=?", 2) != 0) return none;
    const char *how = memchr(text.at + 2, '?', text.length - 2); /* behind the charset */
    slice rest = how ? after(text, how, 1) : (slice){"", 0};
    if (rest.length < 2 || rest.at[1] != '?') return none;
    char letter = (char)(*rest.at | 32);
    rest = after(rest, rest.at, 2);
    const char *end = find_in(rest, "?=");
    if (!end || (letter != 'b' && letter != 'q')) return none;
    return (encoded_word){up_to(rest, end), letter, (size_t)(end + 2 - text.at)};
}

static void put_q(nf_text *out, slice text) {
    while (text.length) {
        int high = text.length > 2 ? hex_digit(text.at[1]) : -1;
        int low = text.length > 2 ? hex_digit(text.at[2]) : -1;
        bool is_byte = *text.at == '=' && high >= 0 && low >= 0;
        char c = *text.at == '_' ? ' ' : *text.at;
        put_char(out, is_byte ? (char)(16 * high + low) : c);
        text = after(text, text.at, is_byte ? 3 : 1);
    }
}

static void put_b(nf_text *out, slice text) {
    base64 b = {.out = *out};
    read_base64(&b, text);
    end_base64(&b);
    *out = b.out;
}

size_t undo_encoded_words(slice text, char *out) {
    nf_text to = {out, 0, text.length + 1};
    while (text.length) {
        encoded_word word = word_at(text);
        slice rest = after(text, text.at, word.length ? word.length : 1);
        if (word.length)
            word.how == 'b' ? put_b(&to, word.text) : put_q(&to, word.text);
        else
            put_char(&to, *text.at);
        /* what parts two such words is no part of a name */
        text = word.length && word_at(without_spaces(rest)).length ? without_spaces(rest) : rest;
    }
    return to.used;
}
