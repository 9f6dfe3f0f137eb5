/* The command check --question: a class's answers to a question, row by row. */
#include "bring.h"

#include "answers/question.h"
#include "answers/sheet.h"
#include "answers/write.h"
#include "engine/params.h"
#include "engine/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum form { TEXT, CSV, JSON } form;

/* What was asked for on the command line. */
typedef struct options {
    const char *question, *path; /* NULL: standard input */
    form form;
    uint64_t most_work;
    int choice; /* which is right; 0: any */
} options;

/* How rows are printed, and what came of them. */
typedef struct report {
    job *job;
    const question *question;
    form form;
    int rows, status[STATUSES], right, again, same;
    int right_choice; /* 0: any */
} report;

/* ---- All rows ------------------------------------------------------------------------------- */

enum { ROW_ROOM = 1 << 18 }; /* bytes of a row, which are mostly those of its link, twice */

static void print_judged(report *r, const row *row) {
    static char buffer[ROW_ROOM];
    nf_text text = new_text(buffer, sizeof buffer);
    leave_to_rows();
    if (r->form == JSON) put(&text, r->rows ? ",\n" : "");
    (r->form == JSON  ? put_row_json
     : r->form == CSV ? put_row_csv
                      : put_row_plain)(&text, r->question, row);
    print_text(&text);
    if (r->form != JSON) putchar('\n');
    r->rows++;
    r->status[row->status]++;
    r->again += row->again;
    r->same += has_note(row, NF_SAME_OF_ANOTHER);
    r->right += row->right && !row->again;
    r->job->finished++;
    fflush(stdout);
}

static void put_count(nf_text *out, const report *r, status status, int *any) {
    if (!r->status[status]) return;
    put(out, (*any)++ ? ", " : "; ");
    put_whole(out, r->status[status]);
    put_char(out, ' ');
    put(out, status_name(status));
}

static void print_end(const report *r, const pasted_list *list) {
    if (r->form == JSON)
        printf("\n],\"right\":%d,\"quoted\":%d,\"damaged\":%d,\"skipped\":%d,\"withoutLink\":%d}\n",
               r->right, list->quoted, list->damaged, list->skipped, list->without);
    hide_progress();
    char buffer[1 << 10];
    nf_text counts = new_text(buffer, sizeof buffer);
    put_sentence(&counts, COUNT_OF_ANSWERS, &(fill){.whole = {r->rows, r->right}});
    for (int i = 0, any = 0; i < STATUSES; i++) put_count(&counts, r, (status)i, &any);
    if (r->again) put_sentence(&counts, COUNT_OF_AGAIN, &(fill){.whole = {r->again}});
    if (r->same) put_sentence(&counts, COUNT_OF_SAME, &(fill){.whole = {r->same}});
    if (list->quoted) put_sentence(&counts, COUNT_OF_QUOTED, &(fill){.whole = {list->quoted}});
    if (list->damaged) put_sentence(&counts, COUNT_OF_DAMAGED, &(fill){.whole = {list->damaged}});
    if (list->skipped) put_sentence(&counts, COUNT_OF_SKIPPED, &(fill){.whole = {list->skipped}});
    if (choices_of(r->question))
        put_sentence(&counts, r->right_choice ? COUNT_ONE_CHOICE : COUNT_ANY_CHOICE,
                     &(fill){.whole = {r->right_choice}});
    if (list->without) put_sentence(&counts, COUNT_WITHOUT_LINK, &(fill){.whole = {list->without}});
    fprintf(stderr, "%s\n", buffer);
}

static void print_begin(const report *r) {
    static char buffer[ROW_ROOM];
    nf_text text = new_text(buffer, sizeof buffer);
    if (r->form == TEXT) return;
    if (r->form == CSV) {
        put_csv_head(&text, r->question);
        put_char(&text, '\n');
    } else {
        put_char(&text, '{');
        put_question_members(&text, r->question);
        put(&text, ",\"answers\":[\n");
    }
    print_text(&text);
}

static bool judge_all(report *r, sheet *sheet) {
    nf_status status = NF_MORE;
    watch();
    print_begin(r);
    while (status != NF_NO_DATA && !ferror(stdout)) {
        status = step_sheet(sheet);
        if (status == NF_OK) print_judged(r, &sheet->row);
        if (status == NF_READ) (void)give_bytes(r->job); /* the next step says what failed */
        if (status == NF_MORE || status == NF_READ) show_progress(r->job);
    }
    print_end(r, &sheet->list);
    if (r->rows == 0) say_sentence(NO_ANSWER, NULL);
    return r->rows > 0 && r->status[REPRODUCED] + r->status[UNCHECKED] == r->rows;
}

