/* The commands that read many links: check and seal. */
#include "main.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A statement of the link, 1 to 8; its length is 0 if there is none. */
static const char *statement_of(const job *job, int number, size_t *length) {
    char key[] = {'a', 's', 'k', (char)('0' + number)};
    int row = nf_find(key, sizeof key);
    *length = job->params.length[row];
    return job->params.texts + job->params.start[row];
}

static bool asks_anything(const job *job) {
    size_t length = 0;
    for (int i = 1; i <= 8 && !length; i++) statement_of(job, i, &length);
    return length > 0;
}

typedef struct outcome {
    const char *status; /* reproduced, differs, unchecked or invalid */
    char why[1024];
} outcome;

/* What is wrong with a link that is not read whole; NULL of one that is. */
static const char *why_invalid(const job *job) {
    const char *remarks = job->heard.plain_buffer;
    if (job->link.readable && job->link.lossless) return NULL;
    return job->link.readable || strncmp(remarks, "link: ", 6) == 0 ? remarks : "there is no link in it";
}

static outcome judge_link(job *job) {
    outcome out = {"invalid", ""};
    nf_text why = new_text(out.why, sizeof out.why);
    if (why_invalid(job)) {
        put(&why, why_invalid(job));
        return out;
    }
    compute(job, NF_CHECK | (asks_anything(job) ? NF_MEASURES | NF_WEIGHTS : 0));
    if (job->status == NF_TOO_LARGE) compute(job, NF_CHECK | NF_MEASURES); /* the check needs no cells to be kept */
    out.status = "unchecked";
    if (job->status != NF_OK) put(&why, nf_why(job->engine));
    else if (!job->link.has_check) put(&why, "it has no check; computed: "), nf_print_check(nf_check(job->engine), &why);
    else if (nf_check(job->engine) == job->link.check) out.status = "reproduced";
    else {
        out.status = "differs";
        put(&why, "it says "), nf_print_check(job->link.check, &why);
        put(&why, ", computed: "), nf_print_check(nf_check(job->engine), &why);
    }
    if (job->heard.plain_buffer[0]) put(&why, out.why[0] ? "; " : ""), put(&why, job->heard.plain_buffer);
    return out;
}

enum { SHOWN_MAX = 2100 }; /* bytes of a line that are shown; every link that is written fits */

/* Somebody's text, safe for a terminal: tabs are spaces, other control characters and bytes that are not UTF-8 question
 * marks. Returns how many characters were printed. */
static int print_plain(const char *text, size_t length, bool double_quotes) {
    size_t shown = length < SHOWN_MAX ? length : SHOWN_MAX;
    int characters = 0;
    for (size_t i = 0, step; i < shown; i += step, characters++) {
        size_t bytes = utf8_length(text + i, length - i);
        step = bytes ? bytes : 1;
        if (double_quotes && text[i] == '"') putchar('"');
        if (!bytes || (unsigned char)text[i] < 0x20 || text[i] == 0x7f) putchar(text[i] == '\t' ? ' ' : '?');
        else fwrite(text + i, 1, bytes, stdout);
    }
    if (shown < length) fputs("...", stdout);
    return characters;
}

/* A field as CSV has it: in quotes, with quotes doubled; an apostrophe keeps spreadsheets from running it. */
static void print_csv_field(const char *text, size_t length) {
    putchar('"');
    if (length && strchr("=+-@", text[0])) putchar('\'');
    print_plain(text, length, true);
    putchar('"');
}

/* ---- Who: the words beside a link ------------------------------------------------------------------------------ */

static bool is_between_words(char c) { return (c >= 0 && c <= ' ') || strchr(",\"<>()[]|", c); }

/* Parts of links and addresses have signs that names have not. */
static bool is_of_link(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (strchr(";=/%#", word[i]) || (i == 0 && word[i] == '&')) return true;
    return false;
}

static bool is_any_letter(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(".:-*_'`!?", word[i])) return true;
    return false;
}

