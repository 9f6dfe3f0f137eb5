/* What a figure needs: told before anything is allocated, no more than that taken, and refused
 * beyond the limit. */
#include "engine/figure.h"
#include "figures.h"

#include <malloc.h>
#include <sys/resource.h>

/* ---- Counting memory ------------------------------------------------------------------------ */

/* Sanitizers count to the byte; without them the C library counts its own bookkeeping and whole
 * pages. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static uint64_t allocated(void) {
    struct mallinfo2 info;
    if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
    info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static uint64_t uncertainty(void) {
    return __sanitizer_get_current_allocated_bytes ? 0 : PLAN_MAX * 4096;
}

enum { LARGEST_BLOCK_MB = 40 };

/* One allocation of more than this fails, with sanitizers by this option, without by limit_memory.
 */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1:max_allocation_size_mb=40";
}

static void limit_memory(rlim_t bytes) {
    struct rlimit limit;
    if (__sanitizer_get_current_allocated_bytes) return;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
}

static nf_params of_tokens(int n) {
    nf_params params = params_of("1;d=32;heads=2");
    set_row(&params, P_n, n);
    return params;
}

/* ---- Refusing ------------------------------------------------------------------------------- */

static bool is_one_sentence(const char *text) {
    size_t length = strlen(text), ends = 0;
    for (size_t i = 0; i < length; i++)
        ends += text[i] == '.' && (i + 1 == length || text[i + 1] == ' ');
    return length > 20 && ends == 1 && text[length - 1] == '.' && text[0] >= 'A' && text[0] <= 'Z';
}

static void test_refused(void) {
    nf_engine *engine = nf_open();
    nf_params large = of_tokens(16384), small = of_tokens(8);
    uint64_t before = allocated(), bytes = 0;
    CHECK(nf_need(engine, &large, NF_WEIGHTS, &bytes) == NF_TOO_LARGE && bytes > NF_MEMORY_MAX,
          "needs %llu", (unsigned long long)bytes);
    CHECK(nf_compute(engine, &large, NF_WEIGHTS) == NF_TOO_LARGE, "a figure of %llu bytes is made",
          (unsigned long long)bytes);
    CHECK(allocated() <= before + uncertainty(), "%llu bytes are allocated for nothing",
          (unsigned long long)(allocated() - before));
    CHECK(is_one_sentence(nf_why(engine)) && says(nf_why(engine), " GiB"), "the reason is: %s",
          nf_why(engine));
    char need[32];
    snprintf(need, sizeof need, " %.1f GiB",
             (double)((bytes * 10 + NF_MEMORY_MAX - 1) / NF_MEMORY_MAX) / 10); /* rounded up */
    CHECK(says(nf_why(engine), need), "%s is not in: %s", need, nf_why(engine));
    uint64_t check = check_of(engine, &small, NF_WEIGHTS);
    CHECK(nf_compute(engine, &large, NF_WEIGHTS) == NF_TOO_LARGE &&
              allocated() - before <= uncertainty(),
          "the last figure's memory is kept");
    CHECK(check_of(engine, &small, NF_WEIGHTS) == check,
          "after a refusal a figure has another check");
    nf_close(engine);
}

/* Refused is exactly what nf_need says is beyond the limit, for every want. */
static void test_refused_as_told(void) {
    static const int tokens[] = {2, 100, 1000, 3000, 5000, 6000, 7000, 8000, 9000, 12000, 16384};
    nf_engine *engine = nf_open();
    int beyond = 0, wrong = 0;
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        for (int want = 0; want <= EVERYTHING; want++) {
            nf_params params = of_tokens(tokens[i]);
            uint64_t bytes = 0;
            nf_status status = nf_need(engine, &params, want, &bytes);
            beyond += status == NF_TOO_LARGE;
            wrong += (status == NF_TOO_LARGE) != (bytes > NF_MEMORY_MAX) ||
                     (status != NF_OK && status != NF_TOO_LARGE);
            wrong += status == NF_TOO_LARGE && nf_begin(engine, &params, want) != NF_TOO_LARGE;
        }
    CHECK(wrong == 0 && beyond > 100, "%d figures are judged wrongly, %d are too large", wrong,
          beyond);
    nf_close(engine);
}

