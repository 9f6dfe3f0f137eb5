/* The command heads: every head of a model, a line each, or one for each change of it. */
#include "bring.h"
#include "effects.h"

#include "engine/params.h"
#include "engine/text.h"
#include "model/heads_own.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What was asked for. Where nothing is said of changes, texts or tokens, heads are measured as
 * nf_measure_head does. */
typedef struct request {
    job *job;
    effects effects;
    const char *link, *texts_path;
    bool json, csv, is_rising, is_measured;
    int sorted_by;                    /* a column; -1: as they are */
    char idle[1024], idle_json[1024]; /* the keys of the link that have no effect */
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
    return r->is_measured ? column != COLUMN_induction : column != COLUMN_spread;
}

/* ---- What of the link counts ---------------------------------------------------------------- */

static bool is_key_of(const char *keys, const char *key) {
    size_t length = strlen(key);
    const char *at = strstr(keys, key);
    return at && (at[length] == ' ' || at[length] == 0) && (at == keys || at[-1] == ' ');
}

/* Whether one of the operations takes a row: the mean over what, the seed of noise. */
static bool is_of_operation(const request *r, int row) {
    const lists *asked = &r->effects.asked;
    const char *key = nf_get_row(row)->key;
    if (row == P_eps) return false;
    for (int i = 0; i < asked->ops; i++)
        if (is_key_of(nf_get_operation(asked->op[i])->keys, key)) return true;
    return false;
}

static bool has_effect(const request *r, int row) {
    if (row >= P_text1 && row <= P_text3 && !r->texts_path) return true;
    if (row == P_source || row == P_model || row == P_begin) return true;
    return r->is_measured && is_of_operation(r, row);
}

static bool is_idle(const request *r, int row) {
    return nf_get_row(row)->part != NF_OF_VIEW && !has_default(&r->job->params, row) &&
           !has_effect(r, row);
}

/* Lists the keys that have no effect, and says them. */
static void find_idle(request *r) {
    nf_text plain = new_text(r->idle, sizeof r->idle);
    nf_text json = new_text(r->idle_json, sizeof r->idle_json);
    for (int row = 0; row < nf_rows(); row++) {
        if (!is_idle(r, row)) continue;
        put(&plain, plain.used ? ", " : "");
        put(&plain, nf_get_row(row)->key);
        put(&json, json.used ? "," : "");
        put_json_text(&json, nf_get_row(row)->key);
    }
    if (plain.used) say_sentence(WITHOUT_EFFECT, &(fill){.text = slice_of(r->idle)});
}

