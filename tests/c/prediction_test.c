/* What the model says next when a head is changed, against the transformer in double precision
 * whose weights are changed instead; and what is measured of every head. */
#include "figures.h"
#include "model_reference.h"

extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

/* Of logits that are right to 1e-4: the divergence is quadratic in them where it is small, linear
 * where it is large. */
static const double TOLERANCE = 1e-5, SHARE = 1e-3;

static opened_model opened;
static nf_engine *engine;

static void make(const char *link, int want) {
    nf_params params = params_of(link);
    nf_status status = nf_compute(engine, &params, want);
    CHECK(status == NF_OK, "%s: %s", link, nf_why(engine));
}

static const nf_prediction *prediction_at(int panel) {
    static const nf_prediction nothing;
    const nf_prediction *p = nf_get_prediction(engine, panel);
    CHECK(p, "panel %d has no prediction", panel);
    return p ? p : &nothing;
}

/* ---- Against a changed model ---------------------------------------------------------------- */

static double *doubles_of(const transformer *model) {
    model_weights none;
    ptrdiff_t count = place_weights(&model->shape, NULL, &none);
    double *flat = malloc(sizeof *flat * (size_t)count);
    for (ptrdiff_t i = 0; i < count; i++) flat[i] = (double)model->weights.embedding[i];
    return flat;
}

static const float *projection(const transformer *model, int layer, int component) {
    const layer_weights *l = &model->weights.layer[layer];
    return component == 0 ? l->query : component == 1 ? l->key : l->value;
}

/* Logits (n, vocabulary) of the model with what makes one component of one head times `s`. */
static double *changed_logits(int layer, int head, int component, double s,
                              const token_list *tokens) {
    const transformer *model = &opened.model;
    const model_shape *shape = &model->shape;
    double *flat = doubles_of(model),
           *logits = malloc(sizeof *logits * (size_t)(tokens->count * shape->vocabulary));
    ptrdiff_t at =
        projection(model, layer, component) - model->weights.embedding + head * shape->head_width;
    for (int i = 0; i < shape->width; i++)
        for (int c = 0; c < shape->head_width; c++)
            flat[at + i * shape->heads * shape->head_width + c] *= s;
    reference_model reference = {*shape, model->weights, model->weights.embedding, flat};
    reference_logits(&reference, tokens->id, tokens->count, logits);
    free(flat);
    return logits;
}

static void softmax_of(const double *x, int count, double *p) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += p[i] = exp(x[i]);
    for (int i = 0; i < count; i++) p[i] /= sum;
}

static double reference_divergence(const double *before, const double *after, int count) {
    double p[VOCABULARY_MAX], q[VOCABULARY_MAX], sum = 0;
    softmax_of(before, count, p);
    softmax_of(after, count, q);
    for (int i = 0; i < count; i++) sum += p[i] * log(p[i] / q[i]);
    return sum;
}

static void guesses_agree(const nf_guess *guesses, const double *logits, const char *link) {
    int pieces = opened.model.shape.vocabulary, above = 0;
    double p[VOCABULARY_MAX];
    softmax_of(logits, pieces, p);
    for (int g = 0; g < NF_GUESSES; g++) {
        CHECK(fabs(guesses[g].p - p[guesses[g].piece]) < 1e-4,
              "guess %d of %s is said to have %g, not %g", g, link, guesses[g].p,
              p[guesses[g].piece]);
        CHECK(g == 0 || guesses[g].p <= guesses[g - 1].p, "guess %d of %s rises", g, link);
    }
    for (int i = 0; i < pieces; i++) above += p[i] > guesses[NF_GUESSES - 1].p + 1e-4;
    CHECK(above < NF_GUESSES, "%d pieces are likelier than the fifth guess of %s", above, link);
}

static void panel_agrees(const char *link, int panel, const double *before, const double *after) {
    const nf_prediction *p = prediction_at(panel);
    int pieces = opened.model.shape.vocabulary;
    size_t last = (size_t)(p->tokens - 1) * (size_t)pieces;
    for (int i = 0; i < p->tokens; i++) {
        double expected = reference_divergence(before + i * pieces, after + i * pieces, pieces);
        CHECK(fabs(p->divergence[i] - expected) < TOLERANCE + SHARE * expected,
              "%s, panel %d, token %d: %g, not %g", link, panel, i, p->divergence[i], expected);
    }
    CHECK(bits_of_float((float)p->kl) == bits_of_float((float)p->divergence[p->tokens - 1]),
          "kl is not the last token's");
    guesses_agree(p->before, before + last, link);
    guesses_agree(p->after, after + last, link);
}

