/* A source that reads from a file of the host's: ranges are asked for, given, and used at once; a
 * step without the bytes waits; what cannot be read ends the figure with a sentence; and the figure
 * has the bits of the same vectors brought whole. */
#include "engine/engine.h"
#include "figures.h"

enum { HEADS = 2, TOKENS = 5, WIDTH = 8, COMPONENTS = 3 };
enum { ROW_FLOATS = HEADS * TOKENS * WIDTH, FILE_BYTES = COMPONENTS * ROW_FLOATS * sizeof(float) };

/* What is held: a file of Query, Key and Value of one input, and how many of them were read. */
typedef struct from_file {
    float x[COMPONENTS][ROW_FLOATS];
    int components;

} from_file;

static nf_status read_next(source *self, nf_text *why) {
    from_file *held = self->held;
    (void)why;
    self->read_share = held->components / (double)COMPONENTS;
    if (held->components == COMPONENTS) return NF_OK;
    self->wanted = (nf_range){.file = 1,
                              .offset = (uint64_t)held->components * sizeof held->x[0],
                              .size = sizeof held->x[0]};
    return NF_READ;
}

static nf_status take_bytes(source *self, const uint8_t *bytes, nf_text *why) {
    from_file *held = self->held;
    if (!bytes) {
        nf_text *out = why;
        out->used =
            (size_t)snprintf(out->at, out->capacity, "The file vanished while it was read.");
        return NF_UNREADABLE;
    }
    memcpy(held->x[held->components++], bytes, sizeof held->x[0]);
    return NF_OK;
}

static void fill_from_file(const source *self, const vector_rows *which, float *out) {
    const from_file *held = self->held;
    const float *head = held->x[which->component] + which->head * TOKENS * WIDTH;
    memcpy(out, head + which->first * WIDTH, (size_t)which->rows * WIDTH * sizeof *out);
}

static nf_status open_file(const nf_params *params, void *held, source *self, nf_text *why) {
    (void)why;
    *self = (source){.held = held,
                     .params = params,
                     .shape = {.inputs = 3,
                               .heads = HEADS,
                               .d = WIDTH,
                               .tokens = {TOKENS, TOKENS, TOKENS},
                               .layers = -1,
                               .layer = -1,
                               .next = -1},
                     .inputs = 1,
                     .bytes = sizeof(from_file),
                     .read = read_next,
                     .use_bytes = take_bytes,
                     .fill = fill_from_file};
    return NF_OK;
}

static void close_file(void *held) { free(held); }

static const source_kind file_kind = {.open = open_file, .close = close_file};
static const source_kind *const kinds[SOURCE_KINDS] = {&synthetic_kind, &file_kind, NULL};

static _Alignas(16) uint8_t file[FILE_BYTES];

static nf_engine *open_engine(void) {
    nf_engine *engine = nf_open();
    engine->kinds = kinds;
    hold(engine, SOURCE_TENSORS, calloc(1, sizeof(from_file)));
    return engine;
}

static uint64_t check_when_brought(const nf_params *params) {
    nf_engine *engine = nf_open();
    const float *x = (const float *)(const void *)file;
    nf_tensors tensors = {.inputs = 1,
                          .heads = HEADS,
                          .d = WIDTH,
                          .tokens = {TOKENS},
                          .q = {x},
                          .k = {x + ROW_FLOATS},
                          .v = {x + 2 * ROW_FLOATS}};
    CHECK(nf_bring(engine, &tensors) == NF_OK, "%s", nf_why(engine));
    uint64_t check = check_of(engine, params, 0);
    nf_close(engine);
    return check;
}

static void test_given(void) {
    nf_engine *engine = open_engine();
    nf_params params = params_of("1;source=tensors;op=mean");
    nf_range range = {0};
    int asked = 0;
    double progress = 0;
    CHECK(!nf_wanted(engine, &range) && nf_give(engine, file) == NF_NO_FIGURE, "nothing is begun");
    nf_status status = nf_compute(engine, &params, NF_CHECK);
    while (status == NF_READ) {
        CHECK(nf_step(engine) == NF_READ, "a step without the bytes does not wait");
        CHECK(nf_wanted(engine, &range) && range.file == 1 &&
                  range.offset + range.size <= FILE_BYTES,
              "bytes %llu and %zu more are wanted", (unsigned long long)range.offset, range.size);
        CHECK(nf_progress(engine) >= progress && nf_progress(engine) < 0.5, "progress falls");
        progress = nf_progress(engine);
        CHECK(nf_give(engine, file + range.offset) == NF_MORE, "%s", nf_why(engine));
        CHECK(!nf_wanted(engine, &range), "what was given is still wanted");
        while ((status = nf_step(engine)) == NF_MORE) continue;
        asked++;
    }
    CHECK(status == NF_OK && asked == COMPONENTS, "after %d ranges: %s", asked, nf_why(engine));
    CHECK(nf_check(engine) == check_when_brought(&params),
          "the bits are others than of the same brought whole");
    nf_close(engine);
}

static void test_before_it_is_read(void) {
    nf_engine *engine = open_engine();
    nf_params params = params_of("1;source=tensors");
    nf_shape shape;
    float out[TOKENS * WIDTH];
    CHECK(nf_begin(engine, &params, NF_CHECK) == NF_MORE && nf_step(engine) == NF_READ,
          "it does not wait");
    CHECK(nf_get_shape(engine, &shape) == NF_NO_FIGURE, "there is a shape before all is read");
    CHECK(nf_get_source(engine, 0, 0, 0, out) == NF_NO_FIGURE,
          "there are vectors before they are read");
    CHECK(!nf_get_panel(engine, 0) && nf_check(engine) == 0, "there is a panel before all is read");
    nf_params other = params_of("1;n=4;d=32;heads=2");
    CHECK(check_of(engine, &other, 0), "another figure cannot be made while one waits");
    nf_close(engine);
}

static void test_vanished(void) {
    nf_engine *engine = open_engine();
    nf_params params = params_of("1;source=tensors");
    CHECK(nf_compute(engine, &params, NF_CHECK) == NF_READ, "it does not wait");
    CHECK(nf_give(engine, NULL) == NF_UNREADABLE, "a file that cannot be read is taken");
    CHECK(says(nf_why(engine), "vanished"), "the reason is: %s", nf_why(engine));
    CHECK(nf_step(engine) == NF_NO_FIGURE, "a failed figure goes on");
    nf_close(engine);
}

static void test_need(void) {
    nf_engine *engine = open_engine();
    nf_params params = params_of("1;source=tensors");
    uint64_t bytes;
    CHECK(nf_need(engine, &params, 0, &bytes) == NF_OK && bytes > sizeof(from_file),
          "what the source holds is not counted: %llu", (unsigned long long)bytes);
    nf_close(engine);
}

static void test_missing_kind(void) {
    nf_engine *engine = open_engine();
    nf_params params = params_of("1;source=model");
    CHECK(nf_compute(engine, &params, 0) == NF_NO_DATA && says(nf_why(engine), "built without"),
          "a kind that is not linked: %s", nf_why(engine));
    nf_close(engine);
}

int main(void) {
    chance c = {5};
    float *x = (float *)(void *)file;
    for (int i = 0; i < COMPONENTS * ROW_FLOATS; i++) x[i] = (float)within(&c, -2, 2);
    test_given();
    test_before_it_is_read();
    test_vanished();
    test_need();
    test_missing_kind();
    return report();
}
