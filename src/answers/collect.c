#include "collect.h"

#include "encoded.h"
#include "mail.h"
#include "mend.h"

#include "engine/closing.h"
#include "engine/paste.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct text_line {
    slice text; /* without what quotes it */
    int number, section, group, part;
} text_line;

typedef struct sender {
    size_t at, length; /* in the bytes of the list */
} sender;

typedef struct collecting {
    pasted_list *out;
    char *text; /* all lines, with what quotes them */
    size_t text_length;
    text_line *line;
    int lines, capacity, sections;
    sender from, outer; /* who the mail is from that is read, and before its parts began */
    int part;           /* that the line is in which was read last */
    char *raw, *mended; /* the answer that is put together, with its line breaks; and mended */
    size_t length, mended_length;
    bool failed;
} collecting;

/* ---- Lines ---------------------------------------------------------------------------------- */

/* Without the marks and spaces before a line that is quoted. */
static slice unquoted(slice line) {
    line = without_spaces(line);
    while (line.length && (*line.at == '>' || *line.at == '|')) {
        line = without_spaces(after(line, line.at, 1));
    }
    return line;
}

/* Whether marks of a reply were taken off a line. */
static bool is_quoted(const collecting *c, int line) {
    const char *at = c->line[line].text.at;
    while (at > c->text && (at[-1] == ' ' || at[-1] == '\t')) at--;
    return at > c->text && at[-1] == '>';
}

static bool add_line(collecting *c, text_line line) {
    if (c->lines == c->capacity) {
        int capacity = 2 * c->capacity + 64;
        text_line *all = realloc(c->line, (size_t)capacity * sizeof *all);
        if (!all) return false;
        c->line = all;
        c->capacity = capacity;
    }
    c->line[c->lines++] = line;
    return true;
}

static bool add_section(collecting *c, const section *section) {
    slice text = {c->text + c->text_length, mend_text(section->text, c->text + c->text_length)};
    text_line line = {{"", 0}, section->line, ++c->sections, section->group, section->part};
    c->text_length += text.length;
    if (text.length && text.at[text.length - 1] != '\n') c->text[c->text_length++] = '\n';
    while (text.length) {
        const char *end = memchr(text.at, '\n', text.length);
        line.text = unquoted(end ? up_to(text, end) : text);
        if (!add_line(c, line)) return false;
        line.number += !section->is_decoded;
        text = end ? after(text, end, 1) : (slice){"", 0};
    }
    return true;
}

static bool split_lines(collecting *c, slice text) {
    mail mail;
    section section;
    bool good = open_mail(&mail, text);
    while (good && next_section(&mail, &section)) good = add_section(c, &section);
    c->out->damaged = mail.damaged;
    c->out->skipped = mail.skipped;
    close_mail(&mail);
    return good;
}

static bool are_together(const collecting *c, int line, int other) {
    return other < c->lines && c->line[other].section == c->line[line].section;
}

/* The name in the line of a mail's head that says who it is from; else its length is 0. */
static slice sender_in(slice line) {
    static const char *const heads[] = {"From: ", "Von: ", "De: ", "Da: ", "Van: "};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        size_t length = strlen(heads[i]);
        if (line.length <= length || memcmp(line.at, heads[i], length) != 0) continue;
        slice name = after(line, line.at, length);
        const char *address = memchr(name.at, '<', name.length);
        return without_spaces(address && address > name.at ? up_to(name, address) : name);
    }
    return (slice){"", 0};
}

/* A line of a mail's head, with those that its encoded words go on in. */
static slice unfolded(const collecting *c, int at) {
    slice head = c->line[at].text;
    while (head.length > 1 && memcmp(head.at + head.length - 2, "?=", 2) == 0 &&
           are_together(c, at, at + 1) && c->line[at + 1].text.length) {
        slice next = c->line[++at].text;
        head.length = (size_t)(next.at + next.length - head.at);
    }
    return head;
}

/* ---- Putting an answer together ------------------------------------------------------------- */

static void mend(collecting *c, char *scratch) {
    memcpy(scratch, c->raw, c->length);
    c->mended_length = mend_answer(scratch, c->length, c->mended);
}

