/* Titles, captions and the five readings, as the caller gets them. */
#include "engine/kinds.h"
#include "engine/text.h"
#include "figures.h"

#include <math.h>

/* ---- Titles --------------------------------------------------------------------------------- */

static const struct {
    const char *link;
    int panel;
    nf_title which;
    bool marked;
    const char *title;
} titles[] = {
    {"1", 0, NF_TITLE, false, "Modifying Query with \xce\xb5 = 5e-1"},
    {"1", 4, NF_TITLE, true, "Modifying *Key* with \xce\xb5 = 1e-3"},
    {"1", 8, NF_TITLE, false, "Modifying Value with \xce\xb5 = 1e-10"},
    {"1", 8, NF_ROW_HEADER, true, "Modifying *Value*"},
    {"1", 8, NF_COLUMN_HEADER, true, "\xce\xb5 = 1e-10"},
    {"1;eps=1~0~2.5", 3, NF_COLUMN_HEADER, false, "\xce\xb5 = 1"},
    {"1;eps=1~0~2.5", 4, NF_COLUMN_HEADER, false, "\xce\xb5 = 0"},
    {"1;eps=1~0~2.5", 5, NF_COLUMN_HEADER, false, "\xce\xb5 = 2.5e0"},
    {"1;figure=mean", 5, NF_TITLE, false, "Taking the Mean of Value (Input 2)"},
    {"1;figure=mean", 6, NF_TITLE, true, "Taking the Mean of *Query* (Input 3)"},
    {"1;figure=mean", 5, NF_ROW_HEADER, false, "Input 2"},
    {"1;figure=mean", 5, NF_COLUMN_HEADER, false, "Taking the Mean of Value"},
    {"1;figure=cross", 5, NF_TITLE, true,
     "Taking the Mean of *Query* (Input 2) by Taking the Mean of *Key* (Input 3)"},
    {"1;figure=cross", 5, NF_ROW_HEADER, false, "Taking the Mean of Query (Input 2)"},
    {"1;figure=cross", 5, NF_COLUMN_HEADER, false, "Taking the Mean of Key (Input 3)"},
    {"1;figure=cross", 9, NF_TITLE, true, "The head untouched (Input 1)"},
    {"1", 11, NF_ROW_HEADER, true, "The head untouched (Input 3)"},
    {"1;op=mean", 4, NF_TITLE, true, "Taking the Mean of *Key*"},
    {"1;op=mean", 4, NF_ROW_HEADER, false, "Taking the Mean of Key"},
    {"1;op=mean", 4, NF_COLUMN_HEADER, false, "at any \xce\xb5"},
    {"1;figure=mean;op=mean", 4, NF_ROW_HEADER, false, "Input 2"},
    {"1;response=0", 4, NF_TITLE, false, "Modifying Key with \xce\xb5\xe2\x81\xb0 = 1"},
    {"1;op=noise", 0, NF_TITLE, true, "Adding Noise to *Query* with \xce\xb5 = 5e-1"},
    {"1;op=noise", 3, NF_ROW_HEADER, false, "Adding Noise to Key"},
    {"1;op=noise", 3, NF_COLUMN_HEADER, false, "\xce\xb5 = 5e-1"},
    {"1;op=blend", 4, NF_TITLE, true, "Blending *Key* towards Its Mean with \xce\xb5 = 1e-3"},
    {"1;op=blend;response=0", 8, NF_TITLE, false,
     "Blending Value towards Its Mean with \xce\xb5\xe2\x81\xb0 = 1"},
    {"1;value=next", 5, NF_TITLE, true, "Modifying *Key* with \xce\xb5 = 1e-10"},
    {"1;value=next", 6, NF_TITLE, true,
     "Following Head after Modifying *Value* with \xce\xb5 = 5e-1"},
    {"1;value=next;op=mean", 6, NF_ROW_HEADER, false,
     "Following Head after Taking the Mean of Value"},
    {"1;value=next;figure=mean", 5, NF_TITLE, false,
     "Following Head after Taking the Mean of Value (Input 2)"},
    {"1;value=next;figure=mean", 5, NF_COLUMN_HEADER, false,
     "Following Head after Taking the Mean of Value"},
    {"1;value=next;figure=mean", 5, NF_ROW_HEADER, false, "Input 2"},
    {"1;value=next", 6, NF_SHORT_ROW_HEADER, true, "Following Head after *Value*"},
    {"1", 3, NF_SHORT_ROW_HEADER, false, "Key"},
    {"1", 3, NF_SHORT_COLUMN_HEADER, false, "\xce\xb5 = 5e-1"},
    {"1;op=noise", 3, NF_SHORT_ROW_HEADER, false, "Adding Noise to Key"},
    {"1;figure=cross", 4, NF_SHORT_ROW_HEADER, false, "Query (Input 2)"},
    {"1;figure=cross", 5, NF_SHORT_COLUMN_HEADER, false, "Key (Input 3)"},
    {"1", 10, NF_TITLE, false, "The head untouched (Input 2)"},
    {"1", -1, NF_TITLE, false, ""},
    {"1;value=next", 9, NF_TITLE, false, "The head untouched (Input 1)"},
    {"1;value=next", 13, NF_TITLE, false, "Following Head untouched (Input 2)"},
    {"1", 15, NF_TITLE, false, ""},
};

