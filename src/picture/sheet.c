#include "engine/exact.h"

#include "sheet.h"

#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/text.h"

enum { TITLES_PANELS, TITLES_HEADERS };
enum { LABEL_LETTERS = 14, LABEL_BYTES = 80 };

#define SIDE 180.0
#define LARGE_SIDE 256.0 /* where a cell is less than three units wide */
#define LARGEST_SIDE 520.0
#define GAP 20.0      /* between panels, with room for an equals sign */
#define BAR_ROOM 62.0 /* of the bar, its ticks and its label */

bool is_on(const sheet *self, int id) {
    bool compared = whole_of(self->view->params, P_view) == VIEW_CHANGE; /* with themselves */
    bool wanted = id < NF_PANELS || (self->parts & PART_UNTOUCHED && !compared);
    return wanted && self->view->panels[id].is_there;
}

axis queries_of(const sheet *self, int id) {
    const nf_panel *panel = nf_get_panel(self->view->engine, id);
    return (axis){panel->rows, panel->query_input};
}

axis keys_of_panel(const sheet *self, int id) {
    const nf_panel *panel = nf_get_panel(self->view->engine, id);
    return (axis){panel->columns, panel->key_input};
}

static int row_of(int id) { return id / 3; }

static bool is_of_one_input(const sheet *self) {
    return inputs_of(kind_of(self->view->params)) == 1;
}

/* In which row an untouched head stands: of one input, in the middle, and the head that follows it
 * beside Value's. */
static int row_of_untouched(const sheet *self, int id) {
    if (is_of_one_input(self)) return id < FOLLOWERS ? 1 : 2;
    return (id - NF_PANELS) % NF_BASELINES;
}

/* ---- Titles --------------------------------------------------------------------------------- */

/* In plain style 0.001 in place of 1e-3; numbers that would have many noughts stay powers of ten.
 */
static void put_readable(nf_text *out, slice spelled) {
    double x, back = -1;
    bool is_long = !read_number(spelled.at, spelled.length, &x) || x < 1e-4 || x >= 1e6;
    for (int digits = 0; digits < 10 && !(is_long && x > 0); digits++) {
        char buffer[40] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_fixed(&text, x, digits);
        if (read_number(buffer, text.used, &back) && !(back < x) && !(back > x)) {
            put(out, buffer);
            return;
        }
    }
    put_bytes(out, spelled.at, spelled.length);
}

void put_styled(nf_text *out, slice title, bool is_plain) {
    static const char before[] = "\xce\xb5 = ";
    const char *at = is_plain ? find_in(title, before) : NULL;
    if (!at) {
        put_bytes(out, title.at, title.length);
        return;
    }
    slice head = up_to(title, at), number = after(title, at, sizeof before - 1);
    put_bytes(out, head.at, head.length);
    put(out, before);
    put_readable(out, number);
}

static void put_title(const sheet *self, int id, nf_title which, nf_text *out) {
    const nf_params *p = self->view->params;
    char buffer[200] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    nf_shape shape;
    bool is_known = nf_get_shape(self->view->engine, &shape) == NF_OK;
    print_title_of(p, is_known ? &shape : NULL, id, which, true, &text);
    slice title = slice_of(buffer);
    const char *input = find_in(title, " (Input");
    bool is_only = id >= NF_PANELS && is_of_one_input(self);
    put_styled(out, is_only && input ? up_to(title, input) : title,
               whole_of(p, P_style) == STYLE_PLAIN);
}

/* Headers stand over the first row and beside the first column; untouched heads have titles. */
static void find_titles(sheet *self) {
    for (int id = 0; id < SHOWN; id++) {
        nf_text text = {self->titles[id], 0, sizeof self->titles[id]};
        self->titles[id][0] = 0;
        if (!is_on(self, id) || (self->has_headers && id < NF_PANELS)) continue;
        put_title(self, id, NF_TITLE, &text);
        self->title[id] = break_lines(slice_of(self->titles[id]), self->side + 8, TITLE_SIZE);
    }
}

static double title_height(const sheet *self, int row) {
    int most = 0;
    for (int id = 0; id < SHOWN; id++) {
        int stands = id < NF_PANELS ? row_of(id) : row_of_untouched(self, id);
        if (stands == row && is_on(self, id) && self->title[id].count > most)
            most = self->title[id].count;
    }
    bool only_untouched = self->has_headers && most;
    return most * TITLE_SIZE * LINE_HEIGHT + (most || only_untouched ? 3 : 0);
}

/* ---- Labels along the axes ------------------------------------------------------------------ */

void put_shown_token(nf_text *out, slice token) {
    size_t letters = 0, i = 0;
    while (token.length && *token.at == ' ') token = (slice){token.at + 1, token.length - 1};
    if (token.length == 0) put(out, "\xe2\x90\xa3");
    for (size_t step; i < token.length && letters < LABEL_LETTERS; i += step, letters++) {
        step = utf8_length(token.at + i, token.length - i);
        step = step ? step : 1;
        if (token.at[i] == '\n')
            put(out, "\xe2\x8f\x8e");
        else
            put_bytes(out, token.at + i, step);
    }
    if (i < token.length) put(out, "\xe2\x80\xa6");
}

void put_label(nf_text *out, const sheet *self, axis along, int at) {
    char buffer[LABEL_BYTES] = "";
    nf_text token = {buffer, 0, sizeof buffer};
    if (self->are_tokens && has_token_texts(self->view->engine, along.input))
        nf_print_token(self->view->engine, along.input, at, &token);
    else
        put_whole(&token, at);
    put_shown_token(out, slice_of(buffer));
}

