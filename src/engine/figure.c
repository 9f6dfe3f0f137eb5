#include "exact.h"

#include "figure.h"

#include "kinds.h"
#include "made.h"
#include "numbers.h"
#include "params.h"
#include "predict.h"

#include <string.h>

typedef struct planner {
    plan *plan;
    const nf_params *p;
    const nf_shape *shape;
    const source *from;
    uint64_t generation;
    int want;
    bool few_rows; /* nothing is wanted but the check: rows that it does not hash are not made */
} planner;

/* ---- Entries -------------------------------------------------------------------------------- */

static recipe new_recipe(entry_kind kind, int part, int other) {
    recipe r;
    memset(&r, 0, sizeof r); /* the gaps between fields too */
    r.kind = kind;
    r.part[0] = part;
    r.part[1] = other;
    return r;
}

static const entry *entry_of(const planner *p, int index) { return &p->plan->entries[index]; }

/* The entry with this recipe: the one there is, or a new one with the shape given. */
static int enter(const planner *p, const recipe *r, entry shape) {
    plan *to = p->plan;
    for (int i = 0; i < to->count; i++)
        if (memcmp(&to->entries[i].recipe, r, sizeof *r) == 0) return i;
    shape.recipe = *r;
    shape.early = false;
    if (!shape.all_rows) shape.all_rows = shape.rows;
    shape.bytes = entry_bytes(&shape);
    to->bytes += shape.bytes;
    to->entries[to->count] = shape;
    return to->count++;
}

static bool wants_predictions(const planner *p) {
    return (p->want & NF_PREDICTION) && p->from->state_width;
}

static bool wants_said(const planner *p) { return (p->want & NF_CHECK) && p->from->checks_logits; }

static bool wants_outputs(const planner *p) {
    return (p->want & (NF_MEASURES | NF_CHECK | NF_OUTPUTS)) || wants_predictions(p);
}

/* The operation that a change comes to: a strength that changes nothing makes it none, and at
 * strength 1 some are the same as another one. */
static int plain_change(const planner *p, int change, double s) {
    if (change == UNTOUCHED) return UNTOUCHED;
    const nf_operation *operation = nf_get_operation(change);
    if (s == operation->unchanged || !changes_inputs(change, p->from->inputs)) return UNTOUCHED;
    return operation->at_one >= 0 && s == 1 ? operation->at_one : change;
}

/* Vectors changed by an operation that is not a factor; -1 for values that nothing needs. */
static int vectors(const planner *p, int input, int component, int asked, double s) {
    int d = p->shape->d, change = plain_change(p, asked, s);
    if (component == VALUE && !wants_outputs(p) && whole_of(p->p, P_value) != VALUE_NEXT) return -1;
    recipe r = new_recipe(VECTORS, -1, -1);
    r.vectors.change = change;
    r.vectors.input = input;
    r.vectors.component = component;
    r.vectors.over = takes_mean(change) ? whole_of(p->p, P_over) : 0;
    r.vectors.share = takes_share(change) ? s : 0;
    r.vectors.generation = p->generation;
    return enter(p, &r,
                 (entry){.input = input,
                         .rows = p->shape->tokens[input],
                         .columns = d,
                         .stride = rounded_up((size_t)d, 8)});
}

static int untouched_vectors(const planner *p, int input, int component) {
    return vectors(p, input, component, UNTOUCHED, 0);
}

static int product(const planner *p, int queries, int keys) {
    const entry *q = entry_of(p, queries), *k = entry_of(p, keys);
    recipe r = new_recipe(PRODUCT, queries, keys);
    r.product.mask = whole_of(p->p, P_mask);
    r.product.window = r.product.mask == MASK_WINDOW ? whole_of(p->p, P_window) : 0;
    r.product.few_rows = p->few_rows && q->rows >= 2 * HASHED_ROWS;
    r.kept = (p->want & NF_KEEP) != 0;
    return enter(p, &r,
                 (entry){.input = q->input,
                         .rows = r.product.few_rows ? HASHED_ROWS : q->rows,
                         .all_rows = q->rows,
                         .columns = k->rows,
                         .stride = rounded_up((size_t)k->rows, 16)});
}

static logit_scale scale_by(const planner *p, double factor) {
    logit_scale s = {.root = nf_sqrt(p->shape->d), .temperature = number_of(p->p, P_temp)};
    s.divisor = s.root * s.temperature;
    s.multiplier = factor;
    s.slope = s.multiplier / s.divisor;
    return s;
}

