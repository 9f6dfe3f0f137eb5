#include "model_reference.h"

#include <stdio.h>

enum { WINDOWS = 2, LENGTH = 9 };

/* Every fifth weight: the slope of the reference's loss against the trainer's gradient. */
static void test_gradients(void) {
    network *net = net_new(&SMALL, WINDOWS, LENGTH);
    ptrdiff_t count = net_size(net);
    float *start = random_weights(&SMALL, 11), *weights = net_weights(net);
    double *flat = malloc(sizeof *flat * (size_t)count), worst = 0, largest = 0;
    uint16_t tokens[WINDOWS * LENGTH], next[WINDOWS * LENGTH];
    random_tokens(&SMALL, 21, WINDOWS * LENGTH, tokens);
    random_tokens(&SMALL, 22, WINDOWS * LENGTH, next);
    memcpy(weights, start, sizeof *weights * (size_t)count);
    for (ptrdiff_t i = 0; i < count; i++) flat[i] = (double)weights[i];
    reference_model reference = {.shape = SMALL, .base = weights, .flat = flat};
    place_weights(&SMALL, weights, &reference.at);
    double loss = net_loss(net, tokens, next, true),
           exact = reference_loss(&reference, tokens, next, WINDOWS, LENGTH);
    CHECK(fabs(loss - exact) < 1e-5, "the loss is %.7f, not %.7f", loss, exact);
    for (ptrdiff_t i = 0; i < count; i += 5) {
        double was = flat[i], slope;
        flat[i] = was + 1e-5;
        slope = reference_loss(&reference, tokens, next, WINDOWS, LENGTH);
        flat[i] = was - 1e-5;
        slope -= reference_loss(&reference, tokens, next, WINDOWS, LENGTH);
        flat[i] = was;
        worst = fmax(worst, fabs(slope / 2e-5 - (double)net_gradients(net)[i]));
        largest = fmax(largest, fabs(slope / 2e-5));
    }
    CHECK(worst < 1e-5 && largest > 0.05, "gradients up to %g differ from finite differences by %g",
          largest, worst);
    free(start);
    free(flat);
    net_free(net);
}

static void test_learning(void) {
    network *net = net_new(&SMALL, WINDOWS, LENGTH);
    size_t count = (size_t)net_size(net);
    float *state = calloc(2 * count, sizeof *state);
    adam adam = {net_weights(net), net_gradients(net), state,
                 state + count,    net_size(net),      net_size(net)};
    uint16_t tokens[WINDOWS * LENGTH], next[WINDOWS * LENGTH];
    double before = 0, after = 0;
    random_tokens(&SMALL, 31, WINDOWS * LENGTH, tokens);
    random_tokens(&SMALL, 32, WINDOWS * LENGTH, next);
    net_start(net, 1);
    for (int step = 0; step < 150; step++) {
        after = net_loss(net, tokens, next, true);
        if (step == 0) before = after;
        adam_step(&adam, (adam_rates){4e-3, 0.1, 1}, step);
    }
    CHECK(fabs(before - log(SMALL.vocabulary)) < 0.3, "before learning the loss is %g", before);
    CHECK(after < 0.5, "after learning 18 tokens by heart the loss is %g", after);
    free(state);
    net_free(net);
}

/* Two steps of AdamW against its formulas in double. */
static void test_adam(void) {
    float weights[3] = {1, -2, 0.5f}, gradients[3] = {3, 4, 0}, mean[3] = {0}, square[3] = {0};
    double w[3] = {1, -2, 0.5}, m[3] = {0}, v[3] = {0}, worst = 0;
    adam adam = {weights, gradients, mean, square, 3, 2};
    for (int step = 0; step < 2; step++) {
        double clip =
            step == 0 ? 1 / sqrt(3.0 * 3 + 4 * 4) : 1; /* the second gradient is short enough */
        if (step == 1) {
            gradients[0] = 0.3f;
            gradients[1] = -0.1f;
        }
        adam_step(&adam, (adam_rates){0.1, 0.2, 1}, step);
        for (int i = 0; i < 3; i++) {
            double g = (double)gradients[i] * clip;
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.95 * v[i] + 0.05 * g * g;
            double up = m[i] / (1 - pow(0.9, step + 1)),
                   down = sqrt(v[i] / (1 - pow(0.95, step + 1)) + 1e-16);
            w[i] = (i < 2 ? w[i] * (1 - 0.1 * 0.2) : w[i]) - 0.1 * up / down;
            worst = fmax(worst, fabs(w[i] - (double)weights[i]));
        }
    }
    CHECK(worst < 2e-6, "AdamW is off by %g", worst);
}

static const char *const LINES =
    "Ge1:1 In the beginning there was the word. The word was short.\nGe1:2 And then "
    "there were other words, then more.\n"
    "\xe2\x80\x9cThen there was more of the same,\xe2\x80\x9d said the other. So the "
    "beginning was there in 1 word.\n";

static bool write_lines(const char *path, int times) {
    FILE *file = fopen(path, "w");
    for (int i = 0; file && i < times; i++) fputs(LINES, file);
    return file && fclose(file) == 0;
}

