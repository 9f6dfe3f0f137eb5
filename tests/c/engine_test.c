/* The engine as its callers use it: steps, wants, the check, panels, cells. */
#include "engine/numbers.h"
#include "figures.h"

#include <math.h>

/* ---- Making figures ------------------------------------------------------------------------- */

static const char *const links[] = {
    "1;n=70~9~20;d=32;heads=2",
    "1;n=20;d=32;heads=3;op=noise;value=next;weights=softmax1;mask=none",
    "1;figure=mean;n=9~70~3;d=33;heads=3;over=tokens;mask=window;window=5",
    "1;figure=cross;n=40~6~17;d=40;heads=2;weights=sigmoid;bias=-1~0~1",
    "1;figure=cross;n=30~5~17;d=32;heads=2;mask=window;window=3",
    "1;n=2;d=32;heads=1;op=blend;over=channels",
};
enum { LINKS = sizeof links / sizeof *links };

static void test_steps(void) {
    nf_engine *at_once = nf_open(), *stepped = nf_open();
    for (int i = 0; i < LINKS; i++) {
        nf_params params = params_of(links[i]);
        uint64_t check = check_of(at_once, &params, EVERYTHING);
        nf_status status = nf_begin(stepped, &params, EVERYTHING);
        double before = 0;
        int steps = 0, back = 0, panel;
        for (; status == NF_MORE; steps++) {
            back += nf_progress(stepped) < before || nf_progress(stepped) > 1;
            before = nf_progress(stepped);
            status = nf_step(stepped);
        }
        const char *what = figure_difference(at_once, stepped, &panel);
        CHECK(status == NF_OK && nf_check(stepped) == check, "%s in %d steps has another check",
              links[i], steps);
        CHECK(!what, "%s in steps: %s of panel %d differs", links[i], what, panel);
        CHECK(steps > 5 && back == 0 && nf_progress(stepped) == 1,
              "progress over %d steps: %d times back", steps, back);
        CHECK(nf_step(stepped) == NF_OK && nf_check(stepped) == check,
              "a step after the last changes %s", links[i]);
    }
    nf_close(at_once);
    nf_close(stepped);
}

/* Steps of a figure, and the largest part of it that one of them does, as far as progress tells. */
static int steps_of(const char *link, int want, double *largest) {
    nf_engine *engine = nf_open();
    nf_params params = params_of(link);
    nf_status status = nf_begin(engine, &params, want);
    int steps = 0;
    *largest = 0;
    for (double before = 0; status == NF_MORE; steps++) {
        status = nf_step(engine);
        *largest = fmax(*largest, nf_progress(engine) - before);
        before = nf_progress(engine);
    }
    CHECK(status == NF_OK, "%s: %s", link, nf_why(engine));
    nf_close(engine);
    return steps;
}

/* A step does a bounded part of the work, so that longer inputs and more heads make more steps, not
 * longer ones. */
static void test_size_of_steps(void) {
    double largest;
    int few = steps_of("1;op=mean;n=300~2~2;d=64;heads=4", NF_OUTPUTS, &largest),
        many = steps_of("1;op=mean;n=300~2~2;d=64;heads=40", NF_OUTPUTS, &largest);
    CHECK(many - few == 36 * 3 * 2 && largest < 0.2, "36 heads more in %d steps more, of up to %g",
          many - few, largest); /* three components, two slices */
    int once = steps_of("1;n=1024~2~2;d=32;heads=1", NF_CELLS, &largest),
        twice = steps_of("1;n=2048~2~2;d=32;heads=1", NF_CELLS, &largest);
    CHECK(twice > 1.9 * once && largest < 0.1, "%d and %d steps, of up to %g", once, twice,
          largest);
    int measured = steps_of("1;n=2048~2~2;d=32;heads=1", NF_MEASURES, &largest),
        outputs = steps_of("1;n=2048~2~2;d=32;heads=1", NF_OUTPUTS, &largest);
    CHECK(measured - outputs == 4 * (32 + 1), "four panels measured in %d steps, of 32 bands each",
          measured - outputs);
    int mirrored = steps_of("1;n=2048~2~2;d=32;heads=1", NF_MEASURES | NF_WEIGHTS, &largest);
    CHECK(mirrored - measured > 4 * 127, "mirrored in %d steps", mirrored - measured);
}

