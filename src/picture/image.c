#include "engine/exact.h"

#include "image.h"

#include "deflate.h"
#include "engine/crc.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

uint32_t color_of(const scale *by, const uint32_t colors[COLOR_STEPS], float value) {
    return colors[step_at(position_of(by, (double)value))];
}

/* ---- Base64 --------------------------------------------------------------------------------- */

/* Bytes as they come, three of which are four letters. */
typedef struct letters {
    nf_text *out;
    uint32_t bits;
    int count;
} letters;

static void put_letter(nf_text *out, uint32_t six) {
    put_char(out, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[six & 63]);
}

static void put_byte(letters *self, uint8_t byte) {
    self->bits = self->bits << 8 | byte;
    if (++self->count < 3) return;
    for (int shift = 18; shift >= 0; shift -= 6) put_letter(self->out, self->bits >> shift);
    *self = (letters){.out = self->out};
}

static void put_rest(letters *self) {
    if (self->count == 0) return;
    uint32_t bits = self->bits << (24 - 8 * self->count);
    put_letter(self->out, bits >> 18);
    put_letter(self->out, bits >> 12);
    if (self->count == 2) put_letter(self->out, bits >> 6);
    put(self->out, self->count == 2 ? "=" : "==");
}

/* ---- PNG ------------------------------------------------------------------------------------ */

static void put_big_endian(letters *self, uint32_t x) {
    for (int shift = 24; shift >= 0; shift -= 8) put_byte(self, (uint8_t)(x >> shift));
}

static void put_chunk(letters *self, const char *name, const uint8_t *bytes, size_t count) {
    uint32_t crc = crc_of(crc_of(0, (const uint8_t *)name, 4), bytes, count);
    put_big_endian(self, (uint32_t)count);
    for (int i = 0; i < 4; i++) put_byte(self, (uint8_t)name[i]);
    for (size_t i = 0; i < count; i++) put_byte(self, bytes[i]);
    put_big_endian(self, crc);
}

/* How a cell is drawn: so many pixels a side, with so many channels. */
typedef struct pixels {
    int side, channels;
} pixels;

/* Some programs smooth every image: the middle of a cell has its colour all the same where it has
 * neighbours of its own colour. */
static int side_of(const grid *cells) {
    int most = cells->rows > cells->columns ? cells->rows : cells->columns;
    return most <= 256 ? 5 : most <= 1024 ? 3 : 1;
}

static size_t row_bytes(const grid *cells, pixels of) {
    return 1 + (size_t)of.channels * (size_t)of.side * (size_t)cells->columns;
}

static size_t all_bytes(const grid *cells, pixels of) {
    return row_bytes(cells, of) * (size_t)of.side * (size_t)cells->rows;
}

static void put_header(letters *self, const grid *cells, pixels of) {
    uint32_t side = (uint32_t)of.side;
    uint32_t size[] = {side * (uint32_t)cells->columns, side * (uint32_t)cells->rows};
    uint8_t header[13] = {[8] = 8, [9] = of.channels == 4 ? 6 : 2}; /* bits; RGBA or RGB */
    for (int i = 0; i < 8; i++) header[i] = (uint8_t)(size[i / 4] >> (24 - 8 * (i % 4)));
    put_chunk(self, "IHDR", header, sizeof header);
}

static bool has_empty(const grid *cells, const scale *by) {
    size_t count = (size_t)cells->rows * (size_t)cells->columns;
    for (size_t i = 0; i < count; i++)
        if (is_empty(by, cells->values[i])) return true;
    return false;
}

/* The pixels of a cell in one row. */
static uint8_t *put_cell(uint8_t *to, const scale *by, const uint32_t *colors, float value,
                         pixels of) {
    bool empty = is_empty(by, value);
    uint32_t color = empty ? 0xffffff : color_of(by, colors, value);
    for (int pixel = 0; pixel < of.side; pixel++) {
        for (int shift = 16; shift >= 0; shift -= 8) *to++ = (uint8_t)(color >> shift);
        if (of.channels == 4) *to++ = empty ? 0 : 255;
    }
    return to;
}

/* Rows of pixels, each with the byte before it that says that it is not filtered. */
static void fill_pixels(uint8_t *to, const grid *cells, const scale *by, pixels of) {
    uint32_t colors[COLOR_STEPS];
    size_t row = row_bytes(cells, of);
    fill_colors(by->map, colors);
    for (int i = 0; i < cells->rows; i++) {
        const float *values = cells->values + (size_t)i * (size_t)cells->columns;
        uint8_t *first = to, *at = to + 1;
        *first = 0;
        for (int j = 0; j < cells->columns; j++) at = put_cell(at, by, colors, values[j], of);
        for (int again = 1; again < of.side; again++) memcpy(to += row, first, row);
        to += row;
    }
}

static void put_png(letters *self, const grid *cells, const scale *by, pixels of, uint8_t *memory) {
    size_t count = all_bytes(cells, of);
    fill_pixels(memory, cells, by, of);
    size_t packed = deflate(memory, count, memory + count);
    for (int i = 0; i < 8; i++) put_byte(self, (uint8_t)"\x89PNG\r\n\x1a\n"[i]);
    put_header(self, cells, of);
    put_chunk(self, "IDAT", memory + count, packed);
    put_chunk(self, "IEND", NULL, 0);
    put_rest(self);
}

bool put_image(nf_text *out, const grid *cells, const scale *by) {
    pixels of = {side_of(cells), has_empty(cells, by) ? 4 : 3};
    size_t count = all_bytes(cells, of);
    uint8_t *memory = malloc(count + deflated_room(count));
    letters text = {.out = out};
    if (!memory) return false;
    put(out, "data:image/png;base64,");
    put_png(&text, cells, by, of, memory);
    free(memory);
    return true;
}
