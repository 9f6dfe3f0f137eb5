/* The table of parameters: that its rows make sense, that every value it prints is read back, and
 * that texts share their memory without touching each other. */
#include "engine/text.h"
#include "figures.h"

#include <math.h>

/* ---- The table ------------------------------------------------------------------------------ */

static bool is_one_sentence(const char *text) {
    size_t length = strlen(text);
    const char *end = strpbrk(text, ".!?");
    return length > 10 && text[0] >= 'A' && text[0] <= 'Z' && end == text + length - 1;
}

static int count_words(const char *words) {
    int count = *words != 0;
    for (; *words; words++) count += *words == ' ';
    return count;
}

static bool
is_key(const char *key) { /* letters, then digits: what an attribute and a link can be called */
    size_t letters = strspn(key, "abcdefghijklmnopqrstuvwxyz");
    return letters > 0 && strlen(key) <= 8 &&
           letters + strspn(key + letters, "0123456789") == strlen(key);
}

static void number_is_sound(const nf_row *row) {
    bool whole = row->kind == NF_WHOLE || row->kind == NF_CHOICE,
         is_auto = row->kind == NF_WHOLE && row->words[0];
    for (int i = 0; i < 3; i++) {
        double x = row->initial[i];
        CHECK((x >= row->low && x <= row->high) || (is_auto && x == -1),
              "the default %g of %s is out of range", x, row->key);
        CHECK(!whole || x == floor(x), "the default %g of %s is not whole", x, row->key);
        CHECK(row->count == 3 || x == row->initial[0], "%s has three defaults and takes one value",
              row->key);
    }
    CHECK(row->count == 1 || row->count == 3, "%s takes %d values", row->key, row->count);
    CHECK(row->low < row->high && row->step > 0 && row->step <= row->high - row->low,
          "%s has no room for a slider", row->key);
    CHECK(!whole || (row->step == floor(row->step) && row->low == floor(row->low)),
          "%s moves by %g", row->key, row->step);
    if (row->kind == NF_CHOICE)
        CHECK(count_words(row->words) == row->high + 1 && row->low == 0, "%s has other words: %s",
              row->key, row->words);
    else
        CHECK(!row->words[0] || (row->kind == NF_WHOLE && strcmp(row->words, "auto") == 0),
              "%s has words: %s", row->key, row->words);
}

static void test_rows(void) {
    CHECK(nf_rows() == P_COUNT && nf_rows() > 40 && nf_rows() <= NF_ROWS_MAX, "there are %d rows",
          nf_rows());
    CHECK(!nf_get_row(-1) && !nf_get_row(nf_rows()) && !nf_get_row(INT32_MAX) &&
              !nf_get_row(INT32_MIN),
          "there are rows outside");
    for (int i = 0; i < nf_rows(); i++) {
        const nf_row *row = nf_get_row(i);
        CHECK(is_one_sentence(row->help), "the help of %s is not one sentence: %s", row->key,
              row->help);
        CHECK(is_key(row->key) && row->label[0] >= 'A' && row->label[0] <= 'Z', "%s is labelled %s",
              row->key, row->label);
        CHECK(row->source > 0 && row->source <= NF_ANY && row->part <= NF_OF_VIEW,
              "%s means nothing to any source", row->key);
        CHECK(nf_find(row->key, strlen(row->key)) == i, "%s is found at %d", row->key,
              nf_find(row->key, strlen(row->key)));
        CHECK(nf_find(row->key, strlen(row->key) - 1) != i, "%s is found by less", row->key);
        if (is_text(row))
            CHECK(row->count == 1 && row->low == 0 && row->high > 0 && row->initial[0] == 0,
                  "the text %s is a number", row->key);
        else
            number_is_sound(row);
    }
    CHECK(nf_find("", 0) == -1 && nf_find("Seed", 4) == -1 && nf_find("seeds", 5) == -1 &&
              nf_find("check", 5) == -1,
          "keys are found that are none");
}

