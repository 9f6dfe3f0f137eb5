/* Titles and captions, as the paper's figures have them. */
#include "params.h"
#include "source.h"
#include "text.h"

static const char *const components[] = {"Query", "Key", "Value"};

static void put_component(nf_text *out, int component, bool marked) {
    if (marked) put_char(out, '*');
    put(out, components[component]);
    if (marked) put_char(out, '*');
}

static void put_mean_of(nf_text *out, int component, bool marked) {
    put(out, "Taking the Mean of "), put_component(out, component, marked);
}

static void put_mean_of_input(nf_text *out, int component, int input, bool marked) {
    put_mean_of(out, component, marked), put(out, " (Input "), put_whole(out, input + 1), put_char(out, ')');
}

/* A Greek epsilon; its power 0 is 1, whatever it is itself. */
static void put_epsilon(nf_text *out, const nf_params *params, int column) {
    bool acts = number_of(params, P_response) > 0;
    put(out, acts ? "\xce\xb5 = " : "\xce\xb5\xe2\x81\xb0 = ");
    put_scientific(out, acts ? params->number[P_eps][column] : 1);
}

/* What the operation does to a component, in the words before it and after it. */
static const struct { const char *before, *after, *after_all; } operations[] = {
    [OP_SCALE] = {"Modifying ", "", ""},
    [OP_MEAN] = {"Taking the Mean of ", "", ""},
    [OP_BLEND] = {"Blending ", " towards Its Mean", " towards Their Means"},
    [OP_NOISE] = {"Adding Noise to ", "", ""},
};

/* A Value that is seen in the next layer shows the weights of another head than this one. */
static void put_where_seen(nf_text *out, const nf_params *params, int component) {
    if (component == VALUE && whole_of(params, P_value) == VALUE_NEXT) put(out, "Following Head after ");
}

/* A mean is taken whole: there is no epsilon in it. */
static void put_modify(nf_text *out, const nf_params *params, int row, int column, nf_title which, bool marked) {
    int op = whole_of(params, P_op);
    if (which != NF_COLUMN_HEADER) {
        put_where_seen(out, params, row);
        put(out, operations[op].before);
        put_component(out, row, marked);
        put(out, operations[op].after);
    }
    if (which == NF_TITLE && op != OP_MEAN) put(out, " with ");
    if (which == NF_COLUMN_HEADER && op == OP_MEAN) put(out, "at any \xce\xb5");
    if (which != NF_ROW_HEADER && op != OP_MEAN) put_epsilon(out, params, column);
}

static void put_mean(nf_text *out, const nf_params *params, int row, int column, nf_title which, bool marked) {
    if (which == NF_ROW_HEADER) {
        put(out, "Input ");
        put_whole(out, row + 1);
        return;
    }
    put_where_seen(out, params, column);
    if (which == NF_TITLE) put_mean_of_input(out, column, row, marked);
    else put_mean_of(out, column, marked);
}

static void put_cross(nf_text *out, int row, int column, nf_title which, bool marked) {
    if (which != NF_COLUMN_HEADER) put_mean_of_input(out, QUERY, row, marked);
    if (which == NF_TITLE) put(out, " by ");
    if (which != NF_ROW_HEADER) put_mean_of_input(out, KEY, column, marked);
}

void nf_print_title(const nf_params *params, int panel, nf_title which, bool marked, nf_text *out) {
    int row = panel / 3, column = panel % 3, figure = whole_of(params, P_figure);
    if (panel < 0 || panel >= NF_PANELS + NF_BASELINES) return;
    if (panel >= NF_PANELS) put(out, "The head untouched (Input "), put_whole(out, panel - NF_PANELS + 1), put_char(out, ')');
    else if (figure == FIGURE_MODIFY) put_modify(out, params, row, column, which, marked);
    else if (figure == FIGURE_MEAN) put_mean(out, params, row, column, which, marked);
    else put_cross(out, row, column, which, marked);
}

void nf_print_caption(const nf_params *params, nf_text *out) {
    static const char *const means[] = {
        [FIGURE_MEAN] = "The Mean Operation For Query, Key and Value",
        [FIGURE_CROSS] = "The Mean Operation For Query and Key Across Inputs",
    };
    int figure = whole_of(params, P_figure), op = whole_of(params, P_op);
    if (figure != FIGURE_MODIFY) {
        put(out, means[figure]);
        return;
    }
    put(out, "The Attention Weight after ");
    put(out, operations[op].before);
    put(out, "Query, Key and Value");
    put(out, operations[op].after_all);
}
