/* The forecast of work: the same whatever was made before, and in proportion to what is computed.
 */
#include "engine/source.h"
#include "engine/work.h"
#include "figures.h"

static nf_engine *engine;

static uint64_t work_for(const char *link, int want) {
    nf_params params = params_of(link);
    uint64_t work = 1;
    nf_status status = nf_work(engine, &params, want, &work);
    CHECK(status == NF_OK, "%s: %s", link, nf_why(engine));
    return work;
}

/* How many times the work of one figure another one is. */
static double ratio(const char *link, const char *other, int want) {
    return (double)work_for(other, want) / (double)work_for(link, want);
}

static bool is_near(double x, double expected, double part) {
    return x > expected * (1 - part) && x < expected * (1 + part);
}

/* ---- In proportion -------------------------------------------------------------------------- */

static const struct {
    const char *link, *other;
    int want;
    double ratio, part;
} grown[] = {
    /* twice the tokens are four times the cells, but twice of them in a window */
    {"1;n=8192;mask=none;d=128", "1;n=16384;mask=none;d=128", NF_OUTPUTS, 4, 0.02},
    {"1;n=8192", "1;n=16384", NF_MEASURES, 4, 0.02},
    {"1;n=4096;mask=window;window=64", "1;n=8192;mask=window;window=64", NF_MEASURES, 2, 0.02},
    {"1;n=16384;d=256", "1;n=16384;mask=none;d=256", NF_OUTPUTS, 2,
     0.02}, /* half of them are masked */
    {"1;n=8192;d=128", "1;n=8192;d=256", NF_OUTPUTS, 1.9, 0.02},
    {"1;figure=mean;n=64;heads=32", "1;figure=mean;n=64;heads=64", 0, 2,
     0.05}, /* vectors of all heads */
    {"1;figure=mean;n=64;agree=1", "1;figure=mean;n=64;agree=0.5", 0, 1.7,
     0.05}, /* two draws for a number */
};

static void test_growth(void) {
    for (size_t i = 0; i < sizeof grown / sizeof *grown; i++) {
        double times = ratio(grown[i].link, grown[i].other, grown[i].want);
        CHECK(is_near(times, grown[i].ratio, grown[i].part), "%s is %.3f times %s", grown[i].other,
              times, grown[i].link);
    }
}

/* One product, and four outputs: of the head as it is, and with Query, whose products are Key's,
 * scaled by three epsilons. */
static void test_products(void) {
    double cells = 8192.0 * 8192.0, products = 5 * cells * 256;
    double work = (double)work_for("1;n=8192;mask=none;d=256;noise=0", NF_OUTPUTS);
    CHECK(work > products && work < 1.07 * products, "%.4g products are forecast as %.4g", products,
          work);
    double equal = (double)work_for("1;n=8192;mask=none;d=256;noise=0;eps=0.5", NF_OUTPUTS);
    CHECK(is_near(equal / work, 3.0 / 5, 0.02), "equal epsilons are %.3f of the work",
          equal / work);
}

/* ---- Whatever was made before --------------------------------------------------------------- */

static void test_same_number(void) {
    chance c = {2026};
    for (int i = 0; i < 200; i++) {
        nf_params params = random_params(&c), other = random_params(&c);
        uint64_t before = 1, after = 2, elsewhere = 3;
        nf_engine *fresh = nf_open();
        set_row(&params, P_source, SOURCE_SYNTHETIC);
        nf_status status = nf_work(engine, &params, EVERYTHING, &before);
        nf_compute(engine, i % 2 ? &params : &other, EVERYTHING);
        CHECK(nf_work(engine, &params, EVERYTHING, &after) == status,
              "another status after a figure");
        CHECK(nf_work(fresh, &params, EVERYTHING, &elsewhere) == status,
              "another status in another engine");
        CHECK(before == after && before == elsewhere && (before > 0) == (status == NF_OK),
              "work of %llu, %llu, %llu", (unsigned long long)before, (unsigned long long)after,
              (unsigned long long)elsewhere);
        nf_close(fresh);
    }
}

