/* A .npz is a zip of .npy members: here stored, not compressed. */
#include "engine/exact.h"

#include "npz.h"

#include "engine/crc.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

enum { NPY_HEADER = 128 };

static void write_bytes(npz *self, const void *bytes, size_t count) {
    if (count > UINT32_MAX - self->at) self->too_large = true;
    if (self->failed || self->too_large) return;
    if (!self->take(self->with, bytes, count)) self->failed = true;
    self->at += (uint32_t)count;
}

/* Little-endian numbers of the widths that `widths` lists, one digit each. */
static void write_numbers(npz *self, const char *widths, const uint32_t *numbers) {
    for (; *widths; widths++, numbers++)
        for (int byte = 0; byte < *widths - '0'; byte++) {
            unsigned char b = (unsigned char)(*numbers >> 8 * byte);
            write_bytes(self, &b, 1);
        }
}

/* ---- Arrays --------------------------------------------------------------------------------- */

static size_t item_bytes(npz_type type) { return type == NPZ_DOUBLES ? 8 : 4; }

/* Numbers of an array, or of its texts all code points. */
static size_t count_of(const npz_array *array) {
    size_t count = array->type == NPZ_TEXTS ? array->letters : 1;
    for (int i = 0; i < array->dimensions; i++) count *= array->shape[i];
    return count;
}

static void put_type(nf_text *out, const npz_array *array) {
    static const char *const types[] = {"<f4", "<f8", "<i4", "<U"};
    put(out, types[array->type]);
    if (array->type == NPZ_TEXTS) put_whole(out, (int64_t)array->letters);
}

static void put_shape(nf_text *out, const npz_array *array) {
    put_char(out, '(');
    for (int i = 0; i < array->dimensions; i++) {
        put(out, i ? ", " : "");
        put_whole(out, (int64_t)array->shape[i]);
    }
    put(out, array->dimensions == 1 ? ",)" : ")");
}

/* The version 1.0 header of a .npy, padded with spaces to 128 bytes. */
static void npy_header(char header[NPY_HEADER], const npz_array *array) {
    char buffer[NPY_HEADER] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    put(&text, "{'descr': '");
    put_type(&text, array);
    put(&text, "', 'fortran_order': False, 'shape': ");
    put_shape(&text, array);
    put(&text, ", }");
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10); /* 0x76: the bytes that follow */
    memcpy(header + 10, buffer, text.used);
    header[NPY_HEADER - 1] = '\n';
}

enum { CHUNK = 4096 }; /* bytes at a time */

/* Some numbers as little-endian bytes, whatever the machine; how many bytes. */
static size_t bytes_of(const npz_array *array, size_t from, size_t count,
                       unsigned char out[CHUNK]) {
    size_t wide = item_bytes(array->type), some = CHUNK / wide;
    if (count - from < some) some = count - from;
    for (size_t i = 0; i < some; i++) {
        const char *at = (const char *)array->numbers + (from + i) * wide;
        uint64_t bits = 0;
        uint32_t four;
        memcpy(wide == 8 ? (void *)&bits : (void *)&four, at, wide);
        if (wide == 4) bits = four;
        for (size_t byte = 0; byte < wide; byte++)
            out[wide * i + byte] = (unsigned char)(bits >> 8 * byte);
    }
    return some * wide;
}

static uint32_t crc_of_numbers(uint32_t crc, const npz_array *array) {
    unsigned char bytes[CHUNK];
    size_t count = count_of(array), wide = item_bytes(array->type);
    for (size_t from = 0, used; from < count; from += used / wide) {
        used = bytes_of(array, from, count, bytes);
        crc = crc_of(crc, bytes, used);
    }
    return crc;
}

static void write_array(npz *self, const npz_array *array) {
    unsigned char bytes[CHUNK];
    size_t count = count_of(array), wide = item_bytes(array->type);
    for (size_t from = 0, used; from < count; from += used / wide) {
        used = bytes_of(array, from, count, bytes);
        write_bytes(self, bytes, used);
    }
}

void npz_start(npz *self, npz_take *take, void *with) { *self = (npz){.take = take, .with = with}; }

