/* An engine takes over from its last figure what the next one has in common with it. Whatever was
 * made, left half made or refused before, a figure has the bits that a new engine gives it. */
#include "figures.h"

enum { STEPS = 500, PARTS = 600 };

typedef struct walk {
    chance chance;
    nf_engine *engine;
    nf_params params;
    owned_tensors tensors;
    int complete, abandoned, refused, taken_over;
} walk;

/* ---- Steps of the walk ---------------------------------------------------------------------- */

/* As readers move: mostly one slider, sometimes several, sometimes another link altogether. */
static void change_params(walk *w) {
    chance *c = &w->chance;
    int how = between(c, 0, 19);
    if (how == 0)
        w->params = random_params(c);
    else if (how < 15)
        randomise(c, &w->params, random_row(c));
    else
        for (int i = 0; i < 4; i++) randomise(c, &w->params, random_row(c));
    if (number_of(&w->params, P_head) >= number_of(&w->params, P_heads))
        set_row(&w->params, P_head, -1);
}

static void bring_others(walk *w) {
    free(w->tensors.memory);
    w->tensors = random_tensors(&w->chance, between(&w->chance, 1, 3), between(&w->chance, 1, 4),
                                between(&w->chance, 1, 40));
    nf_status status = nf_bring(w->engine, &w->tensors.tensors);
    CHECK(status == NF_OK, "tensors of good shape are refused: %s", nf_why(w->engine));
}

static int random_want(chance *c) {
    static const int usual[] = {NF_WEIGHTS | NF_CHECK,
                                NF_WEIGHTS | NF_MEASURES | NF_CHECK | NF_KEEP, NF_CHECK,
                                NF_CELLS | NF_CHECK};
    return between(c, 0, 2) ? usual[between(c, 0, 3)] : between(c, 0, EVERYTHING) | NF_CHECK;
}

/* Figures that cannot be made: of no data, too large, of a head that is not there. */
static void fail_once(walk *w) {
    nf_params params = w->params;
    int why = between(&w->chance, 0, 2), want = NF_WEIGHTS;
    if (why == 0) {
        set_row(&params, P_source, SOURCE_MODEL);
        nf_set(&params, P_model, "00000000", 8, NULL);
    } else
        set_row(&params, P_source, SOURCE_SYNTHETIC);
    if (why == 1) set_row(&params, P_n, 16384);
    if (why == 2) {
        set_row(&params, P_heads, 1);
        set_row(&params, P_head, 1);
    }
    nf_status status = nf_compute(w->engine, &params, want),
              expected = why == 1 ? NF_TOO_LARGE : NF_NO_DATA;
    CHECK(status == expected, "%s instead of %s", nf_status_text(status), nf_status_text(expected));
    CHECK(nf_why(w->engine)[0] != 0 && !nf_get_panel(w->engine, 0) &&
              nf_step(w->engine) == NF_NO_FIGURE,
          "after a failure (%s) there is still a figure", nf_why(w->engine));
    w->refused++;
}

static void abandon_once(walk *w) {
    nf_status status = nf_begin(w->engine, &w->params, random_want(&w->chance));
    for (int left = between(&w->chance, 0, 20); left > 0 && status == NF_MORE; left--)
        status = nf_step(w->engine);
    if (status == NF_MORE)
        CHECK(!nf_get_panel(w->engine, 0) && nf_check(w->engine) == 0,
              "an unfinished figure is shown");
    w->abandoned += status == NF_MORE;
}

/* A head beyond those that the tensors have is refused by both engines. */
static void compare_with_new(walk *w, int want) {
    nf_engine *other = nf_open();
    if (w->tensors.memory) nf_bring(other, &w->tensors.tensors);
    nf_status ours = nf_begin(w->engine, &w->params, want),
              theirs = nf_compute(other, &w->params, want);
    w->taken_over += nf_progress(w->engine) > 0;
    while (ours == NF_MORE) ours = nf_step(w->engine);
    int panel = 0;
    const char *what = ours == theirs ? figure_difference(w->engine, other, &panel) : "the status";
    if (what) {
        char link[600] = "";
        nf_text out = {link, 0, sizeof link};
        nf_encode(&w->params, &out);
        CHECK(false, "want %d, panel %d: %s differs in %s", want, panel, what, link);
    }
    w->complete += ours == NF_OK;
    nf_close(other);
}

static void step_on(walk *w) {
    int what = between(&w->chance, 0, 99);
    if (what < 8) fail_once(w);
    if (what >= 8 && what < 12) bring_others(w);
    change_params(w);
    if (what >= 12 && what < 30) {
        abandon_once(w);
        change_params(w);
    }
    compare_with_new(w, random_want(&w->chance));
}

