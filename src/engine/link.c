/* Reads and writes links: 1;figure=mean;seed=7;check=3f2a9c01d4e5b677
 *
 * To read one, it is taken out of what was pasted (paste.c), and each key=value is given to the row
 * of its parameter. The listener is told of everything that is not accepted. */
#include "exact.h"

#include "fields.h"
#include "messages.h"
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

enum { REMARKS_MAX = 50, KEY_SHOWN = 60, READ_SHOWN = 200 };

/* A remark without its words: the words of its fault are `why` where that is not empty. */
typedef struct about {
    slice key, read;
    nf_fault fault;
    const char *why;
    nf_use use;
    const char *used; /* a value; else `use` says it */
    bool harmless;
} about;

/* Tells the listener of a remark, of at most REMARKS_MAX. The last of these says instead that there
 * are more. */
static void hear_of(reader *r, about it) {
    char why[NF_WORDS_MAX] = "", used[NF_WORDS_MAX] = "", more[NF_WORDS_MAX] = "";
    nf_text why_text = {why, 0, sizeof why}, used_text = {used, 0, sizeof used};
    nf_text more_text = {more, 0, sizeof more};
    bool is_last = ++r->remarks == REMARKS_MAX;
    r->link.lossless = r->link.lossless && it.harmless;
    if (!r->hear || r->remarks > REMARKS_MAX) return;
    if (is_last) it.fault = fault_of(NF_MORE_REMARKS);
    if (is_last || !it.why) say(&why_text, it.fault, &(fill){.whole = {NF_LINK_MAX}});
    if (it.fault.cause == NF_NOT_A_WHOLE_NUMBER || it.fault.cause == NF_NOT_A_NUMBER)
        put_more(&more_text, it.fault.row);
    if (!it.used) put_use(&used_text, it.use);
    r->hear(r->listener, &(nf_remark){.key = it.key.at,
                                      .read = it.read.at,
                                      .why = is_last || !it.why ? why : it.why,
                                      .more = more,
                                      .used = it.used ? it.used : used,
                                      .key_length = at_most(it.key.length, KEY_SHOWN),
                                      .read_length = at_most(it.read.length, READ_SHOWN),
                                      .fault = it.fault,
                                      .use = it.use,
                                      .harmless = it.harmless});
}