static void put_name(npz_member *of, const char *name) {
    nf_text text = {of->name, 0, sizeof of->name};
    put(&text, name);
    put(&text, ".npy");
}

/* Everything of a member that stands before its data, whose checksum goes on from `header`. */
static void begin_member(npz *self, const char *name, const char *header, size_t bytes,
                         uint32_t crc) {
    npz_member *m = &self->member[self->members++];
    put_name(m, name);
    m->at = self->at;
    m->size = (uint32_t)(NPY_HEADER + bytes);
    m->crc = crc;
    uint32_t length = (uint32_t)strlen(m->name), size = m->size;
    const uint32_t numbers[] = {0x04034b50, 20, 0, 0, 0, 0x21, crc, size, size, length, 0};
    write_numbers(self, "42222244422", numbers);
    write_bytes(self, m->name, length);
    write_bytes(self, header, NPY_HEADER);
}

static uint32_t crc_of_header(const char header[NPY_HEADER]) {
    return crc_of(0, (const unsigned char *)header, NPY_HEADER);
}

static bool has_room(npz *self, uint64_t bytes) {
    if (self->members == NPZ_ARRAYS_MAX)
        self->failed = true;
    else if (bytes > UINT32_MAX - NPY_HEADER)
        self->too_large = true;
    else
        return true;
    return false;
}

void npz_add(npz *self, const char *name, const npz_array *array) {
    char header[NPY_HEADER];
    uint64_t bytes = (uint64_t)count_of(array) * item_bytes(array->type);
    if (!has_room(self, bytes)) return;
    npy_header(header, array);
    begin_member(self, name, header, (size_t)bytes, crc_of_numbers(crc_of_header(header), array));
    write_array(self, array);
}

void npz_add_floats(npz *self, const char *name, const size_t *shape, int dimensions,
                    const float *x) {
    npz_array array = {.type = NPZ_FLOATS, .dimensions = dimensions, .numbers = x};
    memcpy(array.shape, shape, (size_t)dimensions * sizeof *shape);
    npz_add(self, name, &array);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

/* The code points of a text, which may be NULL; how many there are. */
static size_t letters_of(const char *text, uint32_t *out) {
    size_t count = 0, all = strlen(text);
    for (size_t i = 0, step; i < all; i += step, count++) {
        size_t length = utf8_length(text + i, all - i);
        step = length ? length : 1;
        if (out) out[count] = length ? code_point(text + i, length) : 0xfffd;
    }
    return count;
}

void npz_add_texts(npz *self, const char *name, const size_t *shape, int dimensions,
                   const char *texts) {
    npz_array array = {.type = NPZ_TEXTS, .dimensions = dimensions, .letters = 1};
    size_t count = 1;
    for (int i = 0; i < dimensions; i++) count *= array.shape[i] = shape[i];
    const char *at = texts;
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1) {
        size_t letters = letters_of(at, NULL);
        array.letters = letters > array.letters ? letters : array.letters;
    }
    uint32_t *numbers = calloc(count * array.letters + 1, sizeof *numbers);
    array.numbers = numbers;
    for (size_t i = 0; i < count && numbers; i++, texts += strlen(texts) + 1)
        letters_of(texts, numbers + i * array.letters);
    if (numbers)
        npz_add(self, name, &array);
    else
        self->failed = true;
    free(numbers);
}

void npz_add_text(npz *self, const char *name, const char *text) {
    npz_add_texts(self, name, NULL, 0, text);
}

bool npz_finish(npz *self) {
    uint32_t start = self->at;
    for (int i = 0; i < self->members; i++) {
        const npz_member *m = &self->member[i];
        uint32_t name_length = (uint32_t)strlen(m->name);
        write_numbers(self, "42222224442222244",
                      (uint32_t[]){0x02014b50, 20, 20, 0, 0, 0, 0x21, m->crc, m->size, m->size,
                                   name_length, 0, 0, 0, 0, 0, m->at});
        write_bytes(self, m->name, name_length);
    }
    uint32_t members = (uint32_t)self->members, size = self->at - start;
    write_numbers(self, "42222442",
                  (uint32_t[]){0x06054b50, 0, 0, members, members, size, start, 0});
    return !self->failed && !self->too_large;
}
