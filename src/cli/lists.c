#include "lists.h"

#include "engine/numbers.h"
#include "engine/text.h"

#include <stdio.h>
#include <string.h>

enum { ITEM_SHOWN = 60 }; /* bytes of an item that is refused */

const char *const component_words[COMPONENTS] = {"query", "key", "value"};

slice next_item(slice *list, char separator) {
    const char *end = memchr(list->at, separator, list->length);
    slice first = end ? up_to(*list, end) : *list;
    *list = end ? after(*list, end, 1) : (slice){list->at + list->length, 0};
    return first;
}

bool refuse_item(sentence which, slice read, const char *allowed) {
    if (read.length > ITEM_SHOWN) read.length = ITEM_SHOWN;
    say_sentence(which, &(fill){.quoted = read, .text = slice_of(allowed)});
    return false;
}

bool read_ops(lists *r, slice list) {
    for (r->ops = 0; list.length; r->ops++) {
        slice item = next_item(&list, ',');
        int op = 0;
        while (op < OPERATIONS_COUNT && !same_text(item.at, item.length, nf_get_operation(op)->key))
            op++;
        if (op == OPERATIONS_COUNT || r->ops == OPERATIONS_COUNT)
            return refuse_item(OPERATIONS_UNREAD, item, nf_get_row(P_op)->words);
        r->op[r->ops] = op;
    }
    return true;
}

/* q, k, v, or the whole word; 3 if it is none of these. */
static int component_named(slice item) {
    int component = 0;
    for (; component < 3; component++) {
        const char *word = component_words[component];
        bool is_letter_of = item.length == 1 && *item.at == *word;
        if (is_letter_of || same_text(item.at, item.length, word)) break;
    }
    return component;
}

bool read_components(lists *r, slice list) {
    r->has_component = true;
    while (list.length) {
        slice item = next_item(&list, ',');
        int component = component_named(item);
        if (component == 3) return refuse_item(COMPONENTS_UNREAD, item, "");
        r->component[component] = true;
    }
    return true;
}

static bool add_epsilon(lists *r, double eps) {
    if (!(eps >= 0 && eps <= 10) || r->epsilons == EPSILONS_MAX) return false;
    r->eps[r->epsilons++] = eps;
    return true;
}

/* With four digits, as a curve needs them. */
static double rounded(double x) {
    char text[40];
    double value = x;
    snprintf(text, sizeof text, "%.3e", x);
    (void)read_number(text, strlen(text), &value);
    return value;
}

/* `count` numbers from one to another, by ratio; the ends are exact. */
static bool add_range(lists *r, double from, double to, double count) {
    if (!(from > 0) || !(to > 0) || !(count >= 2) || count > (double)EPSILONS_MAX ||
        count != (double)(int)count)
        return false;
    double step = (nf_log(to) - nf_log(from)) / (count - 1);
    for (int i = 0; i < (int)count; i++) {
        double eps = i == 0 ? from : i + 1 == (int)count ? to : rounded(from * nf_exp(step * i));
        if (!add_epsilon(r, eps)) return false;
    }
    return true;
}

static bool read_epsilon(lists *r, slice item) {
    const char *dots = find_in(item, ".."), *slash = memchr(item.at, '/', item.length);
    double from, to, count;
    if (!dots || !slash || slash < dots)
        return read_number(item.at, item.length, &from) && add_epsilon(r, from);
    slice first = up_to(item, dots), second = up_to(after(item, dots, 2), slash);
    slice number = after(item, slash, 1);
    return read_number(first.at, first.length, &from) &&
           read_number(second.at, second.length, &to) &&
           read_number(number.at, number.length, &count) && add_range(r, from, to, count);
}

bool read_epsilons(lists *r, slice list) {
    for (r->epsilons = 0; list.length;) {
        slice item = next_item(&list, ',');
        if (!read_epsilon(r, item)) return refuse_item(EPSILONS_UNREAD, item, "");
    }
    return true;
}

bool read_shared_list(lists *r, const char *name, const char *value, bool *is_known) {
    static const struct {
        const char *name;
        bool (*read)(lists *, slice);
    } readers[] = {{"--op", read_ops}, {"--component", read_components}, {"--eps", read_epsilons}};
    *is_known = false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers && !*is_known; i++) {
        *is_known = strcmp(name, readers[i].name) == 0;
        if (*is_known) return value && readers[i].read(r, slice_of(value));
    }
    return false;
}

bool uses_epsilon(int op) { return find_in(slice_of(nf_get_operation(op)->keys), "eps") != NULL; }

void set_whole(nf_params *params, int row, int value) {
    for (int i = 0; i < 3; i++) params->number[row][i] = value;
}

void set_epsilons(nf_params *params, const double eps[3]) {
    memcpy(params->number[P_eps], eps, 3 * sizeof *eps);
}
