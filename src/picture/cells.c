#include "engine/exact.h"

#include "cells.h"

#include "draw.h"
#include "engine/text.h"
#include "image.h"

/* A cell reaches so far under its neighbours to the right and below, which are drawn after it: no
 * program that smooths edges shows a line between them. */
#define OVERLAP 0.1

static float value_at(const grid *g, int i, int j) {
    return g->values[(size_t)i * (size_t)g->columns + (size_t)j];
}

typedef struct painter {
    nf_text *out;
    const grid *cells;
    const scale *by;
    uint32_t colors[COLOR_STEPS];
} painter;

static bool is_hole(const painter *self, int i, int j) {
    return is_empty(self->by, value_at(self->cells, i, j));
}

static uint32_t color_at(const painter *self, int i, int j) {
    return color_of(self->by, self->colors, value_at(self->cells, i, j));
}

/* The cell behind the last of a run that begins at j and has one colour. */
static int end_of_run(const painter *self, int i, int j) {
    uint32_t color = color_at(self, i, j);
    int end = j + 1;
    while (end < self->cells->columns && !is_hole(self, i, end) && color_at(self, i, end) == color)
        end++;
    return end;
}

/* Nothing reaches under a hole. */
static bool is_covered_below(const painter *self, int i, int from, int to) {
    if (i + 1 == self->cells->rows) return false;
    for (int j = from; j < to; j++)
        if (is_hole(self, i + 1, j)) return false;
    return true;
}

static void put_run(const painter *self, int i, int from, int to) {
    nf_text *out = self->out;
    bool right = to < self->cells->columns && !is_hole(self, i, to);
    double wide = to - from + (right ? OVERLAP : 0);
    double high = is_covered_below(self, i, from, to) ? 1 + OVERLAP : 1;
    put(out, "<path fill=\"#");
    put_hex(out, color_at(self, i, from), 6);
    put(out, "\" d=\"");
    put_rectangle(out, from, i, wide, high);
    put(out, "\"/>\n");
}

static void put_shapes(painter *self) {
    for (int i = 0; i < self->cells->rows; i++)
        for (int j = 0, end; j < self->cells->columns; j = end) {
            end = is_hole(self, i, j) ? j + 1 : end_of_run(self, i, j);
            if (!is_hole(self, i, j)) put_run(self, i, j, end);
        }
}

bool put_cells(nf_text *out, const grid *cells, const scale *by) {
    painter self = {.out = out, .cells = cells, .by = by};
    if (cells->rows <= SHAPES_MAX && cells->columns <= SHAPES_MAX) {
        fill_colors(by->map, self.colors);
        put_shapes(&self);
        return true;
    }
    put(out, "<image");
    put_attribute(out, "width", cells->columns);
    put_attribute(out, "height", cells->rows);
    put(out, " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" xlink:href=\"");
    bool made = put_image(out, cells, by);
    put(out, "\"/>\n");
    return made;
}
