#include "engine/exact.h"

#include "view.h"

#include "engine/attention.h"
#include "engine/kinds.h"
#include "words.def"

#include <stdlib.h>

enum { LOGITS_MAX = 1 << 22 }; /* cells of a panel whose logits are shown */

static size_t size_of(const grid *g) { return (size_t)g->rows * (size_t)g->columns; }

static bool make_room(grid *g) {
    g->values = malloc((size_of(g) + 1) * sizeof *g->values);
    return g->values != NULL;
}

/* ---- Cells and blocks of cells -------------------------------------------------------------- */

static span keys_of(const nf_params *p, int query, int columns) {
    return allowed_keys(whole_of(p, P_mask), whole_of(p, P_window), query, columns);
}

/* What uniform rows have in a cell or a block of cells: the largest, or the mean; 0 where no query
 * may look. */
static double even_in(const nf_params *p, const nf_panel *panel, const grid *g, int row,
                      int column) {
    int top = first_in_cell(row, g->rows, panel->rows);
    int bottom = first_in_cell(row + 1, g->rows, panel->rows);
    int left = first_in_cell(column, g->columns, panel->columns);
    int right = first_in_cell(column + 1, g->columns, panel->columns);
    double all = 0;
    for (int query = top; query < bottom; query++) {
        span see = keys_of(p, query, panel->columns);
        int from = see.from > left ? see.from : left, to = see.to < right ? see.to : right;
        if (from >= to) continue;
        double even = 1.0 / (see.to - see.from);
        double share = (double)(to - from) / (bottom - top) / (right - left);
        if (whole_of(p, P_pool) == POOL_MEAN)
            all += even * share;
        else if (even > all)
            all = even;
    }
    return all;
}

/* Cells that no query may look at become nothing. */
static void leave_out_masked(const nf_params *p, const nf_panel *panel, grid *g) {
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->columns; j++)
            if (!(even_in(p, panel, g, i, j) > 0))
                g->values[(size_t)i * (size_t)g->columns + (size_t)j] = NOTHING;
}

static void take_even_rows(const nf_params *p, const nf_panel *panel, grid *g) {
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->columns; j++) {
            float *at = &g->values[(size_t)i * (size_t)g->columns + (size_t)j];
            *at = (float)((double)*at - even_in(p, panel, g, i, j));
        }
}

static void copy_rows(const nf_panel *panel, grid *g) {
    size_t columns = (size_t)g->columns, stride = panel->weights ? panel->stride : columns;
    const float *from = panel->weights ? panel->weights : panel->cells;
    for (size_t i = 0; i < (size_t)g->rows; i++)
        memcpy(g->values + i * columns, from + i * stride, columns * sizeof *from);
}

/* The weights of a panel, or where they are too many, blocks of them; no rows if neither was
 * made. */
static grid shape_of(const nf_panel *panel) {
    if (panel->weights) return (grid){NULL, panel->rows, panel->columns};
    return panel->cells ? (grid){NULL, panel->cell_rows, panel->cell_columns} : (grid){0};
}

/* ---- Panels --------------------------------------------------------------------------------- */

static const nf_panel *reference_of(const view *self, int id) {
    const nf_panel *panel = nf_get_panel(self->engine, id);
    bool has_one = panel->query_input == panel->key_input;
    bool is_next = id >= FOLLOWERS || (id < NF_PANELS && shows_next(self->params, id));
    int first = is_next ? FOLLOWERS : NF_PANELS;
    return has_one ? nf_get_panel(self->engine, first + panel->query_input) : NULL;
}

static void take_reference(const nf_panel *reference, grid *g) {
    const float *from = reference->weights ? reference->weights : reference->cells;
    size_t columns = (size_t)g->columns, stride = reference->weights ? reference->stride : columns;
    for (size_t i = 0; i < (size_t)g->rows; i++)
        for (size_t j = 0; j < columns; j++) g->values[i * columns + j] -= from[i * stride + j];
}

static const char *note_of(const view *self, int id, const nf_panel *panel) {
    int shows = whole_of(self->params, P_view);
    bool few = (int64_t)panel->rows * panel->columns <= LOGITS_MAX;
    if (shows == VIEW_LOGITS) return few ? NULL : TOO_MANY_LOGITS;
    if (!panel->weights && !panel->cells) return TOO_MANY_WEIGHTS;
    return shows != VIEW_CHANGE || reference_of(self, id) ? NULL : CROSSED;
}