static void test_need_of_nothing(void) {
    nf_engine *engine = nf_open();
    nf_params params = of_tokens(8);
    uint64_t bytes = 1;
    set_row(&params, P_source, SOURCE_TENSORS);
    CHECK(nf_need(engine, &params, 0, &bytes) == NF_NO_DATA && bytes == 0,
          "a figure of no data needs %d", (int)bytes);
    CHECK(is_one_sentence(nf_why(engine)), "the reason is: %s", nf_why(engine));
    set_row(&params, P_source, SOURCE_MODEL);
    nf_set(&params, P_model, "00000000", 8, NULL);
    CHECK(nf_need(engine, &params, 0, &bytes) == NF_NO_DATA && is_one_sentence(nf_why(engine)),
          "the reason is: %s", nf_why(engine));
    nf_close(engine);
}

/* ---- Taking what was told ------------------------------------------------------------------- */

static void test_taken(void) {
    static const char *const links[] = {
        "1;n=50;d=32;heads=2", "1;figure=mean;n=50~9~200;d=40;heads=3;value=next;weights=sigmoid",
        "1;figure=cross;n=9~300~20;d=256;heads=2", "1;op=blend;n=700;d=32;heads=1"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        for (int want = 0; want <= EVERYTHING; want += 9) {
            nf_engine *engine = nf_open();
            nf_params params = params_of(links[i]);
            uint64_t before = allocated(), told = 0;
            nf_need(engine, &params, want, &told);
            CHECK(allocated() == before, "telling takes memory");
            nf_begin(engine, &params, want);
            uint64_t taken = allocated() - before, off = taken > told ? taken - told : told - taken;
            CHECK(off <= uncertainty(), "%s, want %d: %llu bytes told, %llu taken", links[i], want,
                  (unsigned long long)told, (unsigned long long)taken);
            nf_close(engine);
        }
}

/* Without NF_WEIGHTS and NF_KEEP memory grows with n, not with n squared. */
static void test_growth(void) {
    static const int streaming[] = {
        0, NF_CHECK, NF_MEASURES | NF_CHECK | NF_CELLS | NF_OUTPUTS | NF_ALL_BASELINES};
    static const int kept[] = {NF_WEIGHTS, NF_KEEP};
    nf_engine *engine = nf_open();
    nf_params half = of_tokens(2048), all = of_tokens(4096);
    uint64_t a, b;
    for (int i = 0; i < 3; i++) {
        nf_need(engine, &half, streaming[i], &a);
        nf_need(engine, &all, streaming[i], &b);
        CHECK((double)b < 2.01 * (double)a, "want %d: twice the tokens need %.2f times as much",
              streaming[i], (double)b / (double)a);
    }
    for (int i = 0; i < 2; i++) {
        nf_need(engine, &half, kept[i], &a);
        nf_need(engine, &all, kept[i], &b);
        CHECK((double)b > 3 * (double)a, "want %d: twice the tokens need %.2f times as much",
              kept[i], (double)b / (double)a);
    }
    nf_params longest = of_tokens(16384);
    CHECK(nf_need(engine, &longest, NF_CHECK | NF_CELLS | NF_MEASURES, &a) == NF_OK,
          "16,384 tokens streamed: %s", nf_why(engine));
    nf_close(engine);
}

static void follows(const source *self, int input, int component, const float *output,
                    size_t stride, float gain, float *out) {
    (void)self;
    (void)input;
    (void)component;
    (void)output;
    (void)stride;
    (void)gain;
    (void)out;
}

static void runs_on(const source *self, const going_on *from, float *states) {
    (void)self;
    (void)from;
    (void)states;
}

/* A plan has room for the richest figure: everything wanted, of a model, and nothing that two
 * panels share by chance. */
static void test_plans(void) {
    static plan plan;
    int most = 0;
    for (int figure = FIGURE_modify; figure < KINDS_COUNT; figure++)
        for (int op = OP_scale; op < OPERATIONS_COUNT; op++)
            for (int weights = WEIGHTS_SOFTMAX; weights <= WEIGHTS_SIGMOID; weights++)
                for (int value = VALUE_THIS; value <= VALUE_NEXT; value++) {
                    nf_params params =
                        params_of("1;n=4~5~6;d=32;heads=2;eps=0.5~0.2~0.1;bias=1~2~3;copy=3");
                    nf_shape shape = {.inputs = 3, .heads = 2, .d = 32, .tokens = {4, 5, 6}};
                    set_row(&params, P_figure, figure);
                    set_row(&params, P_op, op);
                    set_row(&params, P_weights, weights);
                    set_row(&params, P_value, value);
                    plan_figure(&plan, &params,
                                &(source){.shape = shape,
                                          .inputs = 3,
                                          .fill_following = follows,
                                          .run_on = runs_on,
                                          .state_width = 8,
                                          .pieces = 9},
                                1, EVERYTHING);
                    most = plan.count > most ? plan.count : most;
                    CHECK(plan.count <= PLAN_MAX,
                          "figure %d, op %d, value %d has more entries than a plan", figure, op,
                          value);
                }
    CHECK(most > 150 && most <= PLAN_MAX, "the richest figure has %d entries", most);
}

static void names_the_row(nf_engine *engine, const nf_params *params, int row) {
    char start[64];
    nf_shape shape;
    uint64_t bytes;
    snprintf(start, sizeof start, "The parameter %s ", nf_get_row(row)->key);
    nf_status status = nf_compute(engine, params, 0);
    CHECK(status == NF_BAD_PARAMS && says_first(nf_why(engine), start) &&
              is_one_sentence(nf_why(engine)),
          "%s is said to be: %s, %s", nf_get_row(row)->key, nf_status_text(status), nf_why(engine));
    CHECK(nf_need(engine, params, 0, &bytes) == NF_BAD_PARAMS &&
              nf_source_shape(engine, params, &shape) == NF_BAD_PARAMS,
          "%s has a shape all the same", nf_get_row(row)->key);
}

/* A state that was written by hand, with a number outside its row's range, is refused whatever the
 * number. */
static void test_out_of_range(void) {
    static const struct {
        int row;
        double value;
    } bad[] = {{P_n, 1},
               {P_n, 16385},
               {P_n, 2.5},
               {P_n, -1},
               {P_n, 1e300},
               {P_d, 0},
               {P_heads, 0},
               {P_heads, 65},
               {P_head, -2},
               {P_eps, -1},
               {P_eps, 11},
               {P_figure, KINDS_COUNT},
               {P_op, OPERATIONS_COUNT},
               {P_op, 0.5},
               {P_mask, -1},
               {P_weights, 3},
               {P_window, 0},
               {P_temp, 0},
               {P_seed, 4294967296.0}};
    nf_engine *engine = nf_open();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int input = 0; input < 3; input++) {
            nf_params params = of_tokens(4);
            params.number[bad[i].row][input] = bad[i].value;
            names_the_row(engine, &params, bad[i].row);
        }
    nf_params params = of_tokens(4);
    set_row(&params, P_n, 2.5);
    names_the_row(engine, &params, P_n);
    CHECK(says_just(
              nf_why(engine),
              "The parameter n holds 2.5; allowed: a whole number from 2 to 16384; one, or three"
              " separated by ~."),
          "%s", nf_why(engine));
    params = of_tokens(4);
    params.length[P_text1] = 4;
    params.start[P_text1] = NF_TEXTS_MAX - 3;
    names_the_row(engine, &params, P_text1);
    nf_close(engine);
}

