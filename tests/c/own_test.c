/* A model of the reader's own as a source: the shipped model, written as a folder and read range by
 * range, gives the checks that it gives itself; what was reached is not read again; and what goes
 * wrong is said. */
#include "engine/engine.h"
#include "engine/params.h"
#include "engine/text.h"
#include "figures.h"
#include "model/heads_own.h"
#include "model/identity.h"
#include "model/source_own.h"
#include "shipped_file.h"

#include <math.h>

/* The shipped model as such a source, of its own texts. */
typedef struct opened {
    nf_engine *engine;
    own_model *model;
    written file;
    uint64_t read; /* bytes that were given */
} opened;

static void read_tokens(const transformer *model, uint32_t *ids, token_texts *texts) {
    token_list list;
    *texts = (token_texts){.texts = 3, .tokens = ids};
    for (int text = 0; text < 3; text++) {
        (void)tokenise(model, model->texts[text].at, model->texts[text].bytes, &list);
        for (int i = 0; i < list.count; i++) ids[texts->start[text] + i] = list.id[i];
        texts->start[text + 1] = texts->start[text] + list.count;
    }
}

static const through_limits ample = {
    .band = 20000, .kept = 1 << 24, .hidden = 1 << 20, .onward = 1 << 24, .most = 1 << 26};

/* Two streams, the feed-forward part of one token, one changed output and one token's logits. */
static const through_limits scarce = {.band = 1, .most = 1 << 26};

static opened open_limited(const through_limits *limits) {
    opened o = {.engine = nf_open()};
    transformer model;
    uint32_t ids[3 * CONTEXT_MAX];
    token_texts texts;
    model_shape s;
    CHECK(model_file_shape(nf_model_file, nf_model_file_size, &s) == MODEL_OK, "the shipped model");
    void *memory = malloc(model_bytes(&s));
    CHECK(model_open(&model, nf_model_file, nf_model_file_size, memory) == MODEL_OK, "it opens");
    write_shipped(&o.file, &model);
    description d = describe_shipped(&s, &o.file);
    read_tokens(&model, ids, &texts);
    o.model = make_own(&d, &o.file.list, limits);
    CHECK(o.model && set_own_texts(o.model, &texts), "memory");
    bring_own(o.engine, o.model);
    free(memory);
    return o;
}

static opened open_shipped(void) { return open_limited(&ample); }

static void close_shipped(opened *o) {
    nf_close(o->engine);
    forget_file(&o->file);
}

static nf_status compute_all(opened *o, const nf_params *params, int want) {
    nf_status status = nf_compute(o->engine, params, want);
    o->read = 0;
    while (status == NF_READ) {
        nf_range range = {0};
        CHECK(nf_wanted(o->engine, &range) && range.offset + range.size <= o->file.size,
              "a range outside the file");
        o->read += range.size;
        status = nf_give(o->engine, o->file.bytes + range.offset);
        while (status == NF_MORE) status = nf_step(o->engine);
    }
    return status;
}

static nf_status compute(opened *o, const nf_params *params) {
    return compute_all(o, params, NF_CHECK | NF_MEASURES);
}

/* Member by member: there are bytes between them that belong to none. */
static bool guesses_alike(const nf_guess *a, const nf_guess *b) {
    int same = 0;
    for (int g = 0; g < NF_GUESSES; g++)
        same += a[g].piece == b[g].piece && memcmp(&a[g].p, &b[g].p, sizeof a[g].p) == 0;
    return same == NF_GUESSES;
}

/* Whether the two say the same of what comes next, and show the same weights. */
static bool says_alike(const nf_engine *a, const nf_engine *b, int panel) {
    const nf_prediction *p = nf_get_prediction(a, panel), *q = nf_get_prediction(b, panel);
    if (!p || !q || p->tokens != q->tokens) return false;
    size_t bytes = (size_t)p->tokens * sizeof *p->divergence;
    return memcmp(p->divergence, q->divergence, bytes) == 0 &&
           guesses_alike(p->before, q->before) && guesses_alike(p->after, q->after);
}

/* The same bits as the shipped model gives, however little is held at once. The order of links goes
 * on, back, and to the same layer again. */
