#include "model_reference.h"

#include <stdio.h>

/* Largest difference of a float32 logit to the double reference: rounding of some 400 sums of 100
 * terms. */
static const double TOLERANCE = 1e-4;

/* The page's own model, empty where none was built in. */
extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

static void open_file(opened_model *opened, const uint8_t *file, size_t size) {
    bool good = opened_from(opened, file, size);
    CHECK(good, "a good file opens");
    if (!good) exit(report());
}

static void open_random(opened_model *opened, const model_shape *shape, uint8_t **file) {
    size_t size;
    *file = random_file(shape, 5, &size);
    open_file(opened, *file, size);
}

static void new_run(const transformer *model, int n, model_run *run, void **memory) {
    *memory = calloc(1, run_bytes(&model->shape, n));
    place_run(run, &model->shape, n, *memory);
}

static reference_model reference_of(const transformer *model, double **flat) {
    model_weights none;
    ptrdiff_t count = place_weights(&model->shape, NULL, &none);
    const float *weights = model->weights.embedding;
    *flat = malloc(sizeof **flat * (size_t)count);
    for (ptrdiff_t i = 0; i < count; i++) (*flat)[i] = (double)weights[i];
    return (reference_model){model->shape, model->weights, weights, *flat};
}

static void logits_agree(const transformer *model, const uint16_t *tokens, int n,
                         const char *name) {
    double *flat, worst = 0, largest = 0;
    int vocabulary = model->shape.vocabulary;
    reference_model reference = reference_of(model, &flat);
    double *logits = malloc(sizeof *logits * (size_t)(n * vocabulary));
    float *ours = malloc(sizeof *ours * (size_t)((n + 1) * vocabulary)),
          *last = ours + n * vocabulary;
    void *memory;
    model_run run;
    new_run(model, n, &run, &memory);
    run_model(model, tokens, &run);
    reference_logits(&reference, tokens, n, logits);
    run_logits(model, &run, 0, n, ours);
    run_logits(model, &run, n - 1, 1, last);
    for (int i = 0; i < n * vocabulary; i++) {
        worst = fmax(worst, fabs((double)ours[i] - logits[i]));
        largest = fmax(largest, fabs(logits[i]));
    }
    CHECK(memcmp(last, last - vocabulary, sizeof *last * (size_t)vocabulary) == 0,
          "logits of the last token alone are others");
    CHECK(worst < TOLERANCE, "logits of the %s model differ by %g", name, worst);
    CHECK(largest > 0.1, "logits of the %s model say nothing: at most %g", name, largest);
    free(memory);
    free(logits);
    free(ours);
    free(flat);
}

static void test_forward(void) {
    opened_model small, large;
    uint8_t *file, *other;
    uint16_t tokens[64];
    open_random(&small, &SMALL, &file);
    open_random(&large, &LARGE, &other);
    for (int n = 1; n <= SMALL.context; n++) {
        random_tokens(&SMALL, (uint64_t)n, n, tokens);
        logits_agree(&small.model, tokens, n, "small");
    }
    random_tokens(&LARGE, 1, 64, tokens);
    logits_agree(&large.model, tokens, 64, "large");
    opened_free(&small);
    opened_free(&large);
    free(file);
    free(other);
}

static void test_weights(const transformer *model) {
    enum { N = 17 };
    uint16_t tokens[N];
    float weights[N * N];
    void *memory;
    model_run run;
    bool masked = true, whole = true;
    random_tokens(&model->shape, 4, N, tokens);
    new_run(model, N, &run, &memory);
    run_model(model, tokens, &run);
    run_weights(model, &run, 1, 2, weights);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            sum += (double)weights[i * N + j];
            masked = masked && (j <= i || weights[i * N + j] == 0);
        }
        whole = whole && fabs(sum - 1) < 1e-6;
    }
    CHECK(masked, "a weight after the diagonal is not 0");
    CHECK(whole, "a row of weights does not sum to 1");
    free(memory);
}

