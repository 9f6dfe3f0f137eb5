#include "bpe.h"

#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Merges ---------------------------------------------------------------------------------- */

bool start_merges(bpe *b, int count) {
    b->slot_count = slots_for((size_t)count);
    b->merges = malloc(((size_t)count + 1) * sizeof *b->merges);
    b->slots = calloc(b->slot_count, sizeof *b->slots);
    return b->merges && b->slots;
}

static uint32_t *slot_of(const bpe *b, uint32_t left, uint32_t right) {
    size_t at = (size_t)mixed((uint64_t)left << 32 | right) & (b->slot_count - 1);
    for (;; at = (at + 1) & (b->slot_count - 1)) {
        uint32_t number = b->slots[at];
        const merge *m = number ? &b->merges[number - 1] : NULL;
        if (!m || (m->left == left && m->right == right)) return &b->slots[at];
    }
}

void add_merge(bpe *b, merge merge) {
    uint32_t *slot = slot_of(b, merge.left, merge.right);
    b->merges[b->merge_count++] = merge;
    *slot = (uint32_t)b->merge_count;
}

void find_byte_pieces(bpe *b) {
    for (unsigned byte = 0; byte < 256; byte++) {
        char name[8];
        nf_text text = {name, 0, sizeof name};
        put(&text, "<0x");
        put_hex(&text, byte, 2);
        put_char(&text, '>');
        for (size_t i = 3; i < 5; i++)
            if (name[i] >= 'a') name[i] = (char)(name[i] - 'a' + 'A');
        b->byte_pieces[byte] = number_of(&b->pieces, name, text.used);
    }
}

void forget_bpe(bpe *b) {
    forget_vocabulary(&b->pieces);
    free(b->merges);
    free(b->slots);
    free(b->ranks);
    *b = (bpe){.merges = NULL};
}

void forget_bpe_room(bpe_room *room) {
    free(room->symbols);
    free(room->queue);
    *room = (bpe_room){.symbols = NULL};
}

/* ---- A section on its way -------------------------------------------------------------------- */

typedef struct section {
    const bpe *b;
    const passage *text;
    symbol *symbols;
    candidate *queue; /* a heap: none is better than the one at half its place */
    int count, queued;
    int unknown; /* a piece for characters that are none, not in the list yet; -1 */
    size_t unknown_first, unknown_end;
} section;

static bool is_better(const candidate *a, const candidate *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->left < b->left;
}

