#include "exact.h"

#include "measure.h"

#include "numbers.h"
#include "text.h"

#include <math.h>
#include <string.h>

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
    float weight; /* a row's largest */
    int row;
} peak;

struct tally {
    int rows, columns, peaks;
    mean first, diag, rest, entropy, rowsum, kl, ontop;
    mean near, far, off; /* from the sums below, when all rows were added */
    double level, change, uniform, above, own, highest;
    bool has_reference, has_far_rows;
    double *places; /* sums of the cells (i, j) of each distance j - i, from 1 - rows on */
    int *more;      /* how many more cells are at a distance |j - i| than at one less */
    peak *peak;     /* one for each row that has a key */
    double mirror, fall, rise;
    int mirrored; /* rows that have been compared with their mirror image */
    bool finished;
};

static size_t distances(int rows, int columns) { return (size_t)(rows > columns ? rows : columns); }

static size_t place_count(int rows, int columns) {
    return (size_t)rows + (size_t)columns + SUMS_BESIDE;
}

uint64_t measures_bytes(int rows, int columns) {
    return sizeof(tally) + place_count(rows, columns) * sizeof(double) +
           (uint64_t)rows * sizeof(peak) + (distances(rows, columns) + 1) * sizeof(int);
}

void start_tally(tally *t, int rows, int columns) {
    memset(t, 0, (size_t)measures_bytes(rows, columns));
    *t = (tally){.rows = rows, .columns = columns, .own = 1, .has_reference = true};
    t->places = (double *)(t + 1) + rows;
    t->peak = (peak *)(t->places + columns + SUMS_BESIDE);
    t->more = (int *)(t->peak + rows);
}

static double size_of(double x) { return x < 0 ? -x : x; }

static void raise_to(double *most, double x) {
    if (x > *most) *most = x;
}

/* ---- A row ---------------------------------------------------------------------------------- */

exponents logs_of(const float *w, span see, float *logs) {
    float most = 0;
    for (int j = see.from; j < see.to; j++) most = w[j] > most ? w[j] : most;
    for (int j = see.from; j < see.to; j++)
        logs[j] = (float)(nf_log((double)w[j] / (double)most) * NF_LOG2E);
    return (exponents){logs, 0, 1};
}

/* What the logarithms of a row's weights are above their exponents. Any column tells it. */
static double log_factor(const logged_row *row, int column) {
    float t = (row->of.x[column] - row->of.top) * row->of.slope;
    return nf_log((double)row->w[column]) - NF_LN2 * (double)(t > -100 ? t : -100);
}

/* The parts of a row. Where column 0 is on the diagonal it is that part. */
enum { BEFORE, AFTER, COLUMN_0, DIAGONAL, PARTS };

typedef struct tallied_row {
    double of[SUMS], rest; /* rest: the sum before and after the diagonal */
    float low, high, change;
    float most[PARTS]; /* the largest weight of each part */
} tallied_row;

/* The columns of `see` from `from` on and before `to`; 0 to 0 if there are none. */
static span common(span see, int from, int to) {
    int first = see.from > from ? see.from : from, end = see.to < to ? see.to : to;
    return first < end ? (span){first, end} : (span){0, 0};
}

static double sum_of(const double partial[4]) {
    return (partial[0] + partial[2]) + (partial[1] + partial[3]);
}

static float smallest(const float x[4]) {
    float least = x[0];
    for (int i = 1; i < 4; i++) least = x[i] < least ? x[i] : least;
    return least;
}

static tallied_row sum_row(const tally *t, int i, const logged_row *row, const logged_row *compared,
                           span see) {
    const span parts[PARTS] = {[BEFORE] = common(see, 1, i),
                               [AFTER] = common(see, i + 1, t->columns),
                               [COLUMN_0] = common(see, 0, i > 0),
                               [DIAGONAL] = common(see, i, i + 1)};
    tallied_row s = {.high = 0};
    row_sums sums = {.low = {2, 2, 2, 2}};
    for (int part = 0; part < PARTS; part++) {
        int from = parts[part].from;
        memset(sums.minus_high, 0, sizeof sums.minus_high);
        if (part == COLUMN_0) s.rest = sum_of(sums.of[SUM]);
        sum_part(row, compared, parts[part], t->places + from - i, &sums);
        s.most[part] = -smallest(sums.minus_high);
        s.high = s.most[part] > s.high ? s.most[part] : s.high;
    }
    for (int sum = 0; sum < SUMS; sum++) s.of[sum] = sum_of(sums.of[sum]);
    s.low = smallest(sums.low);
    s.change = -smallest(sums.minus_change);
    return s;
}

/* Counts the cells of a row at their distances from the diagonal. The first key that a query sees
 * is never after the diagonal. */
static void count_distances(const tally *t, int i, span see) {
    span before = common(see, 0, i + 1), after = common(see, i + 1, t->columns);
    t->more[i + 1 - before.to]++;
    t->more[i + 1 - before.from]--;
    if (after.to == after.from) return;
    t->more[after.from - i]++;
    t->more[after.to - i]--;
}

