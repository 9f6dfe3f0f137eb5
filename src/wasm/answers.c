/* The further exports of the module that judges a class's answers. */
#include "session.h"

#include "answers/question.h"
#include "answers/sheet.h"
#include "answers/write.h"
#include "engine/text.h"

#include <stdlib.h>

typedef struct class_sheet {
    question question;
    sheet sheet; /* open only while `is_open` */
    bool is_open;
} class_sheet;

static void close_answers(class_sheet *c) {
    if (c->is_open) close_sheet(&c->sheet);
    c->is_open = false;
}

class_sheet *EXPORT(class_open)(void) { return calloc(1, sizeof(class_sheet)); }

void EXPORT(class_close)(class_sheet *c) {
    close_answers(c);
    free(c);
}

static void print_question(session *s, const class_sheet *c, nf_fault fault) {
    nf_text *out = &s->answer;
    put(out, "{\"why\":\"");
    if (fault.cause) say(out, fault, NULL);
    put(out, "\",");
    put_question_members(out, &c->question);
    put_char(out, '}');
}

/* Takes the link that was decoded last for the question; answers {"why":"","of":..}, where `why`
 * says what a link is that asks nothing, and put_question_members the rest. */
int EXPORT(class_question)(session *s, class_sheet *c) {
    nf_fault fault = read_question(&s->params, &c->question);
    close_answers(c);
    start_answer(s);
    do print_question(s, c, fault);
    while (is_cut(s));
    return answer_length(s);
}

/* Finds the answers in the input buffer, to the question that was taken: how many, or -1 without
 * memory. `most_work` is of one answer, below 0 the usual; `right_choice` 0: any. */
int EXPORT(class_begin)(session *s, class_sheet *c, int length, double most_work, int choice) {
    close_answers(c);
    c->sheet.engine = s->engine;
    c->sheet.question = &c->question;
    c->sheet.most_work = most_work < 0 ? usual_most_work : (uint64_t)most_work;
    c->sheet.right_choice = choice;
    c->is_open = open_sheet(&c->sheet, (slice){s->input, (size_t)length});
    if (c->is_open) return c->sheet.list.count;
    close_sheet(&c->sheet);
    return -1;
}

/* NF_MORE: a figure is in the making. NF_OK: a row is finished. NF_NO_DATA: there are no more. */
int EXPORT(class_step)(class_sheet *c) { return (int)step_sheet(&c->sheet); }

int EXPORT(class_without_link)(const class_sheet *c) { return c->sheet.list.without; }
int EXPORT(class_quoted)(const class_sheet *c) { return c->sheet.list.quoted; }
int EXPORT(class_damaged)(const class_sheet *c) { return c->sheet.list.damaged; }
int EXPORT(class_skipped)(const class_sheet *c) { return c->sheet.list.skipped; }

static int written(session *s, const class_sheet *c,
                   void (*write)(nf_text *, const question *, const row *)) {
    start_answer(s);
    do write(&s->answer, &c->question, &c->sheet.row);
    while (is_cut(s));
    return answer_length(s);
}

int EXPORT(class_row)(session *s, const class_sheet *c) { return written(s, c, put_row_json); }
int EXPORT(class_row_csv)(session *s, const class_sheet *c) { return written(s, c, put_row_csv); }

int EXPORT(class_head_csv)(session *s, const class_sheet *c) {
    start_answer(s);
    do put_csv_head(&s->answer, &c->question);
    while (is_cut(s));
    return answer_length(s);
}
