/* Judging a class's answers: what is found in a text, and what is said of each answer. The shapes
 * that answers come in are in tests/node/lib/answer-shapes.mjs; here are those that only the
 * library sees. */
#include "answers/mend.h"
#include "answers/sheet.h"

#include "engine/params.h"
#include "engine/text.h"
#include "figures.h"

#include <stdlib.h>

static const char asking[] = "1;n=5;d=32;heads=2;eps=1;ask1=first~p11~gt~0.5;ask2=level~p11~gt~0;"
                             "choices=Query/ Key /Value;write=on;show=eps~seed;lock=seed";

static question question_of(const char *link) {
    nf_params params = params_of(link);
    question made;
    nf_fault fault = read_question(&params, &made);
    CHECK(fault.cause == NF_NO_CAUSE, "%s is no question: %d", link, fault.cause);
    return made;
}

/* An answer to it, with its check. */
static void put_answer(nf_text *out, nf_engine *engine, const question *to, const char *changes) {
    char link[400];
    snprintf(link, sizeof link, "1;n=5;d=32;heads=2;%s", changes);
    nf_params params = params_of(link);
    answer_to(to, &params);
    CHECK(nf_compute(engine, &params, NF_CHECK) == NF_OK, "%s: %s", link, nf_why(engine));
    nf_encode(&params, out);
    put(out, ";check=");
    nf_print_check(nf_check(engine), out);
    put(out, "\n");
}

/* The next row, whole. */
static nf_status next_row(sheet *s) {
    nf_status status = step_sheet(s);
    while (status == NF_MORE) status = step_sheet(s);
    return status;
}

static bool notes(const row *row, nf_cause cause) {
    for (int i = 0; i < row->notes; i++)
        if (row->note[i].cause == cause) return true;
    return false;
}

static sheet sheet_of(nf_engine *engine, const question *question, const char *text) {
    sheet s = {.engine = engine, .question = question, .most_work = (uint64_t)1 << 40};
    CHECK(open_sheet(&s, slice_of(text)), "no memory");
    return s;
}

static void test_questions(void) {
    question q = question_of(asking), other = question_of("1;n=5;question=x");
    nf_params nothing = params_of("1;n=5;show=eps;lock=n"), answer = params_of("1;of=01234567");
    CHECK(strlen(q.of) == 8 && strcmp(q.of, other.of) != 0, "of is %s", q.of);
    CHECK(strcmp(q.of, question_of(asking).of) == 0, "the same question has another name");
    CHECK(read_question(&nothing, &q).cause == NF_ASKS_NOTHING, "what asks nothing is a question");
    CHECK(read_question(&answer, &q).cause == NF_IS_AN_ANSWER, "an answer is a question");
    q = question_of(asking);
    slice second = choice_at(&q, 2);
    CHECK(choices_of(&q) == 3 && choices_of(&other) == 0, "%d choices", choices_of(&q));
    CHECK(second.length == 3 && memcmp(second.at, "Key", 3) == 0, "the second is %.*s",
          (int)second.length, second.at);
    CHECK(choice_at(&q, 0).length == 0 && choice_at(&q, 4).length == 0, "there is a fourth");
    static const char *const odd[] = {"a/b/c/d/e/f", "a", "a//b", "a/b/", "/a/b", "/"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        nf_params params = nothing;
        nf_set(&params, P_choices, odd[i], strlen(odd[i]), NULL);
        CHECK(read_question(&params, &q).cause == NF_ODD_CHOICES, "%s are choices", odd[i]);
    }
    other = question_of("1;choices=a/b/c/d/e");
    CHECK(choices_of(&other) == CHOICES_MAX, "%d choices", choices_of(&other));
}