static void test_scaling(int layer, int head, const char *text) {
    static const double eps[] = {0.5, 1e-3, 2};
    char link[400];
    token_list tokens;
    snprintf(link, sizeof link, "1;source=model;layer=%d;head=%d;eps=0.5~1e-3~2;text1=%s", layer,
             head, text);
    make(link, NF_PREDICTION);
    nf_params params = params_of(link);
    tokenise(&opened.model, params.texts + params.start[P_text1], params.length[P_text1], &tokens);
    double *before = changed_logits(layer, head, 0, 1, &tokens);
    for (int panel = 0; panel < NF_PANELS; panel++) {
        double *after = changed_logits(layer, head, panel / 3, eps[panel % 3], &tokens);
        panel_agrees(link, panel, before, after);
        free(after);
    }
    for (int column = 0; column < 3; column++)
        CHECK(prediction_at(6 + column)->kl > 0, "%s: Value in column %d moves nothing", link,
              column);
    free(before);
}

/* ---- What is exact -------------------------------------------------------------------------- */

static void test_untouched(const char *link) {
    make(link, NF_PREDICTION | NF_ALL_BASELINES);
    for (int panel = 0; panel < ALL; panel++) {
        const nf_prediction *p = prediction_at(panel);
        for (int i = 0; i < p->tokens; i++)
            CHECK(p->divergence[i] <= 0 && p->divergence[i] >= 0, "%s, panel %d, token %d: %g",
                  link, panel, i, p->divergence[i]);
        CHECK(same_guesses(p->before, p->after), "%s, panel %d: other guesses", link, panel);
    }
}

static int steps_of(const char *link, int want) {
    nf_params params = params_of(link);
    int steps = 0;
    nf_params nothing = params_of("1;source=model;layer=63");
    nf_begin(engine, &nothing, 0); /* so that nothing is taken over */
    for (nf_status status = nf_begin(engine, &params, want); status == NF_MORE;
         status = nf_step(engine))
        steps++;
    return steps;
}

/* Query and Key share products and outputs under scaling: seven runs of the model. What they say of
 * 20 tokens and 512 pieces is compared in one step, and then forgotten. */
static void test_sharing(void) {
    uint64_t with, without;
    int more =
        steps_of("1;source=model", NF_CHECK | NF_PREDICTION) - steps_of("1;source=model", NF_CHECK);
    CHECK(more == 7 + 1, "predictions take %d steps", more);
    make("1;source=model", NF_PREDICTION);
    for (int panel = 0; panel < 3; panel++)
        CHECK(prediction_at(panel)->divergence == prediction_at(panel + 3)->divergence,
              "panels %d and %d are predicted twice", panel, panel + 3);
    nf_params params = params_of("1;source=model");
    nf_need(engine, &params, NF_CHECK, &without);
    nf_need(engine, &params, NF_CHECK | NF_PREDICTION, &with);
    CHECK(with > without + 7 * 20 * 96 * sizeof(float) &&
              with < without + 7 * 20 * 512 * sizeof(float),
          "predictions need %llu bytes more", (unsigned long long)(with - without));
}

/* Value seen in the next layer is still judged by this head's own output. */
static void test_next(void) {
    double here[3];
    make("1;source=model;figure=mean;op=mean", NF_PREDICTION);
    for (int row = 0; row < 3; row++) here[row] = prediction_at(3 * row + 2)->kl;
    make("1;source=model;figure=mean;op=mean;value=next", NF_PREDICTION | NF_WEIGHTS);
    for (int row = 0; row < 3; row++)
        CHECK(same_numbers(&here[row], &prediction_at(3 * row + 2)->kl, 1), "row %d: %g", row,
              here[row]);
}

/* Crossed: the queries' input goes on with what its rows read from another one. */
static void test_cross(void) {
    make("1;source=model;figure=cross", NF_PREDICTION);
    for (int panel = 0; panel < NF_PANELS; panel++) {
        const nf_prediction *p = prediction_at(panel),
                            *untouched = prediction_at(NF_PANELS + panel / 3);
        CHECK(p->tokens == nf_get_panel(engine, panel)->rows && p->kl > 0, "panel %d", panel);
        CHECK(same_guesses(p->before, untouched->after), "panel %d is compared with another input",
              panel);
    }
}

