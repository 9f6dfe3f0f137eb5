#include "engine/exact.h"

#include "drawing.h"

#include "engine/kinds.h"
#include "engine/text.h"
#include "words.def"

static const int STOPS = 64;

static void draw_labels_beside(const drawing *self, int id) {
    axis along = queries_of(self->at, id);
    pen how = {self->at->label_size, QUIET, AT_END, false, false};
    int step = label_step(self->at, along, true);
    for (int at = 0; at < along.count; at += step) {
        char buffer[120] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_label(&text, self->at, along, at);
        write_plain(self->out, slice_of(buffer), self->at->x[id] - 3,
                    self->at->y[id] + self->at->side * (at + 0.5) / along.count, &how);
    }
}

static void draw_labels_below(const drawing *self, int id) {
    axis along = keys_of_panel(self->at, id);
    bool upright = self->at->are_tokens;
    pen how = {self->at->label_size, QUIET, upright ? AT_END : AT_MIDDLE, upright, false};
    double y = self->at->y[id] + self->at->side + (upright ? 3 : 3 + self->at->label_size / 2);
    int step = label_step(self->at, along, upright);
    for (int at = 0; at < along.count; at += step) {
        char buffer[120] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_label(&text, self->at, along, at);
        write_plain(self->out, slice_of(buffer),
                    self->at->x[id] + self->at->side * (at + 0.5) / along.count, y, &how);
    }
}

static void draw_labels(const drawing *self) {
    for (int id = 0; id < NF_PANELS && self->at->left > 0; id++) {
        if (id % 3 == 0) draw_labels_beside(self, id);
        if (self->at->labels[id / 3] > 0) draw_labels_below(self, id);
    }
}

static void draw_header(const drawing *self, int id, nf_title which, bool upright) {
    char buffer[200] = "", styled[200] = "";
    nf_text text = {buffer, 0, sizeof buffer}, out = {styled, 0, sizeof styled};
    const sheet *at = self->at;
    double line = TITLE_SIZE * LINE_HEIGHT;
    pen how = {TITLE_SIZE, INK, AT_MIDDLE, upright, false};
    nf_shape shape;
    bool is_known = nf_get_shape(self->of->engine, &shape) == NF_OK;
    print_title_of(self->of->params, is_known ? &shape : NULL, id, which, true, &text);
    put_styled(&out, slice_of(buffer), whole_of(self->of->params, P_style) == STYLE_PLAIN);
    lines words = break_lines(slice_of(styled), at->side + 8, TITLE_SIZE);
    for (int i = 0; i < words.count; i++)
        if (upright)
            write_line(self->out, words.line[i],
                       at->x[id] - at->left - 8 - (words.count - i - 0.5) * line,
                       at->y[id] + at->side / 2, &how);
        else
            write_line(self->out, words.line[i], at->x[id] + at->side / 2,
                       at->y[id] - 5 - (words.count - i - 0.5) * line, &how);
}

static void draw_headers(const drawing *self) {
    for (int i = 0; i < 3 && self->at->has_headers; i++) {
        draw_header(self, i, NF_COLUMN_HEADER, false);
        draw_header(self, 3 * i, NF_ROW_HEADER, true);
    }
}

/* "=" stands between neighbours that have the very same weights. */
static void draw_join(const drawing *self, int a, int b) {
    const nf_panel *one = nf_get_panel(self->of->engine, a);
    const nf_panel *other = nf_get_panel(self->of->engine, b);
    const sheet *at = self->at;
    bool beside = a / 3 == b / 3;
    pen how = {TITLE_SIZE + 3, QUIET, AT_MIDDLE, false, false};
    if (one->same != other->same || self->view->panels[b].note) return;
    double x = beside ? at->x[b] - 10 : at->x[a] + at->side / 2;
    double y = beside ? at->y[a] + at->side / 2 : at->y[a] + at->side + at->labels[a / 3] + 22;
    write_plain(self->out, slice_of("="), x, y, &how);
}

static void draw_joins(const drawing *self) {
    for (int id = 0; id < NF_PANELS && self->at->parts & PART_HINTS; id++) {
        if (id % 3 < 2) draw_join(self, id, id + 1);
        if (id < 6) draw_join(self, id, id + 3);
    }
}

void define_ramp(const drawing *self) {
    nf_text *out = self->out;
    put(out, "<linearGradient x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\" id=\"");
    put_name(self, "ramp", 0);
    put(out, "\">");
    for (int i = 0; i <= STOPS; i++) {
        put(out, "<stop offset=\"");
        put_factor(out, (double)i / STOPS);
        put(out, "\" stop-color=\"#");
        put_hex(out, color_of_step(self->view->scale.map, step_at((double)i / STOPS)), 6);
        put(out, "\"/>");
    }
    put(out, "</linearGradient>\n");
}

static void draw_ticks(const drawing *self) {
    const scale *s = &self->view->scale;
    const sheet *at = self->at;
    pen how = {SMALL_SIZE, QUIET, AT_START, false, false};
    for (int i = 0; i < s->tick_count; i++) {
        double y = at->end - (at->end - at->top) * s->ticks[i].at;
        put(self->out, "<path stroke=\"" QUIET "\" stroke-width=\"0.6\" d=\"M");
        put_short(self->out, at->bar_x + BAR_WIDTH);
        put_char(self->out, ' ');
        put_short(self->out, y);
        put(self->out, "h3\"/>\n");
        write_plain(self->out, slice_of(s->ticks[i].text), at->bar_x + BAR_WIDTH + 5, y, &how);
    }
}

void put_count(nf_text *out, uint64_t count) {
    if (count >= 1000) {
        put_count(out, count / 1000);
        put_char(out, ',');
        for (int digit = 100; digit > 0; digit /= 10)
            put_char(out, (char)('0' + count % 1000 / (uint64_t)digit % 10));
    } else
        put_whole(out, (int64_t)count);
}

static void draw_bar_label(const drawing *self) {
    char buffer[240] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    const view *v = self->view;
    const pen how = {TITLE_SIZE, INK, AT_MIDDLE, true, false};
    put(&text, v->scale.label);
    put(&text, v->scale.mode[0] ? ", " : "");
    put(&text, v->scale.mode);
    if (v->off) {
        put(&text, " (");
        put_count(&text, v->off);
        put(&text, OF_ALL);
        put_count(&text, v->all);
        put(&text, CELLS_OFF);
    }
    write_plain(self->out, slice_of(buffer), self->at->bar_x + BAR_WIDTH + 42,
                (self->at->top + self->at->end) / 2, &how);
}

void draw_bar(const drawing *self) {
    put(self->out, "<rect fill=\"url(#");
    put_name(self, "ramp", 0);
    put(self->out, ")\"");
    put_attribute(self->out, "x", self->at->bar_x);
    put_attribute(self->out, "y", self->at->top);
    put_attribute(self->out, "width", BAR_WIDTH);
    put_attribute(self->out, "height", self->at->end - self->at->top);
    put(self->out, "/>\n");
    draw_ticks(self);
    draw_bar_label(self);
}

void draw_around(const drawing *self) {
    draw_headers(self);
    draw_labels(self);
    draw_joins(self);
    draw_bar(self);
}
