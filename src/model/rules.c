#include "rules.h"

#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* One rule for one section, [first, end), of a passage. */
typedef struct work {
    const rule *rule;
    const unicode *u;
    const passage *in;
    passage *out;
    size_t first, end;
} work;

static void keep(const work *w) { put_part(w->out, w->in, w->first, w->end, true); }

static bool has_at(const work *w, size_t at, byte_slice text) {
    return text.length <= w->end - at && memcmp(w->in->at + at, text.at, text.length) == 0;
}

/* ---- The composed form ----------------------------------------------------------------------- */

/* All characters below U+0300 are composed already, and nothing composes with them in front. */
static bool is_composed(const work *w) {
    for (size_t i = w->first; i < w->end; i++)
        if ((unsigned char)w->in->at[i] >= 0xcc) return false;
    return true;
}

static size_t characters_of(const work *w, placed_char *out) {
    size_t count = 0;
    for (size_t at = w->first; at < w->end;) {
        uint32_t from = w->in->from[at];
        uint32_t code = next_code(w->in->at, w->end, &at);
        out[count++] = (placed_char){code, 0, from};
    }
    return count;
}

static size_t put_code(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00u >> length & 0xffu) | code);
    return length;
}

static void compose(const work *w) {
    size_t most = w->end - w->first;
    placed_char *room = NULL;
    if (is_composed(w)) {
        keep(w);
        return;
    }
    room = malloc((COMPOSING_ROOM + 1) * most * sizeof *room);
    w->out->lacks_memory |= !room;
    if (!room) return;
    placed_char *text = room + COMPOSING_ROOM * most;
    size_t count = compose_text(w->u, text, characters_of(w, text), room);
    for (size_t i = 0; i < count; i++) {
        char bytes[4];
        size_t length = put_code(room[i].code, bytes);
        put_placed(w->out, (byte_slice){bytes, length}, room[i].from, i == 0);
    }
    free(room);
}

/* ---- Other normalizers ----------------------------------------------------------------------- */

static void prepend(const work *w) {
    put_placed(w->out, w->rule->text, w->in->from[w->first], true);
    put_part(w->out, w->in, w->first, w->end, w->rule->text.length == 0);
}

/* Bytes at `at` that the rule replaces. */
static size_t replaced_at(const work *w, size_t at) {
    size_t spaces = 0;
    if (w->rule->kind == RULE_REPLACE)
        return has_at(w, at, w->rule->found) ? w->rule->found.length : 0;
    while (at + spaces < w->end && w->in->at[at + spaces] == ' ') spaces++;
    return spaces > 1 ? spaces : 0;
}

static void replace(const work *w) {
    size_t start = w->out->length, kept = w->first;
    for (size_t at = w->first; at < w->end;) {
        size_t length = replaced_at(w, at);
        if (!length) {
            at++;
            continue;
        }
        put_part(w->out, w->in, kept, at, w->out->length == start);
        put_placed(w->out, w->rule->text, w->in->from[at], w->out->length == start);
        kept = at += length;
    }
    put_part(w->out, w->in, kept, w->end, w->out->length == start);
}

static void strip(const work *w) {
    size_t first = w->end, end = w->first; /* of what is no white space */
    for (size_t at = w->first, start = at; at < w->end; start = at) {
        if (is_white(next_code(w->in->at, w->end, &at))) continue;
        if (first == w->end) first = start;
        end = at;
    }
    if (!w->rule->at_start) first = w->first;
    if (!w->rule->at_end) end = w->end;
    if (first < end) put_part(w->out, w->in, first, end, true);
}

/* ---- Pre-tokenizers -------------------------------------------------------------------------- */

static void split(const work *w) {
    for (size_t at = w->first, length; at < w->end; at += length) {
        length = split_length(w->rule->pattern, w->u, w->in->at + at, w->end - at);
        put_part(w->out, w->in, at, at + length, true);
    }
}