/* All texts at their longest fit, so that no link loses one to another. */
static void test_room_for_texts(void) {
    double all = 0;
    for (int i = 0; i < nf_rows(); i++) all += is_text(nf_get_row(i)) ? nf_get_row(i)->high : 0;
    CHECK(all > NF_LINK_MAX && all <= NF_TEXTS_MAX, "texts may have %g bytes together", all);
}

static void test_printed_table(void) {
    char text[40000];
    nf_text out = {text, 0, sizeof text}, counted = {NULL, 0, 0};
    nf_print_table(&out);
    nf_print_table(&counted);
    int objects = 0;
    for (size_t i = 0; i < out.used; i++) objects += text[i] == '{';
    CHECK(out.used < sizeof text && counted.used == out.used && valid_utf8(text, out.used),
          "the table has %zu bytes", out.used);
    CHECK(objects == nf_rows() && text[0] == '[' && text[out.used - 2] == ']',
          "the table has %d rows", objects);
    CHECK(
        strstr(
            text,
            "{\"key\":\"eps\",\"label\":\"Epsilon\",\"kind\":\"log\",\"count\":3,\"range\":[0,10],"
            "\"default\":\"0.5~1e-3~1e-10\""),
        "eps is not as it should be: %.300s",
        strstr(text, "{\"key\":\"eps\"") ? strstr(text, "{\"key\":\"eps\"") : text);
}

/* ---- Values --------------------------------------------------------------------------------- */

static bool set(nf_params *params, int row, const char *spelling) {
    return nf_set(params, row, spelling, strlen(spelling), NULL);
}

static size_t print(const nf_params *params, int row, char *at, size_t capacity) {
    nf_text out = {at, 0, capacity};
    at[0] = 0;
    nf_print_value(params, row, &out);
    return out.used;
}

/* What a row prints sets another state to the same value, to the last bit. */
static void reads_back(const nf_params *params, int row) {
    char spelling[200];
    nf_params other;
    nf_defaults(&other);
    set(&other, row, nf_get_row(row)->count == 3 ? "7.25~1~2" : "1");
    size_t used = print(params, row, spelling, sizeof spelling);
    CHECK(used < sizeof spelling && nf_set(&other, row, spelling, used, NULL), "%s=%s is refused",
          nf_get_row(row)->key, spelling);
    CHECK(same_value(params, &other, row), "%s=%s is read as something else", nf_get_row(row)->key,
          spelling);
}

static void test_reading_back(void) {
    chance c = {61};
    nf_params params;
    nf_defaults(&params);
    for (int row = 0; row < nf_rows(); row++) reads_back(&params, row);
    for (int i = 0; i < 200; i++) {
        params = random_params(&c);
        for (int row = 0; row < nf_rows(); row++) reads_back(&params, row);
        set_row(&params, P_eps, within(&c, 0, 10));
        set_row(&params, P_temp, within(&c, 0.1, 10));
        params.number[P_sink][1] = within(&c, 0, 20);
        set_row(&params, P_seed, floor(within(&c, 0, 4294967295.0)));
        reads_back(&params, P_eps);
        reads_back(&params, P_temp);
        reads_back(&params, P_sink);
        reads_back(&params, P_seed);
    }
}

