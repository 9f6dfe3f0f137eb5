/* The command group: heads that together move what a model says next, found one after the other.
 * Each time the head is taken that moves it most, with those that were taken before. */
#include "measuring.h"

#include "engine/also.h"
#include "engine/params.h"
#include "engine/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_MAX = ALSO_MAX + 1, USUAL_SIZE = 5 };

/* A head that was taken, and what the group does then. */
typedef struct member {
    also_head head;
    double effect, spread;
    char link[4 * NF_LINK_MAX]; /* of the figure in which all of them change */
} member;

typedef struct search {
    measuring of;
    const char *link;
    bool json, csv;
    int size;        /* how many heads are to be found */
    nf_params asked; /* what of the link has an effect */
    also_head taken[GROUP_MAX];
    int count, given; /* of these; the first are those of the link */
    int found;        /* members */
    member member[GROUP_MAX];
} search;

/* ---- Searching ------------------------------------------------------------------------------ */

static bool is_taken(const search *s, int layer, int head) {
    for (int i = 0; i < s->count; i++)
        if (layer_of(s->taken[i]) == layer && place_of(s->taken[i]) == head) return true;
    return false;
}

/* The link's settings, with the heads that were taken as those that change too. */
static void change_taken(search *s) {
    char list[ALSO_MAX * sizeof "255.255"];
    nf_text spelled = new_text(list, sizeof list);
    put_also(&spelled, s->taken, s->count);
    s->of.job->params = s->asked;
    nf_set(&s->of.job->params, P_also, list, spelled.used, NULL);
}

static void leave_out_taken(search *s) {
    effects *e = &s->of.effects;
    for (int i = 0; i < e->lines; i++)
        e->line[i].is_left_out = is_taken(s, e->line[i].layer, e->line[i].head);
}

/* The head that moves the prediction most; one whose effect is no number is none. */
static const head_line *largest(const effects *e) {
    const head_line *best = NULL;
    for (int i = 0; i < e->lines; i++) {
        const head_line *line = &e->line[i];
        double effect = line->number[COLUMN_effect];
        if (line->is_left_out || effect != effect) continue;
        if (!best || effect > best->number[COLUMN_effect]) best = line;
    }
    return best;
}

static void take(search *s, const head_line *line) {
    member *to = &s->member[s->found++];
    nf_params *params = &s->of.job->params;
    nf_text link = new_text(to->link, sizeof to->link);
    to->head = (also_head)(line->layer << 8 | line->head);
    to->effect = line->number[COLUMN_effect];
    to->spread = line->number[COLUMN_spread];
    change_taken(s);
    double eps = line->change.eps;
    set_change(params, line, (double[]){eps, eps, eps});
    nf_encode(params, &link);
    s->taken[s->count++] = to->head;
}

/* One more head; *any is false where there is none left, or no number. */
static bool search_one(search *s, bool *any) {
    change_taken(s);
    *any = start_effects(&s->of.effects);
    if (!*any) return false;
    leave_out_taken(s);
    bool good = measure_texts(&s->of, any);
    const head_line *best = *any ? largest(&s->of.effects) : NULL;
    *any = best != NULL;
    if (best) take(s, best);
    free(s->of.effects.line);
    s->of.effects.line = NULL;
    return good;
}

/* ---- Printing ------------------------------------------------------------------------------- */

static void put_note(nf_text *out) { put_sentence(out, IS_NO_SAHARA, NULL); }

static void print_table(const search *s) {
    char buffer[600];
    puts("step  layer  head     effect     spread  link");
    for (int i = 0; i < s->found; i++) {
        const member *m = &s->member[i];
        printf("%4d  %5d  %4d  %9.4f", i + 1, layer_of(m->head), place_of(m->head), m->effect);
        isnan(m->spread) ? (void)fputs("          -", stdout) : (void)printf("  %9.4f", m->spread);
        fputs("  ", stdout);
        print_plain(stdout, m->link, strlen(m->link));
        putchar('\n');
    }
    const effects *e = &s->of.effects;
    nf_text text = new_text(buffer, sizeof buffer);
    put_sentence(&text, e->all_tokens ? GROUP_MOVES_ALL : GROUP_MOVES_LAST,
                 &(fill){.whole = {e->texts}});
    printf("effect  %s\n", buffer);
    text = new_text(buffer, sizeof buffer);
    put_note(&text);
    puts(buffer);
}

