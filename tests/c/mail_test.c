/* Saved mails: the sections that they are read in, base64 whole and damaged, and names in heads.
 * How mails look that programs send is in tests/node/lib/mail-shapes.mjs. */
#include "answers/base64.h"
#include "answers/encoded.h"
#include "answers/mail.h"

#include "engine/text.h"
#include "test.h"

#include <stdlib.h>

/* ---- Sections ------------------------------------------------------------------------------- */

/* Every section as LINE, = if it was decoded, GROUP.PART and its text, between bars. */
static mail print_sections(const char *text, nf_text *out) {
    mail m;
    section it;
    CHECK(open_mail(&m, slice_of(text)), "no memory");
    while (next_section(&m, &it)) {
        put_whole(out, it.line);
        put(out, it.is_decoded ? "=" : " ");
        put_whole(out, it.group);
        put_char(out, '.');
        put_whole(out, it.part);
        put_char(out, ' ');
        put_bytes(out, it.text.at, it.text.length);
        put_char(out, '|');
    }
    close_mail(&m);
    return m;
}

#define BASE64 "Content-Transfer-Encoding: base64\n"
#define ALTERNATIVE(mark) "Content-Type: multipart/alternative; boundary=" mark "\n\n"

static const struct {
    const char *text, *sections;
    int damaged, skipped;
} mails[] = {
    {"", "", 0, 0},
    {"a\r\n\n--b\nc", "1 0.0 a\r\n\n--b\nc|", 0, 0},
    {BASE64 "\nQW5u\nYQ==\n\nBen\n", "1 0.0 " BASE64 "\n|3=0.0 Anna|6 0.0 Ben\n|", 0, 0},
    {"content-transfer-encoding :base64\n\nQW5u",
     "1 0.0 content-transfer-encoding :base64\n\nQW5u|", 0, 0},
    {BASE64 "words\n\nQW5u", "1 0.0 " BASE64 "words\n\nQW5u|", 0, 0},
    {BASE64 "X-Other: 1\n more\n\n\n \nQW5ubyBlIG1lc3NhZ2dpbw==\nQW5u",
     "1 0.0 " BASE64 "X-Other: 1\n more\n\n|5=0.0 Anno e messaggio|8 0.0 QW5u|", 0, 0},
    {BASE64 "\r\r\nQW5u\r\r\nYQ==\r\r\n", "1 0.0 " BASE64 "\r\r\n|3=0.0 Anna|", 0, 0},
    {BASE64 "\rQW5u\r", "1 0.0 " BASE64 "\r|3=0.0 Ann|", 0, 0},
    {BASE64 "\n1;n=5\n", "1 0.0 " BASE64 "\n|3=0.0 |3 0.0 1;n=5\n|", 0, 0},
    {BASE64 "\n--b\n", "1 0.0 " BASE64 "\n|3=0.0 |3 0.0 --b\n|", 0, 0},
    {"Content-Type: image/png\n" BASE64 "\nQW5u\n!Q5uQW5uQW5uQW5uQW5u\nx y",
     "1 0.0 Content-Type: image/png\n" BASE64 "\n|4=0.0 |6 0.0 x y|", 0, 1},
    {"Content-Type: application/x\n" BASE64 "\nQQBB\n",
     "1 0.0 Content-Type: application/x\n" BASE64 "\n|4=0.0 |", 0, 1},
    {"Content-Type: application/x\n" BASE64 "\nQQlB\n",
     "1 0.0 Content-Type: application/x\n" BASE64 "\n|4=0.0 A\tA|", 0, 0},
    {"Content-Type: TEXT/x\n" BASE64 "\nQQFB\n",
     "1 0.0 Content-Type: TEXT/x\n" BASE64 "\n|4=0.0 A\001A|", 0, 0},
    {ALTERNATIVE("b") "x\n--b\ny\n--bb\n--b \nz\n--b--\nw",
     "1 0.0 " ALTERNATIVE("b") "|3 1.0 x\n|4 1.1 --b\ny\n--bb\n|7 1.2 --b \nz\n|9 0.0 --b--\nw|", 0,
     0},
    {ALTERNATIVE("b") "--b\n" ALTERNATIVE("\"c ;d\"") "--c ;d\nx\n--b\ny\n--c ;d\n",
     "1 0.0 " ALTERNATIVE("b") "|3 1.1 --b\n" ALTERNATIVE(
         "\"c ;d\"") "|6 2.2 --c ;d\nx\n|8 1.3 --b\ny\n--c ;d\n|",
     0, 0},
    {"Content-Type: multipart/mixed; boundary=b\n" BASE64 "\nQW5u\n--b\nx",
     "1 0.0 Content-Type: multipart/mixed; boundary=b\n" BASE64 "\nQW5u\n|5 0.1 --b\nx|", 0, 0},
    {ALTERNATIVE("b") "--b\n\nx\n--b\nMessage-ID: 1\n\n--b\n",
     "1 0.0 " ALTERNATIVE("b") "|3 1.1 --b\n\nx\n|6 1.2 --b\nMessage-ID: 1\n\n|9 0.0 --b\n|", 0, 0},
    {"Content-Type: multipart/alternative\n\n--\n", /* without a boundary */
     "1 0.0 Content-Type: multipart/alternative\n\n--\n|", 0, 0},
};

static void test_sections(void) {
    for (size_t i = 0; i < sizeof mails / sizeof *mails; i++) {
        char said[1000] = "";
        nf_text out = {said, 0, sizeof said};
        mail m = print_sections(mails[i].text, &out);
        CHECK(strcmp(said, mails[i].sections) == 0, "%s\nis read as\n%s", mails[i].text, said);
        CHECK(m.damaged == mails[i].damaged, "%d lines of\n%s", m.damaged, mails[i].text);
        CHECK(m.skipped == mails[i].skipped, "%d parts of\n%s", m.skipped, mails[i].text);
    }
}

