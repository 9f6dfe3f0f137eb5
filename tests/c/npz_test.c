/* NumPy files: read back byte by byte, and what cannot be written is said to have failed. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "npz.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- Reading, from the definitions of zip and npy -------------------------------------------------------------- */

typedef struct file {
    unsigned char *at;
    size_t size;
} file;

static file read_file(const char *path) {
    file f = {malloc(1 << 20), 0};
    FILE *in = fopen(path, "rb");
    if (in) f.size = fread(f.at, 1, 1 << 20, in), fclose(in);
    return f;
}

static uint32_t number(const file *f, size_t at, int bytes) {
    uint32_t x = 0;
    for (int i = bytes; i-- > 0;) x = x << 8 | (at + (size_t)i < f->size ? f->at[at + (size_t)i] : 0);
    return x;
}

static uint32_t crc_by_bits(const unsigned char *bytes, size_t count) {
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* The entry of the directory at `at`, and the member it points to; where the next one begins. */
static size_t member_is(const file *f, size_t at, const char *name, const char *shape, const float *x, size_t count) {
    uint32_t crc = number(f, at + 16, 4), size = number(f, at + 20, 4), length = number(f, at + 28, 2),
             local = number(f, at + 42, 4);
    const unsigned char *data = f->at + local + 30 + length;
    size_t header = number(f, local + 30 + length + 8, 2) + 10;
    CHECK(number(f, at, 4) == 0x02014b50 && number(f, local, 4) == 0x04034b50, "%s is nowhere", name);
    CHECK(length == strlen(name) && memcmp(f->at + at + 46, name, length) == 0 &&
              memcmp(f->at + local + 30, name, length) == 0,
          "it is not %s", name);
    CHECK(number(f, local + 14, 4) == crc && number(f, local + 18, 4) == size && number(f, local + 22, 4) == size &&
              number(f, at + 24, 4) == size,
          "%s has two sizes", name);
    CHECK(size == header + 4 * count && crc == crc_by_bits(data, size), "%s has %u bytes, sum %08x", name, size, crc);
    CHECK(memcmp(data, "\x93NUMPY\1\0", 8) == 0 && header % 64 == 0 && data[header - 1] == '\n', "%s is no array", name);
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)header - 11, (const char *)data + 10);
    CHECK(strncmp(text, "{'descr': '<f4', 'fortran_order': False, 'shape': ", 50) == 0 && strstr(text, shape),
          "%s is %s", name, text);
    int wrong = 0;
    for (size_t i = 0; i < count; i++) wrong += number(f, (size_t)(data - f->at) + header + 4 * i, 4) != float_bits(x[i]);
    CHECK(wrong == 0, "%d numbers of %s are others", wrong, name);
    return at + 46 + length;
}

static void test_file(const char *path) {
    enum { LONG = 2500 }; /* several chunks */
    static float x[LONG];
    npz out;
    chance c = {81};
    for (int i = 0; i < LONG; i++) x[i] = float_of((uint32_t)next_bits(&c));
    CHECK(npz_open(&out, path), "%s cannot be opened", path);
    npz_add(&out, "w0", (size_t[]){50, 50}, 2, x), npz_add(&out, "q1", (size_t[]){2, 3, 4}, 3, x + 7);
    npz_add(&out, "s8", (size_t[]){1, 1}, 2, x + 9);
    CHECK(npz_close(&out), "it cannot be written");
    file f = read_file(path);
    size_t end = f.size - 22, at = number(&f, end + 16, 4);
    CHECK(f.size > 22 && number(&f, end, 4) == 0x06054b50 && number(&f, end + 8, 2) == 3 &&
              number(&f, end + 10, 2) == 3,
          "%zu bytes have no end", f.size);
    CHECK(at + number(&f, end + 12, 4) == end, "the directory is elsewhere");
    at = member_is(&f, at, "w0.npy", "(50, 50)", x, LONG), at = member_is(&f, at, "q1.npy", "(2, 3, 4)", x + 7, 24);
    at = member_is(&f, at, "s8.npy", "(1, 1)", x + 9, 1);
    CHECK(at == end, "there is more in the directory");
    free(f.at);
}

/* ---- Failing --------------------------------------------------------------------------------------------------- */

static void test_failing(const char *path) {
    static npz out;
    float x[4] = {1, 2, 3, 4};
    CHECK(!npz_open(&out, "/nowhere/at/all.npz"), "a file is opened where there is no folder");
    CHECK(npz_open(&out, "/dev/full"), "there is no full disk to try");
    npz_add(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(!npz_close(&out), "a full disk takes it");
    CHECK(npz_open(&out, path), "%s cannot be opened", path);
    for (int i = 0; i <= NPZ_ARRAYS_MAX; i++) npz_add(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(out.failed && out.members == NPZ_ARRAYS_MAX && !npz_close(&out), "there is room for %d arrays", out.members);
}

/* Positions have 32 bits: what would lie beyond is not written somewhere else. */
static void test_too_large(const char *path) {
    static npz out;
    float x[4] = {1, 2, 3, 4};
    CHECK(npz_open(&out, path), "%s cannot be opened", path);
    out.at = UINT32_MAX - 1000;
    npz_add(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(!out.too_large, "200 bytes do not fit before 4 GiB");
    for (int i = 0; i < 5; i++) npz_add(&out, "w1", (size_t[]){2, 2}, 2, x);
    CHECK(out.too_large && !out.failed && !npz_close(&out), "more than 4 GiB are written");
    CHECK(npz_open(&out, path), "%s cannot be opened", path);
    npz_add(&out, "w0", (size_t[]){1 << 15, 1 << 15}, 2, x); /* 4 GiB, of which nothing is read */
    CHECK(out.too_large && !npz_close(&out), "an array of 4 GiB is written");
}

int main(void) {
    char path[] = "npz-test-XXXXXX";
    int handle = mkstemp(path);
    CHECK(handle >= 0, "there is no file to write to");
    test_file(path);
    test_failing(path);
    test_too_large(path);
    close(handle), unlink(path);
    return report();
}