static void test_wants(void) { /* all have the same check; and what is not wanted is not there */
    for (int i = 0; i < LINKS; i++) {
        nf_params params = params_of(links[i]);
        nf_engine *engine = nf_open();
        uint64_t check = check_of(engine, &params, 0);
        nf_close(engine);
        for (int want = 0; want <= EVERYTHING; want++) {
            engine = nf_open();
            nf_status status = nf_compute(engine, &params, want);
            const nf_panel *p = nf_get_panel(engine, 4);
            bool outputs = want & (NF_MEASURES | NF_OUTPUTS);
            CHECK(status == NF_OK && nf_check(engine) == (want & NF_CHECK ? check : 0),
                  "want %d gives another check", want);
            CHECK(p && !p->weights == !(want & NF_WEIGHTS) && !p->cells == !(want & NF_CELLS) &&
                      !p->output == !outputs && !p->norm == !outputs && !p->cosine == !outputs &&
                      isnan(p->measure[NF_LEVEL]) == !(want & NF_MEASURES),
                  "want %d gives something else", want);
            bool all = want & NF_ALL_BASELINES || whole_of(&params, P_figure) != FIGURE_modify;
            CHECK(nf_get_panel(engine, 9) && !nf_get_panel(engine, 10) == !all &&
                      !nf_get_panel(engine, 11) == !all,
                  "want %d gives other baselines", want);
            nf_close(engine);
        }
    }
}

/* 1,030 rows: the check is of 1,024 of them, whether they are kept or not. */
static void test_streaming(void) {
    nf_engine *kept = nf_open(), *streamed = nf_open();
    nf_params params = params_of("1;n=1030~2~2;d=32;heads=1;eps=0.5");
    uint64_t check = check_of(kept, &params, NF_WEIGHTS), other = check_of(streamed, &params, 0);
    CHECK(check == other, "streamed %016llx, kept %016llx", (unsigned long long)other,
          (unsigned long long)check);
    set_row(&params, P_n, 2);
    params.number[P_n][0] = 2048;
    CHECK(nf_compute(streamed, &params, NF_CELLS) == NF_OK, "2,048 tokens: %s", nf_why(streamed));
    const nf_panel *p = nf_get_panel(streamed, 0);
    CHECK(p->rows == 2048 && p->cell_rows == 256 && p->cells[256 * 256 - 1] > 0, "%d rows in %d",
          p->rows, p->cell_rows);
    nf_close(kept);
    nf_close(streamed);
}

/* Long rows come in smaller bands, whose memory holds what the mask showed of the band before. */
static void test_long_bands(void) {
    static const char *const masks[] = {
        "1;n=2500~2~2;d=32;heads=1;mask=window;window=5",
        "1;n=4100~2~2;d=32;heads=1;mask=window;window=40",
        "1;figure=cross;n=2~2600~70;d=32;heads=1;mask=window;window=3",
        "1;n=2500~2~2;d=32;heads=1"};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        nf_engine *kept = nf_open(), *streamed = nf_open();
        nf_params params = params_of(masks[i]);
        uint64_t check = check_of(kept, &params, NF_WEIGHTS),
                 other = check_of(streamed, &params, 0);
        CHECK(check == other, "%s: streamed %016llx, kept %016llx", masks[i],
              (unsigned long long)other, (unsigned long long)check);
        nf_close(kept);
        nf_close(streamed);
    }
}

/* ---- The check, from its definition --------------------------------------------------------- */

/* Row hashes in order; of more than 1,024 rows those at floor(k rows / 1024). */
static uint64_t hash_of_rows(const float *x, int rows, size_t columns, size_t stride, float gain) {
    uint64_t hash = 0;
    float row[300];
    for (int k = 0; k < (rows < 1024 ? rows : 1024); k++) {
        int i = rows < 1024 ? k : (int)((int64_t)k * rows / 1024);
        for (size_t c = 0; c < columns && gain != 1; c++) row[c] = x[(size_t)i * stride + c] * gain;
        hash = nf_hash_word(hash,
                            nf_hash_floats(0, gain == 1 ? x + (size_t)i * stride : row, columns));
    }
    return hash;
}

static void check_is_of_what_is_shown(const char *link) {
    nf_engine *engine = nf_open();
    nf_params params = params_of(link);
    uint64_t hash = 0, check = check_of(engine, &params, NF_WEIGHTS | NF_OUTPUTS);
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_panel *p = nf_get_panel(engine, i);
        uint64_t words[] = {(uint64_t)p->rows, (uint64_t)p->columns, p->width,
                            hash_of_rows(p->weights, p->rows, (size_t)p->columns, p->stride, 1),
                            hash_of_rows(p->output, p->rows, p->width, p->output_stride, p->gain)};
        for (int w = 0; w < 5; w++) hash = nf_hash_word(hash, words[w]);
    }
    CHECK(hash == check, "%s: %016llx, by its definition %016llx", link, (unsigned long long)check,
          (unsigned long long)hash);
    nf_close(engine);
}

