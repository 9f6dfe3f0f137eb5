/* Links as they are found, pasted and mistyped: which state is read, and what is said about the
 * rest. */
#include "engine/params.h"
#include "figures.h"

/* ---- Listening ------------------------------------------------------------------------------ */

enum { HEARD_MAX = 60 };

typedef struct heard {
    int count, harmless;
    int first_harmful; /* HEARD_MAX if there is none */
    char key[HEARD_MAX][64], read[HEARD_MAX][208], why[HEARD_MAX][256], used[HEARD_MAX][256];
    nf_fault fault[HEARD_MAX];
    nf_use use[HEARD_MAX];
} heard;

static void hear(void *listener, const nf_remark *remark) {
    heard *h = listener;
    int i = h->count < HEARD_MAX ? h->count : HEARD_MAX - 1;
    snprintf(h->key[i], sizeof h->key[i], "%.*s", (int)remark->key_length, remark->key);
    snprintf(h->read[i], sizeof h->read[i], "%.*s", (int)remark->read_length, remark->read);
    snprintf(h->why[i], sizeof h->why[i], "%s%s%s", remark->why, *remark->more ? "; " : "",
             remark->more);
    h->fault[i] = remark->fault;
    h->use[i] = remark->use;
    snprintf(h->used[i], sizeof h->used[i], "%s", remark->used);
    h->count++;
    h->harmless += remark->harmless;
    if (!remark->harmless && i < h->first_harmful) h->first_harmful = i;
}

typedef struct answer {
    nf_params params;
    nf_link link;
    heard heard;
    char canonical[NF_LINK_MAX];
} answer;

static const answer *decode_bytes(const char *link, size_t length) {
    static answer a;
    memset(&a.heard, 0, sizeof a.heard);
    a.heard.first_harmful = HEARD_MAX;
    a.link = nf_decode(link, length, &a.params, hear, &a.heard);
    nf_text out = {a.canonical, 0, sizeof a.canonical};
    nf_encode(&a.params, &out);
    return &a;
}

static const answer *decode(const char *link) { return decode_bytes(link, strlen(link)); }

/* ---- Read without loss ---------------------------------------------------------------------- */