static void test_rotation(const transformer *model) {
    int d = model->shape.head_width, n = model->shape.context;
    float from[CONTEXT_MAX * HEAD_WIDTH_MAX], to[CONTEXT_MAX * HEAD_WIDTH_MAX];
    double worst = 0;
    for (int i = 0; i < n * d; i++)
        from[i] = (float)nf_normal(8, (uint64_t)(i % d)); /* equal rows */
    rotate(model, n, from, to);
    CHECK(memcmp(from, to, sizeof *to * (size_t)d) == 0, "position 0 turns");
    for (int i = 0; i < n;
         i++) { /* a turned row against the first one: the reference's logit at that distance */
        double q[HEAD_WIDTH_MAX], dot = 0;
        for (int c = 0; c < d; c++) {
            q[c] = (double)from[c];
            dot += (double)to[i * d + c] * (double)from[c];
        }
        worst = fmax(worst, fabs(dot / sqrt(d) - reference_logit(q, q, i, d)));
    }
    CHECK(worst < 1e-5, "rotary positions are off by %g", worst);
    rotate(model, n, from, from);
    CHECK(memcmp(from, to, sizeof *to * (size_t)(n * d)) == 0,
          "rotating in place gives other bits");
}

/* Are the query, key and value of the layers [from, to) the same bits in two runs? */
static bool same_layers(const model_shape *s, const model_run *a, const model_run *b, int from,
                        int to) {
    ptrdiff_t layer = (ptrdiff_t)s->heads * a->n * s->head_width, start = from * layer;
    size_t bytes = sizeof(float) * (size_t)((to - from) * layer);
    return memcmp(a->query + start, b->query + start, bytes) == 0 &&
           memcmp(a->key + start, b->key + start, bytes) == 0 &&
           memcmp(a->value + start, b->value + start, bytes) == 0;
}

static void test_replacing(const transformer *model) {
    enum { N = 13 };
    const model_shape *s = &model->shape;
    uint16_t tokens[N];
    float output[N * HEAD_WIDTH_MAX] = {0};
    float before[VOCABULARY_MAX], after[VOCABULARY_MAX];
    size_t bytes = run_bytes(s, N), predictions = sizeof *before * (size_t)s->vocabulary;
    void *memory, *more;
    model_run base, run;
    random_tokens(s, 6, N, tokens);
    new_run(model, N, &base, &memory);
    new_run(model, N, &run, &more);
    run_model(model, tokens, &base);
    run_logits(model, &base, N - 1, 1, before);
    for (int l = 0; l < s->layers; l++) {
        memcpy(more, memory, bytes);
        run_again(model, &base, l, 1, output, &run);
        run_logits(model, &run, N - 1, 1, after);
        CHECK(same_layers(s, &base, &run, 0, l + 1),
              "replacing an output in layer %d changes that layer or one before", l);
        CHECK(l + 1 == s->layers || !same_layers(s, &base, &run, l + 1, l + 2),
              "layer %d does not see layer %d", l + 1, l);
        CHECK(memcmp(before, after, predictions) != 0, "layer %d does not reach the prediction", l);
        memset(more, 0, bytes);
        run_again(model, &base, l, 0, NULL, &run);
        run_logits(model, &run, N - 1, 1, after);
        CHECK(same_layers(s, &base, &run, l + 1, s->layers),
              "replacing nothing in layer %d changes a later one", l);
        CHECK(memcmp(before, after, predictions) == 0,
              "replacing nothing in layer %d changes the prediction", l);
    }
    free(memory);
    free(more);
}

/* Bytes in a block of their own, so that a sanitizer sees a read past the end. */
static model_status status_of(const uint8_t *file, size_t size) {
    model_shape shape;
    uint8_t *copy = malloc(size + (size == 0));
    memcpy(copy, file, size);
    model_status status = model_file_shape(copy, size, &shape);
    void *memory = status ? NULL : malloc(model_bytes(&shape));
    transformer model;
    if (!status) status = model_open(&model, copy, size, memory);
    free(memory);
    free(copy);
    return status;
}

static void seal(uint8_t *file, size_t size) {
    uint64_t checksum = model_checksum(file, size - 8);
    for (int i = 0; i < 8; i++) file[size - 8 + (size_t)i] = (uint8_t)(checksum >> 8 * i);
}

