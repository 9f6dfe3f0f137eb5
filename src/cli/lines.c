/* The commands that read many links: check and seal. */
#include "main.h"

#include "answers/trial.h"
#include "engine/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is done with each line. */
typedef struct line_work {
    job *job;
    bool seal;
    const char *asked;        /* the link of the question */
    const question *question; /* seal: what is sealed answers it; NULL */
    table table;              /* of check */
} line_work;

/* ---- One line ------------------------------------------------------------------------------- */

/* Appends why a link is not sealed; nothing if it can be. */
static void put_unsealed(job *job, nf_text *why) {
    const remarks *heard = &job->heard;
    if (!is_whole(job)) {
        put(why, why_unread(job));
        return;
    }
    if (job->strict && heard->json.used > 0) {
        put(why, heard->plain_buffer);
        if (!why->used) put_sentence(why, MORE_THAN_LINK, NULL);
        return;
    }
    compute(job, NF_CHECK);
    if (job->status != NF_OK) put_why(why, job);
}

/* Makes an answer of the link that was read. */
static void make_answer(job *job, const question *question) {
    nf_text canonical = new_text(job->canonical, sizeof job->canonical);
    answer_to(question, &job->params);
    nf_encode(&job->params, &canonical);
}

enum { LINK_SHOWN = 200 }; /* bytes of a link that is not sealed */

static bool seal_line(job *job, const question *question, const char *link, size_t length) {
    read_link(job, link, length);
    if (question && is_whole(job)) make_answer(job, question);
    char why_buffer[1024];
    nf_text why = new_text(why_buffer, sizeof why_buffer);
    put_unsealed(job, &why);
    if (why.used) {
        slice shown = {link, length < LINK_SHOWN ? length : LINK_SHOWN};
        say_sentence(NOT_SEALED, &(fill){.text = shown, .other = slice_of(why_buffer)});
        return false;
    }
    uint64_t check = nf_check(job->engine);
    say_remarks(job);
    leave_to_rows();
    printf("%s;check=%016llx\n", job->canonical, (unsigned long long)check);
    if (!job->link.has_check || job->link.check == check) return true;
    why = new_text(why_buffer, sizeof why_buffer);
    put_checks(&why, CHECK_CHANGED, job->link.check, check);
    tell("%s", why_buffer);
    return false;
}

/* Flushes after each line, so that an interruption loses no finished one. */
static bool do_line(void *with, const char *line, size_t length) {
    line_work *work = with;
    job *job = work->job;
    bool good = work->seal ? seal_line(job, work->question, line, length)
                           : check_line(job, &work->table, line, length);
    job->finished++;
    return fflush(stdout) == 0 && good;
}

/* ---- Lines of standard input, or of a file --------------------------------------------------- */

typedef struct input {
    FILE *file;
    const char *name;
    char *line; /* the last one read, without its end */
    size_t length, capacity;
    int number, end; /* of the last line, from 1; the character that ended it */
    int lines;       /* that are not empty */
    bool failed;
} input;

static void append(input *in, char c) {
    if (in->length == in->capacity) {
        in->capacity = 2 * in->capacity + 256;
        char *longer = realloc(in->line, in->capacity);
        if (!longer) {
            say_sentence(LINE_TOO_LONG, NULL);
            in->failed = true;
            return;
        }
        in->line = longer;
    }
    in->line[in->length++] = c;
}

static void say_unreadable(input *in) {
    say_sentence(INPUT_UNREADABLE,
                 &(fill){.other = slice_of(in->name), .text = slice_of(strerror(errno))});
    in->failed = true;
}

/* Reads a line of any length, which \n, \r\n or \r ends; false if there is none. */
static bool read_line(input *in) {
    int c = getc(in->file);
    in->length = 0;
    for (; c != '\n' && c != '\r' && c != EOF && !in->failed; c = getc(in->file))
        append(in, (char)c);
    if (c == EOF && ferror(in->file)) say_unreadable(in);
    if (in->failed || (c == EOF && in->length == 0)) return false;
    bool is_end = in->end == '\r' && c == '\n' && in->length == 0; /* the second half of \r\n */
    if (!is_end) in->number++;
    in->end = c;
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
    say_sentence(INPUT_IN_UTF16, NULL);
    in->failed = true;
}

