/* What the colours span: from which number to which, straight or by powers of ten, and what is said
 * of it on the bar. The page has the same in web/figure/range.js; tests/node/picture.test.mjs holds
 * both equal. */
#ifndef NF_SCALE_H
#define NF_SCALE_H

#include "colors.h"
#include "ninefold.h"

/* Numbers row by row. */
typedef struct grid {
    float *values;
    int rows, columns;
} grid;

#define LN10 2.30258509299404568402 /* log(10) */

/* Stands in a grid where there is nothing to show. */
#define NOTHING (-3.4028234663852886e38f)

enum { TICKS_MAX = 16, TICK_TEXT = 16 };

typedef struct tick {
    double at; /* a position from 0 to 1 of the bar */
    char text[TICK_TEXT];
} tick;

typedef struct scale {
    color_map map;
    bool log, is_signed;
    double low, high; /* powers of ten if `log` */
    const char *label, *mode;
    tick ticks[TICKS_MAX];
    int tick_count;
} scale;

/* The words of the parameters `view` and `range`, in their order. */
enum { VIEW_WEIGHTS, VIEW_LOGITS, VIEW_CHANGE, VIEW_UNIFORM };
enum { RANGE_UNIT, RANGE_ROW, RANGE_LOG, RANGE_REST };
enum { STYLE_PLAIN, STYLE_PAPER };

/* `grids` are all numbers that are shown in the nine panels, before rows are scaled. */
void make_scale(scale *self, const nf_params *params, const grid *grids, int count);

/* Where a value stands on the bar; outside beyond its ends. */
double position_of(const scale *self, double value);

/* Cells without a value, and exact zeros where powers of ten are shown, are transparent. */
bool is_empty(const scale *self, float value);

/* Adds how many cells lie beyond the ends of the scale, and how many are not empty or exactly 0. */
void count_off(const scale *self, const grid *of, uint64_t *off, uint64_t *all);

/* What a view shows. */
const char *label_of_view(int view);

/* A number with so many digits behind its point, and a true minus. */
void put_fixed(nf_text *out, double x, int digits);

#endif