static void test_damage(void) {
    static const model_shape tiny = {.layers = 1,
                                     .heads = 1,
                                     .width = 4,
                                     .head_width = 4,
                                     .hidden = 3,
                                     .vocabulary = 98,
                                     .context = 6};
    size_t size, shorter = 0, flipped = 0, refused = 0, tried = 0;
    uint8_t *file = random_file(&tiny, 2, &size);
    file[8 + 4 * 8] = 0; /* its only layer */
    seal(file, size);
    CHECK(status_of(file, size) == MODEL_OK, "the tiny file opens: %d", (int)status_of(file, size));
    for (size_t n = 0; n < size; n++) shorter += status_of(file, n) != MODEL_OK;
    CHECK(shorter == size, "a truncated file opens: %zu of %zu were refused", shorter, size);
    for (size_t i = 0; i < size; i++) {
        uint8_t was = file[i];
        file[i] ^= (uint8_t)(1u << i % 8);
        flipped += status_of(file, size) != MODEL_OK;
        file[i] = was;
    }
    CHECK(flipped == size, "a file with a flipped bit opens: %zu of %zu were refused", flipped,
          size);
    for (size_t i = 8; i < 400;
         i++) /* with a checksum that fits: sizes, merges, norms must be judged themselves */
        for (unsigned x = 1; x < 256; x += 127, tried++) {
            uint8_t was = file[i];
            file[i] ^= (uint8_t)x;
            seal(file, size);
            refused += status_of(file, size) != MODEL_OK;
            file[i] = was;
        }
    CHECK(refused > tried / 10 && refused < tried, "of forged files %zu of %zu were refused",
          refused, tried);
    free(file);
}

static void refused(const transformer *model, const char *text, model_status status,
                    uint32_t problem) {
    token_list tokens;
    size_t bytes = strlen(text);
    char *copy = malloc(
        bytes + (bytes == 0)); /* without a terminator: a sanitizer sees a read past the end */
    memcpy(copy, text, bytes);
    model_status got = tokenise(model, copy, bytes, &tokens);
    CHECK(got == status && tokens.problem == problem, "\"%s\": %d at byte %u", text, (int)got,
          tokens.problem);
    free(copy);
}

/* The pieces of a text, put together again. */
static void reads_as(const transformer *model, const char *text, const char *expected, int count) {
    token_list tokens;
    char all[CONTEXT_MAX * PIECE_MAX + 1];
    size_t bytes = 0;
    model_status status = tokenise(model, text, strlen(text), &tokens);
    for (int i = 0; i < tokens.count; i++) {
        text_piece piece = model->pieces[tokens.id[i]];
        memcpy(all + bytes, piece.at, piece.bytes);
        bytes += piece.bytes;
    }
    all[bytes] = 0;
    CHECK(status == MODEL_OK && strcmp(all, expected) == 0, "\"%s\" is read as \"%s\"", text, all);
    CHECK(count == 0 || tokens.count == count, "\"%s\" has %d tokens", text, tokens.count);
    CHECK(tokens.count > 0 && tokens.id[0] == 0, "\"%s\" does not begin with the begin token",
          text);
}

static void test_text(const transformer *model) {
    token_list tokens;
    char sign[3];
    int signs;
    CHECK(clean_sign("\xf0\x9f\x98\x80", 4, sign, &signs) == 4 && signs == 0,
          "a character of four bytes is read apart");
    reads_as(model, "the th", " the th", 5);  /* begin, space, the, space, th */
    reads_as(model, "  a\n\tb  ", " a b", 5); /* white space is one space */
    reads_as(model,
             "\xe2\x80\x9c"
             "a\xe2\x80\x9d",
             " \"a\"", 0);
    reads_as(model, "it\xe2\x80\x99s\xe2\x80\xa6", " it's...", 0);
    reads_as(model,
             "a\xe2\x80\x94"
             "b\xe2\x80\x93"
             "c",
             " a--b-c", 0);
    reads_as(model, "caf\xc3\xa9 \xc3\x9c", " cafe U", 0);
    refused(model, "", MODEL_EMPTY, 0);
    refused(model, " \n ", MODEL_EMPTY, 0);
    refused(model, "ab\xd0\xb6", MODEL_ALPHABET, 2);
    refused(model, "a\xe6\x97\xa5", MODEL_ALPHABET, 1);
    refused(model, "abc\xff", MODEL_ALPHABET, 3);
    refused(model, "ab\xe2\x80", MODEL_ALPHABET, 2);
    refused(model, "a\xc0\x80", MODEL_ALPHABET, 1);
    refused(model, "0123456789012345678901234567890", MODEL_LONG, 22); /* 24 with begin and space */
    tokenise(model, "a \xe2\x80\x9cthe", 8, &tokens);
    CHECK(tokens.count == 6 && tokens.start[5] == 5 && tokens.start[4] == 2 && tokens.start[3] == 1,
          "pieces begin at other bytes");
    char *endless = malloc(100001);
    memset(endless, 't', 100000);
    endless[100000] = 0;
    CHECK(tokenise(model, endless, 100000, &tokens) == MODEL_LONG,
          "an endless text is not too long");
    free(endless);
}