/* Of a model, where two heads are to be told apart. */
static const struct named_title {
    const char *link;
    int panel;
    nf_title which;
    const char *title;
} named_titles[] = {
    {"1;value=next", 6, NF_TITLE,
     "Layer 3, Head 0 after Modifying *Value* of Layer 2, Head 7 with \xce\xb5 = 5e-1"},
    {"1;value=next;op=noise", 6, NF_ROW_HEADER,
     "Layer 3, Head 0 after Adding Noise to *Value* of Layer 2, Head 7"},
    {"1;value=next", 6, NF_SHORT_ROW_HEADER, "Layer 3, Head 0 after *Value*"},
    {"1;value=next", 3, NF_ROW_HEADER, "Modifying *Key*"},
    {"1;value=next", 9, NF_TITLE, "Layer 2, Head 7 untouched (Input 1)"},
    {"1;value=next;figure=mean", 14, NF_TITLE, "Layer 3, Head 0 untouched (Input 3)"},
    {"1", 6, NF_ROW_HEADER, "Modifying *Value*"},
    {"1", 9, NF_TITLE, "The head untouched (Input 1)"},
    {"1;value=next;figure=cross", 9, NF_TITLE, "The head untouched (Input 1)"},
};

static void test_named_heads(void) {
    const nf_shape shape = {.layer = 2, .head = 7, .next = 0}, last = {.layer = 3, .next = -1};
    for (size_t i = 0; i < sizeof named_titles / sizeof *named_titles; i++) {
        const struct named_title *at = &named_titles[i];
        char text[120] = "";
        nf_text out = {text, 0, sizeof text};
        nf_params params = params_of(at->link);
        print_title_of(&params, &shape, at->panel, at->which, true, &out);
        CHECK(strcmp(text, at->title) == 0, "panel %d of %s is called %s", at->panel, at->link,
              text);
    }
    char text[120] = "";
    nf_text out = {text, 0, sizeof text};
    nf_params params = params_of("1;value=next");
    print_title_of(&params, &last, 12, NF_TITLE, true, &out);
    CHECK(strcmp(text, "Following Head untouched (Input 1)") == 0, "it is called %s", text);
}

static void test_titles(void) {
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        char text[120] = "";
        nf_text out = {text, 0, sizeof text};
        nf_params params = params_of(titles[i].link);
        nf_print_title(&params, titles[i].panel, titles[i].which, titles[i].marked, &out);
        CHECK(strcmp(text, titles[i].title) == 0, "panel %d of %s is called %s", titles[i].panel,
              titles[i].link, text);
    }
}

