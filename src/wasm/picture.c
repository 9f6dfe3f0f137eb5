/* The exports by which a figure is taken along: its picture, and its numbers for NumPy. */
#include "session.h"

#include "picture/arrays.h"
#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

/* What the figure of the link read last must be made with, for its picture. */
int EXPORT(want_of_picture)(session *s) { return picture_want(s->engine, &s->params); }

/* The picture of the figure made last, as SVG, in the looks of the link read last. The input buffer
 * holds the address in front of a link, of this length. -1 without memory. */
int EXPORT(draw_picture)(session *s, int parts, int length) {
    s->input[length] = 0;
    picture of = {s->engine, &s->params, parts, s->input};
    bool made;
    start_answer(s);
    do made = put_picture(&s->answer, &of);
    while (made && is_cut(s));
    return made ? answer_length(s) : -1;
}

/* The colour of a step of a map, which the page has too. */
int EXPORT(step_color)(int map, int step) { return (int)color_of_step((color_map)map, step); }

/* ---- Numbers for NumPy ---------------------------------------------------------------------- */

int EXPORT(want_of_arrays)(void) { return arrays_want(); }

/* About how many bytes the file of the link read last will have. */
double EXPORT(bytes_of_arrays)(session *s, int distributions) {
    return (double)arrays_bytes(s->engine, &s->params, distributions);
}

/* A part of the file, which the page takes before the next one is made. */
typedef struct carrying {
    taking arrays;
    char *ignored;
    uint8_t *bytes;
    size_t used, room;
} carrying;

static bool has_room(carrying *self, size_t count) {
    if (self->room - self->used >= count) return true;
    size_t room = 2 * (self->used + count) + 4096;
    uint8_t *bytes = malloc(room);
    if (!bytes) return false;
    if (self->used) memcpy(bytes, self->bytes, self->used);
    free(self->bytes);
    self->bytes = bytes;
    self->room = room;
    return true;
}

static bool carry(void *with, const void *bytes, size_t count) {
    carrying *self = with;
    if (!has_room(self, count)) return false;
    memcpy(self->bytes + self->used, bytes, count);
    self->used += count;
    return true;
}

void EXPORT(arrays_close)(carrying *self) {
    free(self->ignored);
    free(self->bytes);
    free(self);
}

/* Begins a file of the figure made last; the input buffer holds what was not used of its link, as
 * JSON of this length. NULL without memory. */
carrying *EXPORT(arrays_open)(session *s, int length, int distributions) {
    carrying *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ignored = s->input; /* it goes with this file */
    self->ignored[length] = 0;
    s->input = NULL;
    self->arrays = (taking){.engine = s->engine, .params = &s->params, .ignored = self->ignored};
    self->arrays.distributions = distributions;
    start_arrays(&self->arrays, carry, self);
    return self;
}

/* Makes the next part, from 0 on: 1 if others follow, 0 of the last one, -1 where there is no
 * memory for it. */
int EXPORT(arrays_part)(carrying *self, int part) {
    self->used = 0;
    bool more = write_part(&self->arrays, part);
    return self->arrays.file.failed || self->arrays.file.too_large ? -1 : more;
}

const uint8_t *EXPORT(arrays_bytes_at)(const carrying *self) { return self->bytes; }
int EXPORT(arrays_length)(const carrying *self) { return (int)self->used; }
