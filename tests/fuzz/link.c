/* Any bytes as a link: whatever is read is a state within the table, and the link written of it
 * reads back as itself. */
#include "engine/params.h"
#include "words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* ---- Remarks -------------------------------------------------------------------------------- */

typedef struct heard {
    size_t bytes;
    bool harmful;
} heard;

/* Everything a remark points to can be read. */
static void hear(void *listener, const nf_remark *remark) {
    heard *h = listener;
    for (size_t i = 0; i < remark->key_length; i++) h->bytes += remark->key[i] != 0;
    for (size_t i = 0; i < remark->read_length; i++) h->bytes += remark->read[i] != 0;
    must(strlen(remark->why) > 0 && strlen(remark->used) > 0);
    h->harmful = h->harmful || !remark->harmless;
}

/* ---- States --------------------------------------------------------------------------------- */

static void number_is_valid(const nf_params *params, int index) {
    const nf_row *row = nf_get_row(index);
    for (int i = 0; i < 3; i++) {
        double x = params->number[index][i];
        bool is_auto = row->kind == NF_WHOLE && row->words[0] && x == -1;
        must(is_auto || (x >= row->low && x <= row->high));
        must(row->kind == NF_NUMBER || row->kind == NF_LOG || x == (double)(int64_t)x);
        must(row->count == 3 || x == params->number[index][0]);
    }
}

static void text_is_valid(const nf_params *params, int index) {
    size_t start = params->start[index], length = params->length[index];
    must(length <= (size_t)nf_get_row(index)->high && start + length <= sizeof params->texts);
    for (int other = 0; other < index; other++) {
        size_t from = params->start[other], to = from + params->length[other];
        must(!length || !params->length[other] || start >= to || start + length <= from);
    }
}

static void state_is_valid(const nf_params *params) {
    for (int row = 0; row < P_COUNT; row++)
        is_text(nf_get_row(row)) ? text_is_valid(params, row) : number_is_valid(params, row);
    must(params->number[P_source][0] != (double)SOURCE_SYNTHETIC ||
         params->number[P_head][0] < params->number[P_heads][0]);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The characters that links are written in, of which the last is a letter or a digit. */
static void link_is_safe(const char *link, size_t length) {
    for (size_t i = 0; i < length; i++)
        must(is_letter_or_digit(link[i]) || (link[i] && strchr(".~-_=;", link[i])));
    must(length > 0 && is_letter_or_digit(link[length - 1]));
}

static void reads_back(const char *link, size_t length, const nf_params *expected) {
    static char again[4 * NF_TEXTS_MAX];
    static nf_params params;
    nf_text out = {again, 0, sizeof again};
    heard heard = {0, false};
    nf_link read = nf_decode(link, length, &params, hear, &heard);
    must(read.readable && read.lossless && !heard.harmful && !read.has_check);
    for (int row = 0; row < P_COUNT; row++) must(same_value(&params, expected, row));
    nf_encode(&params, &out);
    must(out.used == length && memcmp(again, link, length) == 0);
}

/* Titles and captions of any state stay within their buffers. */
static void words_are_written(const nf_params *params, size_t capacity) {
    char text[600];
    for (int panel = -1; panel <= NF_PANELS + NF_BASELINES; panel++)
        for (int which = NF_TITLE; which <= NF_COLUMN_HEADER; which++) {
            nf_text out = {text, 0, capacity};
            nf_print_title(params, panel, (nf_title)which, panel & 1, &out);
        }
    nf_text out = {text, 0, capacity};
    nf_print_caption(params, &out);
}

static const char *const words[] = {
#define ROW(key, ...) ";" #key "=",
#include "engine/params.def"
#undef ROW
    "1;",
    "2;",
    "~",
    "modify",
    "mean",
    "cross",
    "none",
    "window",
    "sigmoid",
    "blend",
    "over",
    "next",
    "tensors",
    "model",
    "auto",
    "0",
    "1",
    "64",
    "0.5",
    "1e-3",
    "1e300",
    "16384",
    "4294967295",
    "-",
    "+",
    ".",
    "_",
    "~20",
    "~ff",
    "~c3~a9",
    "0123abcd",
    "&amp;",
    "%25",
    "%3B",
    "#",
    "?s=",
    "&s=",
    "check=",
    "0123456789abcdef",
    "first~p31~gt~0.5",
    "cell~p11~7~0~lt~5",
    "diff~p11~b1~in~0~1",
    "seed~n",
    "\xe2\x80\x9d",
    "\xc2\xbb",
    ")",
    " ",
    "=",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static char text[NF_LINK_MAX + 1000], link[4 * NF_TEXTS_MAX];
    static nf_params params;
    nf_text out = {link, 0, sizeof link};
    heard heard = {0, false};
    size_t size = spell(data, bytes, words, sizeof words / sizeof *words, text, sizeof text);
    nf_link read = nf_decode(text, size, &params, hear, &heard);
    must(read.lossless == !heard.harmful);
    state_is_valid(&params);
    nf_encode(&params, &out);
    must(out.used < sizeof link);
    link_is_safe(link, out.used);
    if (out.used <= NF_LINK_MAX) reads_back(link, out.used, &params);
    words_are_written(&params, size % 600);
    return 0;
}
