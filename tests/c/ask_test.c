/* Statements judged: every comparison, place and kind against the panels' own numbers, what is
 * unknown, and what is said of one that cannot be read. */
#include "engine/ask.h"
#include "engine/messages.h"
#include "figures.h"

#include <math.h>

static nf_engine *engine_of(const char *link, int want) {
    nf_engine *engine = nf_open();
    nf_params params = params_of(link);
    CHECK(nf_compute(engine, &params, want) == NF_OK, "%s: %s", link, nf_why(engine));
    return engine;
}

static nf_verdict ask(nf_engine *engine, const char *statement, double slack) {
    return nf_ask(engine, statement, strlen(statement), slack);
}

static double measure(const nf_engine *engine, int panel, nf_measure m) {
    return nf_get_panel(engine, panel)->measure[m];
}

/* ---- Holding and failing -------------------------------------------------------------------- */

/* A statement about `number` with bounds just below, at and just above it; whether each holds. */
static void compares(nf_engine *engine, const char *start, double number, const char *by,
                     const char *outcome) {
    for (int i = 0; i < 3; i++) {
        char statement[120];
        double bound = i == 0 ? nextafter(number, -1e9) : i == 1 ? number : nextafter(number, 1e9);
        snprintf(statement, sizeof statement, "%s~%s~%.17g", start, by, bound);
        nf_verdict v = ask(engine, statement, 0);
        CHECK(v.holds == (outcome[i] == 'h' ? NF_HOLDS : NF_FAILS) && v.number == number &&
                  v.bound == bound,
              "%s of %.17g: %d", statement, number, (int)v.holds);
    }
}

static void every_comparison(nf_engine *engine, const char *start, double number) {
    compares(engine, start, number, "gt", "hff");
    compares(engine, start, number, "ge", "hhf");
    compares(engine, start, number, "lt", "ffh");
    compares(engine, start, number, "le", "fhh");
    compares(engine, start, number, "eq", "fhf");
}

static double apart(const nf_engine *engine, int a, int b, bool largest) {
    const nf_panel *p = nf_get_panel(engine, a), *q = nf_get_panel(engine, b);
    double most = 0, sum = 0;
    for (size_t i = 0; i < (size_t)p->rows; i++)
        for (size_t j = 0; j < (size_t)p->columns; j++) {
            double d =
                fabs((double)p->weights[i * p->stride + j] - (double)q->weights[i * q->stride + j]);
            most = fmax(most, d);
            sum += d;
        }
    return largest ? most : sum / (p->rows * p->columns);
}

static void test_comparisons(void) {
    nf_engine *engine = engine_of("1;n=9;d=32;heads=2;op=noise;seed=4",
                                  NF_WEIGHTS | NF_MEASURES | NF_ALL_BASELINES);
    const nf_panel *p = nf_get_panel(engine, 5);
    every_comparison(engine, "first~p11", measure(engine, 0, NF_FIRST));
    every_comparison(engine, "kl~p21", measure(engine, 3, NF_KL));
    every_comparison(engine, "entropy~b3", measure(engine, 11, NF_ENTROPY));
    every_comparison(engine, "diff~p12~p23", apart(engine, 1, 5, true));
    every_comparison(engine, "gap~b1~p12", apart(engine, 9, 1, false));
    every_comparison(engine, "cell~p23~7~0", (double)p->weights[7 * p->stride]);
    nf_close(engine);
}

static void test_ranges(void) {
    nf_engine *engine = engine_of("1;n=9;d=32;heads=2", NF_MEASURES);
    double x = measure(engine, 1, NF_DIAG);
    static const struct {
        double low, high;
        bool holds;
        bool by_low;
    } cases[] = {{-1e-3, 1e-3, true, true},
                 {0, 0.1, true, true},
                 {-0.1, 0, true, false},
                 {1e-9, 0.1, false, true},
                 {-0.1, -1e-9, false, false}};
    for (size_t i = 0; i < 5; i++) {
        char statement[120];
        double low = x + cases[i].low, high = x + cases[i].high;
        if (i == 0) high = x + 2e-3; /* nearer to the lower end */
        snprintf(statement, sizeof statement, "diag~p12~in~%.17g~%.17g", low, high);
        nf_verdict v = ask(engine, statement, 0);
        CHECK(v.holds == (cases[i].holds ? NF_HOLDS : NF_FAILS) && v.number == x &&
                  v.bound == (cases[i].by_low ? low : high),
              "%s of %g: %d, %.17g", statement, x, (int)v.holds, v.bound);
    }
    nf_close(engine);
}

