#include "trial.h"

#include "engine/messages.h"
#include "engine/params.h"
#include "engine/text.h"

#include <string.h>

const char *status_name(status status) {
    static const char *const names[] = {"reproduced", "differs", "unchecked", "invalid",
                                        "too costly"};
    return names[status];
}

status worse_of(status one, status other) {
    static const int severity[] = {
        [REPRODUCED] = 0, [UNCHECKED] = 1, [TOO_COSTLY] = 2, [DIFFERS] = 3, [INVALID] = 4};
    return severity[other] > severity[one] ? other : one;
}

int row_of_statement(int number) { return P_ask1 + number - 1; }

slice statement_of(const nf_params *params, int number) {
    int row = row_of_statement(number);
    return (slice){params->texts + params->start[row], params->length[row]};
}

void put_billions(nf_text *out, uint64_t work) {
    uint64_t millions = (work + 999999) / 1000000, unit = 1;
    while (millions / unit >= 1000) unit *= 10;
    put_number(out, (double)((millions + unit - 1) / unit * unit) / 1000);
}

/* What must be made for the statements. One about b2 or b3 needs baselines that no panel may
 * show. */
static int want_of(const nf_params *asking) {
    int want = NF_CHECK;
    for (int i = 1; i <= 8; i++) {
        slice statement = statement_of(asking, i);
        if (statement.length) want |= NF_MEASURES | NF_WEIGHTS;
        if (find_in(statement, "says") || find_in(statement, "prediction")) want |= NF_PREDICTION;
        if (find_in(statement, "b2") || find_in(statement, "b3")) want |= NF_ALL_BASELINES;
    }
    return want;
}

/* Texts of numbers, in sentences about them. */
typedef struct spelling {
    char at[24];
} spelling;

static slice billions(spelling *out, uint64_t work) {
    nf_text text = {out->at, 0, sizeof out->at};
    put_billions(&text, work);
    return (slice){out->at, text.used};
}

static slice check_in(spelling *out, uint64_t check) {
    nf_text text = {out->at, 0, sizeof out->at};
    nf_print_check(check, &text);
    return (slice){out->at, text.used};
}

static nf_status decide(trial *t, status status, nf_cause cause, fill with) {
    t->status = status;
    t->fault = fault_of(cause);
    if (cause) say(&t->why, t->fault, &with);
    return NF_OK;
}

static nf_status too_costly(trial *t) {
    spelling work, most;
    fill with = {.text = billions(&work, t->work), .other = billions(&most, t->most_work)};
    return decide(t, TOO_COSTLY, NF_TOO_COSTLY, with);
}

/* Compares the check of the figure that is made. */
static nf_status compare(trial *t) {
    spelling said, computed;
    uint64_t check = nf_check(t->engine);
    slice here = check_in(&computed, check);
    if (!t->link.has_check) return decide(t, UNCHECKED, NF_WITHOUT_CHECK, (fill){.text = here});
    if (t->link.check == check) return decide(t, REPRODUCED, NF_NO_CAUSE, (fill){.text = here});
    fill with = {.text = check_in(&said, t->link.check), .other = here};
    return decide(t, DIFFERS, NF_OTHER_CHECK, with);
}

static nf_status go_on(trial *t, nf_status made) {
    t->made = made;
    if (made == NF_MORE || made == NF_READ) return made;
    if (made == NF_OK) return compare(t);
    t->status = UNCHECKED;
    t->fault = nf_get_fault(t->engine);
    put(&t->why, nf_why(t->engine));
    return NF_OK;
}

nf_status begin_trial(trial *t) {
    int want = want_of(t->asking);
    uint64_t bytes;
    t->made = NF_NO_FIGURE;
    if (!t->link.readable || !t->link.lossless)
        return decide(t, INVALID, NF_NO_CAUSE, (fill){.whole = {0}});
    bool fits = nf_need(t->engine, t->figure, want, &bytes) != NF_TOO_LARGE;
    if (!fits) want &= ~NF_WEIGHTS;                      /* the check needs no cells to be kept */
    (void)nf_work(t->engine, t->figure, want, &t->work); /* 0 of data that is not here */
    if (t->work > t->most_work) return too_costly(t);
    return go_on(t, nf_begin(t->engine, t->figure, want));
}

nf_status step_trial(trial *t) { return go_on(t, nf_step(t->engine)); }