static void split_digits(const work *w) {
    bool was_number = false;
    for (size_t at = w->first, next = at; at < w->end; at = next) {
        bool is_one = is_number(class_of(w->u, next_code(w->in->at, w->end, &next)));
        bool begins = at == w->first || is_one != was_number || (is_one && w->rule->at_start);
        put_part(w->out, w->in, at, next, begins);
        was_number = is_one;
    }
}

static void put_space(const work *w) {
    bool has_space = w->in->at[w->first] == ' ';
    if (!has_space) put_placed(w->out, (byte_slice){" ", 1}, w->in->from[w->first], true);
    put_part(w->out, w->in, w->first, w->end, has_space);
}

static void put_alphabet_of(const work *w) {
    for (size_t at = w->first; at < w->end; at++) {
        char bytes[2];
        size_t length = put_alphabet((unsigned char)w->in->at[at], bytes);
        put_placed(w->out, (byte_slice){bytes, length}, w->in->from[at], at == w->first);
    }
}

static bool wants_space(const work *w) {
    bool has_one = w->in->at[w->first] == ' ' || has_at(w, w->first, w->rule->text);
    bool is_first = w->in->from[w->first] == 0;
    scheme scheme = w->rule->scheme;
    return !has_one && (scheme == SCHEME_ALWAYS || (scheme == SCHEME_FIRST && is_first));
}

static void put_metaspaces(const work *w) {
    byte_slice mark = w->rule->text;
    bool begins = true, splits = w->rule->at_start;
    if (wants_space(w)) {
        put_placed(w->out, mark, w->in->from[w->first], true);
        begins = false;
    }
    for (size_t at = w->first; at < w->end; begins = false) {
        bool is_space = w->in->at[at] == ' ', is_mark = has_at(w, at, mark);
        size_t length = is_mark ? mark.length : 1;
        begins = begins || (splits && (is_space || is_mark));
        if (is_space)
            put_placed(w->out, mark, w->in->from[at], begins);
        else
            put_part(w->out, w->in, at, at + length, begins);
        at += length;
    }
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void apply(const rule *rule, const unicode *u, const passage *in, passage *out) {
    static void (*const functions[RULE_KINDS])(const work *) = {
        [RULE_NFC] = compose,           [RULE_PREPEND] = prepend,
        [RULE_REPLACE] = replace,       [RULE_FOLD] = replace,
        [RULE_STRIP] = strip,           [RULE_SPLIT] = split,
        [RULE_DIGITS] = split_digits,   [RULE_SPACE] = put_space,
        [RULE_BYTES] = put_alphabet_of, [RULE_METASPACE] = put_metaspaces};
    empty_passage(out);
    for (size_t first = 0, end; first < in->length; first = end) {
        end = section_end(in, first);
        functions[rule->kind](&(work){rule, u, in, out, first, end});
    }
}

bool apply_rules(const rule_list *rules, const unicode *u, passage *text, passage *other) {
    for (int i = 0; i < rules->count; i++) {
        apply(&rules->at[i], u, text, other);
        passage made = *other;
        *other = *text;
        *text = made;
        if (text->lacks_memory) return false;
    }
    return !text->lacks_memory;
}

/* ---- GPT-2's alphabet ------------------------------------------------------------------------ */

/* Bytes that can be seen stand for themselves; the others, in order, for U+0100 and up. */
static bool is_seen(unsigned byte) {
    return (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte != 0xad);
}

size_t put_alphabet(unsigned char byte, char out[2]) {
    unsigned code = byte;
    if (!is_seen(byte)) {
        code = byte <= 0x20 ? 0x100u + byte : byte == 0xad ? 0x143u : 0x100u + byte - 0x5eu;
    }
    char bytes[4];
    size_t length = put_code(code, bytes);
    memcpy(out, bytes, length);
    return length;
}

int byte_of_letter(uint32_t code) {
    if (code < 0x100) return is_seen(code) ? (int)code : -1;
    if (code <= 0x120) return (int)code - 0x100;
    if (code <= 0x142) return (int)code - 0x100 + 0x5e;
    return code == 0x143 ? 0xad : -1;
}
