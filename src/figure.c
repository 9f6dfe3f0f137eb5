#include "exact.h"

#include "figure.h"

#include "measure.h"
#include "numbers.h"
#include "params.h"
#include "perturb.h"
#include "predict.h"

#include <string.h>

typedef struct planner {
    plan *plan;
    const nf_params *p;
    const nf_shape *shape;
    const source *from;
    uint64_t number;
    int want;
} planner;

/* ---- Entries ------------------------------------------------------------------------------------------------- */

static recipe new_recipe(kind kind, int part, int other) {
    recipe r;
    memset(&r, 0, sizeof r);
    r.kind = kind, r.part[0] = part, r.part[1] = other;
    return r;
}

static const entry *entry_of(const planner *p, int index) { return &p->plan->entries[index]; }

/* The entry with this recipe: the one there is, or a new one with the shape given. */
static int enter(const planner *p, recipe recipe, entry shape) {
    plan *plan = p->plan;
    for (int i = 0; i < plan->count; i++)
        if (memcmp(&plan->entries[i].recipe, &recipe, sizeof recipe) == 0) return i;
    if (plan->count == PLAN_MAX) return plan->bytes = UINT64_MAX, PLAN_MAX - 1; /* never: but then it is refused */
    shape.recipe = recipe;
    shape.early = false;
    shape.bytes = (shape.bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    plan->bytes += shape.bytes;
    plan->entries[plan->count] = shape;
    return plan->count++;
}

static uint64_t floats(uint64_t count) { return count * sizeof(float); }

static bool wants_predictions(const planner *p) { return (p->want & NF_PREDICTION) && p->from->predict; }

static bool wants_outputs(const planner *p) {
    return (p->want & (NF_MEASURES | NF_CHECK | NF_OUTPUTS)) || wants_predictions(p);
}

/* -1 for values that nothing is made of. */
static int vectors(const planner *p, int input, int component, change change, double s) {
    int over = whole_of(p->p, P_over), tokens = p->shape->tokens[input], d = p->shape->d;
    if (component == VALUE && !wants_outputs(p) && whole_of(p->p, P_value) != VALUE_NEXT) return -1;
    if ((change == BLENDED || change == DISTURBED) && s == 0) change = UNTOUCHED;
    if (change == BLENDED && s == 1) change = TO_MEAN;
    recipe r = new_recipe(VECTORS, -1, -1);
    r.whole[0] = input, r.whole[1] = component, r.whole[2] = (int)change;
    r.whole[3] = change == TO_MEAN || change == BLENDED ? over : 0;
    r.real[0] = change == BLENDED || change == DISTURBED ? s : 0;
    r.real[1] = (double)p->number;
    entry shape = {.input = input, .rows = tokens, .columns = d, .stride = rounded_up((size_t)d, 8)};
    shape.bytes = floats((uint64_t)tokens * shape.stride + (component == KEY ? packed_floats(tokens, d) : 0));
    return enter(p, r, shape);
}

static int product(const planner *p, int queries, int keys) {
    const entry *q = entry_of(p, queries), *k = entry_of(p, keys);
    recipe r = new_recipe(PRODUCT, queries, keys);
    r.whole[0] = whole_of(p->p, P_mask);
    r.whole[1] = r.whole[0] == MASK_WINDOW ? whole_of(p->p, P_window) : 0;
    r.kept = (p->want & NF_KEEP) != 0;
    entry shape = {.input = q->input, .rows = q->rows, .columns = k->rows, .stride = rounded_up((size_t)k->rows, 16)};
    uint64_t rows = (uint64_t)(r.kept || q->rows < BAND_ROWS ? q->rows : BAND_ROWS);
    shape.bytes = floats(rows * shape.stride) + (uint64_t)q->rows * sizeof(range);
    return enter(p, r, shape);
}

/* log2(e) / (sqrt(d) temp), times what scales the logits: a slope for powers of two, rounded once. */
static double natural_slope(const planner *p, double factor) {
    return factor / (nf_sqrt(p->shape->d) * number_of(p->p, P_temp));
}

static int weigh(const planner *p, int product, int kind, double factor, bool kept) {
    const entry *x = entry_of(p, product);
    recipe r = new_recipe(WEIGHTS, product, -1);
    r.whole[0] = kind, r.whole[1] = x->recipe.whole[0], r.whole[2] = x->recipe.whole[1];
    r.kept = kept;
    r.real[0] = (double)(float)(natural_slope(p, factor) * NF_LOG2E);
    r.real[1] = kind == WEIGHTS_SIGMOID ? (double)(float)(p->p->number[P_bias][x->input] * NF_LOG2E) : 0;
    entry shape = *x;
    uint64_t rows = (uint64_t)(kept || x->rows < BAND_ROWS ? x->rows : BAND_ROWS);
    shape.bytes = floats(rows * shape.stride);
    return enter(p, r, shape);
}

static int drawn_weights(const planner *p, int product, double factor) {
    return weigh(p, product, whole_of(p->p, P_weights), factor, (p->want & NF_WEIGHTS) != 0);
}

static int output(const planner *p, int weights, int values) {
    const entry *w = entry_of(p, weights), *v = entry_of(p, values);
    entry shape = {.input = w->input, .rows = w->rows, .columns = v->columns, .stride = v->stride};
    shape.bytes = floats((uint64_t)shape.rows * shape.stride);
    return enter(p, new_recipe(OUTPUT, weights, values), shape);
}

static void mark_early(const planner *p, int index) {
    entry *e = &p->plan->entries[index];
    e->early = true;
    for (int i = 0; i < 2; i++)
        if (e->recipe.part[i] >= 0) mark_early(p, e->recipe.part[i]);
}

/* This head's output under a softmax of its masked baseline logits: what a following head reads. */
static int output_read(const planner *p, int input, int values) {
    int base = product(p, vectors(p, input, QUERY, UNTOUCHED, 0), vectors(p, input, KEY, UNTOUCHED, 0));
    bool shares = whole_of(p->p, P_weights) == WEIGHTS_SOFTMAX;
    int soft = shares ? drawn_weights(p, base, 1) : weigh(p, base, WEIGHTS_SOFTMAX, 1, false);
    int read = output(p, soft, values);
    mark_early(p, read);
    return read;
}

/* Query or Key of the following head; of one that is made up there are keys alone, and they are packed only. */
static int following_vectors(const planner *p, int read, int component, double gain) {
    const entry *o = entry_of(p, read);
    recipe r = new_recipe(VECTORS, read, -1);
    r.whole[1] = component, r.whole[2] = p->shape->next, r.real[0] = gain;
    entry shape = {.input = o->input, .rows = o->rows, .columns = o->columns, .stride = o->stride};
    bool whole = p->from->follow != NULL;
    shape.bytes = floats((whole ? (uint64_t)o->rows * o->stride : 0) + (component == KEY ? packed_floats(o->rows, o->columns) : 0));
    return enter(p, r, shape);
}

/* ---- Panels -------------------------------------------------------------------------------------------------- */

/* What a panel is of: entries of its vectors, and the factors that scaling leaves to logits and outputs. */
typedef struct subject {
    int queries, keys, values;
    double factor, gain;
    bool value_changed;
} subject;

static subject untouched(const planner *p, int input, int key_input) {
    return (subject){vectors(p, input, QUERY, UNTOUCHED, 0), vectors(p, key_input, KEY, UNTOUCHED, 0),
                     vectors(p, key_input, VALUE, UNTOUCHED, 0), 1, 1, false};
}

static double strength(const nf_params *p, int column) {
    double eps = p->number[P_eps][column], response = number_of(p, P_response);
    if (response == 0) return 1;
    return eps == 0 ? 0 : response == 1 ? eps : nf_pow(eps, response);
}

static subject changed(const planner *p, int input, int component, change change, double s) {
    subject it = untouched(p, input, input);
    int *vectors_of[] = {&it.queries, &it.keys, &it.values};
    *vectors_of[component] = vectors(p, input, component, change, s);
    it.value_changed = component == VALUE;
    return it;
}

static subject scaled(const planner *p, int input, int component, double s) {
    subject it = untouched(p, input, input);
    it.value_changed = component == VALUE;
    *(it.value_changed ? &it.gain : &it.factor) = s;
    return it;
}

static subject subject_of(const planner *p, int row, int column) {
    int figure = whole_of(p->p, P_figure), op = whole_of(p->p, P_op);
    double s = strength(p->p, column);
    if (figure == FIGURE_CROSS) {
        subject it = untouched(p, row, column);
        it.queries = vectors(p, row, QUERY, TO_MEAN, 0);
        it.keys = vectors(p, column, KEY, TO_MEAN, 0);
        return it;
    }
    if (figure == FIGURE_MEAN) return changed(p, row, column, TO_MEAN, 0);
    if (op == OP_SCALE) return scaled(p, 0, row, s);
    return changed(p, 0, row, op == OP_MEAN ? TO_MEAN : op == OP_BLEND ? BLENDED : DISTURBED, s);
}

/* The weights of the head that follows, when these values, scaled by `gain`, are what this head reads out. A real
 * one reads them through its layer; one that is made up takes them as keys, so that scaling scales its logits. */
static int following_weights(const planner *p, int input, int values, double gain) {
    int read = output_read(p, input, values);
    if (p->from->follow)
        return drawn_weights(p, product(p, following_vectors(p, read, QUERY, gain), following_vectors(p, read, KEY, gain)), 1);
    int queries = vectors(p, input, QUERY, UNTOUCHED, 0);
    return drawn_weights(p, product(p, queries, following_vectors(p, read, KEY, 1)), gain * number_of(p->p, P_copy));
}

static int prediction(const planner *p, int output, double gain) {
    entry shape = *entry_of(p, output);
    recipe r = new_recipe(PREDICTION, output, -1);
    r.real[0] = gain;
    shape.columns = p->from->pieces, shape.stride = (size_t)shape.columns;
    shape.bytes = forecast_bytes(shape.rows, shape.columns);
    return enter(p, r, shape);
}

static void plan_prediction(const planner *p, planned_panel *panel, int reference_output) {
    entry shape = *entry_of(p, panel->output);
    shape.bytes = sizeof(double) * (uint64_t)shape.rows;
    panel->prediction = prediction(p, panel->output, (double)panel->gain);
    panel->divergence = enter(p, new_recipe(DIVERGENCE, panel->prediction, prediction(p, reference_output, 1)), shape);
}

/* What the caller wants of a panel, once its weights and output are known. */
static void complete(const planner *p, planned_panel *panel, int reference_output) {
    const entry *w = entry_of(p, panel->weights), *o = panel->output < 0 ? NULL : entry_of(p, panel->output);
    entry shape = *w;
    panel->measures = panel->effect = panel->weights_hash = panel->output_hash = panel->cells = panel->prediction = panel->divergence = -1;
    if (p->want & NF_MEASURES) {
        shape.bytes = measures_bytes(w->rows);
        panel->measures = enter(p, new_recipe(MEASURES, panel->weights, panel->reference), shape);
    }
    if (p->want & NF_CELLS) {
        shape.bytes = floats(CELLS_MAX * CELLS_MAX + w->stride);
        panel->cells = enter(p, new_recipe(CELLS, panel->weights, -1), shape);
    }
    if (o) {
        shape = *o;
        recipe effect = new_recipe(EFFECT, panel->output, reference_output);
        effect.real[0] = (double)panel->gain;
        shape.bytes = 2 * sizeof(double) * (uint64_t)o->rows;
        panel->effect = enter(p, effect, shape);
    }
    if (p->want & NF_CHECK) {
        shape.bytes = sizeof(uint64_t);
        recipe hash = new_recipe(HASH, panel->weights, -1);
        shape.rows = w->rows, shape.columns = w->columns, shape.stride = w->stride;
        panel->weights_hash = enter(p, hash, shape);
        hash.part[0] = panel->output, hash.real[0] = (double)panel->gain;
        shape.columns = o->columns, shape.stride = o->stride;
        panel->output_hash = enter(p, hash, shape);
    }
    if (wants_predictions(p)) plan_prediction(p, panel, reference_output);
}

static void plan_baseline(const planner *p, int input) {
    planned_panel *panel = &p->plan->panels[NF_PANELS + input];
    subject it = untouched(p, input, input);
    *panel = (planned_panel){.row = input, .query_input = input, .key_input = input, .gain = 1, .logit_slope = natural_slope(p, 1)};
    panel->weights = panel->reference = drawn_weights(p, product(p, it.queries, it.keys), 1);
    panel->output = wants_outputs(p) ? output(p, panel->weights, it.values) : -1;
    complete(p, panel, panel->output);
    p->plan->shown[NF_PANELS + input] = true;
}

static void plan_panel(const planner *p, int index) {
    planned_panel *panel = &p->plan->panels[index];
    int row = index / 3, column = index % 3, figure = whole_of(p->p, P_figure);
    int input = figure == FIGURE_MODIFY ? 0 : row, key_input = figure == FIGURE_CROSS ? column : input;
    const planned_panel *baseline = &p->plan->panels[NF_PANELS + input];
    subject it = subject_of(p, row, column);
    *panel = (planned_panel){.row = row, .column = column, .query_input = input, .key_input = key_input,
                             .gain = (float)it.gain, .logit_slope = natural_slope(p, it.factor)};
    int own = drawn_weights(p, product(p, it.queries, it.keys), it.factor);
    panel->weights = own;
    panel->reference = input == key_input ? baseline->weights : -1;
    panel->output = wants_outputs(p) ? output(p, own, it.values) : -1;
    if (it.value_changed && whole_of(p->p, P_value) == VALUE_NEXT) {
        panel->weights = following_weights(p, input, it.values, it.gain);
        panel->reference = following_weights(p, input, vectors(p, input, VALUE, UNTOUCHED, 0), 1);
        panel->logit_slope = natural_slope(p, p->from->follow ? 1 : it.gain * number_of(p->p, P_copy));
    }
    complete(p, panel, baseline->output);
    p->plan->shown[index] = true;
}

static uint64_t scratch_bytes(const nf_shape *shape) {
    int tokens = 0;
    for (int i = 0; i < 3; i++)
        if (shape->tokens[i] > tokens) tokens = shape->tokens[i];
    return perturb_bytes(tokens, shape->d);
}

void plan_figure(plan *plan, const nf_params *params, const source *from, uint64_t number, int want) {
    planner p = {plan, params, &from->shape, from, number, want};
    memset(plan, 0, sizeof *plan);
    plan->bytes = plan->scratch_bytes = scratch_bytes(&from->shape);
    bool one = whole_of(params, P_figure) == FIGURE_MODIFY && !(want & NF_ALL_BASELINES);
    for (int input = 0; input < (one ? 1 : 3); input++) plan_baseline(&p, input);
    for (int panel = 0; panel < NF_PANELS; panel++) plan_panel(&p, panel);
}
