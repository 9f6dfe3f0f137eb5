#include "engine/exact.h"

#include "picture.h"

#include "drawing.h"
#include "engine/kinds.h"
#include "engine/text.h"

enum { WHOLE_MAX = 2048 }; /* tokens up to which every weight is drawn */

int picture_want(nf_engine *engine, const nf_params *params) {
    nf_shape shape;
    uint64_t bytes;
    int want = NF_MEASURES | NF_CHECK | NF_PREDICTION, most = 0;
    if (nf_source_shape(engine, params, &shape) != NF_OK) return want | NF_WEIGHTS;
    for (int i = 0; i < inputs_of(kind_of(params)); i++)
        most = shape.tokens[i] > most ? shape.tokens[i] : most;
    bool fits = most <= WHOLE_MAX && nf_need(engine, params, want | NF_WEIGHTS, &bytes) == NF_OK;
    return want | (fits ? NF_WEIGHTS : NF_CELLS);
}

void begin_svg(const drawing *self, double height) {
    nf_text *out = self->out;
    double width = self->at->width;
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    put(out, " viewBox=\"0 0 ");
    put_short(out, width);
    put_char(out, ' ');
    put_short(out, height);
    put(out, "\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif\">\n");
}

static bool put_all(drawing *self) {
    nf_text *out = self->out;
    self->out = NULL;
    double height = write_foot(self);
    self->out = out;
    begin_svg(self, (double)(int64_t)(height + 1));
    if (!put_metadata(self)) return false;
    put(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<defs>\n");
    define_ramp(self);
    if (!define_panels(self)) return false;
    put(out, "</defs>\n");
    draw_panels(self);
    draw_around(self);
    write_foot(self);
    put(out, "</svg>\n");
    return true;
}

bool put_picture(nf_text *out, const picture *of) {
    view seen;
    sheet at;
    drawing self = {.out = out, .of = of, .at = &at, .view = &seen};
    nf_text id = {self.id, 0, sizeof self.id};
    bool good = open_view(&seen, of->engine, of->params);
    put(&id, "nf");
    put_hex(&id, nf_check(of->engine) >> 32, 8);
    if (good) {
        lay_out(&at, &seen, of->parts);
        good = put_all(&self);
    }
    close_view(&seen);
    return good;
}
