#include "engine/exact.h"

#include "scale.h"

#include "engine/numbers.h"
#include "engine/params.h"
#include "engine/text.h"
#include "words.def"

static const int DECADES = 6; /* powers of ten that the logarithmic scale shows below 1 */

#define LEAST_DIFFERENCE 0.01 /* what is less is not blown up to full colours */
#define MINUS "\xe2\x88\x92"

static const double tens[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4,
                              1e-3,  1e-2,  1e-1,  1,    1e1,  1e2,  1e3,  1e4,  1e5,
                              1e6,   1e7,   1e8,   1e9,  1e10, 1e11, 1e12};

enum { TENS = sizeof tens / sizeof *tens, ONE = 12 };

/* The power of ten that is not more than x. */
static int power_below(double x) {
    int power = TENS - 1;
    while (power > 0 && tens[power] > x) power--;
    return power;
}

/* The least of some factors times a power of ten that is not less than x. */
static double nice(double x, const double *factors) {
    double power = tens[power_below(x)];
    while (*factors * power < x * (1 - 1e-9) && *factors < 10) factors++;
    return *factors * power;
}

static const double even[] = {1, 2, 5, 10}, ends[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};

static double down(double x) {
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

static double up(double x) { return -down(-x); }

void put_fixed(nf_text *out, double x, int digits) {
    double power = tens[ONE + digits], size = x < 0 ? -x : x;
    int64_t all = (int64_t)(size * power + 0.5), one = (int64_t)power;
    if (x < 0) put(out, MINUS);
    put_whole(out, all / one);
    if (digits) put_char(out, '.');
    for (one /= 10; one > 0; one /= 10) put_char(out, (char)('0' + all / one % 10));
}

static nf_text next_tick(scale *self, double at) {
    tick *made = &self->ticks[self->tick_count++];
    *made = (tick){.at = at};
    return (nf_text){made->text, 0, sizeof made->text};
}

/* Digits behind the point that tell multiples of a step apart. */
static int digits_of(double step) {
    int power = power_below(step * (1 + 1e-9)) - ONE;
    return power < 0 ? -power : 0;
}

static void even_ticks(scale *self, bool is_signed) {
    double low = self->low, high = self->high, step = nice((high - low) / 6, even);
    int first = (int)up(low / step - 1e-9), last = (int)down(high / step + 1e-9);
    for (int i = first; i <= last && self->tick_count < TICKS_MAX; i++) {
        nf_text text = next_tick(self, (i * step - low) / (high - low));
        if (is_signed && i > 0) put_char(&text, '+');
        put_fixed(&text, i * step, is_signed && i == 0 ? 0 : digits_of(step));
    }
}

/* As printed 1e-3; plain 0.001, but for those that would have many noughts. */
static void put_power(nf_text *out, int power, bool is_printed) {
    if (!is_printed && power >= -4) {
        put_fixed(out, tens[ONE + power], -power);
        return;
    }
    put(out, power ? "1e" MINUS : "1");
    if (power) put_whole(out, -power);
}

static void power_ticks(scale *self, bool is_printed) {
    for (int power = -DECADES; power <= 0; power++) {
        nf_text text = next_tick(self, 1 + (double)power / DECADES);
        put_power(&text, power, is_printed);
    }
}

static void signed_power_ticks(scale *self, bool is_printed) {
    for (int power = 0; power > -DECADES; power -= 2) {
        nf_text text = next_tick(self, -(double)power / DECADES / 2);
        put(&text, MINUS);
        put_power(&text, power, is_printed);
    }
    nf_text nought = next_tick(self, 0.5);
    put(&nought, "0");
    for (int power = 2 - DECADES; power <= 0; power += 2) {
        nf_text text = next_tick(self, 1 + (double)power / DECADES / 2);
        put_char(&text, '+');
        put_power(&text, power, is_printed);
    }
}

typedef struct extent {
    double low, high;
} extent;

static void widen(extent *self, const grid *g, bool rest) {
    for (int i = 0; i < g->rows; i++)
        for (int j = rest; j < g->columns; j++) {
            double v = g->values[(size_t)i * (size_t)g->columns + (size_t)j];
            if (v < self->low && v > NOTHING) self->low = v;
            if (v > self->high) self->high = v;
        }
}

/* Smallest and largest of what there is, without the first column if `rest`. */
static extent extent_of(const grid *grids, int count, bool rest) {
    extent all = {1e300, -1e300};
    for (int i = 0; i < count; i++) widen(&all, &grids[i], rest);
    return all.low <= all.high ? all : (extent){0, 1};
}

static double larger(double a, double b) { return a > b ? a : b; }

static void set_span(scale *self, double low, double high, const char *mode) {
    self->low = low;
    self->high = high;
    self->mode = mode;
}

static void span_of_weights(scale *self, int range, bool is_printed, const grid *grids, int count) {
    double high = 1;
    if (range == RANGE_LOG) {
        self->log = true;
        set_span(self, -DECADES, 0, BY_POWERS);
        power_ticks(self, is_printed);
        return;
    }
    if (range == RANGE_REST) high = nice(larger(extent_of(grids, count, true).high, 1e-6), ends);
    const char *mode = range == RANGE_ROW ? BY_ROW : range == RANGE_REST ? WITHOUT_FIRST : "";
    set_span(self, 0, high < 1 ? high : 1, mode);
    even_ticks(self, false);
}

/* Differences as large as there are; as printed, as large as there can be. */
static double most_of(int range, bool is_printed, const grid *grids, int count) {
    bool rest = range == RANGE_REST;
    if (range == RANGE_ROW || (is_printed && !rest)) return 1;
    extent all = extent_of(grids, count, rest);
    return nice(larger(larger(-all.low, all.high), rest ? 1e-6 : LEAST_DIFFERENCE), ends);
}

static void span_of_differences(scale *self, int range, bool is_printed, double most) {
    if (range == RANGE_LOG) {
        self->log = true;
        set_span(self, -DECADES, 0, BY_POWERS);
        signed_power_ticks(self, is_printed);
        return;
    }
    const char *mode = range == RANGE_ROW ? BY_ROW : range == RANGE_REST ? WITHOUT_FIRST : "";
    set_span(self, -most, most, mode);
    even_ticks(self, true);
}

/* Ends that do not move with every step of a slider. */
static void span_of_logits(scale *self, int range, const grid *grids, int count) {
    if (range == RANGE_ROW) {
        set_span(self, 0, 1, ROW_BY_ROW);
        even_ticks(self, false);
        return;
    }
    extent all = extent_of(grids, count, range == RANGE_REST);
    double step = nice(larger(all.high - all.low, 1e-6) / 6, even);
    const char *mode = range == RANGE_REST  ? WITHOUT_FIRST
                       : range == RANGE_LOG ? NOT_BY_POWERS
                                            : "";
    set_span(self, down(all.low / step + 1e-9) * step, up(all.high / step - 1e-9) * step, mode);
    even_ticks(self, true);
}

const char *label_of_view(int view) {
    static const char *const labels[] = {SHOWS_WEIGHTS, SHOWS_LOGITS, SHOWS_CHANGE, SHOWS_UNIFORM};
    return labels[view];
}

void make_scale(scale *self, const nf_params *params, const grid *grids, int count) {
    int view = whole_of(params, P_view), range = whole_of(params, P_range);
    bool is_signed = view == VIEW_CHANGE || view == VIEW_UNIFORM;
    bool is_printed = whole_of(params, P_style) != STYLE_PLAIN;
    color_map map = is_signed ? MAP_SIGNED : (color_map)whole_of(params, P_colors);
    *self = (scale){.map = map, .is_signed = is_signed, .label = label_of_view(view)};
    if (is_signed)
        span_of_differences(self, range, is_printed, most_of(range, is_printed, grids, count));
    else if (view == VIEW_LOGITS)
        span_of_logits(self, range, grids, count);
    else
        span_of_weights(self, range, is_printed, grids, count);
}

double position_of(const scale *self, double value) {
    if (!self->log) return (value - self->low) / (self->high - self->low);
    double size = value < 0 ? -value : value;
    if (!(size > 0)) return self->is_signed ? 0.5 : 0;
    double at = (nf_log(size) / LN10 - self->low) / (self->high - self->low);
    if (!self->is_signed) return at;
    double half = 0.5 * larger(at, 0);
    return value < 0 ? 0.5 - half : 0.5 + half;
}

bool is_empty(const scale *self, float value) {
    bool is_nought = !(value < 0) && !(value > 0);
    return value <= NOTHING || (is_nought && self->log && !self->is_signed);
}

void count_off(const scale *self, const grid *of, uint64_t *off, uint64_t *all) {
    double least = self->log ? tens[ONE - DECADES] : self->low;
    double most = self->log ? 1 : self->high;
    size_t count = (size_t)of->rows * (size_t)of->columns;
    for (size_t i = 0; i < count; i++) {
        double v = of->values[i], size = self->log && v < 0 ? -v : v;
        if (v <= NOTHING || (!(v < 0) && !(v > 0))) continue;
        ++*all;
        *off += size < least || size > most;
    }
}
