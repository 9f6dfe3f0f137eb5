/* Reads statements and judges them against a figure. Their grammar is in ninefold.h. */
#include "exact.h"

#include "ask.h"

#include "engine.h"
#include "params.h"
#include "slice.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum { PLACES = NF_PANELS + NF_BASELINES, PARTS_MAX = 8 };

/* A measure beside those of a panel: the divergence of what a model says next. */
enum { PREDICTED = NF_MEASURES_COUNT };

typedef enum ask_kind { OF_MEASURE, OF_DIFF, OF_GAP, OF_CELL, OF_PIECE } ask_kind;
typedef enum comparison { GREATER, AT_LEAST, LESS, AT_MOST, EQUAL, WITHIN } comparison;

typedef struct statement {
    ask_kind subject;
    int measure;     /* an nf_measure, or PREDICTED */
    unsigned places; /* bit p is set if the statement must hold of panel p */
    int other;       /* OF_DIFF, OF_GAP: the second panel */
    int row, column; /* OF_CELL */
    slice piece;     /* OF_PIECE: its bytes, in hexadecimal */
    comparison by;
    double low, high; /* WITHIN: the ends; else `low` is the bound, or the factor of `second` */
    bool has_second, second_is_here; /* second_is_here: `second` is of the same panel */
    int second;                      /* as `measure` */
    int second_place;
    double offset;
} statement;

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct parts {
    const char *at[PARTS_MAX];
    size_t length[PARTS_MAX];
    int count;
} parts;

static bool split(const char *text, size_t length, parts *out) {
    const char *end = text + length;
    for (out->count = 0; out->count < PARTS_MAX; text++) {
        const char *tilde = memchr(text, '~', (size_t)(end - text));
        out->at[out->count] = text;
        out->length[out->count++] = (size_t)((tilde ? tilde : end) - text);
        if (!tilde) return true;
        text = tilde;
    }
    return false;
}

static bool part_is(const parts *p, int i, const char *word) {
    return i < p->count && same_text(p->at[i], p->length[i], word);
}

static bool part_number(const parts *p, int i, double *value) {
    return i < p->count && read_number(p->at[i], p->length[i], value);
}

static bool part_index(const parts *p, int i, int *value) {
    double number;
    if (!part_number(p, i, &number) || number < 0 || number > 16383 ||
        number != (double)(int)number)
        return false;
    *value = (int)number;
    return true;
}

static bool part_measure(const parts *p, int i, int *measure) {
    *measure = i < p->count ? find_word(CURVE_WORDS, p->at[i], p->length[i]) : -1;
    return *measure >= 0;
}

static bool part_bytes(const parts *p, int i, slice *bytes) {
    *bytes = (slice){p->at[i], p->length[i]};
    return bytes->length && bytes->length % 2 == 0 && are_hex_digits(bytes->at, bytes->length);
}

static int digit_1_to_3(char c) { return c >= '1' && c <= '3' ? c - '1' : -1; }

/* The panels of a place, as bits; 0 if it is none: p23 is row 2, column 3, and baselines follow the
 * nine panels. */
static unsigned places_of(const char *at, size_t length) {
    int a = length >= 2 ? digit_1_to_3(at[1]) : -1;
    int b = length == 3 ? digit_1_to_3(at[2]) : -1;
    if (same_text(at, length, "all")) return (1u << NF_PANELS) - 1;
    if (same_text(at, length, "d1")) return 1u << 0 | 1u << 4 | 1u << 8;
    if (length == 3 && at[0] == 'p' && a >= 0 && b >= 0) return 1u << (3 * a + b);
    if (length != 2 || a < 0) return 0;
    switch (at[0]) {
    case 'b': return 1u << (NF_PANELS + a);
    case 'r': return (1u << 0 | 1u << 1 | 1u << 2) << 3 * a;
    case 'c': return (1u << 0 | 1u << 3 | 1u << 6) << a;
    default: return 0;
    }
}

static bool part_places(const parts *p, int i, unsigned *places) {
    return i < p->count && (*places = places_of(p->at[i], p->length[i])) != 0;
}

static int first_place(unsigned places) {
    int place = 0;
    while (!(places >> place & 1)) place++;
    return place;
}

static bool part_place(const parts *p, int i, int *place) {
    unsigned places;
    if (!part_places(p, i, &places) || (places & (places - 1))) return false;
    *place = first_place(places);
    return true;
}

static bool part_comparison(const parts *p, int i, comparison *by) {
    static const char *const words[] = {"gt", "ge", "lt", "le", "eq", "in"};
    for (int w = 0; w < 6; w++)
        if (part_is(p, i, words[w])) {
            *by = (comparison)w;
            return true;
        }
    return false;
}