static void test_rows(void) {
    static char text[8000];
    nf_engine *engine = nf_open();
    question q = question_of(asking);
    nf_text out = {text, 0, sizeof text};
    put_answer(&out, engine, &q, "eps=1;by=Anna;choice=2;words=So");
    put_answer(&out, engine, &q, "eps=0;by=Ben;choice=2;words=So");
    put_answer(&out, engine, &q, "eps=1;by=Cem;choice=3;words=So;seed=2");
    put_answer(&out, engine, &q, "eps=1;by=ANNA;choice=2;words=So");
    put(&out, "no link\n");
    sheet s = sheet_of(engine, &q, text);
    s.right_choice = 2;
    CHECK(next_row(&s) == NF_OK && s.row.right && s.row.judged, "Anna: %s", s.row.why);
    CHECK(strcmp(s.row.who, "Anna") == 0 && !s.row.beside[0], "who is %s", s.row.who);
    CHECK(next_row(&s) == NF_OK && !s.row.right && s.row.verdict[0].holds == NF_FAILS, "Ben: %s",
          s.row.why);
    CHECK(next_row(&s) == NF_OK && !s.row.right && notes(&s.row, NF_MOVED_SETTING), "Cem: %s",
          s.row.why);
    CHECK(next_row(&s) == NF_OK && s.row.right && s.row.again && notes(&s.row, NF_SAME_AGAIN),
          "Anna again: %s", s.row.why);
    CHECK(next_row(&s) == NF_NO_DATA && s.list.without == 1, "%d without", s.list.without);
    close_sheet(&s);
    s = sheet_of(engine, &q, text);
    s.most_work = 0;
    CHECK(next_row(&s) == NF_OK && s.row.status == TOO_COSTLY && notes(&s.row, NF_TOO_COSTLY), "%s",
          s.row.why);
    close_sheet(&s);
    nf_close(engine);
}

static void test_nothing(void) {
    nf_engine *engine = nf_open();
    question q = question_of(asking);
    for (int i = 0; i < 3; i++) {
        sheet s = sheet_of(engine, &q, i == 0 ? "" : i == 1 ? "\n\n" : "= \xff\n==\n%\n");
        CHECK(next_row(&s) == NF_NO_DATA, "a row of nothing: %s", s.row.why);
        close_sheet(&s);
    }
    nf_close(engine);
}

/* What a text becomes. */
static const char *const mended[][2] = {
    {"a\r\nb\rc", "a\nb\nc"},
    {"1;n=5\u00a0;eps=\u00ad1", "1;n=5 ;eps=1"},
    {"Jos\u00e9\u200d\u00e9", "Jos\u00e9\u200d\u00e9"},
    {"\x93"
     "a\x94 \x85 \x96 \x81 \xe9\xa0z",
     "\"a\" \u2026 - ? \u00e9 z"},
    {"\x85\x85", "?\u2026"}, /* no more than the room for what comes out */
    {"eps=1e\u22123 \u2013 x", "eps=1e-3 \u2013 x"},
    {"a\u2011b", "a-b"},
    {"n\uff1d5\uff1bx", "n=5;x"},
    {"&quot;&#61;&shy;&amp;<br/>\\_", "\"=&amp;\n_"},
};

static void test_mending(void) {
    for (size_t i = 0; i < sizeof mended / sizeof *mended; i++) {
        char out[200];
        slice text = slice_of(mended[i][0]);
        size_t length = mend_text(text, out);
        CHECK(same_text(out, length, mended[i][1]), "%s becomes %.*s", mended[i][0], (int)length,
              out);
    }
}

/* Texts of bytes that matter here, in any order: read without a fault, and every row is told. */
static void test_anything(void) {
    static const char *const parts[] = {"1;n=5;",
                                        "eps=0.5",
                                        ";check=",
                                        "0123456789abcdef",
                                        "\n",
                                        "> ",
                                        "=\n",
                                        "=3D",
                                        "https://x.org/#",
                                        " ",
                                        "%3B",
                                        "&amp;",
                                        "\u200b",
                                        "\xff",
                                        "Anna: ",
                                        "of=0123",
                                        "\"",
                                        "|",
                                        "From: x <y>\n",
                                        ";",
                                        "Content-Type: multipart/alternative; boundary=b\n\n",
                                        "Content-Transfer-Encoding: base64\n\n",
                                        "--b\n",
                                        "MTtuPTU7ZXBzPTAuNTtjaGVjaz0wMTIz"};
    nf_engine *engine = nf_open();
    question q = question_of(asking);
    chance c = {15};
    for (int round = 0; round < 300; round++) {
        char text[2000] = "";
        nf_text out = {text, 0, sizeof text};
        for (int i = 0; i < 60; i++) put(&out, parts[between(&c, 0, 23)]);
        sheet s = sheet_of(engine, &q, text);
        int rows = 0;
        for (; next_row(&s) == NF_OK; rows++)
            CHECK(!s.row.right && (s.row.notes || s.row.judged), "nothing is said: %s", text);
        CHECK(rows == s.list.count, "%d rows of %d", rows, s.list.count);
        close_sheet(&s);
    }
    nf_close(engine);
}

int main(void) {
    test_questions();
    test_rows();
    test_nothing();
    test_mending();
    test_anything();
    return report();
}
