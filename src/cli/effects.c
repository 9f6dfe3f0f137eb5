#include "effects.h"

#include "engine/numbers.h"
#include "engine/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The changes ----------------------------------------------------------------------------- */

/* An epsilon at which the operation leaves nothing of the component as it was. */
static double whole_change(int op) { return nf_get_operation(op)->is_factor ? 0 : 1; }

void usual_changes(lists *asked) {
    if (!asked->ops) asked->op[asked->ops++] = (int)nf_get_row(P_op)->initial[0];
    if (!asked->has_component) asked->component[0] = true;
}

static int epsilons_of(const lists *asked, int op) {
    return uses_epsilon(op) && asked->epsilons ? asked->epsilons : 1;
}

static double epsilon_at(const lists *asked, int op, int i) {
    if (!uses_epsilon(op)) return (double)NAN;
    return asked->epsilons ? asked->eps[i] : whole_change(op);
}

static int count_components(const lists *asked) {
    int count = 0;
    for (int i = 0; i < COMPONENTS; i++) count += asked->component[i];
    return count;
}

static int count_changes(const lists *asked) {
    int count = 0;
    for (int i = 0; i < asked->ops; i++) count += epsilons_of(asked, asked->op[i]);
    return count * count_components(asked);
}

/* All changes of a head, in the order operation, component, epsilon. */
static void list_changes(const lists *asked, head_line *line, int layer, int head) {
    for (int o = 0; o < asked->ops; o++)
        for (int c = 0; c < COMPONENTS; c++)
            for (int i = 0; asked->component[c] && i < epsilons_of(asked, asked->op[o]); i++)
                *line++ = (head_line){
                    .layer = layer,
                    .head = head,
                    .change = {asked->op[o], c, epsilon_at(asked, asked->op[o], i)},
                    .number = {[COLUMN_induction] = (double)NAN, [COLUMN_spread] = (double)NAN}};
}

bool start_effects(effects *e) {
    nf_shape shape;
    if (nf_source_shape(e->job->engine, &e->job->params, &shape) != NF_OK)
        return say_why(e->job) == DONE;
    e->changes = count_changes(&e->asked);
    e->texts = 0;
    int64_t lines = (int64_t)shape.layers * shape.heads * e->changes;
    if (lines > LINES_MAX) {
        say_sentence(TOO_MANY_CHANGES, &(fill){.whole = {lines, LINES_MAX}});
        return false;
    }
    e->lines = (int)lines;
    e->line = calloc((size_t)lines, sizeof *e->line);
    if (!e->line) say_no_memory();
    for (int i = 0; e->line && i < shape.layers * shape.heads; i++)
        list_changes(&e->asked, e->line + i * e->changes, i / shape.heads, i % shape.heads);
    return e->line != NULL;
}

/* ---- A text ---------------------------------------------------------------------------------- */

/* Spelled as links may: every byte in hexadecimal. */
static bool set_text(nf_params *params, slice text, nf_text *why) {
    static char buffer[3 * NF_LINK_MAX + 1];
    nf_text spelled = {buffer, 0, sizeof buffer};
    for (size_t i = 0; i < text.length && i < NF_LINK_MAX; i++) {
        put_char(&spelled, '~');
        put_hex(&spelled, (unsigned char)text.at[i], 2);
    }
    return nf_set(params, P_text1, buffer, spelled.used, why);
}

/* One more number for a mean over `count` numbers. */
static void add_to_mean(double *mean, double x, int count) { *mean += (x - *mean) / count; }

static void add_effect(head_line *line, double x, int count) {
    double *mean = &line->number[COLUMN_effect], before = x - *mean;
    add_to_mean(mean, x, count);
    line->squares += before * (x - *mean);
}

static void add_where_it_looks(head_line *line, const nf_panel *untouched, int count) {
    static const int columns[][2] = {{COLUMN_first, NF_FIRST},
                                     {COLUMN_diag, NF_DIAG},
                                     {COLUMN_previous, NF_NEAR},
                                     {COLUMN_entropy, NF_ENTROPY}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        add_to_mean(&line->number[columns[i][0]], untouched->measure[columns[i][1]], count);
}

/* How far a panel moves the prediction. */
static double moved(const effects *e, int panel) {
    const nf_prediction *prediction = nf_get_prediction(e->job->engine, panel);
    double sum = 0;
    if (!prediction) return (double)NAN;
    for (int i = 0; i < prediction->tokens; i++) sum += prediction->divergence[i];
    return e->all_tokens ? sum / prediction->tokens : prediction->kl;
}

void set_change(nf_params *params, const head_line *line, const double eps[3]) {
    set_whole(params, P_layer, line->layer);
    set_whole(params, P_head, line->head);
    set_whole(params, P_op, line->change.op);
    if (uses_epsilon(line->change.op)) set_epsilons(params, eps);
}

/* Makes a figure of the first of these lines, which are of one operation and component, and
 * measures up to three of them: it has as many epsilons. How many; 0 if there is no figure. */
static int measure_some(effects *e, head_line *line, int left) {
    job *job = e->job;
    int some = left < 3 ? left : 3;
    double eps[3];
    for (int i = 0; i < 3; i++) eps[i] = line[i < some ? i : some - 1].change.eps;
    set_change(&job->params, line, eps);
    compute(job, NF_MEASURES | NF_PREDICTION);
    if (job->status != NF_OK) return 0;
    for (int i = 0; i < some; i++) {
        add_where_it_looks(&line[i], nf_get_panel(job->engine, NF_PANELS), e->texts);
        add_effect(&line[i], moved(e, 3 * line->change.component + i), e->texts);
    }
    return some;
}

/* How many lines from here on are of the same head, operation and component. */
static int alike(const effects *e, const head_line *line) {
    const head_line *other = line;
    while (other < e->line + e->lines && other->head == line->head && other->layer == line->layer &&
           other->change.op == line->change.op && other->change.component == line->change.component)
        other++;
    return (int)(other - line);
}

added add_text(effects *e, slice text, nf_text *why) {
    nf_shape shape;
    job *job = e->job;
    if (!set_text(&job->params, text, why)) return NOT_READ;
    if (nf_source_shape(job->engine, &job->params, &shape) != NF_OK) {
        put_why(why, job);
        return NOT_READ;
    }
    e->texts++;
    for (int i = 0, made; i < e->lines; i += made) {
        bool is_left_out = e->line[i].is_left_out;
        made = is_left_out ? 1 : measure_some(e, &e->line[i], alike(e, &e->line[i]));
        if (made) continue;
        put_why(why, job);
        return NOT_MADE;
    }
    return ADDED;
}

void finish_effects(effects *e) {
    for (int i = 0; i < e->lines && e->texts > 1; i++)
        e->line[i].number[COLUMN_spread] = nf_sqrt(e->line[i].squares / (e->texts - 1));
}