static void test_check(void) {
    for (int i = 0; i < LINKS; i++) check_is_of_what_is_shown(links[i]);
    check_is_of_what_is_shown("1;n=1024;d=32;heads=1;eps=0.5");
    check_is_of_what_is_shown("1;n=1030~2~2;d=32;heads=1;eps=0.5");
}

/* ---- What panels are ------------------------------------------------------------------------ */

static bool panels_alike(const nf_engine *engine, int a, int b) {
    const nf_panel *p = nf_get_panel(engine, a), *q = nf_get_panel(engine, b);
    return p->same == q->same && p->weights == q->weights;
}

static void test_sharing(void) {
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=9;d=32;heads=2");
    check_of(engine, &params, NF_WEIGHTS);
    for (int column = 0; column < 3; column++) {
        CHECK(panels_alike(engine, column, 3 + column),
              "Query and Key scaled by epsilon %d are not the same", column);
        CHECK(panels_alike(engine, 6 + column, 9) && nf_get_panel(engine, 6 + column)->same == 6,
              "Value %d is changed", column);
        CHECK(nf_get_panel(engine, column)->same == column, "panel %d is the same as another",
              column);
    }
    CHECK(nf_get_panel(engine, 9)->same == 6, "the untouched head is not the Value panels'");
    set_row(&params, P_value, VALUE_NEXT);
    check_of(engine, &params, NF_WEIGHTS);
    CHECK(!panels_alike(engine, 6, 9) && !panels_alike(engine, 6, 7),
          "the following head shows nothing of Value");
    set_row(&params, P_figure, FIGURE_mean);
    set_row(&params, P_value, VALUE_THIS);
    check_of(engine, &params, NF_WEIGHTS);
    for (int row = 0; row < 3; row++)
        CHECK(panels_alike(engine, 3 * row + 2, 9 + row), "the mean of Value changes input %d",
              row);
    nf_close(engine);
}

/* The largest difference of two panels' weights. */
static double apart(const nf_panel *a, const nf_panel *b) {
    double most = 0;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++) {
            double x = (double)a->weights[(size_t)i * a->stride + (size_t)j] -
                       (double)b->weights[(size_t)i * b->stride + (size_t)j];
            most = fabs(x) > most ? fabs(x) : most;
        }
    return most;
}

/* Value's panels, where they show a following head, are compared with the follower of the input. */
static void check_followers(nf_engine *engine, int first, int step, int inputs) {
    for (int i = 0; i < 3; i++) {
        const nf_panel *panel = nf_get_panel(engine, first + step * i);
        const nf_panel *follower = nf_get_panel(engine, 12 + (inputs > 1 ? i : 0));
        CHECK(panel && follower && follower->query_input == panel->query_input &&
                  fabs(apart(panel, follower) - panel->measure[NF_CHANGE]) < 1e-7,
              "panel %d is not compared with its follower", first + step * i);
        CHECK(follower->row == follower->query_input && !follower->output && !follower->norm,
              "follower %d", i);
        CHECK(follower->measure[NF_FIRST] > 0 && follower->measure[NF_CHANGE] <= 0,
              "measures of follower %d", i);
    }
    CHECK(!nf_get_panel(engine, 15), "there is a panel too many");
}

static void test_followers(void) {
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=9;d=32;heads=2;value=next;eps=1~0.5~0");
    int want = NF_WEIGHTS | NF_MEASURES | NF_CELLS;
    check_of(engine, &params, want);
    check_followers(engine, 6, 1, 1);
    CHECK(panels_alike(engine, 6, 12) && nf_get_panel(engine, 12)->same == 6,
          "with an epsilon of 1 it is another head");
    CHECK(nf_get_panel(engine, 12)->cells && !nf_get_panel(engine, 13), "its cells");
    set_row(&params, P_figure, FIGURE_mean);
    check_of(engine, &params, want);
    check_followers(engine, 2, 3, 3);
    set_row(&params, P_figure, FIGURE_cross);
    check_of(engine, &params, want);
    CHECK(!nf_get_panel(engine, 12), "a figure without Value has a follower");
    set_row(&params, P_figure, FIGURE_modify);
    set_row(&params, P_value, VALUE_THIS);
    check_of(engine, &params, want);
    CHECK(!nf_get_panel(engine, 12), "no head follows, and there is a follower");
    nf_close(engine);
}