static bool fill_logits(const view *self, int id, const nf_panel *panel, grid *g) {
    *g = (grid){NULL, panel->rows, panel->columns};
    if (!make_room(g) || nf_get_logits(self->engine, id, g->values) != NF_OK) return false;
    leave_out_masked(self->params, panel, g);
    return true;
}

static bool fill_weights(const view *self, int id, const nf_panel *panel, grid *g) {
    const nf_params *p = self->params;
    int shows = whole_of(p, P_view);
    *g = shape_of(panel);
    if (!make_room(g)) return false;
    copy_rows(panel, g);
    if (shows == VIEW_UNIFORM) take_even_rows(p, panel, g);
    if (shows == VIEW_CHANGE) take_reference(reference_of(self, id), g);
    bool is_plain = whole_of(p, P_style) == STYLE_PLAIN && whole_of(p, P_mask) != MASK_NONE;
    if (is_plain) leave_out_masked(p, panel, g);
    return true;
}

/* Whether two panels show the very same cells. */
static bool are_twins(const view *self, int a, int b) {
    const nf_panel *one = nf_get_panel(self->engine, a), *other = nf_get_panel(self->engine, b);
    bool same = one->same == other->same && one->query_input == other->query_input &&
                one->key_input == other->key_input;
    bool compares = whole_of(self->params, P_view) == VIEW_CHANGE;
    return same && (!compares || reference_of(self, a) == reference_of(self, b));
}

static int twin_of(const view *self, int id) {
    for (int i = 0; i < id; i++)
        if (self->panels[i].is_there && are_twins(self, i, id)) return i;
    return id;
}

static bool fill_panel(view *self, int id) {
    const nf_panel *panel = nf_get_panel(self->engine, id);
    shown *made = &self->panels[id];
    bool stands = id >= FOLLOWERS || id < NF_PANELS + inputs_of(kind_of(self->params));
    *made = (shown){.is_there = panel && stands, .twin = id};
    if (!made->is_there) return true;
    made->twin = twin_of(self, id);
    made->note = note_of(self, id, panel);
    if (made->note) return true;
    if (made->twin < id) {
        made->cells = self->panels[made->twin].cells;
        return true;
    }
    bool logits = whole_of(self->params, P_view) == VIEW_LOGITS;
    self->is_pooled = self->is_pooled || (!logits && !panel->weights);
    return logits ? fill_logits(self, id, panel, &made->cells)
                  : fill_weights(self, id, panel, &made->cells);
}

/* ---- Rows, each by itself ------------------------------------------------------------------- */

static void scale_row(float *row, int columns, bool logits) {
    double low = logits ? 1e300 : 0, high = logits ? -1e300 : 0;
    for (int j = 0; j < columns; j++) {
        double v = row[j], size = !logits && v < 0 ? -v : v;
        if (!(row[j] > NOTHING)) continue;
        if (logits && v < low) low = v;
        if (size > high) high = size;
    }
    double wide = high > low ? high - low : 1;
    for (int j = 0; j < columns; j++)
        if (row[j] > NOTHING) row[j] = (float)(((double)row[j] - low) / wide);
}

void scale_rows(const grid *g, bool logits) {
    for (int i = 0; i < g->rows; i++)
        scale_row(g->values + (size_t)i * (size_t)g->columns, g->columns, logits);
}

static void scale_panels(view *self) {
    bool logits = whole_of(self->params, P_view) == VIEW_LOGITS;
    for (int id = 0; id < SHOWN; id++) {
        const grid *g = &self->panels[id].cells;
        if (!g->values || self->panels[id].twin < id) continue;
        scale_rows(g, logits);
    }
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void find_scale(view *self) {
    grid grids[NF_PANELS];
    int count = 0;
    for (int id = 0; id < NF_PANELS; id++)
        if (self->panels[id].cells.values && self->panels[id].twin == id)
            grids[count++] = self->panels[id].cells;
    make_scale(&self->scale, self->params, grids, count);
    bool counted = self->scale.log || whole_of(self->params, P_range) == RANGE_REST;
    for (int id = 0; id < SHOWN && counted; id++)
        if (self->panels[id].cells.values)
            count_off(&self->scale, &self->panels[id].cells, &self->off, &self->all);
}

bool open_view(view *self, nf_engine *engine, const nf_params *params) {
    *self = (view){.engine = engine, .params = params};
    for (int id = 0; id < SHOWN; id++)
        if (!fill_panel(self, id)) return false;
    find_scale(self);
    if (whole_of(params, P_range) == RANGE_ROW) scale_panels(self);
    return true;
}

void close_view(view *self) {
    for (int id = 0; id < SHOWN; id++)
        if (self->panels[id].twin == id) free(self->panels[id].cells.values);
}
