#include "mend.h"

#include "engine/fields.h"
#include "engine/text.h"

#include <string.h>

static bool is_name_byte(char c) { return is_digit(c) || is_letter((char)(c | 32)); }

bool is_of_links(char c) { return is_name_byte(c) || (c && memchr(".~-_=;%&#", c, 9) != NULL); }

/* ---- Characters ----------------------------------------------------------------------------- */

/* What a character becomes: `with` in its place. Some only beside characters of links, where they
 * mean nothing else. */
typedef struct exchange {
    uint32_t first, last;
    const char *with;
    bool beside_links;
} exchange;

static const exchange exchanges[] = {
    {0x85, 0x85, "\n", false},     {0xa0, 0xa0, " ", false},     {0xad, 0xad, "", true},
    {0x180e, 0x180e, "", true},    {0x2000, 0x200a, " ", false}, {0x200b, 0x200f, "", true},
    {0x2028, 0x2029, "\n", false}, {0x202a, 0x202e, "", true},   {0x202f, 0x202f, " ", false},
    {0x205f, 0x205f, " ", false},  {0x2060, 0x2069, "", true},   {0x3000, 0x3000, " ", false},
    {0xfeff, 0xfeff, "", false},   {0xff03, 0xff03, "#", true},  {0xff05, 0xff05, "%", true},
    {0xff0e, 0xff0e, ".", true},   {0xff1b, 0xff1b, ";", true},  {0xff1d, 0xff1d, "=", true},
    {0xff3f, 0xff3f, "_", true},   {0xff5e, 0xff5e, "~", true},
};

/* Dashes that programs put for the hyphen of a number: after e, = or ~, before a digit. Hyphens of
 * other kinds between letters and digits. */
static bool is_dash(uint32_t code) { return (code >= 0x2010 && code <= 0x2015) || code == 0x2212; }

static bool is_hyphen_here(uint32_t code, char before, char behind) {
    bool of_number = memchr("eE=~", before, 4) && is_digit(behind);
    bool of_word = code <= 0x2011 && is_name_byte(before) && is_name_byte(behind);
    return is_dash(code) && before && (of_number || of_word);
}

/* NULL if a character stays as it is. */
static const char *instead_of(uint32_t code, char before, char behind) {
    if (is_hyphen_here(code, before, behind)) return "-";
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        const exchange *e = &exchanges[i];
        if (code < e->first || code > e->last) continue;
        bool beside = is_of_links(before) || is_of_links(behind);
        return !e->beside_links || beside ? e->with : NULL;
    }
    return NULL;
}

/* The characters of Windows-1252 from 0x80 to 0x9f that are met beside links, as UTF-8. */
static const char *windows_character(unsigned char byte) {
    switch (byte) {
    case 0x85: return "\u2026";
    case 0x91:
    case 0x92: return "'";
    case 0x93:
    case 0x94: return "\"";
    case 0x96:
    case 0x97: return "-";
    default: return byte < 0xa0 ? "?" : NULL;
    }
}

/* A byte that is not UTF-8, of Windows-1252. A question mark stands for a character that takes the
 * room of what comes behind. */
static void put_byte(nf_text *out, unsigned char byte, size_t behind) {
    const char *known = windows_character(byte);
    bool fits = !known || out->used + strlen(known) + MENDED_BYTES * behind < out->capacity;
    if (!fits)
        put_char(out, '?');
    else if (known)
        put(out, known);
    else if (byte == 0xa0)
        put_char(out, ' ');
    else {
        put_char(out, (char)(0xc0 | byte >> 6));
        put_char(out, (char)(0x80 | (byte & 0x3f)));
    }
}

/* ---- Entities, tags and backslashes --------------------------------------------------------- */

typedef struct escape {
    const char *written, *meant;
} escape;

/* `&` and `&amp;` are left to the reader of links. */
static const escape escapes[] = {
    {"&nbsp;", " "},   {"&#160;", " "},   {"&#xa0;", " "}, {"&#xA0;", " "},
    {"&quot;", "\""},  {"&#34;", "\""},   {"&lt;", "<"},   {"&gt;", ">"},
    {"&#39;", "'"},    {"&apos;", "'"},   {"&#61;", "="},  {"&#x3D;", "="},
    {"&#x3d;", "="},   {"&equals;", "="}, {"&semi;", ";"}, {"&#x3B;", ";"},
    {"&#x3b;", ";"},   {"&#126;", "~"},   {"&#x7E;", "~"}, {"&#95;", "_"},
    {"&lowbar;", "_"}, {"&num;", "#"},    {"&#35;", "#"},  {"&shy;", ""},
    {"&#173;", ""},    {"&#8203;", ""},   {"&zwnj;", ""},  {"&ZeroWidthSpace;", ""},
    {"<wbr>", ""},     {"<wbr/>", ""},    {"<wbr />", ""}, {"<br>", "\n"},
    {"<br/>", "\n"},   {"<br />", "\n"},  {"</p>", "\n"},  {"</div>", "\n"},
    {"</tr>", "\n"},   {"</li>", "\n"},   {"\\_", "_"},    {"\\~", "~"},
    {"\\=", "="},      {"\\-", "-"},      {"\\.", "."},    {"\\#", "#"},
    {"\\;", ";"},      {"\r\n", "\n"},    {"\r", "\n"},
};

