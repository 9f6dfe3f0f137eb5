#include "tokenizer_parts.h"

#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Refusing -------------------------------------------------------------------------------- */

bool complain_with(complaint *c, model_words what, const fill *with) {
    if (c->status) return false;
    put_of_model(c->why, what, with);
    c->status = NF_BAD_MODEL;
    return false;
}

bool complain(complaint *c, model_words what) { return complain_with(c, what, NULL); }

enum { QUOTED_BYTES = 60 };

bool complain_of(complaint *c, model_words what, byte_slice quoted) {
    size_t length = quoted.length < QUOTED_BYTES ? quoted.length : QUOTED_BYTES;
    return complain_with(c, what, &(fill){.quoted = {quoted.at, length}});
}

bool lacks_memory(complaint *c) {
    if (c->status) return false;
    put_of_model(c->why, TOKENIZER_NO_MEMORY, NULL);
    c->status = NF_NO_MEMORY;
    return false;
}

/* ---- Making one ------------------------------------------------------------------------------ */

tokenizer *new_tokenizer(size_t string_bytes, size_t added) {
    tokenizer *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->begin = t->model.unknown = -1;
    t->strings = malloc(string_bytes + 1);
    t->raw.at = malloc((added + 1) * sizeof *t->raw.at);
    t->normal.at = malloc((added + 1) * sizeof *t->normal.at);
    if (open_unicode(&t->unicode) && t->strings && t->raw.at && t->normal.at) return t;
    close_tokenizer(t);
    return NULL;
}

void close_tokenizer(tokenizer *t) {
    if (!t) return;
    close_unicode(&t->unicode);
    forget_bpe(&t->model);
    forget_passage(&t->normal_texts);
    free(t->raw.at);
    free(t->normal.at);
    free(t->strings);
    free(t->shows);
    free(t->show_texts);
    free(t);
}

byte_slice keep_string(tokenizer *t, byte_slice text) {
    char *at = t->strings + t->strings_used;
    memcpy(at, text.at, text.length);
    t->strings_used += text.length;
    return (byte_slice){at, text.length};
}

/* The texts of added tokens that are looked for after the normalizers, as these leave them. */
static bool normalize_added(tokenizer *t) {
    passage text = {.at = NULL}, other = {.at = NULL};
    bool good = true;
    for (int i = 0; good && i < t->normal.count; i++) {
        added_token *token = &t->normal.at[i];
        empty_passage(&text);
        put_placed(&text, token->written, 0, true);
        good = apply_rules(&t->normalizers, &t->unicode, &text, &other);
        token->text.length = text.length;
        put_part(&t->normal_texts, &text, 0, text.length, true);
    }
    forget_passage(&text);
    forget_passage(&other);
    return good && !t->normal_texts.lacks_memory;
}

static bool sort_all_added(tokenizer *t) {
    int kept = 0;
    size_t at = 0;
    for (int i = 0; i < t->raw.count; i++) {
        added_token token = t->raw.at[i];
        token.text = token.written;
        if (token.is_normalized)
            t->normal.at[t->normal.count++] = token;
        else
            t->raw.at[kept++] = token;
    }
    t->raw.count = kept;
    if (!normalize_added(t)) return false;
    for (int i = 0; i < t->normal.count; at += t->normal.at[i++].text.length)
        t->normal.at[i].text.at = t->normal_texts.at ? t->normal_texts.at + at : "";
    sort_added(&t->raw);
    sort_added(&t->normal);
    return true;
}

/* ---- What pieces stand for ------------------------------------------------------------------- */

static bool put_from_alphabet(nf_text *out, byte_slice written) {
    for (size_t at = 0; at < written.length;)
        if (byte_of_letter(next_code(written.at, written.length, &at)) < 0) return false;
    for (size_t at = 0; at < written.length;)
        put_char(out, (char)byte_of_letter(next_code(written.at, written.length, &at)));
    return true;
}

