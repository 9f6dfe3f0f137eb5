/* Every buffer that the library writes to, of exactly the size that ninefold.h says: the sanitizers
 * see a byte beyond it, and what was not written is seen here. */
#include "figures.h"

#include <math.h>

extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

/* ---- Arrays of numbers ---------------------------------------------------------------------- */

static const uint32_t UNWRITTEN = 0x7fc0babe; /* a NaN that no kernel makes */

static float *room_for(size_t floats) {
    uint32_t *room = malloc(floats * sizeof *room);
    for (size_t i = 0; i < floats; i++) room[i] = UNWRITTEN;
    return (float *)(void *)room;
}

/* How many of them were not written; frees them. */
static size_t left_in(float *room, size_t floats) {
    size_t left = 0;
    for (size_t i = 0; i < floats; i++) left += bits_of_float(room[i]) == UNWRITTEN;
    free(room);
    return left;
}

static void is_full(nf_status status, float *room, size_t floats, const char *what, int panel) {
    size_t left = left_in(room, floats);
    CHECK(status == NF_OK && left == 0, "%s of panel %d: %zu of %zu are not written", what, panel,
          left, floats);
}

static void fill_output(nf_engine *engine, int index, const nf_panel *p) {
    bool is_follower = index >= NF_PANELS + NF_BASELINES;
    size_t count = (size_t)p->rows * p->width;
    float *output = room_for(count);
    nf_status status = nf_get_output(engine, index, output);
    CHECK(is_follower == !p->output, "whether panel %d has outputs", index);
    if (!is_follower)
        is_full(status, output, count, "outputs", index);
    else
        CHECK(status == NF_NO_FIGURE && left_in(output, count) == count, "of a follower");
}

static void fill_panel(nf_engine *engine, int index, const nf_panel *p) {
    size_t rows = (size_t)p->rows, columns = (size_t)p->columns;
    float *logits = room_for(rows * columns);
    is_full(nf_get_logits(engine, index, logits), logits, rows * columns, "logits", index);
    fill_output(engine, index, p);
    for (int query = 0; query < p->rows; query += p->rows - 1) {
        size_t count = 4 * p->width + columns;
        float *steps = room_for(count);
        nf_cell cell;
        is_full(nf_get_cell(engine, index, query, 0, &cell, steps), steps, count, "a cell", index);
    }
}

static void fill_source(nf_engine *engine) {
    nf_shape shape;
    CHECK(nf_get_shape(engine, &shape) == NF_OK, "%s", nf_why(engine));
    for (int input = 0; input < 3; input++) {
        size_t count = (size_t)shape.tokens[input] * (size_t)shape.d;
        float *vectors = room_for(count);
        is_full(nf_get_source(engine, input, 2, shape.heads - 1, vectors), vectors, count,
                "vectors", input);
    }
}

static void fill_distribution(nf_engine *engine) {
    size_t pieces = (size_t)nf_pieces(engine);
    double *out = malloc(pieces * sizeof *out), sum = 0;
    CHECK(pieces > 0 && nf_get_distribution(engine, 4, 0, out) == NF_OK, "%s", nf_why(engine));
    for (size_t i = 0; i < pieces; i++) sum += out[i];
    CHECK(fabs(sum - 1) < 1e-9, "probabilities add up to %g", sum);
    free(out);
}

