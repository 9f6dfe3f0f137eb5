/* The commands that read many links: check and seal. */
#include "main.h"

#include "engine/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is done with each line. */
typedef struct line_work {
    bool seal;
    table table; /* of check */
} line_work;

/* ---- One line ------------------------------------------------------------------------------- */

static const char *why_unsealed(job *job) {
    const remarks *heard = &job->heard;
    if (!is_whole(job)) return why_unread(job);
    if (job->strict && heard->json.used > 0)
        return heard->plain_buffer[0] ? heard->plain_buffer : "there is more than the link";
    compute(job, NF_CHECK);
    return job->status == NF_OK ? NULL : nf_why(job->engine);
}

static bool seal_line(job *job, const char *link, size_t length) {
    read_link(job, link, length);
    const char *why = why_unsealed(job);
    if (why) {
        tell("\"%.*s\" is not sealed: %s", length < 200 ? (int)length : 200, link, why);
        return false;
    }
    uint64_t check = nf_check(job->engine);
    say_remarks(job);
    leave_to_rows();
    printf("%s;check=%016llx\n", job->canonical, (unsigned long long)check);
    if (!job->link.has_check || job->link.check == check) return true;
    tell("the check was %016llx and is %016llx now.", (unsigned long long)job->link.check,
         (unsigned long long)check);
    return false;
}

/* Flushes after each line, so that an interruption loses no finished one. */
static bool do_line(job *job, line_work *work, const char *line, size_t length) {
    bool good =
        work->seal ? seal_line(job, line, length) : check_line(job, &work->table, line, length);
    job->finished++;
    return fflush(stdout) == 0 && good;
}

/* ---- Standard input ------------------------------------------------------------------------- */

typedef struct input {
    char *line; /* the last one read, without its end */
    size_t length, capacity;
    int lines; /* that are not empty */
    bool failed;
} input;

static void append(input *in, char c) {
    if (in->length == in->capacity) {
        in->capacity = 2 * in->capacity + 256;
        char *longer = realloc(in->line, in->capacity);
        if (!longer) {
            tell("there is no memory for so long a line.");
            in->failed = true;
            return;
        }
        in->line = longer;
    }
    in->line[in->length++] = c;
}

static void say_unreadable(input *in) {
    tell("standard input cannot be read: %s.", strerror(errno));
    in->failed = true;
}

/* Reads a line of any length, which \n, \r\n or \r ends; false if there is none. */
static bool read_line(input *in) {
    int c = getchar();
    in->length = 0;
    for (; c != '\n' && c != '\r' && c != EOF && !in->failed; c = getchar()) append(in, (char)c);
    if (c == EOF && ferror(stdin)) say_unreadable(in);
    if (in->failed || (c == EOF && in->length == 0)) return false;
    while (in->length && in->line[in->length - 1] == ' ') in->length--;
    return true;
}

static bool begins_with(const input *in, const char *bytes) {
    size_t count = strlen(bytes);
    return in->length >= count && memcmp(in->line, bytes, count) == 0;
}

/* Removes the byte order mark of UTF-8 from the first line; refuses a file in UTF-16. */
static void take_mark(input *in) {
    if (begins_with(in, "\xef\xbb\xbf")) {
        in->length -= 3;
        memmove(in->line, in->line + 3, in->length);
    }
    if (!begins_with(in, "\xff\xfe") && !begins_with(in, "\xfe\xff")) return;
    tell("the input is text in UTF-16; please save it as UTF-8.");
    in->failed = true;
}

/* Does all lines of standard input that are not empty. */
static bool do_input(job *job, line_work *work) {
    input in = {NULL, 0, 0, 0, false};
    bool good = true, first = true;
    while (!ferror(stdout) && read_line(&in)) {
        if (first) take_mark(&in);
        first = false;
        if (in.failed) break;
        if (in.length == 0) continue;
        in.lines++;
        good = do_line(job, work, in.line, in.length) && good;
    }
    free(in.line);
    if (in.lines == 0 && !in.failed)
        tell("standard input holds no line to %s.", work->seal ? "seal" : "check");
    return good && in.lines > 0 && !in.failed;
}

/* ---- The command line ----------------------------------------------------------------------- */

static const uint64_t BILLION = 1000000000;

/* Enough for 16,384 tokens, scaled, with statements: about fifteen seconds of one core. */
enum { MOST_BILLIONS = 300 };

static bool read_most_work(const char *word, uint64_t *most) {
    const char *read = word ? word : "";
    double billions;
    bool good = word && read_number(word, strlen(word), &billions);
    good = good && billions >= 0 && billions <= 1e9;
    if (good)
        *most = (uint64_t)(billions * (double)BILLION + 0.5);
    else
        tell("--most-work: read \"%s\", allowed: a number of billions, 0 to 1e9.", read);
    return good;
}

static bool is_option(const char *word) { return strncmp(word, "--", 2) == 0; }

static bool takes_number(const char *word) { return strcmp(word, "--most-work") == 0; }

static int read_options(job *job, line_work *work, int count, char **words) {
    bool check = !work->seal, any = false;
    for (int i = 0; i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        if (!is_option(words[i]))
            any = true;
        else if (strcmp(words[i], "--strict") == 0)
            job->strict = true;
        else if (check && strcmp(words[i], "--csv") == 0)
            work->table.csv = true;
        else if (!check || !takes_number(words[i]))
            return MISUSED;
        else if (!read_most_work(next, &work->table.most_work))
            return MISUSED;
        else
            i++;
    }
    return any ? DONE : MISUSED;
}

int run_lines(job *job, int count, char **words, bool seal) {
    line_work work = {.seal = seal, .table = {.most_work = MOST_BILLIONS * BILLION}};
    bool good = true;
    if (read_options(job, &work, count, words) != DONE) return MISUSED;
    watch();
    if (work.table.csv) puts("status,who,link,why,ask1,ask2,ask3,ask4,ask5,ask6,ask7,ask8");
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (takes_number(word))
            i++;
        else if (strcmp(word, "-") == 0)
            good = do_input(job, &work) && good;
        else if (!is_option(word))
            good = do_line(job, &work, word, strlen(word)) && good;
    }
    fflush(stdout);
    if (work.table.lines > 1) print_counts(&work.table);
    hide_progress();
    return good ? DONE : FAILED;
}
