/* What the commands share: a link, decoded and computed, and printing. */
#ifndef NF_MAIN_H
#define NF_MAIN_H

#include "ninefold.h"

#include <stdio.h>

enum { DONE, FAILED, MISUSED }; /* exit statuses */

nf_text new_text(char *buffer, size_t capacity);

/* What was not accepted: an array's elements; a line for people, and one of the words beside the
 * link, which still means what it meant. */
typedef struct remarks {
    nf_text json, plain, beside;
    char json_buffer[4 * NF_LINK_MAX * 6], plain_buffer[512], beside_buffer[512];
} remarks;

typedef struct job {
    nf_engine *engine;
    nf_params params;
    nf_link link;
    nf_status status;
    remarks heard;
    char canonical[4 * NF_LINK_MAX];
    bool strict;  /* a remark is a failure */
    int finished; /* lines before this one, for whoever watches */
} job;

void read_link(job *job, const char *link, size_t length);
bool is_whole(const job *job);          /* nothing of the link is lost */
const char *why_unread(const job *job); /* what of it is */
void compute(job *job, int want);

void say_remarks(const job *job); /* what of the link is not used as it is written, if anything */

/* Says what of the link is not used; false if nothing is to be made of it. */
bool accept_link(const job *job);

int say_why(const job *job); /* why there is no figure; FAILED */

/* ---- Printing (main_print.c) ---------------------------------------------------------------- */

/* Text that somebody else wrote: a link, a name, a file's bytes, an argument. All of it comes
 * through here, so that none of it acts on a terminal: a tab is a space, other controls and bytes
 * that are not UTF-8 are question marks. Returns how many characters were printed. */
int print_plain(FILE *to, const char *text, size_t length);

/* A sentence on standard error, "ninefold: " before it, by print_plain. The format is printf's. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
void tell(const char *format, ...);

/* A field of CSV in quotes, made harmless for terminals and for spreadsheets, which run what begins
 * as a formula. */
void print_csv_field(const char *text, size_t length);

void print_text(const nf_text *text); /* made by the library, of ASCII or JSON */
void print_number(double x);
void print_json_text(const char *text);

/* How far the work is, on standard error where that is a terminal, from watch() on. It is taken
 * away before anything else is printed there: before rows, if they go to a terminal too. */
void watch(void);
void show_progress(const job *job);
void leave_to_rows(void);
void hide_progress(void);

/* ---- Commands ------------------------------------------------------------------------------- */

/* What comes after their name on the command line; an exit status. */
int run_panels(job *job, int count, char **words);
int run_heads(job *job, int count, char **words);
int run_own(int count, char **words);
int run_lines(job *job, int count, char **words, bool seal);
int run_constants(int count, char **words);

/* How the lines of `check` are judged, and what came of it. */
typedef struct table {
    bool csv;
    uint64_t most_work; /* of one line, in the unit of nf_work */
    int lines, status[5], statement[8][3];
} table;

bool check_line(job *job, table *table, const char *line,
                size_t length);        /* prints a row; false if it is not good */
void print_counts(const table *table); /* below a table of more than one line, and not in it */

#endif
