#include "engine/exact.h"

#include "drawing.h"

#include "engine/kinds.h"
#include "engine/numbers.h"
#include "engine/source.h"
#include "engine/text.h"
#include "words.def"

#include <math.h>

#define LENGTH_COLOR "#9aa1aa"
#define MOVED_COLOR "#5c8cc6"

enum { STRIP_ROWS = 256 };

/* An output as long as the untouched head's reaches to the middle. */
static double length_share(double ratio) { return ratio / 2; }

/* From a thousandth of a nat to ten, by powers of ten. */
static double moved_share(double nats) { return nats > 0 ? (nf_log(nats) / LN10 + 3) / 4 : 0; }

/* The mean of some of `rows` values; those that are no numbers make it none. */
static double mean_of_some(const double *values, int rows, int bar, int bars) {
    int from = (int)((int64_t)bar * rows / bars), to = (int)((int64_t)(bar + 1) * rows / bars);
    double sum = 0;
    for (int i = from; i < to; i++) sum += values[i];
    return sum / (to - from);
}

/* One bar a row, from the left edge. */
static void draw_strip(const drawing *self, int id, int which, const double *values,
                       double share(double)) {
    nf_text *out = self->out;
    int rows = queries_of(self->at, id).count, bars = rows < STRIP_ROWS ? rows : STRIP_ROWS;
    double side = self->at->side, x = self->at->x[id] + side + STRIP_GAP;
    put(out, which ? "<path fill=\"" MOVED_COLOR "\"" : "<path fill=\"" LENGTH_COLOR "\"");
    put_place(out, x + which * (STRIP_WIDTH + STRIP_GAP), self->at->y[id]);
    put(out, ")\" d=\"M0 0");
    for (int bar = 0; bar < bars; bar++) {
        double wide = share(mean_of_some(values, rows, bar, bars));
        put_char(out, 'H');
        put_short(out, wide > 0 ? (wide < 1 ? wide : 1) * STRIP_WIDTH : 0);
        put_char(out, 'V');
        put_short(out, side * (bar + 1) / bars);
    }
    put(out, "H0Z\"/>\n");
}

void draw_strips(const drawing *self, int id) {
    const nf_panel *panel = nf_get_panel(self->of->engine, id);
    const nf_prediction *says = nf_get_prediction(self->of->engine, id);
    const sheet *at = self->at;
    if (at->strips == 0 || id >= NF_PANELS) return;
    if (panel->norm) {
        draw_strip(self, id, 0, panel->norm, length_share);
        put(self->out, "<path stroke=\"" QUIET "\" stroke-width=\"0.5\"");
        put_place(self->out, at->x[id] + at->side + STRIP_GAP + STRIP_WIDTH / 2, at->y[id]);
        put(self->out, ")\" d=\"M0 0V");
        put_short(self->out, at->side);
        put(self->out, "\"/>\n");
    }
    if (says && at->strips > 1) draw_strip(self, id, 1, says->divergence, moved_share);
}

/* As readers write a number: three digits behind the point, or a power of ten. */
static void put_number_text(nf_text *out, double x) {
    double size = x < 0 ? -x : x;
    int power = 0;
    if (isnan(x)) put(out, "\xe2\x80\x93");
    if (!(size > 0) && size >= 0) put(out, "0");
    if (!(size > 0)) return;
    if (size >= 0.0005 && size < 1e6) {
        put_fixed(out, x, 3);
        return;
    }
    for (; size < 0.95 && power > -300; power--) size *= 10;
    for (; size >= 9.95 && power < 300; power++) size /= 10;
    put_fixed(out, x < 0 ? -size : size, 1);
    put(out, power < 0 ? "e\xe2\x88\x92" : "e");
    put_whole(out, power < 0 ? -power : power);
}

enum { MEASURE_LENGTH = NF_MEASURES_COUNT, MEASURE_PREDICTION };

static int find_measure(const char *key, size_t length) {
    for (int m = 0; m < NF_MEASURES_COUNT; m++)
        if (same_text(key, length, nf_measure_key((nf_measure)m))) return m;
    return NF_CHANGE;
}

/* The two measures of one of the nine panels that matter. Value's weights alone would mislead: what
 * Value moves is the output, and the weights of a head that reads it. */
