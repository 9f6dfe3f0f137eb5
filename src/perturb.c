#include "perturb.h"

#include "numbers.h"
#include "params.h"

#include <string.h>

static const uint64_t FOR_NOISE = 0x6e6f697365; /* a purpose of random numbers */

typedef struct work {
    const source *from;
    const perturbation *what;
    int tokens, d;
    double *other; /* tokens by d: the mean, or the noise */
    float *x;      /* tokens by d: a head's vectors */
} work;

static size_t count_of(const work *w) { return (size_t)w->tokens * (size_t)w->d; }

static void fill(const work *w, int head) {
    w->from->fill(w->from, w->what->input, w->what->component, head, w->x);
}

static void mean_over_heads(const work *w) {
    int heads = w->from->shape.heads;
    memset(w->other, 0, count_of(w) * sizeof *w->other);
    for (int head = 0; head < heads; head++) {
        fill(w, head);
        for (size_t i = 0; i < count_of(w); i++) w->other[i] += (double)w->x[i];
    }
    for (size_t i = 0; i < count_of(w); i++) w->other[i] /= heads;
}

static void mean_over_tokens(const work *w) {
    for (int c = 0; c < w->d; c++) {
        double sum = 0;
        for (int i = 0; i < w->tokens; i++) sum += (double)w->x[i * w->d + c];
        for (int i = 0; i < w->tokens; i++) w->other[i * w->d + c] = sum / w->tokens;
    }
}

static void mean_over_channels(const work *w) {
    for (int i = 0; i < w->tokens; i++) {
        double sum = 0;
        for (int c = 0; c < w->d; c++) sum += (double)w->x[i * w->d + c];
        for (int c = 0; c < w->d; c++) w->other[i * w->d + c] = sum / w->d;
    }
}

/* rms(X) N, with N drawn for this component and input alone, so that it is the same for every epsilon. */
static void noise(const work *w) {
    uint64_t seed = (uint64_t)number_of(w->from->params, P_seed);
    uint64_t key = nf_key(nf_key(nf_key(seed, FOR_NOISE), (uint64_t)w->what->input), (uint64_t)w->what->component);
    double squares = 0;
    for (size_t i = 0; i < count_of(w); i++) squares += (double)w->x[i] * (double)w->x[i];
    double rms = nf_sqrt(squares / (double)count_of(w));
    for (size_t i = 0; i < count_of(w); i++) w->other[i] = rms * nf_normal(key, i);
}

static void make_other(const work *w) {
    if (w->what->change == DISTURBED) noise(w);
    else if (w->what->over == OVER_TOKENS) mean_over_tokens(w);
    else if (w->what->over == OVER_CHANNELS) mean_over_channels(w);
    else mean_over_heads(w);
}

void perturb(const source *from, const perturbation *what, void *scratch, float *out, size_t stride) {
    work w = {from, what, from->shape.tokens[what->input], from->shape.d, scratch, NULL};
    w.x = (float *)(w.other + count_of(&w));
    double keep = what->change == TO_MEAN ? 0 : what->change == BLENDED ? 1 - what->s : 1;
    double take = what->change == TO_MEAN ? 1 : what->s;
    fill(&w, from->shape.head);
    if (what->change != UNTOUCHED) make_other(&w);
    if (what->change == BLENDED && what->over == OVER_HEADS) fill(&w, from->shape.head); /* the mean used x for all heads */
    for (int i = 0; i < w.tokens; i++, out += stride) {
        memset(out, 0, stride * sizeof *out);
        for (int c = 0; c < w.d; c++) {
            size_t at = (size_t)(i * w.d + c);
            double x = (double)w.x[at];
            out[c] = (float)(what->change == UNTOUCHED ? x : keep * x + take * w.other[at]);
        }
    }
}
