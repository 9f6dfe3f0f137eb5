/* The kind of figure and the operation of a state, and what their rows in kinds.def say. */
#ifndef NF_KINDS_H
#define NF_KINDS_H

#include "params.h"

/* The words of the parameters `figure` and `op`, in the order of their rows. */
enum {
#define KIND(key, ...) FIGURE_##key,
#include "kinds.def"
    KINDS_COUNT
};

enum {
#define OPERATION(key, ...) OP_##key,
#include "kinds.def"
    OPERATIONS_COUNT
};

const nf_figure_kind *kind_of(const nf_params *params);

/* Whether the link's `op` says what is done to the components; else the kind's own row does. */
static inline bool takes_operation(const nf_figure_kind *kind) { return kind->operation < 0; }

/* The operation that the panels show: that of the kind, or the link's. */
int operation_of(const nf_params *params);

/* Of a panel: the component that is changed, or -1 for Query and Key together; the inputs of its
 * queries and its keys. */
int component_of(const nf_figure_kind *kind, int panel);
int query_input_of(const nf_figure_kind *kind, int panel);
int key_input_of(const nf_figure_kind *kind, int panel);

const char *name_of_component(int component);

/* As nf_print_title; with the shape of what was made, heads of a model are told by their numbers
 * where Value is seen in the next layer. */
void print_title_of(const nf_params *params, const nf_shape *shape, int panel, nf_title which,
                    bool marked, nf_text *out);

int inputs_of(const nf_figure_kind *kind); /* how many inputs its panels are of */

/* Whether a panel shows the weights of a following head: Value's, under value=next. */
bool shows_next(const nf_params *params, int panel);
bool any_shows_next(const nf_params *params);

/* The epsilon of a panel's row or column, as its kind says; and epsilon ^ response. */
double epsilon_of(const nf_params *params, int panel);
double strength_of(const nf_params *params, int panel);

#endif
