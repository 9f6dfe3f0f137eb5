/* The link codec: 1;figure=mean;seed=7;check=3f2a9c01d4e5b677
 *
 * Reading takes out of a URL the part that is the link, undoes percent-escapes until none is left, and then hands
 * each key=value to the table. Nothing it does not accept is passed over: `hear` is told. */
#include "params.h"
#include "text.h"

#include <string.h>

typedef struct slice {
    const char *at;
    size_t length;
} slice;

static slice slice_of(const char *text) { return (slice){text, strlen(text)}; }

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

/* Says what was not accepted; of the fiftieth thing that there is more of the kind, and then no more. */
static void remark(reader *r, slice key, slice read, const char *why, const char *used, bool harmless) {
    r->link.lossless = r->link.lossless && harmless;
    if (!r->hear || ++r->remarks > REMARKS_MAX) return;
    nf_remark remark = {key.at, read.at, why, used, at_most(key.length, KEY_SHOWN), at_most(read.length, READ_SHOWN), harmless};
    if (r->remarks == REMARKS_MAX) remark.why = "there is more that was not accepted than is listed here";
    r->hear(r->listener, &remark);
}

/* ---- Finding the link in what was pasted ---------------------------------------------------------------------- */

static const char *find(slice in, const char *what) {
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= in.length; i++)
        if (memcmp(in.at + i, what, length) == 0) return in.at + i;
    return NULL;
}

static slice after(slice in, const char *at, size_t skip) {
    return (slice){at + skip, (size_t)(in.at + in.length - at) - skip};
}

/* The query ?s= of a URL, without its fragment, or else the fragment, or else all of it. */
static slice link_in(slice text) {
    const char *hash = find(text, "#"), *query = find(text, "?s=");
    if (!query) query = find(text, "&s=");
    if (!query || (hash && hash < query)) return hash ? after(text, hash, 1) : text;
    slice link = after(text, query, 3);
    if (hash) link.length = (size_t)(hash - link.at);
    return link;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Replaces every %hh by its byte, in place; true if there was one. */
static bool undo_percent(char *bytes, size_t *length) {
    size_t to = 0;
    for (size_t from = 0; from < *length; from++, to++) {
        bytes[to] = bytes[from];
        if (bytes[from] != '%' || from + 2 >= *length) continue;
        int high = hex_digit(bytes[from + 1]), low = hex_digit(bytes[from + 2]);
        if (high < 0 || low < 0) continue;
        bytes[to] = (char)(16 * high + low);
        from += 2;
    }
    bool any = to != *length;
    *length = to;
    return any;
}

/* `&` and `&amp;` stand for `;`, in place. */
static void undo_ampersands(char *bytes, size_t *length) {
    size_t to = 0;
    for (size_t from = 0; from < *length; from++, to++) {
        bool is_ampersand = bytes[from] == '&', is_escaped = from + 4 < *length && memcmp(bytes + from, "&amp;", 5) == 0;
        bytes[to] = is_ampersand ? ';' : bytes[from];
        if (is_escaped) from += 4;
    }
    *length = to;
}

/* The bytes at the start (or end) that are the punctuation of the sentence around a link. */
static size_t punctuation_at(slice text, bool end) {
    static const char *const marks[] = {".", ",", ":", "!", "?", "(", ")", "[", "]", "{", "}", "<", ">", "'", "\"", "`", "*",
                                        "\u2018", "\u2019", "\u201c", "\u201d", "\u2026", "\u00ab", "\u00bb"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i]);
        if (length <= text.length && memcmp(end ? text.at + text.length - length : text.at, marks[i], length) == 0)
            return length;
    }
    return 0;
}

static slice without_spaces(slice text) {
    while (text.length && is_space(*text.at)) text.at++, text.length--;
    while (text.length && is_space(text.at[text.length - 1])) text.length--;
    return text;
}

