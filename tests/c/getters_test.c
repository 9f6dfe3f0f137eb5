/* What the engine hands out beside panels: logits, vectors, reasons, names; and nothing where
 * nothing is. */
#include "figures.h"

#include <math.h>

/* ---- Logits and vectors --------------------------------------------------------------------- */

/* Logits of untouched panels are q.k / (sqrt(d) temp) of the vectors that nf_get_source gives. */
static void test_logits(void) {
    enum { N = 21, D = 34 };
    nf_engine *engine = nf_open();
    nf_params params =
        params_of("1;n=21;d=34;heads=3;head=2;temp=0.7;seed=5;eps=0.25~1~0;mask=none;noise=2");
    float q[N * D], k[N * D], logits[3][N * N];
    double worst = 0, size = 0;
    int scaled = 0;
    check_of(engine, &params, 0);
    nf_get_source(engine, 0, 0, 2, q);
    nf_get_source(engine, 0, 1, 2, k);
    CHECK(nf_get_logits(engine, 9, logits[0]) == NF_OK &&
              nf_get_logits(engine, 3, logits[1]) == NF_OK &&
              nf_get_logits(engine, 2, logits[2]) == NF_OK,
          "no logits: %s", nf_why(engine));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double x = 0;
            for (int c = 0; c < D; c++) x += (double)q[i * D + c] * (double)k[j * D + c];
            x /= sqrt(D) * 0.7;
            worst = fmax(worst, fabs(x - (double)logits[0][i * N + j]));
            size = fmax(size, fabs(x));
            scaled +=
                logits[1][i * N + j] != logits[0][i * N + j] * 0.25f || logits[2][i * N + j] != 0;
        }
    CHECK(size > 5 && worst < 2e-5, "logits of up to %g are off by %g", size, worst);
    CHECK(scaled == 0, "%d logits are not scaled by epsilon", scaled);
    nf_close(engine);
}

/* Before the mask: logits are those without one. */
static void test_logits_before_the_mask(void) {
    nf_engine *masked = nf_open(), *open = nf_open();
    nf_params params = params_of("1;figure=cross;n=70~9~33;d=32;heads=2"), other = params;
    set_row(&other, P_mask, MASK_NONE);
    check_of(masked, &params, 0);
    check_of(open, &other, NF_KEEP);
    for (int i = 0; i < ALL; i++) {
        const nf_panel *p = nf_get_panel(masked, i);
        size_t count = (size_t)p->rows * (size_t)p->columns;
        float *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b);
        CHECK(nf_get_logits(masked, i, a) == NF_OK && nf_get_logits(open, i, b) == NF_OK &&
                  memcmp(a, b, count * sizeof *a) == 0,
              "logits of panel %d know of the mask", i);
        free(a);
        free(b);
    }
    nf_close(masked);
    nf_close(open);
}

/* A panel's output is what `gain` makes of that of its head, without the gaps. */
static void test_outputs(void) {
    enum { N = 5, D = 36 };
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=5;d=36;heads=2;eps=0.5");
    static float out[N * D];
    check_of(engine, &params, NF_OUTPUTS);
    for (int index = 0; index < NF_PANELS + NF_BASELINES; index++) {
        const nf_panel *panel = nf_get_panel(engine, index);
        if (!panel) continue;
        CHECK(nf_get_output(engine, index, out) == NF_OK, "%s", nf_why(engine));
        int wrong = 0;
        for (size_t i = 0; i < N; i++)
            for (size_t c = 0; c < D; c++) {
                float here = panel->output[i * panel->output_stride + c] * panel->gain;
                wrong += memcmp(&here, &out[i * D + c], sizeof here) != 0;
            }
        CHECK(wrong == 0, "panel %d: %d numbers differ", index, wrong);
    }
    CHECK(nf_get_output(engine, 12, out) == NF_NO_FIGURE, "there is a panel too many");
    check_of(engine, &params, NF_WEIGHTS);
    CHECK(nf_get_output(engine, 0, out) == NF_NO_FIGURE &&
              nf_get_fault(engine).cause == NF_NO_OUTPUT,
          "%s", nf_why(engine));
    nf_close(engine);
}

/* ---- Cells, step by step --------------------------------------------------------------------- */

/* The weights that nf_get_cell tells are those of the panel, and the masked ones are told. */
static int wrong_cells(nf_engine *engine, int index) {
    enum { STEPS = 4 * 34 + 33 };
    static float steps[STEPS];
    const nf_panel *p = nf_get_panel(engine, index);
    int wrong = 0;
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++) {
            nf_cell cell;
            float w = p->weights[(size_t)i * p->stride + (size_t)j];
            wrong += nf_get_cell(engine, index, i, j, &cell, steps) != NF_OK;
            wrong += cell.weight != (double)w || (cell.seen == 0) != (w == 0);
            wrong += steps[4 * p->width - 1] != (float)cell.product;
        }
    return wrong;
}

