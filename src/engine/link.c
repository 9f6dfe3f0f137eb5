/* The link codec: 1;figure=mean;seed=7;check=3f2a9c01d4e5b677
 *
 * Reading takes the link out of what was pasted (paste.c), and then hands each key=value to the
 * table. Nothing it does not accept is passed over: `hear` is told. */
#include "exact.h"

#include "fields.h"
#include "params.h"
#include "paste.h"
#include "text.h"

#include <string.h>

typedef struct reader {
    nf_params *params;
    nf_link link;
    nf_hear *hear;
    void *listener;
    bool seen[P_COUNT];
    bool any_key;
    int remarks;
} reader;

static size_t at_most(size_t x, size_t limit) { return x < limit ? x : limit; }

/* A number that a macro holds, as it is printed. */
#define TEXT_OF(number) DIGITS_OF(number)
#define DIGITS_OF(number) #number

enum { REMARKS_MAX = 50, KEY_SHOWN = 60, READ_SHOWN = 200 };

/* Says what was not accepted; of the fiftieth thing that there is more of the kind, and then no
 * more. */
static void remark(reader *r, slice key, slice read, const char *why, const char *used,
                   bool harmless) {
    r->link.lossless = r->link.lossless && harmless;
    if (!r->hear || ++r->remarks > REMARKS_MAX) return;
    nf_remark remark = {key.at,
                        read.at,
                        why,
                        used,
                        at_most(key.length, KEY_SHOWN),
                        at_most(read.length, READ_SHOWN),
                        harmless};
    if (r->remarks == REMARKS_MAX)
        remark.why = "there is more that was not accepted than is listed here";
    r->hear(r->listener, &remark);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void read_version(reader *r, slice field) {
    size_t digits = 0;
    double version = 0;
    while (digits < field.length && is_digit(field.at[digits])) digits++;
    if (!digits || digits < field.length || digits > 6 ||
        !read_number(field.at, digits, &version)) {
        remark(r, slice_of("format"), field,
               "allowed first: the number of the format, as in 1;seed=7", "1", false);
        return;
    }
    r->link.version = (int)version;
    if (r->link.version != NF_FORMAT)
        remark(r, slice_of("format"), field, "this is not a format that is known here; format 1 is",
               "what it says, read as 1", false);
}

static void read_check(reader *r, slice key, slice value) {
    uint64_t check = 0;
    bool good = value.length == 16;
    for (size_t i = 0; good && i < 16; i++) {
        int digit = hex_digit(value.at[i]);
        good = digit >= 0;
        check = check << 4 | (uint64_t)(digit & 15);
    }
    r->any_key = true;
    if (!good)
        remark(r, key, value, "allowed: 16 hexadecimal digits", "no check", false);
    else if (r->link.has_check)
        remark(r, key, value, "it was said before", "the first one", false);
    else {
        r->link.has_check = true;
        r->link.check = check;
    }
}

static const char *what_nothing_means(int row) {
    if (row == P_show) return "all controls";
    return row >= P_text1 && row <= P_text3 ? "the model's own text" : "nothing";
}

static void read_pair(reader *r, slice key, slice value) {
    char why[256] = "", used[256] = "";
    nf_text why_text = {why, 0, sizeof why}, used_text = {used, 0, sizeof used};
    if (same_text(key.at, key.length, "check")) {
        read_check(r, key, value);
        return;
    }
    int row = nf_find(key.at, key.length);
    if (row < 0) {
        remark(r, key, value, "no parameter has this name", "nothing", false);
        return;
    }
    r->any_key = true;
    bool again = r->seen[row];
    r->seen[row] = true;
    if (!again && nf_set(r->params, row, value.at, value.length, &why_text)) return;
    if (again) put(&why_text, "it was said before");
    nf_print_value(r->params, row, &used_text);
    if (!used[0]) put(&used_text, what_nothing_means(row));
    remark(r, key, value, why, used, false);
}

/* About a value that is used all the same. */
static void remark_used(reader *r, slice key, slice value, const char *why, bool harmless) {
    char used[256] = "";
    nf_text used_text = {used, 0, sizeof used};
    int row = nf_find(key.at, key.length);
    if (row < 0)
        put(&used_text, "the check");
    else
        nf_print_value(r->params, row, &used_text);
    if (!used[0]) put(&used_text, what_nothing_means(row));
    remark(r, key, value, why, used, harmless);
}

/* White space was taken for the ; before a field. Within a text it may have been more of it. */
static void remark_space(reader *r, slice key, slice value, bool in_text) {
    static const char why[] = "white space before it is taken for the \";\" that belongs there";
    remark_used(r, key, value, why, !in_text || same_text(key.at, key.length, "check"));
}

/* Programs that show links in short put one character at the end; people write three dots. */
static void judge_ellipsis(reader *r, slice key, slice value) {
    static const char ellipsis[] = "\u2026";
    static const char why[] = "its ellipsis may be where a link was cut; then copy the whole one";
    size_t length = sizeof ellipsis - 1;
    bool is_long = value.length >= length;
    if (is_long && memcmp(value.at + value.length - length, ellipsis, length) == 0)
        remark_used(r, key, value, why, false);
}

typedef enum space { NO_SPACE, AFTER_VALUE, AFTER_TEXT } space;

static void read_field(reader *r, slice field, space before, bool is_last) {
    const char *equals = memchr(field.at, '=', field.length);
    if (!equals) {
        remark(r, field, slice_of(""), "allowed: key=value", "nothing", false);
        return;
    }
    slice key = without_spaces(up_to(field, equals));
    slice value = without_spaces(after(field, equals, 1));
    read_pair(r, key, value);
    if (is_last && is_text_field(field)) judge_ellipsis(r, key, value);
    if (before != NO_SPACE) remark_space(r, key, value, before == AFTER_TEXT);
}

static void read_first_field(reader *r, slice field, bool is_last) {
    static const char why[] = "allowed first: the number of the format, as in 1;seed=7";
    if (!memchr(field.at, '=', field.length)) {
        read_version(r, field);
        return;
    }
    remark(r, slice_of("format"), slice_of(""), why, "1", true);
    read_field(r, field, NO_SPACE, is_last);
}

static void read_fields(reader *r, slice link) {
    space before = NO_SPACE;
    for (bool first = true; link.length; first = false) {
        field field = take_field(&link);
        bool is_last = link.length == 0;
        if (first)
            read_first_field(r, field.text, is_last);
        else if (field.text.length)
            read_field(r, field.text, before, is_last);
        before = !field.spaced ? NO_SPACE : is_text_field(field.text) ? AFTER_TEXT : AFTER_VALUE;
    }
}

/* `head` is judged when `heads` is known, whatever their order. */
static void judge_head(reader *r) {
    nf_params *p = r->params;
    char read[16], why[64];
    nf_text read_text = {read, 0, sizeof read}, why_text = {why, 0, sizeof why};
    if (whole_of(p, P_source) != SOURCE_SYNTHETIC || number_of(p, P_head) < number_of(p, P_heads))
        return;
    nf_print_value(p, P_head, &read_text);
    put(&why_text, "allowed: a whole number below heads, which is ");
    put_whole(&why_text, whole_of(p, P_heads));
    for (int i = 0; i < 3; i++) p->number[P_head][i] = -1;
    remark(r, slice_of("head"), slice_of(read), why, "auto", false);
}

/* Behind the canonical link, where it has its check. */
static const size_t CHECK_LENGTH = sizeof ";check=0123456789abcdef" - 1;

static const char why_too_long[] = "allowed: at most " TEXT_OF(NF_LINK_MAX) " characters";
static const char why_unwritable[] =
    "allowed: texts that fit " TEXT_OF(NF_LINK_MAX) " characters as links spell them";

/* Texts may take up to three times their length in a link: one that could not be read again is
 * refused. */
static void judge_length(reader *r) {
    nf_text written = {NULL, 0, 0};
    nf_encode(r->params, &written);
    if (written.used + CHECK_LENGTH <= NF_LINK_MAX) return;
    remark(r, slice_of("link"), slice_of(""), why_unwritable, "1", false);
    nf_defaults(r->params);
    r->link.readable = false;
}

static void remark_note(reader *r, const link_note *note) {
    remark(r, slice_of("link"), note->words, note->why, note->used, note->harmless);
}

nf_link nf_decode(const char *link, size_t length, nf_params *params, nf_hear *hear,
                  void *listener) {
    char bytes[NF_LINK_MAX];
    reader r = {.params = params,
                .link = {true, true, NF_FORMAT, false, 0},
                .hear = hear,
                .listener = listener};
    nf_defaults(params);
    found_link found = find_link(link, length, bytes);
    slice text = found.link;
    for (int i = 0; i < found.notes; i++) remark_note(&r, &found.note[i]);
    if (found.is_too_long) {
        remark(&r, slice_of("link"), (slice){text.at, 40}, why_too_long, "1", false);
        r.link.readable = false;
        return r.link;
    }
    read_fields(&r, text);
    judge_head(&r);
    judge_length(&r);
    r.link.readable = r.link.readable && (r.any_key || (text.length && is_digit(*text.at)));
    if (!text.length) remark(&r, slice_of("link"), text, "there is no link in it", "1", false);
    return r.link;
}

/* ---- Writing -------------------------------------------------------------------------------- */

void nf_encode(const nf_params *params, nf_text *out) {
    put_whole(out, NF_FORMAT);
    for (int row = 0; row < P_COUNT; row++) {
        if (has_default(params, row)) continue;
        put_char(out, ';');
        put(out, nf_get_row(row)->key);
        put_char(out, '=');
        nf_print_value(params, row, out);
    }
}

void nf_print_check(uint64_t check, nf_text *out) { put_hex(out, check, 16); }
