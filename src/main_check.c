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

static outcome judge_link(job *job) {
    outcome out = {"invalid", ""};
    nf_text why = new_text(out.why, sizeof out.why);
    if (!job->link.readable || !job->link.lossless) {
        put(&why, job->heard.plain_buffer[0] ? job->heard.plain_buffer : "there is no link in it");
        return out;
    }
    compute(job, NF_CHECK | (asks_anything(job) ? NF_MEASURES | NF_WEIGHTS : 0));
    if (job->status == NF_TOO_LARGE) compute(job, NF_CHECK | NF_MEASURES); /* the check needs no cells to be kept */
    out.status = "unchecked";
    if (job->status != NF_OK) put(&why, nf_why(job->engine));
    else if (!job->link.has_check) put(&why, "it has no check; computed: "), nf_print_check(nf_check(job->engine), &why);
    else if (nf_check(job->engine) == job->link.check) {
        out.status = "reproduced";
        put(&why, "the same weights and outputs, bit for bit");
    } else {
        out.status = "differs";
        put(&why, "it says "), nf_print_check(job->link.check, &why);
        put(&why, ", computed: "), nf_print_check(nf_check(job->engine), &why);
    }
    if (job->heard.plain_buffer[0]) put(&why, "; "), put(&why, job->heard.plain_buffer);
    return out;
}

enum { SHOWN_MAX = 2100 }; /* bytes of a line that are shown; every link that is written fits */

/* Somebody's text, safe for a terminal: control characters and bytes that are not UTF-8 are question marks. */
static void print_plain(const char *text, size_t length, bool double_quotes) {
    size_t shown = length < SHOWN_MAX ? length : SHOWN_MAX;
    for (size_t i = 0, step; i < shown; i += step) {
        size_t bytes = utf8_length(text + i, length - i);
        step = bytes ? bytes : 1;
        if (double_quotes && text[i] == '"') putchar('"');
        if (!bytes || (unsigned char)text[i] < 0x20 || text[i] == 0x7f) putchar('?');
        else fwrite(text + i, 1, bytes, stdout);
    }
    if (shown < length) fputs("...", stdout);
}

/* A field as CSV has it: in quotes, with quotes doubled; an apostrophe keeps spreadsheets from running it. */
static void print_csv_field(const char *text, size_t length) {
    putchar('"');
    if (length && strchr("=+-@", text[0])) putchar('\'');
    print_plain(text, length, true);
    putchar('"');
}

static void print_place(int panel) {
    if (panel < NF_PANELS) printf("p%d%d", panel / 3 + 1, panel % 3 + 1);
    else printf("b%d", panel - NF_PANELS + 1);
}

static void print_statement(job *job, int number, bool csv) {
    static const char *const words[] = {"fails", "holds", "unknown"};
    size_t length;
    const char *statement = statement_of(job, number, &length);
    if (csv) putchar(',');
    if (!length || job->status != NF_OK) return;
    nf_verdict verdict = nf_ask(job->engine, statement, length, 0);
    if (!csv) printf("\task%d %.*s ", number, (int)length, statement);
    printf("%s", words[verdict.holds]);
    if (verdict.holds == NF_UNKNOWN) printf(": %s", verdict.why);
    else printf(" (%.6g against %.6g at ", verdict.number, verdict.bound), print_place(verdict.panel), printf(")");
}

static bool check_line(job *job, const char *link, size_t length, bool csv) {
    read_link(job, link, length);
    job->status = NF_NO_FIGURE;
    outcome out = judge_link(job);
    if (csv) print_csv_field(out.status, strlen(out.status));
    else printf("%s", out.status);
    putchar(csv ? ',' : ' ');
    csv ? print_csv_field(link, length) : print_plain(link, length, false);
    printf(csv ? "," : "\t");
    csv ? print_csv_field(out.why, strlen(out.why)) : (void)printf("%s", out.why);
    for (int i = 1; i <= 8; i++) print_statement(job, i, csv);
    putchar('\n');
    return strcmp(out.status, "differs") != 0 && strcmp(out.status, "invalid") != 0;
}

static const char *why_unsealed(job *job) {
    if (!job->link.readable || !job->link.lossless)
        return job->heard.plain_buffer[0] ? job->heard.plain_buffer : "there is no link in it";
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
    printf("%s;check=%016llx\n", job->canonical, (unsigned long long)check);
    if (!job->link.has_check || job->link.check == check) return true;
    fprintf(stderr, "ninefold: the check was %016llx and is %016llx now.\n", (unsigned long long)job->link.check, (unsigned long long)check);
    return false;
}

typedef struct line_work {
    bool seal, csv;
} line_work;

static bool do_line(job *job, const line_work *work, const char *link, size_t length) {
    return work->seal ? seal_line(job, link, length) : check_line(job, link, length, work->csv);
}

/* Lines of any length; empty ones are passed over. */
static bool do_input(job *job, const line_work *work) {
    char *line = NULL;
    size_t length = 0, capacity = 0;
    bool good = true;
    for (int c = 0; c != EOF;) {
        c = getchar();
        if (c != '\n' && c != EOF) {
            if (length == capacity) {
                char *longer = realloc(line, capacity = 2 * capacity + 256);
                if (!longer) {
                    fputs("ninefold: there is no memory for so long a line.\n", stderr);
                    good = false;
                    break;
                }
                line = longer;
            }
            line[length++] = (char)c;
            continue;
        }
        while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
        if (length) good = do_line(job, work, line, length) && good;
        length = 0;
    }
    free(line);
    return good;
}

int run_lines(job *job, int count, char **words, bool seal) {
    line_work work = {seal, false};
    bool good = true, any = false;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--csv") == 0 && !seal) work.csv = true;
        else if (strncmp(words[i], "--", 2) == 0) return MISUSED;
        else any = true;
    if (!any) return MISUSED;
    if (work.csv) puts("status,link,why,ask1,ask2,ask3,ask4,ask5,ask6,ask7,ask8");
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--csv") == 0) continue;
        if (strcmp(words[i], "-") == 0) good = do_input(job, &work) && good;
        else good = do_line(job, &work, words[i], strlen(words[i])) && good;
    }
    return good ? DONE : FAILED;
}
