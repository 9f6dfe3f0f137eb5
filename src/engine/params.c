#include "exact.h"

#include "params.h"

#include "also.h"
#include "ask.h"
#include "kinds.h"
#include "messages.h"
#include "rotary.h"
#include "text.h"

#include <string.h>

/* " modify mean cross", from the rows of kinds.def; KIND_WORDS is without the space at the
 * start. */
static const char kind_words[] =
#define KIND(key, ...) " " #key
#define OPERATION(key, ...)
#include "kinds.def"
#undef KIND
#undef OPERATION
    ;

static const char operation_words[] =
#define KIND(key, ...)
#define OPERATION(key, ...) " " #key
#include "kinds.def"
#undef KIND
#undef OPERATION
    ;

#define KIND_WORDS (kind_words + 1)
#define OPERATION_WORDS (operation_words + 1)

static const nf_row table[] = {
#define ROW(key, label, kind, count, low, high, a, b, c, step, words, unit, source, part,          \
            is_first, help)                                                                        \
    {#key, WORDS(label), kind,        count,       low,    high, {a, b, c},                        \
     step, words,        WORDS(unit), WORDS(help), source, part, is_first},
#include "params.def"
#undef ROW
};

_Static_assert(P_COUNT <= NF_ROWS_MAX, "the table has outgrown nf_params");

int nf_rows(void) { return P_COUNT; }

const nf_row *nf_get_row(int row) { return row >= 0 && row < P_COUNT ? &table[row] : NULL; }

int nf_find(const char *key, size_t length) {
    for (int row = 0; row < P_COUNT; row++)
        if (same_text(key, length, table[row].key)) return row;
    return -1;
}

void nf_defaults(nf_params *params) {
    memset(params, 0, sizeof *params);
    for (int row = 0; row < P_COUNT; row++)
        memcpy(params->number[row], table[row].initial, sizeof table[row].initial);
}

bool has_default(const nf_params *params, int row) {
    if (is_text(&table[row])) return params->length[row] == 0;
    return memcmp(params->number[row], table[row].initial, sizeof table[row].initial) == 0;
}

bool same_value(const nf_params *a, const nf_params *b, int row) {
    if (!is_text(&table[row]))
        return memcmp(a->number[row], b->number[row], sizeof a->number[row]) == 0;
    return a->length[row] == b->length[row] &&
           memcmp(a->texts + a->start[row], b->texts + b->start[row], a->length[row]) == 0;
}

/* ---- Words: "causal none window" ------------------------------------------------------------ */

static const char *end_of_word(const char *word) {
    while (*word && *word != ' ') word++;
    return word;
}

/* The slice of word `index`; its length is 0 if there are not so many. */
static const char *word_at(const char *words, int index, size_t *length) {
    for (; index > 0 && *words; index--) {
        words = end_of_word(words);
        words += *words == ' ';
    }
    *length = (size_t)(end_of_word(words) - words);
    return words;
}

int find_word(const char *words, const char *spelling, size_t length) {
    size_t found;
    for (int index = 0;; index++) {
        const char *word = word_at(words, index, &found);
        if (!found) return -1;
        if (found == length && memcmp(word, spelling, length) == 0) return index;
    }
}

/* ---- Reading -------------------------------------------------------------------------------- */

static bool takes_auto(const nf_row *row) { return row->kind == NF_WHOLE && row->words[0]; }

static bool read_one(const nf_row *row, const char *spelling, size_t length, double *value) {
    if (takes_auto(row) && same_text(spelling, length, row->words)) {
        *value = -1;
        return true;
    }
    if (row->kind == NF_CHOICE) return (*value = find_word(row->words, spelling, length)) >= 0;
    if (!read_number(spelling, length, value) || *value < row->low || *value > row->high)
        return false;
    return row->kind != NF_WHOLE || *value == (double)(int64_t)*value;
}

/* `wrong`: which of three values cannot be read. */
static bool read_numbers(const nf_row *row, slice spelling, double value[3], int *wrong) {
    const char *end = spelling.at + spelling.length;
    int count = 0;
    for (const char *at = spelling.at;; count++) {
        const char *tilde = memchr(at, '~', (size_t)(end - at));
        size_t part = (size_t)((tilde ? tilde : end) - at);
        if (count == 3) return false;
        if (!read_one(row, at, part, &value[count])) {
            *wrong = tilde || count ? count : -1;
            return false;
        }
        if (!tilde) break;
        at = tilde + 1;
    }
    if (count == 0) value[1] = value[2] = value[0];
    return count == 0 || (count == 2 && row->count == 3);
}

