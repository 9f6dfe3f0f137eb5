/* The command check, line by line: is the link reproduced, and do its statements hold? */
#include "main.h"

#include "engine/paste.h"
#include "engine/text.h"

#include <string.h>

/* A statement of the link, 1 to 8; its length is 0 if there is none. */
static slice statement_of(const job *job, int number) {
    char key[] = {'a', 's', 'k', (char)('0' + number)};
    int row = nf_find(key, sizeof key);
    return (slice){job->params.texts + job->params.start[row], job->params.length[row]};
}

/* What nf_compute must make for the statements. A statement about b2 or b3 needs baselines that no
 * panel may show. */
static int want_of(const job *job) {
    int want = NF_CHECK;
    for (int i = 1; i <= 8; i++) {
        slice statement = statement_of(job, i);
        if (statement.length) want |= NF_MEASURES | NF_WEIGHTS;
        for (size_t at = 0; at + 1 < statement.length; at++)
            if (memcmp(statement.at + at, "b2", 2) == 0 || memcmp(statement.at + at, "b3", 2) == 0)
                want |= NF_ALL_BASELINES;
    }
    return want;
}

/* ---- One link ------------------------------------------------------------------------------- */

typedef enum status { REPRODUCED, DIFFERS, UNCHECKED, INVALID, TOO_COSTLY, STATUSES } status;

static const char *const status_names[] = {"reproduced", "differs", "unchecked", "invalid",
                                           "too costly"};

/* Work in billions, with three digits, rounded up so that it may be given as the limit. */
static void put_billions(nf_text *out, uint64_t work) {
    uint64_t millions = (work + 999999) / 1000000, unit = 1;
    while (millions / unit >= 1000) unit *= 10;
    put_number(out, (double)((millions + unit - 1) / unit * unit) / 1000);
}

static void put_too_costly(nf_text *why, uint64_t work, uint64_t most) {
    char work_buffer[40], most_buffer[40];
    nf_text takes = new_text(work_buffer, sizeof work_buffer);
    nf_text allowed = new_text(most_buffer, sizeof most_buffer);
    put_billions(&takes, work);
    put_billions(&allowed, most);
    put_sentence(why, TOO_MUCH_WORK,
                 &(fill){.text = slice_of(work_buffer), .other = slice_of(most_buffer)});
}

/* Makes the figure, and compares its check. */
static status judge_figure(job *job, int want, nf_text *why) {
    compute(job, want);
    if (job->status != NF_OK) {
        put(why, nf_why(job->engine));
        return UNCHECKED;
    }
    uint64_t computed = nf_check(job->engine);
    if (job->link.has_check && job->link.check == computed) return REPRODUCED;
    if (job->link.has_check)
        put_checks(why, OTHER_CHECK, job->link.check, computed);
    else
        put_checks(why, NO_CHECK, computed, 0);
    return job->link.has_check ? DIFFERS : UNCHECKED;
}

static status judge_link(job *job, uint64_t most_work, nf_text *why) {
    int want = want_of(job);
    uint64_t bytes, work;
    job->status = NF_NO_FIGURE;
    if (!is_whole(job)) {
        put(why, why_unread(job));
        return INVALID;
    }
    bool fits = nf_need(job->engine, &job->params, want, &bytes) != NF_TOO_LARGE;
    if (!fits) want &= ~NF_WEIGHTS;                        /* the check needs no cells to be kept */
    (void)nf_work(job->engine, &job->params, want, &work); /* 0 of data that is not here */
    if (work > most_work) put_too_costly(why, work, most_work);
    status status = work > most_work ? TOO_COSTLY : judge_figure(job, want, why);
    if (job->heard.plain_buffer[0]) {
        put(why, why->used ? "; " : "");
        put(why, job->heard.plain_buffer);
    }
    return status;
}

/* ---- Who: the words beside a link ----------------------------------------------------------- */

/* How many bytes at the start of a line spell the character c, escaped by percent signs any number
 * of times; 0 if they spell another one. */
static size_t spelling_of(slice line, char c) {
    size_t i = 1;
    if (!line.length) return 0;
    if (*line.at == c) return 1;
    if (c == ';' && *line.at == '&') {
        bool is_long = line.length > 4 &&
                       (memcmp(line.at, "&amp;", 5) == 0 || memcmp(line.at, "&#59;", 5) == 0);
        return is_long ? 5 : 1;
    }
    if (*line.at != '%') return 0;
    while (i + 1 < line.length && line.at[i] == '2' && line.at[i + 1] == '5') i += 2;
    if (i + 1 >= line.length) return 0;
    int high = hex_digit(line.at[i]), low = hex_digit(line.at[i + 1]);
    char byte = (char)(16 * high + low);
    bool same = byte == c || (byte == '&' && c == ';');
    return same && high >= 0 && low >= 0 ? i + 2 : 0;
}

