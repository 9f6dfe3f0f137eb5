/* The functions that web/engine calls. They take and return numbers and addresses only;
 * text goes in through a session's input buffer and comes out through its answer. No arithmetic is
 * done here. */
#include "session.h"

#include "engine/messages.h"
#include "engine/params.h"
#include "engine/sha256.h"
#include "engine/text.h"

#include <stdlib.h>

void EXPORT(session_close)(session *s) {
    nf_close(s->engine);
    free(s->input);
    free(s->answer.at);
    free(s);
}

session *EXPORT(session_open)(void) {
    session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->engine = nf_open();
    s->answer = (nf_text){malloc(ANSWER_ROOM), 0, ANSWER_ROOM};
    nf_defaults(&s->params);
    if (s->engine && s->answer.at) return s;
    session_close(s);
    return NULL;
}

/* Where the page writes the text of its next call; NULL without memory. */
char *EXPORT(input_buffer)(session *s, int bytes) {
    free(s->input);
    s->input = malloc((size_t)bytes + 1);
    return s->input;
}

/* Where the text stands whose length a call returned. */
char *EXPORT(answer)(session *s) { return s->answer.at; }

void start_answer(session *s) {
    s->answer.used = 0;
    s->answer.at[0] = 0;
}

bool is_cut(session *s) {
    size_t needed = s->answer.used + 1;
    char *longer = needed > s->answer.capacity ? malloc(needed) : NULL;
    if (!longer) return false;
    free(s->answer.at);
    s->answer = (nf_text){longer, 0, needed};
    start_answer(s);
    return true;
}

int answer_length(const session *s) {
    return s->answer.used < s->answer.capacity ? (int)s->answer.used : -1;
}

static const char before_remarks[] = "{\"ignored\":[";

static void hear(void *listener, const nf_remark *remark) {
    nf_text *out = listener;
    if (out->used > sizeof before_remarks - 1) put_char(out, ',');
    nf_print_remark(remark, out);
}

static void print_decoded(session *s, size_t length) {
    nf_text *out = &s->answer;
    put(out, before_remarks);
    s->link = nf_decode(s->input, length, &s->params, hear, out);
    nf_name_model(s->engine, &s->params);
    nf_name_tensors(s->engine, &s->params);
    put(out, s->link.readable ? "],\"readable\":true" : "],\"readable\":false");
    put(out, s->link.lossless ? ",\"lossless\":true" : ",\"lossless\":false");
    put(out, ",\"version\":");
    put_whole(out, s->link.version);
    put(out, ",\"check\":");
    if (s->link.has_check) {
        put_char(out, '"');
        nf_print_check(s->link.check, out);
        put_char(out, '"');
    } else
        put(out, "null");
    put(out, ",\"link\":\"");
    nf_encode(&s->params, out);
    put(out, "\",\"state\":{");
    for (int row = 0; row < nf_rows(); row++) {
        put(out, row ? ",\"" : "\"");
        put(out, nf_get_row(row)->key);
        put(out, "\":\"");
        nf_print_value(&s->params, row, out);
        put_char(out, '"');
    }
    put(out, "}}");
}

/* Reads the link in the input buffer; answers
 * {"ignored":[..],"readable":..,"version":..,"check":..,"link":..,"state":{..}}. */
int EXPORT(decode)(session *s, int length) {
    start_answer(s);
    do print_decoded(s, (size_t)length);
    while (is_cut(s));
    return answer_length(s);
}

/* What answers name the link by that was decoded last, as a question. */
int EXPORT(link_name)(session *s) {
    sha256 hash;
    start_answer(s);
    do nf_encode(&s->params, &s->answer);
    while (is_cut(s));
    sha256_begin(&hash);
    sha256_add(&hash, s->answer.at, s->answer.used);
    start_answer(s);
    sha256_name(&hash, &s->answer);
    return answer_length(s);
}

