#include "engine/exact.h"

#include "gallery.h"

#include "drawing.h"
#include "engine/params.h"
#include "engine/text.h"
#include "words.def"

#include <math.h>
#include <stdlib.h>

enum { CELLS_ALONG = 256, ABOUT_MAX = 3000 };

#define WIDE 900.0     /* of all panels */
#define SIDE_MAX 420.0 /* of one */
#define GAP 16.0
#define TITLE_ROOM 17.0
#define COUNT_ROOM 12.0
#define BAR_ROOM 62.0
#define NO_NUMBER ((float)NAN) /* of a cell whose weight is not finite */

typedef struct wall {
    const gallery *of;
    grid cells[GALLERY_HEADS];
    int64_t not_finite[GALLERY_HEADS], all_not_finite;
    bool is_causal;
    int across;                    /* panels in a row */
    double label_size, label_room; /* of tokens beside and below panels; 0 without */
} wall;

/* ---- Weights -------------------------------------------------------------------------------- */

static bool is_finite(float x) { return x - x == 0; }

static const float *head_of(const gallery *of, int head) {
    return of->weights + (size_t)head * (size_t)of->tokens * (size_t)of->tokens;
}

bool is_causal(const gallery *of) {
    for (int head = 0; head < of->heads; head++) {
        const float *row = head_of(of, head);
        for (int i = 0; i < of->tokens; i++, row += of->tokens)
            for (int j = i + 1; j < of->tokens; j++)
                if (row[j] != 0 && is_finite(row[j])) return false;
    }
    return true;
}

int64_t count_not_finite(const gallery *of, int head) {
    const float *w = head_of(of, head);
    size_t all = (size_t)of->tokens * (size_t)of->tokens;
    int64_t count = 0;
    for (size_t i = 0; i < all; i++) count += !is_finite(w[i]);
    return count;
}

