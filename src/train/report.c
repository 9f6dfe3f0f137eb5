#include "train.h"

#include <stdlib.h>

/* A measure of one head's weights on a text of n tokens. */
typedef double look_measure(const float *w, int n);

/* Sums of one measure for each layer and head, and how many texts went in. */
typedef struct head_table {
    look_measure *measure;
    double sum[LAYERS_MAX][HEADS_MAX];
    int count;
} head_table;

/* A run and the weights (n, n) of one of its heads. */
typedef struct look {
    model_run run;
    void *memory;
    float *weights;
} look;

static bool look_at(const opened_model *opened, const uint16_t *tokens, int n, look *look) {
    const model_shape *s = &opened->model.shape;
    look->memory = malloc(run_bytes(s, n));
    look->weights = malloc(sizeof(float) * (size_t)(n * n));
    if (!look->memory || !look->weights) return false;
    place_run(&look->run, s, n, look->memory);
    run_model(&opened->model, tokens, &look->run);
    return true;
}

static void look_free(look *look) {
    free(look->memory);
    free(look->weights);
}

enum { FIRST_ROW = 4 }; /* rows before it have little else to look at */

static double first_column(const float *w, int n) {
    double sum = 0;
    for (int i = FIRST_ROW; i < n; i++) sum += (double)w[i * n];
    return n > FIRST_ROW ? sum / (n - FIRST_ROW) : 0;
}

static double previous(const float *w, int n) {
    double sum = 0;
    for (int i = 1; i < n; i++) sum += (double)w[i * n + i - 1];
    return sum / (n - 1);
}

static bool measure_tokens(const opened_model *opened, const uint16_t *tokens, int n,
                           head_table *table) {
    look look = {.memory = NULL};
    bool good = look_at(opened, tokens, n, &look);
    for (int l = 0; good && l < opened->model.shape.layers; l++)
        for (int h = 0; h < opened->model.shape.heads; h++) {
            run_weights(&opened->model, &look.run, l, h, look.weights);
            table->sum[l][h] += table->measure(look.weights, n);
        }
    table->count += good;
    look_free(&look);
    return good;
}

static bool measure_text(const opened_model *opened, const char *text, size_t bytes,
                         head_table *table) {
    token_list tokens;
    if (tokenise(&opened->model, text, bytes, &tokens)) return false;
    return measure_tokens(opened, tokens.id, tokens.count, table);
}

static bool measure_defaults(const opened_model *opened, head_table *table) {
    bool good = true;
    for (int i = 0; i < MODEL_TEXTS; i++)
        good =
            measure_text(opened, opened->model.texts[i].at, opened->model.texts[i].bytes, table) &&
            good;
    return good;
}

static bool measure_prompts(const opened_model *opened, head_table *table) {
    bool good = true;
    for (int i = 0; i < PROMPT_COUNT; i++)
        good = measure_text(opened, PROMPTS[i], strlen(PROMPTS[i]), table) && good;
    return good;
}

static bool measure_repeats(const opened_model *opened, head_table *table) {
    bool good = true;
    for (uint64_t trial = 0; trial < 40; trial++) {
        uint16_t tokens[CONTEXT_MAX];
        int n = repeated_tokens(&opened->model.shape, trial, tokens);
        good = measure_tokens(opened, tokens, n, table) && good;
    }
    return good;
}

static void print_table(FILE *out, const model_shape *s, const char *title,
                        const head_table *table) {
    fprintf(out, "%s\n", title);
    for (int l = 0; l < s->layers; l++) {
        fprintf(out, "  layer %d ", l);
        for (int h = 0; h < s->heads; h++) fprintf(out, " %.3f", table->sum[l][h] / table->count);
        fprintf(out, "\n");
    }
}