static void set_length(collecting *c, size_t length) {
    c->length = length;
    mend(c, c->raw + c->length);
}

static void append(collecting *c, slice line) {
    if (c->length) c->raw[c->length++] = '\n';
    memcpy(c->raw + c->length, line.at, line.length);
    set_length(c, c->length + line.length);
}

typedef struct outcome {
    nf_link link;
    bool repeats; /* a key is said twice: two answers, not one */
} outcome;

static void hear(void *listener, const nf_remark *remark) {
    outcome *it = listener;
    it->repeats = it->repeats || remark->fault.cause == NF_REPEATED;
}

static outcome decoded(const collecting *c) {
    nf_params params;
    outcome it = {.repeats = false};
    it.link = nf_decode(c->mended, c->mended_length, &params, hear, &it);
    return it;
}

static bool is_complete(const collecting *c) { return decoded(c).link.has_check; }

/* The length of what a link may be written in, at the start of a line. */
static size_t token_of(slice line) {
    size_t length = 0;
    while (length < line.length && is_of_links(line.at[length])) length++;
    return length;
}

enum { LONG_WORD = 20 };

/* Whether a line that is one word could be the rest of a link: no word of a language has such
 * characters, or is so long. */
static bool is_rest(slice line) {
    for (size_t i = 0; i < line.length; i++)
        if (memchr("=;%~_", line.at[i], 5) || is_digit(line.at[i])) return true;
    return line.length >= LONG_WORD;
}

/* Appends the next line if it goes on with the answer. A line that seems to begin a link itself
 * does if no key is said twice then; a line with more words only if it ends the answer. */
static bool go_on_with(collecting *c, slice line) {
    size_t before = c->length, token = token_of(line);
    if (token == 0) return false;
    bool begins = start_in(line) == 0, is_word = token == line.length;
    append(c, line);
    outcome it = decoded(c);
    bool is_one = !begins || !it.repeats;
    if (is_one && (it.link.has_check || (is_word && is_rest(line)))) return true;
    set_length(c, before);
    return false;
}

/* The most lines that an answer is broken over, and how long lines are that a program breaks. */
enum { JOINED_MAX = 400, BROKEN_LINE = 50 };

/* Puts the answer together that begins in a line; returns how many lines it takes. One that has no
 * check has gone on only where lines are as long as those that programs break. */
static int gather(collecting *c, int first, int taken) {
    int blank = 0, sure = taken;
    size_t length = c->length;
    bool is_long = c->line[first + taken - 1].text.length >= BROKEN_LINE;
    for (int i = first + taken; are_together(c, first, i) && i < first + JOINED_MAX; i++) {
        if (is_complete(c)) return taken;
        slice line = c->line[i].text;
        if (!line.length && ++blank > 1) break;
        if (!line.length) continue;
        if (!go_on_with(c, line)) break;
        blank = 0;
        taken = i + 1 - first;
        if (is_long) {
            sure = taken;
            length = c->length;
        }
        is_long = is_long && line.length >= BROKEN_LINE;
    }
    if (is_complete(c)) return taken;
    set_length(c, length);
    return sure;
}

/* Whether an address is broken before its link: the line ends in it, and the next one goes on. */
static bool ends_in_address(const collecting *c, int at) {
    bool goes_on = are_together(c, at, at + 1);
    slice line = c->line[at].text, next = goes_on ? c->line[at + 1].text : (slice){"", 0};
    size_t word = line.length;
    while (word && !is_space(line.at[word - 1])) word--;
    if (!next.length || !find_in(after(line, line.at + word, 0), "://")) return false;
    size_t start = start_in(next), token = 0;
    while (token < next.length && !is_space(next.at[token])) token++;
    bool is_at_hash = line.at[line.length - 1] == '#';
    return is_at_hash ? token_of(next) > 0 : start > 0 && start < token;
}

/* ---- The list ------------------------------------------------------------------------------- */