int EXPORT(begin)(session *s, int want) { return (int)nf_begin(s->engine, &s->params, want); }
int EXPORT(step)(session *s) { return (int)nf_step(s->engine); }
double EXPORT(progress)(session *s) { return nf_progress(s->engine); }

static void print_refusal(session *s) {
    put(&s->answer, "{\"message\":");
    put_json_text(&s->answer, nf_why(s->engine));
    put(&s->answer, ",\"fault\":");
    nf_print_fault(nf_get_fault(s->engine), &s->answer);
    put_char(&s->answer, '}');
}

/* Why a figure cannot be made, with the cause and where it is:
 * {"message":"..","fault":{"cause":..,"row":"text1",..}}. */
int EXPORT(refusal)(session *s) {
    start_answer(s);
    do print_refusal(s);
    while (is_cut(s));
    return answer_length(s);
}

int EXPORT(check)(session *s) {
    start_answer(s);
    do nf_print_check(nf_check(s->engine), &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

static void print_verdict(nf_text *out, const nf_verdict *verdict) {
    put(out, verdict->holds == NF_UNKNOWN ? "{\"holds\":null"
             : verdict->holds             ? "{\"holds\":true"
                                          : "{\"holds\":false");
    put_number_member(out, "number", verdict->number);
    put_number_member(out, "bound", verdict->bound);
    put_number_member(out, "panel", verdict->panel);
    put(out, ",\"cause\":");
    put_cause(out, verdict->cause);
    put_member(out, "why", verdict->why);
    put_char(out, '}');
}

/* Judges the statement in the input buffer; answers
 * {"holds":..,"number":..,"bound":..,"panel":..,"cause":..,"why":..}. */
int EXPORT(ask)(session *s, int length, double slack) {
    nf_verdict verdict = nf_ask(s->engine, s->input, (size_t)length, slack);
    start_answer(s);
    do print_verdict(&s->answer, &verdict);
    while (is_cut(s));
    return answer_length(s);
}

int EXPORT(source)(session *s) {
    start_answer(s);
    do nf_print_source(s->engine, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

int EXPORT(inputs)(session *s) {
    start_answer(s);
    do nf_print_inputs(s->engine, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

/* A number of a panel or the address of an array, -1 if there is no such panel; `what` is its
 * position in NF_PANEL_NUMBERS, or behind those in NF_PANEL_ARRAYS. The functions after this one
 * must be called for existing panels only. */
int EXPORT(panel_number)(session *s, int index, int what) {
    const nf_panel *p = nf_get_panel(s->engine, index);
    if (!p) return -1;
    const int numbers[] = {
#define X(name, member) (int)(intptr_t)p->member,
        NF_PANEL_NUMBERS(X) NF_PANEL_ARRAYS(X)
#undef X
    };
    return what >= 0 && what < (int)(sizeof numbers / sizeof *numbers) ? numbers[what] : -1;
}

int EXPORT(panel_logits)(session *s, int index, float *out) {
    return (int)nf_get_logits(s->engine, index, out);
}

int EXPORT(panel_output)(session *s, int index, float *out) {
    return (int)nf_get_output(s->engine, index, out);
}

/* The numbers of a cell, in the order of NF_CELL_NUMBERS; its other steps go into `steps`. */
int EXPORT(panel_cell)(session *s, int index, int query, int key, nf_cell *numbers, float *steps) {
    return (int)nf_get_cell(s->engine, index, query, key, numbers, steps);
}

/* The width d of the head of the figure made; 0 without a figure. */
int EXPORT(head_width)(session *s) {
    nf_shape shape;
    return nf_get_shape(s->engine, &shape) == NF_OK ? shape.d : 0;
}

int EXPORT(vectors)(session *s, int input, int component, int head, float *out) {
    return (int)nf_get_source(s->engine, input, component, head, out);
}

void *EXPORT(allocate)(int bytes) { return malloc((size_t)bytes); }
void EXPORT(release)(void *memory) { free(memory); }
