#include "sheet.h"

#include "pair.h"
#include "who.h"

#include "engine/params.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a row says ------------------------------------------------------------------------ */

static nf_text *next_note(sheet *s, nf_fault fault) {
    row *row = &s->row;
    if (row->notes < NOTES_MAX) row->note[row->notes++] = fault;
    put(&s->why, s->why.used ? "; " : "");
    return &s->why;
}

static void note(void *listener, nf_fault fault, const fill *with) {
    sheet *s = listener;
    static const fill nothing;
    say(next_note(s, fault), fault, with ? with : &nothing);
}

/* What was not accepted of the link. */
static void hear(void *listener, const nf_remark *remark) {
    sheet *s = listener;
    if (remark->harmless) return;
    nf_text *why = next_note(s, remark->fault);
    put_bytes(why, remark->key, remark->key_length);
    put(why, ": read ");
    put_json(why, remark->read, remark->read_length < 60 ? remark->read_length : 60);
    put(why, ", ");
    put(why, remark->why);
}

/* ---- Whose it is ---------------------------------------------------------------------------- */

static void put_slice(char *out, size_t capacity, slice text) {
    nf_text to = {out, 0, capacity};
    out[0] = 0;
    put_bytes(&to, text.at, text.length);
    mark_cut(&to);
}

static void read_who(row *row, slice pasted, slice from) {
    char words[WHO_MAX] = "";
    nf_text text = {words, 0, sizeof words};
    slice by = text_of(&row->params, P_by);
    put_who(&text, pasted, row->link.lossless);
    mark_cut(&text);
    row->beside[0] = 0;
    if (by.length) memcpy(row->beside, words, sizeof words);
    row->is_named = by.length || words[0];
    slice who = by.length ? by : words[0] ? slice_of(words) : from;
    put_slice(row->who, sizeof row->who, who);
}

static void read_answer(sheet *s, int index, nf_hear *hear_of) {
    row *row = &s->row;
    slice pasted = pasted_text(&s->list, index);
    row->link = nf_decode(pasted.at, pasted.length, &row->params, hear_of, s);
    nf_name_model(s->engine, &row->params);
    read_who(row, pasted, pasted_from(&s->list, index));
}

/* ---- One mail in several forms -------------------------------------------------------------- */

static uint64_t hash_of(slice text) {
    sha256 hash;
    uint8_t digest[32];
    uint64_t word;
    sha256_begin(&hash);
    sha256_add(&hash, text.at, text.length);
    sha256_end(&hash, digest);
    memcpy(&word, digest, sizeof word);
    return word;
}

/* What was read, all of it; where nothing was, what was pasted. */
static uint64_t hash_as_read(sheet *s, int index) {
    nf_text text = {s->scratch, 0, sizeof s->scratch};
    slice pasted = pasted_text(&s->list, index);
    read_answer(s, index, NULL);
    if (!s->row.link.readable) return hash_of(pasted);
    nf_encode(&s->row.params, &text);
    if (s->row.link.has_check) nf_print_check(s->row.link.check, &text);
    return hash_of((slice){s->scratch, text.used});
}

/* Whether one of the first so many says the same in another form of the same mail. */
static bool is_said(const pasted *all, const uint64_t *read, int count) {
    const pasted *it = &all[count];
    for (int i = count; i-- > 0 && all[i].group == it->group;) {
        bool is_other_form = all[i].part != it->part && all[i].from == it->from;
        if (is_other_form && read[i] == read[count]) return true;
    }
    return false;
}

/* Programs send a mail as plain text and as HTML: an answer that stands in both is one. What only
 * one of them has stays. False without memory. */
static bool leave_out_forms(sheet *s) {
    pasted *all = s->list.all;
    uint64_t *read = calloc((size_t)s->list.count + 1, sizeof *read);
    int kept = 0;
    for (int i = 0; read && i < s->list.count; i++) {
        if (all[i].group) read[kept] = hash_as_read(s, i);
        all[kept] = all[i];
        kept += !all[kept].group || !is_said(all, read, kept);
    }
    s->list.count = kept;
    free(read);
    return read != NULL;
}

/* ---- The question among its answers --------------------------------------------------------- */

/* Whether nothing was answered. Which model or file a link names is not the reader's doing. */
static bool is_the_question(sheet *s, int index) {
    const nf_params *asked = &s->question->params;
    read_answer(s, index, NULL);
    if (!s->row.link.readable || !s->row.link.lossless || s->row.is_named) return false;
    for (int i = 0; i < P_COUNT; i++) {
        bool is_name = i == P_model || i == P_file;
        if (!is_name && !same_value(&s->row.params, asked, i)) return false;
    }
    return true;
}

/* Leaves out the question where a mail quotes it and holds an answer too. Without one it may be
 * what somebody handed in, and stays. */
