/* All answers to a question, row by row. */
#ifndef NF_SHEET_H
#define NF_SHEET_H

#include "collect.h"
#include "question.h"
#include "trial.h"

/* The most that a row says of an answer; then it says that there is more. */
enum { NOTES_MAX = 24, WHY_MAX = 2000, WHO_MAX = 240 };

typedef struct row {
    int number, line; /* from 1 */
    status status;
    bool right; /* reproduced, nothing is changed or missing, and every statement holds */
    bool again; /* the same answer stands in an earlier row under the same name: counted there. Two
                   without a name are two */
    nf_params params, together; /* together: with what its question says beside its figure */
    nf_link link;
    bool judged; /* `verdict` holds one for each statement of the question */
    nf_verdict verdict[8];
    int notes;
    nf_fault note[NOTES_MAX]; /* what a teacher must know, and all of it in words */
    char why[WHY_MAX];
    char who[WHO_MAX];    /* the name in the answer; else the words beside its link; else who the
                                 mail is from */
    char beside[WHO_MAX]; /* the words beside a link that names somebody itself */
    bool is_named;        /* in the answer, or beside its link */
} row;

/* Whether it is among what a teacher must know. */
bool has_note(const row *row, nf_cause cause);

/* What tells two answers apart, and two names. */
typedef struct identity {
    uint64_t answer, name;
    bool is_own; /* something was moved or written: two people hardly do the same */
    int first;   /* the first of the list with this answer; itself if there is none before it */
    char who[WHO_MAX];
} identity;

typedef struct sheet {
    nf_engine *engine;
    const question *question;
    uint64_t most_work; /* of one answer, in the unit of nf_work */
    int right_choice;   /* 0: any */
    pasted_list list;
    identity *identity;   /* of each of the list */
    int next;             /* which of the list comes next */
    bool is_open;         /* `row` is being judged */
    bool is_second;       /* `trial` is of the answer's second figure */
    bool is_second_asked; /* the question has one */
    nf_params second, asked_second;
    struct of_second {
        bool is_there;
        status status;
        nf_fault fault;
        size_t length; /* of `second_why` */
    } of_second;
    char second_why[480];
    trial trial;
    nf_text why;
    row row;
    char scratch[4 * NF_LINK_MAX]; /* for a link; a stack may have no room for it */
} sheet;

/* Finds all answers in a text. False without memory. Close it either way. `engine`, `question`,
 * `most_work` and `right_choice` are filled in before. */
bool open_sheet(sheet *sheet, slice text);
void close_sheet(sheet *sheet);

/* NF_MORE: a figure is in the making; NF_READ: and its engine waits for bytes. NF_OK: `row` is
 * finished. NF_NO_DATA: there are no more. */
nf_status step_sheet(sheet *sheet);

#endif
