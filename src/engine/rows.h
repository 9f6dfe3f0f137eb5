/* Rows of a figure, a band at a time. */
#ifndef NF_ROWS_H
#define NF_ROWS_H

#include "attention.h"
#include "engine.h"

/* What a step of a few milliseconds gets through, so that long rows come in smaller bands. */
enum { BAND_CELLS = 1 << 17, MEASURED_CELLS = 1 << 16 };

/* Rows of one input that are made together. The number, from 1 on, tells one band from all others.
 * Measures take the longest, and take only some of its rows in a step. */
typedef struct band {
    int input, first, rows, number;
    span measured;
} band;

int longest_input(const nf_engine *engine);
int band_rows(const nf_engine *engine); /* of every band but an input's last one: whole groups, at
                                           most BAND_ROWS */

void make_rows(nf_engine *engine, int index,
               const band *b); /* of the entry with this index in the plan */

#endif
