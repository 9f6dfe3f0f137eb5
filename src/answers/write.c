#include "write.h"

#include "plain.h"

#include "engine/params.h"
#include "engine/text.h"

#include <math.h>
#include <string.h>

/* ---- Verdicts ------------------------------------------------------------------------------- */

/* A number without its digits behind the sixth. */
static double in_six_digits(double x) {
    char spelling[60];
    nf_text text = {spelling, 0, sizeof spelling};
    int64_t whole = 0;
    int digits = 0, exponent = 0;
    bool is_behind = false;
    double value, power = 0;
    put_number(&text, x < 0 ? -x : x);
    const char *at = spelling;
    for (; *at && *at != 'e'; at++) {
        if (*at == '.') {
            is_behind = true;
            continue;
        }
        bool is_taken = digits < 7 && (whole || *at != '0');
        if (is_taken) whole = 10 * whole + (*at - '0');
        digits += is_taken;
        exponent += whole && !is_taken && !is_behind;
        exponent -= is_behind && (is_taken || !whole);
    }
    if (digits < 7) return x;
    if (*at) (void)read_number(at + 1, strlen(at + 1), &power);
    text.used = 0;
    put_whole(&text, (whole + 5) / 10);
    put_char(&text, 'e');
    put_whole(&text, exponent + 1 + (int)power);
    return read_number(spelling, text.used, &value) ? x < 0 ? -value : value : x;
}

static void put_place(nf_text *out, int panel) {
    bool is_baseline = panel >= NF_PANELS;
    put_char(out, is_baseline ? 'b' : 'p');
    if (!is_baseline) put_whole(out, panel / 3 + 1);
    put_whole(out, is_baseline ? panel - NF_PANELS + 1 : panel % 3 + 1);
}

void put_verdict(nf_text *out, const nf_verdict *verdict) {
    static const char *const words[] = {"fails", "holds", "unknown"};
    put(out, words[verdict->holds]);
    if (verdict->holds == NF_UNKNOWN) {
        put(out, ": ");
        put(out, verdict->why);
        return;
    }
    put(out, " (");
    put_number(out, in_six_digits(verdict->number));
    put(out, " against ");
    put_number(out, in_six_digits(verdict->bound));
    put(out, " at ");
    put_place(out, verdict->panel);
    put_char(out, ')');
}

/* ---- What all forms write ------------------------------------------------------------------- */

const char *right_word(const row *row) {
    return !row->right ? "no" : row->again ? "again" : "right";
}

static void put_sealed(nf_text *out, const nf_params *params, nf_link link) {
    nf_encode(params, out);
    if (!link.has_check) return;
    put(out, ";check=");
    nf_print_check(link.check, out);
}

/* The choice with its words: "2 Key". */
static void put_choice(nf_text *out, const question *question, const row *row) {
    int choice = whole_of(&row->params, P_choice);
    slice words = choice_at(question, choice);
    if (choice) put_whole(out, choice);
    if (words.length) put_char(out, ' ');
    put_bytes(out, words.at, words.length);
}

/* ---- Columns -------------------------------------------------------------------------------- */

/* A row's fields one after the other, for a table of text or for CSV. */
typedef struct columns {
    nf_text *out;
    bool is_csv, is_begun;
} columns;

static void begin_field(columns *c) {
    if (c->is_begun) put_char(c->out, c->is_csv ? ',' : '\t');
    c->is_begun = true;
}

static void put_field(columns *c, slice text) {
    begin_field(c);
    (c->is_csv ? put_csv_field : put_plain)(c->out, text);
}

static void put_number_field(columns *c, int number) {
    begin_field(c);
    put_whole(c->out, number);
}

/* A link has no character that a field could not hold, and begins no formula. */
static void put_link_field(columns *c, const row *row) {
    begin_field(c);
    put(c->out, c->is_csv ? "\"" : "");
    put_sealed(c->out, &row->params, row->link);
    put(c->out, c->is_csv ? "\"" : "");
}

/* All statements in one column, by their keys. */
static void put_verdicts(columns *c, const question *question, const row *row) {
    bool any = false;
    for (int i = 1; i <= 8; i++) {
        if (!statement_of(&question->params, i).length) continue;
        if (any)
            put(c->out, "; ");
        else
            begin_field(c);
        any = true;
        put(c->out, "ask");
        put_whole(c->out, i);
        put_char(c->out, ' ');
        if (row->judged)
            put_verdict(c->out, &row->verdict[i - 1]);
        else
            put_char(c->out, '-');
    }
}

void put_csv_verdict(nf_text *out, const nf_verdict *verdict) {
    char words[2 * sizeof verdict->why];
    nf_text text = {words, 0, sizeof words};
    put_verdict(&text, verdict);
    if (verdict->holds == NF_UNKNOWN)
        put_csv_field(out, (slice){words, text.used});
    else
        put_bytes(out, words, text.used);
}

/* A column for each statement. */
static void put_verdict_columns(columns *c, const question *question, const row *row) {
    for (int i = 1; i <= 8; i++) {
        if (!statement_of(&question->params, i).length) continue;
        begin_field(c);
        if (row->judged) put_csv_verdict(c->out, &row->verdict[i - 1]);
    }
}

