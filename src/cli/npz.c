/* A .npz is a zip of .npy members: here stored, not compressed. */
#include "engine/exact.h"

#include "npz.h"

#include <string.h>

enum { NPY_HEADER = 128 };

/* The CRC-32 of zip, a half byte at a time. */
static uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t count) {
    static const uint32_t of_half_byte[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                              0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                              0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                              0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ of_half_byte[crc & 15];
        crc = crc >> 4 ^ of_half_byte[crc & 15];
    }
    return ~crc;
}

static void write_bytes(npz *self, const void *bytes, size_t count) {
    if (count > UINT32_MAX - self->at) self->too_large = true;
    if (self->failed || self->too_large) return;
    if (fwrite(bytes, 1, count, self->file) != count) self->failed = true;
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

/* The version 1.0 header of a .npy, padded with spaces to 128 bytes. */
static void npy_header(char header[NPY_HEADER], const char *type, const size_t *shape,
                       int dimensions) {
    char text[NPY_HEADER] = "";
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
    for (int i = 0; i < dimensions; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, i ? ", %zu" : "%zu", shape[i]);
    used += (size_t)snprintf(text + used, sizeof text - used, "), }");
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10); /* 0x76: the bytes that follow */
    memcpy(header + 10, text, used);
    header[NPY_HEADER - 1] = '\n';
}

enum { CHUNK = 1024 }; /* floats turned into bytes at a time */

/* At most CHUNK floats as little-endian bytes, whatever the machine. */
static size_t bytes_of(const float *x, size_t count, unsigned char out[4 * CHUNK]) {
    if (count > CHUNK) count = CHUNK;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, x + i, sizeof bits);
        for (int byte = 0; byte < 4; byte++)
            out[4 * i + (size_t)byte] = (unsigned char)(bits >> 8 * byte);
    }
    return count;
}

static uint32_t crc_of_floats(uint32_t crc, const float *x, size_t count) {
    unsigned char bytes[4 * CHUNK];
    for (size_t step; count; x += step, count -= step) {
        step = bytes_of(x, count, bytes);
        crc = crc_of(crc, bytes, 4 * step);
    }
    return crc;
}

static void write_floats(npz *self, const float *x, size_t count) {
    unsigned char bytes[4 * CHUNK];
    for (size_t step; count; x += step, count -= step) {
        step = bytes_of(x, count, bytes);
        write_bytes(self, bytes, 4 * step);
    }
}

bool npz_open(npz *self, const char *path) {
    *self = (npz){.file = fopen(path, "wb")};
    return self->file != NULL;
}

/* Everything of a member that stands before its data, whose checksum goes on from `header`. */
static void begin_member(npz *self, const char *name, const char *header, size_t bytes,
                         uint32_t crc) {
    npz_member *m = &self->member[self->members++];
    snprintf(m->name, sizeof m->name, "%s.npy", name);
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

void npz_add(npz *self, const char *name, const size_t *shape, int dimensions, const float *x) {
    char header[NPY_HEADER];
    size_t count = 1;
    for (int i = 0; i < dimensions; i++) count *= shape[i];
    if (!has_room(self, 4 * (uint64_t)count)) return;
    npy_header(header, "<f4", shape, dimensions);
    begin_member(self, name, header, 4 * count, crc_of_floats(crc_of_header(header), x, count));
    write_floats(self, x, count);
}

void npz_add_text(npz *self, const char *name, const char *text) {
    char header[NPY_HEADER], type[24];
    size_t bytes = strlen(text);
    if (!has_room(self, bytes)) return;
    snprintf(type, sizeof type, "|S%zu", bytes);
    npy_header(header, type, NULL, 0);
    uint32_t crc = crc_of(crc_of_header(header), (const unsigned char *)text, bytes);
    begin_member(self, name, header, bytes, crc);
    write_bytes(self, text, bytes);
}

bool npz_close(npz *self) {
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
    bool closed = fclose(self->file) == 0;
    return closed && !self->failed && !self->too_large;
}