/* Texts are stored one after the other: removes the old one, and puts the new one at the end. */
static bool store_text(nf_params *params, int row, const char *bytes, size_t count) {
    size_t end = 0, start = params->start[row], length = params->length[row];
    for (int i = 0; i < P_COUNT; i++) end += params->length[i];
    if (end - length + count > sizeof params->texts) return false;
    memmove(params->texts + start, params->texts + start + length, end - start - length);
    for (int i = 0; i < P_COUNT; i++)
        if (params->length[i] && params->start[i] > start)
            params->start[i] = (uint16_t)(params->start[i] - length);
    memcpy(params->texts + end - length, bytes, count);
    params->start[row] = count ? (uint16_t)(end - length) : 0;
    params->length[row] = (uint16_t)count;
    return true;
}

/* A text as links spell it: '_' is a space, ~hh a byte, everything else itself. */
static bool read_text(nf_params *params, int row, const char *spelling, size_t length) {
    char bytes[NF_LINK_MAX] = "";
    size_t count = 0;
    if (length > sizeof bytes) return false;
    for (size_t i = 0; i < length; i++) {
        char c = spelling[i];
        if (c == '~') {
            int high = i + 2 < length ? hex_digit(spelling[i + 1]) : -1;
            int low = i + 2 < length ? hex_digit(spelling[i + 2]) : -1;
            if (high < 0 || low < 0) return false;
            c = (char)(16 * high + low);
            i += 2;
        } else if (c == '_')
            c = ' ';
        bytes[count++] = c;
    }
    return count <= (size_t)table[row].high && valid_utf8(bytes, count) &&
           !memchr(bytes, 0, count) && store_text(params, row, bytes, count);
}

static bool is_hash(const char *spelling, size_t length) {
    return length == 8 && are_hex_digits(spelling, length);
}

/* The first of the keys between tildes that no parameter has; NULL if there is none. */
static const char *unknown_key(const char *spelling, size_t length, size_t *key_length) {
    const char *end = spelling + length;
    for (const char *at = spelling; at <= end; at += *key_length + 1) {
        const char *tilde = memchr(at, '~', (size_t)(end - at));
        *key_length = (size_t)((tilde ? tilde : end) - at);
        if (nf_find(at, *key_length) < 0) return at;
    }
    return NULL;
}

static bool is_letter_or_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether words can be written in a link as they are: only letters, digits, '.', '~' and '-', and a
 * letter or digit last. */
static bool is_link_safe(const char *spelling, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_letter_or_digit(spelling[i]) && !memchr(".~-", spelling[i], 3)) return false;
    return !length || is_letter_or_digit(spelling[length - 1]);
}

static bool are_link_words(const nf_row *row, const char *spelling, size_t length) {
    return length <= (size_t)row->high && is_link_safe(spelling, length);
}

static bool holds_a_hash(int row) { return row == P_model || row == P_file || row == P_of; }

static bool is_statement(int row) { return row >= P_ask1 && row <= P_ask8; }

static bool read_heads(nf_params *params, const char *spelling, size_t length) {
    also_head heads[ALSO_MAX];
    char list[ALSO_MAX * sizeof "255.255"];
    nf_text out = {list, 0, sizeof list};
    int count = read_also((slice){spelling, length}, heads);
    put_also(&out, heads, count);
    return count > 0 && store_text(params, P_also, list, out.used);
}

/* What words are allowed is up to the row: one of its own, a hash, rotary positions, heads, a
 * statement, or the keys of controls. A statement is kept as links write it, which takes less than
 * its row allows: two places and two numbers of 24 characters at most. */
static bool read_words(nf_params *params, int row, const char *spelling, size_t length) {
    char statement[100];
    nf_text out = {statement, 0, sizeof statement};
    if (!length) return store_text(params, row, spelling, 0);
    if (!are_link_words(&table[row], spelling, length)) return false;
    if (table[row].words[0])
        return find_word(table[row].words, spelling, length) >= 0 &&
               store_text(params, row, spelling, length);
    if (holds_a_hash(row))
        return is_hash(spelling, length) && store_text(params, row, spelling, length);
    if (row == P_rotary)
        return read_rotary((slice){spelling, length}, &(rotary){.width = 0}) &&
               store_text(params, row, spelling, length);
    if (row == P_also) return read_heads(params, spelling, length);
    if (!is_statement(row))
        return !unknown_key(spelling, length, &(size_t){0}) &&
               store_text(params, row, spelling, length);
    put_statement(&out, spelling, length);
    return statement_is_readable(spelling, length) && store_text(params, row, statement, out.used);
}