static void test_places(void) {
    static const char *const figures[] = {"1;n=3~4~5;d=32;heads=1",
                                          "1;figure=mean;n=3~4~5;d=32;heads=1",
                                          "1;figure=cross;n=3~4~5;d=32;heads=1"};
    nf_engine *engine = nf_open();
    for (int f = 0; f < 3; f++) {
        nf_params params = params_of(figures[f]);
        check_of(engine, &params, NF_ALL_BASELINES);
        for (int i = 0; i < ALL; i++) {
            const nf_panel *p = nf_get_panel(engine, i);
            int row = i < 9 ? i / 3 : i - 9, column = i < 9 ? i % 3 : 0,
                query = f == 0 && i < 9 ? 0 : row;
            int key = f == 2 && i < 9 ? column : query;
            CHECK(p->row == row && p->column == column && p->query_input == query &&
                      p->key_input == key && p->rows == 3 + query && p->columns == 3 + key,
                  "panel %d of figure %d is %d by %d", i, f, p->rows, p->columns);
        }
    }
    nf_close(engine);
}

/* Queries of 30 tokens, a window of 3 keys, and inputs of 5 tokens: from query 7 on there is no
 * key. */
static void test_rows_without_keys(void) {
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;figure=cross;n=30~5~17;d=32;heads=2;mask=window;window=3");
    for (int weights = WEIGHTS_SOFTMAX; weights <= WEIGHTS_SIGMOID; weights++) {
        set_row(&params, P_weights, weights);
        check_of(engine, &params, NF_WEIGHTS | NF_MEASURES);
        const nf_panel *p = nf_get_panel(engine, 1);
        int nonzero = 0, outputs = 0, spared = 0;
        for (int i = 7; i < 30; i++) {
            for (int j = 0; j < 5; j++)
                nonzero += bits_of_float(p->weights[(size_t)i * p->stride + (size_t)j]) != 0;
            for (size_t c = 0; c < p->width; c++)
                outputs += p->output[(size_t)i * p->output_stride + c] != 0;
            spared += isnan(p->norm[i]) && isnan(p->cosine[i]);
        }
        CHECK(nonzero == 0 && outputs == 0 && spared == 23, "%d weights, %d outputs, %d rows",
              nonzero, outputs, spared);
        CHECK(p->weights[6 * p->stride + 4] > 0 && !isnan(p->norm[6]),
              "row 6 is not there, of length %g", p->norm[6]);
        CHECK(weights || fabs(p->measure[NF_ROWSUM] - 1) < 1e-6,
              "such rows are part of the mean %g", p->measure[NF_ROWSUM]);
    }
    nf_close(engine);
}

/* The largest difference of a cell to its mirror image, which is looked for in blocks. */
static void test_mirror(void) {
    static const int tokens[] = {2, 15, 16, 17, 32, 70};
    nf_engine *engine = nf_open();
    for (int t = 0; t < 6; t++) {
        nf_params params = params_of("1;d=32;heads=1;mask=none;noise=3");
        set_row(&params, P_n, tokens[t]);
        check_of(engine, &params, NF_WEIGHTS | NF_MEASURES);
        for (int i = 0; i < ALL; i += 9) {
            const nf_panel *p = nf_get_panel(engine, i);
            double most = 0;
            for (size_t row = 0; row < (size_t)p->rows; row++)
                for (size_t column = 0; column < row; column++)
                    most = fmax(most, fabs((double)p->weights[row * p->stride + column] -
                                           (double)p->weights[column * p->stride + row]));
            CHECK(p->measure[NF_MIRROR] == most && most > 0, "of %d tokens: %g, cell by cell %g",
                  tokens[t], p->measure[NF_MIRROR], most);
        }
    }
    nf_close(engine);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* The rows or columns of which one cell is made. */
static int in_cell(int cell, int cells, int count) {
    int of = 0;
    for (int i = 0; i < count; i++) of += i * cells / count == cell;
    return of;
}

/* How many cells are not what a word of `pool` says, of all weights in double precision. */
static int cells_wrong(const nf_panel *p, bool is_mean) {
    int wrong = 0, across = p->cell_columns;
    double *direct = calloc((size_t)p->cell_rows * (size_t)across, sizeof *direct);
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++) {
            double *cell = &direct[i * p->cell_rows / p->rows * across + j * across / p->columns];
            double w = (double)p->weights[(size_t)i * p->stride + (size_t)j];
            *cell = is_mean ? *cell + w : fmax(*cell, w);
        }
    for (int i = 0; i < p->cell_rows; i++)
        for (int j = 0; j < across; j++) {
            int high = in_cell(i, p->cell_rows, p->rows), wide = in_cell(j, across, p->columns);
            double expected = direct[i * across + j] / (is_mean ? high * wide : 1);
            double allowed = is_mean ? (high + wide) * 0x1p-24 * expected : 0;
            wrong += fabs((double)p->cells[i * across + j] - expected) > allowed;
        }
    free(direct);
    return wrong;
}