/* Asking leaves the figure that is there as it is. */
static void test_figure_stays(void) {
    nf_params params = params_of("1;n=9");
    nf_compute(engine, &params, NF_CHECK);
    uint64_t check = nf_check(engine);
    work_for("1;figure=cross;n=5", EVERYTHING);
    CHECK(check != 0 && nf_check(engine) == check && nf_get_panel(engine, 0)->rows == 9,
          "the figure is gone");
}

/* Rows that are kept are not made twice, so that of NF_WEIGHTS and NF_KEEP this is not true. */
static void test_more_is_more(void) {
    static const int more[] = {NF_MEASURES, NF_CHECK,         NF_OUTPUTS,
                               NF_CELLS,    NF_ALL_BASELINES, NF_PREDICTION};
    chance c = {7};
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        nf_params params = random_params(&c);
        int want = between(&c, 0, EVERYTHING);
        uint64_t work, most;
        set_row(&params, P_source, SOURCE_SYNTHETIC);
        if (nf_work(engine, &params, want, &work) != NF_OK) continue;
        wrong +=
            nf_work(engine, &params, want | more[between(&c, 0, 5)], &most) != NF_OK || most < work;
    }
    CHECK(wrong == 0, "%d figures of more are less work", wrong);
}

static void test_refused(void) {
    nf_params params = params_of("1;n=9");
    uint64_t work = 1;
    set_row(&params, P_source, SOURCE_TENSORS);
    CHECK(nf_work(engine, &params, 0, &work) == NF_NO_DATA && work == 0, "work of no data: %d",
          (int)work);
    set_row(&params, P_source, SOURCE_SYNTHETIC);
    set_row(&params, P_n, 1);
    CHECK(nf_work(engine, &params, 0, &work) == NF_BAD_PARAMS && work == 0, "work out of range: %d",
          (int)work);
    set_row(&params, P_n, 16384); /* too large to be made */
    CHECK(nf_work(engine, &params, NF_WEIGHTS, &work) == NF_OK && work > 1000000000, "%s",
          nf_why(engine));
}

/* ---- What check judges by default: 300 billion ---------------------------------------------- */

static const struct {
    const char *link;
    int want;
    bool judged;
} largest[] = {
    {"1;n=16384", NF_CHECK | NF_MEASURES, true},
    {"1;n=16384;d=256", NF_CHECK, true},
    {"1;n=16384;mask=none", NF_CHECK, true},
    {"1;op=blend;n=16384", NF_CHECK, true},
    {"1;figure=cross;n=16384", NF_CHECK, true},
    {"1;figure=cross;n=16384", NF_CHECK | NF_MEASURES, false},
    {"1;n=16384;mask=none;d=256", NF_CHECK | NF_MEASURES, false},
    {"1;op=blend;value=next;n=16384;mask=none;d=256;heads=64", NF_CHECK, false},
    {"1;figure=mean;value=next;weights=sigmoid;n=16384;mask=none;d=256;heads=64",
     NF_CHECK | NF_MEASURES, false},
};

static void test_limit(void) {
    for (size_t i = 0; i < sizeof largest / sizeof *largest; i++) {
        uint64_t work = work_for(largest[i].link, largest[i].want);
        CHECK((work <= 300000000000) == largest[i].judged, "%s: %llu", largest[i].link,
              (unsigned long long)work);
    }
}

/* ---- A model -------------------------------------------------------------------------------- */

/* Of a model that takes a thousand to run a token through, and says one of nine pieces: three texts
 * are read, and the run is gone on with for each prediction. */
static void test_model(void) {
    static plan plan;
    nf_params params = params_of("1;d=32");
    source from = {.shape = {.inputs = 3, .heads = 2, .d = 32, .tokens = {40, 40, 40}},
                   .inputs = 3,
                   .token_work = 1000000000,
                   .row_work = {32, 32, 32},
                   .pieces = 9,
                   .state_width = 8};
    plan_figure(&plan, &params, &from, 1, NF_CHECK);
    uint64_t tokens = work_of(&plan, &from) / from.token_work;
    CHECK(tokens == 3 * 40, "%d tokens are read", (int)tokens);
}

int main(void) {
    engine = nf_open();
    test_growth();
    test_products();
    test_same_number();
    test_figure_stays();
    test_more_is_more();
    test_refused();
    test_limit();
    test_model();
    nf_close(engine);
    return report();
}
