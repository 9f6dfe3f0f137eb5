#include "question.h"

#include "pair.h"

#include "engine/params.h"
#include "engine/text.h"

#include <string.h>

slice text_of(const nf_params *params, int row) {
    return (slice){params->texts + params->start[row], params->length[row]};
}

/* ---- A question ----------------------------------------------------------------------------- */

/* The rows that an answer leaves to its question. */
static const int left_out[] = {P_question, P_ask1, P_ask2, P_ask3, P_ask4,  P_ask5,   P_ask6,
                               P_ask7,     P_ask8, P_show, P_lock, P_write, P_choices};

enum { LEFT_OUT = sizeof left_out / sizeof *left_out };

static bool is_left_out(int row) {
    for (int i = 0; i < LEFT_OUT; i++)
        if (left_out[i] == row) return true;
    return false;
}

/* The rows of an answer alone. */
static bool is_of_answer(int row) {
    return row == P_of || row == P_by || row == P_choice || row == P_words;
}

static bool asks(const nf_params *params) {
    bool any = false;
    for (int i = 0; i < LEFT_OUT; i++) {
        bool limits = left_out[i] == P_show || left_out[i] == P_lock;
        any = any || (!limits && !has_default(params, left_out[i]));
    }
    return any;
}

static void name_question(question *question) {
    nf_text link = {question->link, 0, sizeof question->link};
    nf_text name = {question->of, 0, sizeof question->of};
    sha256 hash;
    nf_encode(&question->params, &link);
    sha256_begin(&hash);
    sha256_add(&hash, link.at, link.used);
    sha256_name(&hash, &name);
}

/* The choices of a question, one after the other; NULL where there are none. */
static slice list_of(const nf_params *params) {
    slice text = text_of(params, P_choices);
    return text.length ? text : (slice){NULL, 0};
}

/* Takes the first choice off a list of them, and leaves NULL after the last one. */
static slice next_choice(slice *list) {
    const char *end = memchr(list->at, '/', list->length);
    slice first = end ? up_to(*list, end) : *list;
    *list = end ? after(*list, end, 1) : (slice){NULL, 0};
    return without_spaces(first);
}

/* Whether there are none, or two to five, each with words. */
static bool are_choices(const nf_params *params) {
    int count = 0;
    bool have_words = true;
    for (slice list = list_of(params); list.at; count++)
        have_words = next_choice(&list).length && have_words;
    return count == 0 || (have_words && count >= CHOICES_MIN && count <= CHOICES_MAX);
}

nf_fault read_question(const nf_params *params, question *out) {
    out->params = *params;
    name_question(out);
    if (!has_default(params, P_of)) return fault_in(NF_IS_AN_ANSWER, P_of);
    if (!are_choices(params)) return fault_in(NF_ODD_CHOICES, P_choices);
    return fault_of(asks(params) ? NF_NO_CAUSE : NF_ASKS_NOTHING);
}

slice choice_at(const question *question, int number) {
    slice list = list_of(&question->params), choice = {"", 0};
    for (int i = 0; i < number; i++) choice = list.at ? next_choice(&list) : (slice){"", 0};
    return choice;
}

int choices_of(const question *question) {
    int count = 0;
    for (slice list = list_of(&question->params); list.at; count++) next_choice(&list);
    return count;
}

static void clear(nf_params *params, int row) {
    const char *usual = nf_get_row(row)->kind == NF_CHOICE ? "off" : "";
    nf_set(params, row, usual, strlen(usual), NULL);
}

void answer_to(const question *question, nf_params *state) {
    for (int i = 0; i < LEFT_OUT; i++) clear(state, left_out[i]);
    nf_set(state, P_of, question->of, NAME_DIGITS, NULL);
}

void put_with_question(const question *question, nf_params *answer, nf_text *scratch) {
    for (int i = 0; i < LEFT_OUT; i++) {
        int row = left_out[i];
        if (has_default(&question->params, row)) continue;
        scratch->used = 0;
        nf_print_value(&question->params, row, scratch);
        nf_set(answer, row, scratch->at, scratch->used, NULL);
    }
}

/* ---- An answer beside its question ---------------------------------------------------------- */

typedef struct comparing {
    const question *question;
    const nf_params *asked, *answer;
    note_fault *note;
    void *listener;
} comparing;

/* Says what a row of the answer holds, and what it was. */
static void note_row(const comparing *c, nf_cause cause, int row) {
    char is[3 * 80] = "", was[3 * 80] = "";
    nf_text is_text = {is, 0, sizeof is}, was_text = {was, 0, sizeof was};
    nf_print_value(c->answer, row, &is_text);
    nf_print_value(c->asked, row, &was_text);
    fill with = {.quoted = slice_of(is), .text = slice_of(was[0] ? was : "empty")};
    c->note(c->listener, fault_in(cause, row), &with);
}