static void enqueue(section *s, candidate c) {
    int at = s->queued++;
    while (at > 0 && is_better(&c, &s->queue[(at - 1) / 2])) {
        s->queue[at] = s->queue[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->queue[at] = c;
}

static candidate take_best(section *s) {
    candidate best = s->queue[0], last = s->queue[--s->queued];
    int at = 0;
    for (int next; (next = 2 * at + 1) < s->queued; at = next) {
        if (next + 1 < s->queued && is_better(&s->queue[next + 1], &s->queue[next])) next++;
        if (!is_better(&s->queue[next], &last)) break;
        s->queue[at] = s->queue[next];
    }
    s->queue[at] = last;
    return best;
}

/* What two neighbours join into. */
static bool find_joined(const section *s, const symbol *left, const symbol *right, candidate *c) {
    const bpe *b = s->b;
    c->bytes = right->end - left->first;
    if (b->ranks) {
        int whole = number_of(&b->pieces, s->text->at + left->first, c->bytes);
        if (whole >= 0) c->rank = b->ranks[whole];
        c->whole = (uint32_t)whole;
        return whole >= 0;
    }
    uint32_t slot = *slot_of(b, (uint32_t)left->piece, (uint32_t)right->piece);
    c->rank = slot;
    if (slot) c->whole = b->merges[slot - 1].whole;
    return slot != 0;
}

static void consider(section *s, int left) {
    candidate c = {.left = left};
    if (left < 0 || s->symbols[left].after < 0) return;
    const symbol *symbol = &s->symbols[left];
    if (find_joined(s, symbol, &s->symbols[symbol->after], &c)) enqueue(s, c);
}

static void join(section *s, const candidate *c) {
    symbol *left = &s->symbols[c->left], *right = &s->symbols[left->after];
    left->piece = (int)c->whole;
    left->end = right->end;
    left->after = right->after;
    right->piece = JOINED;
    if (left->after >= 0) s->symbols[left->after].before = c->left;
    consider(s, left->before);
    consider(s, c->left);
}

/* Whether its two parts are still as they were. */
static bool is_current(const section *s, const candidate *c) {
    const symbol *left = &s->symbols[c->left];
    return left->piece != JOINED && left->after >= 0 &&
           s->symbols[left->after].end - left->first == c->bytes;
}

static void join_all(section *s) {
    for (int i = 0; i + 1 < s->count; i++) consider(s, i);
    while (s->queued > 0) {
        candidate best = take_best(s);
        if (is_current(s, &best)) join(s, &best);
    }
}

/* ---- The characters of a section ------------------------------------------------------------- */

static void add_symbol(section *s, int piece, size_t first, size_t end) {
    s->symbols[s->count] = (symbol){piece, s->count - 1, -1, first, end};
    if (s->count > 0) s->symbols[s->count - 1].after = s->count;
    s->count++;
}

static void add_unknown(section *s) {
    if (s->unknown >= 0) add_symbol(s, s->unknown, s->unknown_first, s->unknown_end);
    s->unknown = -1;
}

static bool has_byte_pieces(const section *s, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (s->b->byte_pieces[(unsigned char)s->text->at[i]] < 0) return false;
    return s->b->falls_to_bytes;
}

static void add_bytes(section *s, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        add_symbol(s, s->b->byte_pieces[(unsigned char)s->text->at[i]], i, i + 1);
}

/* A character that is no piece. False if nothing stands for it. */
static bool add_stranger(section *s, size_t first, size_t end) {
    if (has_byte_pieces(s, first, end)) {
        add_bytes(s, first, end);
        return true;
    }
    if (s->b->unknown < 0) return false;
    if (s->unknown < 0 || !s->b->joins_unknown) {
        add_unknown(s);
        s->unknown = s->b->unknown;
        s->unknown_first = first;
    }
    s->unknown_end = end;
    return true;
}

/* Where pieces join by their texts, characters that are none may become part of one: what is left
 * of them is looked at afterwards. */
static encode_status add_characters(section *s, size_t first, size_t end, size_t *problem) {
    const char *text = s->text->at;
    for (size_t at = first, next; at < end; at = next) {
        next = at + utf8_length(text + at, end - at);
        int piece = number_of(&s->b->pieces, text + at, next - at);
        *problem = at;
        if (piece >= 0 || s->b->ranks) {
            add_unknown(s);
            add_symbol(s, piece, at, next);
        } else if (!add_stranger(s, at, next))
            return ENCODE_NO_PIECE;
    }
    add_unknown(s);
    return ENCODE_OK;
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

encode_status put_token(encoding *out, int piece, size_t start) {
    if (out->count == out->room) {
        out->problem = start;
        return ENCODE_LONG;
    }
    if (out->starts) out->starts[out->count] = (uint32_t)start;
    out->pieces[out->count++] = (uint32_t)piece;
    return ENCODE_OK;
}

/* A character that is left over and is no piece. */
static encode_status put_stranger(const section *s, const symbol *symbol, encoding *out) {
    encode_status status = ENCODE_OK;
    size_t start = s->text->from[symbol->first];
    out->problem = start;
    if (!has_byte_pieces(s, symbol->first, symbol->end))
        return s->b->unknown < 0 ? ENCODE_NO_PIECE : put_token(out, s->b->unknown, start);
    for (size_t i = symbol->first; i < symbol->end && status == ENCODE_OK; i++)
        status = put_token(out, s->b->byte_pieces[(unsigned char)s->text->at[i]], start);
    return status;
}

static encode_status put_tokens(const section *s, encoding *out) {
    encode_status status = ENCODE_OK;
    for (int i = 0; i >= 0 && i < s->count && status == ENCODE_OK; i = s->symbols[i].after) {
        const symbol *symbol = &s->symbols[i];
        status = symbol->piece < 0 ? put_stranger(s, symbol, out)
                                   : put_token(out, symbol->piece, s->text->from[symbol->first]);
    }
    return status;
}

/* Each byte is at most one symbol; each symbol and each join is considered at most once and
 * twice. */
static bool has_room(bpe_room *room, size_t bytes) {
    if (bytes <= room->room) return true;
    forget_bpe_room(room);
    room->symbols = malloc(bytes * sizeof *room->symbols);
    room->queue = malloc(3 * bytes * sizeof *room->queue);
    if (room->symbols && room->queue) room->room = bytes;
    return room->room > 0;
}

encode_status encode_section(const bpe *b, const passage *text, size_t first, size_t end,
                             bpe_room *room, encoding *out) {
    size_t problem = first;
    int whole = b->looks_first ? number_of(&b->pieces, text->at + first, end - first) : -1;
    if (whole >= 0) return put_token(out, whole, text->from[first]);
    if (!has_room(room, end - first)) return ENCODE_NO_MEMORY;
    section s = {.b = b, .text = text, .symbols = room->symbols, .queue = room->queue};
    s.unknown = -1;
    encode_status status = add_characters(&s, first, end, &problem);
    out->problem = text->from[problem];
    if (status) return status;
    join_all(&s);
    return put_tokens(&s, out);
}