/* `around`: how many remarks there are about words that are no part of the link. */
static const struct {
    const char *link, *canonical;
    int around;
} found[] = {
    {"1", "1", 0},
    {"#1", "1", 0},
    {"1;seed=7", "1;seed=7", 0},
    {"1;seed=7;", "1;seed=7", 0},
    {" 1; seed = 7 ;; n=4 ", "1;seed=7;n=4", 0},
    {"https://nine.example/#1;seed=7", "1;seed=7", 0},
    {"https://nine.example/?s=1;seed=7", "1;seed=7", 0},
    {"https://nine.example/?lang=en&s=1;seed=7#top", "1;seed=7", 0},
    {"https://nine.example/#1;seed=7?s=1;seed=8", NULL, 0},
    {"?s=1;seed=7", "1;seed=7", 0},
    {"1%3Bseed%3D7", "1;seed=7", 0},
    {"1%253Bseed%25253D7", "1;seed=7", 0},
    {"https%3A%2F%2Fnine.example%2F%231%3Bseed%3D7", "1;seed=7", 0},
    {"1&seed=7&amp;n=4", "1;seed=7;n=4", 0},
    {"1;question=Was%20h%C3%B6her%3F%20A", "1;question=Was_h~c3~b6her~3f_A", 0},
    {"1;n=4;seed=7", "1;seed=7;n=4", 0},
    {"1;eps=0.50~1e-3~0.0000000001;seed=07", "1;seed=7", 0},
    {"See 1;seed=7.", "1;seed=7", 2},
    {"(1;seed=7)", "1;seed=7", 2},
    {"\xe2\x80\x9c"
     "1;seed=7\xe2\x80\x9d, they say",
     "1;seed=7", 2},
    {"1;seed=7 (task #3)", "1;seed=7", 1},
    {"[1;seed=7](1;seed=7)", "1;seed=7", 2},
    {"https://mail.example/?url=https%3A%2F%2Fnine.example%2F%231%3Bseed%3D7&data=5", "1;seed=7",
     1},
    {"1;seed=7!", "1;seed=7", 1},
    {"<https://nine.example/#1;seed=7>.", "1;seed=7", 1},
    {"Look: 1;seed=7", "1;seed=7", 1},
    /* the end of a text, given alone */
    {"1;question=Go.", "1;question=Go~2e", 0},
    {"#1;question=Why?", "1;question=Why~3f", 0},
    {"https://nine.example/#1;question=Go!", "1;question=Go~21", 0},
    {"?s=1;text3=a...", "1;text3=a..~2e", 0},
    {"question=(so)", "1;question=~28so~29", 1},
    {"1;question=Say_\"go\"", "1;question=Say_~22go~22", 0},
    {"1;question=\xc2\xabgo\xc2\xbb ", "1;question=~c2~abgo~c2~bb", 0},
    {"1;question=.", "1;question=~2e", 0},
    {"> 1;question=Go.", "1;question=Go~2e", 1},
    {"1;question=Go.;n=4.", "1;n=4;question=Go~2e", 1},
    /* what closes the marks around it is not its own */
    {"\"1;question=Go.\"", "1;question=Go~2e", 2},
    {"(1;question=(so)).", "1;question=~28so~29", 2},
    {"(1;question=(so)", "1;question=~28so~29", 1},
    {"<https://nine.example/#1;question=Go.>.", "1;question=Go~2e", 1},
    {"[mine](https://nine.example/#1;question=Why?)", "1;question=Why~3f", 1},
    {"**1;question=Go.**", "1;question=Go~2e", 2},
    {"\xe2\x80\x9e"
     "1;question=Go.\xe2\x80\x9c",
     "1;question=Go~2e", 2},
    {"see <a href=\"https://nine.example/#1;question=Go.\">", "1;question=Go~2e", 1},
    {"\"1;question=Say_\"go\"\"", "1;question=Say_~22go~22", 2},
    {"'1;question=Don't'", "1;question=Don~27t", 2},
    {"1;question=Go. <1;question=Go.>", "1;question=Go~2e", 1},
    /* white space in place of ; */
    {"1;seed=7 n=4", "1;seed=7;n=4", 1},
    {"1;seed=7\tn=4\nd=32", "1;seed=7;n=4;d=32", 2},
    {"1 seed=7 n = 4", "1;seed=7;n=4", 2},
    {"Anna: 1 seed=7 n=4.", "1;seed=7;n=4", 4},
    {"1;seed=7%20n=4", "1;seed=7;n=4", 1},
    {"1;seed=7 n=4 see you", "1;seed=7;n=4", 2},
    {"1;zoom n=4;seed=7", NULL, 0},
};

static void test_found(void) {
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        const answer *a = decode(found[i].link);
        if (!found[i].canonical) continue; /* read somehow: what follows a link is not its value */
        CHECK(strcmp(a->canonical, found[i].canonical) == 0, "%s is read as %s", found[i].link,
              a->canonical);
        CHECK(a->link.readable && a->link.lossless && a->link.version == NF_FORMAT &&
                  !a->link.has_check,
              "%s loses something", found[i].link);
        CHECK(a->heard.count == found[i].around && a->heard.harmless == found[i].around,
              "%s: %d remarks, the first on %s: %s", found[i].link, a->heard.count, a->heard.key[0],
              a->heard.why[0]);
    }
}

static void test_check(void) {
    const answer *a = decode("1;seed=7;check=0123456789abcdef");
    CHECK(a->link.has_check && a->link.check == 0x0123456789abcdef && a->link.lossless &&
              a->heard.count == 0,
          "the check is %llx", (unsigned long long)a->link.check);
    a = decode("1;check=0123456789ABCDEF;seed=7");
    CHECK(a->link.has_check && a->link.check == 0x0123456789abcdef &&
              number_of(&a->params, P_seed) == 7,
          "in capitals: %llx", (unsigned long long)a->link.check);
    a = decode("in 1;seed=7;check=0123456789abcdef, and then more; notes=here");
    CHECK(a->link.has_check && a->link.lossless && strcmp(a->canonical, "1;seed=7") == 0,
          "after a check it goes on: %s", a->canonical);
    char text[24];
    nf_text out = {text, 0, sizeof text};
    nf_print_check(0x00c0ffee, &out);
    CHECK(strcmp(text, "0000000000c0ffee") == 0, "it is printed %s", text);
}

