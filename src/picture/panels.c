#include "engine/exact.h"

#include "drawing.h"

#include "cells.h"
#include "engine/params.h"
#include "engine/text.h"

const pen small = {SMALL_SIZE, QUIET, AT_MIDDLE, false, false};

void put_name(const drawing *self, const char *what, int number) {
    put(self->out, self->id);
    put(self->out, what);
    put_whole(self->out, number);
}

bool define_cells(const drawing *self, int number, const grid *cells) {
    put(self->out, "<g id=\"");
    put_name(self, "cells", number);
    put(self->out, "\" shape-rendering=\"crispEdges\">\n");
    bool made = put_cells(self->out, cells, &self->view->scale);
    put(self->out, "</g>\n");
    return made;
}

bool define_panels(const drawing *self) {
    for (int id = 0; id < SHOWN; id++) {
        const shown *panel = &self->view->panels[id];
        if (!panel->cells.values || panel->twin < id) continue;
        if (!define_cells(self, id, &panel->cells)) return false;
    }
    return true;
}

void put_place(nf_text *out, double x, double y) {
    put(out, " transform=\"translate(");
    put_short(out, x);
    put_char(out, ' ');
    put_short(out, y);
}

void put_factor(nf_text *out, double x) {
    int64_t all = (int64_t)(x * 1e6 + 0.5);
    put_whole(out, all / 1000000);
    put_char(out, '.');
    for (int64_t digit = 100000; digit > 0; digit /= 10)
        put_char(out, (char)('0' + all / digit % 10));
}

void place_cells(const drawing *self, int number, const grid *cells, double x, double y) {
    put(self->out, "<use xlink:href=\"#");
    put_name(self, "cells", number);
    put_char(self->out, '"');
    put_place(self->out, x, y);
    put(self->out, ") scale(");
    put_factor(self->out, self->at->side / cells->columns);
    put_char(self->out, ' ');
    put_factor(self->out, self->at->side / cells->rows);
    put(self->out, ")\"/>\n");
}

static void draw_note(const drawing *self, int id) {
    const sheet *at = self->at;
    lines note = break_lines(slice_of(self->view->panels[id].note), at->side - 20, SMALL_SIZE);
    double y = at->y[id] + at->side / 2 - (note.count - 1) * SMALL_SIZE * LINE_HEIGHT / 2;
    for (int i = 0; i < note.count; i++)
        write_plain(self->out, note.line[i], at->x[id] + at->side / 2,
                    y + i * SMALL_SIZE * LINE_HEIGHT, &small);
}

void draw_frame(const drawing *self, double x, double y) {
    nf_text *out = self->out;
    put(out, "<rect fill=\"none\" stroke=\"" FAINT "\" stroke-width=\"0.6\"");
    put_attribute(out, "x", x - 0.3);
    put_attribute(out, "y", y - 0.3);
    put_attribute(out, "width", self->at->side + 0.6);
    put_attribute(out, "height", self->at->side + 0.6);
    put(out, "/>\n");
}

/* A thin line along the main diagonal. */
static void draw_diagonal(const drawing *self, int id) {
    double rows = queries_of(self->at, id).count, columns = keys_of_panel(self->at, id).count;
    double most = rows < columns ? rows : columns;
    put(self->out,
        "<path fill=\"none\" stroke=\"#fff\" stroke-opacity=\"0.8\" stroke-width=\"0.6\"");
    put_place(self->out, self->at->x[id], self->at->y[id]);
    put(self->out, ")\" d=\"M0 0L");
    put_short(self->out, self->at->side * most / columns);
    put_char(self->out, ' ');
    put_short(self->out, self->at->side * most / rows);
    put(self->out, "\"/>\n");
}

static void draw_title(const drawing *self, int id) {
    const sheet *at = self->at;
    const lines *title = &at->title[id];
    pen how = {TITLE_SIZE, id < NF_PANELS ? INK : QUIET, AT_MIDDLE, false, false};
    double line = TITLE_SIZE * LINE_HEIGHT, y = at->y[id] - 3 - (title->count - 0.5) * line;
    for (int i = 0; i < title->count; i++)
        write_line(self->out, title->line[i], at->x[id] + at->side / 2, y + i * line, &how);
}

void draw_panels(const drawing *self) {
    for (int id = 0; id < SHOWN; id++) {
        const shown *panel = &self->view->panels[id];
        double x = self->at->x[id], y = self->at->y[id];
        if (!is_on(self->at, id)) continue;
        if (panel->note)
            draw_note(self, id);
        else
            place_cells(self, panel->twin, &panel->cells, x, y);
        if (whole_of(self->of->params, P_line)) draw_diagonal(self, id);
        draw_frame(self, x, y);
        draw_title(self, id);
        draw_strips(self, id);
        draw_under(self, id);
    }
}