static nf_cause cause_of_statement(const nf_row *row, const char *spelling, size_t length) {
    bool fits = length <= (size_t)row->high;
    nf_cause problem = fits ? statement_problem(spelling, length) : NF_NO_CAUSE;
    return problem ? problem : NF_NOT_A_STATEMENT;
}

enum { KEY_SHOWN = 24 };

/* Why a row of this kind takes no such spelling. */
static nf_cause cause_for(int row, const char *spelling, size_t length) {
    const nf_row *of = &table[row];
    if (of->kind == NF_CHOICE || (of->kind == NF_WORDS && of->words[0])) return NF_NOT_A_CHOICE;
    if (of->kind == NF_TEXT) return NF_NOT_A_TEXT;
    if (of->kind == NF_WHOLE) return takes_auto(of) ? NF_NOT_WHOLE_OR_AUTO : NF_NOT_A_WHOLE_NUMBER;
    if (of->kind != NF_WORDS) return NF_NOT_A_NUMBER;
    if (holds_a_hash(row)) return NF_NOT_A_HASH;
    if (row == P_rotary) return NF_NOT_A_ROTARY;
    if (is_statement(row)) return cause_of_statement(of, spelling, length);
    if (row == P_also) return NF_NOT_HEADS;
    return unknown_key(spelling, length, &(size_t){0}) ? NF_NO_KEY_AMONG_KEYS : NF_NOT_KEYS;
}

static nf_fault say_allowed(nf_text *why, nf_fault fault, const char *spelling, size_t length) {
    fill with = {.quoted = {"", 0}};
    fault.cause = cause_for(fault.row, spelling, length);
    if (fault.cause == NF_NO_KEY_AMONG_KEYS) {
        with.quoted.at = unknown_key(spelling, length, &with.quoted.length);
        if (with.quoted.length > KEY_SHOWN) with.quoted.length = KEY_SHOWN;
    }
    return say(why, fault, &with);
}

bool read_row(nf_params *params, int row, slice spelling, nf_text *why, nf_fault *fault) {
    double value[3] = {0};
    bool good = false;
    *fault = fault_in(NF_NO_CAUSE, row);
    if (table[row].kind == NF_TEXT)
        good = read_text(params, row, spelling.at, spelling.length);
    else if (table[row].kind == NF_WORDS)
        good = read_words(params, row, spelling.at, spelling.length);
    else if ((good = read_numbers(&table[row], spelling, value, &fault->input)))
        memcpy(params->number[row], value, sizeof value);
    if (!good) *fault = say_allowed(why, *fault, spelling.at, spelling.length);
    return good;
}

bool nf_set(nf_params *params, int row, const char *spelling, size_t length, nf_text *why) {
    nf_text nobody = {NULL, 0, 0}, more = {NULL, 0, 0}, *said = why ? why : &nobody;
    nf_fault fault;
    put(said, "");
    if (row < 0 || row >= P_COUNT) return false;
    slice read = {spelling ? spelling : "", length};
    bool good = read_row(params, row, read, said, &fault);
    put_more(&more, row);
    if (good || !more.used) return good;
    put(said, "; ");
    put_more(said, row);
    return false;
}

static bool is_valid_number(const nf_row *row, double value) {
    double low = takes_auto(row) ? -1 : row->low;
    bool whole = row->kind == NF_WHOLE || row->kind == NF_CHOICE;
    return value >= low && value <= row->high && (!whole || value == (double)(int64_t)value);
}

static nf_fault check_numbers(const nf_params *params, int row, nf_text *why) {
    char text[200] = "";
    nf_text allowed = {text, 0, sizeof text};
    nf_fault fault = fault_in(NF_OUT_OF_RANGE, row);
    for (int i = 0; i < 3; i++) {
        double value = params->number[row][i];
        if (is_valid_number(&table[row], value)) continue;
        say_allowed(&allowed, fault, "", 0);
        if (table[row].count == 3) put(&allowed, "; ");
        put_more(&allowed, row);
        fault.input = table[row].count == 3 ? i : -1;
        return say(why, fault, &(fill){.number = value, .text = slice_of(text)});
    }
    return fault_of(NF_NO_CAUSE);
}

