#include "exact.h"

#include "measure.h"

#include "numbers.h"
#include "text.h"

#include <math.h>

/* A sum and a count, for a mean. */
typedef struct mean {
    double sum;
    int64_t count;
} mean;

static void add(mean *m, double x) {
    m->sum += x;
    m->count++;
}

static double value_of(const mean *m) { return m->count ? m->sum / (double)m->count : (double)NAN; }

typedef struct peak {
    double weight; /* a row's largest */
    int row;
} peak;

struct tally {
    int rows, columns, peaks;
    mean first, diag, near, far, off, rest, entropy, rowsum, kl, ontop;
    double level, change, uniform, above, own, highest;
    bool has_reference, has_far_rows;
    mean *by_distance; /* 0..rows/2 */
    peak *peak;        /* one for each row that has a key */
    double mirror, fall;
    int mirrored; /* rows that have been compared with their mirror image */
    bool finished;
};

static size_t distances(int rows) { return (size_t)rows / 2 + 1; }

uint64_t measures_bytes(int rows) {
    return sizeof(tally) + distances(rows) * sizeof(mean) + (uint64_t)rows * sizeof(peak);
}

void start_tally(tally *t, int rows, int columns) {
    *t = (tally){.rows = rows, .columns = columns, .own = 1, .has_reference = true};
    t->by_distance = (mean *)(t + 1);
    t->peak = (peak *)(t->by_distance + distances(rows));
    for (size_t i = 0; i < distances(rows); i++) t->by_distance[i] = (mean){0, 0};
}

static double size_of(double x) { return x < 0 ? -x : x; }

static void raise_to(double *most, double x) {
    if (x > *most) *most = x;
}

/* The sums over one row. */
typedef struct row_sums {
    double sum, reference_sum, w_log_w, w_log_ratio, most;
    int most_at; /* -1 if two cells are the largest */
} row_sums;

/* Adds a weight to those sums that its place in the matrix belongs to. */
static void tally_place(tally *t, int i, int j, double w) {
    int apart = i < j ? j - i : i - j;
    if (apart != 0) add(&t->off, w);
    if (apart != 0 && j >= 1) add(&t->rest, w);
    if (apart == 1) add(&t->near, w);
    if (2 * apart >= t->rows) add(&t->far, w);
    if (2 * apart <= t->rows) add(&t->by_distance[apart], w);
    if (j > i) raise_to(&t->above, w);
}

static row_sums sum_row(tally *t, int i, const float *row, const float *reference, span see) {
    row_sums sums = {0, 0, 0, 0, -1, 0};
    double even = 1.0 / (see.to - see.from);
    for (int j = see.from; j < see.to; j++) {
        double w = (double)row[j], log_w = nf_log(w);
        tally_place(t, i, j, w);
        raise_to(&t->uniform, size_of(w - even));
        sums.sum += w;
        sums.w_log_w += w * log_w;
        sums.most_at = w > sums.most ? j : w == sums.most ? -1 : sums.most_at;
        sums.most = w > sums.most ? w : sums.most;
        if (!reference || reference == row) continue;
        double r = (double)reference[j];
        raise_to(&t->change, size_of(w - r));
        sums.reference_sum += r;
        sums.w_log_ratio += w * (log_w - nf_log(r));
    }
    return sums;
}

/* The KL divergence of a row from its reference, both normalised; 0 where they are one row. */
static double row_divergence(const row_sums *s, const float *row, const float *reference) {
    if (reference == row) return 0;
    return s->w_log_ratio / s->sum - nf_log(s->sum) + nf_log(s->reference_sum);
}

void tally_row(tally *t, int i, const float *row, const float *reference, span see) {
    int allowed = see.to - see.from;
    if (!reference) t->has_reference = false;
    if (allowed == 0) return;
    row_sums s = sum_row(t, i, row, reference, see);
    t->level += s.sum;
    add(&t->rowsum, s.sum);
    if (i >= 1) add(&t->first, (double)row[0]);
    if (i >= 1 && i < t->columns) add(&t->diag, (double)row[i]);
    if (i < t->columns && (double)row[i] / s.sum < t->own) t->own = (double)row[i] / s.sum;
    if (i < t->columns) add(&t->ontop, s.most_at == i);
    if (allowed >= 2) add(&t->entropy, (nf_log(s.sum) - s.w_log_w / s.sum) / nf_log(allowed));
    if (reference) add(&t->kl, row_divergence(&s, row, reference));
    if (i >= 4) {
        raise_to(&t->highest, s.most * allowed);
        t->has_far_rows = true;
    }
    t->peak[t->peaks++] = (peak){s.most, i};
}

/* ---- When all rows were added --------------------------------------------------------------- */

enum { BLOCK = 16 }; /* rows and columns compared at a time, so that both sides stay in cache */

static int at_most(int x, int limit) { return x < limit ? x : limit; }

/* Compares a block at row i and column j <= i with its mirror image. */
static void mirror_block(tally *t, const float *kept, size_t stride, int i, int j) {
    for (int row = i; row < at_most(i + BLOCK, t->rows); row++)
        for (int column = j; column < at_most(j + BLOCK, row); column++)
            raise_to(&t->mirror, size_of((double)kept[(size_t)row * stride + (size_t)column] -
                                         (double)kept[(size_t)column * stride + (size_t)row]));
}