/* The entropy of a row, normalised; at most that of a uniform one. */
static double row_entropy(const tallied_row *s, double factor, double most) {
    double log_mean = NF_LN2 * s->of[EXPONENTS] / s->of[SUM] + factor;
    double entropy = nf_log(s->of[SUM]) - log_mean;
    return entropy < 0 ? 0 : entropy > most ? most : entropy;
}

/* The KL divergence of a row from the one it is compared with, both normalised; `factor` is how
 * much more the first one's log_factor is. */
static double row_divergence(const tallied_row *s, double factor) {
    double apart = NF_LN2 * s->of[APART] / s->of[SUM] + factor;
    double divergence = apart - (nf_log(s->of[SUM]) - nf_log(s->of[COMPARED]));
    return divergence > 0 ? divergence : 0;
}

static void tally_diagonal(tally *t, int i, const tallied_row *s) {
    float own = s->most[DIAGONAL];
    double share = (double)own / s->of[SUM];
    if (i >= 1) add(&t->diag, (double)own);
    if (share < t->own) t->own = share;
    add(&t->ontop, own > s->most[BEFORE] && own > s->most[AFTER] && own > s->most[COLUMN_0]);
}

/* Adds what is known of a row's largest and smallest weights. */
static void tally_extremes(tally *t, int i, const tallied_row *s, int allowed) {
    double even = 1.0 / allowed, most = (double)s->high;
    raise_to(&t->uniform, most - even);
    raise_to(&t->uniform, even - (double)s->low);
    raise_to(&t->above, (double)s->most[AFTER]);
    raise_to(&t->change, (double)s->change);
    if (i >= 4) {
        raise_to(&t->highest, most * allowed);
        t->has_far_rows = true;
    }
    t->peak[t->peaks++] = (peak){s->high, i};
}

void tally_row(tally *t, int i, const logged_row *row, const logged_row *compared, span see) {
    int allowed = see.to - see.from;
    if (!compared) t->has_reference = false;
    if (allowed == 0) return;
    double factor = log_factor(row, see.from), log_allowed = nf_log(allowed);
    tallied_row s = sum_row(t, i, row, compared ? compared : row, see);
    count_distances(t, i, see);
    tally_extremes(t, i, &s, allowed);
    t->level += s.of[SUM];
    add(&t->rowsum, s.of[SUM]);
    t->rest.sum += s.rest;
    t->rest.count += allowed - (see.from == 0) - (i > 0 && i < see.to);
    if (i >= 1) add(&t->first, (double)row->w[0]);
    if (i < t->columns) tally_diagonal(t, i, &s);
    if (allowed >= 2) add(&t->entropy, row_entropy(&s, factor, log_allowed) / log_allowed);
    if (compared) add(&t->kl, row_divergence(&s, factor - log_factor(compared, see.from)));
}

/* Behind the tally stand a row and its logarithms. */
uint64_t causal_bytes(int n) {
    return measures_bytes(n, n) + 2 * (uint64_t)(n + SUMS_BESIDE) * sizeof(float);
}

void tally_causal(tally *t, const float *weights, size_t stride, int n) {
    start_tally(t, n, n);
    float *row = (float *)(void *)(t->more + distances(n, n) + 1), *logs = row + n + SUMS_BESIDE;
    memset(row, 0, 2 * (size_t)(n + SUMS_BESIDE) * sizeof *row);
    for (int i = 0; i < n; i++) {
        span see = {0, i + 1};
        memcpy(row, weights + (size_t)i * stride, (size_t)(i + 1) * sizeof *row);
        logged_row logged = {row, logs_of(row, see, logs)};
        tally_row(t, i, &logged, NULL, see);
    }
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

/* The cells at one distance from the diagonal; `count` of them. */
static mean at_distance(const tally *t, int apart, int64_t count) {
    double before = apart < t->rows ? t->places[-apart] : 0;
    double after = apart > 0 && apart < t->columns ? t->places[apart] : 0;
    return (mean){before + after, count};
}

static void add_mean(mean *m, mean other) {
    m->sum += other.sum;
    m->count += other.count;
}

/* Adds up the cells by their distance; `rise` is the largest rise of their mean from one distance
 * to the next, up to half the rows, and NaN where a distance has no cells. */
static void sum_distances(tally *t) {
    double last = 0;
    int64_t count = 0;
    t->rise = (double)NAN;
    for (int apart = 0; apart < (int)distances(t->rows, t->columns); apart++) {
        count += t->more[apart];
        mean here = at_distance(t, apart, count);
        double step = value_of(&here) - last;
        if (apart > 0) add_mean(&t->off, here);
        if (apart == 1) add_mean(&t->near, here);
        if (2 * apart >= t->rows) add_mean(&t->far, here);
        if (apart > 0 && 2 * apart <= t->rows && (isnan(t->rise) || step > t->rise)) t->rise = step;
        last = value_of(&here);
    }
}

bool finish_tally(tally *t, const float *kept, size_t stride) {
    if (t->finished) return false;
    if (!mirror_some(t, kept, stride)) return true;
    sum_distances(t);
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
    m[NF_RISE] = t->rise;
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
