#include "train.h"

/* Shares of the kinds of windows. Repeats are what grows heads that look for an earlier occurrence,
 * and such heads rest on the begin token where nothing repeats: that is the sink the page shows. */
static const double SENTENCE = 0.40, REPEATED = 0.20, RANDOM = 0.06;

static int below(uint64_t key, uint64_t index, int limit) {
    return (int)(nf_uniform(key, index) * limit);
}

/* From `lead` on, the text goes round in circles of `period` tokens. */
static void repeat(uint16_t *text, int length, int lead, int period) {
    for (int i = lead + period; i < length; i++) text[i] = text[i - period];
}

static void copy_text(const text_corpus *corpus, uint64_t key, bool sentence, int length,
                      uint16_t *text) {
    int start = below(key, 1, corpus->train_count - length);
    if (sentence && corpus->sentence_count > 0) {
        int at = corpus->sentences[below(key, 2, corpus->sentence_count)];
        if (at + length <= corpus->train_count) start = at;
    }
    memcpy(text, corpus->train + start, sizeof *text * (size_t)length);
}

void window_draw(const text_corpus *corpus, uint64_t key, uint64_t index, int length,
                 uint16_t *tokens, uint16_t *next) {
    key = nf_key(key, index);
    double kind = nf_uniform(key, 0);
    bool random = kind < RANDOM, repeated = kind < RANDOM + REPEATED;
    copy_text(corpus, key,
              repeated ? nf_uniform(key, 3) < 0.5 : kind < RANDOM + REPEATED + SENTENCE, length,
              next);
    for (int i = 0; i < length && random; i++)
        next[i] = (uint16_t)(1 + below(key, 8 + (uint64_t)i, corpus->vocabulary - 1));
    if (repeated)
        repeat(next, length, below(key, 4, length / 4), 4 + below(key, 5, length * 7 / 16));
    tokens[0] = 0;
    memcpy(tokens + 1, next, sizeof *tokens * (size_t)(length - 1));
}

bool window_held(const text_corpus *corpus, int index, int length, uint16_t *tokens,
                 uint16_t *next) {
    if ((index + 1) * length > corpus->held_count) return false;
    memcpy(next, corpus->held + index * length, sizeof *next * (size_t)length);
    tokens[0] = 0;
    memcpy(tokens + 1, next, sizeof *tokens * (size_t)(length - 1));
    return true;
}