/* Reads what follows the first measure and its place, from part i on: a comparison with a bound,
 * with a range, or with a factor times a second measure. */
static bool read_bound(const parts *p, int i, statement *s) {
    if (!part_comparison(p, i, &s->by) || !part_number(p, i + 1, &s->low)) return false;
    if (s->by == WITHIN)
        return part_number(p, i + 2, &s->high) && s->low <= s->high && p->count == i + 3;
    if (p->count == i + 2) return true;
    if (s->subject != OF_MEASURE || !part_measure(p, i + 2, &s->second)) return false;
    s->has_second = s->second_is_here = true;
    if (p->count == i + 3) return true;
    if (!part_place(p, i + 3, &s->second_place)) return false;
    s->second_is_here = false;
    return p->count == i + 4 || (p->count == i + 5 && part_number(p, i + 4, &s->offset));
}

/* Reads what follows `says` and its place. It is judged as a number that must be 1. */
static bool read_piece(const parts *p, statement *s) {
    s->subject = OF_PIECE;
    s->measure = PREDICTED;
    s->by = EQUAL;
    s->low = 1;
    return p->count == 4 && part_is(p, 2, "is") && part_bytes(p, 3, &s->piece);
}

static bool read_statement(const char *text, size_t length, statement *s) {
    parts p;
    memset(s, 0, sizeof *s);
    if (!split(text, length, &p) || !part_places(&p, 1, &s->places)) return false;
    if (part_measure(&p, 0, &s->measure)) return read_bound(&p, 2, s);
    if (part_is(&p, 0, "says")) return read_piece(&p, s);
    bool diff = part_is(&p, 0, "diff"), gap = part_is(&p, 0, "gap");
    s->subject = diff ? OF_DIFF : gap ? OF_GAP : OF_CELL;
    if (diff || gap) return part_place(&p, 2, &s->other) && read_bound(&p, 3, s);
    return part_is(&p, 0, "cell") && part_index(&p, 2, &s->row) && part_index(&p, 3, &s->column) &&
           read_bound(&p, 4, s);
}

bool statement_is_readable(const char *text, size_t length) {
    statement s;
    return read_statement(text, length, &s);
}

void put_statement(nf_text *out, const char *text, size_t length) {
    statement s;
    parts p;
    double number;
    if (!read_statement(text, length, &s) || !split(text, length, &p) || s.subject == OF_PIECE) {
        put_bytes(out, text, length);
        return;
    }
    for (int i = 0; i < p.count; i++) {
        bool is_index = s.subject == OF_CELL && (i == 2 || i == 3);
        if (i) put_char(out, '~');
        if (!part_number(&p, i, &number))
            put_bytes(out, p.at[i], p.length[i]);
        else if (is_index)
            put_whole(out, (int64_t)number);
        else
            put_number(out, number);
    }
}

nf_cause statement_problem(const char *text, size_t length) {
    statement s;
    parts p;
    comparison by;
    if (!split(text, length, &p) || statement_is_readable(text, length)) return NF_NO_CAUSE;
    bool pair = part_is(&p, 0, "diff") || part_is(&p, 0, "gap"), cell = part_is(&p, 0, "cell");
    bool said = part_is(&p, 0, "says");
    if (!pair && !cell && !said && !part_measure(&p, 0, &s.measure)) return NF_NO_MEASURE;
    if (!part_places(&p, 1, &s.places) || (pair && !part_place(&p, 2, &s.other)))
        return NF_NO_PLACE;
    if (said) return NF_NO_PIECE;
    if (cell && (!part_index(&p, 2, &s.row) || !part_index(&p, 3, &s.column))) return NF_NO_CELL;
    if (!part_comparison(&p, cell ? 4 : pair ? 3 : 2, &by)) return NF_NO_COMPARISON;
    return by == WITHIN ? NF_NO_RANGE : NF_NO_BOUND;
}

/* ---- Judging -------------------------------------------------------------------------------- */

static double difference(const nf_panel *a, const nf_panel *b, bool largest) {
    double most = 0, sum = 0;
    if (!a->weights || !b || !b->weights || a->rows != b->rows || a->columns != b->columns)
        return (double)NAN;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++) {
            double d = (double)a->weights[(size_t)i * a->stride + (size_t)j] -
                       (double)b->weights[(size_t)i * b->stride + (size_t)j];
            d = d < 0 ? -d : d;
            most = d > most ? d : most;
            sum += d;
        }
    return largest ? most : sum / ((double)a->rows * a->columns);
}

static double cell_of(const nf_panel *panel, int row, int column) {
    if (!panel->weights || row >= panel->rows || column >= panel->columns) return (double)NAN;
    return (double)panel->weights[(size_t)row * panel->stride + (size_t)column];
}