static void test_cells(void) {
    static const char *const links[] = {
        "1;n=21;d=34;heads=3;head=2;eps=0.25~1~0;noise=2",
        "1;n=18;d=34;heads=2;mask=window;window=3;weights=softmax1;op=noise",
        "1;figure=cross;n=33~9~20;d=32;heads=2;mask=none;weights=sigmoid",
        "1;n=20;d=32;heads=2;value=next;eps=0.5~0.1~0",
    };
    nf_engine *engine = nf_open();
    for (int l = 0; l < 4; l++) {
        nf_params params = params_of(links[l]);
        check_of(engine, &params, NF_WEIGHTS);
        for (int i = 0; i < NF_PANELS + NF_BASELINES; i++)
            if (nf_get_panel(engine, i))
                CHECK(wrong_cells(engine, i) == 0, "%s: cells of panel %d", links[l], i);
    }
    nf_close(engine);
}

static void test_no_cell(void) {
    static const int bad[][2] = {{-1, 0}, {0, -1}, {4, 0}, {0, 4}, {INT32_MAX, 0}, {0, INT32_MIN}};
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=4;d=32;heads=2");
    nf_cell cell;
    float steps[4 * 32 + 4];
    CHECK(nf_get_cell(engine, 0, 0, 0, &cell, steps) == NF_NO_FIGURE, "a new engine has cells");
    check_of(engine, &params, 0);
    CHECK(nf_get_cell(engine, 12, 0, 0, &cell, steps) == NF_NO_FIGURE, "a panel too many");
    for (int i = 0; i < 6; i++)
        CHECK(nf_get_cell(engine, 0, bad[i][0], bad[i][1], &cell, steps) == NF_NO_DATA &&
                  nf_get_fault(engine).cause == NF_CELL_BEYOND && strstr(nf_why(engine), " 3."),
              "cell %d %d: %s", bad[i][0], bad[i][1], nf_why(engine));
    nf_close(engine);
}

/* ---- Bad indices, nothing there ------------------------------------------------------------- */

static void test_nothing_there(void) {
    nf_engine *engine = nf_open();
    nf_shape shape;
    float out[4];
    CHECK(nf_step(engine) == NF_NO_FIGURE && nf_progress(engine) == 0 && nf_check(engine) == 0,
          "a new engine has a figure");
    CHECK(!nf_get_panel(engine, 0) && nf_get_logits(engine, 0, out) == NF_NO_FIGURE,
          "a new engine has panels");
    CHECK(nf_get_shape(engine, &shape) == NF_NO_FIGURE &&
              nf_get_source(engine, 0, 0, 0, out) == NF_NO_FIGURE,
          "a new engine has a source");
    CHECK(says_just(nf_why(engine), "Nothing has been computed yet."), "the reason is: %s",
          nf_why(engine));
    nf_close(engine);
    nf_close(NULL);
}

/* After each refusal the reason is one sentence of its own; a figure that is made takes it away. */
static void test_reasons(void) {
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=4;d=32;heads=2"), tensors = params_of("1;source=tensors");
    float out[4 * 32];
    nf_begin(engine, &params, 0);
    CHECK(nf_get_logits(engine, 0, out) == NF_NO_FIGURE &&
              says_just(nf_why(engine), "The figure is not finished."),
          "%s", nf_why(engine));
    check_of(engine, &params, 0);
    CHECK(nf_why(engine)[0] == 0, "a figure that was made has a reason: %s", nf_why(engine));
    nf_get_logits(engine, 10, out);
    CHECK(says_just(nf_why(engine), "There is no panel 10 in this figure."), "%s", nf_why(engine));
    nf_get_source(engine, 0, 0, 2, out);
    CHECK(
        says_just(nf_why(engine), "Vectors are of input 0 to 2, component 0 to 2 and head 0 to 1."),
        "%s", nf_why(engine));
    nf_compute(engine, &tensors, 0);
    CHECK(nf_step(engine) == NF_NO_FIGURE && says(nf_why(engine), "none has been brought"), "%s",
          nf_why(engine));
    CHECK(check_of(engine, &params, 0) && nf_why(engine)[0] == 0, "the reason stays: %s",
          nf_why(engine));
    nf_close(engine);
}