/* ---- Not accepted --------------------------------------------------------------------------- */

static const struct {
    const char *link, *key, *read, *why, *used, *canonical;
} refused[] = {
    {"2;seed=7", "format", "2", "format 1 is", "read as 1", "1;seed=7"},
    {"x;seed=7", "format", "x", "the number of the format", "1", "1;seed=7"},
    {"1234567;seed=7", "format", "1234567", "the number of the format", "1", "1;seed=7"},
    {"1;sed=7", "sed", "7", "no parameter has this name", "nothing", "1"},
    {"1;seed", "seed", "", "key=value", "nothing", "1"},
    {"1;seed=7;seed=8", "seed", "8", "it was said before", "7", "1;seed=7"},
    {"1;seed=x;seed=8", "seed", "x", "a whole number", "1", "1"},
    {"1;n=99999", "n", "99999", "from 2 to 16384", "16", "1"},
    {"1;heads=4;head=4", "head", "4", "below heads, which is 4", "auto", "1;heads=4"},
    {"1;head=4;heads=4", "head", "4", "below heads, which is 4", "auto", "1;heads=4"},
    {"1;check=12", "check", "12", "16 hexadecimal digits", "no check", "1"},
    {"1;check=0123456789abcdeg;n=4", "check", "0123456789abcdeg", "16 hexadecimal digits",
     "no check", "1;n=4"},
    {"1;check=0123456789abcdef;check=1123456789abcdef;n=4", "check", "1123456789abcdef",
     "it was said before", "the first one", "1;n=4"},
    {"1;curve=sum", "curve", "sum", "contrast prediction", "nothing", "1"},
    {"1;show=sed", "show", "sed", "\"sed\" is none", "all controls", "1"},
    {"1;lock=sed", "lock", "sed", "\"sed\" is none", "nothing", "1"},
    {"1;text2=~zz", "text2", "~zz", "4000 bytes", "the model's own text", "1"},
    {"1;seed=%zz", "seed", "%zz", "a whole number", "1", "1"},
    {"https://nine.example/?s=1;seed=7#1;seed=8", "link", "#1;seed=8", "not part of the link",
     "the link without it", "1;seed=7"},
    {"1;seed=7...", "link", "...", "an ellipsis is where a link was cut", "what is left of it",
     "1;seed=7"},
    {"1;seed=7;check=0123456789abcdef or 1;n=4", "link", " or 1;n=4", "not part of the link",
     "the link without it", "1;seed=7"},
    {"See 1;question=Go.", "link", ".", "taken for the end of the sentence", "the link without it",
     "1;question=Go"},
    {"(see 1;question=Go.)", "link", ".)", "taken for the end of the sentence",
     "the link without it", "1;question=Go"},
    {"See 1;question=Go_(on).", "link", ".", "taken for the end of the sentence",
     "the link without it", "1;question=Go_~28on~29"},
    {"See 1;question=Say_\"go\".", "link", ".", "taken for the end of the sentence",
     "the link without it", "1;question=Say_~22go~22"},
    {"See 1;question=\xe2\x80\x9cgo\xe2\x80\x9d.\xe2\x80\x9d", "link", ".\xe2\x80\x9d",
     "taken for the end of the sentence", "the link without it", "1;question=~e2~80~9cgo~e2~80~9d"},
    {"\xc3\x96z: https://nine.example/#1;question=Go\xe2\x80\x9d", "link", "\xe2\x80\x9d",
     "the end of the sentence", "the link without it", "1;question=Go"},
    {"1;question=Cut_he\xe2\x80\xa6", "question", "Cut_he\xe2\x80\xa6",
     "may be where a link was cut", "Cut_he~e2~80~a6", "1;question=Cut_he~e2~80~a6"},
    {"1;question=Go_on seed=7", "seed", "7", "white space before it", "7",
     "1;seed=7;question=Go_on"},
    {"1;n=14 15 16", "n", "14 15 16", "one, or three", "16", "1"},
    {"1;n=4;seed=1 000 see you", "seed", "1 000", "a whole number", "1", "1;n=4"},
    {"1;n=4 sed=7", "link", " sed=7", "not part of the link", "the link without it", "1;n=4"},
    {"1;n=4 Ben: seed=7", "link", " Ben: seed=7", "not part of the link", "the link without it",
     "1;n=4"},
    {"seed=7 1;n=4", "link", "seed=7 ", "not part of the link", "the link without it", "1;n=4"},
    {"n=4;seed=7#1;seed=8", "link", "n=4;seed=7", "not part of the link", "the link without it",
     "1;seed=8"},
};