/* How many bytes at the start of a line spell the link; 0 if they do not. */
static size_t link_at(slice line, slice link) {
    slice rest = line;
    for (size_t i = 0, step; i < link.length; i++) {
        step = spelling_of(rest, link.at[i]);
        if (!step) return 0;
        rest = after(rest, rest.at, step);
    }
    return line.length - rest.length;
}

static bool is_between_words(char c) { return (c >= 0 && c <= ' ') || strchr(",\"<>()[]|", c); }

/* The length of the word at the start of a line; a link counts as one word, spaces or not. */
static size_t word_at(slice line, slice link, bool *has_link) {
    size_t length = 0;
    *has_link = false;
    while (length < line.length) {
        size_t of_link = link_at(after(line, line.at, length), link);
        if (!of_link && is_between_words(line.at[length])) break;
        length += of_link ? of_link : 1;
        *has_link = *has_link || of_link;
    }
    return length;
}

/* Whether a word is part of a link or an address: these have characters that names do not have. */
static bool is_of_link(slice word) {
    for (size_t i = 0; i < word.length; i++)
        if (strchr(";=/%#", word.at[i]) || (i == 0 && word.at[i] == '&')) return true;
    return false;
}

static bool is_any_letter(slice word) {
    for (size_t i = 0; i < word.length; i++)
        if (!strchr(".:-*_'`!?", word.at[i])) return true;
    return false;
}

/* Where in a line the link begins that was read from it. */
static slice link_read(const job *job, slice line, char bytes[NF_LINK_MAX]) {
    slice link = find_link(line.at, line.length, bytes).link;
    size_t digits = 0;
    while (digits < link.length && is_digit(link.at[digits])) digits++;
    bool is_begun = digits > 0 && digits < link.length && link.at[digits] == ';';
    return job->link.lossless || is_begun ? link : (slice){bytes, 0};
}

enum { WHO_WITHIN = 1 << 16 }; /* bytes of a line that names are looked for in */

/* Writes the words of a line that belong to no link: a name, a date, a number. */
static void put_who(nf_text *out, const job *job, slice line) {
    char bytes[NF_LINK_MAX];
    slice link = link_read(job, line, bytes);
    slice rest = {line.at, line.length < WHO_WITHIN ? line.length : WHO_WITHIN};
    while (rest.length) {
        bool has_link;
        slice word = {rest.at, word_at(rest, link, &has_link)};
        rest = after(rest, rest.at, word.length + (word.length < rest.length));
        if (word.length == line.length) return; /* all of it is the link */
        if (has_link || is_of_link(word) || !is_any_letter(word)) continue;
        if (out->used) put_char(out, ' ');
        put_bytes(out, word.at, word.length);
    }
    while (out->used && out->used < out->capacity && out->at[out->used - 1] == ':')
        out->at[--out->used] = 0;
}

/* Ends a text that was cut with three dots after a whole character. */
static void mark_cut(nf_text *text) {
    if (text->used < text->capacity) return;
    text->used = text->capacity - 4;
    while (text->used && ((unsigned char)text->at[text->used] & 0xc0) == 0x80) text->used--;
    put(text, "...");
}

/* ---- A row of the table --------------------------------------------------------------------- */

static void print_place(int panel) {
    if (panel < NF_PANELS)
        printf("p%d%d", panel / 3 + 1, panel % 3 + 1);
    else
        printf("b%d", panel - NF_PANELS + 1);
}

static void print_verdict(const nf_verdict *verdict) {
    static const char *const words[] = {"fails", "holds", "unknown"};
    printf("%s", words[verdict->holds]);
    if (verdict->holds == NF_UNKNOWN)
        printf(": %s", verdict->why);
    else {
        printf(" (%.6g against %.6g at ", verdict->number, verdict->bound);
        print_place(verdict->panel);
        putchar(')');
    }
}

static void print_statements(job *job, table *table) {
    for (int i = 1, any = 0; i <= 8; i++) {
        slice statement = statement_of(job, i);
        if (table->csv) putchar(',');
        if (!statement.length || job->status != NF_OK) continue;
        nf_verdict verdict = nf_ask(job->engine, statement.at, statement.length, 0);
        table->statement[i - 1][verdict.holds]++;
        if (!table->csv)
            printf("%sask%d %.*s ", any++ ? "; " : "", i, (int)statement.length, statement.at);
        print_verdict(&verdict);
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
    printf("%-10s\t", cells->status);
    int width = print_plain(stdout, cells->who.at, strlen(cells->who.at));
    printf("%*s\t", width < WHO_WIDTH ? WHO_WIDTH - width : 0, "");
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
    status status = judge_link(job, table->most_work, &why_text);
    cells.status = status_names[status];
    put_who(&cells.who, job, all);
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
    return is_exact && (status == REPRODUCED || status == UNCHECKED);
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
            put(&counts, status_names[i]);
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