static void test_captions(void) {
    static const char *const captions[] = {
        "The Attention Weight after Modifying Query, Key and Value",
        "The Mean Operation For Query, Key and Value",
        "The Mean Operation For Query and Key Across Inputs"};
    const int known = (int)(sizeof captions / sizeof *captions);
    CHECK(known == KINDS_COUNT, "captions of %d of %d kinds of figure are known here", known,
          KINDS_COUNT);
    for (int figure = FIGURE_modify; figure < known && figure < KINDS_COUNT; figure++) {
        char text[80];
        nf_text out = {text, 0, sizeof text};
        nf_params params = params_of("1");
        set_row(&params, P_figure, figure);
        nf_print_caption(&params, &out);
        CHECK(strcmp(text, captions[figure]) == 0, "figure %d is called %s", figure, text);
        set_row(&params, P_op, OP_mean);
        out.used = 0;
        nf_print_caption(&params, &out);
        CHECK(figure == FIGURE_modify
                  ? strstr(text, "after Taking the Mean of Query, Key and Value") != NULL
                  : strcmp(text, captions[figure]) == 0,
              "figure %d of a mean is called %s", figure, text);
    }
}

/* ---- Readings ------------------------------------------------------------------------------- */

/* Every link, change and test of the readings is one that is understood, so that no sentence is
 * judged by mistake. */
static void test_readings_are_understood(void) {
    int sentences = 0;
    CHECK(nf_readings() == 5 && !nf_get_reading(-1) && !nf_get_reading(5), "there are %d readings",
          nf_readings());
    for (int r = 0; r < nf_readings(); r++) {
        const nf_reading *reading = nf_get_reading(r);
        nf_params params = params_of(reading->link);
        for (int s = 0; s < reading->sentences; s++, sentences++) {
            const nf_sentence *sentence = &reading->sentence[s];
            for (const char *test = sentence->test; *test;
                 test += strcspn(test, ";"), test += *test == ';')
                CHECK(nf_set(&params, P_ask1, test, strcspn(test, ";"), NULL),
                      "%s cannot be judged", test);
            const char *pair = sentence->with ? sentence->with : "seed=1";
            size_t key = strcspn(pair, "=");
            CHECK(nf_set(&params, nf_find(pair, key), pair + key + 1, strlen(pair) - key - 1, NULL),
                  "%s is not a change", pair);
            CHECK(nf_any_text(sentence->any)[0] &&
                      sentence->reason[strlen(sentence->reason) - 1] == '.',
                  "no reason for: %s", sentence->text);
        }
    }
    CHECK(sentences > 35 && !nf_any_text((nf_any)5)[0] && !nf_any_text((nf_any)-1)[0],
          "there are %d sentences", sentences);
}

/* A verdict is that of the first of the sentence's statements that does not hold. */
static void test_judging(void) {
    static const nf_sentence sentences[] = {
        {.test = "above~all~eq~0;first~p11~le~1"},
        {.test = "above~all~eq~0;first~p12~gt~1;first~p13~gt~2"},
        {.test = "first~p11~ge~0", .with = "n=16384"},
        {.test = "cell~p33~1~1~gt~0.3", .with = "sink=0"},
        {.test = "level~p11~eq~0", .slack = 1}};
    static const nf_reading reading = {"a name", "A question?", "1;n=4", 5, sentences};
    nf_engine *engine = nf_open();
    nf_verdict v = nf_judge(engine, &reading, &sentences[0]);
    CHECK(v.holds == NF_HOLDS && v.number == 0 && v.bound == 0, "it says %d: %g, %g", (int)v.holds,
          v.number, v.bound);
    v = nf_judge(engine, &reading, &sentences[1]);
    CHECK(v.holds == NF_FAILS && v.panel == 1 && v.bound == 1 && v.number > 0.2,
          "it says %d of panel %d: %g", (int)v.holds, v.panel, v.number);
    v = nf_judge(engine, &reading, &sentences[2]);
    CHECK(v.holds == NF_UNKNOWN && isnan(v.number) &&
              says_just(v.why, "the figure could not be made"),
          "16,384 tokens are judged: %s", v.why);
    v = nf_judge(engine, &reading, &sentences[3]);
    CHECK(v.holds == NF_HOLDS && nf_get_panel(engine, 0)->rows == 4, "without a sink: %g",
          v.number);
    CHECK(nf_judge(engine, &reading, &sentences[4]).holds == NF_HOLDS, "slack is not heeded");
    nf_close(engine);
}

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (text = strstr(text, what); text; text = strstr(text + 1, what)) count++;
    return count;
}

