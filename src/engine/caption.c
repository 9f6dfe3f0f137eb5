/* Titles and captions: the words of kinds.def, with the names in braces replaced. */
#include "kinds.h"
#include "source.h"
#include "text.h"

#include <string.h>

static const char *const components[] = {
#define COMPONENT(words) words,
#include "kinds.def"
};

#define NAME(name, key, words) static const char name[] = words;
#include "kinds.def"

const char *name_of_component(int component) { return components[component]; }

typedef struct place {
    const nf_params *params;
    const nf_shape *shape; /* of the figure that is made; NULL before */
    int panel;
    bool marked;   /* the word in italics stands between asterisks */
    bool is_short; /* what is in brackets is left out */
} place;

static void put_italic(nf_text *out, int component, bool marked) {
    if (marked) put_char(out, '*');
    put(out, components[component]);
    if (marked) put_char(out, '*');
}

static bool is_follower(const place *at) { return at->panel >= NF_PANELS + NF_BASELINES; }

/* Whether heads are told by their numbers: where there are two to be told apart. */
static bool names_heads(const place *at) {
    return at->shape && at->shape->layer >= 0 && any_shows_next(at->params);
}

/* "Layer 1, Head 7", the head under study or the one that follows it. */
static void put_layer_head(nf_text *out, const place *at, bool follows) {
    const nf_shape *shape = names_heads(at) ? at->shape : NULL;
    if (!shape || (follows && shape->next < 0)) {
        put(out, follows ? FOLLOWER_NAME : STUDIED_NAME);
        return;
    }
    put(out, LAYER_NAME);
    put_whole(out, shape->layer + (follows ? 1 : 0));
    put(out, HEAD_NAME);
    put_whole(out, follows ? shape->next : shape->head);
}

static void put_component(nf_text *out, const place *at) {
    put_italic(out, component_of(kind_of(at->params), at->panel), at->marked);
    if (at->is_short || !shows_next(at->params, at->panel) || !names_heads(at)) return;
    put(out, OF_NAME);
    put_layer_head(out, at, false);
}

static void put_seen(nf_text *out, const place *at) {
    if (!shows_next(at->params, at->panel)) return;
    put_layer_head(out, at, true);
    put(out, AFTER_NAME);
}

/* "ε = 5e-1"; with response=0, "ε⁰ = 1". */
static void put_epsilon(nf_text *out, const place *at) {
    bool acts = number_of(at->params, P_response) > 0;
    put(out, acts ? "\xce\xb5 = " : "\xce\xb5\xe2\x81\xb0 = ");
    put_scientific(out, acts ? epsilon_of(at->params, at->panel) : 1);
}

/* The input of a panel's queries; of an untouched head, its input. */
static int input_of(const nf_figure_kind *kind, int panel) {
    return panel < NF_PANELS ? query_input_of(kind, panel) : (panel - NF_PANELS) % NF_BASELINES;
}

/* Writes what a name in braces stands for. */
static void put_named(nf_text *out, const char *name, size_t length, const place *at) {
    const nf_figure_kind *kind = kind_of(at->params);
    if (same_text(name, length, "component"))
        put_component(out, at);
    else if (same_text(name, length, "query"))
        put_italic(out, QUERY, at->marked);
    else if (same_text(name, length, "key"))
        put_italic(out, KEY, at->marked);
    else if (same_text(name, length, "input"))
        put_whole(out, input_of(kind, at->panel) + 1);
    else if (same_text(name, length, "key input"))
        put_whole(out, key_input_of(kind, at->panel) + 1);
    else if (same_text(name, length, "epsilon"))
        put_epsilon(out, at);
    else if (same_text(name, length, "seen"))
        put_seen(out, at);
    else if (same_text(name, length, "head"))
        put_layer_head(out, at, is_follower(at));
}

static void put_words(nf_text *out, const char *words, const place *at) {
    for (;;) {
        size_t bare = 0;
        while (words[bare] && !strchr("{[]", words[bare])) bare++;
        put_bytes(out, words, bare);
        words += bare;
        if (!*words) return;
        const char *close = strchr(words, *words == '{' ? '}' : ']');
        if (*words == '{') put_named(out, words + 1, (size_t)(close - words - 1), at);
        bool is_passed = *words == '{' || (*words == '[' && at->is_short);
        words = is_passed ? close + 1 : words + 1;
    }
}

static const char *words_of(const nf_params *params, nf_title which) {
    const nf_figure_kind *kind = kind_of(params);
    const nf_operation *operation = nf_get_operation(operation_of(params));
    bool takes = takes_operation(kind);
    switch (which) {
    case NF_ROW_HEADER:
    case NF_SHORT_ROW_HEADER: return takes ? operation->row_header : kind->row_header;
    case NF_COLUMN_HEADER:
    case NF_SHORT_COLUMN_HEADER: return takes ? operation->column_header : kind->column_header;
    default: return takes ? operation->title : kind->title;
    }
}

void print_title_of(const nf_params *params, const nf_shape *shape, int panel, nf_title which,
                    bool marked, nf_text *out) {
    put(out, "");
    if (panel < 0 || panel >= NF_PANELS + NF_BASELINES + NF_FOLLOWERS) return;
    bool is_short = which == NF_SHORT_ROW_HEADER || which == NF_SHORT_COLUMN_HEADER;
    const char *words = panel < NF_PANELS ? words_of(params, which) : UNTOUCHED;
    put_words(out, words, &(place){params, shape, panel, marked, is_short});
}

void nf_print_title(const nf_params *params, int panel, nf_title which, bool marked, nf_text *out) {
    print_title_of(params, NULL, panel, which, marked, out);
}

void nf_print_caption(const nf_params *params, nf_text *out) {
    const nf_figure_kind *kind = kind_of(params);
    const nf_operation *operation = nf_get_operation(operation_of(params));
    put(out, takes_operation(kind) ? operation->caption : kind->caption);
}
