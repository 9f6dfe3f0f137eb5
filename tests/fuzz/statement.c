/* Any bytes as a statement: judged on a figure without harm, and taken into a link only if that
 * link brings it back. */
#include "engine/ask.h"
#include "engine/params.h"
#include "words.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Figures to ask about: all there is, nothing kept, inputs of different length with rows that see
 * no key, none. */
static const struct {
    const char *link;
    int want;
} figures[] = {
    {"1;n=5;d=32;heads=2", NF_WEIGHTS | NF_MEASURES | NF_CHECK | NF_ALL_BASELINES},
    {"1;n=3;d=32;heads=1;weights=sigmoid", 0},
    {"1;figure=cross;n=9~2~4;d=32;heads=1;mask=window;window=2", NF_WEIGHTS | NF_MEASURES},
    {"1;source=tensors", 0},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static nf_engine *engine_of(int figure) { /* made once, and kept for all inputs */
    static nf_engine *engines[FIGURES];
    nf_params params;
    if (engines[figure]) return engines[figure];
    nf_decode(figures[figure].link, strlen(figures[figure].link), &params, NULL, NULL);
    engines[figure] = nf_open();
    nf_compute(engines[figure], &params, figures[figure].want);
    return engines[figure];
}

/* A verdict is about a panel that is there and a number, or says what is missing. */
static void verdict_is_sound(const nf_verdict *verdict, const nf_engine *engine, bool readable) {
    must(memchr(verdict->why, 0, sizeof verdict->why) != NULL);
    if (verdict->holds == NF_UNKNOWN) {
        must(verdict->why[0] != 0);
        return;
    }
    must(readable && nf_get_panel(engine, verdict->panel) && !isnan(verdict->number) &&
         !isnan(verdict->bound));
}

/* More slack never turns what holds into what fails. */
static void slack_helps(nf_engine *engine, const char *text, size_t size) {
    nf_verdict strict = nf_ask(engine, text, size, 0), loose = nf_ask(engine, text, size, 0.5);
    must((strict.holds == NF_UNKNOWN) == (loose.holds == NF_UNKNOWN));
    must(strict.holds != NF_HOLDS || loose.holds == NF_HOLDS);
}

/* What a state keeps of a statement says the same of every figure, and is kept as it is. */
static void is_kept_in_meaning(const char *text, size_t size, const nf_params *params) {
    nf_params again;
    const char *kept = params->texts + params->start[P_ask3];
    size_t length = params->length[P_ask3];
    nf_defaults(&again);
    must(nf_set(&again, P_ask3, kept, length, NULL) && same_value(params, &again, P_ask3));
    for (int figure = 0; figure < FIGURES && size; figure++) {
        nf_verdict a = nf_ask(engine_of(figure), text, size, 0),
                   b = nf_ask(engine_of(figure), kept, length, 0);
        must(a.holds == b.holds && a.panel == b.panel &&
             (a.holds == NF_UNKNOWN || (a.number == b.number && a.bound == b.bound)));
    }
}

static void link_brings_it_back(const char *text, size_t size) {
    nf_params params, back;
    char link[300];
    nf_text out = {link, 0, sizeof link};
    nf_defaults(&params);
    if (!nf_set(&params, P_ask3, text, size, NULL)) return;
    must(size == 0 || statement_is_readable(text, size));
    is_kept_in_meaning(text, size, &params);
    nf_encode(&params, &out);
    nf_link read = nf_decode(link, out.used, &back, NULL, NULL);
    must(out.used < sizeof link && read.readable && read.lossless &&
         same_value(&params, &back, P_ask3));
}

static const char *const words[] = {
#define X(name, key, label, more) key "~",
    NF_MEASURE_LIST(X, "", "")
#undef X
        "~",
    "diff~",
    "gap~",
    "cell~",
    "says~",
    "is~",
    "2054",
    "prediction~",
    "p11~",
    "p32~",
    "p23~",
    "b1",
    "b1~",
    "b3~",
    "r1~",
    "r3~",
    "c2~",
    "d1~",
    "all~",
    "gt~",
    "ge~",
    "lt~",
    "le~",
    "eq~",
    "in~",
    "0",
    "1",
    "0.5",
    "1e-3",
    "1e3",
    "-",
    "+",
    ".",
    "e",
    "4~",
    "2~",
    "16384~",
    "1e300",
    "~rest",
    "~first~p11~",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static char text[9000];
    size_t size = spell(data, bytes, words, sizeof words / sizeof *words, text, sizeof text);
    bool readable = statement_is_readable(text, size);
    for (int figure = 0; figure < FIGURES; figure++) {
        nf_engine *engine = engine_of(figure);
        nf_verdict verdict = nf_ask(engine, text, size, 0);
        verdict_is_sound(&verdict, engine, readable);
        slack_helps(engine, text, size);
    }
    link_brings_it_back(text, size);
    return 0;
}