static void test_numbers(void) {
    static const char *const links[] = {
        "1;figure=cross;n=33~9~20;d=34;heads=2;mask=none;weights=sigmoid",
        "1;n=21;d=32;heads=3;value=next;eps=0.5~0.1~0",
        "1;figure=mean;n=70~3~66;d=36;heads=2;mask=window;window=3;weights=softmax1",
        "1;source=model;figure=cross;text2=No;also=0.3",
    };
    nf_engine *engine = nf_open();
    CHECK(nf_bring_model(engine, nf_model_file, nf_model_file_size) == NF_OK, "%s", nf_why(engine));
    for (int l = 0; l < 4; l++) {
        nf_params params = params_of(links[l]);
        check_of(engine, &params, EVERYTHING);
        for (int i = 0; i < NF_PANELS + NF_BASELINES + NF_FOLLOWERS; i++)
            if (nf_get_panel(engine, i)) fill_panel(engine, i, nf_get_panel(engine, i));
        fill_source(engine);
        if (params.number[P_source][0] == SOURCE_MODEL) fill_distribution(engine);
    }
    nf_close(engine);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

/* What a writer is called with, and of what engine. */
typedef struct given {
    nf_engine *engine;
    const nf_params *params;
    nf_head head;
} given;

typedef void writer(const given *g, nf_text *out);

static void table(const given *g, nf_text *out) { (void)g, nf_print_table(out); }
static void kinds(const given *g, nf_text *out) { (void)g, nf_print_kinds(out); }
static void value(const given *g, nf_text *out) { nf_print_value(g->params, P_eps, out); }
static void link_of(const given *g, nf_text *out) { nf_encode(g->params, out); }
static void check_text(const given *g, nf_text *out) { nf_print_check(nf_check(g->engine), out); }
static void caption(const given *g, nf_text *out) { nf_print_caption(g->params, out); }
static void token(const given *g, nf_text *out) { nf_print_token(g->engine, 0, 1, out); }
static void piece(const given *g, nf_text *out) { nf_print_piece(g->engine, 400, out); }
static void source_of(const given *g, nf_text *out) { nf_print_source(g->engine, out); }
static void inputs(const given *g, nf_text *out) { nf_print_inputs(g->engine, out); }
static void head(const given *g, nf_text *out) { nf_print_head(&g->head, out); }

static void title(const given *g, nf_text *out) {
    nf_print_title(g->params, 6, NF_TITLE, true, out);
}

static void word(const given *g, nf_text *out) {
    CHECK(nf_finish_word(g->engine, 0, 400, out) == NF_OK, "%s", nf_why(g->engine));
}

static void untrained(const given *g, nf_text *out) { nf_print_counterfactual(g->engine, out); }

static void why_not(const given *g, nf_text *out) {
    static nf_params params;
    params = *g->params;
    CHECK(!nf_set(&params, P_figure, "none", 4, out), "there is a figure of that name");
}

static void fault(const given *g, nf_text *out) {
    nf_print_fault((nf_fault){NF_TEXT_TOO_LONG, P_text1, 0, 17}, out);
    (void)g;
}

static void print_remark(void *listener, const nf_remark *remark) {
    nf_print_remark(remark, listener);
}

static void remark(const given *g, nf_text *out) {
    static nf_params params;
    nf_decode("1;n=0", 5, &params, print_remark, out);
    (void)g;
}

static void readings(const given *g, nf_text *out) {
    nf_engine *other = nf_open();
    nf_print_readings(other, out);
    nf_close(other);
    (void)g;
}

#define WRITER(name, most) {name, #name, most}

static const struct {
    writer *write;
    const char *name;
    size_t most; /* what ninefold.h says that is always enough; 0: nothing */
} writers[] = {
    WRITER(table, 0),
    WRITER(kinds, 0),
    WRITER(value, NF_LINK_MAX),
    WRITER(link_of, NF_LINK_MAX),
    WRITER(check_text, NF_CHECK_MAX),
    WRITER(caption, NF_WORDS_MAX),
    WRITER(title, NF_WORDS_MAX),
    WRITER(token, 0),
    WRITER(piece, 0),
    WRITER(word, 0),
    WRITER(untrained, NF_WORDS_MAX),
    WRITER(why_not, NF_WORDS_MAX),
    WRITER(source_of, 0),
    WRITER(inputs, 0),
    WRITER(head, 0),
    WRITER(fault, 0),
    WRITER(remark, 0),
    WRITER(readings, 0),
};

/* A first call counts, a second one has the room that it said, a third one too little. */
static void writes_as_counted(writer *write, const char *name, size_t most, const given *g) {
    nf_text counted = {NULL, 0, 0};
    write(g, &counted);
    size_t used = counted.used;
    CHECK(used > 1 && (!most || used < most), "%s: %zu bytes", name, used);
    for (size_t room = 1; room <= used + 1; room += room < used ? used - 1 : 1) {
        char *at = malloc(room);
        nf_text out = {at, 0, room};
        write(g, &out);
        CHECK(out.used == used && strlen(at) == room - 1, "%s: %zu of %zu bytes in a room of %zu",
              name, strlen(at), used, room);
        free(at);
    }
}

static void test_texts(void) {
    static nf_params params;
    params = params_of("1;source=model;mask=none;temp=2;value=next;eps=0.1~0.2~0.3");
    given g = {.engine = nf_open(), .params = &params};
    CHECK(nf_bring_model(g.engine, nf_model_file, nf_model_file_size) == NF_OK, "no model");
    check_of(g.engine, &params, NF_WEIGHTS);
    CHECK(nf_measure_head(g.engine, 0, &g.head) == NF_OK, "%s", nf_why(g.engine));
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        writes_as_counted(writers[i].write, writers[i].name, writers[i].most, &g);
    nf_close(g.engine);
}

/* ---- What is always enough ------------------------------------------------------------------ */

/* The longest title and caption of a state, with heads of large numbers. */
static size_t longest_words(const nf_params *params) {
    const nf_shape shape = {.layer = 999, .head = 999, .next = 999};
    size_t longest = 0;
    for (int i = 0; i < NF_PANELS + NF_BASELINES + NF_FOLLOWERS; i++)
        for (int which = NF_TITLE; which <= NF_SHORT_COLUMN_HEADER; which++) {
            nf_text counted = {NULL, 0, 0}, caption = {NULL, 0, 0};
            print_title_of(params, &shape, i, (nf_title)which, true, &counted);
            nf_print_caption(params, &caption);
            if (counted.used > longest) longest = counted.used;
            if (caption.used > longest) longest = caption.used;
        }
    return longest;
}

static void test_titles(void) {
    nf_params params = params_of("1;eps=1.1539264298044145e-10;value=next");
    size_t longest = 0;
    for (int figure = 0; figure < KINDS_COUNT; figure++)
        for (int op = 0; op < nf_operations(); op++) {
            set_row(&params, P_figure, figure);
            set_row(&params, P_op, op);
            size_t words = longest_words(&params);
            if (words > longest) longest = words;
        }
    CHECK(longest > 60 && longest < NF_WORDS_MAX, "the longest has %zu bytes", longest);
}

static void test_refusals(void) {
    static const char *const wrong[] = {"", "?", "1~2", "-1", "1e99", "nonsense~nonsense~nonsense"};
    nf_params params = params_of("1");
    size_t longest = 0;
    for (int row = 0; row < nf_rows(); row++)
        for (int i = 0; i < 6; i++) {
            nf_text counted = {NULL, 0, 0};
            nf_set(&params, row, wrong[i], strlen(wrong[i]), &counted);
            if (counted.used > longest) longest = counted.used;
        }
    CHECK(longest > 60 && longest < NF_WORDS_MAX, "the longest has %zu bytes", longest);
}

/* A link with so many letters of two bytes, each of which takes six as links write them. */
static size_t with_letters(char *link, int letters) {
    char *at = link + strlen(strcpy(link, "1;text1="));
    for (int i = 0; i < letters; i++) {
        if (i > 0 && i % 1500 == 0) at += sprintf(at, ";text%d=", 1 + i / 1500);
        memcpy(at, "\xc3\xa9", 2);
        at += 2;
    }
    return (size_t)(at - link);
}

/* Whatever link is read, it can be written again; the longest one just so. */
static void test_links(void) {
    static char link[NF_LINK_MAX], back[NF_LINK_MAX];
    static nf_params params;
    size_t longest = 0;
    for (int letters = 2600; letters < 2700; letters++) {
        nf_text out = {back, 0, sizeof back};
        size_t length = with_letters(link, letters);
        if (!nf_decode(link, length, &params, NULL, NULL).readable) continue;
        nf_encode(&params, &out);
        CHECK(out.used < sizeof back, "%d letters: %zu bytes", letters, out.used);
        longest = out.used;
    }
    CHECK(longest > NF_LINK_MAX - 40, "the longest has %zu bytes", longest);
}

int main(void) {
    test_numbers();
    test_texts();
    test_titles();
    test_refusals();
    test_links();
    return report();
}