static void put_columns(columns c, const question *question, const row *row) {
    char choice[500] = "";
    nf_text text = {choice, 0, sizeof choice};
    put_choice(&text, question, row);
    if (c.is_csv) put_number_field(&c, row->number);
    put_field(&c, slice_of(status_name(row->status)));
    put_field(&c, slice_of(right_word(row)));
    put_field(&c, slice_of(row->who));
    if (c.is_csv) put_field(&c, slice_of(row->beside));
    (c.is_csv ? put_verdict_columns : put_verdicts)(&c, question, row);
    if (choices_of(question)) put_field(&c, slice_of(choice));
    if (whole_of(&question->params, P_write)) put_field(&c, text_of(&row->params, P_words));
    put_field(&c, slice_of(row->why));
    put_link_field(&c, row);
}

void put_row_plain(nf_text *out, const question *question, const row *row) {
    put_columns((columns){.out = out}, question, row);
}

void put_row_csv(nf_text *out, const question *question, const row *row) {
    put_columns((columns){.out = out, .is_csv = true}, question, row);
}

void put_csv_head(nf_text *out, const question *question) {
    put(out, "row,status,right,who,beside");
    for (int i = 1; i <= 8; i++) {
        if (!statement_of(&question->params, i).length) continue;
        put(out, ",ask");
        put_whole(out, i);
    }
    if (choices_of(question)) put(out, ",choice");
    if (whole_of(&question->params, P_write)) put(out, ",words");
    put(out, ",remarks,link");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_slice_member(nf_text *out, const char *key, slice value) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
    put_json(out, value.at, value.length);
}

static void put_truth(nf_text *out, const char *key, bool is) {
    put(out, ",\"");
    put(out, key);
    put(out, is ? "\":true" : "\":false");
}

static void put_asked(nf_text *out, const question *question, int number) {
    put(out, "{\"key\":\"ask");
    put_whole(out, number);
    put_char(out, '"');
    put_slice_member(out, "statement", statement_of(&question->params, number));
}

static void put_judged(nf_text *out, const question *question, const row *row, int number) {
    static const char *const holds[] = {"false", "true", "null"};
    const nf_verdict *verdict = &row->verdict[number - 1];
    bool is_known = row->judged && verdict->holds != NF_UNKNOWN;
    put_asked(out, question, number);
    put(out, ",\"holds\":");
    put(out, row->judged ? holds[verdict->holds] : "null");
    put(out, ",\"number\":");
    put_number(out, is_known ? verdict->number : (double)NAN);
    put(out, ",\"bound\":");
    put_number(out, is_known ? verdict->bound : (double)NAN);
    put_slice_member(out, "why", slice_of(row->judged ? verdict->why : ""));
    put_char(out, '}');
}

/* The question's statements, with a row's verdicts, or without a row alone. */
static void put_statements(nf_text *out, const question *question, const row *row) {
    bool any = false;
    put(out, ",\"statements\":[");
    for (int i = 1; i <= 8; i++) {
        if (!statement_of(&question->params, i).length) continue;
        put(out, any ? "," : "");
        any = true;
        if (row) {
            put_judged(out, question, row, i);
            continue;
        }
        put_asked(out, question, i);
        put_char(out, '}');
    }
    put_char(out, ']');
}

static void put_notes(nf_text *out, const row *row) {
    put(out, ",\"notes\":[");
    for (int i = 0; i < row->notes; i++) {
        put(out, i ? "," : "");
        nf_print_fault(row->note[i], out);
    }
    put_char(out, ']');
}

static void put_link_member(nf_text *out, const char *key, const nf_params *params, nf_link link) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":\"");
    put_sealed(out, params, link);
    put_char(out, '"');
}

void put_row_json(nf_text *out, const question *question, const row *row) {
    put(out, "{\"row\":");
    put_whole(out, row->number);
    put(out, ",\"line\":");
    put_whole(out, row->line);
    put_slice_member(out, "status", slice_of(status_name(row->status)));
    put_truth(out, "right", row->right);
    put_truth(out, "again", row->again);
    put_slice_member(out, "who", slice_of(row->who));
    put_slice_member(out, "beside", slice_of(row->beside));
    put_statements(out, question, row);
    put(out, ",\"choice\":");
    put_whole(out, whole_of(&row->params, P_choice));
    put_slice_member(out, "words", text_of(&row->params, P_words));
    put_notes(out, row);
    put_slice_member(out, "remarks", slice_of(row->why));
    put_link_member(out, "link", &row->params, row->link);
    put_link_member(out, "together", &row->together, row->link);
    put_char(out, '}');
}

void put_question_members(nf_text *out, const question *question) {
    put(out, "\"of\":\"");
    put(out, question->of);
    put_char(out, '"');
    put_link_member(out, "question", &question->params, (nf_link){.has_check = false});
    put_slice_member(out, "text", text_of(&question->params, P_question));
    put_statements(out, question, NULL);
    put(out, ",\"choices\":[");
    for (int i = 1; i <= choices_of(question); i++) {
        slice choice = choice_at(question, i);
        put(out, i > 1 ? "," : "");
        put_json(out, choice.at, choice.length);
    }
    put_char(out, ']');
    put_truth(out, "write", whole_of(&question->params, P_write));
}