static void cells_hold(nf_engine *engine, const char *link, bool is_mean) {
    nf_params params = params_of(link);
    CHECK(nf_compute(engine, &params, NF_WEIGHTS | NF_CELLS) == NF_OK, "%s", nf_why(engine));
    for (int i = 0; i < ALL; i++) {
        const nf_panel *p = nf_get_panel(engine, i);
        CHECK(p->cell_rows == (p->rows < 256 ? p->rows : 256) &&
                  p->cell_columns == (p->columns < 256 ? p->columns : 256),
              "panel %d has %d by %d cells", i, p->cell_rows, p->cell_columns);
        int wrong = cells_wrong(p, is_mean);
        CHECK(wrong == 0, "%s: %d cells of panel %d are not what its weights say", link, wrong, i);
    }
}

/* One after the other in one engine: what is pooled in another way is not taken over. */
static void test_cells(void) {
    nf_engine *engine = nf_open();
    cells_hold(engine, "1;figure=cross;n=300~30~257;d=32;heads=1;noise=2", false);
    cells_hold(engine, "1;figure=cross;n=300~30~257;d=32;heads=1;noise=2;pool=mean", true);
    cells_hold(engine, "1;figure=cross;n=300~30~257;d=32;heads=1;noise=2;pool=max", false);
    nf_close(engine);
}

/* Logits are of all rows, also where the check alone was asked for. */
static void test_logits_after_the_check(void) {
    enum { N = 2048 };
    static float few[N * N], all[N * N];
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;n=2048~2~2;d=32;heads=1");
    check_of(engine, &params, NF_CHECK);
    CHECK(nf_get_logits(engine, 1, few) == NF_OK, "%s", nf_why(engine));
    check_of(engine, &params, NF_OUTPUTS);
    CHECK(nf_get_logits(engine, 1, all) == NF_OK && memcmp(few, all, sizeof all) == 0,
          "other logits after the check alone");
    nf_close(engine);
}

/* The check alone makes only the rows that are hashed; it is that of the whole figure. */
static void test_check_alone(void) {
    static const char *const links[] = {
        "1;n=2048~1500~2600;d=32;heads=2",
        "1;n=2300;d=32;heads=2;mask=window;window=700;eps=0.5~0.4~3",
        "1;n=2100;d=40;heads=2;mask=none;weights=softmax1",
        "1;figure=cross;n=2300~2050~90;d=32;heads=3;weights=sigmoid;bias=-3",
        "1;figure=mean;n=2900~2050~70;d=32;heads=3;over=tokens;value=next",
        "1;n=2400;d=32;heads=2;value=next;op=noise;copy=3",
        "1;n=2537;d=32;heads=2;op=patch;mask=window;window=3"};
    nf_engine *engine = nf_open();
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        nf_params params = params_of(links[i]);
        uint64_t few = 0, all = 0;
        CHECK(nf_work(engine, &params, NF_CHECK, &few) == NF_OK &&
                  nf_work(engine, &params, NF_CHECK | NF_OUTPUTS, &all) == NF_OK && few < all,
              "%s: the check alone is work of %llu", links[i], (unsigned long long)few);
        uint64_t alone = check_of(engine, &params, NF_CHECK);
        const nf_panel *panel = nf_get_panel(engine, 4);
        CHECK(panel && panel->rows == panel->columns && !panel->output && !panel->norm,
              "%s: a panel of %d rows", links[i], panel->rows);
        CHECK(check_of(engine, &params, NF_CHECK | NF_OUTPUTS) == alone && alone,
              "%s: the check alone is another one", links[i]);
        CHECK(check_of(engine, &params, NF_CHECK) == alone, "%s: after the whole figure", links[i]);
    }
    nf_close(engine);
}

int main(void) {
    test_check_alone();
    test_logits_after_the_check();
    test_steps();
    test_size_of_steps();
    test_wants();
    test_streaming();
    test_long_bands();
    test_check();
    test_sharing();
    test_followers();
    test_places();
    test_rows_without_keys();
    test_mirror();
    test_cells();
    return report();
}
