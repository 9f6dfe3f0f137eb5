/* Whole predictions: the page shows the likeliest pieces only, so the module with the model does
 * without these exports. */
#include "session.h"

int EXPORT(pieces)(session *s) { return nf_pieces(s->engine); }

int EXPORT(piece)(session *s, int piece) {
    start_answer(s);
    do nf_print_piece(s->engine, piece, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

int EXPORT(panel_distribution)(session *s, int index, int token, double *out) {
    return (int)nf_get_distribution(s->engine, index, token, out);
}
