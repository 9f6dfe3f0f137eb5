/* The whole word that begins with a likely piece, continued by the model itself. */
#include "engine/exact.h"

#include "source_model.h"

#include "engine/numbers.h"
#include "engine/text.h"

#include <string.h>

enum { PIECES_IN_A_WORD = 8 }; /* at most: longer ones are cut */

/* Does the second piece go on with the word that the first one ends in? */
static bool goes_on(const trained *t, int before, int piece) {
    const text_piece *a = &t->model.pieces[before], *b = &t->model.pieces[piece];
    return piece != 0 && !word_begins(a->at[a->bytes - 1], b->at[0]);
}

static float largest(const float *logits, int count) {
    float most = logits[0];
    for (int i = 1; i < count; i++) most = logits[i] > most ? logits[i] : most;
    return most;
}

/* The likeliest of the pieces that go on with the word after `piece`; 0, which never does, where
 * all of them together are less likely than that the word ends there. */
static int next_in_word(const trained *t, const float *logits, int piece) {
    int count = t->model.shape.vocabulary, best = 0;
    double most = (double)largest(logits, count), all = 0, on = 0;
    for (int i = 0; i < count; i++) {
        double p = nf_exp((double)logits[i] - most);
        all += p;
        if (!goes_on(t, piece, i)) continue;
        on += p;
        if (!best || logits[i] > logits[best]) best = i;
    }
    return 2 * on > all ? best : 0;
}

/* What the model says after these tokens. It is run in the memory that heads are replaced in. */
static void say_after(trained *t, const uint16_t *tokens, int count, float *logits) {
    t->replaced_in[0] = -1;
    place_run(&t->again, &t->model.shape, count, t->again_memory);
    run_model(&t->model, tokens, &t->again);
    run_logits(&t->model, &t->again, count - 1, 1, logits);
}

void finish_word(const source *self, int input, int piece, nf_text *out) {
    trained *t = self->held;
    const token_list *text = &t->read[input].tokens;
    uint16_t tokens[CONTEXT_MAX];
    int count = text->count, pieces = 1;
    memcpy(tokens, text->id, (size_t)count * sizeof *tokens);
    byte_slice name = self->name_piece(self, piece);
    put_bytes(out, name.at, name.length);
    while (piece != 0 && count < t->model.shape.context && pieces < PIECES_IN_A_WORD) {
        tokens[count++] = (uint16_t)piece;
        float logits[VOCABULARY_MAX];
        say_after(t, tokens, count, logits);
        int next = next_in_word(t, logits, piece);
        if (next == 0) return;
        put_bytes(out, t->model.pieces[next].at, t->model.pieces[next].bytes);
        piece = next;
        pieces++;
    }
}
