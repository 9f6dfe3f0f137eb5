/* The trained model as a source: what it reads and refuses, and that looking at other texts leaves
 * a figure alone. */
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
    for (size_t i = 0; i < length; i++)
        ends += text[i] == '.' && (i + 1 == length || text[i + 1] == ' ');
    return length > 20 && ends == 1 && text[length - 1] == '.' && text[0] >= 'A' && text[0] <= 'Z';
}

/* ---- Refusing ------------------------------------------------------------------------------- */

static void refuses_file(nf_engine *engine, const uint8_t *file, size_t size, const char *words) {
    nf_status status = nf_bring_model(engine, file, size);
    CHECK(status == NF_BAD_MODEL && is_one_sentence(nf_why(engine)) && says(nf_why(engine), words),
          "%s: %s", words, nf_why(engine));
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
    CHECK(check_of(engine, &params, 0) == check && check,
          "the model that was there is not the same after others were refused");
    nf_close(engine);
    free(file);
}

static void refuses_link(nf_engine *engine, const char *link, const char *words) {
    nf_params params = params_of(link);
    nf_status status = nf_compute(engine, &params, NF_CHECK);
    CHECK(status == NF_NO_DATA && is_one_sentence(nf_why(engine)) && says(nf_why(engine), words),
          "%s: %s", link, nf_why(engine));
}

/* What programs go by: the cause, the row, the input, the character. */
static void is_at_fault(nf_engine *engine, const char *link, nf_fault expected) {
    nf_params params = params_of(link);
    nf_status status = nf_compute(engine, &params, NF_CHECK);
    nf_fault fault = nf_get_fault(engine);
    CHECK(status == NF_NO_DATA && fault.cause == expected.cause && fault.row == expected.row,
          "%s: %s of row %d", link, nf_cause_key(fault.cause), fault.row);
    CHECK(fault.input == expected.input && fault.character == expected.character,
          "%s: input %d, character %d", link, fault.input, fault.character);
}

static void test_faults(void) {
    nf_engine *engine = with_model();
    is_at_fault(engine, "1;source=model;text1=_~20", (nf_fault){NF_TEXT_EMPTY, P_text1, 0, -1});
    is_at_fault(engine, "1;source=model;text2=caf~c3~a9s_~d0~b6a",
                (nf_fault){NF_TEXT_UNREADABLE, P_text2, 1, 6});
    is_at_fault(engine,
                "1;source=model;text3="
                "0123456789012345678901234567890123456789012345678901234567890123456789",
                (nf_fault){NF_TEXT_TOO_LONG, P_text3, 2, 62});
    is_at_fault(engine, "1;source=model;layer=4",
                (nf_fault){NF_LAYER_BEYOND_MODEL, P_layer, -1, -1});
    is_at_fault(engine, "1;source=model;layer=3;value=next",
                (nf_fault){NF_NO_LAYER_FOLLOWS, P_layer, -1, -1});
    is_at_fault(engine, "1;source=model;model=00000000",
                (nf_fault){NF_OTHER_MODEL, P_model, -1, -1});
    is_at_fault(engine, "1;source=tensors", (nf_fault){NF_NO_TENSORS, P_source, -1, -1});
    nf_params params = params_of("1;source=model");
    CHECK(nf_compute(engine, &params, NF_CHECK) == NF_OK && !nf_get_fault(engine).cause,
          "a figure that is made has the fault %s", nf_cause_key(nf_get_fault(engine).cause));
    nf_close(engine);
}

