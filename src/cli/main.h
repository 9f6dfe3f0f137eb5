/* What the commands share: a link, decoded and computed, and printing. */
#ifndef NF_MAIN_H
#define NF_MAIN_H

#include "ninefold.h"

#include "answers/question.h"
#include "data/ready.h"
#include "engine/messages.h"

#include <stdio.h>

enum { DONE, FAILED, MISUSED }; /* exit statuses */

nf_text new_text(char *buffer, size_t capacity);

/* What was not accepted of a link: as the elements of a JSON array, as a line of text, and the
 * words beside the link, which change nothing of its meaning, as a line of their own. */
typedef struct remarks {
    nf_text json, plain, beside;
    bool tells_of_link; /* the first of `plain` is about the link, not about one of its fields */
    char json_buffer[4 * NF_LINK_MAX * 6], plain_buffer[512], beside_buffer[512];
} remarks;

typedef struct job {
    nf_engine *engine;           /* one of the two below: that of the link's model */
    nf_engine *shipped, *own;    /* with the trained model; with that of --model, or NULL */
    struct own_model *own_model; /* bring.h */
    struct opened *files;        /* of it */
    nf_params params;
    nf_link link;
    nf_status status;
    remarks heard;
    char no_link[80]; /* that there is none in what was read */
    char canonical[4 * NF_LINK_MAX];
    ready_weights ready;  /* those of --tensors; without values, if they are none */
    const char *ready_in; /* the name of their file */
    bool strict;          /* a remark is a failure */
    int finished;         /* how many lines before this one, for the progress that is shown */
} job;

void read_link(job *job, const char *link, size_t length);
bool is_whole(const job *job);          /* nothing of the link is lost */
const char *why_unread(const job *job); /* what is lost */
void compute(job *job, int want);

void say_remarks(const job *job); /* on standard error: what was not used as it is written */

/* Says what of the link is not used; false if no figure is to be made. */
bool accept_link(const job *job);

int say_why(const job *job); /* why there is no figure; FAILED */
void say_no_memory(void);

/* The same as a sentence, and what would open a model that is not here. */
void put_why(nf_text *out, const job *job);
void put_remedy(nf_text *out, const job *job, nf_cause cause);

/* ---- Printing (print.c) --------------------------------------------------------------------- */

/* Prints text of any origin: a link, a name, a file's bytes, an argument. No control sequence in it
 * reaches the terminal: a tab becomes a space, other controls and bytes that are not UTF-8 become
 * question marks. All such text is printed by this function. Returns the number of characters. */
int print_plain(FILE *to, const char *text, size_t length);

typedef enum sentence {
#define SENTENCE(name, words) name,
#include "engine/messages.def"
} sentence;

/* Appends a sentence of messages.def; `with` may be NULL. */
void put_sentence(nf_text *out, sentence which, const fill *with);

/* A sentence about two checks. */
void put_checks(nf_text *out, sentence which, uint64_t first, uint64_t second);

/* Prints it on standard error, "ninefold: " before it, by print_plain. */
void say_sentence(sentence which, const fill *with);

/* The same with words of any origin. The format is printf's. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
void tell(const char *format, ...);

/* Until it is called anew, what is told begins with this link; NULL, 0: with none. */
void tell_of(const char *link, size_t length);

/* Prints a field of CSV in quotes, by print_plain. An apostrophe is put before what a spreadsheet
 * would run as a formula. */
void print_csv_field(const char *text, size_t length);

void print_text(const nf_text *text); /* made by the library, of ASCII or JSON */
void print_number(double x);
void print_json_text(const char *text);

/* The first members of a JSON object: {"link":"1;.." and ,"inputs":[..], as nf_print_inputs has
 * them. */
void print_link(const job *job);
void print_inputs(const job *job);

/* Progress on standard error, if that is a terminal. It is erased before anything else is printed
 * on that terminal. */
void watch(void);
void show_progress(const job *job);
void leave_to_rows(void);
void hide_progress(void);

/* ---- How it is used (usage.c) --------------------------------------------------------------- */

bool give_help(int count, char **words); /* if that is asked for */

/* On standard error: what is wrong with the words that were typed, and how they are used. */
void say_usage(int count, char **words);

/* ---- Commands ------------------------------------------------------------------------------- */

/* Each gets the words after its name on the command line and returns an exit status. */
int run_panels(job *job, int count, char **words);
int run_picture(job *job, int count, char **words);
int run_heads(job *job, int count, char **words);
int run_group(job *job, int count, char **words);
/* The word after `name`, with both taken out of the list; NULL if it is not there, and *good is
 * false if nothing follows it. */
char *take_option(const char *name, int *count, char **words, bool *good);

/* Takes --tensors FILE and --arrays Q,K,V out of the words, and brings what they name. */
int bring_tensors(job *job, int *count, char **words);

/* Of ready weights (ready.c): whether a link is of them, as it is of tensors; and what panels and
 * picture give of such a link, an exit status. */
bool is_of_ready(const job *job);
int print_ready(const job *job);
int draw_ready(const job *job, const char *path);

/* Writes bytes into a file, or without a path to standard output; an exit status. */
int write_picture(const char *path, const char *bytes, size_t count);
int run_own(const job *job, int count, char **words);
int run_export(const job *job, const char *folder);
int run_lines(job *job, int count, char **words, bool seal);
int run_table(job *job, int count, char **words);
int run_class(job *job, int count, char **words); /* check --question */
int run_constants(int count, char **words);

/* Takes all lines of standard input that are not empty; false if any is not taken. If there is none
 * that is said by `none`, and it is false too. */
typedef bool take_line(void *with, const char *line, size_t length);
bool each_line(sentence none, take_line *take, void *with);

/* A file that is open. */
typedef struct line_source {
    FILE *file;
    const char *name; /* what it is called where it cannot be read */
    int *number;      /* of the line that is taken, from 1, empty ones counted; or NULL */
} line_source;

/* The same of its lines. */
bool each_line_of(const line_source *of, sentence none, take_line *take, void *with);

/* Where a word that was typed is no link, but the name of a file: says how its lines are read. */
void hint_at_file(const job *job, const char *word);

/* Takes a link of several: what is told meanwhile begins with it. */
bool take_one_of(take_line *take, void *with, const char *link, size_t length);
bool each_link(take_line *take, void *with); /* those of standard input */

/* Takes a link, or with - all of standard input; an exit status. */
int take_links(const char *link, take_line *take, void *with);

bool read_most_work(const char *word, uint64_t *most);

/* Reads a question's link; false, and why is said, if it is none. */
bool read_asked(job *job, const char *link, question *out);

/* How the lines of `check` are judged, and what came of it. */
typedef struct table {
    bool csv;
    uint64_t most_work; /* of one line, in the unit of nf_work */
    int lines, status[5], statement[8][3];
} table;

/* Prints a row; false unless the link is reproduced and its statements hold. */
bool check_line(job *job, table *table, const char *line, size_t length);

void print_counts(const table *table); /* printed under a table of more than one line */

#endif
