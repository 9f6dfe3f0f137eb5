#include "engine/exact.h"

#include "arrays.h"

#include "about.h"
#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/text.h"
#include "words.def"

#include <math.h>
#include <stdlib.h>

enum { ALL_PANELS = NF_PANELS + NF_BASELINES };

int arrays_want(void) {
    return NF_WEIGHTS | NF_MEASURES | NF_CHECK | NF_PREDICTION | NF_ALL_BASELINES;
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

static uint64_t panel_bytes(const nf_shape *shape, const nf_figure_kind *kind, int id) {
    int query = id < NF_PANELS ? query_input_of(kind, id) : id - NF_PANELS;
    int key = id < NF_PANELS ? key_input_of(kind, id) : query;
    uint64_t rows = (uint64_t)shape->tokens[query], columns = (uint64_t)shape->tokens[key];
    return 4 * rows * (2 * columns + (uint64_t)shape->d + 6);
}

uint64_t arrays_bytes(nf_engine *engine, const nf_params *params, bool distributions) {
    nf_shape shape;
    uint64_t sum = 1 << 16;
    if (nf_source_shape(engine, params, &shape) != NF_OK) return 0;
    for (int id = 0; id < ALL_PANELS; id++) sum += panel_bytes(&shape, kind_of(params), id);
    for (int i = 0; i < shape.inputs; i++) {
        uint64_t tokens = (uint64_t)shape.tokens[i];
        sum += 12 * (uint64_t)shape.heads * tokens * (uint64_t)shape.d;
        if (distributions) sum += 8 * 4 * tokens * (uint64_t)nf_pieces(engine);
    }
    return sum;
}

/* ---- Names and texts ------------------------------------------------------------------------ */

/* "w0", "divergence11" */
static void put_array_name(char name[NPZ_NAME], const char *what, int number) {
    nf_text text = {name, 0, NPZ_NAME};
    put(&text, what);
    put_whole(&text, number);
}

/* A text that a function prints, in memory that is freed. */
typedef void printer(nf_text *out, const taking *of, int which);

static void add_printed(taking *self, const char *name, const size_t *shape, int dimensions,
                        printer *print) {
    nf_text text = {NULL, 0, 0};
    int count = 1;
    for (int i = 0; i < dimensions; i++) count *= (int)shape[i];
    for (int i = 0; i < count; i++) {
        print(&text, self, i);
        put_char(&text, 0);
    }
    text = (nf_text){malloc(text.used + 1), 0, text.used + 1};
    for (int i = 0; i < count && text.at; i++) {
        print(&text, self, i);
        put_char(&text, 0);
    }
    if (text.at)
        npz_add_texts(&self->file, name, shape, dimensions, text.at);
    else
        self->file.failed = true;
    free(text.at);
}

static void print_link(nf_text *out, const taking *of, int which) {
    (void)which;
    nf_encode(of->params, out);
}

static void print_check(nf_text *out, const taking *of, int which) {
    (void)which;
    nf_print_check(nf_check(of->engine), out);
}

static void print_settings(nf_text *out, const taking *of, int which) {
    (void)which;
    put_settings_json(out, of->engine, of->params);
}

static void print_source_of(nf_text *out, const taking *of, int which) {
    (void)which;
    nf_print_source(of->engine, out);
}

static void print_caption_of(nf_text *out, const taking *of, int which) {
    (void)which;
    nf_print_caption(of->params, out);
}

static void print_readme(nf_text *out, const taking *of, int which) {
    (void)which;
    put(out, ARRAYS);
    put(out, of->engine->source.rotate ? ROTARY : NO_ROTARY);
}

static void print_title(nf_text *out, const taking *of, int which) {
    print_title_of(of->params, &of->engine->source.shape, which, NF_TITLE, false, out);
}

static void print_measure(nf_text *out, const taking *of, int which) {
    (void)of;
    put(out, nf_measure_key((nf_measure)which));
}

static void print_token_of_1(nf_text *out, const taking *of, int which) {
    nf_print_token(of->engine, 0, which, out);
}

static void print_token_of_2(nf_text *out, const taking *of, int which) {
    nf_print_token(of->engine, 1, which, out);
}

static void print_token_of_3(nf_text *out, const taking *of, int which) {
    nf_print_token(of->engine, 2, which, out);
}

static void print_piece(nf_text *out, const taking *of, int which) {
    nf_print_piece(of->engine, which, out);
}

/* Of each panel the pieces that are likeliest after the last token: untouched, and with its output
 * in place. */
static void print_before(nf_text *out, const taking *of, int which) {
    const nf_prediction *says = nf_get_prediction(of->engine, which / NF_GUESSES);
    nf_print_piece(of->engine, says->before[which % NF_GUESSES].piece, out);
}

static void print_after(nf_text *out, const taking *of, int which) {
    const nf_prediction *says = nf_get_prediction(of->engine, which / NF_GUESSES);
    nf_print_piece(of->engine, says->after[which % NF_GUESSES].piece, out);
}

/* ---- What the figure is --------------------------------------------------------------------- */

static void add_doubles(taking *self, const char *name, size_t rows, size_t columns,
                        const double *x) {
    npz_array array = {
        .type = NPZ_DOUBLES, .shape = {rows, columns}, .dimensions = columns ? 2 : 1, .numbers = x};
    npz_add(&self->file, name, &array);
}

static void add_whole(taking *self, const char *name, int x) {
    int32_t number = x;
    npz_add(&self->file, name, &(npz_array){.type = NPZ_WHOLES, .numbers = &number});
}

static void add_about(taking *self) {
    nf_shape shape;
    size_t titles = ALL_PANELS;
    nf_get_shape(self->engine, &shape);
    add_printed(self, "readme", NULL, 0, print_readme);
    add_printed(self, "link", NULL, 0, print_link);
    add_printed(self, "check", NULL, 0, print_check);
    npz_add_text(&self->file, "version", NF_VERSION);
    npz_add_text(&self->file, "ignored", self->ignored);
    add_printed(self, "settings", NULL, 0, print_settings);
    add_printed(self, "source", NULL, 0, print_source_of);
    add_printed(self, "caption", NULL, 0, print_caption_of);
    add_printed(self, "titles", &titles, 1, print_title);
    add_whole(self, "layer", shape.layer);
    add_whole(self, "head", shape.head);
}

static void add_epsilons(taking *self) {
    bool has_some = acts_on_numbers(self->params, P_eps);
    double eps[NF_PANELS], strength[NF_PANELS];
    for (int id = 0; id < NF_PANELS; id++) {
        eps[id] = has_some ? epsilon_of(self->params, id) : (double)NAN;
        strength[id] = has_some ? strength_of(self->params, id) : (double)NAN;
    }
    add_doubles(self, "eps", NF_PANELS, 0, eps);
    add_doubles(self, "strength", NF_PANELS, 0, strength);
}

static void add_measures(taking *self) {
    double all[ALL_PANELS][NF_MEASURES_COUNT];
    size_t names = NF_MEASURES_COUNT;
    for (int id = 0; id < ALL_PANELS; id++) {
        const nf_panel *panel = nf_get_panel(self->engine, id);
        for (int m = 0; m < NF_MEASURES_COUNT; m++)
            all[id][m] = panel ? panel->measure[m] : (double)NAN;
    }
    add_printed(self, "measure_names", &names, 1, print_measure);
    add_doubles(self, "measures", ALL_PANELS, NF_MEASURES_COUNT, all[0]);
}

static void add_tokens(taking *self) {
    printer *const of[] = {print_token_of_1, print_token_of_2, print_token_of_3};
    static const char *const names[] = {"tokens1", "tokens2", "tokens3"};
    nf_shape shape;
    nf_get_shape(self->engine, &shape);
    for (int i = 0; i < shape.inputs; i++) {
        if (!has_token_texts(self->engine, i)) continue;
        size_t count = (size_t)shape.tokens[i];
        add_printed(self, names[i], &count, 1, of[i]);
    }
}

static void add_guesses(taking *self) {
    double before[NF_PANELS][NF_GUESSES], after[NF_PANELS][NF_GUESSES], moved[ALL_PANELS];
    const size_t shape[] = {NF_PANELS, NF_GUESSES};
    if (!nf_get_prediction(self->engine, 0)) return;
    for (int id = 0; id < ALL_PANELS; id++) {
        const nf_prediction *says = nf_get_prediction(self->engine, id);
        moved[id] = says ? says->kl : (double)NAN;
        for (int i = 0; i < NF_GUESSES && id < NF_PANELS; i++) {
            before[id][i] = says->before[i].p;
            after[id][i] = says->after[i].p;
        }
    }
    add_doubles(self, "prediction", ALL_PANELS, 0, moved);
    add_printed(self, "before", shape, 2, print_before);
    add_doubles(self, "before_p", NF_PANELS, NF_GUESSES, before[0]);
    add_printed(self, "after", shape, 2, print_after);
    add_doubles(self, "after_p", NF_PANELS, NF_GUESSES, after[0]);
}

static void add_first_part(taking *self) {
    add_about(self);
    add_epsilons(self);
    add_tokens(self);
    add_measures(self);
    add_guesses(self);
}

/* ---- A panel -------------------------------------------------------------------------------- */

static void pack_weights(const nf_panel *panel, float *weights) {
    size_t columns = (size_t)panel->columns;
    for (size_t i = 0; i < (size_t)panel->rows; i++)
        memcpy(weights + i * columns, panel->weights + i * panel->stride,
               columns * sizeof *weights);
}

static void add_matrices(taking *self, int id, const nf_panel *panel, float *scratch) {
    const size_t cells[] = {(size_t)panel->rows, (size_t)panel->columns};
    const size_t outputs[] = {(size_t)panel->rows, panel->width};
    char name[NPZ_NAME];
    pack_weights(panel, scratch);
    put_array_name(name, "w", id);
    npz_add_floats(&self->file, name, cells, 2, scratch);
    if (nf_get_output(self->engine, id, scratch) != NF_OK) self->file.failed = true;
    put_array_name(name, "o", id);
    npz_add_floats(&self->file, name, outputs, 2, scratch);
    if (nf_get_logits(self->engine, id, scratch) != NF_OK) self->file.failed = true;
    put_array_name(name, "s", id);
    npz_add_floats(&self->file, name, cells, 2, scratch);
}

static void add_of_tokens(taking *self, const char *what, int id, int count, const double *x) {
    char name[NPZ_NAME];
    put_array_name(name, what, id);
    if (x) add_doubles(self, name, (size_t)count, 0, x);
}

static void add_panel(taking *self, int id) {
    const nf_panel *panel = nf_get_panel(self->engine, id);
    if (!panel) return;
    size_t rows = (size_t)panel->rows, columns = (size_t)panel->columns;
    size_t wide = columns > panel->width ? columns : panel->width;
    const nf_prediction *says = nf_get_prediction(self->engine, id);
    float *scratch = malloc((rows * wide + 1) * sizeof *scratch);
    if (scratch)
        add_matrices(self, id, panel, scratch);
    else
        self->file.failed = true;
    free(scratch);
    add_of_tokens(self, "norm", id, panel->rows, panel->norm);
    add_of_tokens(self, "cosine", id, panel->rows, panel->cosine);
    add_of_tokens(self, "divergence", id, panel->rows, says ? says->divergence : NULL);
}

/* ---- The source ----------------------------------------------------------------------------- */

static void add_vectors(taking *self, const nf_shape *shape, int input, int component) {
    size_t tokens = (size_t)shape->tokens[input], d = (size_t)shape->d;
    const size_t all[] = {(size_t)shape->heads, tokens, d};
    char name[NPZ_NAME], what[] = {"qkv"[component], 0};
    float *x = malloc(all[0] * tokens * d * sizeof *x);
    put_array_name(name, what, input + 1);
    for (int head = 0; head < shape->heads && x; head++)
        nf_get_source(self->engine, input, component, head, x + (size_t)head * tokens * d);
    if (x)
        npz_add_floats(&self->file, name, all, 3, x);
    else
        self->file.failed = true;
    free(x);
}

static void add_source(taking *self, int which) {
    nf_shape shape;
    nf_get_shape(self->engine, &shape);
    if (which / 3 < shape.inputs) add_vectors(self, &shape, which / 3, which % 3);
}

/* ---- What a model says next, the whole of it ------------------------------------------------ */

static void add_distribution(taking *self, int id) {
    const nf_panel *panel = nf_get_panel(self->engine, id);
    size_t pieces = (size_t)nf_pieces(self->engine);
    char name[NPZ_NAME];
    if (!self->distributions || !panel || !nf_get_prediction(self->engine, 0)) return;
    double *p = malloc(pieces * (size_t)panel->rows * sizeof *p);
    for (int token = 0; token < panel->rows && p; token++)
        if (nf_get_distribution(self->engine, id, token, p + pieces * (size_t)token) != NF_OK)
            self->file.failed = true;
    put_array_name(name, "p", id);
    if (p)
        add_doubles(self, name, (size_t)panel->rows, pieces, p);
    else
        self->file.failed = true;
    free(p);
    if (id == 0) add_printed(self, "pieces", &pieces, 1, print_piece);
}

void start_arrays(taking *self, npz_take *take, void *with) { npz_start(&self->file, take, with); }

bool write_part(taking *self, int part) {
    enum { PANELS = 1, SOURCE = PANELS + ALL_PANELS, SAID = SOURCE + 9, END = SAID + ALL_PANELS };
    if (part < PANELS)
        add_first_part(self);
    else if (part < SOURCE)
        add_panel(self, part - PANELS);
    else if (part < SAID)
        add_source(self, part - SOURCE);
    else if (part < END)
        add_distribution(self, part - SAID);
    else
        npz_finish(&self->file);
    return part < END;
}
