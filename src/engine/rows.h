/* Rows of a figure, a band at a time. */
#ifndef NF_ROWS_H
#define NF_ROWS_H

#include "attention.h"
#include "engine.h"

/* Cells made, and cells measured, in one step of a few milliseconds: longer rows come in smaller
 * bands. */
enum { BAND_CELLS = 1 << 17, MEASURED_CELLS = 1 << 16 };

/* Rows of one input that are made together. Each band has a number of its own, from 1 on. Measuring
 * takes the longest, so a step measures only some rows of the band. */
typedef struct band {
    int input, first, rows, number;
    span measured;
} band;

int longest_input(const nf_engine *engine);

/* How many rows a band has: a multiple of GROUP_ROWS, at most BAND_ROWS. The last band of an input
 * may have fewer. */
int band_rows(const nf_engine *engine);

/* Makes the rows of a band of one entry of the plan. */
void make_rows(nf_engine *engine, int index, const band *b);

#endif