static const struct {
    int row;
    const char *bad, *allowed;
} refused[] = {
    {P_figure, "modif", "modify mean cross"},
    {P_figure, "", "modify mean cross"},
    {P_figure, "modify mean", "modify mean cross"},
    {P_figure, "0", "modify mean cross"},
    {P_seed, "-1", "a whole number from 0 to 4294967295"},
    {P_seed, "4294967296", "a whole"},
    {P_seed, "0.5", "a whole"},
    {P_seed, "1~2", "a whole"},
    {P_seed, "1~2~3", "a whole"},
    {P_seed, "", "a whole"},
    {P_seed, "auto", "a whole"},
    {P_n, "1", "a whole number from 2 to 16384"},
    {P_n, "16385", "a whole"},
    {P_n, "2~3", "a whole"},
    {P_n, "2~3~4~5", "a whole"},
    {P_n, "2~3~", "a whole"},
    {P_n, "2~~3", "a whole"},
    {P_n, "2~3~1", "a whole"},
    {P_n, "nan", "a whole"},
    {P_head, "256", "a whole number from 0 to 255, or auto"},
    {P_layer, "256", "a whole number from 0 to 255, or auto"},
    {P_next, "256", "a whole number from 0 to 255, or auto"},
    {P_head, "-1", "a whole"},
    {P_head, "Auto", "a whole"},
    {P_eps, "10.01", "a number from 0 to 10"},
    {P_eps, "-0.1", "a number"},
    {P_eps, "1e-301", "a number"},
    {P_eps, "inf", "a number"},
    {P_temp, "0.09", "a number from 0.1 to 10"},
    {P_temp, "0", "a number"},
    {P_temp, "1~1~1", "a number"},
    {P_model, "0123456", "eight hexadecimal digits"},
    {P_model, "0123456G", "eight"},
    {P_model, "0123456A", "eight"},
    {P_file, "012345678", "eight"},
    {P_rotary, "half", "half or pairs"},
    {P_rotary, "half.64", "half or pairs"},
    {P_rotary, "both.64.10000", "half or pairs"},
    {P_rotary, "half.63.10000", "an even number"},
    {P_rotary, "half.258.10000", "up to 256"},
    {P_rotary, "half.0.10000", "half or pairs"},
    {P_rotary, "half.064.10000", "half or pairs"},
    {P_rotary, "half.64.1e4", "a base"},
    {P_rotary, "half.64.", "a base"},
    {P_rotary, "half.64.0", "a base"},
    {P_rotary, "half.64.10000.1", "a base"},
    {P_of, "0123456", "eight hexadecimal digits"},
    {P_choice, "6", "a whole number from 0 to 5"},
    {P_write, "yes", "off on"},
    {P_curve, "frst", "first diag near"},
    {P_curve, "first~diag", "contrast prediction"},
    {P_curve, "diff", "contrast prediction"},
    {P_show, "sed", "keys of parameters, separated by ~, at most 600 characters; \"sed\" is none"},
    {P_show, "seed~", "\"\" is none"},
    {P_lock, "~seed", "\"\" is none"},
    {P_lock, "seed~~n", "keys"},
    {P_lock, "seed~n~Eps~sed", "\"Eps\" is none"},
    {P_show, "seed~a-name-that-is-longer-than-is-shown~n", "\"a-name-that-is-longer-th\" is none"},
    {P_ask1, "first~p41~gt~1", "places: p11 to p33"},
    {P_ask8, "first", "places"},
    {P_ask1, "first~p31~gt~0.95~", "after a comparison"},
    {P_ask1, "first~p31~gt~0.5~first~p11~0~0~0", "of at most 80 characters and eight parts"},
    {P_ask1, "first~p31~gt~0.95000000000000000000000000000000000000000000000000000000000000000001",
     "of at most 80 characters"},
    {P_ask1, "first~p31~gt~+0.95", "in letters, digits"},
    {P_ask1, "first~p31~gt~1.", "in letters, digits"},
    {P_ask1, "first~p31~gt~1e+1", "in letters, digits"},
    {P_text1, "a~4", "a text of at most 4000 bytes, in UTF-8"},
    {P_question, "~e2~82", "a text of at most 4000 bytes"},
    {P_text1, "~ff", "a text"},
    {P_text2, "~00", "a text"},
    {P_text3, "~gg", "a text"},
};

