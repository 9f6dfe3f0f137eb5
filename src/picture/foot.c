#include "engine/exact.h"

#include "drawing.h"

#include "about.h"
#include "engine/kinds.h"
#include "engine/text.h"
#include "words.def"

enum { WORDS_MAX = 6000 };

#define BOLDER 1.15 /* bold words are wider than others by so much */

static void put_key(const drawing *self, nf_text *out) {
    const sheet *at = self->at;
    bool predicts = nf_get_prediction(self->of->engine, 0) != NULL;
    bool is_plain = whole_of(self->of->params, P_style) == STYLE_PLAIN;
    if (at->strips) put(out, BESIDE_EACH);
    if (at->strips > 1) put(out, IN_BLUE);
    put(out, at->strips ? ". " : "");
    if (is_plain && predicts)
        put(out, WORDS_UNDER);
    else {
        put(out, UNDER_EACH);
        put_meanings(self, out);
    }
    put(out, EQUALS_IS);
    bool is_mean = whole_of(self->of->params, P_pool) == POOL_MEAN;
    if (self->view->is_pooled) put(out, is_mean ? POOLED_BY_MEAN : POOLED);
}

double write_block(const drawing *self, slice text, double y, const pen *how) {
    double line = how->size * LINE_HEIGHT, width = self->at->width - 2 * MARGIN;
    double x = how->anchor == AT_MIDDLE ? self->at->width / 2 : MARGIN;
    lines words = break_lines(text, how->bold ? width / BOLDER : width, how->size);
    for (int i = 0; i < words.count; i++)
        if (self->out) write_plain(self->out, words.line[i], x, y + (i + 0.5) * line, how);
    return y + words.count * line;
}

static double write_texts(const drawing *self, double y, const pen *how) {
    int inputs = inputs_of(kind_of(self->of->params));
    for (int input = 0; input < inputs && nf_pieces(self->of->engine); input++) {
        char buffer[WORDS_MAX] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put(&text, THE_TEXT);
        if (inputs > 1) put_char(&text, ' ');
        if (inputs > 1) put_whole(&text, input + 1);
        put(&text, ": ");
        put_read_text(&text, self->of->engine, input);
        for (char *c = buffer; *c; c++) *c = *c == '\n' ? ' ' : *c;
        y = write_block(self, slice_of(buffer), y, how);
    }
    return y;
}

static double write_about(const drawing *self, double y) {
    char buffer[WORDS_MAX] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    pen how = {SMALL_SIZE, QUIET, AT_START, false, false};
    put_head(&text, self->of->engine, self->of->params);
    put(&text, THE_CHECK);
    nf_print_check(nf_check(self->of->engine), &text);
    put(&text, THE_PROGRAM);
    y = write_block(self, slice_of(buffer), y, &how);
    y = write_texts(self, y, &how);
    text = (nf_text){buffer, 0, sizeof buffer};
    put(&text, THE_SETTINGS);
    put_settings(&text, self->of->engine, self->of->params);
    y = write_block(self, slice_of(buffer), y, &how);
    text = (nf_text){buffer, 0, sizeof buffer};
    put(&text, self->of->page);
    put(&text, self->of->page[0] ? "#" : "");
    put_link(&text, self->of->engine, self->of->params);
    how.color = LINK_COLOR;
    return write_block(self, slice_of(buffer), y + 2, &how);
}

double write_foot(const drawing *self) {
    char buffer[WORDS_MAX] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    double y = self->at->foot;
    const pen bold = {CAPTION_SIZE, INK, AT_MIDDLE, false, true};
    const pen quiet = {SMALL_SIZE, QUIET, AT_START, false, false};
    put_caption(&text, self->of->params);
    if (self->at->parts & PART_CAPTION) y = write_block(self, slice_of(buffer), y, &bold) + 5;
    text = (nf_text){buffer, 0, sizeof buffer};
    buffer[0] = 0;
    put_key(self, &text);
    if (self->at->parts & PART_HINTS) y = write_block(self, slice_of(buffer), y, &quiet) + 4;
    if (self->at->parts & PART_ABOUT) y = write_about(self, y);
    return y + MARGIN - 4;
}
