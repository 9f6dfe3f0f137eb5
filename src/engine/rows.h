/* Rows of a figure, a band at a time. */
#ifndef NF_ROWS_H
#define NF_ROWS_H

#include "attention.h"
#include "engine.h"

/* Cells made in one step of a few milliseconds: longer rows come in smaller bands. */
enum { BAND_CELLS = 1 << 17 };

/* Rows of one input that are made together. Each band has a number of its own, from 1 on. */
typedef struct band {
    int input, first, rows, number;
} band;

int longest_input(const nf_engine *engine);

/* How many rows a band has: a multiple of GROUP_ROWS, at most BAND_ROWS. The last band of an input
 * may have fewer. */
int band_rows(const nf_engine *engine);

/* Makes the rows of a band of one entry of the plan. */
void make_rows(nf_engine *engine, int index, const band *b);

/* Says why a panel cannot be had. Before any figure is begun nf_why says so itself. */
nf_status no_panel(nf_engine *engine, int index);

#endif