int label_step(const sheet *self, axis along, bool upright) {
    double cell = self->side / along.count, least = self->label_size * 1.1;
    int step = 1, digits = 1;
    if (self->are_tokens) return 1;
    for (int rest = along.count; rest >= 10; rest /= 10) digits++;
    if (!upright) least = self->label_size * (0.6 * digits + 0.6);
    for (int i = 0; step * cell < least; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

static double widest_label(const sheet *self, axis along) {
    double widest = 0;
    int step = label_step(self, along, true);
    for (int at = 0; at < along.count; at += step) {
        char buffer[LABEL_BYTES] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_label(&text, self, along, at);
        double width = width_of(slice_of(buffer), self->label_size);
        if (width > widest) widest = width;
    }
    return widest + 4;
}

/* Below the last row, and where the keys of the next row are others. */
static bool has_labels_below(const sheet *self, int row) {
    if (row == 2) return true;
    for (int column = 0; column < 3; column++) {
        int id = 3 * row + column;
        if (keys_of_panel(self, id).input != keys_of_panel(self, id + 3).input) return true;
    }
    return false;
}

static int longest(const sheet *self) {
    int most = 0;
    for (int id = 0; id < NF_PANELS; id++) {
        axis rows = queries_of(self, id), columns = keys_of_panel(self, id);
        most = rows.count > most ? rows.count : most;
        most = columns.count > most ? columns.count : most;
    }
    return most;
}

static double below(const sheet *self, int row) {
    double room = 0;
    if (!has_labels_below(self, row)) return 0;
    for (int id = 3 * row; id < 3 * row + 3; id++) {
        double high = self->are_tokens ? widest_label(self, keys_of_panel(self, id))
                                       : self->label_size * LINE_HEIGHT;
        if (high > room) room = high;
    }
    return room + 3;
}

double size_of_labels(double side, int tokens) {
    double pitch = side / tokens / 1.05;
    return pitch < LEAST_LABEL ? 0 : pitch < LABEL_SIZE ? pitch : LABEL_SIZE;
}

static bool has_texts(const sheet *self) {
    bool any = false;
    for (int input = 0; input < 3; input++) any |= has_token_texts(self->view->engine, input);
    return any;
}

static void find_labels(sheet *self) {
    int axes = whole_of(self->view->params, P_axes);
    double size =
        axes == AXES_TOKENS && has_texts(self) ? size_of_labels(self->side, longest(self)) : 0;
    self->are_tokens = size > 0;
    self->label_size = self->are_tokens ? size : LABEL_SIZE;
    if (axes == AXES_NONE) return;
    for (int row = 0; row < 3; row++) {
        double wide = widest_label(self, queries_of(self, 3 * row));
        self->labels[row] = below(self, row);
        if (wide > self->left) self->left = wide;
    }
}

static double side_of(const sheet *self) {
    int most = longest(self);
    bool tokens = whole_of(self->view->params, P_axes) == AXES_TOKENS;
    double wished = tokens ? most * (LEAST_LABEL + 0.5) * 1.05 : 0;
    double least = most > 60 ? LARGE_SIDE : SIDE;
    return wished > least && wished <= LARGEST_SIDE ? wished : least;
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Room for the lines of three headers. */
static double header_room(const sheet *self, nf_title which, int step) {
    int most = 0;
    for (int i = 0; i < 3 && self->has_headers; i++) {
        char buffer[200] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_title(self, i * step, which, &text);
        lines header = break_lines(slice_of(buffer), self->side + 8, TITLE_SIZE);
        most = header.count > most ? header.count : most;
    }
    return most * TITLE_SIZE * LINE_HEIGHT + (most ? 5 : 0);
}

static void place_columns(sheet *self) {
    double strips = self->strips * (STRIP_WIDTH + STRIP_GAP), at = MARGIN;
    for (int first = NF_PANELS; first < SHOWN; first += NF_BASELINES) {
        bool is_beside = first == NF_PANELS || !is_of_one_input(self);
        if (!is_beside) continue;
        for (int id = first; id < SHOWN; id++) self->x[id] = at;
        if (is_on(self, first)) at += self->side + strips + GAP;
    }
    at += header_room(self, NF_ROW_HEADER, 3) + self->left;
    for (int column = 0; column < 3; column++) {
        for (int id = column; id < NF_PANELS; id += 3) self->x[id] = at;
        at += self->side + strips + (column < 2 ? GAP : 0);
    }
    self->bar_x = at + GAP;
    self->width = self->bar_x + BAR_ROOM + MARGIN;
}

static void place_rows(sheet *self) {
    double at = MARGIN;
    double measures = self->parts & PART_HINTS ? SMALL_SIZE * LINE_HEIGHT + 2 : 0;
    for (int row = 0; row < 3; row++) {
        double over = row == 0 ? header_room(self, NF_COLUMN_HEADER, 1) : 0;
        double titles = title_height(self, row);
        at += titles > over ? titles : over;
        if (row == 0) self->top = at;
        for (int id = 0; id < SHOWN; id++)
            if ((id < NF_PANELS ? row_of(id) : row_of_untouched(self, id)) == row) self->y[id] = at;
        at += self->side;
        self->end = at;
        at += self->labels[row] + measures + (row < 2 ? GAP : 0);
    }
    self->foot = at + 12;
}

void lay_out(sheet *self, const view *of, int parts) {
    const nf_params *p = of->params;
    bool is_plain = whole_of(p, P_style) == STYLE_PLAIN;
    bool predicts = nf_get_prediction(of->engine, 0) != NULL;
    *self = (sheet){.view = of, .parts = parts};
    self->has_headers = is_plain || whole_of(p, P_titles) == TITLES_HEADERS;
    self->strips = is_plain || !(parts & PART_HINTS) ? 0 : predicts ? 2 : 1;
    self->side = side_of(self);
    find_labels(self);
    find_titles(self);
    place_columns(self);
    place_rows(self);
}