/* Tensors of 1 GiB and more are refused before one of them is looked at. */
static void test_large_tensors(void) {
    nf_engine *engine = nf_open();
    float x[4] = {0};
    nf_tensors t = {.inputs = 2,
                    .heads = 64,
                    .d = 256,
                    .tokens = {2731, 2731},
                    .q = {x, x},
                    .k = {x, x},
                    .v = {x, x}};
    CHECK(nf_bring(engine, &t) == NF_TOO_LARGE && says(nf_why(engine), "take 1024 MiB"), "%s",
          nf_why(engine));
    t.tokens[1] = 16384;
    CHECK(nf_bring(engine, &t) == NF_TOO_LARGE && is_one_sentence(nf_why(engine)), "%s",
          nf_why(engine));
    nf_close(engine);
}

/* ---- No memory ------------------------------------------------------------------------------ */

/* Weights of more than LARGEST_BLOCK_MB cannot be had. Whatever was made by then is given back. */
static void test_no_memory(void) {
    nf_engine *engine = nf_open();
    nf_params small = of_tokens(8), large = of_tokens(3400);
    uint64_t check = check_of(engine, &small, NF_WEIGHTS), bytes;
    CHECK(nf_need(engine, &large, NF_WEIGHTS, &bytes) == NF_OK &&
              bytes > 4 * (uint64_t)LARGEST_BLOCK_MB << 20,
          "too small to fail: %llu", (unsigned long long)bytes);
    limit_memory((rlim_t)LARGEST_BLOCK_MB << 20);
    CHECK(nf_compute(engine, &large, NF_WEIGHTS) == NF_NO_MEMORY, "memory was had, or %s",
          nf_why(engine));
    CHECK(is_one_sentence(nf_why(engine)) && !nf_get_panel(engine, 0) &&
              nf_step(engine) == NF_NO_FIGURE,
          "there is a figure: %s", nf_why(engine));
    CHECK(check_of(engine, &small, NF_WEIGHTS) == check,
          "after a failure a figure has another check");
    nf_close(engine);
}

