/* The command check, line by line: is the link reproduced, and do its statements hold? */
#include "bring.h"

#include "answers/pair.h"
#include "answers/trial.h"
#include "answers/who.h"
#include "answers/write.h"
#include "engine/params.h"
#include "engine/text.h"

#include <string.h>
#include <unistd.h>

static void run_trial(job *job, trial *trial) {
    nf_status status = begin_trial(trial);
    for (; status == NF_MORE || status == NF_READ; status = step_trial(trial)) {
        if (status == NF_READ) (void)give_bytes(job); /* the next step says what failed */
        show_progress(job);
    }
    job->status = trial->made;
    put_remedy(&trial->why, job, trial->fault.cause);
    if (trial->status != TOO_COSTLY) return;
    char buffer[40];
    nf_text work = new_text(buffer, sizeof buffer);
    put_billions(&work, trial->work);
    put_sentence(&trial->why, ALLOWED_BY, &(fill){.text = slice_of(buffer)});
}

/* Judges the line's link; why it is not reproduced, and what was remarked on it, into `why`. */
static status judge_link(job *job, uint64_t most_work, nf_text *why) {
    trial trial = {.engine = job->engine,
                   .figure = &job->params,
                   .asking = &job->params,
                   .link = job->link,
                   .most_work = most_work,
                   .why = *why};
    const char *remarks = job->heard.plain_buffer;
    if (!is_whole(job)) put(&trial.why, why_unread(job));
    run_trial(job, &trial);
    if (trial.status != INVALID && remarks[0]) {
        put(&trial.why, trial.why.used ? "; " : "");
        put(&trial.why, remarks);
    }
    *why = trial.why;
    return trial.status;
}

/* Judges the second figure of a link that has one, on which no statement is judged. */
static status judge_second(job *job, uint64_t most_work, nf_text *why) {
    static nf_params second;
    nf_fault fault;
    nf_link link = read_second(&job->params, &second, &fault, why);
    trial trial = {.engine = job->engine,
                   .figure = &second,
                   .asking = &second,
                   .link = link,
                   .most_work = most_work,
                   .why = *why};
    run_trial(job, &trial);
    *why = trial.why;
    return trial.status;
}

/* Judges both figures: the worse of the two is what is said of the link. The first is judged last,
 * so that its statements can be put to the engine. */
static status judge_both(job *job, uint64_t most_work, nf_text *why) {
    char of_second[480];
    nf_text second_why = new_text(of_second, sizeof of_second);
    bool is_pair = is_whole(job) && has_pair(&job->params);
    status second = is_pair ? judge_second(job, most_work, &second_why) : REPRODUCED;
    status first = judge_link(job, most_work, why);
    if (second_why.used) {
        put(why, why->used ? "; " : "");
        put_of_second(why, slice_of(of_second));
    }
    return worse_of(first, second);
}

/* An answer's statements stand in its question. */
static void note_question(const job *job, nf_text *why) {
    slice of = text_of(&job->params, P_of);
    if (!is_whole(job) || !of.length) return;
    put(why, why->used ? "; " : "");
    put_phrase(why, QUESTION_NOT_GIVEN, &(fill){.text = of});
}

/* ---- A row of the table --------------------------------------------------------------------- */

static void print_verdict(const table *table, const nf_verdict *verdict) {
    char buffer[400];
    nf_text text = new_text(buffer, sizeof buffer);
    (table->csv ? put_csv_verdict : put_verdict)(&text, verdict);
    print_text(&text);
}

static void print_statements(job *job, table *table) {
    for (int i = 1, any = 0; i <= 8; i++) {
        slice statement = statement_of(&job->params, i);
        if (table->csv) putchar(',');
        if (!statement.length || job->status != NF_OK) continue;
        nf_verdict verdict = nf_ask(job->engine, statement.at, statement.length, 0);
        table->statement[i - 1][verdict.holds]++;
        if (!table->csv)
            printf("%sask%d %.*s ", any++ ? "; " : "", i, (int)statement.length, statement.at);
        print_verdict(table, &verdict);
    }
}