/* What is printed is what is judged, sentence by sentence. */
static void test_printed_readings(void) {
    static char text[1 << 17];
    nf_text out = {text, 0, sizeof text};
    nf_engine *engine = nf_open();
    int holding = 0, sentences = 0, borne_out = 0;
    nf_print_readings(engine, &out);
    for (int r = 0; r < nf_readings(); r++)
        for (int s = 0; s < nf_get_reading(r)->sentences; s++, sentences++) {
            const nf_sentence *sentence = &nf_get_reading(r)->sentence[s];
            bool holds = nf_judge(engine, nf_get_reading(r), sentence).holds == NF_HOLDS;
            holding += holds;
            borne_out += holds != sentence->refutes;
        }
    CHECK(out.used < sizeof text && text[0] == '[' && strcmp(text + out.used - 2, "]\n") == 0 &&
              valid_utf8(text, out.used),
          "%zu bytes", out.used);
    CHECK(count_of(text, "\"name\":") == 5 && count_of(text, "\"text\":") == sentences,
          "%d sentences", count_of(text, "\"text\":"));
    CHECK(count_of(text, "\"holds\":true") == holding &&
              count_of(text, "\"verdict\":true") == borne_out,
          "%d hold, %d are borne out", count_of(text, "\"holds\":true"),
          count_of(text, "\"verdict\":true"));
    CHECK(borne_out > 20 && borne_out < sentences - 5 && borne_out != holding,
          "%d of %d are borne out", borne_out, sentences);
    nf_close(engine);
}

/* ---- What programs are told as JSON ---------------------------------------------------------- */

static void test_printed_kinds(void) {
    static char text[1 << 14];
    nf_text out = {text, 0, sizeof text};
    nf_print_kinds(&out);
    int kinds = nf_figure_kinds(), operations = nf_operations();
    CHECK(count_of(text, "{\"key\":") == kinds + operations &&
              count_of(text, "\"queryInput\":") == kinds &&
              count_of(text, "\"isFactor\":") == operations && valid_utf8(text, out.used),
          "of %d kinds and %d operations: %s", kinds, operations, text);
    CHECK(!nf_get_figure_kind(kinds) && !nf_get_figure_kind(-1) && !nf_get_operation(operations),
          "there are more than there are");
    for (int i = 0; i < operations; i++) {
        char start[64];
        snprintf(start, sizeof start, "{\"key\":\"%s\",", nf_get_operation(i)->key);
        CHECK(strstr(text, start), "no %s", start);
    }
}

static void print_first(void *listener, const nf_remark *remark) {
    nf_text *out = listener;
    if (!out->used) nf_print_remark(remark, out);
}

static void test_printed_remark(void) {
    static const char link[] = "1;seed=x";
    char text[512] = "";
    nf_text out = {text, 0, sizeof text};
    nf_params params;
    nf_decode(link, sizeof link - 1, &params, print_first, &out);
    CHECK(strstr(text, "{\"cause\":\"not-a-whole-number\",\"row\":\"seed\",\"input\":null,") ==
                  text &&
              strstr(text, "\"key\":\"seed\",\"read\":\"x\",") && strstr(text, "\"used\":\"1\""),
          "%s", text);
}

int main(void) {
    test_titles();
    test_named_heads();
    test_captions();
    test_readings_are_understood();
    test_judging();
    test_printed_readings();
    test_printed_kinds();
    test_printed_remark();
    return report();
}