/* The second input's tensors cannot be had: the first one's are given back, and there are none. */
static void test_no_memory_for_tensors(void) {
    enum { HEADS = 64, D = 256 };
    static float x[HEADS * 250 * D]; /* three of them are more than LARGEST_BLOCK_MB */
    nf_engine *engine = nf_open();
    nf_params params = params_of("1;source=tensors");
    nf_tensors t = {.inputs = 2,
                    .heads = HEADS,
                    .d = D,
                    .tokens = {2, 250},
                    .q = {x, x},
                    .k = {x, x},
                    .v = {x, x}};
    limit_memory((rlim_t)LARGEST_BLOCK_MB << 20);
    uint64_t before = allocated();
    CHECK(nf_bring(engine, &t) == NF_NO_MEMORY && is_one_sentence(nf_why(engine)),
          "they are had: %s", nf_why(engine));
    CHECK(allocated() <= before + uncertainty(), "%llu bytes are kept",
          (unsigned long long)(allocated() - before));
    CHECK(nf_compute(engine, &params, 0) == NF_NO_DATA &&
              says(nf_why(engine), "none has been brought"),
          "half of them are there: %s", nf_why(engine));
    t.inputs = 1;
    CHECK(nf_bring(engine, &t) == NF_OK && nf_compute(engine, &params, 0) == NF_OK,
          "small ones are refused: %s", nf_why(engine));
    nf_close(engine);
}

/* ---- What may be NULL ----------------------------------------------------------------------- */

static void test_null(void) {
    nf_params params = params_of("1;n=4;heads=2;question=x");
    nf_text counted = {NULL, 0, 0};
    nf_engine *engine = nf_open();
    nf_close(NULL);
    CHECK(nf_find(NULL, 0) == -1, "no key is found");
    CHECK(!nf_set(&params, P_n, NULL, 0, NULL) && !nf_set(&params, P_mask, NULL, 0, NULL),
          "nothing is a number or a choice");
    CHECK(nf_set(&params, P_question, NULL, 0, NULL) && nf_set(&params, P_show, NULL, 0, NULL) &&
              params.length[P_question] == 0,
          "no text takes nothing");
    CHECK(nf_compute(engine, &params, NF_MEASURES) == NF_OK, "%s", nf_why(engine));
    CHECK(nf_ask(engine, NULL, 0, 0).cause == NF_UNREAD_STATEMENT, "nothing is a statement");
    CHECK(nf_bring_model(engine, NULL, 0) == NF_BAD_MODEL, "nothing is a model");
    CHECK(nf_compute(engine, &params, 0) == NF_OK, "%s", nf_why(engine));
    nf_encode(&params, &counted);
    CHECK(counted.used == strlen("1;n=4;heads=2"), "%zu bytes are counted", counted.used);
    CHECK(!nf_decode(NULL, 0, &params, NULL, NULL).readable, "nothing is a link");
    nf_close(engine);
}

/* Tensors that are not there are named; those of inputs that there are not are never looked at. */
static void test_null_tensors(void) {
    static const float x[2 * 32];
    static const char *const names[] = {"Query", "Key", "Value"};
    nf_engine *engine = nf_open();
    for (int part = 0; part < 3; part++) {
        nf_tensors t = {2, 1, 32, {2, 2}, .q = {x, x}, .k = {x, x}, .v = {x, x}};
        (part == 0 ? t.q : part == 1 ? t.k : t.v)[1] = NULL;
        CHECK(nf_bring(engine, &t) == NF_BAD_TENSORS &&
                  nf_get_fault(engine).cause == NF_TENSOR_MISSING &&
                  nf_get_fault(engine).input == 1 && says(nf_why(engine), names[part]),
              "%s is not missed: %s", names[part], nf_why(engine));
        t.inputs = 1;
        CHECK(nf_bring(engine, &t) == NF_OK, "one input: %s", nf_why(engine));
    }
    nf_close(engine);
}

int main(void) {
    test_null();
    test_null_tensors();
    test_refused();
    test_refused_as_told();
    test_need_of_nothing();
    test_taken();
    test_growth();
    test_plans();
    test_out_of_range();
    test_large_tensors();
    test_no_memory();
    test_no_memory_for_tensors();
    return report();
}
