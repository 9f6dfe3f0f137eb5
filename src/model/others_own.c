#include "engine/exact.h"

#include "others_own.h"

#include "engine/changed.h"
#include "engine/figure.h"
#include "engine/params.h"
#include "engine/predict.h"

#include <string.h>

/* A text of the run, on which heads change. */
typedef struct site {
    const source *self;
    const through *run;
    int text, as_read;
    going_on from;
} site;

int next_change(const source *self, int layer, int layers) {
    int next = self->shape.layer < layer ? layers : self->shape.layer;
    for (int i = 0; i < self->others; i++) {
        int its = layer_of(self->other[i]);
        if (its >= layer && its < next) next = its;
    }
    return next;
}

/* ---- As a source ----------------------------------------------------------------------------- */

/* Which text of the run an input is: its own, or another one as the model reads it. */
static int text_of(const site *at, int input) {
    if (input == at->from.input) return at->text;
    return input < at->as_read ? input : at->as_read - 1;
}

/* Vectors of the run that is being made. */
static void fill_again(const source *self, const vector_rows *which, float *out) {
    const site *at = self->held;
    matrix head = through_head(at->run, which->component, which->head);
    matrix rows = text_rows(at->run, head, text_of(at, which->input));
    for (int i = 0; i < which->rows; i++, out += rows.columns)
        memcpy(out, matrix_row(rows, which->first + i), (size_t)rows.columns * sizeof *out);
}

static void rotate_again(const source *self, int rows, size_t stride, float *x) {
    put_positions(((const site *)self->held)->run, rows, stride, x);
}

static source source_at(site *at, int head) {
    source view = *at->self;
    view.held = at;
    view.shape.layer = at->run->layer;
    view.shape.head = head;
    view.fill = fill_again;
    view.rotate = at->self->rotate ? rotate_again : NULL;
    return view;
}

/* ---- Changing -------------------------------------------------------------------------------- */

/* As the model's layer has it look. */
static changed_head as_trained(const site *at, const source *view) {
    const description *d = at->run->d;
    changed_head head = head_as_trained(view, &at->from);
    if (!d->window || at->run->layer < d->window_from) return head;
    head.mask = MASK_WINDOW;
    head.window = d->window;
    return head;
}

void put_output_of(const through *run, int text, int head, const float *output, size_t stride,
                   float gain) {
    int width = run->d->head_width;
    matrix to = columns_of(text_rows(run, mixed_of(run), text), head * width, width);
    for (int i = 0; i < to.rows; i++, output += stride)
        for (int c = 0; c < to.columns; c++) matrix_row(to, i)[c] = output[c] * gain;
}

static void put_changed(const site *at, const changed_head *head) {
    float *memory = at->from.scratch;
    make_changed_head(head, memory);
    put_output_of(at->run, at->text, head->from->shape.head, memory,
                  rounded_up((size_t)head->from->shape.d, 8),
                  (float)at->from.prediction->prediction.gain);
}

static bool is_own(const site *at, int head) {
    return at->run->layer == at->self->shape.layer && head == at->self->shape.head;
}

static bool is_changed(const site *at, int head) {
    also_head place = (also_head)(at->run->layer << 8 | head);
    bool found = is_own(at, head);
    for (int i = 0; i < at->self->others; i++) found = found || at->self->other[i] == place;
    return found;
}

/* The heads that read the Key and Value of a changed one and do not change themselves, where those
 * are shared: with their own Query. */
static void change_group(site *at, const changed_head *changed) {
    const description *d = at->run->d;
    int each = d->heads / d->groups, first = changed->from->shape.head / each * each;
    if (!at->self->changes_group || changed->change.component == QUERY) return;
    for (int head = first; head < first + each; head++) {
        if (is_changed(at, head)) continue;
        source view = source_at(at, head);
        changed_head with = as_trained(at, &view);
        with.key_input = changed->key_input;
        if (with.change.component < 0) with.change.component = KEY;
        put_changed(at, &with);
    }
}

static void change_head(site *at, int head) {
    source view = source_at(at, head);
    changed_head changed =
        is_own(at, head) ? head_as_asked(&view, &at->from) : as_trained(at, &view);
    put_changed(at, &changed);
    change_group(at, &changed);
}

void change_heads(const nf_engine *engine, const through *run, int text, int as_read,
                  int prediction) {
    site at = {&engine->source, run, text, as_read, going_on_to(engine, prediction)};
    for (int head = 0; head < run->d->heads; head++)
        if (is_changed(&at, head)) change_head(&at, head);
}