static void leave_out_quoted(sheet *s) {
    pasted_list *list = &s->list;
    pasted *all = list->all;
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        all[i].is_quoted = all[i].is_quoted && is_the_question(s, i);
    for (int i = 0, end; i < list->count; i = end) {
        bool is_answered = false;
        for (end = i; end < list->count && all[end].from == all[i].from; end++)
            is_answered = is_answered || !all[end].is_quoted;
        for (int k = i; k < end; k++)
            if (!is_answered || !all[k].is_quoted) all[kept++] = all[k];
    }
    list->quoted = list->count - kept;
    list->count = kept;
}

/* ---- The same answer twice ------------------------------------------------------------------ */

/* A name without regard to capitals and spaces. */
static uint64_t hash_of_name(const char *name) {
    char plain[WHO_MAX];
    size_t length = 0;
    for (; *name; name++)
        if (!is_space(*name))
            plain[length++] = *name >= 'A' && *name <= 'Z' ? (char)(*name | 32) : *name;
    return hash_of((slice){plain, length});
}

/* What was answered, without who did: long and short answers of the same are the same. A link that
 * cannot be read is what was pasted. */
static uint64_t hash_of_answer(sheet *s, slice pasted) {
    nf_text text = {s->scratch, 0, sizeof s->scratch};
    nf_params answer = s->row.params;
    if (!s->row.link.readable || !s->row.link.lossless) return hash_of(pasted);
    answer_to(s->question, &answer);
    nf_set(&answer, P_by, "", 0, NULL);
    nf_encode(&answer, &text);
    return hash_of((slice){s->scratch, text.used});
}

static bool is_own_work(const question *question, const nf_params *answer) {
    for (int i = 0; i < P_COUNT; i++) {
        bool counts = nf_get_row(i)->part != NF_OF_VIEW || i == P_words;
        if (counts && !same_value(answer, &question->params, i)) return true;
    }
    return false;
}

static void identify(sheet *s, int index) {
    identity *it = &s->identity[index];
    read_answer(s, index, NULL);
    it->answer = hash_of_answer(s, pasted_text(&s->list, index));
    it->name = hash_of_name(s->row.who);
    it->is_own = is_own_work(s->question, &s->row.params);
    it->first = index;
    memcpy(it->who, s->row.who, sizeof it->who);
}

/* Numbers of answers in the order of what they are, then of where they stand. */
typedef struct numbered {
    uint64_t answer;
    int index;
} numbered;

static int by_answer(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    if (x->answer != y->answer) return x->answer < y->answer ? -1 : 1;
    return x->index - y->index;
}

static bool find_same(sheet *s) {
    int count = s->list.count;
    numbered *order = malloc((size_t)count * sizeof *order + 1);
    if (!order) return false;
    for (int i = 0; i < count; i++) order[i] = (numbered){s->identity[i].answer, i};
    qsort(order, (size_t)count, sizeof *order, by_answer);
    for (int i = 1; i < count; i++)
        if (order[i].answer == order[i - 1].answer)
            s->identity[order[i].index].first = s->identity[order[i - 1].index].first;
    free(order);
    return true;
}

/* The earlier row with the same answer: of the same name if there is one. */
static int same_before(const sheet *s, int index, bool *same_name) {
    const identity *it = &s->identity[index];
    for (int i = it->first; i < index; i++) {
        *same_name = s->identity[i].answer == it->answer && s->identity[i].name == it->name;
        if (*same_name) return i;
    }
    return it->first < index && it->is_own ? it->first : -1;
}

static void note_same(sheet *s, int index) {
    bool same_name = false;
    int before = same_before(s, index, &same_name);
    bool is_named = s->row.who[0] != 0;
    if (before < 0 || (!is_named && !s->identity[index].is_own)) return;
    fill with = {.whole = {before + 1}, .quoted = slice_of(s->identity[before].who)};
    s->row.again = same_name && is_named;
    note(s, fault_of(same_name ? NF_SAME_AGAIN : NF_SAME_OF_ANOTHER), &with);
}

/* ---- A row ---------------------------------------------------------------------------------- */

static nf_status begin_first(sheet *s) {
    row *row = &s->row;
    s->is_second = false;
    s->trial = (trial){.engine = s->engine,
                       .figure = &row->params,
                       .asking = &s->question->params,
                       .link = row->link,
                       .most_work = s->most_work,
                       .why = s->why};
    return begin_trial(&s->trial);
}

static nf_status begin_second(sheet *s) {
    nf_text why = {s->second_why, 0, sizeof s->second_why};
    nf_link link = read_second(&s->row.params, &s->second, &s->of_second.fault, &why);
    s->is_second = s->of_second.is_there = true;
    s->trial = (trial){.engine = s->engine,
                       .figure = &s->second,
                       .asking = &s->second,
                       .link = link,
                       .most_work = s->most_work,
                       .why = why};
    return begin_trial(&s->trial);
}

