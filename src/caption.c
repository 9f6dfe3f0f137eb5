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

static void put_mean_of(nf_text *out, int component, int input, bool marked) {
    put(out, "Taking the Mean of "), put_component(out, component, marked);
    put(out, " (Input "), put_whole(out, input + 1), put_char(out, ')');
}

static void put_epsilon(nf_text *out, const nf_params *params, int column) {
    put(out, "\xce\xb5 = "), put_scientific(out, params->number[P_eps][column]); /* a Greek epsilon */
}

static void put_modify(nf_text *out, const nf_params *params, int row, int column, nf_title which, bool marked) {
    if (which != NF_COLUMN_HEADER) put(out, "Modifying "), put_component(out, row, marked);
    if (which == NF_TITLE) put(out, " with ");
    if (which != NF_ROW_HEADER) put_epsilon(out, params, column);
}

static void put_mean(nf_text *out, int row, int column, nf_title which, bool marked) {
    if (which == NF_TITLE) put_mean_of(out, column, row, marked);
    else if (which == NF_ROW_HEADER) put(out, "Input "), put_whole(out, row + 1);
    else put(out, "Taking the Mean of "), put_component(out, column, marked);
}

static void put_cross(nf_text *out, int row, int column, nf_title which, bool marked) {
    if (which != NF_COLUMN_HEADER) put_mean_of(out, QUERY, row, marked);
    if (which == NF_TITLE) put(out, " by ");
    if (which != NF_ROW_HEADER) put_mean_of(out, KEY, column, marked);
}

void nf_print_title(const nf_params *params, int panel, nf_title which, bool marked, nf_text *out) {
    int row = panel / 3, column = panel % 3, figure = whole_of(params, P_figure);
    if (panel < 0 || panel >= NF_PANELS + NF_BASELINES) return;
    if (panel >= NF_PANELS) put(out, "The head untouched (Input "), put_whole(out, panel - NF_PANELS + 1), put_char(out, ')');
    else if (figure == FIGURE_MODIFY) put_modify(out, params, row, column, which, marked);
    else if (figure == FIGURE_MEAN) put_mean(out, row, column, which, marked);
    else put_cross(out, row, column, which, marked);
}

void nf_print_caption(const nf_params *params, nf_text *out) {
    static const char *const captions[] = {"The Attention Weight after Modifying Query, Key and Value",
                                           "The Mean Operation For Query, Key and Value",
                                           "The Mean Operation For Query and Key Across Inputs"};
    put(out, captions[whole_of(params, P_figure)]);
}