static void test_walks(void) {
    walk w = {.chance = {41}, .engine = nf_open()};
    nf_defaults(&w.params);
    for (int i = 0; i < STEPS; i++) step_on(&w);
    CHECK(w.complete > STEPS * 3 / 4, "only %d figures of %d were made", w.complete, STEPS);
    CHECK(w.abandoned > STEPS / 20 && w.refused > STEPS / 40, "only %d abandoned, %d refused",
          w.abandoned, w.refused);
    CHECK(w.taken_over > STEPS / 4, "only %d figures had anything from the one before",
          w.taken_over);
    nf_close(w.engine);
    free(w.tensors.memory);
}

/* ---- Each slider alone ---------------------------------------------------------------------- */

/* From the same figure to one that differs in one row only, there and back, keeping logits and not.
 */
static void one_row(chance *c, int row, int want) {
    nf_engine *engine = nf_open(), *other = nf_open();
    nf_params from = params_of("1;n=9~7~8;d=32;heads=2;value=next"), to = from;
    int panel;
    uint64_t check = check_of(engine, &from, want);
    randomise(c, &to, row);
    if (whole_of(&to, P_source) == SOURCE_TENSORS ||
        number_of(&to, P_head) >= number_of(&to, P_heads))
        to = from;
    check_of(engine, &to, want);
    check_of(other, &to, want);
    const char *what = figure_difference(engine, other, &panel);
    CHECK(!what, "after a change of %s %s of panel %d differs", nf_get_row(row)->key, what, panel);
    CHECK(check_of(engine, &from, want) == check, "after a change of %s there is no way back",
          nf_get_row(row)->key);
    nf_close(engine);
    nf_close(other);
}

static void test_each_row(void) {
    chance c = {42};
    for (int row = 0; row < P_COUNT; row++)
        for (int i = 0; i < 4 && !is_text(nf_get_row(row)); i++)
            one_row(&c, row, i % 2 ? EVERYTHING : NF_MEASURES);
}

/* What a change of epsilon, mask or normaliser saves is the point of taking over: most is there
 * before it begins. */
static void test_what_is_saved(void) {
    static const struct {
        const char *link;
        double least;
    } changes[] = {{"1;n=40;d=32;heads=2;eps=0.5~0.2~0.1", 0.4},
                   {"1;n=40;d=32;heads=2;weights=sigmoid", 0.05},
                   {"1;n=40;d=32;heads=2;mask=none", 0.05},
                   {"1;n=40;d=32;heads=2", 0.999},
                   {"1;n=40;d=32;heads=2;view=logits", 0.999}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        nf_engine *engine = nf_open();
        nf_params from = params_of("1;n=40;d=32;heads=2"), to = params_of(changes[i].link);
        check_of(engine, &from, EVERYTHING);
        nf_begin(engine, &to, EVERYTHING);
        CHECK(nf_progress(engine) >= changes[i].least, "%s begins at %.2f", changes[i].link,
              nf_progress(engine));
        nf_close(engine);
    }
}

/* A figure abandoned at any of its steps leaves nothing half made behind. */
static void test_abandoned_anywhere(void) {
    nf_params first = params_of("1;figure=mean;n=70~9~130;d=32;heads=2;value=next"), second = first;
    set_row(&second, P_weights, WEIGHTS_SOFTMAX1);
    nf_engine *fresh = nf_open();
    check_of(fresh, &second, NF_WEIGHTS | NF_MEASURES);
    int steps = 0, panel;
    for (bool done = false; !done && steps < PARTS; steps++) {
        nf_engine *engine = nf_open();
        nf_status status = nf_begin(engine, &first, NF_WEIGHTS | NF_MEASURES | NF_CHECK);
        for (int i = 0; i < steps && status == NF_MORE; i++) status = nf_step(engine);
        done = status == NF_OK;
        check_of(engine, &second, NF_WEIGHTS | NF_MEASURES);
        const char *what = figure_difference(engine, fresh, &panel);
        CHECK(!what, "abandoned after %d steps: %s of panel %d differs", steps, what, panel);
        nf_close(engine);
    }
    CHECK(steps > 100 && steps < PARTS, "there were %d steps", steps);
    nf_close(fresh);
}

/* Bands are numbered anew in each figure. Here the last band of input 2 in the first figure and its
 * first in the second, which begins with input 1 for the following head, have the same number. */
static void test_bands_of_the_same_number(void) {
    nf_params first = params_of("1;n=20~70~9;d=32;heads=1;weights=softmax1"),
              second = params_of("1;n=20~70~9;d=32;heads=1;value=next;weights=sigmoid");
    nf_engine *engine = nf_open(), *fresh = nf_open();
    int want = NF_MEASURES | NF_ALL_BASELINES, panel;
    check_of(engine, &first, want);
    check_of(engine, &second, want);
    check_of(fresh, &second, want);
    const char *what = figure_difference(engine, fresh, &panel);
    CHECK(!what, "%s of panel %d differs", what, panel);
    nf_close(engine);
    nf_close(fresh);
}

int main(void) {
    test_walks();
    test_each_row();
    test_what_is_saved();
    test_abandoned_anywhere();
    test_bands_of_the_same_number();
    return report();
}
