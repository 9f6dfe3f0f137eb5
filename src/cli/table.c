/* The command table: numbers of many figures, a line for each panel. */
#include "main.h"

#include "engine/kinds.h"
#include "engine/numbers.h"
#include "engine/params.h"
#include "engine/text.h"

#include <math.h>
#include <string.h>

/* Columns beside the measures: the divergence of what the model says next, and its likeliest
 * piece. */
enum { PREDICTION = NF_MEASURES_COUNT, SAYS, COLUMNS_MAX };

enum { HEADS_MAX = 1024, EPSILONS_MAX = 1000, SAYS_MAX = 64, ITEM_SHOWN = 60 };

typedef struct place {
    int layer, head; /* layer: -1 where there are none */
} place;

/* What was asked for; where a list is empty, what the link says. */
typedef struct request {
    job *job;
    bool json, all_heads, has_component;
    place head[HEADS_MAX];
    int heads, op[OPERATIONS_COUNT], ops;
    bool component[3];
    double eps[EPSILONS_MAX];
    int epsilons;
    int column[COLUMNS_MAX], columns;
    int rows;
} request;

/* The numbers of a panel. */
typedef struct cells {
    double number[COLUMNS_MAX];
    char says[SAYS_MAX];
} cells;

static const char *const components[] = {"query", "key", "value"};

/* ---- Lists on the command line -------------------------------------------------------------- */

static slice next_item(slice *list, char separator) {
    const char *end = memchr(list->at, separator, list->length);
    slice first = end ? up_to(*list, end) : *list;
    *list = end ? after(*list, end, 1) : (slice){list->at + list->length, 0};
    return first;
}

static bool refuse(sentence which, slice read, const char *allowed) {
    if (read.length > ITEM_SHOWN) read.length = ITEM_SHOWN;
    say_sentence(which, &(fill){.quoted = read, .text = slice_of(allowed)});
    return false;
}

static bool read_index(slice text, int *value) {
    double number;
    bool good = read_number(text.at, text.length, &number);
    good = good && number >= 0 && number <= 255 && number == (double)(int)number;
    if (good) *value = (int)number;
    return good;
}

/* 2.7 is layer 2, head 7; 7 is head 7 of a link without layers. */
static bool read_place(slice text, place *out) {
    const char *point = memchr(text.at, '.', text.length);
    out->layer = -1;
    if (!point) return read_index(text, &out->head);
    return read_index(up_to(text, point), &out->layer) &&
           read_index(after(text, point, 1), &out->head);
}

static bool read_heads(request *r, slice list) {
    r->all_heads = same_text(list.at, list.length, "all");
    for (r->heads = 0; list.length && !r->all_heads; r->heads++) {
        slice item = next_item(&list, ',');
        if (r->heads == HEADS_MAX || !read_place(item, &r->head[r->heads]))
            return refuse(HEADS_UNREAD, item, "");
    }
    return true;
}

static bool read_ops(request *r, slice list) {
    for (r->ops = 0; list.length; r->ops++) {
        slice item = next_item(&list, ',');
        int op = 0;
        while (op < OPERATIONS_COUNT && !same_text(item.at, item.length, nf_get_operation(op)->key))
            op++;
        if (op == OPERATIONS_COUNT || r->ops == OPERATIONS_COUNT)
            return refuse(OPERATIONS_UNREAD, item, nf_get_row(P_op)->words);
        r->op[r->ops] = op;
    }
    return true;
}

/* q, k, v, or the whole word; 3 if it is none of these. */
static int component_named(slice item) {
    int component = 0;
    for (; component < 3; component++) {
        const char *word = components[component];
        bool is_letter_of = item.length == 1 && *item.at == *word;
        if (is_letter_of || same_text(item.at, item.length, word)) break;
    }
    return component;
}

static bool read_components(request *r, slice list) {
    r->has_component = true;
    while (list.length) {
        slice item = next_item(&list, ',');
        int component = component_named(item);
        if (component == 3) return refuse(COMPONENTS_UNREAD, item, "");
        r->component[component] = true;
    }
    return true;
}