static void test_predictions(void) {
    static const char *const links[] = {
        "1;source=model;layer=3;head=1;op=noise",
        "1;source=model;layer=0;head=0;op=scale",
        "1;source=model;layer=2;head=3;figure=mean",
        "1;source=model;layer=2;head=4;figure=cross;op=mean",
        "1;source=model;layer=1;head=1;value=next",
        "1;source=model;layer=2;head=7;value=next;next=2;figure=mean",
        "1;source=model;layer=2;head=7;also=2.1~3.4",
        "1;source=model;layer=3;head=2;also=0.0~1.1~2.2;op=noise;mask=none;weights=softmax1",
        "1;source=model;layer=1;head=0;also=0.3~1.0~3.5;figure=cross;over=tokens",
        "1;source=model;layer=1;head=3;also=0.2~0.3;op=patch;eps=1~0.5~0;value=next"};
    static const through_limits *const limits[] = {&ample, &scarce};
    nf_engine *shipped = nf_open();
    int want = NF_CHECK | NF_PREDICTION | NF_WEIGHTS | NF_ALL_BASELINES;
    CHECK(nf_bring_model(shipped, nf_model_file, nf_model_file_size) == NF_OK, "the shipped model");
    for (int k = 0; k < 2; k++) {
        opened own = open_limited(limits[k]);
        for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
            nf_params params = params_of(links[i]);
            CHECK(nf_compute(shipped, &params, want) == NF_OK, "%s", nf_why(shipped));
            CHECK(compute_all(&own, &params, want) == NF_OK, "%s", nf_why(own.engine));
            CHECK(nf_check(own.engine) == nf_check(shipped), "%s: another check", links[i]);
            for (int panel = 0; panel < NF_PANELS + NF_BASELINES; panel++)
                CHECK(says_alike(own.engine, shipped, panel), "%s: panel %d says another thing",
                      links[i], panel);
        }
        close_shipped(&own);
    }
    nf_close(shipped);
}

/* A figure that is given up while it waits leaves nothing behind. */
static void give_up(const char *link) {
    opened o = open_shipped();
    nf_params first = params_of(link), second = params_of("1;source=model;layer=2;head=3");
    CHECK(compute_all(&o, &second, NF_CHECK | NF_PREDICTION) == NF_OK, "%s", nf_why(o.engine));
    uint64_t check = nf_check(o.engine);
    for (int reads = 0; reads < 200; reads += 13) {
        nf_range range;
        nf_status status = nf_compute(o.engine, &first, NF_CHECK | NF_PREDICTION);
        for (int i = 0; i < reads && status == NF_READ; i++) {
            CHECK(nf_wanted(o.engine, &range), "it waits for nothing");
            status = nf_give(o.engine, o.file.bytes + range.offset);
            while (status == NF_MORE) status = nf_step(o.engine);
        }
        CHECK(compute_all(&o, &second, NF_CHECK | NF_PREDICTION) == NF_OK &&
                  nf_check(o.engine) == check,
              "after %d reads: %s", reads, nf_why(o.engine));
    }
    close_shipped(&o);
}

static void test_given_up(void) {
    give_up("1;source=model;layer=1;value=next");
    give_up("1;source=model;layer=1;also=0.3~3.1");
}

static void test_checks(void) {
    static const char *const links[] = {"1;source=model;layer=2;head=1;op=scale",
                                        "1;source=model;layer=2;head=0;op=mean",
                                        "1;source=model;layer=0;head=3;figure=mean",
                                        "1;source=model;layer=3;head=7;figure=cross;op=mean",
                                        "1;source=model;layer=3;head=2;op=noise;seed=5",
                                        "1;source=model;layer=1;head=1;op=blend;mask=window"};
    opened own = open_shipped();
    nf_engine *shipped = nf_open();
    CHECK(nf_bring_model(shipped, nf_model_file, nf_model_file_size) == NF_OK, "the shipped model");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        nf_params params = params_of(links[i]);
        CHECK(nf_compute(shipped, &params, NF_CHECK) == NF_OK, "%s", nf_why(shipped));
        CHECK(compute(&own, &params) == NF_OK, "%s", nf_why(own.engine));
        CHECK(nf_check(own.engine) == nf_check(shipped) && nf_check(shipped), "%s: another check",
              links[i]);
    }
    nf_close(shipped);
    close_shipped(&own);
}

static uint64_t bytes_for(opened *o, const char *link) {
    nf_params params = params_of(link);
    CHECK(compute(o, &params) == NF_OK, "%s", nf_why(o->engine));
    return o->read;
}