/* The byte that a piece such as <0x0A> stands for; -1 if it stands for none. */
static int byte_of_piece(const tokenizer *t, int number, byte_slice written) {
    if (!t->model.falls_to_bytes || written.length != 6 || memcmp(written.at, "<0x", 3) != 0)
        return -1;
    int high = hex_digit(written.at[3]), low = hex_digit(written.at[4]);
    if (high < 0 || low < 0) return -1;
    return t->model.byte_pieces[16 * high + low] == number ? 16 * high + low : -1;
}

static void put_piece(const tokenizer *t, int number, nf_text *out) {
    byte_slice written = text_of_piece(&t->model.pieces, number);
    int byte = byte_of_piece(t, number, written);
    if (byte >= 0) put_char(out, (char)byte);
    if (byte >= 0 || (t->has_alphabet && put_from_alphabet(out, written))) return;
    for (size_t at = 0; at < written.length;) {
        bool is_mark = t->mark.length && written.length - at >= t->mark.length &&
                       memcmp(written.at + at, t->mark.at, t->mark.length) == 0;
        if (is_mark)
            put_bytes(out, t->shown.at, t->shown.length);
        else
            put_char(out, written.at[at]);
        at += is_mark ? t->mark.length : 1;
    }
}

static void count_numbers_of(tokenizer *t) {
    t->numbers = t->model.pieces.numbers;
    for (int i = 0; i < t->raw.count; i++)
        if (t->raw.at[i].piece >= t->numbers) t->numbers = t->raw.at[i].piece + 1;
}

static bool make_shows(tokenizer *t) {
    nf_text counted = {NULL, 0, 0};
    for (int i = 0; i < t->model.pieces.numbers; i++) put_piece(t, i, &counted);
    if (counted.used > PASSAGE_MAX) return false;
    t->show_texts = malloc(counted.used + 1);
    t->shows = calloc((size_t)t->numbers + 1, sizeof *t->shows);
    if (!t->show_texts || !t->shows) return false;
    nf_text all = {t->show_texts, 0, counted.used + 1};
    for (int i = 0; i < t->model.pieces.numbers; i++) {
        size_t start = all.used;
        put_piece(t, i, &all);
        t->shows[i] = (byte_slice){t->show_texts + start, all.used - start};
    }
    for (int i = 0; i < t->raw.count; i++) t->shows[t->raw.at[i].piece] = t->raw.at[i].written;
    return true;
}

bool finish_tokenizer(tokenizer *t) {
    find_byte_pieces(&t->model);
    count_numbers_of(t);
    return make_shows(t) && sort_all_added(t);
}

/* ---- Looking at one -------------------------------------------------------------------------- */

int piece_count(const tokenizer *t) { return t->numbers; }

byte_slice piece_bytes(const tokenizer *t, int piece) {
    bool is_there = piece >= 0 && piece < t->numbers && t->shows[piece].at;
    return is_there ? t->shows[piece] : (byte_slice){"", 0};
}

static int number_in(const added_list *list, const char *written, size_t length) {
    for (int i = 0; i < list->count; i++) {
        byte_slice text = list->at[i].written;
        if (text.length == length && memcmp(text.at, written, length) == 0)
            return list->at[i].piece;
    }
    return -1;
}

int find_piece(const tokenizer *t, const char *written, size_t length) {
    int number = number_of(&t->model.pieces, written, length);
    if (number < 0) number = number_in(&t->raw, written, length);
    return number < 0 ? number_in(&t->normal, written, length) : number;
}

int begin_piece(const tokenizer *t) { return t->begin; }

void set_begin_piece(tokenizer *t, int piece) {
    if (piece >= 0 && piece < t->numbers) t->begin = piece;
}

int begin_tokens(const tokenizer *t, begin begin) {
    if (begin == BEGIN_OFF) return 0;
    return t->front.count || begin == BEGIN_AUTO ? t->front.count : t->begin >= 0;
}

/* ---- Encoding -------------------------------------------------------------------------------- */