static void test_links(void) {
    nf_engine *engine = with_model();
    refuses_link(engine, "1;source=model;text1=_~20", "Text 1 holds nothing to read");
    refuses_link(engine, "1;source=model;text2=caf~c3~a9s_~d0~b6a",
                 "Text 2 holds \"\xd0\xb6\" (character 7)");
    refuses_link(engine, "1;source=model;text3=~e6~97~a5",
                 "Text 3 holds \"\xe6\x97\xa5\" (character 1)");
    refuses_link(engine,
                 "1;source=model;text1="
                 "0123456789012345678901234567890123456789012345678901234567890123456789",
                 "longer than the 63 tokens");
    refuses_link(engine, "1;source=model;layer=4", "Layer 4");
    refuses_link(engine, "1;source=model;head=8", "Head 8");
    refuses_link(engine, "1;source=model;layer=3;value=next", "last");
    refuses_link(engine, "1;source=model;model=00000000", "00000000");
    nf_close(engine);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void make(nf_engine *engine, const char *link) {
    nf_params params = params_of(link);
    nf_status status = nf_compute(engine, &params, 0);
    CHECK(status == NF_OK, "%s: %s", link, nf_why(engine));
}

/* Tokens make up what was read: the begin token, then the text with a space in front. */
static void reads(nf_engine *engine, const char *link, int input, const char *expected) {
    char read[500] = "";
    nf_text out = {read, 0, sizeof read};
    nf_shape shape;
    make(engine, link);
    nf_get_shape(engine, &shape);
    for (int i = 0; i < shape.tokens[input]; i++) nf_print_token(engine, input, i, &out);
    CHECK(strcmp(read, expected) == 0, "%s is read as \"%s\"", link, read);
}

static void prints_nothing(nf_engine *engine, int input, int token) {
    char read[50] = "";
    nf_text out = {read, 0, sizeof read};
    nf_print_token(engine, input, token, &out);
    CHECK(!read[0], "token %d of input %d is \"%s\"", token, input, read);
}

static void test_tokens(void) {
    nf_engine *engine = with_model();
    reads(engine, "1;source=model;text1=The_rain_stopped", 0, "\u27e8begin\u27e9 The rain stopped");
    reads(engine, "1;source=model;begin=off;text1=The_rain_stopped", 0, " The rain stopped");
    reads(engine, "1;source=model;begin=on;text1=The_rain_stopped", 0,
          "\u27e8begin\u27e9 The rain stopped");
    reads(engine, "1;source=model;text3=~e2~80~9cCaf~c3~a9~e2~80~9d__~e2~80~94_yes", 2,
          "\u27e8begin\u27e9 \"Cafe\" -- yes");
    prints_nothing(engine, 2, 63);
    prints_nothing(engine, 2, -1);
    prints_nothing(engine, 3, 0);
    prints_nothing(engine, -1, 0);
    char piece[50] = "";
    nf_text out = {piece, 0, sizeof piece};
    nf_print_piece(engine, 512, &out);
    nf_print_piece(engine, -1, &out);
    CHECK(!piece[0], "a piece that there is not is \"%s\"", piece);
    make(engine, "1");
    prints_nothing(engine, 0, 0);
    nf_close(engine);
    engine = nf_open();
    prints_nothing(engine, 0, 0);
    nf_close(engine);
}

static void is_told(nf_engine *engine, const char *link, const char *words) {
    char told[300] = "";
    nf_text out = {told, 0, sizeof told};
    make(engine, link);
    nf_print_counterfactual(engine, &out);
    CHECK(words ? is_one_sentence(told) && says(told, words) : !told[0], "%s: \"%s\"", link, told);
}

static void test_counterfactual(void) {
    nf_engine *engine = with_model();
    is_told(engine, "1;source=model", NULL);
    is_told(engine, "1;source=model;bias=3;op=noise;figure=cross", NULL);
    is_told(engine, "1;mask=none;temp=2", NULL);
    is_told(engine, "1;source=model;mask=none", "here: no mask.");
    is_told(engine, "1;source=model;weights=sigmoid;temp=0.5", "here: sigmoid, temperature 0.5.");
    is_told(engine, "1;source=model;mask=window;window=8;weights=softmax1",
            "here: a window of 8 tokens, softmax1.");
    is_told(engine, "1;source=model;mask=window;window=21",
            NULL); /* as long as text 1, the only one shown */
    is_told(engine, "1;source=model;mask=window;window=20", "window of 20");
    is_told(engine, "1;source=model;mask=window;window=21;figure=mean", "window of 21");
    is_told(engine, "1;source=model;temp=2", "here: temperature 2.");
    nf_close(engine);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* What a figure needs may be asked in the middle of another one, of other texts and heads. */
static void test_looking(void) {
    nf_engine *engine = with_model();
    nf_params params = params_of("1;source=model;figure=mean;value=next"),
              other = params_of("1;source=model;layer=1;head=3;value=next;text1=A_b;text2=C_d_e");
    uint64_t check = check_of(engine, &params, 0), bytes;
    nf_shape shape;
    nf_params again = params_of("1;source=model;figure=mean;value=next;temp=2");
    nf_status status = nf_compute(engine, &again, 0);
    for (status = nf_begin(engine, &params, NF_CHECK | NF_WEIGHTS); status == NF_MORE;
         status = nf_step(engine)) {
        CHECK(nf_source_shape(engine, &other, &shape) == NF_OK && shape.tokens[0] < 8 &&
                  shape.layer == 1 && shape.head == 3,
              "the shape is another");
        CHECK(nf_need(engine, &other, NF_WEIGHTS, &bytes) == NF_OK && bytes > 1000,
              "needs %llu bytes", (unsigned long long)bytes);
    }
    CHECK(status == NF_OK && nf_check(engine) == check,
          "looking at other texts changes the figure");
    float *q = malloc(64 * 16 * sizeof *q), *before = malloc(64 * 16 * sizeof *q);
    nf_get_shape(engine, &shape);
    nf_get_source(engine, 0, 0, 0, before);
    nf_need(engine, &other, 0, &bytes);
    nf_get_source(engine, 0, 0, 0, q);
    CHECK(memcmp(q, before, (size_t)(shape.tokens[0] * shape.d) * sizeof *q) == 0,
          "looking at other texts changes the source");
    free(q);
    free(before);
    nf_close(engine);
}

/* Figures of the model one after the other have the bits that a new engine gives them. */
static void test_one_after_the_other(void) {
    static const char *const links[] = {
        "1;source=model",
        "1;source=model;value=next",
        "1;source=model;value=next;next=2",
        "1;source=model;value=next;layer=1;head=0",
        "1;source=model;text1=Two_men_walked",
        "1;source=model;text1=Two_men_walked;value=next",
        "1;source=model;value=next;op=mean",
        "1;n=5;d=32;heads=2",
        "1;source=model;figure=cross;text2=Two_men_walked",
        "1;source=model;value=next;layer=0;head=5",
        "1;source=model;figure=mean;value=next",
        "1;source=model;figure=mean;value=next;text1=Two_men_walked"};
    enum { COUNT = sizeof links / sizeof *links };
    nf_engine *engine = with_model();
    chance c = {7};
    for (int turn = 0; turn < 60; turn++) {
        nf_engine *fresh = with_model();
        const char *link = links[between(&c, 0, COUNT - 1)], *what;
        nf_params params = params_of(link), left = params_of(links[between(&c, 0, COUNT - 1)]);
        int panel, want = between(&c, 0, 1) ? EVERYTHING : NF_CHECK | NF_PREDICTION;
        if (between(&c, 0, 1)) nf_begin(engine, &left, want); /* and is left */
        check_of(engine, &params, want);
        check_of(fresh, &params, want);
        CHECK(!(what = figure_difference(engine, fresh, &panel)),
              "panel %d of %s differs in %s after other figures", panel, link, what);
        nf_close(fresh);
    }
    nf_close(engine);
}

static int next_of(nf_engine *engine, int layer, int head, const char *text) {
    char link[100];
    nf_shape shape = {.next = -2};
    snprintf(link, sizeof link, "1;source=model;value=next;layer=%d;head=%d;text1=%s", layer, head,
             text);
    nf_params params = params_of(link);
    nf_compute(engine, &params, 0);
    nf_get_shape(engine, &shape);
    return shape.next;
}

/* The head that moves most is found anew for every head and text. */
static void test_most_moved(void) {
    static const char *const texts[] = {"Two_men_walked", "The_king_said_to_his_son",
                                        "I_saw_the_sea"};
    nf_engine *engine = with_model();
    int seen[8] = {0}, kinds = 0;
    for (int head = 0; head < 8; head++)
        for (int layer = 2; layer >= 0; layer--)
            for (int text = 0; text < 3; text++) {
                nf_engine *fresh = with_model();
                int next = next_of(engine, layer, head, texts[text]),
                    expected = next_of(fresh, layer, head, texts[text]);
                CHECK(next == expected && next >= 0,
                      "layer %d, head %d, text %d: %d moves most, not %d", layer, head, text, next,
                      expected);
                if (next >= 0) seen[next]++;
                nf_close(fresh);
            }
    for (int head = 0; head < 8; head++) kinds += seen[head] > 0;
    CHECK(kinds > 3, "only %d heads are ever moved most", kinds);
    nf_close(engine);
}

/* The same text, so that it is not read anew, by one head after the other. */
static void test_most_moved_of_one_text(void) {
    nf_engine *engine = with_model();
    int expected[24];
    for (int i = 0; i < 24; i++) {
        nf_engine *fresh = with_model();
        expected[i] = next_of(fresh, i / 8, i % 8, "Two_men_walked");
        nf_close(fresh);
    }
    for (int i = 0; i < 24; i++) {
        int head = i * 7 % 24, next = next_of(engine, head / 8, head % 8, "Two_men_walked");
        CHECK(next == expected[head], "head %d: %d moves most, not %d", head, next, expected[head]);
    }
    nf_close(engine);
}

/* A likely piece is continued to the end of its word, and no further. */
static void test_words(void) {
    nf_engine *engine = with_model();
    nf_params params = params_of("1;source=model;head=7;layer=2;"
                                 "text1=The_captain_saw_the_whale~2e_The_captain_saw_the;"
                                 "text2=Call_me_Ishmael~2e_Call_me");
    char word[64];
    nf_text out = {word, 0, sizeof word};
    CHECK(nf_finish_word(engine, 0, 1, &out) == NF_NO_FIGURE, "a word of no figure");
    uint64_t check = check_of(engine, &params, NF_CHECK | NF_PREDICTION);
    const nf_prediction *p = nf_get_prediction(engine, 1);
    out.used = 0;
    CHECK(nf_finish_word(engine, 0, p->before[0].piece, &out) == NF_OK && !strcmp(word, " whale"),
          "the likeliest word is%s", word);
    out.used = 0;
    CHECK(nf_finish_word(engine, 0, '.' - ' ' + 1, &out) == NF_OK && !strcmp(word, "."),
          "a full stop is %s", word);
    params = params_of("1;source=model");
    check_of(engine, &params, NF_CHECK | NF_PREDICTION);
    p = nf_get_prediction(engine, 1);
    out.used = 0;
    CHECK(nf_finish_word(engine, 0, p->before[0].piece, &out) == NF_OK && !strcmp(word, " The"),
          "what is a word by itself and most likely ends there becomes%s", word);
    params = params_of("1;source=model;head=7;layer=2;"
                       "text1=The_captain_saw_the_whale~2e_The_captain_saw_the;"
                       "text2=Call_me_Ishmael~2e_Call_me");
    check_of(engine, &params, NF_CHECK | NF_PREDICTION);
    CHECK(nf_finish_word(engine, 3, 1, &out) == NF_NO_FIGURE, "there are three inputs");
    CHECK(nf_finish_word(engine, 0, -1, &out) == NF_NO_FIGURE, "there is no such piece");
    CHECK(check_of(engine, &params, NF_CHECK | NF_PREDICTION) == check,
          "asking changed the figure");
    nf_close(engine);
}

/* What programs are told of a model as JSON. */
static void test_printed(void) {
    nf_engine *engine = with_model();
    char text[4096] = "";
    nf_text out = {text, 0, sizeof text};
    nf_head head;
    nf_print_inputs(engine, &out);
    nf_print_source(engine, &out);
    CHECK(!strcmp(text, "nullnull"), "before any figure: %s", text);
    nf_params params = params_of("1;source=model;text2=a;mask=none");
    check_of(engine, &params, 0);
    out.used = 0;
    nf_print_inputs(engine, &out);
    CHECK(strstr(text, "{\"count\":2,\"begin\":1,\"tokens\":[\"\u27e8begin\u27e9\",\" a\"]}"), "%s",
          text);
    out.used = 0;
    nf_print_source(engine, &out);
    CHECK(strstr(text, "\"kind\":\"model\"") && strstr(text, "\"layer\":2,"), "%s", text);
    out.used = 0;
    CHECK(nf_measure_head(engine, 9, &head) == NF_OK, "%s", nf_why(engine));
    nf_print_head(&head, &out);
    CHECK(strstr(text, "{\"layer\":1,\"head\":1,") == text, "%s", text);
    params = params_of("1;source=model;text1=_~20");
    CHECK(nf_compute(engine, &params, NF_CHECK) == NF_NO_DATA, "an empty text is read");
    out.used = 0;
    nf_print_fault(nf_get_fault(engine), &out);
    CHECK(!strcmp(text,
                  "{\"cause\":\"text-empty\",\"row\":\"text1\",\"input\":0,\"character\":null}"),
          "%s", text);
    nf_close(engine);
}

int main(void) {
    test_printed();
    test_words();
    test_files();
    test_links();
    test_faults();
    test_tokens();
    test_counterfactual();
    test_looking();
    test_one_after_the_other();
    test_most_moved();
    test_most_moved_of_one_text();
    return report();
}
