#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

size_t slots_for(size_t count) {
    size_t slots = 2;
    while (slots < 2 * count) slots *= 2;
    return slots;
}

bool start_vocabulary(vocabulary *v, int pieces, int numbers, size_t bytes) {
    size_t count = (size_t)numbers + 1; /* no array is empty */
    size_t slots = slots_for((size_t)pieces);
    *v = (vocabulary){.texts = malloc(bytes + 1),
                      .starts = calloc(count, sizeof *v->starts),
                      .lengths = calloc(count, sizeof *v->lengths),
                      .is_there = calloc(count, sizeof *v->is_there),
                      .slots = calloc(slots, sizeof *v->slots),
                      .slot_count = slots,
                      .numbers = numbers};
    return v->texts && v->starts && v->lengths && v->is_there && v->slots;
}

void forget_vocabulary(vocabulary *v) {
    free(v->texts);
    free(v->starts);
    free(v->lengths);
    free(v->is_there);
    free(v->slots);
    *v = (vocabulary){.texts = NULL};
}

static uint64_t hash_of(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return mixed(hash);
}

/* Where this text stands, or would stand. */
static uint32_t *slot_of(const vocabulary *v, const char *text, size_t length) {
    size_t at = (size_t)hash_of(text, length) & (v->slot_count - 1);
    for (;; at = (at + 1) & (v->slot_count - 1)) {
        uint32_t number = v->slots[at];
        if (!number) break;
        byte_slice there = text_of_piece(v, (int)(number - 1));
        if (there.length == length && memcmp(there.at, text, length) == 0) break;
    }
    return &v->slots[at];
}

bool add_piece(vocabulary *v, int number, byte_slice text) {
    uint32_t *slot = slot_of(v, text.at, text.length);
    if (*slot || v->is_there[number]) return false;
    *slot = (uint32_t)number + 1;
    memcpy(v->texts + v->used, text.at, text.length);
    v->starts[number] = v->used;
    v->lengths[number] = (uint32_t)text.length;
    v->is_there[number] = true;
    v->used += text.length;
    return true;
}

int number_of(const vocabulary *v, const char *text, size_t length) {
    return (int)*slot_of(v, text, length) - 1;
}

byte_slice text_of_piece(const vocabulary *v, int number) {
    if (number < 0 || number >= v->numbers) return (byte_slice){"", 0};
    return (byte_slice){v->texts + v->starts[number], v->lengths[number]};
}