bool find_sink(const opened_model *opened, int *layer, int *head) {
    const model_shape *s = &opened->model.shape;
    head_table defaults = {.measure = first_column}, prompts = {.measure = first_column};
    if (!measure_defaults(opened, &defaults) || !measure_prompts(opened, &prompts)) return false;
    double best = -1;
    for (int l = 0; l + 1 < s->layers; l++)
        for (int h = 0; h < s->heads; h++) {
            double mass = defaults.sum[l][h] / defaults.count + prompts.sum[l][h] / prompts.count;
            if (mass > best) {
                best = mass;
                *layer = l;
                *head = h;
            }
        }
    return true;
}

/* First-column mass of the sink head, text by text. */
static bool print_sink(FILE *out, const opened_model *opened, const char *text, size_t bytes) {
    const transformer *model = &opened->model;
    token_list tokens;
    look look = {.memory = NULL};
    if (tokenise(model, text, bytes, &tokens)) return false;
    bool good = look_at(opened, tokens.id, tokens.count, &look);
    if (good) {
        run_weights(model, &look.run, model->sink_layer, model->sink_head, look.weights);
        fprintf(out, "  %.3f  %2d tokens  %.*s\n", first_column(look.weights, tokens.count),
                tokens.count, (int)bytes, text);
    }
    look_free(&look);
    return good;
}

static bool print_sinks(FILE *out, const opened_model *opened) {
    bool good = true;
    fprintf(out, "first-column mass of layer %d, head %d, rows %d and up\n",
            opened->model.sink_layer, opened->model.sink_head, FIRST_ROW);
    for (int i = 0; i < MODEL_TEXTS; i++)
        good = print_sink(out, opened, opened->model.texts[i].at, opened->model.texts[i].bytes) &&
               good;
    for (int i = 0; i < PROMPT_COUNT; i++)
        good = print_sink(out, opened, PROMPTS[i], strlen(PROMPTS[i])) && good;
    return good;
}

/* `to` (n, head_width) = the mean of the queries or keys of the heads in `set`, a bit each, before
 * the rotation. */
static void mean_over_heads(const model_shape *s, const float *layer, int n, unsigned set,
                            float *to) {
    int size = n * s->head_width, count = 0;
    memset(to, 0, (size_t)size * sizeof *to);
    for (int h = 0; h < s->heads; h++) {
        if (!(set >> h & 1)) continue;
        count++;
        for (int i = 0; i < size; i++) to[i] += layer[(ptrdiff_t)h * size + i];
    }
    for (int i = 0; i < size; i++) to[i] /= (float)count;
}

