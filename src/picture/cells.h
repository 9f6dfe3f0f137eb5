/* The cells of a panel: as shapes where they are few, else as an image. */
#ifndef NF_CELLS_H
#define NF_CELLS_H

#include "view.h"

enum { SHAPES_MAX = 64 }; /* cells along a side that are drawn as shapes */

/* Appends cells of unit size; false if there is not enough memory. */
bool put_cells(nf_text *out, const grid *cells, const scale *by);

#endif