static void test_absent(void) {
    make("1;source=model", NF_CHECK);
    CHECK(!nf_get_prediction(engine, 0), "there is a prediction that was not asked for");
    make("1", NF_PREDICTION);
    CHECK(!nf_get_prediction(engine, 0), "a synthetic head predicts");
    make("1;source=model", NF_PREDICTION);
    CHECK(!nf_get_prediction(engine, -1) && !nf_get_prediction(engine, 12) &&
              !nf_get_prediction(engine, 10),
          "there are predictions of no panel");
    nf_params params = params_of("1;source=model;layer=63");
    nf_begin(engine, &params, 0);
    CHECK(!nf_get_prediction(engine, 0), "a refused figure predicts");
}

/* ---- Layers --------------------------------------------------------------------------------- */

static void read_with(const transformer *model, const token_list *tokens, model_run *run,
                      void **memory) {
    *memory = malloc(run_bytes(&model->shape, tokens->count));
    place_run(run, &model->shape, tokens->count, *memory);
    run_model(model, tokens->id, run);
}

static double apart(const float *a, const float *b, size_t stride, int n) {
    double most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            most =
                fmax(most, fabs((double)a[(size_t)i * stride + (size_t)j] - (double)b[i * n + j]));
    return most;
}

/* A head's Value times s in the model's own weights, and all of it run anew: no weight of its layer
 * or an earlier one has another bit, the next layer's do, and they are what the engine shows of the
 * following head. */
static void test_value_in_layers(int layer, int head, float s, const char *link) {
    const model_shape *shape = &opened.model.shape;
    opened_model changed;
    token_list tokens;
    model_run base, run;
    void *memory, *more;
    float one[CONTEXT_MAX * CONTEXT_MAX], two[CONTEXT_MAX * CONTEXT_MAX];
    opened_from(&changed, nf_model_file, nf_model_file_size);
    float *value = changed.model.weights.layer[layer].value + head * shape->head_width;
    for (int i = 0; i < shape->width; i++)
        for (int c = 0; c < shape->head_width; c++)
            value[i * shape->heads * shape->head_width + c] *= s;
    make(link, NF_WEIGHTS);
    tokenise(&opened.model, opened.model.texts[0].at, opened.model.texts[0].bytes, &tokens);
    read_with(&opened.model, &tokens, &base, &memory);
    read_with(&changed.model, &tokens, &run, &more);
    for (int l = 0; l < shape->layers; l++) {
        int same = 0;
        for (int h = 0; h < shape->heads; h++) {
            run_weights(&opened.model, &base, l, h, one);
            run_weights(&changed.model, &run, l, h, two);
            same += memcmp(one, two, sizeof *one * (size_t)(tokens.count * tokens.count)) == 0;
        }
        CHECK(l <= layer ? same == shape->heads : same == 0,
              "Value of layer %d leaves %d heads of layer %d as they were", layer, same, l);
    }
    nf_shape made;
    nf_get_shape(engine, &made);
    const nf_panel *panel = nf_get_panel(engine, 6);
    run_weights(&changed.model, &run, layer + 1, made.next, two);
    run_weights(&opened.model, &base, layer + 1, made.next, one);
    CHECK(apart(panel->weights, two, panel->stride, tokens.count) < 1e-5,
          "%s shows other weights of the next layer", link);
    CHECK(apart(panel->weights, one, panel->stride, tokens.count) > 1e-3,
          "%s shows the next layer as it was", link);
    free(memory);
    free(more);
    opened_free(&changed);
}

static void test_value_here(const char *link) {
    make(link, NF_WEIGHTS);
    const nf_panel *base = nf_get_panel(engine, 9);
    for (int i = 6; i < 9; i++) {
        const nf_panel *p = nf_get_panel(engine, i);
        CHECK(same_rows(p->weights, base->weights, p->rows, (size_t)p->columns, p->stride),
              "%s: panel %d is not the baseline", link, i);
    }
}

/* ---- Heads ---------------------------------------------------------------------------------- */