/* Bit for bit the plain sums, for sizes with and without remainders. */
static void test_product(void) {
    static const int sizes[][3] = {{1, 1, 1},    {3, 5, 7},    {4, 16, 16},
                                   {5, 33, 300}, {64, 64, 16}, {13, 24, 513}};
    for (size_t t = 0; t < sizeof sizes / sizeof *sizes; t++) {
        int rows = sizes[t][0], columns = sizes[t][1], inner = sizes[t][2], wrong = 0;
        float *a =
            malloc(sizeof(float) * (size_t)(rows * inner + inner * columns + 2 * rows * columns));
        float *b = a + rows * inner, *c = b + inner * columns, *sums = c + rows * columns;
        for (int i = 0; i < rows * inner + inner * columns; i++)
            a[i] = (float)nf_normal(t, (uint64_t)i);
        for (int i = 0; i < rows * columns; i++) {
            sums[i] = 0;
            for (int k = 0; k < inner; k++)
                sums[i] += a[i / columns * inner + k] * b[k * columns + i % columns];
        }
        matrix_product(matrix_of(a, rows, inner), matrix_of(b, inner, columns),
                       matrix_of(c, rows, columns), false);
        wrong += memcmp(c, sums, sizeof(float) * (size_t)(rows * columns)) != 0;
        for (int i = 0; i < rows * columns; i++)
            for (int k = 0; k < inner; k++)
                sums[i] += a[i / columns * inner + k] * b[k * columns + i % columns];
        matrix_product(matrix_of(a, rows, inner), matrix_of(b, inner, columns),
                       matrix_of(c, rows, columns), true);
        wrong += memcmp(c, sums, sizeof(float) * (size_t)(rows * columns)) != 0;
        CHECK(wrong == 0, "a product of %d x %d x %d has other bits", rows, inner, columns);
        free(a);
    }
}

static void test_exponential(void) {
    double worst = 0;
    for (float x = -86; x < 86; x += 0.0173f)
        worst = fmax(worst, fabs((double)fast_exp(x) / exp((double)x) - 1));
    CHECK(worst < 3e-7, "fast_exp is off by %g", worst);
    CHECK(fast_exp(-1e30f) < 1e-37f && fast_exp(1e30f) > 1e37f,
          "fast_exp does not stop at its limits");
}

/* What is claimed of the model that ships. */
static void test_page_model(void) {
    opened_model opened;
    token_list tokens;
    double first = 0;
    open_file(&opened, nf_model_file, nf_model_file_size);
    const transformer *model = &opened.model;
    CHECK(model->sink_layer + 1 < model->shape.layers, "no layer follows the sink");
    for (int t = 0; t < MODEL_TEXTS; t++) {
        void *memory;
        model_run run;
        double sum = 0;
        float weights[CONTEXT_MAX * CONTEXT_MAX];
        CHECK(tokenise(model, model->texts[t].at, model->texts[t].bytes, &tokens) == 0,
              "default text %d cannot be read", t);
        logits_agree(model, tokens.id, tokens.count, "page's");
        new_run(model, tokens.count, &run, &memory);
        run_model(model, tokens.id, &run);
        run_weights(model, &run, model->sink_layer, model->sink_head, weights);
        for (int i = 4; i < tokens.count; i++) sum += (double)weights[i * tokens.count];
        first += sum / (tokens.count - 4) / (double)MODEL_TEXTS;
        free(memory);
    }
    CHECK(first >= 0.93, "the sink head has %.3f of its mass in the first column", first);
    opened_free(&opened);
}

int main(void) {
    opened_model small;
    uint8_t *file;
    open_random(&small, &SMALL, &file);
    test_product();
    test_exponential();
    test_forward();
    test_weights(&small.model);
    test_rotation(&small.model);
    test_replacing(&small.model);
    test_text(&small.model);
    test_damage();
    if (nf_model_file_size > 0) test_page_model();
    opened_free(&small);
    free(file);
    return report();
}