static void test_what_is_read(void) {
    opened o = open_shipped();
    uint64_t first = bytes_for(&o, "1;source=model;layer=1;head=0");
    uint64_t head = bytes_for(&o, "1;source=model;layer=1;head=5");
    uint64_t on = bytes_for(&o, "1;source=model;layer=3;head=0");
    uint64_t back = bytes_for(&o, "1;source=model;layer=0;head=0");
    uint64_t again = bytes_for(&o, "1;source=model;layer=3;head=1");
    CHECK(first > 0 && head == 0, "another head reads %d bytes", (int)head);
    CHECK(on > back && first > back, "from layer 1 to 3: %d bytes", (int)on);
    uint64_t layer = through_reads(&o.model->description, &o.model->list, 0);
    CHECK(layer == back, "%d bytes were foretold, %d read", (int)layer, (int)back);
    CHECK(back > 0 && back == again, "back: %d bytes, again: %d", (int)back, (int)again);
    close_shipped(&o);
}

static void is_refused(opened *o, const char *link, nf_status expected, const char *said) {
    nf_params params = params_of(link);
    CHECK(compute(o, &params) == expected && says(nf_why(o->engine), said), "%s",
          nf_why(o->engine));
}

static void test_refusals(void) {
    opened o = open_shipped();
    nf_params params = params_of("1;source=model");
    is_refused(&o, "1;source=model;layer=99", NF_NO_DATA, "Layer 99 is asked for");
    CHECK(nf_get_fault(o.engine).cause == NF_LAYER_BEYOND_MODEL, "the cause");
    is_refused(&o, "1;source=model;head=99", NF_NO_DATA, "and the model has 8, counted");
    CHECK(nf_get_fault(o.engine).cause == NF_HEAD_BEYOND_MODEL, "the cause");
    is_refused(&o, "1;source=model;value=next;layer=3", NF_NO_DATA, "the model's last");
    CHECK(nf_get_fault(o.engine).cause == NF_NO_LAYER_FOLLOWS, "the cause");
    is_refused(&o, "1;source=model;model=12345678", NF_NO_DATA, "of the model 12345678, and");
    is_refused(&o, "1;source=model;model=12345678;named=x", NF_NO_DATA, "12345678, called");
    CHECK(nf_compute(o.engine, &params, NF_CHECK) == NF_READ, "it does not wait");
    CHECK(nf_give(o.engine, NULL) == NF_UNREADABLE && says(nf_why(o.engine), "moved or changed"),
          "%s", nf_why(o.engine));
    CHECK(compute(&o, &params) == NF_OK, "after that: %s", nf_why(o.engine));
    nf_shape shape;
    CHECK(nf_get_shape(o.engine, &shape) == NF_OK && shape.layer == 2 && shape.head == 0, "auto");
    CHECK(set_own_texts(o.model, &(token_texts){1, {0, 1}, (const uint32_t[]){1u << 20}}),
          "memory");
    is_refused(&o, "1;source=model", NF_NO_DATA, "Text 1 has the token 1048576");
    o.model->limits.most = 1000;
    is_refused(&o, "1;source=model", NF_NO_DATA, "Text 1");
    CHECK(set_own_texts(o.model, &(token_texts){1, {0, 1}, (const uint32_t[]){1}}), "memory");
    is_refused(&o, "1;source=model", NF_TOO_LARGE, "more than the 0 MB that are allowed");
    close_shipped(&o);
}

/* One text stands for all three. */
static void test_one_text(void) {
    opened o = open_shipped();
    nf_params params = params_of("1;source=model;figure=mean");
    const uint32_t ids[] = {0, 40, 41, 42};
    nf_shape shape;
    CHECK(set_own_texts(o.model, &(token_texts){1, {0, 4}, ids}), "memory");
    CHECK(compute(&o, &params) == NF_OK && nf_get_shape(o.engine, &shape) == NF_OK, "%s",
          nf_why(o.engine));
    CHECK(shape.tokens[0] == 4 && shape.tokens[2] == 4 && nf_get_panel(o.engine, 8), "its shape");
    CHECK(set_own_texts(o.model, &(token_texts){0, {0}, ids}), "memory");
    is_refused(&o, "1;source=model", NF_NO_DATA, "no text to read");
    hold(o.engine, SOURCE_MODEL, NULL);
    is_refused(&o, "1;source=model", NF_NO_DATA, "there is none here");
    close_shipped(&o);
}

