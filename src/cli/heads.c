/* The command heads: every head of a model, a line each, or one for each change of it. */
#include "bring.h"
#include "measuring.h"

#include "engine/params.h"
#include "engine/text.h"
#include "model/heads_own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What was asked for. Where nothing is said of changes, texts or tokens, heads are measured as
 * nf_measure_head does. */
typedef struct request {
    measuring of;
    const char *link;
    bool json, csv, is_rising;
    int sorted_by; /* a column; -1: as they are */
} request;

static const struct {
    const char *key, *help;
} columns[] = {
#define X(key, text) {#key, text},
    NF_HEAD_MEASURES(X)
#undef X
        {"spread", ""}};

/* The columns that there are: changes are measured without induction, which no text changes. */
static bool has_column(const request *r, int column) {
    return r->of.is_measured ? column != COLUMN_induction : column != COLUMN_spread;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* Head `index` of all, layer by layer. A model that is read through goes on to the layer first. */
static nf_status head_at(job *job, int index, nf_head *head) {
    if (job->engine != job->own) return nf_measure_head(job->engine, index, head);
    const description *d = &job->own_model->description;
    int layer = index / d->heads;
    if (layer >= d->layers) return NF_NO_DATA;
    if (index % d->heads == 0) {
        set_whole(&job->params, P_layer, layer);
        compute(job, 0);
    }
    return job->status == NF_OK ? measure_own_head(job->engine, index % d->heads, head)
                                : job->status;
}

static void fill_line(head_line *line, const nf_head *head) {
    *line = (head_line){.layer = head->layer, .head = head->head};
#define X(key, text) line->number[COLUMN_##key] = head->key;
    NF_HEAD_MEASURES(X)
#undef X
}

/* Every head on the link's three texts, once and for all lines. */
static bool measure_as_trained(request *r) {
    nf_head head;
    job *job = r->of.job;
    for (int i = 0; head_at(job, i, &head) == NF_OK && i < r->of.effects.lines; i++)
        fill_line(&r->of.effects.line[i], &head);
    return job->status == NF_OK || say_why(job) == DONE;
}

/* Fills the lines; *any is whether there are numbers to print. */
static bool measure(request *r, bool *any) {
    bool good = true;
    *any = start_effects(&r->of.effects);
    if (!*any) return false;
    if (r->of.is_measured)
        good = measure_texts(&r->of, any);
    else
        *any = measure_as_trained(r);
    return good && *any;
}

static int by_rank(const void *a, const void *b) {
    const head_line *first = a, *second = b;
    if (first->rank > second->rank) return -1;
    if (first->rank < second->rank) return 1;
    return first->place - second->place;
}

/* Those without a number come last. */
static void sort_lines(const request *r) {
    head_line *line = r->of.effects.line;
    if (r->sorted_by < 0) return;
    for (int i = 0; i < r->of.effects.lines; i++) {
        double x = line[i].number[r->sorted_by];
        line[i].rank = isnan(x) ? -(double)INFINITY : r->is_rising ? -x : x;
        line[i].place = i;
    }
    qsort(line, (size_t)r->of.effects.lines, sizeof *line, by_rank);
}

/* ---- Printing ------------------------------------------------------------------------------- */

/* Up to here an epsilon is small: the paper's program has 1e-4, 1e-5 and 1e-10. */
static const double small_epsilon = 1e-3;

static bool is_factor(int op) { return nf_get_operation(op)->is_factor; }

/* Whether any line is what the paper ranks heads by. */
static bool names_ships(const request *r) {
    const effects *e = &r->of.effects;
    if (!r->of.is_measured) return isfinite(e->line[0].number[COLUMN_effect]);
    bool is_plain = !e->all_tokens && has_default(&r->of.job->params, P_response);
    for (int i = 0; i < e->lines && is_plain; i++)
        if (is_factor(e->line[i].change.op) && e->line[i].change.eps <= small_epsilon) return true;
    return false;
}

static void put_help(const request *r, int column, nf_text *out) {
    const effects *e = &r->of.effects;
    if (column == COLUMN_spread)
        put_sentence(out, SPREAD_MEASURE, NULL);
    else if (column == COLUMN_effect && r->of.is_measured)
        put_sentence(out, e->all_tokens ? MOVES_ALL : MOVES_LAST, &(fill){.whole = {e->texts}});
    else
        put(out, columns[column].help);
}

static void print_helps(const request *r) {
    char buffer[512];
    for (int c = 0; c < HEAD_COLUMNS; c++) {
        nf_text help = new_text(buffer, sizeof buffer);
        if (!has_column(r, c)) continue;
        put_help(r, c, &help);
        printf("%-9s  %s\n", columns[c].key, buffer);
    }
    nf_text ships = new_text(buffer, sizeof buffer);
    put_sentence(&ships, NAMES_SHIPS, NULL);
    if (names_ships(r)) puts(buffer);
}

static void print_measure(double x) {
    if (isnan(x))
        printf("  %9s", "-");
    else
        printf("  %9.4f", x);
}

static void print_change(const change *change) {
    char buffer[40];
    nf_text eps = new_text(buffer, sizeof buffer);
    if (!isnan(change->eps)) put_number(&eps, change->eps);
    printf("  %-5s  %-9s  %9s", nf_get_operation(change->op)->key,
           component_words[change->component], eps.used ? buffer : "-");
}

static void print_lines(const request *r) {
    fputs("layer  head", stdout);
    if (r->of.is_measured) printf("  %-5s  %-9s  %9s", "op", "component", "eps");
    for (int c = 0; c < HEAD_COLUMNS; c++)
        if (has_column(r, c)) printf("  %9s", columns[c].key);
    for (int i = 0; i < r->of.effects.lines; i++) {
        const head_line *line = &r->of.effects.line[i];
        printf("\n%5d %5d", line->layer, line->head);
        if (r->of.is_measured) print_change(&line->change);
        for (int c = 0; c < HEAD_COLUMNS; c++)
            if (has_column(r, c)) print_measure(line->number[c]);
    }
    putchar('\n');
    print_helps(r);
}

static void print_change_json(const change *change) {
    printf(",\"op\":\"%s\",\"component\":\"%s\",\"eps\":", nf_get_operation(change->op)->key,
           component_words[change->component]);
    print_number(change->eps);
}

static void print_lines_json(const request *r) {
    for (int i = 0; i < r->of.effects.lines; i++) {
        const head_line *line = &r->of.effects.line[i];
        printf("%s{\"layer\":%d,\"head\":%d", i ? ",\n" : "", line->layer, line->head);
        if (r->of.is_measured) print_change_json(&line->change);
        for (int c = 0; c < HEAD_COLUMNS; c++) {
            if (!has_column(r, c)) continue;
            printf(",\"%s\":", columns[c].key);
            print_number(line->number[c]);
        }
        putchar('}');
    }
}

static void print_json(const request *r) {
    char buffer[512];
    const effects *e = &r->of.effects;
    print_link(r->of.job);
    printf(",\"ignored\":[%s],\"unused\":[%s]", r->of.job->heard.json_buffer, r->of.idle_json);
    if (r->of.is_measured)
        printf(",\n\"texts\":%d,\"tokens\":\"%s\"", e->texts, e->all_tokens ? "all" : "last");
    else
        print_inputs(r->of.job);
    nf_text ships = new_text(buffer, sizeof buffer);
    put_sentence(&ships, NAMES_SHIPS, NULL);
    fputs(",\n\"ranking\":", stdout);
    names_ships(r) ? print_json_text(buffer) : (void)fputs("null", stdout);
    fputs(",\n\"heads\":[\n", stdout);
    print_lines_json(r);
    fputs("]}\n", stdout);
}

static void print_csv_number(double x) {
    putchar(',');
    if (!isnan(x)) print_number(x);
}

static void print_csv_head(const request *r) {
    fputs("link,layer,head", stdout);
    if (r->of.is_measured) fputs(",op,component,eps", stdout);
    for (int c = 0; c < HEAD_COLUMNS; c++)
        if (has_column(r, c)) printf(",%s", columns[c].key);
    puts(",remarks");
}

static void print_csv_line(const request *r, const head_line *line, const nf_text *remarks) {
    const change *change = &line->change;
    print_csv_field(r->of.job->canonical, strlen(r->of.job->canonical));
    printf(",%d,%d", line->layer, line->head);
    if (r->of.is_measured) {
        printf(",%s,%s", nf_get_operation(change->op)->key, component_words[change->component]);
        print_csv_number(change->eps);
    }
    for (int c = 0; c < HEAD_COLUMNS; c++)
        if (has_column(r, c)) print_csv_number(line->number[c]);
    putchar(',');
    if (remarks->used) print_csv_field(remarks->at, remarks->used);
    putchar('\n');
}

static void print_csv(const request *r) {
    char buffer[2048];
    nf_text remarks = new_text(buffer, sizeof buffer);
    put_measured_remarks(&r->of, &remarks);
    for (int i = 0; i < r->of.effects.lines; i++)
        print_csv_line(r, &r->of.effects.line[i], &remarks);
}

/* ---- A link --------------------------------------------------------------------------------- */

static bool take_heads(void *with, const char *link, size_t length) {
    request *r = with;
    bool any = false;
    if (!accept_measured(&r->of, link, length)) return false;
    bool good = measure(r, &any);
    if (any) sort_lines(r);
    if (any) r->json ? print_json(r) : r->csv ? print_csv(r) : print_lines(r);
    hide_progress();
    free(r->of.effects.line);
    r->of.effects.line = NULL;
    return fflush(stdout) == 0 && good;
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool read_sort(request *r, slice key) {
    char buffer[100];
    nf_text allowed = new_text(buffer, sizeof buffer);
    for (r->sorted_by = 0; r->sorted_by < HEAD_COLUMNS; r->sorted_by++) {
        const char *name = columns[r->sorted_by].key;
        if (!has_column(r, r->sorted_by)) continue;
        if (same_text(key.at, key.length, name)) return true;
        put(&allowed, allowed.used ? " " : "");
        put(&allowed, name);
    }
    return refuse_item(SORT_UNREAD, key, buffer);
}

/* An option with a word after it; false if it is none, or that word is missing or wrong. */
static bool read_valued(request *r, const char *name, const char *value, const char **sort) {
    bool is_sort = strcmp(name, "--sort") == 0, is_known;
    if (is_sort) *sort = value;
    if (is_sort) return value != NULL;
    r->of.is_measured = true;
    return read_measured_option(&r->of, name, value, &is_known);
}

/* An option alone. */
static bool read_flag(request *r, const char *name) {
    static const char *const names[] = {"--json", "--csv", "--rising", "--strict"};
    bool *const flags[] = {&r->json, &r->csv, &r->is_rising, &r->of.job->strict};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *flags[i] = true;
        return true;
    }
    return false;
}

static int read_heads_options(request *r, int count, char **words) {
    const char *sort = NULL;
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(words[i], "--", 2) == 0;
        if (!is_option && r->link) return MISUSED;
        if (!is_option) r->link = words[i];
        if (!is_option || read_flag(r, words[i])) continue;
        if (!read_valued(r, words[i], i + 1 < count ? words[i + 1] : NULL, &sort)) return MISUSED;
        i++;
    }
    r->sorted_by = -1;
    usual_changes(&r->of.effects.asked);
    return r->link && (!sort || read_sort(r, slice_of(sort))) ? DONE : MISUSED;
}

int run_heads(job *job, int count, char **words) {
    static request request;
    request.of.job = request.of.effects.job = job;
    if (read_heads_options(&request, count, words) != DONE) return MISUSED;
    if (request.csv) print_csv_head(&request);
    return take_links(request.link, take_heads, &request);
}