typedef struct encoder {
    const tokenizer *t;
    encoding *out;
    passage text, words, other; /* between added tokens: normalized; in sections; to work with */
    bpe_room room;
    encode_status status;
} encoder;

static void encode_sections(encoder *e) {
    const passage *words = &e->words;
    for (size_t first = 0, end; first < words->length && !e->status; first = end) {
        end = section_end(words, first);
        e->status = encode_section(&e->t->model, words, first, end, &e->room, e->out);
    }
}

/* A stretch of the normalized text that holds no added token. */
static void encode_words(encoder *e, size_t first, size_t end) {
    if (e->status || first >= end) return;
    empty_passage(&e->words);
    put_part(&e->words, &e->text, first, end, true);
    if (!apply_rules(&e->t->splitters, &e->t->unicode, &e->words, &e->other))
        e->status = ENCODE_NO_MEMORY;
    else
        encode_sections(e);
}

static void encode_normalized(encoder *e) {
    byte_slice text = {e->text.at, e->text.length};
    size_t free_from = 0;
    added_match m = {.next = 0};
    while (!e->status && find_added(&e->t->normal, &e->t->unicode, text, m.next, free_from, &m)) {
        encode_words(e, free_from, m.first);
        if (!e->status) e->status = put_token(e->out, m.token->piece, e->text.from[m.first]);
        free_from = m.end;
    }
    encode_words(e, free_from, text.length);
}

/* A stretch of the reader's text that holds no token which is looked for before the normalizers. */
static void encode_stretch(encoder *e, byte_slice text, size_t first, size_t end) {
    if (e->status || first >= end) return;
    empty_passage(&e->text);
    for (size_t at = first; at < end; at++)
        put_placed(&e->text, (byte_slice){text.at + at, 1}, (uint32_t)at, at == first);
    if (!apply_rules(&e->t->normalizers, &e->t->unicode, &e->text, &e->other))
        e->status = ENCODE_NO_MEMORY;
    else
        encode_normalized(e);
}

static void encode_all(encoder *e, byte_slice text) {
    size_t free_from = 0;
    added_match m = {.next = 0};
    while (!e->status && find_added(&e->t->raw, &e->t->unicode, text, m.next, free_from, &m)) {
        encode_stretch(e, text, free_from, m.first);
        if (!e->status) e->status = put_token(e->out, m.token->piece, m.first);
        free_from = m.end;
    }
    encode_stretch(e, text, free_from, text.length);
}

static void put_ends(encoder *e, const end_pieces *pieces, size_t at) {
    for (int i = 0; i < pieces->count && !e->status; i++)
        e->status = put_token(e->out, pieces->at[i], at);
}

/* What stands before a text, as begin_tokens counts it. */
static void put_front(encoder *e, begin begin) {
    const end_pieces own = {{e->t->begin}, 1};
    if (begin_tokens(e->t, begin)) put_ends(e, e->t->front.count ? &e->t->front : &own, 0);
}

static encode_status judge(byte_slice text, size_t *problem) {
    for (size_t at = 0, step; at < text.length; at += step) {
        *problem = at;
        step = utf8_length(text.at + at, text.length - at);
        if (!step) return ENCODE_NOT_UTF8;
        if (at >= TOKENIZER_TEXT_MAX) return ENCODE_LONG;
    }
    return ENCODE_OK;
}

encode_status encode_text(const tokenizer *t, const char *text, size_t length, begin begin,
                          encoding *out) {
    byte_slice whole = {text, length};
    encoder e = {.t = t, .out = out};
    out->count = 0;
    out->problem = 0;
    e.status = judge(whole, &out->problem);
    if (!e.status) put_front(&e, begin);
    if (!e.status) encode_all(&e, whole);
    put_ends(&e, &t->back, length);
    forget_passage(&e.text);
    forget_passage(&e.words);
    forget_passage(&e.other);
    forget_bpe_room(&e.room);
    return e.status;
}