/* Weights of a product; `factor` multiplies its logits. The slope is that of powers of two, rounded
 * to a float once. */
static int weigh(const planner *p, int product, int normaliser, double factor, bool kept) {
    const entry *x = entry_of(p, product);
    double bias = p->p->number[P_bias][x->input];
    recipe r = new_recipe(WEIGHTS, product, -1);
    r.kept = kept;
    r.weights.normaliser = normaliser;
    r.weights.slope = (double)(float)(scale_by(p, factor).slope * NF_LOG2E);
    r.weights.shift = normaliser == WEIGHTS_SIGMOID ? (double)(float)(bias * NF_LOG2E) : 0;
    return enter(p, &r, *x);
}

static int drawn_weights(const planner *p, int product, double factor) {
    bool kept = (p->want & NF_WEIGHTS) != 0;
    return weigh(p, product, whole_of(p->p, P_weights), factor, kept);
}

static int output(const planner *p, int weights, int values) {
    const entry *w = entry_of(p, weights), *v = entry_of(p, values);
    recipe r = new_recipe(OUTPUT, weights, values);
    return enter(p, &r,
                 (entry){.input = w->input,
                         .rows = w->rows,
                         .all_rows = w->all_rows,
                         .columns = v->columns,
                         .stride = v->stride});
}

static void mark_early(const planner *p, int index) {
    entry *e = &p->plan->entries[index];
    e->early = true;
    for (int i = 0; i < 2; i++)
        if (e->recipe.part[i] >= 0) mark_early(p, e->recipe.part[i]);
}

/* What a following head reads: this head's output with its untouched queries and keys, the figure's
 * mask, and softmax. Every row of it is needed. */
static int output_read(const planner *asked, int input, int values) {
    planner whole = *asked;
    const planner *p = &whole;
    whole.few_rows = false;
    int queries = untouched_vectors(p, input, QUERY), keys = untouched_vectors(p, input, KEY);
    int base = product(p, queries, keys);
    bool shares = whole_of(p->p, P_weights) == WEIGHTS_SOFTMAX;
    int soft = shares ? drawn_weights(p, base, 1) : weigh(p, base, WEIGHTS_SOFTMAX, 1, false);
    int read = output(p, soft, values);
    mark_early(p, read);
    return read;
}

/* Query or Key of the following head. A source without one has the output itself for its keys. */
static int following_vectors(const planner *p, int read, int component, double gain) {
    const entry *o = entry_of(p, read);
    recipe r = new_recipe(FOLLOWING, read, -1);
    r.following.component = component;
    r.following.head = p->shape->next;
    r.following.gain = gain;
    return enter(p, &r,
                 (entry){.input = o->input,
                         .rows = o->rows,
                         .columns = o->columns,
                         .stride = o->stride,
                         .packed_only = p->from->fill_following == NULL});
}

/* ---- Panels --------------------------------------------------------------------------------- */

/* The vectors of a panel, as entries, and the factors of its logits and of its output. */
typedef struct subject {
    int queries, keys, values;
    double factor, gain;
    double key_factor; /* as `factor`, where it is the keys' */
    bool value_changed;
    int operation, component; /* what is done, and to what; UNTOUCHED: nothing */
    double s;
} subject;

static subject untouched(const planner *p, int input, int key_input) {
    return (subject){.queries = untouched_vectors(p, input, QUERY),
                     .keys = untouched_vectors(p, key_input, KEY),
                     .values = untouched_vectors(p, key_input, VALUE),
                     .factor = 1,
                     .gain = 1,
                     .key_factor = 1,
                     .operation = UNTOUCHED};
}

/* The vectors of a panel, changed as its kind of figure and its operation say. */
static subject changed(const planner *p, int panel) {
    const nf_figure_kind *kind = kind_of(p->p);
    int operation = operation_of(p->p), component = component_of(kind, panel);
    int input = query_input_of(kind, panel), key_input = key_input_of(kind, panel);
    double s = kind->epsilon == NF_NEITHER ? 1 : strength_of(p->p, panel);
    subject it = untouched(p, input, key_input);
    it.value_changed = component == VALUE;
    it.operation = plain_change(p, operation, s);
    it.component = component;
    it.s = s;
    if (nf_get_operation(operation)->is_factor) {
        if (it.value_changed)
            it.gain = s;
        else
            it.factor = s;
        it.key_factor = component == KEY ? s : 1;
        return it;
    }
    if (component < 0 || component == QUERY) it.queries = vectors(p, input, QUERY, operation, s);
    if (component < 0 || component == KEY) it.keys = vectors(p, key_input, KEY, operation, s);
    if (component == VALUE) it.values = vectors(p, key_input, VALUE, operation, s);
    return it;
}