static void remark(reader *r, slice key, slice read, nf_cause cause, nf_use use) {
    hear_of(r, (about){.key = key, .read = read, .fault = fault_of(cause), .use = use});
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void read_version(reader *r, slice field) {
    size_t digits = 0;
    double version = 0;
    while (digits < field.length && is_digit(field.at[digits])) digits++;
    if (!digits || digits < field.length || digits > 6 ||
        !read_number(field.at, digits, &version)) {
        remark(r, slice_of("format"), field, NF_NO_FORMAT, NF_USE_FORMAT);
        return;
    }
    r->link.version = (int)version;
    if (r->link.version != NF_FORMAT)
        remark(r, slice_of("format"), field, NF_OTHER_FORMAT, NF_USE_AS_FORMAT);
}

static void read_check(reader *r, slice key, slice value) {
    uint64_t check = 0;
    bool good = value.length == CHECK_DIGITS;
    for (size_t i = 0; good && i < CHECK_DIGITS; i++) {
        int digit = hex_digit(value.at[i]);
        good = digit >= 0;
        check = check << 4 | (uint64_t)(digit & 15);
    }
    r->any_key = true;
    if (!good)
        remark(r, key, value, NF_NO_HEXADECIMAL_CHECK, NF_USE_NO_CHECK);
    else if (r->link.has_check)
        remark(r, key, value, NF_REPEATED, NF_USE_FIRST_CHECK);
    else {
        r->link.has_check = true;
        r->link.check = check;
    }
}

/* What stands for a text of nothing. */
static nf_use use_of_nothing(int row) {
    if (row == P_show) return NF_USE_ALL_CONTROLS;
    return row >= P_text1 && row <= P_text3 ? NF_USE_OWN_TEXT : NF_USE_NOTHING;
}

/* Says what the row holds now in place of what was read. */
static void remark_row(reader *r, about it) {
    char used[NF_WORDS_MAX] = "";
    nf_text used_text = {used, 0, sizeof used};
    nf_print_value(r->params, it.fault.row, &used_text);
    it.used = used[0] ? used : NULL;
    it.use = used[0] ? NF_USE_VALUE : use_of_nothing(it.fault.row);
    hear_of(r, it);
}

static void read_pair(reader *r, slice key, slice value) {
    char why[NF_WORDS_MAX] = "";
    nf_text why_text = {why, 0, sizeof why};
    if (same_text(key.at, key.length, "check")) {
        read_check(r, key, value);
        return;
    }
    int row = nf_find(key.at, key.length);
    if (row < 0) {
        remark(r, key, value, NF_UNKNOWN_KEY, NF_USE_NOTHING);
        return;
    }
    r->any_key = true;
    bool again = r->seen[row];
    nf_fault fault = fault_in(NF_REPEATED, row);
    r->seen[row] = true;
    if (!again && read_row(r->params, row, value, &why_text, &fault)) return;
    remark_row(r, (about){key, value, fault, .why = again ? NULL : why});
}

/* Remarks on a value that is used nevertheless. */
static void remark_used(reader *r, slice key, slice value, nf_cause cause, bool harmless) {
    int row = nf_find(key.at, key.length);
    about it = {key, value, fault_in(cause, row), .use = NF_USE_CHECK, .harmless = harmless};
    row < 0 ? hear_of(r, it) : remark_row(r, it);
}

/* Remarks that white space was taken for the ; before a field. After a text it may have been part
 * of that text. */
static void remark_space(reader *r, slice key, slice value, bool in_text) {
    bool is_check = same_text(key.at, key.length, "check");
    remark_used(r, key, value, NF_SPACE, !in_text || is_check);
}

/* Remarks on an ellipsis at the end of a text, which programs put where they cut a link. They use
 * the one character; people write three dots. */
static void judge_ellipsis(reader *r, slice key, slice value) {
    static const char ellipsis[] = "\u2026";
    size_t length = sizeof ellipsis - 1;
    bool is_long = value.length >= length;
    if (is_long && memcmp(value.at + value.length - length, ellipsis, length) == 0)
        remark_used(r, key, value, NF_ELLIPSIS, false);
}

typedef enum space { NO_SPACE, AFTER_VALUE, AFTER_TEXT } space;

static void read_field(reader *r, slice field, space before, bool is_last) {
    const char *equals = memchr(field.at, '=', field.length);
    if (!equals) {
        remark(r, field, slice_of(""), NF_NO_EQUALS, NF_USE_NOTHING);
        return;
    }
    slice key = without_spaces(up_to(field, equals));
    slice value = without_spaces(after(field, equals, 1));
    read_pair(r, key, value);
    if (is_last && is_text_field(field)) judge_ellipsis(r, key, value);
    if (before != NO_SPACE) remark_space(r, key, value, before == AFTER_TEXT);
}

static void read_first_field(reader *r, slice field, bool is_last) {
    if (!memchr(field.at, '=', field.length)) {
        read_version(r, field);
        return;
    }
    hear_of(r, (about){slice_of("format"), slice_of(""), fault_of(NF_NO_FORMAT),
                       .use = NF_USE_FORMAT, .harmless = true});
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

/* Refuses a head that is not below `heads`; done last, because the two may come in any order. */
static void judge_head(reader *r) {
    nf_params *p = r->params;
    char read[16], why[NF_WORDS_MAX];
    nf_text read_text = {read, 0, sizeof read}, why_text = {why, 0, sizeof why};
    nf_fault fault = fault_in(NF_HEAD_NOT_BELOW_HEADS, P_head);
    if (whole_of(p, P_source) != SOURCE_SYNTHETIC || number_of(p, P_head) < number_of(p, P_heads))
        return;
    nf_print_value(p, P_head, &read_text);
    say(&why_text, fault, &(fill){.whole = {whole_of(p, P_heads)}});
    for (int i = 0; i < 3; i++) p->number[P_head][i] = -1;
    remark_row(r, (about){slice_of("head"), slice_of(read), fault, .why = why});
}

/* What a check adds to the length of a link. */
static const size_t CHECK_LENGTH = sizeof ";check=" - 1 + CHECK_DIGITS;

/* Refuses a link whose canonical form is too long to be read: a text may be three times as long
 * there as it was. */
static void judge_length(reader *r) {
    nf_text written = {NULL, 0, 0};
    nf_encode(r->params, &written);
    if (written.used + CHECK_LENGTH <= NF_LINK_MAX) return;
    remark(r, slice_of("link"), slice_of(""), NF_TEXTS_TOO_LONG, NF_USE_DEFAULTS);
    nf_defaults(r->params);
    r->link.readable = false;
}

static void remark_note(reader *r, const link_note *note) {
    hear_of(r, (about){slice_of("link"), note->words, fault_of(note->cause), .use = note->use,
                       .harmless = note->harmless});
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
        remark(&r, slice_of("link"), (slice){text.at, 40}, NF_LINK_TOO_LONG, NF_USE_DEFAULTS);
        r.link.readable = false;
        return r.link;
    }
    read_fields(&r, text);
    judge_head(&r);
    judge_length(&r);
    r.link.readable = r.link.readable && (r.any_key || (text.length && is_digit(*text.at)));
    if (!text.length) remark(&r, slice_of("link"), text, NF_NO_LINK, NF_USE_DEFAULTS);
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

void nf_print_check(uint64_t check, nf_text *out) { put_hex(out, check, CHECK_DIGITS); }