int lacked_by_gallery(const nf_params *params) {
    static const int acting[] = {P_source, P_view, P_range, P_colors, P_named, P_axes};
    int shows = whole_of(params, P_view);
    if (shows == VIEW_LOGITS || shows == VIEW_CHANGE) return P_view;
    if (whole_of(params, P_axes) == AXES_POSITIONS) return P_axes;
    for (int row = 0; row < nf_rows(); row++) {
        bool acts = false;
        for (size_t i = 0; i < sizeof acting / sizeof *acting; i++) acts = acts || acting[i] == row;
        if (!acts && !has_default(params, row)) return row;
    }
    return -1;
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* What readers call the layer, 0, a head, from 1, or a token, behind those; "" without a name. */
static slice label_at(const gallery *of, int which) {
    const char *at = of->labels ? of->labels : "";
    for (; of->labels && which > 0; which--) at += strlen(at) + 1;
    return slice_of(at);
}

static slice token_at(const gallery *of, int token) { return label_at(of, 1 + of->heads + token); }

static bool names_tokens(const gallery *of) {
    bool any = false;
    for (int i = 0; of->labels && i < of->tokens; i++) any |= token_at(of, i).length > 0;
    return any;
}

/* Names of tokens stand there where all of them fit. */
static void find_labels(wall *self, double side) {
    const gallery *of = self->of;
    double size = of->tokens <= CELLS_ALONG ? size_of_labels(side, of->tokens) : 0;
    if (size <= 0 || !names_tokens(of)) return;
    self->label_size = size;
    for (int i = 0; i < of->tokens; i++) {
        char buffer[80] = "";
        nf_text shown = {buffer, 0, sizeof buffer};
        put_shown_token(&shown, token_at(of, i));
        double wide = width_of(slice_of(buffer), size) + 6;
        if (wide > self->label_room) self->label_room = wide;
    }
}

/* ---- Cells ---------------------------------------------------------------------------------- */

static float size_of(float x) { return x < 0 ? -x : x; }

/* Whether a block of cells shows x rather than what it shows so far: one that is not finite, else
 * the largest, of differences the one farthest from 0. */
static bool is_shown(float x, float so_far, bool by_size) {
    if (!is_finite(so_far)) return false;
    if (!is_finite(x) || so_far <= NOTHING) return true;
    return by_size ? size_of(x) > size_of(so_far) : x > so_far;
}

static bool fill_cells(wall *self, int head) {
    int n = self->of->tokens, along = n < CELLS_ALONG ? n : CELLS_ALONG;
    bool against_even = whole_of(self->of->params, P_view) == VIEW_UNIFORM;
    const float *w = head_of(self->of, head);
    grid *g = &self->cells[head];
    *g = (grid){malloc((size_t)along * (size_t)along * sizeof *g->values), along, along};
    if (!g->values) return false;
    for (int i = 0; i < along * along; i++) g->values[i] = NOTHING;
    for (int i = 0; i < n; i++, w += n) {
        int seen = self->is_causal ? i + 1 : n;
        float even = against_even ? (float)(1.0 / seen) : 0;
        float *row = g->values + (int64_t)i * along / n * along;
        for (int j = 0; j < n; j++) {
            if (j >= seen && is_finite(w[j])) continue;
            float *to = row + (int64_t)j * along / n, x = is_finite(w[j]) ? w[j] - even : NO_NUMBER;
            if (is_shown(x, *to, against_even)) *to = x;
        }
    }
    return true;
}

static bool open_wall(wall *self, const gallery *of) {
    *self = (wall){.of = of, .is_causal = is_causal(of), .across = 1};
    while (self->across * self->across < of->heads) self->across++;
    for (int head = 0; head < of->heads; head++) {
        if (!fill_cells(self, head)) return false;
        self->not_finite[head] = count_not_finite(of, head);
        self->all_not_finite += self->not_finite[head];
    }
    return true;
}

static void close_wall(wall *self) {
    for (int head = 0; head < self->of->heads; head++) free(self->cells[head].values);
}

static void find_colors(const wall *self, view *seen) {
    const nf_params *params = self->of->params;
    int range = whole_of(params, P_range), heads = self->of->heads;
    *seen = (view){.params = params, .is_pooled = self->of->tokens > CELLS_ALONG};
    make_scale(&seen->scale, params, self->cells, heads);
    for (int head = 0; head < heads && (seen->scale.log || range == RANGE_REST); head++)
        count_off(&seen->scale, &self->cells[head], &seen->off, &seen->all);
    for (int head = 0; head < heads && range == RANGE_ROW; head++)
        scale_rows(&self->cells[head], false);
}

/* ---- Where everything stands ---------------------------------------------------------------- */

static double pitch_of(const wall *self, const sheet *at) {
    return TITLE_ROOM + at->side + GAP + (self->all_not_finite ? COUNT_ROOM : 0);
}

static double left_of(const wall *self, const sheet *at, int head) {
    return MARGIN + self->label_room + head % self->across * (at->side + GAP);
}

static double top_of(const wall *self, const sheet *at, int head) {
    return MARGIN + TITLE_ROOM + head / self->across * pitch_of(self, at);
}

static double side_of(const wall *self) {
    double side = (WIDE + GAP) / self->across - GAP;
    return side < SIDE_MAX ? side : SIDE_MAX;
}

static void place_all(wall *self, const view *seen, sheet *at) {
    *at = (sheet){.view = seen, .side = side_of(self)};
    find_labels(self, at->side);
    at->top = MARGIN + TITLE_ROOM;
    at->end = top_of(self, at, self->of->heads - 1) + at->side;
    at->bar_x = left_of(self, at, self->across - 1) + at->side + GAP;
    at->foot = at->end + GAP + self->label_room + (self->all_not_finite ? COUNT_ROOM : 0);
    at->width = at->bar_x + BAR_ROOM + MARGIN;
}

/* ---- What is hatched ------------------------------------------------------------------------ */

static void define_hatch(const drawing *self) {
    put(self->out, "<pattern patternUnits=\"userSpaceOnUse\" width=\"4\" height=\"4\" "
                   "patternTransform=\"rotate(45)\" id=\"");
    put_name(self, "hatch", 0);
    put(self->out, "\"><path fill=\"#fff\" d=\"M0 0h4v4h-4z\"/>"
                   "<path fill=\"" WARNING "\" d=\"M0 0h1.8v4h-1.8z\"/></pattern>\n");
}

/* The cells of a row from `from` on that are not finite: the one behind the last. */
static int end_of_bad(const float *row, int from, int columns) {
    while (from < columns && !is_finite(row[from])) from++;
    return from;
}

/* Hatches cells that are not finite. */
static void hatch(const drawing *self, const grid *g, double x, double y) {
    double step = self->at->side / g->columns;
    put(self->out, "<path fill=\"url(#");
    put_name(self, "hatch", 0);
    put(self->out, ")\" d=\"");
    for (int i = 0; i < g->rows; i++) {
        const float *row = g->values + (size_t)i * (size_t)g->columns;
        for (int j = 0, end; j < g->columns; j = end + 1) {
            end = end_of_bad(row, j, g->columns);
            if (end > j)
                put_rectangle(self->out, x + j * step, y + i * step, (end - j) * step, step);
        }
    }
    put(self->out, "\"/>\n");
}

/* From then on they are nothing. */
static void leave_out_bad(grid *g) {
    for (int i = 0; i < g->rows * g->columns; i++)
        if (!is_finite(g->values[i])) g->values[i] = NOTHING;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static void write_count(const drawing *self, const wall *of, int head) {
    char buffer[60] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    const pen how = {SMALL_SIZE, WARNING, AT_MIDDLE, false, false};
    if (!of->not_finite[head]) return;
    put_count(&text, (uint64_t)of->not_finite[head]);
    put(&text, ARE_NOT_FINITE);
    write_plain(self->out, slice_of(buffer), left_of(of, self->at, head) + self->at->side / 2,
                top_of(of, self->at, head) + self->at->side + COUNT_ROOM / 2 + 1, &how);
}

/* Beside the first panel of a row, and below those that none stands under. */
static void draw_labels(const drawing *self, const wall *of, int head) {
    double x = left_of(of, self->at, head), y = top_of(of, self->at, head), side = self->at->side;
    const pen across = {of->label_size, QUIET, AT_END, false, false};
    const pen upright = {of->label_size, QUIET, AT_END, true, false};
    bool is_first = head % of->across == 0, is_lowest = head + of->across >= of->of->heads;
    double below = y + side + 3 + (of->all_not_finite ? COUNT_ROOM : 0);
    for (int i = 0; of->label_size > 0 && i < of->of->tokens; i++) {
        char buffer[80] = "";
        nf_text shown = {buffer, 0, sizeof buffer};
        double along = side * (i + 0.5) / of->of->tokens;
        put_shown_token(&shown, token_at(of->of, i));
        if (is_first) write_plain(self->out, slice_of(buffer), x - 3, y + along, &across);
        if (is_lowest) write_plain(self->out, slice_of(buffer), x + along, below, &upright);
    }
}

/* "Head 3", or by its name, cut as those of tokens are, "Head L2H7 (3)". */
static void put_title(const gallery *of, int head, nf_text *out) {
    slice name = label_at(of, 1 + head);
    put(out, A_HEAD);
    if (name.length) put_shown_token(out, name);
    put(out, name.length ? " (" : "");
    put_whole(out, head);
    put(out, name.length ? ")" : "");
}

static bool draw_head(const drawing *self, wall *of, int head) {
    char buffer[80] = "";
    nf_text title = {buffer, 0, sizeof buffer};
    const pen how = {TITLE_SIZE, INK, AT_MIDDLE, false, false};
    double x = left_of(of, self->at, head), y = top_of(of, self->at, head);
    put_title(of->of, head, &title);
    write_plain(self->out, slice_of(buffer), x + self->at->side / 2, y - TITLE_ROOM / 2, &how);
    if (of->not_finite[head]) hatch(self, &of->cells[head], x, y);
    leave_out_bad(&of->cells[head]);
    put(self->out, "<defs>");
    bool made = define_cells(self, head, &of->cells[head]);
    put(self->out, "</defs>\n");
    place_cells(self, head, &of->cells[head], x, y);
    draw_frame(self, x, y);
    write_count(self, of, head);
    draw_labels(self, of, head);
    return made;
}

static void put_caption_of(const wall *self, nf_text *out) {
    put(out, label_of_view(whole_of(self->of->params, P_view)));
    put(out, OF_ALL);
    put_whole(out, self->of->heads);
    put(out, self->of->heads == 1 ? HEAD_AS_SAVED : HEADS_AS_SAVED);
}

static void put_about(const wall *self, const view *seen, nf_text *out) {
    slice layer = label_at(self->of, 0);
    put(out, self->of->name);
    put(out, self->of->name[0] && layer.length ? A_LAYER : "");
    put_bytes(out, layer.at, layer.length);
    put(out, self->of->name[0] ? ": " : "");
    put_count(out, (uint64_t)self->of->tokens);
    put(out, TOKENS_COUNTED);
    put(out, self->is_causal ? SEES_ITSELF : SEES_ALL);
    if (self->all_not_finite) {
        put(out, HATCHED);
        put_count(out, (uint64_t)self->all_not_finite);
        put(out, HATCHED_CELLS);
    }
    put(out, seen->is_pooled ? POOLED : "");
    put(out, READY_NO_CHECK "Ninefold " NF_VERSION ".");
}

static double write_below(const drawing *self, const wall *of) {
    char buffer[ABOUT_MAX] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    const pen bold = {CAPTION_SIZE, INK, AT_MIDDLE, false, true};
    const pen quiet = {SMALL_SIZE, QUIET, AT_START, false, false};
    put_caption_of(of, &text);
    double y = write_block(self, slice_of(buffer), self->at->foot, &bold) + 5;
    text = (nf_text){buffer, 0, sizeof buffer};
    put_about(of, self->view, &text);
    return write_block(self, slice_of(buffer), y, &quiet) + MARGIN - 4;
}

static void put_said(const drawing *self, const wall *of) {
    char buffer[ABOUT_MAX] = "";
    nf_text json = {buffer, 0, sizeof buffer};
    put(&json, "{\"program\":\"Ninefold " NF_VERSION "\",\"link\":null,\"check\":null");
    put_member(&json, "name", of->of->name);
    slice layer = label_at(of->of, 0);
    if (layer.length) put_member(&json, "layerName", layer.at);
    put_number_member(&json, "heads", of->of->heads);
    put_number_member(&json, "tokens", of->of->tokens);
    put_number_member(&json, "notFinite", (double)of->all_not_finite);
    put_member(&json, "view", label_of_view(whole_of(of->of->params, P_view)));
    put_flag_member(&json, "causal", of->is_causal);
    put_char(&json, '}');
    put(self->out, "<title>");
    put_caption_of(of, self->out);
    put(self->out, "</title>\n<metadata>");
    put_xml(self->out, slice_of(buffer));
    put(self->out, "</metadata>\n");
}

static bool draw_wall(drawing *self, wall *of) {
    nf_text *out = self->out;
    self->out = NULL;
    double height = write_below(self, of);
    self->out = out;
    begin_svg(self, height);
    put_said(self, of);
    put(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<defs>\n");
    define_ramp(self);
    if (of->all_not_finite) define_hatch(self);
    put(out, "</defs>\n");
    bool good = true;
    for (int head = 0; good && head < of->of->heads; head++) good = draw_head(self, of, head);
    draw_bar(self);
    write_below(self, of);
    put(out, "</svg>\n");
    return good;
}

bool put_gallery(nf_text *out, const gallery *of) {
    wall all;
    view seen;
    sheet at;
    drawing self = {.out = out, .at = &at, .view = &seen, .id = "nfready"};
    bool good = open_wall(&all, of);
    if (good) {
        find_colors(&all, &seen);
        place_all(&all, &seen, &at);
        good = draw_wall(&self, &all);
    }
    close_wall(&all);
    return good;
}