static void test_measure_names(void) {
    for (int m = 0; m < NF_MEASURES_COUNT; m++) {
        CHECK(strlen(nf_measure_key((nf_measure)m)) > 1 &&
                  strlen(nf_measure_help((nf_measure)m)) > 10,
              "measure %d is called %s", m, nf_measure_key((nf_measure)m));
        for (int other = 0; other < m; other++)
            CHECK(strcmp(nf_measure_key((nf_measure)m), nf_measure_key((nf_measure)other)) != 0,
                  "two measures are called %s", nf_measure_key((nf_measure)m));
    }
    CHECK(strcmp(nf_measure_key(NF_KL), "kl") == 0 && strstr(nf_measure_help(NF_KL), "divergence"),
          "kl is %s", nf_measure_help(NF_KL));
    CHECK(!nf_measure_key(NF_MEASURES_COUNT)[0] && !nf_measure_help(NF_MEASURES_COUNT)[0],
          "there is a measure too many");
}

/* A writer with nothing to write leaves an empty text, whatever stood there. */
#define WRITES_NOTHING(call)                                                                       \
    do {                                                                                           \
        char at[16] = "stale";                                                                     \
        nf_text out = {at, 0, sizeof at};                                                          \
        call;                                                                                      \
        CHECK(!at[0] && !out.used, "%s leaves %s", #call, at);                                     \
    } while (0)

static void test_nothing_written(void) {
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=4;d=32;heads=2");
    check_of(engine, &params, NF_WEIGHTS);
    WRITES_NOTHING(nf_print_counterfactual(engine, &out));
    WRITES_NOTHING(nf_print_token(engine, 0, 0, &out));
    WRITES_NOTHING(nf_print_piece(engine, 0, &out));
    WRITES_NOTHING(nf_finish_word(engine, 0, 0, &out));
    WRITES_NOTHING(nf_print_title(&params, 15, NF_TITLE, false, &out));
    WRITES_NOTHING(nf_print_title(&params, -1, NF_TITLE, false, &out));
    WRITES_NOTHING(nf_print_value(&params, -1, &out));
    WRITES_NOTHING(nf_print_value(&params, nf_rows(), &out));
    WRITES_NOTHING(nf_print_value(&params, P_text1, &out));
    WRITES_NOTHING((void)nf_set(&params, -1, "0.2", 3, &out));
    WRITES_NOTHING((void)nf_set(&params, P_temp, "2", 1, &out));
    nf_close(engine);
}

static void test_bad_indices(void) {
    static const int bad[] = {-1, INT32_MIN, INT32_MAX, 12, 64};
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=4;d=32;heads=2");
    float out[4 * 32];
    nf_shape shape;
    check_of(engine, &params, NF_WEIGHTS);
    for (int i = 0; i < 5; i++) {
        CHECK(!nf_get_panel(engine, bad[i]) && nf_get_logits(engine, bad[i], out) == NF_NO_FIGURE,
              "panel %d is there", bad[i]);
        CHECK(nf_get_source(engine, bad[i], 0, 0, out) == NF_NO_DATA &&
                  nf_get_source(engine, 0, bad[i], 0, out) == NF_NO_DATA &&
                  nf_get_source(engine, 0, 0, bad[i], out) == NF_NO_DATA,
              "vectors %d are there", bad[i]);
        CHECK(!nf_cause_key((nf_cause)(bad[i] == 12 || bad[i] == 64 ? 9999 : bad[i]))[0] &&
                  !nf_use_key((nf_use)(bad[i] == 12 || bad[i] == 64 ? 9999 : bad[i]))[0],
              "there is a cause %d", bad[i]);
        CHECK(nf_status_text((nf_status)bad[i])[0] == 0 &&
                  nf_measure_key((nf_measure)bad[i])[0] == (bad[i] == 12 ? 'n' : 0),
              "there are words for %d", bad[i]);
    }
    CHECK(nf_get_source(engine, 2, 2, 1, out) == NF_OK &&
              nf_get_source(engine, 3, 0, 0, out) == NF_NO_DATA &&
              nf_get_source(engine, 0, 3, 0, out) == NF_NO_DATA &&
              nf_get_source(engine, 0, 0, 2, out) == NF_NO_DATA,
          "its edges are elsewhere");
    CHECK(nf_get_logits(engine, 10, out) == NF_NO_FIGURE,
          "a baseline that is not shown has logits");
    CHECK(nf_get_shape(engine, &shape) == NF_OK && shape.inputs == 3 && shape.heads == 2 &&
              shape.head == 0 && shape.d == 32 && shape.tokens[2] == 4,
          "its shape is %d inputs of %d", shape.inputs, shape.tokens[2]);
    nf_close(engine);
}

int main(void) {
    test_logits();
    test_logits_before_the_mask();
    test_outputs();
    test_cells();
    test_no_cell();
    test_nothing_there();
    test_reasons();
    test_measure_names();
    test_bad_indices();
    test_nothing_written();
    return report();
}
