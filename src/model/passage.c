#include "passage.h"

#include <stdlib.h>
#include <string.h>

void empty_passage(passage *p) { p->length = 0; }

void forget_passage(passage *p) {
    free(p->at);
    free(p->from);
    free(p->begins);
    *p = (passage){.at = NULL};
}

/* False if there is no memory; then *array is as it was. */
static bool grow(void **array, size_t bytes) {
    void *larger = realloc(*array, bytes);
    if (larger) *array = larger;
    return larger != NULL;
}

static bool has_room(passage *p, size_t more) {
    size_t room = 2 * p->length + more + 64;
    void *at = p->at, *from = p->from, *begins = p->begins;
    if (p->lacks_memory || more <= p->room - p->length) return !p->lacks_memory;
    p->lacks_memory = more > PASSAGE_MAX - p->length || !grow(&at, room * sizeof *p->at) ||
                      !grow(&from, room * sizeof *p->from) ||
                      !grow(&begins, room * sizeof *p->begins);
    p->at = at;
    p->from = from;
    p->begins = begins;
    p->room = p->lacks_memory ? p->length : room;
    return !p->lacks_memory;
}

void put_placed(passage *p, byte_slice bytes, uint32_t from, bool begins) {
    if (!bytes.length || !has_room(p, bytes.length)) return;
    memcpy(p->at + p->length, bytes.at, bytes.length);
    memset(p->begins + p->length, 0, bytes.length * sizeof *p->begins);
    p->begins[p->length] = begins;
    for (size_t i = 0; i < bytes.length; i++) p->from[p->length + i] = from;
    p->length += bytes.length;
}

void put_part(passage *p, const passage *in, size_t first, size_t end, bool begins) {
    size_t count = end - first;
    if (!count || !has_room(p, count)) return;
    memcpy(p->at + p->length, in->at + first, count);
    memcpy(p->from + p->length, in->from + first, count * sizeof *p->from);
    memset(p->begins + p->length, 0, count * sizeof *p->begins);
    p->begins[p->length] = begins;
    p->length += count;
}

size_t section_end(const passage *p, size_t first) {
    size_t end = first + 1;
    while (end < p->length && !p->begins[end]) end++;
    return end;
}
