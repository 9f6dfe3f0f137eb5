/* The command table: numbers of many figures, a line for each panel. */
#include "lists.h"

#include "engine/params.h"
#include "engine/text.h"

#include <math.h>
#include <string.h>

/* Columns beside the measures: the divergence of what the model says next, and its likeliest
 * piece. */
enum { PREDICTION = NF_MEASURES_COUNT, SAYS, COLUMNS_MAX };

enum { HEADS_MAX = 1024, SAYS_MAX = 64 };

typedef struct place {
    int layer, head; /* layer: -1 where there are none */
} place;

/* What was asked for; where a list is empty, what the link says. */
typedef struct request {
    job *job;
    bool json, all_heads;
    place head[HEADS_MAX];
    int heads;
    lists lists;
    int column[COLUMNS_MAX], columns;
    int rows, links; /* links: how many are typed */
} request;

/* The numbers of a panel. */
typedef struct cells {
    double number[COLUMNS_MAX];
    char says[SAYS_MAX];
} cells;

/* ---- What is asked for ---------------------------------------------------------------------- */

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
            return refuse_item(HEADS_UNREAD, item, "");
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
            return refuse_item(MEASURES_UNREAD, item, "");
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
    return s->component < 0 ? "" : component_words[s->component];
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
        if (s->component >= 0 && !r->lists.component[s->component]) continue;
        read_cells(r, s->panel, &cells);
        print_line(r, s, &cells);
    }
    return true;
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
    const double *eps = r->lists.epsilons ? r->lists.eps : usual;
    s->has_eps = uses_epsilon(operation_of(&s->params));
    int count = !s->has_eps ? 1 : r->lists.epsilons ? r->lists.epsilons : 3;
    if (!fill_grid(r, s, eps, count, all)) return false;
    set_epsilons(&s->params, usual);
    for (s->component = 0; s->component < 3; s->component++)
        for (int i = 0; i < count && r->lists.component[s->component]; i++) {
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
    if (!r->lists.ops) return print_epsilons(r, s);
    for (int i = 0; i < r->lists.ops; i++) {
        set_whole(&s->params, P_op, r->lists.op[i]);
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
    if (takes_operation(kind) || (!r->lists.ops && !r->lists.epsilons)) return true;
    say_sentence(NOT_OF_THIS_FIGURE, &(fill){.text = slice_of(kind->key)});
    return false;
}

static void say_what_is_empty(const request *r) {
    bool says = whole_of(&r->job->params, P_source) == SOURCE_MODEL;
    if (!says && (want_of(r) & NF_PREDICTION)) say_sentence(NOTHING_SAYS, NULL);
}

static bool take_link(void *with, const char *link, size_t length) {
    request *r = with;
    read_link(r->job, link, length);
    bool good = accept_link(r->job) && fits_kind(r);
    if (good) say_what_is_empty(r);
    good = good && print_heads(r);
    r->job->finished++;
    return fflush(stdout) == 0 && good;
}

/* ---- The command line ----------------------------------------------------------------------- */

/* An option with a list; false if it is none, or its list is missing or wrong. */
static bool read_listed(request *r, const char *name, const char *value) {
    static const struct {
        const char *name;
        bool (*read)(request *, slice);
    } own[] = {{"--heads", read_heads}, {"--measures", read_columns}};
    bool is_known, is_read = read_shared_list(&r->lists, name, value, &is_known);
    if (is_known) return is_read;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i].name) == 0) return value && own[i].read(r, slice_of(value));
    return false;
}

static bool takes_list(const char *word) {
    return strncmp(word, "--", 2) == 0 && strcmp(word, "--json") != 0 &&
           strcmp(word, "--csv") != 0 && strcmp(word, "--strict") != 0;
}

static int read_table_options(request *r, int count, char **words) {
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0)
            r->json = true;
        else if (strcmp(words[i], "--strict") == 0)
            r->job->strict = true;
        else if (takes_list(words[i])) {
            if (!read_listed(r, words[i], i + 1 < count ? words[i + 1] : NULL)) return MISUSED;
            i++;
        } else if (strcmp(words[i], "--csv") != 0)
            r->links++;
    }
    return r->links ? DONE : MISUSED;
}

/* What is told of a link names it where it is one of several. */
static bool take_word(request *r, const char *link) {
    size_t length = strlen(link);
    bool many = r->links > 1;
    bool good = many ? take_one_of(take_link, r, link, length) : take_link(r, link, length);
    hint_at_file(r->job, link);
    return good;
}

/* Where nothing is asked for: all components, and all measures. */
static void fill_usual(request *r) {
    for (int i = 0; i < 3; i++)
        r->lists.component[i] = r->lists.component[i] || !r->lists.has_component;
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
            good = each_link(take_link, &request) && good;
        else if (strncmp(words[i], "--", 2) != 0)
            good = take_word(&request, words[i]) && good;
    return good ? DONE : FAILED;
}
