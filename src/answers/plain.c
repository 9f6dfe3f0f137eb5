#include "plain.h"

#include "engine/text.h"

/* The length of the character at the start; 1 where that is not UTF-8. */
static size_t step_of(slice text) {
    size_t bytes = utf8_length(text.at, text.length);
    return bytes ? bytes : 1;
}

static bool is_shown(slice text) {
    size_t bytes = utf8_length(text.at, text.length);
    return bytes > 0 && !is_control(code_point(text.at, bytes));
}

size_t put_plain_character(nf_text *out, slice text) {
    size_t step = step_of(text);
    if (is_shown(text))
        put_bytes(out, text.at, step);
    else
        put_char(out, is_space(*text.at) ? ' ' : '?');
    return step;
}

void put_plain(nf_text *out, slice text) {
    while (text.length) text = after(text, text.at, put_plain_character(out, text));
}

/* Characters that a spreadsheet may skip before a formula: spaces of any width, also of none. */
static bool is_blank(uint32_t code) {
    static const uint32_t blanks[] = {' ',    '\t',   0xa0,   0x1680, 0x180e,
                                      0x202f, 0x205f, 0x2060, 0x3000, 0xfeff};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (code == blanks[i]) return true;
    return code >= 0x2000 && code <= 0x200d;
}

/* Whether a character begins a formula: an ASCII sign, or the same in full width. */
static bool begins_formula(uint32_t code) {
    uint32_t narrow = code > 0xff00 && code < 0xff5f ? code - 0xfee0 : code;
    return narrow == '=' || narrow == '+' || narrow == '-' || narrow == '@';
}

/* Controls are skipped too: a question mark or a space stands for them. */
static bool is_formula(slice text) {
    for (; text.length; text = after(text, text.at, step_of(text))) {
        if (!is_shown(text)) continue;
        uint32_t code = code_point(text.at, step_of(text));
        if (!is_blank(code)) return begins_formula(code);
    }
    return false;
}

void put_csv_field(nf_text *out, slice text) {
    put(out, is_formula(text) ? "\"'" : "\"");
    while (text.length) {
        if (*text.at == '"') put_char(out, '"');
        text = after(text, text.at, put_plain_character(out, text));
    }
    put_char(out, '"');
}
