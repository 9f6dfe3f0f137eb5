/* What heads are measured on: what of a link counts, and its texts or those of a file. */
#include "measuring.h"

#include "bring.h"

#include "engine/params.h"
#include "engine/text.h"

#include <errno.h>
#include <string.h>

/* ---- What of the link counts ---------------------------------------------------------------- */

static bool is_key_of(const char *keys, const char *key) {
    size_t length = strlen(key);
    const char *at = strstr(keys, key);
    return at && (at[length] == ' ' || at[length] == 0) && (at == keys || at[-1] == ' ');
}

/* Whether one of the operations takes a row: the mean over what, the seed of noise. */
static bool is_of_operation(const measuring *m, int row) {
    const lists *asked = &m->effects.asked;
    const char *key = nf_get_row(row)->key;
    if (row == P_eps) return false;
    for (int i = 0; i < asked->ops; i++)
        if (is_key_of(nf_get_operation(asked->op[i])->keys, key)) return true;
    return false;
}

static bool has_effect(const measuring *m, int row) {
    if (row >= P_text1 && row <= P_text3 && !m->texts_path) return true;
    if (row == P_source || row == P_model || row == P_begin) return true;
    return m->is_measured && (row == P_also || is_of_operation(m, row));
}

static bool is_idle(const measuring *m, int row) {
    return nf_get_row(row)->part != NF_OF_VIEW && !has_default(&m->job->params, row) &&
           !has_effect(m, row);
}

/* Lists the keys that have no effect, and says them. */
static void find_idle(measuring *m) {
    nf_text plain = new_text(m->idle, sizeof m->idle);
    nf_text json = new_text(m->idle_json, sizeof m->idle_json);
    for (int row = 0; row < nf_rows(); row++) {
        if (!is_idle(m, row)) continue;
        put(&plain, plain.used ? ", " : "");
        put(&plain, nf_get_row(row)->key);
        put(&json, json.used ? "," : "");
        put_json_text(&json, nf_get_row(row)->key);
    }
    if (plain.used) say_sentence(WITHOUT_EFFECT, &(fill){.text = slice_of(m->idle)});
}

void put_measured_remarks(const measuring *m, nf_text *out) {
    put(out, m->job->heard.plain_buffer);
    if (m->idle[0]) put(out, out->used ? "; " : "");
    if (m->idle[0]) put_sentence(out, WITHOUT_EFFECT, &(fill){.text = slice_of(m->idle)});
}

/* Leaves of the link what has an effect; texts that have none are read over. */
static void keep_effective(measuring *m) {
    nf_params usual, *params = &m->job->params;
    nf_defaults(&usual);
    for (int row = 0; row < nf_rows(); row++)
        if (!is_text(nf_get_row(row)) && !has_effect(m, row))
            memcpy(params->number[row], usual.number[row], sizeof usual.number[row]);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static slice text_at(const nf_params *p, int row) {
    return (slice){p->texts + p->start[row], p->length[row]};
}

static bool say_not_made(const nf_text *why) {
    tell("%s", why->at);
    return false;
}

/* The three texts of the link, each as a first one. */
static bool add_own_texts(measuring *m) {
    static nf_params link;
    byte_slice usual[3];
    char buffer[1024];
    lend_texts(m->job, usual);
    link = m->job->params;
    for (int i = 0; i < 3; i++) {
        nf_text why = new_text(buffer, sizeof buffer);
        slice text = text_at(&link, P_text1 + i);
        if (!text.length) text = (slice){usual[i].at, usual[i].length};
        if (add_text(&m->effects, text, &why) != ADDED) return say_not_made(&why);
    }
    return true;
}

/* A file of texts while it is read. */
typedef struct reading {
    measuring *measuring;
    int line; /* from 1 */
    bool stopped;
} reading;

static bool add_line(void *with, const char *line, size_t length) {
    reading *of = with;
    measuring *m = of->measuring;
    char buffer[1024];
    nf_text why = new_text(buffer, sizeof buffer);
    if (of->stopped) return false;
    added done = add_text(&m->effects, (slice){line, length}, &why);
    of->stopped = done == NOT_MADE;
    if (of->stopped) return say_not_made(&why);
    if (done == ADDED) return true;
    fill of_text = {
        .whole = {of->line}, .text = slice_of(m->texts_path), .other = slice_of(buffer)};
    if (!m->is_told) say_sentence(TEXT_LEFT_OUT, &of_text);
    return false;
}

/* Those of a file; false if any was left out, *any where there is one to go on with. */
static bool add_file(measuring *m, bool *any) {
    FILE *file = fopen(m->texts_path, "rb");
    reading with = {.measuring = m};
    *any = false;
    if (!file) {
        say_sentence(FILE_NOT_OPENED,
                     &(fill){.text = slice_of(m->texts_path), .other = slice_of(strerror(errno))});
        return false;
    }
    bool good = each_line_of(&(line_source){file, m->texts_path, &with.line}, NO_TEXT_IN_FILE,
                             add_line, &with);
    fclose(file);
    *any = m->effects.texts > 0 && !with.stopped;
    return good;
}

bool measure_texts(measuring *m, bool *any) {
    bool good = true;
    if (m->texts_path)
        good = add_file(m, any);
    else
        good = *any = add_own_texts(m);
    finish_effects(&m->effects);
    m->is_told = true;
    return good;
}

/* ---- A link --------------------------------------------------------------------------------- */

/* Whether the link's model is here; else why not is said. */
static bool has_model(const measuring *m) {
    job *job = m->job;
    compute(job, 0);
    if (job->status != NF_OK) return say_why(job) == DONE;
    bool good = whole_of(&job->params, P_source) == SOURCE_MODEL;
    if (!good) say_sentence(NO_MODEL_IN_LINK, NULL);
    return good;
}

static bool is_allowed(const measuring *m) {
    bool good = !m->job->strict || !m->idle[0];
    if (!good) say_sentence(NOT_STRICT, NULL);
    return good;
}

bool accept_measured(measuring *m, const char *link, size_t length) {
    m->idle[0] = m->idle_json[0] = 0;
    m->is_told = false;
    read_link(m->job, link, length);
    if (!accept_link(m->job)) return false;
    if (whole_of(&m->job->params, P_source) == SOURCE_MODEL) find_idle(m);
    if (!is_allowed(m)) return false;
    keep_effective(m);
    return has_model(m);
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool read_tokens(measuring *m, slice word) {
    m->effects.all_tokens = same_text(word.at, word.length, "all");
    return m->effects.all_tokens || same_text(word.at, word.length, "last") ||
           refuse_item(TOKENS_UNREAD, word, "");
}

bool read_measured_option(measuring *m, const char *name, const char *value, bool *is_known) {
    bool is_read = read_shared_list(&m->effects.asked, name, value, is_known);
    bool is_texts = strcmp(name, "--texts") == 0, is_tokens = strcmp(name, "--tokens") == 0;
    if (*is_known) return is_read;
    *is_known = is_texts || is_tokens;
    if (!*is_known || !value) return false;
    if (is_texts) m->texts_path = value;
    return is_texts || read_tokens(m, slice_of(value));
}