/* Leaves of the link what has an effect; texts that have none are read over. */
static void keep_effective(request *r) {
    nf_params usual, *params = &r->job->params;
    nf_defaults(&usual);
    for (int row = 0; row < nf_rows(); row++)
        if (!is_text(nf_get_row(row)) && !has_effect(r, row))
            memcpy(params->number[row], usual.number[row], sizeof usual.number[row]);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static slice text_at(const nf_params *p, int row) {
    return (slice){p->texts + p->start[row], p->length[row]};
}

static bool say_not_made(const nf_text *why) {
    tell("%s", why->at);
    return false;
}

/* The three texts of the link, each as a first one. */
static bool add_own_texts(request *r) {
    static nf_params link;
    byte_slice usual[3];
    char buffer[1024];
    lend_texts(r->job, usual);
    link = r->job->params;
    for (int i = 0; i < 3; i++) {
        nf_text why = new_text(buffer, sizeof buffer);
        slice text = text_at(&link, P_text1 + i);
        if (!text.length) text = (slice){usual[i].at, usual[i].length};
        if (add_text(&r->effects, text, &why) != ADDED) return say_not_made(&why);
    }
    return true;
}

/* A file of texts while it is read. */
typedef struct reading {
    request *request;
    int text; /* from 1 */
    bool stopped;
} reading;

static bool add_line(void *with, const char *line, size_t length) {
    reading *of = with;
    request *r = of->request;
    char buffer[1024];
    nf_text why = new_text(buffer, sizeof buffer);
    of->text++;
    if (of->stopped) return false;
    added done = add_text(&r->effects, (slice){line, length}, &why);
    of->stopped = done == NOT_MADE;
    if (of->stopped) return say_not_made(&why);
    if (done == ADDED) return true;
    fill of_text = {
        .whole = {of->text}, .text = slice_of(r->texts_path), .other = slice_of(buffer)};
    say_sentence(TEXT_LEFT_OUT, &of_text);
    return false;
}

/* Those of a file; false if any was left out, *any where there is one to go on with. */
static bool add_file(request *r, bool *any) {
    FILE *file = fopen(r->texts_path, "rb");
    reading with = {.request = r};
    *any = false;
    if (!file) {
        say_sentence(FILE_NOT_OPENED,
                     &(fill){.text = slice_of(r->texts_path), .other = slice_of(strerror(errno))});
        return false;
    }
    bool good = each_line_of(file, r->texts_path, NO_TEXT_IN_FILE, add_line, &with);
    fclose(file);
    *any = r->effects.texts > 0 && !with.stopped;
    return good;
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
    job *job = r->job;
    for (int i = 0; head_at(job, i, &head) == NF_OK && i < r->effects.lines; i++)
        fill_line(&r->effects.line[i], &head);
    return job->status == NF_OK || say_why(job) == DONE;
}

/* Fills the lines; *any is whether there are numbers to print. */
static bool measure(request *r, bool *any) {
    bool good = true;
    *any = start_effects(&r->effects);
    if (!*any) return false;
    if (!r->is_measured)
        *any = measure_as_trained(r);
    else if (r->texts_path)
        good = add_file(r, any);
    else
        *any = add_own_texts(r);
    finish_effects(&r->effects);
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
    head_line *line = r->effects.line;
    if (r->sorted_by < 0) return;
    for (int i = 0; i < r->effects.lines; i++) {
        double x = line[i].number[r->sorted_by];
        line[i].rank = isnan(x) ? -(double)INFINITY : r->is_rising ? -x : x;
        line[i].place = i;
    }
    qsort(line, (size_t)r->effects.lines, sizeof *line, by_rank);
}

/* ---- Printing ------------------------------------------------------------------------------- */

/* Up to here an epsilon is small: the paper's program has 1e-4, 1e-5 and 1e-10. */
static const double small_epsilon = 1e-3;

static bool is_factor(int op) { return nf_get_operation(op)->is_factor; }

/* Whether any line is what the paper ranks heads by. */
static bool names_ships(const request *r) {
    const effects *e = &r->effects;
    if (!r->is_measured) return isfinite(e->line[0].number[COLUMN_effect]);
    bool is_plain = !e->all_tokens && has_default(&r->job->params, P_response);
    for (int i = 0; i < e->lines && is_plain; i++)
        if (is_factor(e->line[i].change.op) && e->line[i].change.eps <= small_epsilon) return true;
    return false;
}

static void put_help(const request *r, int column, nf_text *out) {
    const effects *e = &r->effects;
    if (column == COLUMN_spread)
        put_sentence(out, SPREAD_MEASURE, NULL);
    else if (column == COLUMN_effect && r->is_measured)
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
    if (r->is_measured) printf("  %-5s  %-9s  %9s", "op", "component", "eps");
    for (int c = 0; c < HEAD_COLUMNS; c++)
        if (has_column(r, c)) printf("  %9s", columns[c].key);
    for (int i = 0; i < r->effects.lines; i++) {
        const head_line *line = &r->effects.line[i];
        printf("\n%5d %5d", line->layer, line->head);
        if (r->is_measured) print_change(&line->change);
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
    for (int i = 0; i < r->effects.lines; i++) {
        const head_line *line = &r->effects.line[i];
        printf("%s{\"layer\":%d,\"head\":%d", i ? ",\n" : "", line->layer, line->head);
        if (r->is_measured) print_change_json(&line->change);
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
    const effects *e = &r->effects;
    print_link(r->job);
    printf(",\"ignored\":[%s],\"unused\":[%s]", r->job->heard.json_buffer, r->idle_json);
    if (r->is_measured)
        printf(",\n\"texts\":%d,\"tokens\":\"%s\"", e->texts, e->all_tokens ? "all" : "last");
    else
        print_inputs(r->job);
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
    if (r->is_measured) fputs(",op,component,eps", stdout);
    for (int c = 0; c < HEAD_COLUMNS; c++)
        if (has_column(r, c)) printf(",%s", columns[c].key);
    puts(",remarks");
}

static void print_csv_line(const request *r, const head_line *line, const nf_text *remarks) {
    const change *change = &line->change;
    print_csv_field(r->job->canonical, strlen(r->job->canonical));
    printf(",%d,%d", line->layer, line->head);
    if (r->is_measured) {
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
    put(&remarks, r->job->heard.plain_buffer);
    if (r->idle[0]) put(&remarks, remarks.used ? "; " : "");
    if (r->idle[0]) put_sentence(&remarks, WITHOUT_EFFECT, &(fill){.text = slice_of(r->idle)});
    for (int i = 0; i < r->effects.lines; i++) print_csv_line(r, &r->effects.line[i], &remarks);
}

/* ---- A link --------------------------------------------------------------------------------- */

/* Whether the link's model is here; else why not is said. */
static bool has_model(request *r) {
    job *job = r->job;
    compute(job, 0);
    if (job->status != NF_OK) return say_why(job) == DONE;
    bool good = whole_of(&job->params, P_source) == SOURCE_MODEL;
    if (!good) say_sentence(NO_MODEL_IN_LINK, NULL);
    return good;
}

static bool is_allowed(const request *r) {
    bool good = !r->job->strict || !r->idle[0];
    if (!good) say_sentence(NOT_STRICT, NULL);
    return good;
}

static bool take_heads(void *with, const char *link, size_t length) {
    request *r = with;
    bool any = false;
    read_link(r->job, link, length);
    if (!accept_link(r->job)) return false;
    if (whole_of(&r->job->params, P_source) == SOURCE_MODEL) find_idle(r);
    if (!is_allowed(r)) return false;
    keep_effective(r);
    bool good = has_model(r) && measure(r, &any);
    if (any) sort_lines(r);
    if (any) r->json ? print_json(r) : r->csv ? print_csv(r) : print_lines(r);
    hide_progress();
    free(r->effects.line);
    r->effects.line = NULL;
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

static bool read_tokens(request *r, slice word) {
    r->effects.all_tokens = same_text(word.at, word.length, "all");
    return r->effects.all_tokens || same_text(word.at, word.length, "last") ||
           refuse_item(TOKENS_UNREAD, word, "");
}

/* An option with a word after it; false if it is none, or that word is missing or wrong. */
static bool read_valued(request *r, const char *name, const char *value, const char **sort) {
    bool is_known, is_read = read_shared_list(&r->effects.asked, name, value, &is_known);
    bool is_sort = strcmp(name, "--sort") == 0, is_texts = strcmp(name, "--texts") == 0;
    r->is_measured = r->is_measured || !is_sort;
    if (is_known || !value) return is_read;
    if (is_sort) *sort = value;
    if (is_texts) r->texts_path = value;
    bool is_tokens = strcmp(name, "--tokens") == 0;
    return is_sort || is_texts || (is_tokens && read_tokens(r, slice_of(value)));
}

/* An option alone. */
static bool read_flag(request *r, const char *name) {
    static const char *const names[] = {"--json", "--csv", "--rising", "--strict"};
    bool *const flags[] = {&r->json, &r->csv, &r->is_rising, &r->job->strict};
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
    usual_changes(&r->effects.asked);
    return r->link && (!sort || read_sort(r, slice_of(sort))) ? DONE : MISUSED;
}

int run_heads(job *job, int count, char **words) {
    static request request;
    request.job = request.effects.job = job;
    if (read_heads_options(&request, count, words) != DONE) return MISUSED;
    if (request.csv) print_csv_head(&request);
    return take_links(request.link, take_heads, &request);
}