/* The corpus and the model must read a text alike. */
static void same_tokens(const text_corpus *corpus, const char *text) {
    model_shape shape = SMALL;
    token_list tokens;
    opened_model opened;
    size_t size;
    shape.vocabulary = corpus->vocabulary;
    shape.context = CONTEXT_MAX;
    float *weights = random_weights(&shape, 1);
    model_parts parts = {.shape = shape,
                         .card = "",
                         .texts = {"", "", ""},
                         .merges = corpus->merges,
                         .weights = weights};
    uint8_t *file = model_file(&parts, &size);
    bool good = opened_from(&opened, file, size);
    CHECK(good, "a model with learnt pieces opens");
    if (!good) exit(report());
    CHECK(tokenise(&opened.model, text, strlen(text), &tokens) == MODEL_OK, "the text can be read");
    CHECK(memcmp(tokens.id + 1, corpus->train, sizeof *tokens.id * (size_t)(tokens.count - 1)) == 0,
          "the corpus and the model read the same text differently");
    CHECK(tokens.count > 8 && tokens.count < (int)strlen(text), "pieces are joined: %d tokens",
          tokens.count);
    bool same = true;
    for (int i = 1; i < shape.vocabulary; i++)
        same =
            same && corpus->pieces[i].bytes == opened.model.pieces[i].bytes &&
            memcmp(corpus->pieces[i].at, opened.model.pieces[i].at, corpus->pieces[i].bytes) == 0;
    CHECK(same, "a piece of the corpus is another one in the model");
    opened_free(&opened);
    free(file);
    free(weights);
}

static void test_windows(const text_corpus *corpus) {
    uint16_t tokens[64], next[64], again[64], other[64];
    int repeated = 0, shifted = 0;
    for (uint64_t i = 0; i < 400; i++) {
        window_draw(corpus, 7, i, 64, tokens, next);
        window_draw(corpus, 7, i, 64, again, other);
        shifted += tokens[0] == 0 && memcmp(tokens + 1, next, 63 * sizeof *next) == 0 &&
                   memcmp(next, other, sizeof next) == 0;
        bool found = false;
        for (int period = 4; period < 32 && !found; period++)
            found = memcmp(next + 48, next + 48 - period, 16 * sizeof *next) == 0;
        repeated += found;
    }
    CHECK(shifted == 400,
          "%d of 400 windows begin with the begin token, shifted by one, and come out again",
          shifted);
    CHECK(repeated >= 100, "only %d of 400 windows repeat text", repeated);
    window_held(corpus, 0, 64, tokens, next);
    CHECK(tokens[0] == 0 && memcmp(next, corpus->held, sizeof next) == 0,
          "held-out windows begin where that text does");
    CHECK(!window_held(corpus, corpus->held_count / 64, 64, tokens, next),
          "there are more held-out windows than text");
}

static void test_corpus(void) {
    static const char path[] = "build/train_test.txt";
    const char *files[] = {path};
    static text_corpus corpus, none;
    CHECK(write_lines(path, 4000), "a corpus can be written to build/");
    CHECK(corpus_read(&corpus, files, 1, 130), "a corpus is read");
    CHECK(corpus.sentence_count > 1000 && corpus.train[corpus.sentences[0]] != 0,
          "sentences are found");
    CHECK(corpus.held_count > 1000 && corpus.held_count < corpus.train_count / 20,
          "%d tokens are held out", corpus.held_count);
    same_tokens(&corpus, "In the beginning there was the word. The word was short. And then there "
                         "were other words, then more.");
    test_windows(&corpus);
    corpus_free(&corpus);
    remove(path);
    CHECK(!corpus_read(&none, files, 1, 130), "a file that is not there is read");
    corpus_free(&none);
}

/* What comes back from a file is off by half a step of its line's scale at most, and not exact
 * either. */
static void test_rounding(void) {
    size_t size;
    float *weights = random_weights(&SMALL, 3);
    static uint8_t merges[4 * VOCABULARY_MAX];
    some_merges(&SMALL, merges);
    model_weights w;
    matrix list[MATRICES_MAX];
    ptrdiff_t total = place_weights(&SMALL, weights, &w), wrong = 0, exact = 0;
    model_parts parts = {
        .shape = SMALL, .card = "", .texts = {"", "", ""}, .merges = merges, .weights = weights};
    uint8_t *file = model_file(&parts, &size);
    opened_model opened;
    if (!opened_from(&opened, file, size)) exit(report() + 1);
    const float *read = opened.model.weights.embedding;
    int count = weight_matrices(&SMALL, &w, list), matrix = 0, numbers = 0;
    for (; matrix < count; numbers += list[matrix].rows * list[matrix].columns, matrix++)
        for (int r = 0; r < list[matrix].rows; r++)
            for (int c = 0; c < list[matrix].columns; c++) {
                int rows = list[matrix].rows, columns = list[matrix].columns;
                double most = 0;
                for (int i = 0; i < (matrix == 0 ? columns : rows); i++)
                    most =
                        fmax(most, fabs((double)list[matrix]
                                            .at[matrix == 0 ? r * columns + i : i * columns + c]));
                double error = fabs((double)list[matrix].at[r * columns + c] -
                                    (double)read[numbers + r * columns + c]);
                wrong += error > 0.5001 * most / 127;
                exact += error == 0;
            }
    CHECK(wrong == 0 && exact < numbers / 2,
          "%td weights are rounded by more than half a step, %td not at all", wrong, exact);
    CHECK(memcmp(weights + numbers, read + numbers, sizeof *read * (size_t)(total - numbers)) == 0,
          "norms are not exact");
    opened_free(&opened);
    free(file);
    free(weights);
}

int main(void) {
    test_gradients();
    test_adam();
    test_learning();
    test_corpus();
    test_rounding();
    return report();
}