bool each_line_of(const line_source *of, sentence none, take_line *take, void *with) {
    input in = {.file = of->file, .name = of->name};
    bool good = true, first = true;
    while (!ferror(stdout) && read_line(&in)) {
        if (first) take_mark(&in);
        first = false;
        if (in.failed) break;
        if (in.length == 0) continue;
        in.lines++;
        if (of->number) *of->number = in.number;
        good = take(with, in.line, in.length) && good;
    }
    free(in.line);
    if (in.lines == 0 && !in.failed) say_sentence(none, NULL);
    return good && in.lines > 0 && !in.failed;
}

bool each_line(sentence none, take_line *take, void *with) {
    return each_line_of(&(line_source){stdin, "standard input", NULL}, none, take, with);
}

bool take_one_of(take_line *take, void *with, const char *link, size_t length) {
    tell_of(link, length);
    bool good = take(with, link, length);
    tell_of(NULL, 0);
    return good;
}

typedef struct taking {
    take_line *take;
    void *with;
} taking;

static bool take_next(void *with, const char *link, size_t length) {
    taking *of = with;
    return take_one_of(of->take, of->with, link, length);
}

bool each_link(take_line *take, void *with) {
    return each_line(NO_LINE_TO_SHOW, take_next, &(taking){take, with});
}

int take_links(const char *link, take_line *take, void *with) {
    bool many = strcmp(link, "-") == 0;
    bool good = many ? each_link(take, with) : take(with, link, strlen(link));
    return good ? DONE : FAILED;
}

void hint_at_file(const job *job, const char *word) {
    if (job->link.readable) return;
    FILE *file = fopen(word, "rb");
    if (!file) return;
    bool any = getc(file) != EOF; /* a folder has none */
    fclose(file);
    if (any) say_sentence(FILE_OF_LINES, &(fill){.text = slice_of(word)});
}

/* ---- The command line ----------------------------------------------------------------------- */

bool read_most_work(const char *word, uint64_t *most) {
    const char *read = word ? word : "";
    double billions;
    bool good = word && read_number(word, strlen(word), &billions);
    good = good && billions >= 0 && billions <= 1e9;
    if (good)
        *most = (uint64_t)(billions * (double)BILLION + 0.5);
    else
        say_sentence(WORK_UNREAD, &(fill){.text = slice_of(read)});
    return good;
}

static bool is_option(const char *word) { return strncmp(word, "--", 2) == 0; }

static bool takes_value(const char *word) {
    return strcmp(word, "--most-work") == 0 || strcmp(word, "--question") == 0;
}

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
        else if (!takes_value(words[i]) || check != (strcmp(words[i], "--most-work") == 0))
            return MISUSED;
        else if (check ? !read_most_work(next, &work->table.most_work) : !next)
            return MISUSED;
        else if (!check)
            work->asked = words[++i];
        else
            i++;
    }
    return any ? DONE : MISUSED;
}

static bool do_typed(line_work *work, const char *word) {
    bool good = do_line(work, word, strlen(word));
    hint_at_file(work->job, word);
    return good;
}

int run_lines(job *job, int count, char **words, bool seal) {
    static question question;
    line_work work = {.job = job, .seal = seal, .table = {.most_work = usual_most_work}};
    bool good = true;
    if (read_options(job, &work, count, words) != DONE) return MISUSED;
    if (work.asked && !read_asked(job, work.asked, &question)) return FAILED;
    if (work.asked) work.question = &question;
    watch();
    if (work.table.csv) puts("status,who,link,why,ask1,ask2,ask3,ask4,ask5,ask6,ask7,ask8");
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (takes_value(word))
            i++;
        else if (strcmp(word, "-") == 0)
            good = each_line(seal ? NO_LINE_TO_SEAL : NO_LINE_TO_CHECK, do_line, &work) && good;
        else if (!is_option(word))
            good = do_typed(&work, word) && good;
    }
    fflush(stdout);
    if (work.table.lines > 1) print_counts(&work.table);
    hide_progress();
    return good ? DONE : FAILED;
}