/* A factor times a second measure, here or at another place, and an offset. */
static void test_factors(void) {
    nf_engine *engine = engine_of("1;n=9;d=32;heads=2;eps=0.5~0.2~0.1", NF_MEASURES);
    double rest = measure(engine, 0, NF_REST), other = measure(engine, 2, NF_REST);
    nf_verdict v = ask(engine, "diag~p11~gt~2~rest", 0);
    CHECK(v.bound == 2 * rest && v.number == measure(engine, 0, NF_DIAG), "twice %g is %g", rest,
          v.bound);
    v = ask(engine, "diag~p11~gt~2~rest~p13", 0);
    CHECK(v.bound == 2 * other && other != rest, "twice %g is %g", other, v.bound);
    v = ask(engine, "diag~p11~lt~-2~rest~p13~0.25", 0);
    CHECK(v.bound == -2 * other + 0.25, "less than %g, from %g", v.bound, other);
    v = ask(engine, "diag~r1~gt~1~rest", 0); /* of the three, each beside its own */
    CHECK(v.bound == measure(engine, v.panel, NF_REST), "at panel %d the bound is %g", v.panel,
          v.bound);
    nf_close(engine);
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Of a set the verdict is of the place that is nearest to failing, or fails by most. */
static void decides(nf_engine *engine, const char *set, unsigned places) {
    int lowest = -1, highest = -1;
    char statement[40];
    for (int i = 0; i < ALL; i++) {
        if (!(places >> i & 1)) continue;
        double x = measure(engine, i, NF_LEVEL);
        if (lowest < 0 || x < measure(engine, lowest, NF_LEVEL)) lowest = i;
        if (highest < 0 || x > measure(engine, highest, NF_LEVEL)) highest = i;
    }
    for (int bound = -1; bound <= 2; bound++) {
        sprintf(statement, "level~%s~gt~%d", set, bound);
        nf_verdict v = ask(engine, statement, 0);
        CHECK(v.panel == lowest &&
                  v.holds == (measure(engine, lowest, NF_LEVEL) > bound ? NF_HOLDS : NF_FAILS),
              "%s: panel %d, not %d", statement, v.panel, lowest);
        sprintf(statement, "level~%s~le~%d", set, bound);
        v = ask(engine, statement, 0);
        CHECK(v.panel == highest && v.number == measure(engine, highest, NF_LEVEL),
              "%s: panel %d, not %d", statement, v.panel, highest);
    }
}

static void test_places(void) {
    nf_engine *engine =
        engine_of("1;figure=cross;n=5~9~14;d=32;heads=2;weights=sigmoid;sink=1~2~3", NF_MEASURES);
    char set[32];
    for (int i = 0; i < 3; i++) {
        sprintf(set, "r%d", i + 1);
        decides(engine, set, 7u << 3 * i);
        sprintf(set, "c%d", i + 1);
        decides(engine, set, 73u << i);
        sprintf(set, "b%d", i + 1);
        decides(engine, set, 1u << (9 + i));
        for (int c = 0; c < 3; c++) {
            sprintf(set, "p%d%d", i + 1, c + 1);
            decides(engine, set, 1u << (3 * i + c));
        }
    }
    decides(engine, "d1", 1u | 1u << 4 | 1u << 8);
    decides(engine, "all", 511);
    nf_close(engine);
}

/* ---- Slack ---------------------------------------------------------------------------------- */

static void test_slack(void) {
    nf_engine *engine = engine_of("1;n=9;d=32;heads=2", NF_MEASURES);
    static const char *const by[] = {"gt", "ge", "lt", "le", "eq"};
    double x = measure(engine, 0, NF_FIRST);
    for (int i = 0; i < 5; i++) {
        char statement[80];
        snprintf(statement, sizeof statement, "first~p11~%s~%.17g", by[i],
                 i < 2 ? x + 0.0625 : x - 0.0625);
        CHECK(ask(engine, statement, 0).holds == NF_FAILS &&
                  ask(engine, statement, 0.0624).holds == NF_FAILS &&
                  ask(engine, statement, 0.0626).holds == NF_HOLDS,
              "%s knows no slack", statement);
    }
    nf_close(engine);
}

/* ---- Unknown -------------------------------------------------------------------------------- */

static void are_unknown(nf_engine *engine, const char *why, const char *const *statements) {
    for (; *statements; statements++) {
        nf_verdict v = ask(engine, *statements, 0);
        CHECK(v.holds == NF_UNKNOWN && isnan(v.number) && says_just(v.why, why), "%s is %d: %s",
              *statements, (int)v.holds, v.why);
    }
}

#define ARE_UNKNOWN(engine, why, ...)                                                              \
    are_unknown(engine, why, (const char *const[]){__VA_ARGS__, NULL})

static void test_unknown(void) {
    nf_engine *none = nf_open(), *streamed = engine_of("1;n=4;d=32;heads=1", NF_MEASURES),
              *kept = engine_of("1;figure=cross;n=4~6~9;d=32;heads=1", NF_WEIGHTS);
    ARE_UNKNOWN(none, "Nothing has been computed yet.", "first~p11~gt~0", "first~b2~gt~0");
    ARE_UNKNOWN(streamed, "the panel is not in this figure", "first~b2~gt~0");
    ARE_UNKNOWN(kept, "there is nothing here to measure", "first~p11~gt~0", "first~all~gt~0");
    ARE_UNKNOWN(streamed, "there is nothing here to measure", "first~p11~gt~1~first~b3");
    ARE_UNKNOWN(streamed, "its cells are not kept: it is too large, or no weights were asked for",
                "cell~p11~0~0~gt~0", "diff~p11~p12~gt~0");
    ARE_UNKNOWN(kept, "the cell is outside the panel", "cell~p12~4~0~gt~0", "cell~p12~0~6~gt~0");
    ARE_UNKNOWN(kept, "the panels are of different sizes", "diff~p11~p12~gt~0", "gap~p12~p21~gt~0");
    ARE_UNKNOWN(kept, "there is no model here", "prediction~p11~gt~0", "says~p11~is~20",
                "prediction~all~gt~1~first");
    ARE_UNKNOWN(kept, "the statement cannot be read", "", "first~p11", "says~p11~is~2");
    CHECK(ask(kept, "cell~p12~3~5~ge~0", 0).holds == NF_HOLDS, "the last cell is not there");
    nf_close(none);
    nf_close(streamed);
    nf_close(kept);
}

/* ---- Problems ------------------------------------------------------------------------------- */

static const struct {
    const char *statement, *problem;
} problems[] = {
    {"frist~p11~gt~0", "a measure, diff, gap, cell or says"},
    {"", "a measure, diff, gap, cell or says"},
    {"first", "places"},
    {"first~p14~gt~0", "places"},
    {"first~p1~gt~0", "places"},
    {"first~p111~gt~0", "places"},
    {"first~r4~gt~0", "places"},
    {"first~x1~gt~0", "places"},
    {"first~b0~gt~0", "places"},
    {"diff~p11~gt~0", "places"},
    {"diff~p11~r1~gt~0", "places"},
    {"gap~p11~all~gt~0", "places"},
    {"cell~p11~x~0~gt~0", "its row and column"},
    {"cell~p11~0~1.5~gt~0", "its row and column"},
    {"cell~p11~0~16384~gt~0", "its row and column"},
    {"cell~p11~-1~0~gt~0", "its row and column"},
    {"first~p11~above~0", "comparisons"},
    {"diff~p11~p12~0", "comparisons"},
    {"cell~p11~0~0~0", "comparisons"},
    {"first~p11", "comparisons"},
    {"first~p11~in~1", "two numbers, the smaller first"},
    {"first~p11~in~1~0", "two numbers, the smaller first"},
    {"first~p11~in~0~1~2", "two numbers"},
    {"first~p11~gt", "after a comparison"},
    {"first~p11~gt~x", "after a comparison"},
    {"first~p11~gt~1~frist", "after a comparison"},
    {"first~p11~gt~1~rest~r1", "after a comparison"},
    {"first~p11~gt~1~rest~p11~x", "after a comparison"},
    {"first~p11~gt~1~rest~p11~0~0", "after a comparison"},
    {"diff~p11~p12~gt~1~rest", "after a comparison"},
    {"first~p11~gt~1e301", "after a comparison"},
    {"says", "places"},
    {"says~p14~is~20", "places"},
    {"says~p11", "after says"},
    {"says~p11~eq~20", "after says"},
    {"says~p11~is", "after says"},
    {"says~p11~is~", "after says"},
    {"says~p11~is~2", "after says"},
    {"says~p11~is~2G", "after says"},
    {"says~p11~is~2A", "lower case"},
    {"says~p11~is~20~20", "after says"},
    {"prediction~p11", "comparisons"},
    {"prediction~p11~gt~x", "after a comparison"},
};

static const char *problem_of(const char *statement) {
    static char words[200];
    nf_text text = {words, 0, sizeof words};
    words[0] = 0;
    say(&text, fault_of(statement_problem(statement, strlen(statement))), NULL);
    return words;
}

static void test_problems(void) {
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const char *statement = problems[i].statement, *problem = problem_of(statement);
        CHECK(!statement_is_readable(statement, strlen(statement)), "%s is readable", statement);
        CHECK(says_first(problem, "allowed") && says(problem, problems[i].problem), "%s: %s",
              statement, problem);
        char text[100];
        nf_text out = {text, 0, sizeof text};
        put_statement(&out, statement, strlen(statement));
        CHECK(out.used == strlen(statement) && (!out.used || strcmp(text, statement) == 0),
              "%s is written %s", statement, text);
    }
    CHECK(!statement_problem("first~p11~gt~0", 14) && !statement_problem("a~b~c~d~e~f~g~h~i", 17),
          "nothing is something");
}

/* The digits of a piece are no number, whatever they look like. */
static void test_spelling(void) {
    static const char *const same[] = {"says~p11~is~2054", "says~all~is~20e5", "says~b1~is~00"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char text[100];
        nf_text out = {text, 0, sizeof text};
        CHECK(statement_is_readable(same[i], strlen(same[i])), "%s cannot be read", same[i]);
        put_statement(&out, same[i], strlen(same[i]));
        CHECK(strcmp(text, same[i]) == 0, "%s is written %s", same[i], text);
    }
}

int main(void) {
    test_spelling();
    test_comparisons();
    test_ranges();
    test_factors();
    test_places();
    test_slack();
    test_unknown();
    test_problems();
    return report();
}
