#include "exact.h"

#include "kinds.h"

#include "numbers.h"
#include "source.h"
#include "text.h"

#include <math.h>

/* A module that draws pictures has the titles that stand on them, and no other words. */
#ifdef NF_WITH_TITLES
#define TITLE(text) text
#else
#define TITLE(text) WORDS(text)
#endif

#define NF_NONE (-1)

static const nf_figure_kind kinds[] = {
#define KIND(key, label, queries, keys, component, epsilon, operation, acting, measures, row,      \
             column, title, caption, sentence)                                                     \
    {#key,           WORDS(label),   queries,         keys,       component,     epsilon,          \
     operation,      TITLE(acting),  TITLE(measures), TITLE(row), TITLE(column), TITLE(title),     \
     TITLE(caption), WORDS(sentence)},
#include "kinds.def"
};

static const nf_operation operations[] = {
#define OPERATION(key, label, factor, unchanged, at_one, acting, row, column, title, caption,      \
                  sentence)                                                                        \
    {#key,       WORDS(label),  factor,       unchanged,      at_one,         TITLE(acting),       \
     TITLE(row), TITLE(column), TITLE(title), TITLE(caption), WORDS(sentence)},
#include "kinds.def"
};

int nf_figure_kinds(void) { return KINDS_COUNT; }

const nf_figure_kind *nf_get_figure_kind(int kind) {
    return kind >= 0 && kind < KINDS_COUNT ? &kinds[kind] : NULL;
}

int nf_operations(void) { return OPERATIONS_COUNT; }

const nf_operation *nf_get_operation(int operation) {
    return operation >= 0 && operation < OPERATIONS_COUNT ? &operations[operation] : NULL;
}

const nf_figure_kind *kind_of(const nf_params *params) {
    return &kinds[whole_of(params, P_figure)];
}

int operation_of(const nf_params *params) {
    const nf_figure_kind *kind = kind_of(params);
    return takes_operation(kind) ? whole_of(params, P_op) : kind->operation;
}

/* The row or the column of a panel, as the axis says; `neither` where it is neither. */
static int along(nf_axis axis, int panel, int neither) {
    return axis == NF_ROW ? panel / 3 : axis == NF_COLUMN ? panel % 3 : neither;
}

int component_of(const nf_figure_kind *kind, int panel) {
    return along(kind->component, panel, -1);
}

int query_input_of(const nf_figure_kind *kind, int panel) {
    return along(kind->query_input, panel, 0);
}

int key_input_of(const nf_figure_kind *kind, int panel) { return along(kind->key_input, panel, 0); }

int inputs_of(const nf_figure_kind *kind) {
    return kind->query_input == NF_NEITHER && kind->key_input == NF_NEITHER ? 1 : 3;
}

bool shows_next(const nf_params *params, int panel) {
    bool is_value = component_of(kind_of(params), panel) == VALUE;
    return is_value && whole_of(params, P_value) == VALUE_NEXT;
}

bool any_shows_next(const nf_params *params) {
    for (int panel = 0; panel < NF_PANELS; panel++)
        if (shows_next(params, panel)) return true;
    return false;
}

double epsilon_of(const nf_params *params, int panel) {
    return params->number[P_eps][along(kind_of(params)->epsilon, panel, 0)];
}

double strength_of(const nf_params *params, int panel) {
    double eps = epsilon_of(params, panel);
    double response = number_of(params, P_response);
    if (response == 0) return 1;
    return eps == 0 ? 0 : response == 1 ? eps : nf_pow(eps, response);
}

/* ---- As JSON -------------------------------------------------------------------------------- */

static void put_field(nf_text *out, const char *key, const char *text) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
    put_json_text(out, text);
}

static void put_words(nf_text *out, const char *acting, const char *const headers[3],
                      const char *caption, const char *sentence) {
    put_field(out, "keys", acting);
    put_field(out, "row", headers[0]);
    put_field(out, "column", headers[1]);
    put_field(out, "title", headers[2]);
    put_field(out, "caption", caption);
    put_field(out, "sentence", sentence);
    put_char(out, '}');
}

static void print_kind(const nf_figure_kind *k, nf_text *out) {
    static const char *const axes[] = {"neither", "row", "column"};
    put(out, "{\"key\":");
    put_json_text(out, k->key);
    put_field(out, "label", k->label);
    put_field(out, "queryInput", axes[k->query_input]);
    put_field(out, "keyInput", axes[k->key_input]);
    put_field(out, "component", axes[k->component]);
    put_field(out, "epsilon", axes[k->epsilon]);
    put_field(out, "operation", takes_operation(k) ? "" : operations[k->operation].key);
    put_field(out, "measures", k->measures);
    const char *headers[] = {k->row_header, k->column_header, k->title};
    put_words(out, k->keys, headers, k->caption, k->sentence);
}

static void print_operation(const nf_operation *o, nf_text *out) {
    put(out, "{\"key\":");
    put_json_text(out, o->key);
    put_field(out, "label", o->label);
    put_flag_member(out, "isFactor", o->is_factor);
    put(out, ",\"unchanged\":");
    put_number(out, o->unchanged < 0 ? (double)NAN : o->unchanged);
    const char *headers[] = {o->row_header, o->column_header, o->title};
    put_words(out, o->keys, headers, o->caption, o->sentence);
}

static void print_names(nf_text *out) {
    put(out, "\"names\":{\"components\":[");
    for (int component = QUERY; component <= VALUE; component++) {
        put(out, component ? "," : "");
        put_json_text(out, name_of_component(component));
    }
    put_char(out, ']');
#define NAME(name, key, words) put_field(out, key, words);
#include "kinds.def"
    put_char(out, '}');
}

void nf_print_kinds(nf_text *out) {
    put(out, "{\"kinds\":[");
    for (int i = 0; i < KINDS_COUNT; i++) {
        put(out, i ? ",\n" : "\n");
        print_kind(&kinds[i], out);
    }
    put(out, "],\n\"operations\":[");
    for (int i = 0; i < OPERATIONS_COUNT; i++) {
        put(out, i ? ",\n" : "\n");
        print_operation(&operations[i], out);
    }
    put(out, "],\n");
    print_names(out);
    put(out, "}\n");
}
