/* The command check --question: a class's answers to a question, row by row. */
#include "bring.h"

#include "answers/question.h"
#include "answers/sheet.h"
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
    int rows, status[STATUSES], right, again;
} report;

/* ---- Tab-separated, and CSV ----------------------------------------------------------------- */

static const char *right_word(const row *row) {
    return !row->right ? "no" : row->again ? "again" : "right";
}

static void put_link(nf_text *out, const row *row) {
    nf_encode(&row->params, out);
    if (!row->link.has_check) return;
    put(out, ";check=");
    nf_print_check(row->link.check, out);
}

static void print_slice(const report *r, slice text) {
    if (r->form == CSV)
        print_csv_field(text.at, text.length);
    else
        print_plain(stdout, text.at, text.length);
}

static void print_field(const report *r, slice text) {
    putchar(r->form == CSV ? ',' : '\t');
    print_slice(r, text);
}

static void print_verdicts(const report *r, const row *row) {
    for (int i = 1, any = 0; i <= 8; i++) {
        if (!statement_of(&r->question->params, i).length) continue;
        if (r->form == CSV)
            putchar(',');
        else
            fputs(any++ ? "; " : "\t", stdout);
        if (r->form != CSV) printf("ask%d ", i);
        if (row->judged)
            print_verdict(&row->verdict[i - 1]);
        else if (r->form != CSV)
            putchar('-');
    }
}

/* The choice with its words: "2 Key". */
static void print_choice(const report *r, const row *row) {
    char buffer[500];
    nf_text text = new_text(buffer, sizeof buffer);
    int choice = whole_of(&row->params, P_choice);
    slice words = choice_at(r->question, choice);
    if (choice) put_whole(&text, choice);
    if (words.length) put_char(&text, ' ');
    put_bytes(&text, words.at, words.length);
    print_field(r, (slice){buffer, text.used});
}

static void print_columns(const report *r, const row *row) {
    static char link[4 * NF_LINK_MAX];
    nf_text text = new_text(link, sizeof link);
    put_link(&text, row);
    print_slice(r, slice_of(status_name(row->status)));
    print_field(r, slice_of(right_word(row)));
    print_field(r, slice_of(row->who));
    if (r->form == CSV) print_field(r, slice_of(row->beside));
    print_verdicts(r, row);
    if (choices_of(r->question)) print_choice(r, row);
    if (whole_of(&r->question->params, P_write)) print_field(r, text_of(&row->params, P_words));
    print_field(r, slice_of(row->why));
    print_field(r, slice_of(link));
    putchar('\n');
}

static void print_head(const report *r) {
    fputs("status,right,who,beside", stdout);
    for (int i = 1; i <= 8; i++)
        if (statement_of(&r->question->params, i).length) printf(",ask%d", i);
    if (choices_of(r->question)) fputs(",choice", stdout);
    if (whole_of(&r->question->params, P_write)) fputs(",words", stdout);
    puts(",remarks,link");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void print_member(const char *key, slice value) {
    static char buffer[8 * NF_LINK_MAX];
    nf_text text = new_text(buffer, sizeof buffer);
    put_json(&text, value.at, value.length);
    printf(",\"%s\":%s", key, buffer);
}

static void print_statement(const report *r, const row *row, int number) {
    static const char *const holds[] = {"false", "true", "null"};
    const nf_verdict *verdict = &row->verdict[number - 1];
    slice text = statement_of(&r->question->params, number);
    printf("{\"key\":\"ask%d\"", number);
    print_member("statement", text);
    printf(",\"holds\":%s,\"number\":", row->judged ? holds[verdict->holds] : "null");
    bool known = row->judged && verdict->holds != NF_UNKNOWN;
    known ? print_number(verdict->number) : (void)fputs("null", stdout);
    fputs(",\"bound\":", stdout);
    known ? print_number(verdict->bound) : (void)fputs("null", stdout);
    putchar('}');
}

static void print_notes(const row *row) {
    for (int i = 0; i < row->notes; i++) {
        char buffer[200];
        nf_text text = new_text(buffer, sizeof buffer);
        nf_print_fault(row->note[i], &text);
        printf("%s%s", i ? "," : "", buffer);
    }
}

static void print_json(const report *r, const row *row) {
    static char link[4 * NF_LINK_MAX];
    nf_text text = new_text(link, sizeof link);
    put_link(&text, row);
    printf("%s{\"row\":%d,\"line\":%d,\"status\":\"%s\",\"right\":%s,\"again\":%s",
           r->rows ? ",\n" : "", row->number, row->line, status_name(row->status),
           row->right ? "true" : "false", row->again ? "true" : "false");
    print_member("who", slice_of(row->who));
    print_member("beside", slice_of(row->beside));
    fputs(",\"statements\":[", stdout);
    for (int i = 1, any = 0; i <= 8; i++) {
        if (!statement_of(&r->question->params, i).length) continue;
        fputs(any++ ? "," : "", stdout);
        print_statement(r, row, i);
    }
    printf("],\"choice\":%d", whole_of(&row->params, P_choice));
    print_member("words", text_of(&row->params, P_words));
    fputs(",\"notes\":[", stdout);
    print_notes(row);
    putchar(']');
    print_member("remarks", slice_of(row->why));
    print_member("link", slice_of(link));
    putchar('}');
}

/* ---- All rows ------------------------------------------------------------------------------- */

static void print_judged(report *r, const row *row) {
    leave_to_rows();
    if (r->form == JSON)
        print_json(r, row);
    else
        print_columns(r, row);
    r->rows++;
    r->status[row->status]++;
    r->again += row->again;
    r->right += row->right && !row->again;
    r->job->finished++;
    fflush(stdout);
}

static void put_count(nf_text *out, const report *r, status status, int *any) {
    if (!r->status[status]) return;
    put(out, (*any)++ ? ", " : " ");
    put_whole(out, r->status[status]);
    put_char(out, ' ');
    put(out, status_name(status));
}

static void print_end(const report *r, int without) {
    if (r->form == JSON) printf("\n],\"right\":%d,\"withoutLink\":%d}\n", r->right, without);
    hide_progress();
    char buffer[1 << 10];
    nf_text counts = new_text(buffer, sizeof buffer);
    put_sentence(&counts, COUNT_OF_ANSWERS, &(fill){.whole = {r->rows, r->right}});
    for (int i = 0, any = 0; i < STATUSES; i++) put_count(&counts, r, (status)i, &any);
    if (r->again) put_sentence(&counts, COUNT_OF_AGAIN, &(fill){.whole = {r->again}});
    if (without) put_sentence(&counts, COUNT_WITHOUT_LINK, &(fill){.whole = {without}});
    fprintf(stderr, "%s\n", buffer);
}

static void print_begin(const report *r) {
    if (r->form == CSV) print_head(r);
    if (r->form != JSON) return;
    printf("{\"of\":\"%s\"", r->question->of);
    print_member("question", slice_of(r->job->canonical));
    fputs(",\"answers\":[\n", stdout);
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
    print_end(r, sheet->list.without);
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

static int judge_class(job *job, const options *options) {
    static question question;
    static sheet sheet;
    size_t size;
    if (!read_asked(job, options->question, &question)) return FAILED;
    char *text = read_answers(options->path, &size);
    if (!text) return FAILED;
    sheet.engine = job->engine;
    sheet.question = &question;
    sheet.most_work = options->most_work;
    sheet.right_choice = options->choice;
    report report = {.job = job, .question = &question, .form = options->form};
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