static void set_text(char *link, size_t size, int layer, int head, int text) {
    nf_params params = params_of("1;source=model");
    char words[400];
    nf_text out = {words, 0, sizeof words};
    memcpy(params.texts + params.start[P_text1], opened.model.texts[text].at,
           opened.model.texts[text].bytes);
    params.length[P_text1] = (uint16_t)opened.model.texts[text].bytes;
    nf_print_value(&params, P_text1, &out);
    snprintf(link, size, "1;source=model;layer=%d;head=%d;eps=0~1e-10~1;text1=%s", layer, head,
             words);
}

/* The three baselines' measures and the effect of Query times 0, from panels. */
static void head_agrees(int index) {
    char link[600];
    nf_head head = {0};
    make("1;source=model", 0);
    CHECK(nf_measure_head(engine, index, &head) == NF_OK, "head %d is not measured", index);
    double first = 0, diag = 0, near = 0, entropy = 0, effect = 0;
    for (int text = 0; text < MODEL_TEXTS; text++) {
        set_text(link, sizeof link, head.layer, head.head, text);
        make(link, NF_MEASURES | NF_PREDICTION);
        const double *m = nf_get_panel(engine, 9)->measure;
        first += m[NF_FIRST] / 3;
        diag += m[NF_DIAG] / 3;
        near += m[NF_NEAR] / 3;
        entropy += m[NF_ENTROPY] / 3;
        effect += prediction_at(0)->kl / 3;
        CHECK(fabs(prediction_at(0)->kl - prediction_at(1)->kl) < 1e-6, "%s: 0 and 1e-10 differ",
              link);
    }
    CHECK(fabs(head.first - first) < 1e-5 && fabs(head.diag - diag) < 1e-5 &&
              fabs(head.previous - near) < 1e-5 && fabs(head.entropy - entropy) < 1e-5,
          "head %d: %g %g %g %g", index, head.first, head.diag, head.previous, head.entropy);
    CHECK(fabs(head.effect - effect) < 1e-5 * (1 + effect), "head %d has an effect of %g, not %g",
          index, head.effect, effect);
}

static double induction_again(int layer, int head) {
    double sum = 0;
    int seen = 0;
    for (uint64_t trial = 0; trial < 8; trial++) {
        token_list tokens;
        model_run run;
        void *memory;
        float w[CONTEXT_MAX * CONTEXT_MAX];
        double mass = 0;
        int n = tokens.count = repeated_tokens(&opened.model.shape, trial, tokens.id), half = n / 2;
        for (int i = 1; i <= half; i++)
            seen += tokens.id[i] != tokens.id[i + half] || tokens.id[i] == 0 || tokens.id[0] != 0;
        read_with(&opened.model, &tokens, &run, &memory);
        run_weights(&opened.model, &run, layer, head, w);
        for (int i = half + 1; i < n; i++) mass += (double)w[i * n + i - half + 1];
        sum += mass / half / 8;
        free(memory);
    }
    CHECK(seen == 0, "%d tokens are not said twice", seen);
    return sum;
}

static void test_heads(void) {
    int heads = opened.model.shape.heads, all = heads * opened.model.shape.layers;
    nf_head head, again;
    double best_previous = 0, best_induction = 0;
    make("1;source=model;figure=mean;mask=none;weights=sigmoid;temp=2;layer=0;head=1",
         NF_CHECK | NF_PREDICTION);
    uint64_t check = nf_check(engine);
    double kl = prediction_at(4)->kl;
    for (int i = 0; i < all; i++) {
        CHECK(nf_measure_head(engine, i, &head) == NF_OK && head.layer == i / heads &&
                  head.head == i % heads,
              "head %d", i);
        best_previous = fmax(best_previous, head.previous);
        best_induction = fmax(best_induction, head.induction);
        CHECK(head.first >= 0 && head.first <= 1 && head.entropy > 0 && head.entropy <= 1 &&
                  head.effect >= 0,
              "head %d is beyond what can be", i);
    }
    CHECK(best_previous >= 0.9 && best_induction >= 0.5, "the best: previous %g, induction %g",
          best_previous, best_induction);
    CHECK(nf_check(engine) == check && same_numbers(&kl, &prediction_at(4)->kl, 1),
          "measuring heads changes the figure");
    CHECK(nf_measure_head(engine, all, &head) == NF_NO_DATA &&
              says_just(
                  nf_why(engine),
                  "There is no head 32; the model has 32, counted from 0 through all layers.") &&
              nf_measure_head(engine, -1, &head) == NF_NO_DATA,
          "there is a head too many");
    nf_measure_head(engine, 15, &head);
    CHECK(fabs(head.induction - induction_again(head.layer, head.head)) < 1e-9, "induction is %g",
          head.induction);
    make("1;source=model;layer=1;value=next", NF_CHECK); /* the link counts by its texts alone */
    nf_measure_head(engine, 15, &again);
    CHECK(memcmp(&head, &again, sizeof head) == 0, "head 15 depends on the figure");
    make("1;source=model;text2=Two_men_walked_along", NF_CHECK);
    nf_measure_head(engine, 15, &again);
    CHECK(again.first < head.first || again.first > head.first,
          "head 15 does not depend on the texts");
    make("1", NF_CHECK);
    CHECK(nf_measure_head(engine, 0, &head) == NF_NO_FIGURE &&
              says(nf_why(engine), "heads are those of a model"),
          "a synthetic head is measured: %s", nf_why(engine));
}