/* Of a line, the words that belong to no link: a name, a date, a number. */
static void put_who(nf_text *out, const char *line, size_t length) {
    for (size_t from = 0, to; from < length; from = to + 1) {
        for (to = from; to < length && !is_between_words(line[to]);) to++;
        if (to - from == length) return; /* all of it is the link */
        if (is_of_link(line + from, to - from) || !is_any_letter(line + from, to - from)) continue;
        if (out->used) put_char(out, ' ');
        put_bytes(out, line + from, to - from);
    }
    while (out->used && out->used < out->capacity && out->at[out->used - 1] == ':') out->at[--out->used] = 0;
}

/* ---- A line of the table --------------------------------------------------------------------------------------- */

/* How many there were of what, for the line below a table. */
typedef struct counts {
    int lines, status[4], statement[8][3];
} counts;

static const char *const statuses[] = {"reproduced", "differs", "unchecked", "invalid"};
static const char *const verdicts[] = {"fails", "holds", "unknown"};

static void count_status(counts *counts, const char *status) {
    counts->lines++;
    for (int i = 0; i < 4; i++) counts->status[i] += strcmp(status, statuses[i]) == 0;
}

static void print_place(int panel) {
    if (panel < NF_PANELS) printf("p%d%d", panel / 3 + 1, panel % 3 + 1);
    else printf("b%d", panel - NF_PANELS + 1);
}

static void print_verdict(const nf_verdict *verdict) {
    printf("%s", verdicts[verdict->holds]);
    if (verdict->holds == NF_UNKNOWN) printf(": %s", verdict->why);
    else printf(" (%.6g against %.6g at ", verdict->number, verdict->bound), print_place(verdict->panel), putchar(')');
}

static void print_statements(job *job, counts *counts, bool csv) {
    size_t length;
    for (int i = 1, any = 0; i <= 8; i++) {
        const char *statement = statement_of(job, i, &length);
        if (csv) putchar(',');
        if (!length || job->status != NF_OK) continue;
        nf_verdict verdict = nf_ask(job->engine, statement, length, 0);
        counts->statement[i - 1][verdict.holds]++;
        if (!csv) printf("%sask%d %.*s ", any++ ? "; " : "", i, (int)length, statement);
        print_verdict(&verdict);
    }
}

/* The link as it was read, with the check it came with; what cannot be read, as it is. */
static nf_text link_of(const job *job, const char *line, size_t length) {
    static char buffer[4 * NF_LINK_MAX + 32];
    nf_text text = new_text(buffer, sizeof buffer);
    bool readable = job->link.readable && job->link.lossless;
    readable ? put(&text, job->canonical) : put_bytes(&text, line, length < SHOWN_MAX ? length : SHOWN_MAX);
    if (readable && job->link.has_check) put(&text, ";check="), nf_print_check(job->link.check, &text);
    return text;
}

enum { WHO_WIDTH = 20 };

static void print_row(job *job, counts *counts, const outcome *out, const nf_text *who, const nf_text *link) {
    printf("%-10s\t", out->status);
    for (int width = print_plain(who->at, strlen(who->at), false); width < WHO_WIDTH; width++) putchar(' ');
    putchar('\t'), print_statements(job, counts, false);
    putchar('\t'), print_plain(out->why, strlen(out->why), false);
    putchar('\t'), print_plain(link->at, link->used, false), putchar('\n');
}

static void print_csv_row(job *job, counts *counts, const outcome *out, const nf_text *who, const nf_text *link) {
    print_csv_field(out->status, strlen(out->status)), putchar(',');
    print_csv_field(who->at, strlen(who->at)), putchar(',');
    print_csv_field(link->at, link->used), putchar(',');
    print_csv_field(out->why, strlen(out->why)), print_statements(job, counts, true), putchar('\n');
}

typedef struct line_work {
    bool seal, csv;
    counts counts;
} line_work;

static bool check_line(job *job, line_work *work, const char *line, size_t length) {
    char buffer[80];
    nf_text who = new_text(buffer, sizeof buffer);
    read_link(job, line, length);
    job->status = NF_NO_FIGURE;
    outcome out = judge_link(job);
    nf_text link = link_of(job, line, length);
    put_who(&who, line, length);
    count_status(&work->counts, out.status);
    (work->csv ? print_csv_row : print_row)(job, &work->counts, &out, &who, &link);
    return strcmp(out.status, "differs") != 0 && strcmp(out.status, "invalid") != 0;
}

