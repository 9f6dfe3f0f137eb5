/* Lists of the command line that are multiplied out: operations, components, epsilons. */
#ifndef NF_LISTS_H
#define NF_LISTS_H

#include "main.h"

#include "engine/kinds.h"

enum { EPSILONS_MAX = 1000, COMPONENTS = 3 };

/* What was asked for; an empty list says nothing. */
typedef struct lists {
    int op[OPERATIONS_COUNT], ops;
    bool component[COMPONENTS], has_component;
    double eps[EPSILONS_MAX];
    int epsilons;
} lists;

/* The first item of a list, which is taken from it. */
slice next_item(slice *list, char separator);

/* Says that an item was not read, and what is allowed; false. */
bool refuse_item(sentence which, slice read, const char *allowed);

/* Reads what stands after --op, --component or --eps; false, and why is said, if it cannot be read.
 */
bool read_ops(lists *lists, slice list);
bool read_components(lists *lists, slice list);
bool read_epsilons(lists *lists, slice list);

/* Whether the name of an option is one of the three, and what stands after it was read; *is_known
 * says the first. */
bool read_shared_list(lists *lists, const char *name, const char *value, bool *is_known);

extern const char *const component_words[COMPONENTS]; /* as links and tables name them */

bool uses_epsilon(int op);

/* Sets a row of one value, or all three values of one of three. */
void set_whole(nf_params *params, int row, int value);
void set_epsilons(nf_params *params, const double eps[3]);

#endif