static void note_text(const comparing *c, nf_cause cause, int row) {
    fill with = {.quoted = text_of(c->answer, row)};
    c->note(c->listener, fault_in(cause, row), &with);
}

static nf_cause cause_of_change(int row) {
    if (row >= P_ask1 && row <= P_ask8) return NF_CHANGED_STATEMENT;
    return row == P_show || row == P_lock ? NF_CHANGED_LIMITS : NF_CHANGED_QUESTION;
}

/* Whether the answer says anything of what its question says beside the figure. */
static bool says_question(const nf_params *answer) {
    for (int i = 0; i < LEFT_OUT; i++)
        if (!has_default(answer, left_out[i])) return true;
    return false;
}

/* An answer that names its question need not repeat it; what it repeats must be the same. One that
 * does not name it must have all of it. */
static void compare_question(const comparing *c) {
    const nf_params *asked = c->asked, *answer = c->answer;
    bool named = !has_default(answer, P_of);
    if (!named && !says_question(answer)) {
        c->note(c->listener, fault_in(NF_NO_QUESTION, P_of), NULL);
        return;
    }
    for (int i = 0; i < LEFT_OUT; i++) {
        int row = left_out[i];
        bool unsaid = named && has_default(answer, row);
        if (unsaid || same_value(answer, asked, row)) continue;
        nf_cause cause = cause_of_change(row);
        cause == NF_CHANGED_QUESTION ? note_text(c, cause, row) : note_row(c, cause, row);
    }
}

/* Whether a list of keys, separated by ~, has a row's. */
static bool lists(slice keys, int row) {
    const char *key = nf_get_row(row)->key;
    while (keys.length) {
        const char *tilde = memchr(keys.at, '~', keys.length);
        slice first = tilde ? up_to(keys, tilde) : keys;
        if (same_text(first.at, first.length, key)) return true;
        keys = tilde ? after(keys, tilde, 1) : (slice){keys.at, 0};
    }
    return false;
}

/* Whether the question leaves a row to its reader, as the page does it: what is hidden or locked
 * cannot be moved. */
static bool is_free(const question *question, int row) {
    slice show = text_of(&question->params, P_show), lock = text_of(&question->params, P_lock);
    return (!show.length || lists(show, row)) && !lists(lock, row);
}

/* Which model or file a figure is of follows from its source. */
static bool may_differ(const comparing *c, int row) {
    if (row == P_model || row == P_file) return !same_value(c->answer, c->asked, P_source);
    if (row == P_pair && has_pair(c->answer) && has_pair(c->asked))
        return true; /* what it holds is compared by itself */
    return is_free(c->question, row);
}

static void compare_row(const comparing *c, int row) {
    if (same_value(c->answer, c->asked, row) || may_differ(c, row)) return;
    if (nf_get_row(row)->kind == NF_TEXT)
        note_text(c, NF_REPLACED_TEXT, row);
    else
        note_row(c, NF_MOVED_SETTING, row);
}

static void compare_settings(const comparing *c) {
    for (int row = 0; row < P_COUNT; row++) {
        if (!is_left_out(row) && !is_of_answer(row)) compare_row(c, row);
    }
}

/* What the question asks for beside its figure. */
static void compare_replies(const comparing *c) {
    int offered = choices_of(c->question), taken = whole_of(c->answer, P_choice);
    fill with = {.whole = {taken, offered}};
    if (taken > offered) c->note(c->listener, fault_in(NF_CHOICE_BEYOND, P_choice), &with);
    if (offered && !taken) c->note(c->listener, fault_in(NF_NO_CHOICE, P_choice), NULL);
    bool wants_words = !has_default(&c->question->params, P_write);
    if (wants_words && has_default(c->answer, P_words))
        c->note(c->listener, fault_in(NF_NO_WORDS, P_words), NULL);
}

void compare_with(const question *question, const nf_params *answer, note_fault *note,
                  void *listener) {
    comparing c = {question, &question->params, answer, note, listener};
    slice of = text_of(answer, P_of);
    if (of.length && !same_text(of.at, of.length, question->of)) {
        fill with = {.text = of, .other = slice_of(question->of)};
        note(listener, fault_in(NF_OTHER_QUESTION, P_of), &with);
        return;
    }
    compare_question(&c);
    compare_settings(&c);
    compare_replies(&c);
}

void compare_seconds(const question *question, const nf_params *asked, const nf_params *answer,
                     note_fault *note, void *listener) {
    comparing c = {question, asked, answer, note, listener};
    for (int row = 0; row < P_COUNT; row++)
        if (nf_get_row(row)->part != NF_OF_VIEW) compare_row(&c, row);
}