/* The whole distribution: it adds up to 1, holds the guesses, and gives the divergence again. */
static void test_distribution(const char *link, int panel) {
    static double p[VOCABULARY_MAX], q[VOCABULARY_MAX];
    make(link, NF_PREDICTION);
    const nf_prediction *is = prediction_at(panel);
    int pieces = nf_pieces(engine), last = is->tokens - 1;
    CHECK(pieces == opened.model.shape.vocabulary, "%s has %d pieces", link, pieces);
    for (int token = 0; token <= last; token += last) {
        bool made = nf_get_distribution(engine, NF_PANELS, token, p) == NF_OK &&
                    nf_get_distribution(engine, panel, token, q) == NF_OK;
        CHECK(made, "%s, token %d: %s", link, token, nf_why(engine));
        double sum = 0, kl = 0;
        for (int i = 0; i < pieces; i++) {
            sum += q[i];
            kl += p[i] * log(p[i] / q[i]);
        }
        CHECK(fabs(sum - 1) < 1e-12, "%s, token %d: the sum is %.17g", link, token, sum);
        CHECK(fabs(kl - is->divergence[token]) < 1e-9, "%s, token %d: %g is not %g", link, token,
              kl, is->divergence[token]);
    }
    for (int g = 0; g < NF_GUESSES; g++)
        CHECK(same_numbers(&p[is->before[g].piece], &is->before[g].p, 1) &&
                  same_numbers(&q[is->after[g].piece], &is->after[g].p, 1),
              "%s: guess %d has another probability", link, g);
}

static void test_no_distribution(void) {
    double p[VOCABULARY_MAX];
    make("1;source=model", NF_PREDICTION);
    int beyond = prediction_at(4)->tokens;
    CHECK(nf_get_distribution(engine, 4, beyond, p) == NF_NO_FIGURE &&
              nf_get_distribution(engine, 4, -1, p) == NF_NO_FIGURE &&
              nf_get_distribution(engine, 12, 0, p) == NF_NO_FIGURE,
          "there is a distribution too many");
    const char *why = nf_why(engine);
    CHECK(nf_get_fault(engine).cause == NF_NO_DISTRIBUTION && strstr(why, " 0 ") &&
              strstr(why, " 12."),
          "%s", why);
    make("1;source=model", NF_CHECK);
    CHECK(nf_get_distribution(engine, 4, 0, p) == NF_NO_FIGURE, "nobody asked for predictions");
    make("1", NF_PREDICTION);
    CHECK(nf_pieces(engine) == 0 && nf_get_distribution(engine, 4, 0, p) == NF_NO_FIGURE,
          "a synthetic head predicts");
}

/* ---- Statements ----------------------------------------------------------------------------- */

static nf_verdict ask_of(const char *statement) {
    return nf_ask(engine, statement, strlen(statement), 0);
}

/* The bytes of a piece, as statements spell them. */
static void spell_piece(int piece, char *out) {
    char bytes[40];
    nf_text text = {bytes, 0, sizeof bytes};
    nf_print_piece(engine, piece, &text);
    for (size_t i = 0; i < text.used; i++) sprintf(out + 2 * i, "%02x", (unsigned char)bytes[i]);
}