static nf_fault check_text(const nf_params *params, int row, nf_text *why) {
    bool fits = params->start[row] + params->length[row] <= (int)sizeof params->texts;
    return fits ? fault_of(NF_NO_CAUSE) : say(why, fault_in(NF_TEXT_OUTSIDE, row), NULL);
}

nf_fault check_params(const nf_params *params, nf_text *why) {
    nf_fault fault = fault_of(NF_NO_CAUSE);
    for (int row = 0; row < P_COUNT && !fault.cause; row++)
        fault =
            is_text(&table[row]) ? check_text(params, row, why) : check_numbers(params, row, why);
    return fault;
}

/* ---- Printing ------------------------------------------------------------------------------- */

static void put_one(nf_text *out, const nf_row *row, double value) {
    size_t length;
    if (takes_auto(row) && value < 0)
        put(out, row->words);
    else if (row->kind == NF_WHOLE)
        put_whole(out, (int64_t)value);
    else if (row->kind != NF_CHOICE)
        put_number(out, value);
    else {
        const char *word = word_at(row->words, (int)value, &length);
        put_bytes(out, word, length);
    }
}

/* A text's last byte is always written as a letter or a digit, so that links survive the
 * punctuation after them. */
static void put_text(nf_text *out, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        bool last = i + 1 == count;
        if (is_letter_or_digit(c) || (!last && (c == '.' || c == '-')))
            put_char(out, c);
        else if (c == ' ' && !last)
            put_char(out, '_');
        else {
            put_char(out, '~');
            put_hex(out, (unsigned char)c, 2);
        }
    }
}

void nf_print_value(const nf_params *params, int index, nf_text *out) {
    put(out, "");
    if (index < 0 || index >= P_COUNT) return;
    const nf_row *row = &table[index];
    const char *text = params->texts + params->start[index];
    const double *value = params->number[index];
    if (row->kind == NF_TEXT)
        put_text(out, text, params->length[index]);
    else if (row->kind == NF_WORDS)
        put_bytes(out, text, params->length[index]);
    else {
        put_one(out, row, value[0]);
        if (value[1] == value[0] && value[2] == value[0]) return;
        for (int i = 1; i < 3; i++) {
            put_char(out, '~');
            put_one(out, row, value[i]);
        }
    }
}

/* The kinds of source in which a row means something. */
static void put_sources(nf_text *out, const nf_row *row) {
    static const char *const sources[] = {"synthetic", "tensors", "model"};
    put(out, ",\"sources\":[");
    for (int i = 0, any = 0; i < 3; i++)
        if (row->source >> i & 1) {
            put(out, any++ ? "," : "");
            put_json_text(out, sources[i]);
        }
    put_char(out, ']');
}

static void put_row(nf_text *out, int index, const nf_params *defaults) {
    static const char *const kinds[] = {"choice", "whole", "number", "log", "text", "words"};
    static const char *const parts[] = {"source", "figure", "view"};
    const nf_row *row = &table[index];
    char buffer[80];
    nf_text initial = {buffer, 0, sizeof buffer};
    buffer[0] = 0;
    nf_print_value(defaults, index, &initial);
    put(out, "{\"key\":");
    put_json_text(out, row->key);
    put_member(out, "label", row->label);
    put_member(out, "kind", kinds[row->kind]);
    put(out, ",\"count\":");
    put_whole(out, row->count);
    put(out, ",\"range\":[");
    put_number(out, row->low);
    put_char(out, ',');
    put_number(out, row->high);
    put_char(out, ']');
    put_member(out, "default", buffer);
    put_number_member(out, "step", row->step);
    put_member(out, "words", row->words);
    put_member(out, "unit", row->unit);
    put_sources(out, row);
    put_member(out, "part", parts[row->part]);
    put(out, row->is_first ? ",\"isFirst\":true" : ",\"isFirst\":false");
    put_member(out, "help", row->help);
    put_char(out, '}');
}

void nf_print_table(nf_text *out) {
    nf_params defaults;
    nf_defaults(&defaults);
    for (int row = 0; row < P_COUNT; row++) {
        put(out, row ? ",\n" : "[\n");
        put_row(out, row, &defaults);
    }
    put(out, "\n]\n");
}
