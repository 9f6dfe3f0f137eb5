/* What the commands share: a link, decoded and computed, and printing. */
#ifndef NF_MAIN_H
#define NF_MAIN_H

#include "ninefold.h"

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
} job;

void read_link(job *job, const char *link, size_t length);
void compute(job *job, int want);
bool is_readable(const job *job); /* false, and said why, if the link cannot be read */
void say_remarks(const job *job); /* what of the link was not accepted, if anything */
int say_why(const job *job);      /* why there is no figure; FAILED */

void print_text(const nf_text *text);
void print_number(double x);
void print_json_text(const char *text);

/* The commands: what comes after their name on the command line; an exit status. */
int run_panels(job *job, int count, char **words);
int run_heads(job *job, int count, char **words);
int run_lines(job *job, int count, char **words, bool seal);

#endif
