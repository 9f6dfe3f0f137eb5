/* The whole word that begins with a likely piece, continued by the model itself. */
#include "engine/exact.h"

#include "source_model.h"

#include "engine/text.h"

#include <string.h>

enum { PIECES_IN_A_WORD = 8 }; /* at most: longer ones are cut */

static int likeliest(const float *logits, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) best = logits[i] > logits[best] ? i : best;
    return best;
}

/* The likeliest piece after these tokens. The run uses the memory of runs with a replaced
 * output. */
static int next_piece(trained *t, const uint16_t *tokens, int count) {
    float logits[VOCABULARY_MAX];
    t->replaced_in[0] = -1;
    place_run(&t->again, &t->model.shape, count, t->again_memory);
    run_model(&t->model, tokens, &t->again);
    run_logits(&t->model, &t->again, count - 1, 1, logits);
    return likeliest(logits, t->model.shape.vocabulary);
}

/* Whether the second piece continues the word that the first one ends in. */
static bool goes_on(const trained *t, int before, int piece) {
    const text_piece *a = &t->model.pieces[before], *b = &t->model.pieces[piece];
    return piece != 0 && !word_begins(a->at[a->bytes - 1], b->at[0]);
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
        int next = next_piece(t, tokens, count);
        if (!goes_on(t, piece, next)) return;
        put_bytes(out, t->model.pieces[next].at, t->model.pieces[next].bytes);
        piece = next;
        pieces++;
    }
}