static pasted *next_of(collecting *c) {
    pasted_list *list = c->out;
    if (list->count == list->capacity) {
        int capacity = 2 * list->capacity + 64;
        pasted *all = realloc(list->all, (size_t)capacity * sizeof *all);
        c->failed = c->failed || !all;
        if (!all) return NULL;
        list->all = all;
        list->capacity = capacity;
    }
    return &list->all[list->count++];
}

static size_t keep(collecting *c, slice text) {
    size_t start = c->out->used;
    memcpy(c->out->bytes + start, text.at, text.length);
    c->out->used += text.length;
    return start;
}

static sender keep_name(collecting *c, slice name) {
    slice read = {c->raw, undo_encoded_words(name, c->raw)};
    size_t at = c->out->used, length = mend_text(read, c->out->bytes + at);
    c->out->used += length;
    return (sender){at, length};
}

static void add(collecting *c, slice text, int at) {
    const text_line *line = &c->line[at];
    pasted *it = next_of(c);
    if (!it) return;
    *it = (pasted){.start = keep(c, text),
                   .length = text.length,
                   .from = c->from.at,
                   .from_length = c->from.length,
                   .line = line->number,
                   .is_quoted = is_quoted(c, at),
                   .group = line->group,
                   .part = line->part};
}

/* Whether a second link stands behind the first one's check, and is another one. */
static bool has_another(slice first, slice rest) {
    size_t start = start_in(first), next = start_in(rest), length = first.length - start;
    if (next == rest.length) return false;
    bool fits = next + length <= rest.length;
    return !fits || memcmp(rest.at + next, first.at + start, length) != 0;
}

/* Adds what was put together: one answer, or one for each link that ends in a check. */
static void add_all(collecting *c, int line) {
    slice rest = {c->mended, c->mended_length};
    while (rest.length) {
        const char *end = check_end(rest);
        slice first = end ? up_to(rest, end) : rest;
        slice behind = after(rest, first.at + first.length, 0);
        bool parts = end && has_another(first, behind);
        add(c, parts ? first : rest, line);
        rest = parts ? behind : (slice){"", 0};
    }
}

/* A mail that is quoted in one part of another mail says nothing of the next part. */
static void enter(collecting *c, const text_line *line) {
    if (!c->part)
        c->outer = c->from;
    else if (line->part && line->part != c->part)
        c->from = c->outer;
    c->part = line->part;
}

static int take_line(collecting *c, int at) {
    enter(c, &c->line[at]);
    slice line = c->line[at].text, name = sender_in(unfolded(c, at));
    if (name.length) c->from = keep_name(c, name);
    c->length = 0;
    append(c, line);
    int taken = 1;
    if (!holds_link((slice){c->mended, c->mended_length})) {
        if (!ends_in_address(c, at)) {
            c->out->without += has_words(line);
            return 1;
        }
        append(c, c->line[at + 1].text);
        taken = 2;
    }
    taken = gather(c, at, taken);
    add_all(c, at);
    return taken;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Bytes for what is kept: every answer, and every sender of a mail, once. */
static size_t room_for(slice text) { return 4 * MENDED_BYTES * text.length + 4096; }

bool collect(slice text, pasted_list *out) {
    size_t room = MENDED_BYTES * text.length + 2;
    collecting c = {.out = out,
                    .text = malloc(room),
                    .raw = malloc(3 * room),
                    .mended = malloc(MENDED_BYTES * room)};
    *out = (pasted_list){.bytes = malloc(room_for(text))};
    bool good = c.text && c.raw && c.mended && out->bytes && split_lines(&c, text);
    for (int i = 0; good && i < c.lines && !c.failed;) i += take_line(&c, i);
    free(c.text);
    free(c.line);
    free(c.raw);
    free(c.mended);
    return good && !c.failed;
}

void forget_collected(pasted_list *list) {
    free(list->bytes);
    free(list->all);
    *list = (pasted_list){.bytes = NULL};
}

slice pasted_text(const pasted_list *list, int index) {
    const pasted *it = &list->all[index];
    return (slice){list->bytes + it->start, it->length};
}

slice pasted_from(const pasted_list *list, int index) {
    const pasted *it = &list->all[index];
    return (slice){list->bytes + it->from, it->from_length};
}