static void test_refused(void) {
    nf_params params = params_of(
                  "1;seed=5;n=3~4~5;ask1=diag~b1~lt~1;text1=kept;show=seed~n;model=01234567"),
              before = params;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char why[160] = "";
        nf_text out = {why, 0, sizeof why};
        bool taken = nf_set(&params, refused[i].row, refused[i].bad, strlen(refused[i].bad), &out);
        CHECK(!taken && !set(&params, refused[i].row, refused[i].bad), "%s=%s is taken",
              nf_get_row(refused[i].row)->key, refused[i].bad);
        CHECK(says(why, refused[i].allowed), "%s=%s: %s", nf_get_row(refused[i].row)->key,
              refused[i].bad, why);
        CHECK(memcmp(&params, &before, sizeof params) == 0, "%s=%s changes something",
              nf_get_row(refused[i].row)->key, refused[i].bad);
        params = before;
    }
    CHECK(!set(&params, -1, "1") && !set(&params, P_COUNT, "1") && !set(&params, INT32_MIN, "1"),
          "rows outside are set");
    char nothing[8];
    CHECK(print(&params, -1, nothing, sizeof nothing) == 0 &&
              print(&params, P_COUNT, nothing, sizeof nothing) == 0,
          "rows outside print");
    CHECK(memcmp(&params, &before, sizeof params) == 0, "rows outside change something");
}

static void test_accepted(void) {
    nf_params params;
    nf_defaults(&params);
    CHECK(set(&params, P_n, "2~3~16384") && params.number[P_n][0] == 2 &&
              params.number[P_n][2] == 16384,
          "three are not taken");
    CHECK(set(&params, P_n, "7") && params.number[P_n][0] == 7 && params.number[P_n][2] == 7,
          "one does not stand for three");
    CHECK(set(&params, P_seed, "9") && params.number[P_seed][0] == 9 &&
              params.number[P_seed][2] == 9,
          "one is not taken");
    CHECK(set(&params, P_head, "255") && set(&params, P_layer, "255") &&
              set(&params, P_next, "255") && set(&params, P_head, "auto") &&
              number_of(&params, P_head) == -1,
          "auto is not taken");
    CHECK(set(&params, P_eps, "10") && set(&params, P_eps, "0") && set(&params, P_eps, "1e-300"),
          "ends of a range are not taken");
    for (int m = 0; m < NF_MEASURES_COUNT; m++)
        CHECK(set(&params, P_curve, nf_measure_key((nf_measure)m)), "no curve of measure %d", m);
    CHECK(set(&params, P_curve, "prediction") && set(&params, P_curve, "") &&
              params.length[P_curve] == 0,
          "a curve is not set or removed");
    CHECK(set(&params, P_ask1, "diag~b1~lt~1") && set(&params, P_ask1, "") &&
              params.length[P_ask1] == 0,
          "a statement is not removed");
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static const int texts[] = {P_text1, P_text2, P_text3, P_question, P_ask1, P_ask5, P_show, P_model};
enum { TEXTS = sizeof texts / sizeof *texts, LONGEST = 4000 };

/* What each should say, kept beside the state. */
typedef struct shelf {
    char at[TEXTS][LONGEST + 1];
} shelf;

static int texts_wrong(const nf_params *params, const shelf *shelf) {
    int wrong = 0;
    for (int t = 0; t < TEXTS; t++) {
        size_t length = params->length[texts[t]];
        wrong += length != strlen(shelf->at[t]) ||
                 memcmp(params->texts + params->start[texts[t]], shelf->at[t], length) != 0;
    }
    return wrong;
}

/* One that the row takes: letters for a text, else something of its own grammar, else nothing. */
static void compose(chance *c, int t, char *at) {
    int longest = (int)nf_get_row(texts[t])->high,
        length = between(c, 0, 3) ? between(c, 0, longest < 40 ? longest : 40) : longest;
    at[0] = 0;
    if (between(c, 0, 4) == 0) return;
    if (texts[t] == P_show)
        strcpy(at, between(c, 0, 1) ? "seed~n~eps" : "mask");
    else if (texts[t] == P_model)
        strcpy(at, "0123abcd");
    else if (texts[t] == P_ask1 || texts[t] == P_ask5)
        sprintf(at, "cell~p11~%d~7~lt~%d", between(c, 0, 9999), between(c, 0, 9));
    else {
        for (int i = 0; i < length; i++) at[i] = (char)between(c, 'a', 'z');
        at[length] = 0;
    }
}

static void test_texts(void) {
    static shelf shelf, other_shelf;
    static nf_params params, copy;
    chance c = {62};
    int wrong = 0, disturbed = 0, longest = 0;
    nf_defaults(&params);
    memset(&shelf, 0, sizeof shelf);
    copy = params;
    other_shelf = shelf;
    for (int i = 0; i < 4000; i++) {
        int t = between(&c, 0, TEXTS - 1), used = 0;
        compose(&c, t, shelf.at[t]);
        wrong += !set(&params, texts[t], shelf.at[t]) || texts_wrong(&params, &shelf);
        disturbed += texts_wrong(&copy, &other_shelf);
        if (i % 50 == 0) {
            copy = params;
            other_shelf = shelf;
        } /* copied by assignment, and then left alone */
        for (int row = 0; row < P_COUNT; row++) used += params.length[row];
        longest = used > longest ? used : longest;
    }
    CHECK(wrong == 0, "after %d changes texts are not what they were set to", wrong);
    CHECK(disturbed == 0, "copies change with what they are copied from, %d times", disturbed);
    CHECK(longest > NF_LINK_MAX, "together they never had more than %d bytes", longest);
}

/* Spaces and any bytes of UTF-8, written so that a link ends in a letter or a digit. */
static void test_spelling_of_texts(void) {
    static const char *const pairs[][2] = {{"a_b", "a b"}, {"~41", "A"},   {"~ce~B5", "\xce\xb5"},
                                           {"a.", "a."},   {"a-b", "a-b"}, {"~7e~5F", "~_"},
                                           {"", ""}};
    static const char *const printed[] = {"a_b", "A", "~ce~b5", "a~2e", "a-b", "~7e~5f", ""};
    nf_params params;
    nf_defaults(&params);
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        char text[64];
        CHECK(set(&params, P_question, pairs[i][0]), "%s is refused", pairs[i][0]);
        CHECK(same_text(params.texts + params.start[P_question], params.length[P_question],
                        pairs[i][1]),
              "%s is something else", pairs[i][0]);
        print(&params, P_question, text, sizeof text);
        CHECK(strcmp(text, printed[i]) == 0, "%s is printed %s", printed[i], text);
    }
}