/* Below a table of more than one line, and not in it: how many there were of what. */
static void print_counts(const counts *counts) {
    fprintf(stderr, "%d lines:", counts->lines);
    for (int i = 0, any = 0; i < 4; i++)
        if (counts->status[i]) fprintf(stderr, "%s %d %s", any++ ? "," : "", counts->status[i], statuses[i]);
    for (int i = 0; i < 8; i++) {
        const int *of = counts->statement[i];
        if (of[0] + of[1] + of[2]) fprintf(stderr, "; ask%d holds in %d, fails in %d", i + 1, of[NF_HOLDS], of[NF_FAILS]);
        if (of[NF_UNKNOWN]) fprintf(stderr, ", is unknown in %d", of[NF_UNKNOWN]);
    }
    fputs("\n", stderr);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static const char *why_unsealed(job *job) {
    if (why_invalid(job)) return why_invalid(job);
    compute(job, NF_CHECK);
    return job->status == NF_OK ? NULL : nf_why(job->engine);
}

static bool seal_line(job *job, const char *link, size_t length) {
    read_link(job, link, length);
    const char *why = why_unsealed(job);
    if (why) {
        fprintf(stderr, "ninefold: \"%.*s\" is not sealed: %s\n", length < 200 ? (int)length : 200, link, why);
        return false;
    }
    uint64_t check = nf_check(job->engine);
    say_remarks(job);
    printf("%s;check=%016llx\n", job->canonical, (unsigned long long)check);
    if (!job->link.has_check || job->link.check == check) return true;
    fprintf(stderr, "ninefold: the check was %016llx and is %016llx now.\n", (unsigned long long)job->link.check, (unsigned long long)check);
    return false;
}

static bool do_line(job *job, line_work *work, const char *line, size_t length) {
    return work->seal ? seal_line(job, line, length) : check_line(job, work, line, length);
}

/* A line of any length from standard input, without its end; NULL where there is none, or no memory for it. */
static char *next_line(char **memory, size_t *capacity, size_t *length) {
    int c = getchar();
    for (*length = 0; c != '\n' && c != EOF; c = getchar()) {
        if (*length == *capacity) {
            char *longer = realloc(*memory, *capacity = 2 * *capacity + 256);
            if (!longer) {
                fputs("ninefold: there is no memory for so long a line.\n", stderr);
                return NULL;
            }
            *memory = longer;
        }
        (*memory)[(*length)++] = (char)c;
    }
    if (c == EOF && *length == 0) return NULL;
    while (*length && ((*memory)[*length - 1] == '\r' || (*memory)[*length - 1] == ' ')) --*length;
    return *memory;
}

/* As some systems save text: every second byte is 0. */
static bool is_utf16(const char *line, size_t length) {
    return length >= 2 && (memcmp(line, "\xff\xfe", 2) == 0 || memcmp(line, "\xfe\xff", 2) == 0);
}

/* Empty lines are passed over. */
static bool do_input(job *job, line_work *work) {
    char *memory = malloc(256), *line;
    size_t capacity = 256, length;
    bool good = memory != NULL, first = true;
    for (; memory && (line = next_line(&memory, &capacity, &length)) != NULL; first = false) {
        if (first && is_utf16(line, length)) {
            fputs("ninefold: the input is text in UTF-16; please save it as UTF-8.\n", stderr);
            good = false;
            break;
        }
        if (length) good = do_line(job, work, line, length) && good;
    }
    free(memory);
    return good && !ferror(stdin);
}

int run_lines(job *job, int count, char **words, bool seal) {
    line_work work = {.seal = seal};
    bool good = true, any = false;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--csv") == 0 && !seal) work.csv = true;
        else if (strncmp(words[i], "--", 2) == 0) return MISUSED;
        else any = true;
    if (!any) return MISUSED;
    if (work.csv) puts("status,who,link,why,ask1,ask2,ask3,ask4,ask5,ask6,ask7,ask8");
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--csv") == 0) continue;
        if (strcmp(words[i], "-") == 0) good = do_input(job, &work) && good;
        else good = do_line(job, &work, words[i], strlen(words[i])) && good;
    }
    if (work.counts.lines > 1) fflush(stdout), print_counts(&work.counts);
    return good ? DONE : FAILED;
}