static void test_refused(void) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const answer *a = decode(refused[i].link);
        bool first_of_two = i == 6; /* the second seed is said again */
        int at = a->heard.first_harmful;
        CHECK(a->heard.count - a->heard.harmless == 1 + first_of_two, "%s: %d remarks, %d harmless",
              refused[i].link, a->heard.count, a->heard.harmless);
        CHECK(!a->link.lossless && a->link.readable, "%s is read without loss", refused[i].link);
        if (at == HEARD_MAX) continue;
        const char *key = a->heard.key[at], *read = a->heard.read[at];
        const char *why = a->heard.why[at], *used = a->heard.used[at];
        CHECK(strcmp(key, refused[i].key) == 0 && strcmp(read, refused[i].read) == 0, "%s: %s=%s",
              refused[i].link, key, read);
        CHECK(says(why, refused[i].why) && says(used, refused[i].used), "%s: %s; used: %s",
              refused[i].link, why, used);
        CHECK(strcmp(a->canonical, refused[i].canonical) == 0, "%s is read as %s", refused[i].link,
              a->canonical);
    }
}

/* A format that is not said at all is no loss: the state is still what was meant. */
static void test_no_format(void) {
    const answer *a = decode("seed=7;n=4");
    CHECK(a->link.readable && a->link.lossless && strcmp(a->canonical, "1;seed=7;n=4") == 0,
          "it is read as %s", a->canonical);
    CHECK(a->heard.count == 1 && a->heard.harmless == 1 && strcmp(a->heard.key[0], "format") == 0,
          "%d remarks", a->heard.count);
}

static void test_no_link(void) {
    static const char *const none[] = {"", " ", "#", "https://nine.example/#", ";", "..."};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const answer *a = decode(none[i]);
        CHECK(!a->link.readable && strcmp(a->canonical, "1") == 0 && a->heard.count >= 1,
              "in \"%s\" there is %s", none[i], a->canonical);
        CHECK(says(a->heard.why[a->heard.count - 1], "there is no link in it"), "\"%s\": %s",
              none[i], a->heard.why[a->heard.count - 1]);
    }
}

/* ---- Causes --------------------------------------------------------------------------------- */

/* What programs go by: cause, row, which of three values, and what is used instead. */
static const struct {
    const char *link;
    nf_cause cause;
    int row, input;
    nf_use use;
} causes[] = {
    {"1;eps=0.5~99~1", NF_NOT_A_NUMBER, P_eps, 1, NF_USE_VALUE},
    {"1;eps=99", NF_NOT_A_NUMBER, P_eps, -1, NF_USE_VALUE},
    {"1;n=4~5~1", NF_NOT_A_WHOLE_NUMBER, P_n, 2, NF_USE_VALUE},
    {"1;head=x", NF_NOT_WHOLE_OR_AUTO, P_head, -1, NF_USE_VALUE},
    {"1;heads=4;head=4", NF_HEAD_NOT_BELOW_HEADS, P_head, -1, NF_USE_VALUE},
    {"1;figure=x", NF_NOT_A_CHOICE, P_figure, -1, NF_USE_VALUE},
    {"1;text2=~zz", NF_NOT_A_TEXT, P_text2, -1, NF_USE_OWN_TEXT},
    {"1;question=~zz", NF_NOT_A_TEXT, P_question, -1, NF_USE_NOTHING},
    {"1;model=x", NF_NOT_A_HASH, P_model, -1, NF_USE_NOTHING},
    {"1;show=sed", NF_NO_KEY_AMONG_KEYS, P_show, -1, NF_USE_ALL_CONTROLS},
    {"1;ask3=best~p11~gt~0", NF_NO_MEASURE, P_ask3, -1, NF_USE_NOTHING},
    {"1;ask3=first~p11~in~1~0", NF_NO_RANGE, P_ask3, -1, NF_USE_NOTHING},
    {"1;seed=7;seed=8", NF_REPEATED, P_seed, -1, NF_USE_VALUE},
    {"1;sed=7", NF_UNKNOWN_KEY, -1, -1, NF_USE_NOTHING},
    {"1;seed", NF_NO_EQUALS, -1, -1, NF_USE_NOTHING},
    {"1;check=12", NF_NO_HEXADECIMAL_CHECK, -1, -1, NF_USE_NO_CHECK},
    {"2;n=4", NF_OTHER_FORMAT, -1, -1, NF_USE_AS_FORMAT},
    {"n=4", NF_NO_FORMAT, -1, -1, NF_USE_FORMAT},
    {"See 1;n=4 here", NF_BESIDE_LINK, -1, -1, NF_USE_LINK},
    {"1;seed=7...", NF_CUT, -1, -1, NF_USE_REST},
    {"", NF_NO_LINK, -1, -1, NF_USE_DEFAULTS},
};