static bool add_epsilon(request *r, double eps) {
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
static bool add_range(request *r, double from, double to, double count) {
    if (!(from > 0) || !(to > 0) || !(count >= 2) || count > EPSILONS_MAX ||
        count != (double)(int)count)
        return false;
    double step = (nf_log(to) - nf_log(from)) / (count - 1);
    for (int i = 0; i < (int)count; i++) {
        double eps = i == 0 ? from : i + 1 == (int)count ? to : rounded(from * nf_exp(step * i));
        if (!add_epsilon(r, eps)) return false;
    }
    return true;
}

static bool read_epsilon(request *r, slice item) {
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

static bool read_epsilons(request *r, slice list) {
    for (r->epsilons = 0; list.length;) {
        slice item = next_item(&list, ',');
        if (!read_epsilon(r, item)) return refuse(EPSILONS_UNREAD, item, "");
    }
    return true;
}

static const char *column_key(int column) {
    if (column == PREDICTION) return "prediction";
    return column == SAYS ? "says" : nf_measure_key((nf_measure)column);
}

static bool read_columns(request *r, slice list) {
    for (r->columns = 0; list.length; r->columns++) {
        slice item = next_item(&list, ',');
        int column = 0;
        while (column < COLUMNS_MAX && !same_text(item.at, item.length, column_key(column)))
            column++;
        if (column == COLUMNS_MAX || r->columns == COLUMNS_MAX)
            return refuse(MEASURES_UNREAD, item, "");
        r->column[r->columns] = column;
    }
    return true;
}

/* ---- A line of the table -------------------------------------------------------------------- */

/* What a line is of. */
typedef struct subject {
    nf_params params;
    nf_shape shape;
    int panel, component;
    bool has_eps;
    double eps;
} subject;

static void print_comma_number(double x) {
    putchar(',');
    if (!isnan(x)) print_number(x);
}

static void print_csv_text(const char *text) {
    putchar(',');
    if (*text) print_csv_field(text, strlen(text));
}

static const char *op_key(const subject *s) {
    return takes_operation(kind_of(&s->params)) ? nf_get_operation(operation_of(&s->params))->key
                                                : "";
}

static const char *component_key(const subject *s) {
    return s->component < 0 ? "" : components[s->component];
}

static void print_csv_line(const request *r, const subject *s, const char *link, const cells *c) {
    print_csv_field(link, strlen(link));
    printf(",p%d%d,", s->panel / 3 + 1, s->panel % 3 + 1);
    if (s->shape.layer >= 0) printf("%d", s->shape.layer);
    printf(",%d,%s,%s", s->shape.head, component_key(s), op_key(s));
    print_comma_number(s->has_eps ? s->eps : (double)NAN);
    for (int i = 0; i < r->columns; i++)
        if (r->column[i] == SAYS)
            print_csv_text(c->says);
        else
            print_comma_number(c->number[r->column[i]]);
    print_csv_text(r->job->heard.plain_buffer);
    putchar('\n');
}

static void print_word(const char *key, const char *word) {
    printf(",\"%s\":", key);
    *word ? print_json_text(word) : (void)fputs("null", stdout);
}

static void print_json_line(const request *r, const subject *s, const char *link, const cells *c) {
    fputs("{\"link\":", stdout);
    print_json_text(link);
    printf(",\"panel\":\"p%d%d\",\"layer\":", s->panel / 3 + 1, s->panel % 3 + 1);
    s->shape.layer >= 0 ? (void)printf("%d", s->shape.layer) : (void)fputs("null", stdout);
    printf(",\"head\":%d", s->shape.head);
    print_word("component", component_key(s));
    print_word("op", op_key(s));
    fputs(",\"eps\":", stdout);
    print_number(s->has_eps ? s->eps : (double)NAN);
    for (int i = 0; i < r->columns; i++) {
        if (r->column[i] == SAYS) {
            print_word("says", c->says);
            continue;
        }
        printf(",\"%s\":", column_key(r->column[i]));
        print_number(c->number[r->column[i]]);
    }
    printf(",\"ignored\":[%s]}\n", r->job->heard.json_buffer);
}

static void set_epsilons(nf_params *params, const double eps[3]) {
    memcpy(params->number[P_eps], eps, 3 * sizeof *eps);
}

static void set_whole(nf_params *params, int row, int value) {
    for (int i = 0; i < 3; i++) params->number[row][i] = value;
}

static void print_line(request *r, subject *s, const cells *c) {
    static char buffer[4 * NF_LINK_MAX];
    nf_text link = new_text(buffer, sizeof buffer);
    if (s->has_eps) set_epsilons(&s->params, (double[3]){s->eps, s->eps, s->eps});
    nf_encode(&s->params, &link);
    r->json ? print_json_line(r, s, buffer, c) : print_csv_line(r, s, buffer, c);
    r->rows++;
}

static void print_header(const request *r) {
    if (r->json) return;
    fputs("link,panel,layer,head,component,op,eps", stdout);
    for (int i = 0; i < r->columns; i++) printf(",%s", column_key(r->column[i]));
    puts(",remarks");
}

/* ---- A figure ------------------------------------------------------------------------------- */

static int want_of(const request *r) {
    int want = NF_MEASURES;
    for (int i = 0; i < r->columns; i++)
        if (r->column[i] >= PREDICTION) want |= NF_PREDICTION;
    return want;
}

static void read_cells(const request *r, int panel, cells *out) {
    const nf_panel *made = nf_get_panel(r->job->engine, panel);
    const nf_prediction *prediction = nf_get_prediction(r->job->engine, panel);
    nf_text says = new_text(out->says, sizeof out->says);
    memcpy(out->number, made->measure, sizeof made->measure);
    out->number[PREDICTION] = prediction ? prediction->kl : (double)NAN;
    if (prediction) nf_print_piece(r->job->engine, prediction->after[0].piece, &says);
}

/* Makes the figure of a state; false, and why is said, if there is none. */
static bool make(request *r, subject *s) {
    job *job = r->job;
    nf_params kept = job->params;
    job->params = s->params;
    compute(job, want_of(r));
    job->params = kept;
    if (job->status == NF_OK) return nf_get_shape(job->engine, &s->shape) == NF_OK;
    (void)say_why(job);
    return false;
}

/* All nine panels, where the kind of figure says what is done to them. */
static bool print_panels(request *r, subject *s) {
    cells cells;
    if (!make(r, s)) return false;
    for (s->panel = 0; s->panel < NF_PANELS; s->panel++) {
        s->component = component_of(kind_of(&s->params), s->panel);
        if (s->component >= 0 && !r->component[s->component]) continue;
        read_cells(r, s->panel, &cells);
        print_line(r, s, &cells);
    }
    return true;
}

static bool uses_epsilon(const subject *s) {
    slice keys = slice_of(nf_get_operation(operation_of(&s->params))->keys);
    return find_in(keys, "eps") != NULL;
}

/* The numbers of every component with every epsilon. */
typedef cells grid[3][EPSILONS_MAX + 2];

/* Makes them: three epsilons are a figure. */
static bool fill_grid(request *r, subject *s, const double *eps, int count, grid out) {
    for (int first = 0; first < count; first += 3) {
        double three[3];
        for (int i = 0; i < 3; i++) three[i] = eps[first + i < count ? first + i : count - 1];
        set_epsilons(&s->params, three);
        if (!make(r, s)) return false;
        for (int panel = 0; panel < NF_PANELS; panel++)
            read_cells(r, panel, &out[panel / 3][first + panel % 3]);
    }
    return true;
}

/* A line for every component with every epsilon; an operation that has none acts once. */
static bool print_epsilons(request *r, subject *s) {
    static grid all;
    double usual[3];
    memcpy(usual, s->params.number[P_eps], sizeof usual);
    const double *eps = r->epsilons ? r->eps : usual;
    s->has_eps = uses_epsilon(s);
    int count = !s->has_eps ? 1 : r->epsilons ? r->epsilons : 3;
    if (!fill_grid(r, s, eps, count, all)) return false;
    set_epsilons(&s->params, usual);
    for (s->component = 0; s->component < 3; s->component++)
        for (int i = 0; i < count && r->component[s->component]; i++) {
            s->panel = 3 * s->component;
            s->eps = eps[i];
            print_line(r, s, &all[s->component][i]);
        }
    set_epsilons(&s->params, usual);
    return true;
}

static bool print_operations(request *r, subject *s) {
    bool good = true;
    if (!takes_operation(kind_of(&s->params))) return print_panels(r, s);
    if (!r->ops) return print_epsilons(r, s);
    for (int i = 0; i < r->ops; i++) {
        s->params.number[P_op][0] = s->params.number[P_op][1] = s->params.number[P_op][2] =
            r->op[i];
        good = print_epsilons(r, s) && good;
    }
    return good;
}

/* ---- Heads, links --------------------------------------------------------------------------- */

static bool print_head(request *r, const nf_shape *shape, place at) {
    static subject s;
    s = (subject){.params = r->job->params};
    bool is_model = shape->layer >= 0;
    if (is_model != (at.layer >= 0)) {
        say_sentence(is_model ? HEADS_NEED_LAYERS : HEADS_HAVE_NO_LAYERS, NULL);
        return false;
    }
    if (is_model) set_whole(&s.params, P_layer, at.layer);
    set_whole(&s.params, P_head, at.head);
    return print_operations(r, &s);
}

static bool print_all_heads(request *r, const nf_shape *shape) {
    bool good = true;
    int layers = shape->layer >= 0 ? shape->layers : 1;
    for (int layer = 0; layer < layers && good; layer++)
        for (int head = 0; head < shape->heads && good; head++)
            good = print_head(r, shape, (place){shape->layer >= 0 ? layer : -1, head});
    return good;
}

static bool print_heads(request *r) {
    nf_shape shape;
    static subject s;
    bool good = true;
    if (!r->all_heads && !r->heads) {
        s = (subject){.params = r->job->params};
        return print_operations(r, &s);
    }
    if (nf_source_shape(r->job->engine, &r->job->params, &shape) != NF_OK) {
        (void)say_why(r->job);
        return false;
    }
    if (r->all_heads) return print_all_heads(r, &shape);
    for (int i = 0; i < r->heads; i++) good = print_head(r, &shape, r->head[i]) && good;
    return good;
}

/* What a list multiplies out must be free in the link's kind of figure. */
static bool fits_kind(const request *r) {
    const nf_figure_kind *kind = kind_of(&r->job->params);
    if (takes_operation(kind) || (!r->ops && !r->epsilons)) return true;
    say_sentence(NOT_OF_THIS_FIGURE, &(fill){.text = slice_of(kind->key)});
    return false;
}

static bool take_link(void *with, const char *link, size_t length) {
    request *r = with;
    read_link(r->job, link, length);
    bool good = accept_link(r->job) && fits_kind(r) && print_heads(r);
    r->job->finished++;
    return fflush(stdout) == 0 && good;
}

/* ---- The command line ----------------------------------------------------------------------- */

/* An option with a list; false if it is none, or its list is missing or wrong. */
static bool read_listed(request *r, const char *name, const char *value) {
    static const struct {
        const char *name;
        bool (*read)(request *, slice);
    } lists[] = {{"--heads", read_heads},
                 {"--op", read_ops},
                 {"--component", read_components},
                 {"--eps", read_epsilons},
                 {"--measures", read_columns}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(name, lists[i].name) == 0) return value && lists[i].read(r, slice_of(value));
    return false;
}

static bool takes_list(const char *word) {
    return strncmp(word, "--", 2) == 0 && strcmp(word, "--json") != 0 &&
           strcmp(word, "--csv") != 0 && strcmp(word, "--strict") != 0;
}

static int read_table_options(request *r, int count, char **words) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0)
            r->json = true;
        else if (strcmp(words[i], "--strict") == 0)
            r->job->strict = true;
        else if (takes_list(words[i])) {
            if (!read_listed(r, words[i], i + 1 < count ? words[i + 1] : NULL)) return MISUSED;
            i++;
        } else if (strcmp(words[i], "--csv") != 0)
            any = true;
    }
    return any ? DONE : MISUSED;
}

/* Where nothing is asked for: all components, and all measures. */
static void fill_usual(request *r) {
    for (int i = 0; i < 3; i++) r->component[i] = r->component[i] || !r->has_component;
    if (r->columns) return;
    for (int m = 0; m < NF_MEASURES_COUNT; m++) r->column[r->columns++] = m;
}

int run_table(job *job, int count, char **words) {
    static request request;
    bool good = true;
    request.job = job;
    if (read_table_options(&request, count, words) != DONE) return MISUSED;
    fill_usual(&request);
    print_header(&request);
    for (int i = 0; i < count; i++)
        if (takes_list(words[i]))
            i++;
        else if (strcmp(words[i], "-") == 0)
            good = each_line(NO_LINE_TO_SHOW, take_link, &request) && good;
        else if (strncmp(words[i], "--", 2) != 0)
            good = take_link(&request, words[i], strlen(words[i])) && good;
    return good ? DONE : FAILED;
}
