/* The trained model as a source: what it reads and refuses, and that looking at other texts leaves a figure alone. */
#include "figures.h"

extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

static nf_engine *with_model(void) {
    nf_engine *engine = nf_open();
    nf_status status = nf_bring_model(engine, nf_model_file, nf_model_file_size);
    CHECK(status == NF_OK, "the model is refused: %s", nf_why(engine));
    return engine;
}

static bool is_one_sentence(const char *text) {
    size_t length = strlen(text), ends = 0;
    for (size_t i = 0; i < length; i++) ends += text[i] == '.' && (i + 1 == length || text[i + 1] == ' ');
    return length > 20 && ends == 1 && text[length - 1] == '.' && text[0] >= 'A' && text[0] <= 'Z';
}

/* ---- Refusing -------------------------------------------------------------------------------------------------- */

static void refuses_file(nf_engine *engine, const uint8_t *file, size_t size, const char *words) {
    nf_status status = nf_bring_model(engine, file, size);
    CHECK(status == NF_BAD_MODEL && is_one_sentence(nf_why(engine)) && strstr(nf_why(engine), words), "%s: %s", words, nf_why(engine));
}

/* Whatever is refused, the model that was there goes on answering. */
static void test_files(void) {
    nf_engine *engine = with_model();
    nf_params params = params_of("1;source=model");
    uint64_t check = check_of(engine, &params, 0);
    uint8_t *file = malloc(nf_model_file_size);
    memcpy(file, nf_model_file, nf_model_file_size);
    refuses_file(engine, file, nf_model_file_size - 1, "shorter or longer");
    refuses_file(engine, file, 40, "not a model file");
    refuses_file(engine, (const uint8_t *)"hello", 5, "not a model file");
    file[nf_model_file_size / 2] ^= 4;
    refuses_file(engine, file, nf_model_file_size, "damaged");
    file[8] ^= 2;
    refuses_file(engine, file, nf_model_file_size, "version");
    CHECK(check_of(engine, &params, 0) == check && check, "the model that was there is not the same after others were refused");
    nf_close(engine), free(file);
}

static void refuses_link(nf_engine *engine, const char *link, const char *words) {
    nf_params params = params_of(link);
    nf_status status = nf_compute(engine, &params, NF_CHECK);
    CHECK(status == NF_NO_DATA && is_one_sentence(nf_why(engine)) && strstr(nf_why(engine), words), "%s: %s", link, nf_why(engine));
}

static void test_links(void) {
    nf_engine *engine = with_model();
    refuses_link(engine, "1;source=model;text1=_~20", "Text 1 holds nothing to read");
    refuses_link(engine, "1;source=model;text2=caf~c3~a9_~d0~b6a", "Text 2 holds \"\xd0\xb6\" (byte 6)");
    refuses_link(engine, "1;source=model;text3=~e6~97~a5", "Text 3 holds \"\xe6\x97\xa5\" (byte 0)");
    refuses_link(engine, "1;source=model;text1=0123456789012345678901234567890123456789012345678901234567890123456789", "longer than the 63 tokens");
    refuses_link(engine, "1;source=model;layer=4", "Layer 4");
    refuses_link(engine, "1;source=model;head=8", "Head 8");
    refuses_link(engine, "1;source=model;layer=3;value=next", "last");
    refuses_link(engine, "1;source=model;model=00000000", "00000000");
    nf_close(engine);
}

/* ---- Looking --------------------------------------------------------------------------------------------------- */

/* What a figure needs may be asked in the middle of another one, of other texts and heads. */
static void test_looking(void) {
    nf_engine *engine = with_model();
    nf_params params = params_of("1;source=model;figure=mean;value=next"), other = params_of("1;source=model;layer=1;head=3;value=next;text1=A_b;text2=C_d_e");
    uint64_t check = check_of(engine, &params, 0), bytes;
    nf_shape shape;
    nf_params again = params_of("1;source=model;figure=mean;value=next;temp=2");
    nf_status status = nf_compute(engine, &again, 0);
    for (status = nf_begin(engine, &params, NF_CHECK | NF_WEIGHTS); status == NF_MORE; status = nf_step(engine)) {
        CHECK(nf_source_shape(engine, &other, &shape) == NF_OK && shape.tokens[0] < 8 && shape.layer == 1 && shape.head == 3, "the shape is another");
        CHECK(nf_need(engine, &other, NF_WEIGHTS, &bytes) == NF_OK && bytes > 1000, "needs %llu bytes", (unsigned long long)bytes);
    }
    CHECK(status == NF_OK && nf_check(engine) == check, "looking at other texts changes the figure");
    float *q = malloc(64 * 16 * sizeof *q), *before = malloc(64 * 16 * sizeof *q);
    nf_get_shape(engine, &shape);
    nf_get_source(engine, 0, 0, 0, before);
    nf_need(engine, &other, 0, &bytes);
    nf_get_source(engine, 0, 0, 0, q);
    CHECK(memcmp(q, before, (size_t)(shape.tokens[0] * shape.d) * sizeof *q) == 0, "looking at other texts changes the source");
    free(q), free(before), nf_close(engine);
}

/* Figures of the model one after the other have the bits that a new engine gives them. */
static void test_one_after_the_other(void) {
    static const char *const links[] = {
        "1;source=model", "1;source=model;value=next", "1;source=model;value=next;next=2", "1;source=model;value=next;layer=1;head=0",
        "1;source=model;text1=Two_men_walked", "1;source=model;text1=Two_men_walked;value=next", "1;source=model;value=next;op=mean",
        "1;n=5;d=32;heads=2", "1;source=model;figure=cross;text2=Two_men_walked", "1;source=model;value=next;layer=0;head=5",
        "1;source=model;figure=mean;value=next", "1;source=model;figure=mean;value=next;text1=Two_men_walked"};
    enum { COUNT = sizeof links / sizeof *links };
    nf_engine *engine = with_model();
    chance c = {7};
    uint64_t checks[COUNT];
    for (int i = 0; i < COUNT; i++) {
        nf_engine *fresh = with_model();
        nf_params params = params_of(links[i]);
        checks[i] = check_of(fresh, &params, 0);
        nf_close(fresh);
    }
    for (int turn = 0; turn < 60; turn++) {
        int i = between(&c, 0, COUNT - 1);
        nf_params params = params_of(links[i]);
        CHECK(check_of(engine, &params, 0) == checks[i], "%s has another check after other figures", links[i]);
    }
    nf_close(engine);
}

int main(void) {
    test_files();
    test_links();
    test_looking();
    test_one_after_the_other();
    return report();
}