/* The longest text is taken and one byte more is not; more than all the room there is is refused,
 * not written. */
static void test_longest_texts(void) {
    static char longest[3 * NF_LINK_MAX];
    nf_params params;
    nf_defaults(&params);
    memset(longest, 'x', sizeof longest);
    CHECK(nf_set(&params, P_text1, longest, LONGEST, NULL) &&
              !nf_set(&params, P_text1, longest, LONGEST + 1, NULL),
          "4,001 bytes are taken");
    CHECK(params.length[P_text1] == LONGEST &&
              !nf_set(&params, P_text2, longest, sizeof longest, NULL),
          "a text of any length is taken");
    CHECK(nf_set(&params, P_text2, longest, LONGEST, NULL) &&
              nf_set(&params, P_text3, longest, LONGEST, NULL),
          "not all texts fit");
    CHECK(nf_set(&params, P_question, longest, LONGEST, NULL) &&
              nf_set(&params, P_text1, longest, 1, NULL),
          "not all texts fit");
    CHECK(params.length[P_text2] == LONGEST && params.length[P_question] == LONGEST &&
              params.length[P_text1] == 1,
          "texts were cut");
}

int main(void) {
    test_rows();
    test_room_for_texts();
    test_printed_table();
    test_reading_back();
    test_refused();
    test_accepted();
    test_texts();
    test_spelling_of_texts();
    test_longest_texts();
    return report();
}
