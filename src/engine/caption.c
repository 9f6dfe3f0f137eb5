/* Titles and captions: the words of kinds.def, with the names in braces replaced. */
#include "kinds.h"
#include "source.h"
#include "text.h"

#include <string.h>

static const char *const components[] = {"Query", "Key", "Value"};

typedef struct place {
    const nf_params *params;
    int panel;
    bool marked; /* the word in italics stands between asterisks */
} place;

static void put_component(nf_text *out, int component, bool marked) {
    if (marked) put_char(out, '*');
    put(out, components[component]);
    if (marked) put_char(out, '*');
}

/* "ε = 5e-1"; with response=0, "ε⁰ = 1". */
static void put_epsilon(nf_text *out, const place *at) {
    bool acts = number_of(at->params, P_response) > 0;
    put(out, acts ? "\xce\xb5 = " : "\xce\xb5\xe2\x81\xb0 = ");
    put_scientific(out, acts ? at->params->number[P_eps][at->panel % 3] : 1);
}

/* Writes what a name in braces stands for. */
static void put_named(nf_text *out, const char *name, size_t length, const place *at) {
    const nf_figure_kind *kind = kind_of(at->params);
    if (same_text(name, length, "component"))
        put_component(out, component_of(kind, at->panel), at->marked);
    else if (same_text(name, length, "query"))
        put_component(out, QUERY, at->marked);
    else if (same_text(name, length, "key"))
        put_component(out, KEY, at->marked);
    else if (same_text(name, length, "input"))
        put_whole(out, query_input_of(kind, at->panel) + 1);
    else if (same_text(name, length, "key input"))
        put_whole(out, key_input_of(kind, at->panel) + 1);
    else if (same_text(name, length, "epsilon"))
        put_epsilon(out, at);
    else if (same_text(name, length, "seen") && shows_next(at->params, at->panel))
        put(out, "Following Head after ");
}

static void put_words(nf_text *out, const char *words, const place *at) {
    const char *open = strchr(words, '{');
    while (open) {
        const char *close = strchr(open, '}');
        put_bytes(out, words, (size_t)(open - words));
        put_named(out, open + 1, (size_t)(close - open - 1), at);
        words = close + 1;
        open = strchr(words, '{');
    }
    put(out, words);
}

void nf_print_title(const nf_params *params, int panel, nf_title which, bool marked, nf_text *out) {
    if (panel < 0 || panel >= NF_PANELS + NF_BASELINES) return;
    if (panel >= NF_PANELS) {
        put(out, "The head untouched (Input ");
        put_whole(out, panel - NF_PANELS + 1);
        put_char(out, ')');
        return;
    }
    const nf_figure_kind *kind = kind_of(params);
    const nf_operation *operation = nf_get_operation(operation_of(params));
    bool takes = takes_operation(kind);
    const char *const words[] = {
        [NF_TITLE] = takes ? operation->title : kind->title,
        [NF_ROW_HEADER] = takes ? operation->row_header : kind->row_header,
        [NF_COLUMN_HEADER] = takes ? operation->column_header : kind->column_header,
    };
    put_words(out, words[which], &(place){params, panel, marked});
}

void nf_print_caption(const nf_params *params, nf_text *out) {
    const nf_figure_kind *kind = kind_of(params);
    const nf_operation *operation = nf_get_operation(operation_of(params));
    put(out, takes_operation(kind) ? operation->caption : kind->caption);
}