static void test_unfit(void) {
    opened o = open_shipped();
    float infinite = INFINITY;
    memcpy(o.file.bytes, &infinite, sizeof infinite); /* of the embedding */
    for (uint64_t at = 0; at < o.file.size; at += 4096)
        memcpy(o.file.bytes + at, &infinite, sizeof infinite);
    is_refused(&o, "1;source=model", NF_BAD_MODEL, "infinite or no numbers");
    close_shipped(&o);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static const char two_letters[] =
    "{\"added_tokens\":[],\"normalizer\":null,\"pre_tokenizer\":null,\"post_processor\":null,"
    "\"decoder\":null,\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":66,\"b\":67},"
    "\"merges\":[]}}";

static void read_letters(opened *o, byte_slice third) {
    char said[300] = "";
    nf_text why = {said, 0, sizeof said};
    tokenizer *t = NULL;
    const byte_slice usual[3] = {{"ab", 2}, {"a", 1}, third};
    CHECK(open_tokenizer(two_letters, sizeof two_letters - 1, &t, &why) == NF_OK, "%s", said);
    set_own_tokenizer(o->model, t, usual);
}

static void test_texts(void) {
    opened o = open_shipped();
    char read[50] = "", text[100] = "1;source=model;text1=";
    nf_text out = {read, 0, sizeof read};
    nf_shape shape;
    read_letters(&o, (byte_slice){"bab", 3});
    CHECK(bytes_for(&o, "1;source=model") > 0 && bytes_for(&o, "1;source=model;head=1") == 0,
          "texts that were read are read again");
    CHECK(nf_get_shape(o.engine, &shape) == NF_OK && shape.tokens[0] == 2 && shape.tokens[2] == 3,
          "the usual texts");
    CHECK(bytes_for(&o, "1;source=model;head=1;text2=bb;begin=off") > 0, "another text");
    for (int i = 0; i < 2; i++) nf_print_token(o.engine, 1, i, &out);
    CHECK(strcmp(read, "bb") == 0, "it is read as %s", read);
    is_refused(&o, "1;source=model;text1=abc", NF_NO_DATA, "Text 1 holds \"c\" (character 3)");
    CHECK(nf_get_fault(o.engine).cause == NF_TEXT_NO_PIECE, "the cause");
    is_refused(&o, "1;source=model;begin=on", NF_NO_DATA, "(begin=on)");
    memset(text + strlen(text), 'a', 70);
    is_refused(&o, text, NF_NO_DATA, "longer than the 64 tokens");
    close_shipped(&o);
    o = open_shipped();
    read_letters(&o, (byte_slice){"", 0});
    is_refused(&o, "1;source=model", NF_NO_DATA, "Text 3 holds nothing");
    close_shipped(&o);
}

static void test_heads(void) {
    opened o = open_shipped();
    nf_head head;
    CHECK(measure_own_head(o.engine, 0, &head) == NF_NO_FIGURE, "before any figure");
    (void)bytes_for(&o, "1;source=model;layer=1");
    CHECK(measure_own_head(o.engine, 7, &head) == NF_OK && head.layer == 1 && head.head == 7 &&
              head.first > 0 && head.first < 1 && isnan(head.effect),
          "first is %g", head.first);
    CHECK(measure_own_head(o.engine, 8, &head) == NF_NO_DATA, "a head that there is not");
    close_shipped(&o);
}

static void name_it(const opened *o, char name[NAME_DIGITS + 1]) {
    const uint8_t tokenizer[32] = {1};
    identity id;
    begin_identity(&id, &o->model->description, &o->model->list, tokenizer, -1);
    while (go_identity(&id) == NF_READ) take_identity(&id, o->file.bytes + id.wanted.offset);
    memcpy(name, id.name, sizeof id.name);
}

static void test_name(void) {
    opened o = open_shipped();
    char name[NAME_DIGITS + 1], middle[NAME_DIGITS + 1], end[NAME_DIGITS + 1];
    name_it(&o, name);
    o.file.bytes[100000] ^= 1;
    name_it(&o, middle);
    o.file.bytes[o.file.size - 1] ^= 1;
    name_it(&o, end);
    CHECK(strlen(name) == NAME_DIGITS && strcmp(name, middle) == 0 && strcmp(name, end) != 0,
          "%s, %s, %s", name, middle, end);
    nf_params params = params_of("1;source=model");
    memcpy(o.model->id, name, sizeof name);
    nf_name_model(o.engine, &params);
    CHECK(memcmp(params.texts + params.start[P_model], name, NAME_DIGITS) == 0, "the link's name");
    close_shipped(&o);
}

int main(void) {
    test_texts();
    test_heads();
    test_name();
    test_predictions();
    test_given_up();
    test_checks();
    test_what_is_read();
    test_refusals();
    test_one_text();
    test_unfit();
    return report();
}