enum { WHO_WIDTH = 20 };    /* characters */
enum { LINE_SHOWN = 2100 }; /* bytes of a line that no link was read from */

/* Prints the link as it was read, with its check; a line that cannot be read is printed as it
 * is. */
static void put_link(nf_text *out, const job *job, slice line) {
    if (!is_whole(job)) {
        put_bytes(out, line.at, line.length < LINE_SHOWN ? line.length : LINE_SHOWN);
        put(out, line.length < LINE_SHOWN ? "" : "...");
        return;
    }
    put(out, job->canonical);
    if (!job->link.has_check) return;
    put(out, ";check=");
    nf_print_check(job->link.check, out);
}

typedef struct cells {
    const char *status, *why;
    nf_text who, link;
} cells;

static void print_row(job *job, table *table, const cells *cells) {
    bool is_seen = isatty(STDOUT_FILENO); /* programs take columns without spaces behind them */
    printf("%*s\t", is_seen ? -10 : 0, cells->status);
    int width = print_plain(stdout, cells->who.at, strlen(cells->who.at));
    printf("%*s\t", is_seen && width < WHO_WIDTH ? WHO_WIDTH - width : 0, "");
    print_statements(job, table);
    putchar('\t');
    print_plain(stdout, cells->why, strlen(cells->why));
    putchar('\t');
    print_plain(stdout, cells->link.at, cells->link.used);
    putchar('\n');
}

static void print_csv_row(job *job, table *table, const cells *cells) {
    const char *const first[] = {cells->status, cells->who.at};
    for (int i = 0; i < 2; i++) {
        print_csv_field(first[i], strlen(first[i]));
        putchar(',');
    }
    print_csv_field(cells->link.at, cells->link.used);
    putchar(',');
    print_csv_field(cells->why, strlen(cells->why));
    print_statements(job, table);
    putchar('\n');
}

bool check_line(job *job, table *table, const char *line, size_t length) {
    static char link[4 * NF_LINK_MAX + 32];
    char who[240], why[1024];
    nf_text why_text = new_text(why, sizeof why);
    cells cells = {.why = why, .who = new_text(who, sizeof who)};
    cells.link = new_text(link, sizeof link);
    slice all = {line, length};
    read_link(job, line, length);
    status status = judge_both(job, table->most_work, &why_text);
    note_question(job, &why_text);
    cells.status = status_name(status);
    put_who(&cells.who, all, job->link.lossless);
    mark_cut(&cells.who);
    mark_cut(&why_text);
    put_link(&cells.link, job, all);
    table->lines++;
    table->status[status]++;
    leave_to_rows();
    if (table->csv)
        print_csv_row(job, table, &cells);
    else
        print_row(job, table, &cells);
    bool is_exact = !job->strict || !job->heard.plain_buffer[0]; /* words beside it are a name */
    return is_exact && (status == REPRODUCED || (status == UNCHECKED && !job->strict));
}

void print_counts(const table *table) {
    hide_progress();
    char buffer[1 << 10];
    nf_text counts = new_text(buffer, sizeof buffer);
    put_sentence(&counts, COUNT_OF_LINES, &(fill){.whole = {table->lines}});
    for (int i = 0, any = 0; i < STATUSES; i++)
        if (table->status[i]) {
            put(&counts, any++ ? ", " : " ");
            put_whole(&counts, table->status[i]);
            put_char(&counts, ' ');
            put(&counts, status_name((status)i));
        }
    for (int i = 0; i < 8; i++) {
        const int *of = table->statement[i];
        if (of[0] + of[1] + of[2])
            put_sentence(&counts, COUNT_OF_STATEMENT,
                         &(fill){.whole = {i + 1, of[NF_HOLDS], of[NF_FAILS]}});
        if (of[NF_UNKNOWN])
            put_sentence(&counts, COUNT_OF_UNKNOWN, &(fill){.whole = {of[NF_UNKNOWN]}});
    }
    fprintf(stderr, "%s\n", buffer);
}