static void print_json_members(const search *s) {
    for (int i = 0; i < s->found; i++) {
        const member *m = &s->member[i];
        printf("%s{\"layer\":%d,\"head\":%d,\"effect\":", i ? ",\n" : "", layer_of(m->head),
               place_of(m->head));
        print_number(m->effect);
        fputs(",\"spread\":", stdout);
        print_number(m->spread);
        fputs(",\"link\":", stdout);
        print_json_text(m->link);
        putchar('}');
    }
}

static void print_json(const search *s) {
    char buffer[600];
    nf_text note = new_text(buffer, sizeof buffer);
    put_note(&note);
    print_link(s->of.job);
    printf(",\"ignored\":[%s],\"unused\":[%s]", s->of.job->heard.json_buffer, s->of.idle_json);
    printf(",\n\"texts\":%d,\"tokens\":\"%s\",\"note\":", s->of.effects.texts,
           s->of.effects.all_tokens ? "all" : "last");
    print_json_text(buffer);
    fputs(",\n\"group\":[\n", stdout);
    print_json_members(s);
    fputs("]}\n", stdout);
}

static void print_csv(const search *s) {
    char buffer[2048];
    nf_text remarks = new_text(buffer, sizeof buffer);
    put_measured_remarks(&s->of, &remarks);
    for (int i = 0; i < s->found; i++) {
        const member *m = &s->member[i];
        print_csv_field(s->of.job->canonical, strlen(s->of.job->canonical));
        printf(",%d,%d,%d,", i + 1, layer_of(m->head), place_of(m->head));
        print_number(m->effect);
        putchar(',');
        if (!isnan(m->spread)) print_number(m->spread);
        putchar(',');
        print_csv_field(m->link, strlen(m->link));
        putchar(',');
        if (remarks.used) print_csv_field(buffer, remarks.used);
        putchar('\n');
    }
}

/* ---- A link --------------------------------------------------------------------------------- */

static bool take_group(void *with, const char *link, size_t length) {
    search *s = with;
    bool good = true, any = true;
    if (!accept_measured(&s->of, link, length)) return false;
    s->asked = s->of.job->params;
    s->count = s->given = also_of(&s->asked, s->taken);
    s->found = 0;
    if (s->given + s->size > GROUP_MAX) {
        say_sentence(GROUP_TOO_LARGE, &(fill){.whole = {s->size, s->given, GROUP_MAX}});
        return false;
    }
    while (s->found < s->size && any) good = search_one(s, &any) && good;
    if (s->found) s->json ? print_json(s) : s->csv ? print_csv(s) : print_table(s);
    hide_progress();
    return fflush(stdout) == 0 && good && s->found > 0;
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool read_size(search *s, const char *value) {
    double size = 0;
    if (!value) return false;
    bool good = read_number(value, strlen(value), &size) && size >= 1 &&
                size <= (double)GROUP_MAX && size == (double)(int)size;
    s->size = (int)size;
    return good || refuse_item(SIZE_UNREAD, slice_of(value), "");
}

static bool read_flag(search *s, const char *name) {
    static const char *const names[] = {"--json", "--csv", "--strict"};
    bool *const flags[] = {&s->json, &s->csv, &s->of.job->strict};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *flags[i] = true;
        return true;
    }
    return false;
}

/* One change, which all of them have. */
static bool has_one_change(const lists *asked) {
    int components = 0;
    for (int i = 0; i < COMPONENTS; i++) components += asked->component[i];
    if (components == 1 && asked->ops == 1 && asked->epsilons <= 1) return true;
    say_sentence(ONE_CHANGE, NULL);
    return false;
}

static int read_options(search *s, int count, char **words) {
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(words[i], "--", 2) == 0, is_known;
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!is_option && s->link) return MISUSED;
        if (!is_option) s->link = words[i];
        if (!is_option || read_flag(s, words[i])) continue;
        bool is_size = strcmp(words[i], "--size") == 0;
        bool is_read = is_size ? read_size(s, value)
                               : read_measured_option(&s->of, words[i], value, &is_known);
        if (!is_read) return MISUSED;
        i++;
    }
    usual_changes(&s->of.effects.asked);
    return s->link && has_one_change(&s->of.effects.asked) ? DONE : MISUSED;
}

int run_group(job *job, int count, char **words) {
    static search search;
    search.of.job = search.of.effects.job = job;
    search.of.is_measured = true;
    search.size = USUAL_SIZE;
    if (read_options(&search, count, words) != DONE) return MISUSED;
    if (search.csv) puts("link,step,layer,head,effect,spread,figure,remarks");
    return take_links(search.link, take_group, &search);
}