/* The weights of the following head, when this head has these values and its output is scaled by
 * `gain`. A model's head reads that output through its layer. For other sources the following head
 * has the output for its keys: where no positions are put in, scaling the output scales its
 * logits. */
static int following_weights(const planner *p, int input, int values, double gain) {
    int read = output_read(p, input, values);
    if (p->from->fill_following) {
        bool is_of_model = p->shape->next >= 0;
        double taken = is_of_model ? gain : gain * number_of(p->p, P_copy);
        int queries = following_vectors(p, read, QUERY, taken);
        return drawn_weights(p, product(p, queries, following_vectors(p, read, KEY, taken)), 1);
    }
    int queries = untouched_vectors(p, input, QUERY), keys = following_vectors(p, read, KEY, 1);
    return drawn_weights(p, product(p, queries, keys), gain * number_of(p->p, P_copy));
}

/* Whether the Key or Value of a panel is another than that of its input's untouched head. */
static bool changes_group(const planner *p, int input, const subject *it) {
    if (!shares_groups(p->from)) return false;
    return it->key_factor != 1 || it->gain != 1 || it->keys != untouched_vectors(p, input, KEY) ||
           it->values != untouched_vectors(p, input, VALUE);
}

/* What is done to other heads, too. */
static void change_others(const planner *p, const subject *it, head_change *to) {
    to->operation = p->from->others ? it->operation : UNTOUCHED;
    if (to->operation == UNTOUCHED) return;
    to->component = it->component;
    to->over = whole_of(p->p, P_over);
    to->s = it->s;
}

static int prediction(const planner *p, int output, const subject *it) {
    entry shape = *entry_of(p, output);
    recipe r = new_recipe(PREDICTION, output, -1);
    r.prediction.gain = (double)(float)it->gain;
    r.prediction.of_group = changes_group(p, shape.input, it);
    r.prediction.factor = r.prediction.of_group ? it->key_factor : 0;
    change_others(p, it, &r.prediction.change);
    shape.columns = p->from->state_width;
    shape.stride = (size_t)shape.columns;
    return enter(p, &r, shape);
}

static int divergence_of(const planner *p, const planned_panel *panel, int reference_output) {
    int input = panel->query_input;
    subject before = untouched(p, input, input);
    recipe r = new_recipe(DIVERGENCE, panel->prediction, prediction(p, reference_output, &before));
    return enter(p, &r, *entry_of(p, panel->output));
}

/* What is run on and said of a panel. */
static void plan_prediction(const planner *p, planned_panel *panel, const subject *it,
                            int reference_output) {
    panel->prediction = panel->divergence = panel->said = -1;
    if (!wants_predictions(p) && !wants_said(p)) return;
    panel->prediction = prediction(p, panel->output, it);
    if (wants_predictions(p)) panel->divergence = divergence_of(p, panel, reference_output);
    if (!wants_said(p)) return;
    recipe r = new_recipe(SAID, panel->prediction, -1);
    panel->said = enter(p, &r, *entry_of(p, panel->output));
}

static int scaled_output(const planner *p, entry_kind kind, const planned_panel *panel, int other) {
    recipe r = new_recipe(kind, panel->output, other);
    r.gain = (double)panel->gain;
    return enter(p, &r, *entry_of(p, panel->output));
}

static int of_weights(const planner *p, entry_kind kind, const planned_panel *panel, int other) {
    recipe r = new_recipe(kind, panel->weights, other);
    if (kind == CELLS) r.pool = whole_of(p->p, P_pool);
    return enter(p, &r, *entry_of(p, panel->weights));
}

/* What the caller wants of a panel, once its weights and output are known. */
static void complete(const planner *p, planned_panel *panel, const subject *it,
                     int reference_output) {
    panel->measures = panel->effect = panel->cells = -1;
    panel->weights_hash = panel->output_hash = -1;
    if (p->want & NF_MEASURES) panel->measures = of_weights(p, MEASURES, panel, panel->reference);
    if (p->want & NF_CELLS) panel->cells = of_weights(p, CELLS, panel, -1);
    if (p->want & (NF_MEASURES | NF_OUTPUTS))
        panel->effect = scaled_output(p, EFFECT, panel, reference_output);
    if (p->want & NF_CHECK) {
        panel->weights_hash = of_weights(p, HASH, panel, -1);
        panel->output_hash = scaled_output(p, HASH, panel, -1);
    }
    plan_prediction(p, panel, it, reference_output);
}