static void test_causes(void) {
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        const answer *a = decode(causes[i].link);
        nf_fault fault = a->heard.fault[0];
        CHECK(a->heard.count > 0 && fault.cause == causes[i].cause && fault.row == causes[i].row,
              "%s: %s, row %d", causes[i].link, nf_cause_key(fault.cause), fault.row);
        CHECK(fault.input == causes[i].input && a->heard.use[0] == causes[i].use,
              "%s: input %d, used: %s", causes[i].link, fault.input, nf_use_key(a->heard.use[0]));
    }
}

/* ---- Limits --------------------------------------------------------------------------------- */

static void test_longest_link(void) {
    static char link[NF_LINK_MAX + 2] = "1;seed=";
    memset(link + 7, '0', NF_LINK_MAX - 8);
    memcpy(link + 7 + 360, "7;n=4;a=", 8);
    const answer *a = decode_bytes(link, NF_LINK_MAX - 1);
    CHECK(a->link.readable && number_of(&a->params, P_n) == 4 && number_of(&a->params, P_seed) == 7,
          "16,000 characters are read as %s", a->canonical);
    CHECK(strlen(a->heard.read[0]) == 200, "%d characters of what was read are said again",
          (int)strlen(a->heard.read[0]));
    memset(link + NF_LINK_MAX - 1, '0', 2);
    a = decode_bytes(link, NF_LINK_MAX + 1);
    CHECK(!a->link.readable && strcmp(a->canonical, "1") == 0 &&
              says(a->heard.why[0], "at most 16000 characters"),
          "16,001 are: %s", a->heard.why[0]);
}

/* Texts of bytes that take three characters each may be read, as bytes, and not be written again.
 */
static void test_longest_texts(void) {
    static char link[NF_LINK_MAX];
    size_t length = (size_t)sprintf(link, "1");
    for (int text = 1; text <= 3; text++) {
        length += (size_t)sprintf(link + length, ";text%d=", text);
        memset(link + length, ',', 1999);
        length += 2000;
        link[length - 1] = 'x';
    }
    const answer *a = decode_bytes(link, length);
    CHECK(!a->link.readable && strcmp(a->canonical, "1") == 0,
          "18,000 characters would be written of it: %.60s", a->canonical);
    CHECK(a->heard.count == 1 && says(a->heard.why[0], "16000 characters as links spell them"),
          "it is refused by %s", a->heard.why[0]);
    a = decode_bytes(link, length - 2007);
    CHECK(a->link.readable && a->link.lossless && a->params.length[P_text2] > 1900,
          "12,000 are not read: %s", a->heard.why[0]);
}

static void test_many_remarks(void) {
    char link[2000] = "1";
    for (int i = 0; i < 120; i++) sprintf(link + strlen(link), ";x%d=1", i);
    const answer *a = decode(link);
    CHECK(a->heard.count == 50 && strcmp(a->heard.key[48], "x48") == 0, "there are %d remarks",
          a->heard.count);
    CHECK(says(a->heard.why[49], "more that was not accepted") && !says(a->heard.why[48], "more"),
          "the last is: %s", a->heard.why[49]);
    nf_params params;
    CHECK(!nf_decode(link, strlen(link), &params, NULL, NULL).lossless,
          "without a listener nothing is lost");
}

int main(void) {
    test_found();
    test_check();
    test_causes();
    test_refused();
    test_no_format();
    test_no_link();
    test_longest_link();
    test_longest_texts();
    test_many_remarks();
    return report();
}
