/* Any bytes as what a class handed in, saved mails among them: answers are found without harm, and
 * each lies in what was kept. */
#include "answers/sheet.h"
#include "engine/params.h"
#include "words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static const char *const words[] = {
    "1;n=5;eps=0.9",
    "1;n=5;d=32;heads=2;by=Anna",
    ";check=0123456789abcdef",
    ";check=",
    "https://example.org/#",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "> ",
    "=\n",
    "=3D",
    "%3B",
    "&amp;",
    "<br>",
    "\x85",
    "\xc2\xa0",
    "\xe2\x80\x8b",
    "From: Anna <a@x.org>\n",
    "From: =?UTF-8?Q?C=C3=A9?= =?UTF-8?B?Q2Vt?= <c@x.org>\n",
    "=?x?b?",
    "?=",
    "Message-ID: <1@x.org>\n",
    "Content-Transfer-Encoding: base64\n",
    "Content-Type: text/html\n",
    "Content-Type: image/png\n",
    "Content-Type: application/pdf\n",
    "Content-Type: multipart/alternative;\n boundary=b\n",
    "Content-Type: multipart/mixed; boundary=\"a\"\n",
    "--b\n",
    "--b--\n",
    "--a\n",
    "MTtuPTU7ZXBzPTAuOQ==\n",                         /* 1;n=5;eps=0.9 */
    "PGEgaHJlZj0iIzE7bj01O2Vwcz0wLjkiPng8L2E+Cg==\n", /* the same as HTML */
    "////////////////////////////////////////////////////////////////////////////\n",
};

/* An engine and a question, made once, and kept for all inputs. */
static sheet *asked(void) {
    static question question;
    static sheet *made;
    static const char link[] = "1;n=5;d=32;heads=2;eps=1;question=x;ask1=first~p11~gt~0.5";
    nf_params params;
    if (made) return made;
    nf_decode(link, sizeof link - 1, &params, NULL, NULL);
    must(read_question(&params, &question).cause == NF_NO_CAUSE);
    made = calloc(1, sizeof *made);
    must(made != NULL);
    made->engine = nf_open();
    made->question = &question;
    return made;
}

static void list_is_sound(const pasted_list *list, int lines, int most) {
    must(list->count >= 0 && list->without >= 0 && list->quoted >= 0);
    must(list->damaged >= 0 && list->damaged <= lines);
    must(list->skipped >= 0 && list->skipped <= lines);
    for (int i = 0; i < list->count; i++) {
        const pasted *it = &list->all[i];
        must(it->start + it->length <= list->used && it->from + it->from_length <= list->used);
        must(it->line >= 1 && it->line <= most);
        must(it->group >= 0 && it->part >= 0); /* before the first part of a group it is 0 */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static char text[9000];
    size_t size = spell(data, bytes, words, sizeof words / sizeof *words, text, sizeof text);
    char *alone = malloc(size + !size); /* so that a step beyond the end is seen */
    int lines = 1;
    sheet *s = asked();
    must(alone != NULL);
    memcpy(alone, text, size);
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n' || text[i] == '\r';
    must(open_sheet(s, (slice){alone, size}));
    list_is_sound(&s->list, lines, (int)size + 1); /* <br> begins lines, too */
    close_sheet(s);
    free(alone);
    return 0;
}