/* ---- What is read --------------------------------------------------------------------------- */

enum { TEXT_MAX = 1 << 24 }; /* bytes of all answers */

static char *read_all(FILE *from, size_t *size) {
    char *text = malloc(TEXT_MAX + 1);
    *size = text ? fread(text, 1, TEXT_MAX + 1, from) : 0;
    if (!text) say_no_memory();
    if (!text || (*size <= TEXT_MAX && !ferror(from))) return text;
    if (ferror(from))
        say_sentence(ANSWERS_UNREADABLE, &(fill){.text = slice_of(strerror(errno))});
    else
        say_sentence(ANSWERS_TOO_LONG, NULL);
    free(text);
    return NULL;
}

static bool is_utf16(const char *text, size_t size) {
    return size > 1 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
}

/* The bytes of a file, or of standard input; NULL, and why is said, if they cannot be had. */
static char *read_answers(const char *path, size_t *size) {
    bool is_file = path && strcmp(path, "-") != 0;
    FILE *from = is_file ? fopen(path, "rb") : stdin;
    if (!from) {
        fill with = {.text = slice_of(path), .other = slice_of(strerror(errno))};
        say_sentence(FILE_NOT_OPENED, &with);
        return NULL;
    }
    char *text = read_all(from, size);
    if (is_file) fclose(from);
    if (!text || !is_utf16(text, *size)) return text;
    say_sentence(INPUT_IN_UTF16, NULL);
    free(text);
    return NULL;
}

bool read_asked(job *job, const char *link, question *out) {
    char why[200];
    nf_text text = new_text(why, sizeof why);
    read_link(job, link, strlen(link));
    if (!is_whole(job)) {
        say_sentence(QUESTION_UNREAD, &(fill){.text = slice_of(why_unread(job))});
        return false;
    }
    nf_fault fault = read_question(&job->params, out);
    say(&text, fault, NULL);
    if (fault.cause) say_sentence(NOT_THE_QUESTION, &(fill){.text = slice_of(why)});
    return fault.cause == NF_NO_CAUSE;
}

/* Whether the question has the choice that is said to be right. */
static bool offers(const question *question, int choice) {
    fill with = {.whole = {choice, choices_of(question)}};
    bool good = choice <= choices_of(question);
    if (!good) say_sentence(CHOICE_NOT_OFFERED, &with);
    return good;
}

static int judge_class(job *job, const options *options) {
    static question question;
    static sheet sheet;
    size_t size;
    if (!read_asked(job, options->question, &question)) return FAILED;
    if (!offers(&question, options->choice)) return FAILED;
    char *text = read_answers(options->path, &size);
    if (!text) return FAILED;
    sheet.engine = job->engine;
    sheet.question = &question;
    sheet.most_work = options->most_work;
    sheet.right_choice = options->choice;
    report report = {
        .job = job,
        .question = &question,
        .form = options->form,
        .right_choice = options->choice,
    };
    bool good = open_sheet(&sheet, (slice){text, size});
    if (!good) say_no_memory();
    good = good && judge_all(&report, &sheet);
    close_sheet(&sheet);
    free(text);
    return good ? DONE : FAILED;
}

/* ---- The command line ----------------------------------------------------------------------- */

static bool read_choice(const char *word, int *choice) {
    bool good = word && strlen(word) == 1 && *word >= '1' && *word <= '0' + CHOICES_MAX;
    if (good)
        *choice = *word - '0';
    else
        say_sentence(CHOICE_UNREAD, &(fill){.text = slice_of(word ? word : "")});
    return good;
}

/* An option with its value; false if it is none, or its value is missing or wrong. */
static bool read_valued(options *options, const char *name, const char *value) {
    if (strcmp(name, "--most-work") == 0) return read_most_work(value, &options->most_work);
    if (strcmp(name, "--choice") == 0) return read_choice(value, &options->choice);
    if (strcmp(name, "--question") != 0 || !value) return false;
    options->question = value;
    return true;
}

int run_class(job *job, int count, char **words) {
    options options = {.most_work = usual_most_work};
    for (int i = 0; i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(words[i], "--csv") == 0)
            options.form = CSV;
        else if (strcmp(words[i], "--json") == 0)
            options.form = JSON;
        else if (strncmp(words[i], "--", 2) != 0 && !options.path)
            options.path = words[i];
        else if (!read_valued(&options, words[i], next))
            return MISUSED;
        else
            i++;
    }
    return options.question ? judge_class(job, &options) : MISUSED;
}
