#include "engine/exact.h"

#include "heads_own.h"

#include "engine/engine.h"
#include "engine/measure.h"

#include <math.h>
#include <stdlib.h>

static void add_text(const through *t, int text, tally *tally, nf_head *to) {
    double m[NF_MEASURES_COUNT], texts = (double)t->texts.texts;
    matrix weights = through_weights(t, text, to->head);
    tally_causal(tally, weights.at, (size_t)weights.stride, weights.rows);
    while (finish_tally(tally, NULL, 0)) continue;
    read_tally(tally, m);
    to->first += m[NF_FIRST] / texts;
    to->diag += m[NF_DIAG] / texts;
    to->previous += m[NF_NEAR] / texts; /* causal: the only neighbour is before it */
    to->entropy += m[NF_ENTROPY] / texts;
}

nf_status measure_own_head(nf_engine *engine, int head, nf_head *out) {
    const own_model *m = own_of(engine);
    if (!m) return NF_NO_FIGURE;
    if (head < 0 || head >= m->description.heads) return NF_NO_DATA;
    tally *tally = malloc((size_t)causal_bytes(m->through.longest));
    if (!tally) return no_memory(engine);
    *out = (nf_head){.layer = engine->source.shape.layer,
                     .head = head,
                     .induction = (double)NAN,
                     .effect = (double)NAN};
    for (int text = 0; text < m->texts.texts; text++) add_text(&m->through, text, tally, out);
    free(tally);
    return NF_OK;
}