/* Multiparts within more others than are kept are read as text, and all of it. */
static void test_depth(void) {
    enum { DEEP = 3 * OPEN_MAX };
    char text[8000] = "", mark[3] = "a";
    nf_text out = {text, 0, sizeof text};
    for (int i = 0; i < DEEP; i++) {
        mark[0] = (char)('0' + i);
        put(&out, "Content-Type: multipart/alternative; boundary=");
        put(&out, mark);
        put(&out, "\n\n--");
        put(&out, mark);
        put(&out, "\n");
    }
    mail m;
    section it;
    size_t bytes = 0;
    int last = 0;
    CHECK(open_mail(&m, (slice){text, out.used}), "no memory");
    while (next_section(&m, &it)) {
        bytes += it.text.length;
        last = it.group;
    }
    CHECK(bytes == out.used && last == OPEN_MAX, "%d bytes, group %d", (int)bytes, last);
    close_mail(&m);
}

/* ---- Base64 --------------------------------------------------------------------------------- */

#define TWENTY "QUJDREVGR0hJSktMTU5P" /* ABCDEFGHIJKLMNO */
#define FIFTEEN "ABCDEFGHIJKLMNO"

/* Lines with \n between; what they say; what is left of them as no base64; damaged lines. */
static const struct {
    const char *lines, *said, *left;
    int damaged;
} blocks[] = {
    {"QUJD\nRA==", "ABCD", "", 0},
    {"QUJDREU=\n" TWENTY, "ABCDE" FIFTEEN, "", 0},    /* one block behind another */
    {"QUJDREU=\nAnna", "ABCDE", "Anna", 0},           /* and a word */
    {TWENTY "Q\nUJD\nREVG", FIFTEEN "ABCDEF", "", 0}, /* broken at no multiple of four */
    {TWENTY "\nQUJDR", FIFTEEN, "QUJDR", 0},
    {TWENTY "\n" TWENTY "R\n" TWENTY, FIFTEEN FIFTEEN FIFTEEN, "", 1}, /* one too many */
    {TWENTY "\nQUJDREVGR0hJSktM!U5P\n" TWENTY, FIFTEEN "ABCDEFGHIJKL???" FIFTEEN, "", 1},
    {TWENTY "\nQUJDREVGR0hJSktM\xef\xbf\xbdU5P\n" TWENTY, FIFTEEN "ABCDEFGHIJKL???\xe4" FIFTEEN, "",
     1},
    {TWENTY "\nQUJDREVGR0hJSktMTU5", FIFTEEN, "QUJDREVGR0hJSktMTU5", 0},
    {TWENTY "\n" TWENTY "RE", FIFTEEN FIFTEEN "D", "", 1}, /* cut */
    {TWENTY "\n" TWENTY "REU", FIFTEEN FIFTEEN "DE", "", 1},
    {TWENTY "\n" TWENTY "R=", FIFTEEN FIFTEEN, "", 1},
    {TWENTY "\nCem: " TWENTY, FIFTEEN, "Cem: " TWENTY, 0},
    {TWENTY "\n--" TWENTY, FIFTEEN, "--" TWENTY, 0},
    {TWENTY "\nshort!", FIFTEEN, "short!", 0},
    {"+/+/", "\xfb\xff\xbf", "", 0},
};

static void test_base64(void) {
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        char said[200];
        base64 b = {.out = {said, 0, sizeof said}};
        slice rest = slice_of(blocks[i].lines);
        while (rest.length) {
            const char *end = memchr(rest.at, '\n', rest.length);
            slice line = end ? up_to(rest, end) : rest;
            if (!is_of_base64(&b, line)) break;
            read_base64(&b, line);
            rest = after(rest, line.at + line.length, end != NULL);
        }
        end_base64(&b);
        CHECK(same_text(said, b.out.used, blocks[i].said), "%s says %.*s", blocks[i].lines,
              (int)b.out.used, said);
        CHECK(same_text(rest.at, rest.length, blocks[i].left), "%s leaves %s", blocks[i].lines,
              rest.at);
        CHECK(b.damaged == blocks[i].damaged, "%d lines of %s", b.damaged, blocks[i].lines);
    }
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const char *const names[][2] = {
    {"", ""},
    {"Cem", "Cem"},
    {"=?UTF-8?Q?Cem_=C3=96z?=", "Cem Öz"},
    {"=?utf-8?b?Q2VtIMOWeg==?= (class 2)", "Cem Öz (class 2)"},
    {"=?UTF-8?B?Q2Vt?=  =?iso-8859-1?q?=D6z?=", "Cem\xd6z"},
    {"Dr =?UTF-8?Q?C=em=3?= x", "Dr C=em=3 x"},
    {"=?UTF-8?X?Cem?=", "=?UTF-8?X?Cem?="},
    {"=?UTF-8?Q?Cem", "=?UTF-8?Q?Cem"},
    {"=?UTF-8", "=?UTF-8"},
    {"=?UTF-8?Q", "=?UTF-8?Q"},
    {"=?", "=?"},
};

static void test_names(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[100];
        size_t length = undo_encoded_words(slice_of(names[i][0]), out);
        CHECK(same_text(out, length, names[i][1]), "%s is %.*s", names[i][0], (int)length, out);
    }
}

int main(void) {
    test_sections();
    test_depth();
    test_base64();
    test_names();
    return report();
}
