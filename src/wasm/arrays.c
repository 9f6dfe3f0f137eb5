/* The further exports of the module with everything: the files that tensors of the reader's own
 * come in, and their arrays. */
#include "arrays.h"

#include "data/labels.h"
#include "engine/text.h"

#include <stdlib.h>

nf_text fresh_refusal(reader_file *f) {
    f->said[0] = 0;
    return (nf_text){f->said, 0, sizeof f->said};
}

void EXPORT(file_close)(reader_file *f) {
    forget_gathered(&f->made);
    forget_ready(&f->ready);
    close_arrays(&f->arrays);
    free(f->bytes);
    free(f);
}

/* Takes bytes from `allocate`. NULL where there is no memory; else file_list says what there is. */
reader_file *EXPORT(file_open)(char *bytes, unsigned size) {
    reader_file *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    nf_text why = fresh_refusal(f);
    f->bytes = bytes;
    (void)open_arrays((slice){bytes, size}, &f->arrays, &why);
    return f;
}

static void print_array(const array *a, nf_text *out) {
    put(out, "{\"name\":");
    put_json_text(out, a->name);
    put_member(out, "type", a->type_name);
    put_flag_member(out, "isRead", a->type != NUMBER_OTHER);
    put_flag_member(out, "holdsNames", holds_labels(a));
    put_flag_member(out, "canBeReady", can_be_ready(a));
    put(out, ",\"sizes\":[");
    for (int i = 0; i < a->dimensions; i++) {
        put(out, i ? "," : "");
        put_number(out, (double)a->shape[i]);
    }
    put(out, "]}");
}

static void print_choice(const choice *by, nf_text *out) {
    put_char(out, '[');
    for (int i = 0; i < by->inputs; i++) {
        put(out, i ? ",[" : "[");
        for (int c = 0; c < 3; c++) {
            put(out, c ? "," : "");
            put_whole(out, by->of[i][c]);
        }
        put_char(out, ']');
    }
    put_char(out, ']');
}

static void print_file(session *s, reader_file *f, const choice *by, bool is_clear) {
    nf_text *out = &s->answer;
    put(out, "{\"arrays\":[");
    for (int i = 0; i < f->arrays.count; i++) {
        put(out, i ? "," : "");
        print_array(&f->arrays.at[i], out);
    }
    put(out, "],\"proposed\":");
    if (is_clear)
        print_choice(by, out);
    else
        put(out, "null");
    put_number_member(out, "ready", is_clear ? -1 : find_ready(&f->arrays));
    put_member(out, "why", f->said);
    put_char(out, '}');
}

/* {"arrays":[..],"proposed":[[q,k,v]..] or null,"ready":-1,"why":".."}: the array that is taken for
 * ready weights where no others are proposed; why there are no arrays, or which is which is not
 * clear. */
int EXPORT(file_list)(session *s, reader_file *f) {
    choice by = {.inputs = 0};
    bool is_clear = false;
    if (f->arrays.count || !f->said[0]) {
        nf_text why = fresh_refusal(f);
        is_clear = propose(&f->arrays, &by, &why);
    }
    start_answer(s);
    do print_file(s, f, &by, is_clear);
    while (is_cut(s));
    return answer_length(s);
}

int answer_why(session *s, const reader_file *f) {
    start_answer(s);
    do {
        put(&s->answer, "{\"why\":");
        put_json_text(&s->answer, f->said);
        put_char(&s->answer, '}');
    } while (is_cut(s));
    return answer_length(s);
}

/* An array's numbers as float32: {"at":..,"count":..,"notFinite":..,"low":..,"high":..},
 * where `at` is to be released; or {"why":".."}. */
int EXPORT(file_read)(session *s, reader_file *f, int index) {
    const array *a = &f->arrays.at[index];
    array_facts facts;
    nf_text why = fresh_refusal(f);
    bool fits = a->numbers <= NF_MEMORY_MAX / sizeof(float);
    float *out = fits ? malloc((size_t)a->numbers * sizeof *out + 1) : NULL;
    if (!out) put_of_file(&why, NO_ROOM_FOR_ALL, NULL);
    if (!out || !read_array(a, out, &facts, &why)) {
        free(out);
        return answer_why(s, f);
    }
    start_answer(s);
    put(&s->answer, "{\"at\":");
    put_whole(&s->answer, (int64_t)(uintptr_t)out);
    put_number_member(&s->answer, "count", (double)a->numbers);
    put_number_member(&s->answer, "notFinite", (double)facts.not_finite);
    put_number_member(&s->answer, "low", (double)facts.low);
    put_number_member(&s->answer, "high", (double)facts.high);
    put_char(&s->answer, '}');
    return answer_length(s);
}

static void print_gathered(session *s, const gathered *made) {
    const nf_tensors *t = &made->tensors;
    put(&s->answer, "{\"heads\":");
    put_whole(&s->answer, t->heads);
    put_number_member(&s->answer, "d", t->d);
    put_number_member(&s->answer, "keyHeads", (double)made->key_heads);
    put_number_member(&s->answer, "labels", (double)(uintptr_t)made->labels);
    put_member(&s->answer, "leftOut", made->left_out);
    put(&s->answer, ",\"inputs\":[");
    for (int i = 0; i < t->inputs; i++) {
        put(&s->answer, i ? ",{\"tokens\":" : "{\"tokens\":");
        put_whole(&s->answer, t->tokens[i]);
        put_number_member(&s->answer, "q", (double)(uintptr_t)t->q[i]);
        put_number_member(&s->answer, "k", (double)(uintptr_t)t->k[i]);
        put_number_member(&s->answer, "v", (double)(uintptr_t)t->v[i]);
        put_char(&s->answer, '}');
    }
    put(&s->answer, "]}");
}

/* The tensors of a choice: `words` holds the number of inputs, and for each its Query, Key and
 * Value. {"heads":..,"d":..,"keyHeads":..,"labels":address,"leftOut":"..","inputs":[{"tokens":..,
 * "q":address,..}]}, good until the file is closed; or {"why":".."}. */
int EXPORT(file_gather)(session *s, reader_file *f, const int *words) {
    choice by = {.inputs = words[0]};
    nf_text why = fresh_refusal(f);
    for (int i = 0; i < 3 * by.inputs; i++) by.of[i / 3][i % 3] = words[1 + i];
    forget_gathered(&f->made);
    if (!gather_tensors(&f->arrays, &by, &f->made, &why)) return answer_why(s, f);
    start_answer(s);
    do print_gathered(s, &f->made);
    while (is_cut(s));
    return answer_length(s);
}