static void choose_measures(const drawing *self, int id, int chosen[2]) {
    const nf_params *p = self->of->params;
    const nf_figure_kind *kind = kind_of(p);
    bool masked = whole_of(p, P_mask) != MASK_NONE;
    bool predicts = nf_get_prediction(self->of->engine, 0) != NULL;
    const char *keys = kind->measures;
    size_t first = strcspn(keys, " ");
    chosen[0] = masked ? NF_FIRST : NF_DIAG;
    chosen[1] = masked ? find_measure(keys, first)
                       : find_measure(keys + first + 1, strlen(keys + first + 1));
    if (component_of(kind, id) != VALUE) return;
    bool is_next = shows_next(p, id);
    chosen[0] = is_next ? NF_CHANGE : MEASURE_LENGTH;
    chosen[1] = predicts ? MEASURE_PREDICTION : is_next ? MEASURE_LENGTH : NF_CHANGE;
}

static const char *name_of(int measure) {
    return measure == MEASURE_LENGTH       ? LENGTH
           : measure == MEASURE_PREDICTION ? PREDICTION
                                           : nf_measure_key((nf_measure)measure);
}

static double number_at(const drawing *self, int id, int measure) {
    const nf_panel *panel = nf_get_panel(self->of->engine, id);
    const nf_prediction *says = nf_get_prediction(self->of->engine, id);
    if (measure == MEASURE_PREDICTION) return says ? says->kl : 0;
    return panel->measure[measure == MEASURE_LENGTH ? NF_NORM : measure];
}

static void put_measures(const drawing *self, int id, nf_text *out) {
    int chosen[2] = {NF_FIRST, NF_FIRST}, count = id < NF_PANELS ? 2 : 1;
    if (id < NF_PANELS) choose_measures(self, id, chosen);
    if (id >= NF_PANELS && whole_of(self->of->params, P_mask) == MASK_NONE) chosen[0] = NF_DIAG;
    for (int i = 0; i < count; i++) {
        put(out, i ? " \xc2\xb7 " : "");
        put(out, name_of(chosen[i]));
        put_char(out, ' ');
        put_number_text(out, number_at(self, id, chosen[i]));
    }
}

/* The likeliest next word and its chance. */
static void put_said(const drawing *self, int input, const nf_guess *guess, nf_text *out) {
    char buffer[120] = "";
    nf_text word = {buffer, 0, sizeof buffer};
    if (nf_finish_word(self->of->engine, input, guess->piece, &word) != NF_OK)
        nf_print_piece(self->of->engine, guess->piece, &word);
    slice shown = without_spaces(slice_of(buffer));
    put(out, "\xe2\x80\x9c");
    put_bytes(out, shown.at, shown.length);
    put(out, "\xe2\x80\x9d ");
    put_whole(out, (int64_t)(100 * guess->p + 0.5));
    put(out, " %");
}

/* In plain style the word that the model says next, else measures. */
void draw_under(const drawing *self, int id) {
    char buffer[240] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    int input = queries_of(self->at, id).input, asked = id < NF_PANELS ? id : 0;
    while (id >= NF_PANELS && asked < 8 && queries_of(self->at, asked).input != input) asked++;
    const nf_prediction *says = nf_get_prediction(self->of->engine, asked);
    if (!(self->at->parts & PART_HINTS)) return;
    if (says && whole_of(self->of->params, P_style) == STYLE_PLAIN && id < FOLLOWERS)
        put_said(self, input, id < NF_PANELS ? says->after : says->before, &text);
    else
        put_measures(self, id, &text);
    double y = self->at->y[id] + self->at->side + 2 + SMALL_SIZE * LINE_HEIGHT / 2;
    if (id < NF_PANELS) y += self->at->labels[id / 3];
    write_plain(self->out, slice_of(buffer), self->at->x[id] + self->at->side / 2, y, &small);
}

static void put_meaning(nf_text *out, int measure) {
    static const char *const labels[] = {
#define X(name, key, label, more) label,
        NF_MEASURE_LIST(X, OF_A_TOKEN, THE_UNTOUCHED)
#undef X
            LENGTH_IS,
        PREDICTION_IS};
    put(out, name_of(measure));
    put(out, measure == MEASURE_LENGTH ? " " : ": ");
    put(out, labels[measure]);
}

void put_meanings(const drawing *self, nf_text *out) {
    int all[4], count = 0;
    choose_measures(self, 0, all);
    choose_measures(self, NF_PANELS - 1, all + 2);
    for (int i = 0; i < 4; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again = again || all[j] == all[i];
        if (again) continue;
        put(out, count++ ? "; " : "");
        put_meaning(out, all[i]);
    }
    put(out, ". ");
}