static void asks_divergence(int panel, const char *place) {
    char statement[80];
    double kl = prediction_at(panel)->kl;
    for (int i = -1; i <= 1; i++) {
        double bound = nextafter(kl, i < 0 ? -1 : 9);
        nf_holds expected = i < 0 ? NF_HOLDS : NF_FAILS;
        sprintf(statement, "prediction~%s~gt~%.17g", place, i ? bound : kl);
        nf_verdict v = ask_of(statement);
        CHECK(v.holds == expected && v.number == kl && v.panel == panel, "%s: %d, %.17g", statement,
              (int)v.holds, v.number);
    }
}

static void asks_piece(int panel, const char *place) {
    char digits[100], statement[120];
    const nf_prediction *p = prediction_at(panel);
    for (int i = 0; i < NF_GUESSES; i++) {
        spell_piece(p->after[i].piece, digits);
        sprintf(statement, "says~%s~is~%s", place, digits);
        nf_verdict v = ask_of(statement);
        CHECK(v.holds == (i ? NF_FAILS : NF_HOLDS) && v.number == !i && v.bound == 1, "%s: %d",
              statement, (int)v.holds);
        strcat(statement, "20");
        CHECK(ask_of(statement).holds == NF_FAILS, "%s holds", statement);
    }
}

/* Of a set, the place that moves the prediction least is the one that fails. */
static void asks_of_all(void) {
    double least = prediction_at(0)->kl;
    for (int i = 1; i < NF_PANELS; i++)
        least = prediction_at(i)->kl < least ? prediction_at(i)->kl : least;
    nf_verdict v = ask_of("prediction~all~gt~1e-9");
    CHECK(v.number == least, "of all it is %g, not %g", v.number, least);
    v = ask_of("prediction~p11~gt~2~prediction~p12~0.25");
    CHECK(v.bound == 2 * prediction_at(1)->kl + 0.25, "the bound is %g", v.bound);
}

static void test_statements(void) {
    make("1;source=model;eps=0.5~1e-3~0.9", NF_MEASURES | NF_PREDICTION);
    asks_divergence(0, "p11");
    asks_divergence(5, "p23");
    CHECK(ask_of("prediction~b1~eq~0").holds == NF_HOLDS, "the untouched model is moved");
    asks_piece(1, "p12");
    asks_piece(8, "p33");
    asks_piece(NF_PANELS, "b1");
    asks_of_all();
    make("1;source=model", NF_MEASURES);
    CHECK(ask_of("says~p11~is~20").cause == NF_NOTHING_PREDICTED, "nobody asked what it says");
}

int main(void) {
    engine = nf_open();
    bool good = opened_from(&opened, nf_model_file, nf_model_file_size) &&
                nf_bring_model(engine, nf_model_file, nf_model_file_size) == NF_OK;
    CHECK(good, "the model cannot be used: %s", nf_why(engine));
    if (!good) return report();
    test_scaling(2, 7, "The_rain_stopped_before_dinner");
    test_scaling(0, 4, "He_said_that_the_king_and_the_king_s_men");
    test_scaling(1, 0, "A_ship");
    test_scaling(3, 2, "We_shall_see_her_in_the_morning.");
    test_untouched("1;source=model;eps=1");
    test_untouched("1;source=model;op=blend;eps=0;mask=none;weights=sigmoid;bias=-2");
    test_untouched("1;source=model;op=noise;eps=0;layer=0;head=3");
    test_untouched("1;source=model;response=0;temp=2;weights=softmax1");
    test_sharing();
    test_next();
    test_cross();
    test_absent();
    test_distribution("1;source=model;eps=1e-3", 3);
    test_distribution("1;source=model;figure=cross", 1);
    test_no_distribution();
    test_statements();
    test_value_in_layers(2, 7, 0.5f, "1;source=model;eps=0.5;value=next");
    test_value_in_layers(0, 4, 1e-3f, "1;source=model;eps=1e-3;value=next;layer=0;head=4");
    test_value_in_layers(1, 0, 0.5f, "1;source=model;eps=0.5;value=next;layer=1;head=0;next=3");
    test_value_here("1;source=model");
    test_value_here("1;source=model;op=mean;mask=none");
    test_value_here("1;source=model;op=noise;layer=0;head=2");
    head_agrees(23);
    head_agrees(3);
    head_agrees(8);
    head_agrees(30);
    test_heads();
    nf_close(engine);
    opened_free(&opened);
    return report();
}