/* The escape at the start of a text; NULL if there is none. */
static const escape *escape_at(slice text) {
    if (!memchr("&<\\\r", *text.at, 4)) return NULL;
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        size_t length = strlen(escapes[i].written);
        if (length <= text.length && memcmp(text.at, escapes[i].written, length) == 0)
            return &escapes[i];
    }
    return NULL;
}

/* The next byte that is not one of a character that may go. */
static char behind_of(slice text) {
    size_t i = 0, length;
    while (i < text.length && (text.at[i] & 0x80) &&
           (length = utf8_length(text.at + i, text.length - i)) > 0)
        i += length;
    return i < text.length ? text.at[i] : 0;
}

/* Mends what stands at the start of a text; returns its length. */
static size_t mend_one(slice text, nf_text *out) {
    const escape *escaped = escape_at(text);
    if (escaped) {
        put(out, escaped->meant);
        return strlen(escaped->written);
    }
    size_t length = utf8_length(text.at, text.length);
    if (length == 0) {
        put_byte(out, (unsigned char)*text.at, text.length - 1);
        return 1;
    }
    char before = out->used ? out->at[out->used - 1] : 0;
    slice rest = after(text, text.at, length);
    const char *instead =
        length > 1 ? instead_of(code_point(text.at, length), before, behind_of(rest)) : NULL;
    instead ? put(out, instead) : put_bytes(out, text.at, length);
    return length;
}

size_t mend_text(slice text, char *out) {
    nf_text mended = {out, 0, MENDED_BYTES * text.length + 1};
    while (text.length) {
        size_t length = mend_one(text, &mended);
        text = after(text, text.at, length);
    }
    return mended.used;
}

/* ---- Quoted-printable ----------------------------------------------------------------------- */

static bool is_upper_hex(char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }

static bool is_escape(slice text) {
    return text.length > 2 && is_upper_hex(text.at[1]) && is_upper_hex(text.at[2]);
}

/* Every = of quoted-printable is written =3D, and the others stand before a byte's digits or a line
 * break. A check shows it: its digits could be a byte's. */
static bool is_quoted_printable(slice text) {
    static const char check[] = "check=";
    bool any = false;
    for (size_t i = 0; i < text.length; i++) {
        slice rest = after(text, text.at + i, 0);
        if (rest.length > sizeof check + 1 && memcmp(rest.at, check, sizeof check - 1) == 0) {
            slice value = after(rest, rest.at, sizeof check - 2);
            if (memcmp(value.at, "=3D", 3) != 0 && value.at[1] != '\n') return false;
        }
        if (*rest.at != '=') continue;
        if (rest.length > 1 && rest.at[1] != '\n' && !is_escape(rest)) return false;
        any = any || (rest.length > 2 && memcmp(rest.at, "=3D", 3) == 0);
    }
    return any;
}

static size_t undo_quoted_printable(char *text, size_t length) {
    size_t to = 0;
    for (size_t i = 0; i < length; i++) {
        slice rest = {text + i, length - i};
        if (*rest.at != '=')
            text[to++] = *rest.at;
        else if (is_escape(rest)) {
            text[to++] = (char)(16 * hex_digit(rest.at[1]) + hex_digit(rest.at[2]));
            i += 2;
        }
    }
    return to;
}

static size_t without(char *text, size_t length, char what) {
    size_t to = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != what) text[to++] = text[i];
    return to;
}

/* ---- Spaces and columns --------------------------------------------------------------------- */

/* Takes the spaces away that typography puts before a semicolon. */
static size_t join_fields(char *text, size_t length) {
    size_t to = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ';')
            while (to && text[to - 1] == ' ') to--;
        text[to++] = text[i];
    }
    return to;
}

size_t start_in(slice text) {
    for (size_t i = 0, end; i < text.length; i = end + 1) {
        for (end = i; end < text.length && is_digit(text.at[end]);) end++;
        bool goes_on = end == i + 1 && end < text.length && text.at[end] == ';';
        if (goes_on && is_known(key_at(after(text, text.at + end, 1)))) return i;
    }
    return text.length;
}

const char *check_end(slice text) {
    static const char check[] = ";check=";
    enum { KEY = sizeof check - 1 };
    for (const char *found; (found = find_in(text, check)) != NULL;) {
        size_t digits = 0;
        text = after(text, found, KEY);
        while (digits < text.length && hex_digit(text.at[digits]) >= 0) digits++;
        if (digits == CHECK_DIGITS) return text.at + digits;
    }
    return NULL;
}

static void make_commas(char *text, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (text[i] == ';') text[i] = ',';
}

/* In a table whose columns stand between semicolons, these are made commas: those before the link,
 * and those behind its check. */
static void part_columns(char *text, size_t length) {
    slice all = {text, length};
    size_t start = start_in(all);
    const char *found = check_end(all);
    size_t end = found ? (size_t)(found - text) : length;
    if (start < length) make_commas(text, 0, start);
    while (end < length && (text[end] == '"' || text[end] == '\'')) end++;
    if (end >= length || text[end] != ';') return;
    slice key = key_at(without_spaces(after(all, text + end, 1)));
    if (!key.length) make_commas(text, end, length);
}

size_t mend_answer(char *text, size_t length, char *out) {
    slice answer = {text, length};
    if (is_quoted_printable(answer)) answer.length = undo_quoted_printable(text, length);
    length = mend_text(answer, out);
    length = without(out, length, '\n');
    length = join_fields(out, length);
    part_columns(out, length);
    return length;
}