static void plan_baseline(const planner *p, int input) {
    planned_panel *panel = &p->plan->panels[NF_PANELS + input];
    subject it = untouched(p, input, input);
    *panel = (planned_panel){
        .row = input, .query_input = input, .key_input = input, .gain = 1, .scale = scale_by(p, 1)};
    panel->weights = drawn_weights(p, product(p, it.queries, it.keys), 1);
    panel->reference = panel->weights;
    panel->output = wants_outputs(p) ? output(p, panel->weights, it.values) : -1;
    complete(p, panel, &it, panel->output);
    p->plan->shown[NF_PANELS + input] = true;
}

/* Makes a panel show the weights of the following head in place of its own. */
static void show_following(const planner *p, planned_panel *panel, const subject *it) {
    int input = panel->query_input, untouched_values = untouched_vectors(p, input, VALUE);
    double factor = p->from->fill_following ? 1 : it->gain * number_of(p->p, P_copy);
    panel->weights = following_weights(p, input, it->values, it->gain);
    panel->reference = following_weights(p, input, untouched_values, 1);
    panel->scale = scale_by(p, factor);
}

/* The following head as it reads the untouched output, which panels of this input compare with. */
static void plan_follower(const planner *p, int input, int reference) {
    planned_panel *panel = &p->plan->panels[FOLLOWER + input];
    double factor = p->from->fill_following ? 1 : number_of(p->p, P_copy);
    *panel = (planned_panel){.row = input,
                             .query_input = input,
                             .key_input = input,
                             .gain = 1,
                             .scale = scale_by(p, factor),
                             .weights = reference,
                             .reference = reference};
    panel->output = panel->effect = panel->weights_hash = panel->output_hash = -1;
    panel->measures = panel->cells = -1;
    panel->prediction = panel->divergence = panel->said = -1;
    if (p->want & NF_MEASURES) panel->measures = of_weights(p, MEASURES, panel, reference);
    if (p->want & NF_CELLS) panel->cells = of_weights(p, CELLS, panel, -1);
    p->plan->shown[FOLLOWER + input] = true;
}

static void plan_panel(const planner *p, int index) {
    planned_panel *panel = &p->plan->panels[index];
    const nf_figure_kind *kind = kind_of(p->p);
    int input = query_input_of(kind, index), key_input = key_input_of(kind, index);
    const planned_panel *baseline = &p->plan->panels[NF_PANELS + input];
    subject it = changed(p, index);
    *panel = (planned_panel){.row = index / 3,
                             .column = index % 3,
                             .query_input = input,
                             .key_input = key_input,
                             .gain = (float)it.gain,
                             .scale = scale_by(p, it.factor)};
    panel->weights = drawn_weights(p, product(p, it.queries, it.keys), it.factor);
    panel->reference = input == key_input ? baseline->weights : -1;
    panel->output = wants_outputs(p) ? output(p, panel->weights, it.values) : -1;
    if (shows_next(p->p, index)) show_following(p, panel, &it);
    complete(p, panel, &it, baseline->output);
    p->plan->shown[index] = true;
    if (shows_next(p->p, index)) plan_follower(p, input, panel->reference);
}

static uint64_t scratch_bytes(const planner *p) {
    int tokens = 0;
    for (int i = 0; i < 3; i++)
        if (p->shape->tokens[i] > tokens) tokens = p->shape->tokens[i];
    uint64_t changing = perturb_bytes(tokens, p->shape->d);
    bool says = wants_predictions(p) || wants_said(p);
    uint64_t saying = says ? forecast_bytes(p->from->pieces) : 0;
    uint64_t going = says ? p->from->going_bytes : 0, most = changing > saying ? changing : saying;
    return most > going ? most : going;
}

void plan_figure(plan *to, const nf_params *params, const source *from, uint64_t generation,
                 int want) {
    bool few_rows = (want & ~NF_ALL_BASELINES) == NF_CHECK && !from->checks_logits;
    planner p = {to, params, &from->shape, from, generation, want, few_rows};
    memset(to, 0, sizeof *to);
    to->bytes = to->scratch_bytes = scratch_bytes(&p);
    int baselines = want & NF_ALL_BASELINES ? NF_BASELINES : inputs_of(kind_of(params));
    for (int input = 0; input < baselines; input++) plan_baseline(&p, input);
    for (int panel = 0; panel < NF_PANELS; panel++) plan_panel(&p, panel);
}
