/* The further exports of the module with the model. No other export calls the model's code, so the
 * linker leaves it out of the module without this file. */
#include "session.h"

#include "engine/text.h"

int EXPORT(bring_model)(session *s, const uint8_t *file, int bytes) {
    return (int)nf_bring_model(s->engine, file, (size_t)bytes);
}

/* Nothing where there is no such head. */
int EXPORT(head)(session *s, int index) {
    nf_head head;
    start_answer(s);
    if (nf_measure_head(s->engine, index, &head) != NF_OK) return 0;
    do nf_print_head(&head, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

/* The divergence of a panel's prediction after each token; NULL if the panel has no prediction. The
 * functions after this one must be called for panels with one. Guesses 0 to 4 are those of the
 * untouched head, 5 to 9 those of the panel. */
const double *EXPORT(panel_divergence)(session *s, int index) {
    const nf_prediction *p = nf_get_prediction(s->engine, index);
    return p ? p->divergence : NULL;
}

static const nf_guess *guess_of(session *s, int index, int which) {
    const nf_prediction *p = nf_get_prediction(s->engine, index);
    return which < NF_GUESSES ? &p->before[which] : &p->after[which - NF_GUESSES];
}

static void print_guesses(session *s, int index) {
    for (int i = 0; i < 2 * NF_GUESSES; i++) {
        put(&s->answer, i ? "\n" : "");
        nf_print_piece(s->engine, guess_of(s, index, i)->piece, &s->answer);
    }
}

/* The text of each guess, a line each. */
int EXPORT(panel_guesses)(session *s, int index) {
    start_answer(s);
    do print_guesses(s, index);
    while (is_cut(s));
    return answer_length(s);
}

/* The word that a likely piece begins, or the piece where no words are made; nothing where nothing
 * is predicted. */
int EXPORT(panel_word)(session *s, int index, int which) {
    const nf_panel *panel = nf_get_panel(s->engine, index);
    start_answer(s);
    if (panel && nf_get_prediction(s->engine, index)) {
        int piece = guess_of(s, index, which)->piece;
        if (nf_finish_word(s->engine, panel->query_input, piece, &s->answer) != NF_OK)
            nf_print_piece(s->engine, piece, &s->answer);
    }
    return answer_length(s);
}

/* The probability of a guess. */
double EXPORT(panel_guess)(session *s, int index, int which) {
    return guess_of(s, index, which)->p;
}
