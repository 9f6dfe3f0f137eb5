/* A .npz is a zip of .npy members: here stored, not compressed. */
#include "npz.h"

#include <string.h>

enum { NPY_HEADER = 128 };

static uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t count) {
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xedb88320u & (0 - (crc & 1)));
    }
    return ~crc;
}

static void write_bytes(npz *self, const void *bytes, size_t count) {
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
static void npy_header(char header[NPY_HEADER], const size_t *shape, int dimensions) {
    char text[NPY_HEADER] = "";
    size_t used = (size_t)snprintf(text, sizeof text, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
    for (int i = 0; i < dimensions; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, i ? ", %zu" : "%zu", shape[i]);
    used += (size_t)snprintf(text + used, sizeof text - used, "), }");
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10); /* 0x76: the bytes that follow */
    memcpy(header + 10, text, used);
    header[NPY_HEADER - 1] = '\n';
}

/* float32 as little-endian bytes, whatever the machine. */
static uint32_t crc_of_floats(uint32_t crc, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, x + i, sizeof bits);
        unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8), (unsigned char)(bits >> 16),
                                  (unsigned char)(bits >> 24)};
        crc = crc_of(crc, bytes, 4);
    }
    return crc;
}

bool npz_open(npz *self, const char *path) {
    *self = (npz){.file = fopen(path, "wb")};
    return self->file != NULL;
}

void npz_add(npz *self, const char *name, const size_t *shape, int dimensions, const float *x) {
    char header[NPY_HEADER];
    size_t count = 1;
    for (int i = 0; i < dimensions; i++) count *= shape[i];
    if (self->members == NPZ_ARRAYS_MAX) {
        self->failed = true;
        return;
    }
    npz_member *m = &self->member[self->members++];
    npy_header(header, shape, dimensions);
    snprintf(m->name, sizeof m->name, "%s.npy", name);
    m->at = self->at;
    m->size = (uint32_t)(NPY_HEADER + 4 * count);
    m->crc = crc_of_floats(crc_of(0, (const unsigned char *)header, NPY_HEADER), x, count);
    uint32_t name_length = (uint32_t)strlen(m->name);
    write_numbers(self, "42222244422", (uint32_t[]){0x04034b50, 20, 0, 0, 0, 0x21, m->crc, m->size, m->size, name_length, 0});
    write_bytes(self, m->name, name_length);
    write_bytes(self, header, NPY_HEADER);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, x + i, sizeof bits);
        write_numbers(self, "4", &bits);
    }
}

bool npz_close(npz *self) {
    uint32_t start = self->at;
    for (int i = 0; i < self->members; i++) {
        const npz_member *m = &self->member[i];
        uint32_t name_length = (uint32_t)strlen(m->name);
        write_numbers(self, "42222224442222244",
                      (uint32_t[]){0x02014b50, 20, 20, 0, 0, 0, 0x21, m->crc, m->size, m->size, name_length, 0, 0, 0, 0, 0, m->at});
        write_bytes(self, m->name, name_length);
    }
    uint32_t members = (uint32_t)self->members, size = self->at - start;
    write_numbers(self, "42222442", (uint32_t[]){0x06054b50, 0, 0, members, members, size, start, 0});
    bool closed = fclose(self->file) == 0;
    return closed && !self->failed;
}