static double measure_at(const nf_engine *engine, int place, int measure) {
    const nf_panel *panel = nf_get_panel(engine, place);
    if (panel && measure != PREDICTED) return panel->measure[measure];
    const nf_prediction *prediction = nf_get_prediction(engine, place);
    return prediction ? prediction->kl : (double)NAN;
}

static bool is_spelled(byte_slice piece, slice digits) {
    if (digits.length != 2 * piece.length) return false;
    for (size_t i = 0; i < digits.length; i++) {
        int byte = (unsigned char)piece.at[i / 2];
        if (digits.at[i] != "0123456789abcdef"[i % 2 ? byte & 15 : byte >> 4]) return false;
    }
    return true;
}

/* 1 if this piece is the likeliest next one, 0 if another one is. */
static double says_at(const nf_engine *engine, int place, slice digits) {
    const nf_prediction *prediction = nf_get_prediction(engine, place);
    if (!prediction) return (double)NAN;
    int likeliest = prediction->after[0].piece;
    return is_spelled(engine->source.name_piece(&engine->source, likeliest), digits);
}

static double value_at(const nf_engine *engine, const statement *s, int place) {
    const nf_panel *panel = nf_get_panel(engine, place);
    if (s->subject == OF_MEASURE) return measure_at(engine, place, s->measure);
    if (s->subject == OF_PIECE) return says_at(engine, place, s->piece);
    if (!panel) return (double)NAN;
    if (s->subject == OF_CELL) return cell_of(panel, s->row, s->column);
    return difference(panel, nf_get_panel(engine, s->other), s->subject == OF_DIFF);
}

static double bound_at(const nf_engine *engine, const statement *s, int place) {
    if (!s->has_second) return s->low;
    int of = s->second_is_here ? place : s->second_place;
    return s->low * measure_at(engine, of, s->second) + s->offset;
}

static double smaller(double a, double b) { return a < b ? a : b; }

/* How far a value is from making the statement false: negative where it is false, NaN where that
 * is unknown. */
static double margin_of(const statement *s, double value, double bound) {
    switch (s->by) {
    case GREATER:
    case AT_LEAST: return value - bound;
    case LESS:
    case AT_MOST: return bound - value;
    case EQUAL: return value > bound ? bound - value : value - bound;
    case WITHIN: break;
    }
    return isnan(value) ? value : smaller(value - s->low, s->high - value);
}

static bool is_inside(const statement *s, double margin, double slack) {
    bool strict = (s->by == GREATER || s->by == LESS) && slack == 0;
    return strict ? margin > 0 : margin >= -slack;
}

nf_verdict unknown_for(nf_cause cause) {
    nf_verdict v = {NF_UNKNOWN, (double)NAN, (double)NAN, 0, cause, ""};
    nf_text text = {v.why, 0, sizeof v.why};
    say(&text, fault_of(cause), NULL);
    return v;
}

static nf_cause why_unknown(nf_engine *engine, const statement *s, const nf_panel *panel) {
    if (!nf_get_panel(engine, 0)) return NF_NOTHING_COMPUTED;
    if (!panel) return NF_PANEL_NOT_IN_FIGURE;
    if (s->measure == PREDICTED) return NF_NOTHING_PREDICTED;
    if (s->subject == OF_MEASURE) return NF_NOTHING_TO_MEASURE;
    if (!panel->weights) return NF_CELLS_NOT_KEPT;
    return s->subject == OF_CELL ? NF_CELL_OUTSIDE : NF_SIZES_DIFFER;
}

nf_verdict nf_ask(nf_engine *engine, const char *text, size_t length, double slack) {
    statement s;
    nf_verdict verdict = {NF_HOLDS, 0, 0, -1, NF_NO_CAUSE, ""};
    double least = 0;
    if (!length || !read_statement(text, length, &s)) return unknown_for(NF_UNREAD_STATEMENT);
    for (int place = 0; place < PLACES; place++) {
        if (!(s.places >> place & 1)) continue;
        const nf_panel *panel = nf_get_panel(engine, place);
        double value = value_at(engine, &s, place), bound = bound_at(engine, &s, place);
        double margin = margin_of(&s, value, bound);
        if (isnan(margin)) return unknown_for(why_unknown(engine, &s, panel));
        if (verdict.panel >= 0 && margin >= least) continue;
        least = margin;
        verdict.number = value;
        verdict.panel = place;
        verdict.bound = s.by != WITHIN ? bound : value - s.low < s.high - value ? s.low : s.high;
    }
    if (!is_inside(&s, least, slack)) verdict.holds = NF_FAILS;
    return verdict;
}
