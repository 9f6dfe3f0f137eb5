/* The exports that a module with the model has besides: through them alone the model's code comes
 * in. */
#include "session.h"

#include "engine/text.h"

int EXPORT(bring_model)(session *s, const uint8_t *file, int bytes) {
    return (int)nf_bring_model(s->engine, file, (size_t)bytes);
}

/* Nothing where there is no such head. */
int EXPORT(head)(session *s, int index) {
    nf_head head;
    start(s);
    if (nf_measure_head(s->engine, index, &head) == NF_OK) nf_print_head(&head, &s->answer);
    return end(s);
}

/* Of a prediction: each token's divergence, and the likely pieces, five before and five after:
 * their names, each in a line, and their probabilities. NULL and nothing where there is none. */
const double *EXPORT(panel_divergence)(session *s, int index) {
    const nf_prediction *p = nf_get_prediction(s->engine, index);
    return p ? p->divergence : NULL;
}

static const nf_guess *guess_of(session *s, int index, int which) {
    const nf_prediction *p = nf_get_prediction(s->engine, index);
    return which < NF_GUESSES ? &p->before[which] : &p->after[which - NF_GUESSES];
}

int EXPORT(panel_guesses)(session *s, int index) {
    start(s);
    for (int i = 0; i < 2 * NF_GUESSES; i++) {
        put(&s->answer, i ? "\n" : "");
        nf_print_piece(s->engine, guess_of(s, index, i)->piece, &s->answer);
    }
    return end(s);
}

double EXPORT(panel_guess)(session *s, int index, int which) {
    return guess_of(s, index, which)->p;
}