/* Compares one block of rows; true when all were compared, or cannot be. */
static bool mirror_some(tally *t, const float *kept, size_t stride) {
    if (!kept || t->rows != t->columns) {
        t->mirror = (double)NAN;
        return true;
    }
    for (int j = 0; j <= t->mirrored; j += BLOCK) mirror_block(t, kept, stride, t->mirrored, j);
    t->mirrored += BLOCK;
    return t->mirrored >= t->rows;
}

static bool is_before(const peak *a, const peak *b) {
    return a->weight != b->weight ? a->weight < b->weight : a->row < b->row;
}

/* Shell's sort: insertion sort over elements `gap` apart, with a gap that shrinks to 1. It is used
 * because the C library's qsort would be a tenth of the module. */
static void sort_peaks(peak *peaks, int count) {
    for (int gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (int i = gap; i < count; i++) {
            peak moved = peaks[i];
            int to = i;
            for (; to >= gap && is_before(&moved, &peaks[to - gap]); to -= gap)
                peaks[to] = peaks[to - gap];
            peaks[to] = moved;
        }
}

/* Spearman's rank correlation of a row's largest weight with its position; equal weights share
 * their mean rank. */
static double rank_correlation(peak *peaks, int count) {
    double covariance = 0, spread = 0, position_spread = 0, middle_rank = (count - 1) / 2.0;
    int64_t positions = 0;
    for (int i = 0; i < count; i++) positions += peaks[i].row;
    double middle = (double)positions / count;
    sort_peaks(peaks, count);
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && peaks[to].weight == peaks[from].weight;) to++;
        double rank = (from + to - 1) / 2.0 - middle_rank;
        for (int i = from; i < to; i++) {
            double place = peaks[i].row - middle;
            covariance += rank * place;
            spread += rank * rank;
            position_spread += place * place;
        }
    }
    return spread > 0 && position_spread > 0 ? covariance / nf_sqrt(spread * position_spread)
                                             : (double)NAN;
}

/* The largest rise from one distance to the next; NaN where a distance has no cells. */
static double largest_rise(const tally *t) {
    double rise = (double)NAN;
    for (size_t d = 0; d + 1 < distances(t->rows); d++) {
        double step = value_of(&t->by_distance[d + 1]) - value_of(&t->by_distance[d]);
        if (isnan(rise) || step > rise) rise = step;
    }
    return rise;
}

bool finish_tally(tally *t, const float *kept, size_t stride) {
    if (t->finished) return false;
    if (!mirror_some(t, kept, stride)) return true;
    t->fall = rank_correlation(t->peak, t->peaks);
    t->finished = true;
    return true;
}

void read_tally(const tally *t, double m[NF_MEASURES_COUNT]) {
    bool any = t->peaks > 0;
    m[NF_FIRST] = value_of(&t->first);
    m[NF_DIAG] = value_of(&t->diag);
    m[NF_NEAR] = value_of(&t->near);
    m[NF_FAR] = value_of(&t->far);
    m[NF_OFF] = value_of(&t->off);
    m[NF_REST] = value_of(&t->rest);
    m[NF_LEVEL] = t->level / ((double)t->rows * t->columns);
    m[NF_ENTROPY] = value_of(&t->entropy);
    m[NF_ROWSUM] = value_of(&t->rowsum);
    m[NF_KL] = value_of(&t->kl);
    m[NF_CHANGE] = t->has_reference ? t->change : (double)NAN;
    m[NF_UNIFORM] = any ? t->uniform : (double)NAN;
    m[NF_ABOVE] = t->above;
    m[NF_MIRROR] = t->mirror;
    m[NF_ONTOP] = value_of(&t->ontop);
    m[NF_OWN] = t->ontop.count ? t->own : (double)NAN;
    m[NF_FALL] = t->fall;
    m[NF_PEAK] = t->has_far_rows ? t->highest : (double)NAN;
    m[NF_RISE] = largest_rise(t);
    m[NF_CONTRAST] = m[NF_DIAG] - m[NF_FAR];
}

void compare_outputs(const float *o, const float *reference, int d, double *norm, double *cosine) {
    double own = 0, other = 0, both = 0;
    for (int c = 0; c < d; c++) {
        double x = (double)o[c], y = (double)reference[c];
        own += x * x;
        other += y * y;
        both += x * y;
    }
    *norm = other > 0 ? nf_sqrt(own) / nf_sqrt(other) : (double)NAN;
    *cosine = own > 0 && other > 0 ? both / (nf_sqrt(own) * nf_sqrt(other)) : (double)NAN;
}

double mean_of(const double *x, int count) {
    mean m = {0, 0};
    for (int i = 0; i < count; i++)
        if (!isnan(x[i])) add(&m, x[i]);
    return value_of(&m);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const struct {
    const char *key, *help;
} names[] = {
#define X(name, key, label, more) {key, WORDS(label more)},
    NF_MEASURE_LIST(X, "output", "the untouched head")
#undef X
};

const char *nf_measure_key(nf_measure measure) {
    return (unsigned)measure < NF_MEASURES_COUNT ? names[measure].key : "";
}

const char *nf_measure_help(nf_measure measure) {
    return (unsigned)measure < NF_MEASURES_COUNT ? names[measure].help : "";
}