/* Without spaces, and without semicolons that nothing follows. */
static slice trimmed(slice text) {
    text = without_spaces(text);
    while (text.length && text.at[text.length - 1] == ';') text.length--, text = without_spaces(text);
    return text;
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/* Whether a byte may stand before a link: nothing that would make its number part of a word or a value. */
static bool is_apart(char c) { return !is_digit(c) && !is_letter(c) && !(c >= 'A' && c <= 'Z') && !memchr("=~.-_;", c, 7); }

/* Where a link begins among other words: digits, a semicolon and a letter. */
static const char *start_of_link(slice text) {
    for (size_t i = 0, end; i < text.length; i = end + 1) {
        for (end = i; end < text.length && is_digit(text.at[end]);) end++;
        if (end == i || end == text.length || text.at[end] != ';' || (i > 0 && !is_apart(text.at[i - 1]))) continue;
        slice rest = without_spaces(after(text, text.at + end, 1));
        if (rest.length && is_letter(*rest.at)) return text.at + i;
    }
    return NULL;
}

/* Where a link with a check ends: nothing of it follows the check's 16 digits. */
static const char *end_of_check(slice text) {
    const char *check = find(text, ";check="), *end = text.at + text.length;
    if (!check || end - check < 23) return end;
    for (int i = 7; i < 23; i++)
        if (hex_digit(check[i]) < 0) return end;
    check += 23;
    return check < end && (*check == ';' || hex_digit(*check) >= 0) ? end : check;
}

static void remark_around(reader *r, slice words) {
    if (words.length) remark(r, slice_of("link"), words, "not part of the link", "the link without it", true);
}

/* The link without the words and the punctuation of the sentence it stands in. */
static slice without_surroundings(reader *r, slice text) {
    slice all = text = trimmed(text);
    const char *start = start_of_link(text);
    if (start) text = after(text, start, 0);
    text.length = (size_t)(end_of_check(text) - text.at);
    for (size_t length; (length = punctuation_at(text, false)) > 0;) text.at += length, text.length -= length;
    for (size_t length; (length = punctuation_at(text, true)) > 0;) text.length -= length, text = trimmed(text);
    remark_around(r, (slice){all.at, (size_t)(text.at - all.at)});
    remark_around(r, after(all, text.at + text.length, 0));
    return text;
}

/* ---- Reading ------------------------------------------------------------------------------------------------- */

static void read_version(reader *r, slice field) {
    size_t digits = 0;
    double version = 0;
    while (digits < field.length && is_digit(field.at[digits])) digits++;
    if (!digits || digits < field.length || digits > 6 || !read_number(field.at, digits, &version)) {
        remark(r, slice_of("format"), field, "allowed first: the number of the format, as in 1;seed=7", "1", false);
        return;
    }
    r->link.version = (int)version;
    if (r->link.version != NF_FORMAT)
        remark(r, slice_of("format"), field, "this is not a format that is known here; format 1 is", "what it says, read as 1", false);
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
    if (!good) remark(r, key, value, "allowed: 16 hexadecimal digits", "no check", false);
    else if (r->link.has_check) remark(r, key, value, "it was said before", "the first one", false);
    else r->link.has_check = true, r->link.check = check;
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

static void read_field(reader *r, slice field) {
    const char *equals = memchr(field.at, '=', field.length);
    if (!equals) {
        remark(r, field, slice_of(""), "allowed: key=value", "nothing", false);
        return;
    }
    slice key = {field.at, (size_t)(equals - field.at)};
    read_pair(r, without_spaces(key), without_spaces(after(field, equals, 1)));
}

static void read_fields(reader *r, slice link) {
    const char *end = link.at + link.length;
    for (bool first = true; link.length; first = false) {
        const char *semicolon = memchr(link.at, ';', link.length);
        slice field = {link.at, (size_t)((semicolon ? semicolon : end) - link.at)};
        bool is_version = first && !memchr(field.at, '=', field.length);
        if (is_version) read_version(r, field);
        else if (first) remark(r, slice_of("format"), slice_of(""), "allowed first: the number of the format, as in 1;seed=7", "1", true);
        if (!is_version && field.length) read_field(r, field);
        link = semicolon ? after(link, semicolon, 1) : (slice){end, 0};
    }
}

/* `head` is judged when `heads` is known, whatever their order. */
static void judge_head(reader *r) {
    nf_params *p = r->params;
    char read[16], why[64];
    nf_text read_text = {read, 0, sizeof read}, why_text = {why, 0, sizeof why};
    if (whole_of(p, P_source) != SOURCE_SYNTHETIC || number_of(p, P_head) < number_of(p, P_heads)) return;
    nf_print_value(p, P_head, &read_text);
    put(&why_text, "allowed: a whole number below heads, which is "), put_whole(&why_text, whole_of(p, P_heads));
    for (int i = 0; i < 3; i++) p->number[P_head][i] = -1;
    remark(r, slice_of("head"), slice_of(read), why, "auto", false);
}

/* Texts may take up to three times their length in a link: one that could not be read again is refused. */
static void judge_length(reader *r) {
    nf_text written = {NULL, 0, 0};
    nf_encode(r->params, &written);
    if (written.used <= NF_LINK_MAX - 23) return; /* ;check= and its digits */
    remark(r, slice_of("link"), slice_of(""), "allowed: texts that fit 8000 characters as links spell them", "1", false);
    nf_defaults(r->params);
    r->link.readable = false;
}

nf_link nf_decode(const char *link, size_t length, nf_params *params, nf_hear *hear, void *listener) {
    char bytes[NF_LINK_MAX];
    reader r = {.params = params, .link = {true, true, NF_FORMAT, false, 0}, .hear = hear, .listener = listener};
    nf_defaults(params);
    slice text = link_in((slice){link, length});
    if (text.length > sizeof bytes) {
        remark(&r, slice_of("link"), (slice){text.at, 40}, "allowed: at most 8000 characters", "1", false);
        r.link.readable = false;
        return r.link;
    }
    if (text.length) memcpy(bytes, text.at, text.length);
    size_t count = text.length;
    while (undo_percent(bytes, &count)) continue;
    undo_ampersands(bytes, &count);
    text = (slice){bytes, count};
    if (text.length && !is_digit(*text.at)) text = link_in(text); /* a URL whose # was escaped */
    text = without_surroundings(&r, text);
    read_fields(&r, text);
    judge_head(&r);
    judge_length(&r);
    r.link.readable = r.link.readable && (r.any_key || (text.length && is_digit(*text.at)));
    if (!text.length) remark(&r, slice_of("link"), text, "there is no link in it", "1", false);
    return r.link;
}

/* ---- Writing ------------------------------------------------------------------------------------------------- */

void nf_encode(const nf_params *params, nf_text *out) {
    nf_params defaults;
    nf_defaults(&defaults);
    put_whole(out, NF_FORMAT);
    for (int row = 0; row < P_COUNT; row++) {
        if (same_value(params, &defaults, row)) continue;
        put_char(out, ';'), put(out, nf_get_row(row)->key), put_char(out, '=');
        nf_print_value(params, row, out);
    }
}

void nf_print_check(uint64_t check, nf_text *out) { put_hex(out, check, 16); }
