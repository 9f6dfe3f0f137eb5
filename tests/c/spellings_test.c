/* Statements as they are written: however their numbers are spelt, one spelling is printed, the
 * shortest. */
#include "engine/text.h"
#include "figures.h"

/* A number of a few digits and all its spellings that links can carry: digits 10^exponent, with
 * zeros before and after, and its point anywhere. */
typedef struct written {
    int digits, exponent;
} written;

static void spell(chance *c, written w, char *at) {
    char digits[32];
    int count =
        sprintf(digits, "%.*s%d", between(c, 0, 2), "00", w.digits < 0 ? -w.digits : w.digits);
    for (int zeros = between(c, 0, 3); zeros > 0; zeros--) {
        digits[count++] = '0';
        w.exponent--;
    }
    int point = between(c, 0, 1) ? count : between(c, 0, count - 1),
        exponent = w.exponent + count - point;
    at += sprintf(at, "%s%.*s", w.digits < 0 ? "-" : "", point, digits);
    if (point < count) at += sprintf(at, ".%.*s", count - point, digits + point);
    if (exponent || between(c, 0, 1)) sprintf(at, "%c%d", between(c, 0, 1) ? 'e' : 'E', exponent);
}

static written any_number(chance *c) {
    return (written){between(c, -9999, 9999), between(c, -12, 3)};
}

static double value_of(written w) {
    char text[32];
    sprintf(text, "%de%d", w.digits, w.exponent);
    return strtod(text, NULL);
}

static const char *const forms[] = {"first~p31~gt~%s",       "diag~c2~in~%s~%s",
                                    "diag~p11~le~%s~rest",   "diag~p12~ge~%s~diag~p11~%s",
                                    "diff~p11~b1~lt~%s",     "gap~r1~p22~in~%s~%s",
                                    "cell~p11~7~16383~eq~%s"};
enum { FORMS = sizeof forms / sizeof *forms };

/* Whether the numbers of a printed statement, the last `count` parts that are numbers, are these.
 */
static bool has_numbers(const char *printed, int form, const written w[2]) {
    double read[2] = {0, 0};
    char pattern[64] = "", *to = pattern;
    for (const char *from = forms[form]; *from; from++) {
        bool is_number = from[0] == '%';
        to += sprintf(to, is_number ? "%%lf" : "%c", *from);
        from += is_number;
    }
    int found = sscanf(printed, pattern, &read[0], &read[1]);
    return found >= 1 && read[0] == value_of(w[0]) && (found == 1 || read[1] == value_of(w[1]));
}

static void encode(const nf_params *params, char *link, size_t capacity) {
    nf_text out = {link, 0, capacity};
    nf_encode(params, &out);
}

/* However a statement's numbers are spelt, its link is the same, and reads back as itself. */
static void test_spellings_of_statements(void) {
    chance c = {63};
    int shortened = 0;
    for (int i = 0; i < 4000; i++) {
        int form = between(&c, 0, FORMS - 1);
        written w[2] = {any_number(&c), any_number(&c)};
        char first[2][32], second[2][32], texts_of[2][100], links[3][200], spelt[2][200];
        if (strstr(forms[form], "~in~") && value_of(w[0]) > value_of(w[1])) w[1] = w[0];
        for (int k = 0; k < 2; k++) {
            spell(&c, w[k], first[k]);
            spell(&c, w[k], second[k]);
        }
        snprintf(texts_of[0], sizeof texts_of[0], forms[form], first[0], first[1]);
        snprintf(texts_of[1], sizeof texts_of[1], forms[form], second[0], second[1]);
        for (int k = 0; k < 2; k++) {
            sprintf(spelt[k], "1;ask3=%s", texts_of[k]);
            nf_params params = params_of(spelt[k]);
            encode(&params, links[k], sizeof links[k]);
        }
        nf_params back = params_of(links[0]);
        encode(&back, links[2], sizeof links[2]);
        CHECK(strcmp(links[0], links[1]) == 0, "%s and %s become %s and %s", spelt[0], spelt[1],
              links[0], links[1]);
        CHECK(strcmp(links[0], links[2]) == 0, "%s becomes %s and then %s", spelt[0], links[0],
              links[2]);
        CHECK(has_numbers(links[0] + 7, form, w), "%s becomes %s", spelt[0], links[0]);
        shortened += strlen(links[0]) < strlen(spelt[0]);
    }
    CHECK(shortened > 2000, "only %d were written shorter", shortened);
}

static void prints_as(const char *spelt, const char *printed) {
    nf_params params;
    char text[100] = "";
    nf_text out = {text, 0, sizeof text};
    nf_defaults(&params);
    CHECK(nf_set(&params, P_ask2, spelt, strlen(spelt), NULL), "%s is refused", spelt);
    nf_print_value(&params, P_ask2, &out);
    CHECK(strcmp(text, printed) == 0, "%s is printed %s", spelt, text);
}

static void test_printed_statements(void) {
    prints_as("first~p31~gt~0.950", "first~p31~gt~0.95");
    prints_as("cell~p11~1e3~007.0~lt~5e-1", "cell~p11~1000~7~lt~0.5");
    prints_as("diag~p12~ge~1.0~diag~p11~-0.050", "diag~p12~ge~1~diag~p11~-0.05");
    prints_as("diff~r1~b2~lt~0.000001", "diff~r1~b2~lt~1e-6");
    prints_as("fall~c1~in~-1e300~1e300", "fall~c1~in~-1e300~1e300");
    prints_as("fall~c1~eq~-0", "fall~c1~eq~0");
    prints_as(
        "contrast~p11~ge~-1.2345678901234568e-300~contrast~p22~-1.2345678901234568e-300", /* none is
                                                                                             longer
                                                                                           */
        "contrast~p11~ge~-1.2345678901234568e-300~contrast~p22~-1.2345678901234568e-300");
}

int main(void) {
    test_spellings_of_statements();
    test_printed_statements();
    return report();
}