/* Keeps what came of it, and goes on to the first. */
static nf_status end_second(sheet *s) {
    const trial *t = &s->trial;
    s->of_second.status = t->status;
    if (t->fault.cause) s->of_second.fault = t->fault;
    s->of_second.length = t->why.used;
    return begin_first(s);
}

/* The second figure is judged before the first, so that statements can be put to the first. */
static nf_status begin_row(sheet *s) {
    int index = s->next++;
    row *row = &s->row;
    *row = (struct row){.number = index + 1, .line = s->list.all[index].line};
    s->why = (nf_text){row->why, 0, sizeof row->why};
    s->of_second = (struct of_second){.status = REPRODUCED};
    s->is_open = true;
    read_answer(s, index, hear);
    bool is_whole = row->link.readable && row->link.lossless;
    return is_whole && has_pair(&row->params) ? begin_second(s) : begin_first(s);
}

static void note_second(sheet *s) {
    slice why = {s->second_why, s->of_second.length};
    if (s->of_second.fault.cause) put_of_second(next_note(s, s->of_second.fault), why);
    s->row.status = worse_of(s->row.status, s->of_second.status);
}

static void put_statements(sheet *s) {
    for (int i = 1; i <= 8; i++) {
        slice statement = statement_of(&s->question->params, i);
        if (statement.length)
            s->row.verdict[i - 1] = nf_ask(s->engine, statement.at, statement.length, 0);
    }
}

bool has_note(const row *row, nf_cause cause) {
    for (int i = 0; i < row->notes; i++)
        if (row->note[i].cause == cause) return true;
    return false;
}

static void compare_row(sheet *s) {
    bool is_pair = s->of_second.is_there && s->is_second_asked;
    if (s->row.status == INVALID) return;
    compare_with(s->question, &s->row.params, note, s);
    if (is_pair && !has_note(&s->row, NF_OTHER_QUESTION))
        compare_seconds(s->question, &s->asked_second, &s->second, note, s);
}

static bool all_hold(const sheet *s) {
    for (int i = 1; i <= 8; i++) {
        bool asked = statement_of(&s->question->params, i).length > 0;
        if (asked && s->row.verdict[i - 1].holds != NF_HOLDS) return false;
    }
    return s->row.judged;
}

/* Whether the choice may count as right; where the teacher named the right one, a wrong one is
 * noted. */
static bool judge_choice(sheet *s) {
    int taken = whole_of(&s->row.params, P_choice);
    fill with = {.whole = {taken, s->right_choice}};
    if (!s->right_choice || taken == s->right_choice) return true;
    if (taken) note(s, fault_in(NF_WRONG_CHOICE, P_choice), &with);
    return false;
}

static void end_row(sheet *s) {
    row *row = &s->row;
    s->is_open = false;
    s->why = s->trial.why;
    row->status = s->trial.status;
    if (s->trial.fault.cause) row->note[row->notes++] = s->trial.fault;
    note_second(s);
    compare_row(s);
    row->judged = s->trial.made == NF_OK;
    if (row->judged) put_statements(s);
    bool is_right_choice = judge_choice(s);
    row->right = row->status == REPRODUCED && !row->notes && is_right_choice && all_hold(s);
    note_same(s, row->number - 1);
    mark_cut(&s->why);
    nf_text scratch = {s->scratch, 0, sizeof s->scratch};
    row->together = row->params;
    put_with_question(s->question, &row->together, &scratch);
}

nf_status step_sheet(sheet *s) {
    if (!s->is_open && s->next >= s->list.count) return NF_NO_DATA;
    nf_status status = s->is_open ? step_trial(&s->trial) : begin_row(s);
    if (status == NF_OK && s->is_second) status = end_second(s);
    if (status == NF_MORE || status == NF_READ) return status;
    end_row(s);
    return NF_OK;
}

/* The question's own second figure; what was not accepted of it is no matter of answers. */
static void read_asked(sheet *s) {
    nf_text why = {s->second_why, 0, sizeof s->second_why};
    nf_fault fault;
    s->is_second_asked = has_pair(&s->question->params);
    if (s->is_second_asked) (void)read_second(&s->question->params, &s->asked_second, &fault, &why);
}

bool open_sheet(sheet *s, slice text) {
    s->next = 0;
    s->is_open = s->is_second = false;
    s->identity = NULL;
    read_asked(s);
    if (!collect(text, &s->list) || !leave_out_forms(s)) return false;
    leave_out_quoted(s);
    s->identity = malloc((size_t)s->list.count * sizeof *s->identity + 1);
    if (!s->identity) return false;
    for (int i = 0; i < s->list.count; i++) identify(s, i);
    return find_same(s);
}

void close_sheet(sheet *s) {
    forget_collected(&s->list);
    free(s->identity);
}