static int members(unsigned set) {
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* How far rows are from uniform ones. */
typedef struct distance {
    double most, sum;
    int cells;
} distance;

/* Allowed cells, from row 1 on. */
static void from_uniform(const float *w, int n, distance *far) {
    for (int i = 1; i < n; i++)
        for (int j = 0; j <= i; j++, far->cells++) {
            double d = (double)w[i * n + j] - 1.0 / (i + 1);
            d = d < 0 ? -d : d;
            far->most = d > far->most ? d : far->most;
            far->sum += d;
        }
}

/* The sink head's rows with the mean over every `count` heads of its layer that it is one of. */
static void measure_mean(const transformer *model, look *look, bool keys, int count,
                         distance *far) {
    static float own[CONTEXT_MAX * HEAD_WIDTH_MAX], mean[CONTEXT_MAX * HEAD_WIDTH_MAX];
    const model_shape *s = &model->shape;
    int n = look->run.n, size = n * s->head_width;
    float *layer =
        (keys ? look->run.key : look->run.query) + (ptrdiff_t)model->sink_layer * s->heads * size;
    float *head = layer + (ptrdiff_t)model->sink_head * size;
    memcpy(own, head, (size_t)size * sizeof *own);
    for (unsigned set = 0; set < 1u << s->heads; set++) {
        if (members(set) != count || !(set >> model->sink_head & 1)) continue;
        mean_over_heads(s, layer, n, set, mean);
        memcpy(head, mean, (size_t)size * sizeof *mean);
        run_weights(model, &look->run, model->sink_layer, model->sink_head, look->weights);
        from_uniform(look->weights, n, far);
        memcpy(head, own, (size_t)size * sizeof *own);
    }
}

static bool print_mean(FILE *out, const opened_model *opened, bool keys, int count) {
    const transformer *model = &opened->model;
    distance far = {0, 0, 0};
    bool good = true;
    for (int i = 0; i < MODEL_TEXTS && good; i++) {
        token_list tokens;
        look look = {.memory = NULL};
        good = !tokenise(model, model->texts[i].at, model->texts[i].bytes, &tokens);
        good = good && look_at(opened, tokens.id, tokens.count, &look);
        if (good) measure_mean(model, &look, keys, count, &far);
        look_free(&look);
    }
    fprintf(out, "mean of %s over %d heads, sink head: |w - 1/(i+1)| at most %.3f, mean %.4f\n",
            keys ? "Key" : "Query", count, far.most, far.sum / far.cells);
    return good;
}

/* More heads cancel better: so one alone and four of them as well. */
static bool print_means(FILE *out, const opened_model *opened) {
    const int counts[] = {1, 4, opened->model.shape.heads};
    bool good = true;
    for (int i = 0; i < 6; i++) good = print_mean(out, opened, i >= 3, counts[i % 3]) && good;
    return good;
}

/* The largest change of a weight of any head on one default text, from the float weights to the
 * file's. */
static bool largest_change(const opened_model *a, const opened_model *b, int text, double *most) {
    const transformer *model = &a->model;
    token_list tokens;
    look one = {.memory = NULL}, two = {.memory = NULL};
    bool good = !tokenise(model, model->texts[text].at, model->texts[text].bytes, &tokens);
    good = good && look_at(a, tokens.id, tokens.count, &one) &&
           look_at(b, tokens.id, tokens.count, &two);
    for (int l = 0; good && l < model->shape.layers; l++)
        for (int h = 0; h < model->shape.heads; h++) {
            run_weights(model, &one.run, l, h, one.weights);
            run_weights(&b->model, &two.run, l, h, two.weights);
            for (int i = 0; i < tokens.count * tokens.count; i++) {
                double d = (double)one.weights[i] - (double)two.weights[i];
                *most = d > *most ? d : -d > *most ? -d : *most;
            }
        }
    look_free(&one);
    look_free(&two);
    return good;
}

static bool print_rounding(FILE *out, const opened_model *opened, const float *floats) {
    model_shape s = opened->model.shape;
    model_weights none;
    opened_model exact = {.model = opened->model, .memory = malloc(model_bytes(&s))};
    float *memory = exact.memory;
    if (!memory) return false;
    ptrdiff_t count = place_weights(&s, memory, &exact.model.weights);
    memcpy(memory, floats, sizeof *floats * (size_t)place_weights(&s, NULL, &none));
    exact.model.embedding_by_channel = memory + count;
    transpose(matrix_of(memory, s.vocabulary, s.width),
              matrix_of(memory + count, s.width, s.vocabulary));
    double most = 0;
    bool good = true;
    for (int i = 0; i < MODEL_TEXTS; i++) good = largest_change(&exact, opened, i, &most) && good;
    fprintf(out, "rounding to int8 changes a weight on the default texts by at most %.4f\n", most);
    opened_free(&exact);
    return good;
}

bool print_report(FILE *out, const opened_model *opened, const float *floats) {
    const model_shape *s = &opened->model.shape;
    head_table defaults = {.measure = first_column}, prompts = {.measure = first_column};
    head_table before = {.measure = previous}, repeats = {.measure = induction_of};
    bool good = measure_defaults(opened, &defaults) && measure_prompts(opened, &prompts) &&
                measure_prompts(opened, &before) && measure_repeats(opened, &repeats);
    print_table(out, s, "first column, default texts", &defaults);
    print_table(out, s, "first column, other prompts", &prompts);
    print_table(out, s, "previous token, other prompts", &before);
    print_table(out, s, "induction, repeated random tokens", &repeats);
    good = print_sinks(out, opened) && print_means(out, opened) && good;
    return good && (!floats || print_rounding(out, opened, floats));
}
