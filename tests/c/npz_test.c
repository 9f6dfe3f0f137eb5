/* NumPy files: read back byte by byte, and what cannot be written is said to have failed. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "picture/npz.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- Reading, from the definitions of zip and npy ------------------------------------------- */

typedef struct file {
    unsigned char *at;
    size_t size;
} file;

static file read_file(const char *path) {
    file f = {malloc(1 << 20), 0};
    FILE *in = fopen(path, "rb");
    if (in) {
        f.size = fread(f.at, 1, 1 << 20, in);
        fclose(in);
    }
    return f;
}

static uint32_t number(const file *f, size_t at, int bytes) {
    uint32_t x = 0;
    for (int i = bytes; i-- > 0;)
        x = x << 8 | (at + (size_t)i < f->size ? f->at[at + (size_t)i] : 0);
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

/* A member, and the entry of the directory that points to it. */
typedef struct member {
    const unsigned char *data; /* the .npy */
    size_t header, size;       /* of these, what stands before the array; all of it */
    char about[200];           /* the header's text */
    size_t next;               /* where the next entry begins */
} member;

static member member_at(const file *f, size_t at, const char *name) {
    uint32_t crc = number(f, at + 16, 4), size = number(f, at + 20, 4);
    uint32_t length = number(f, at + 28, 2), local = number(f, at + 42, 4);
    member m = {.data = f->at + local + 30 + length, .size = size, .next = at + 46 + length};
    m.header = number(f, local + 30 + length + 8, 2) + 10;
    bool there = number(f, at, 4) == 0x02014b50 && number(f, local, 4) == 0x04034b50;
    CHECK(there, "%s is nowhere", name);
    bool named = length == strlen(name) && memcmp(f->at + at + 46, name, length) == 0;
    CHECK(named && memcmp(f->at + local + 30, name, length) == 0, "it is not %s", name);
    bool sums = number(f, local + 14, 4) == crc && crc == crc_by_bits(m.data, size);
    bool sizes = number(f, local + 18, 4) == size && number(f, local + 22, 4) == size;
    CHECK(sums && sizes && number(f, at + 24, 4) == size, "%s has two sizes or sums", name);
    bool array = memcmp(m.data, "\x93NUMPY\1\0", 8) == 0 && m.header % 64 == 0;
    CHECK(array && m.data[m.header - 1] == '\n', "%s is no array", name);
    snprintf(m.about, sizeof m.about, "%.*s", (int)m.header - 11, (const char *)m.data + 10);
    return m;
}

static size_t member_is(const file *f, size_t at, const char *name, const char *shape,
                        const float *x, size_t count) {
    member m = member_at(f, at, name);
    CHECK(m.size == m.header + 4 * count, "%s has %zu bytes", name, m.size);
    bool floats = strncmp(m.about, "{'descr': '<f4', 'fortran_order': False, 'shape': ", 50) == 0;
    CHECK(floats && strstr(m.about, shape), "%s is %s", name, m.about);
    int wrong = 0;
    size_t from = (size_t)(m.data - f->at) + m.header;
    for (size_t i = 0; i < count; i++) wrong += number(f, from + 4 * i, 4) != bits_of_float(x[i]);
    CHECK(wrong == 0, "%d numbers of %s are others", wrong, name);
    return m.next;
}

/* Whether a member is texts of so many letters each, in code points. */
static size_t texts_are(const file *f, size_t at, const char *name, const char *type,
                        const uint32_t *letters, size_t count) {
    member m = member_at(f, at, name);
    CHECK(strncmp(m.about, type, strlen(type)) == 0, "%s is %s", name, m.about);
    CHECK(m.size == m.header + 4 * count, "%s has %zu bytes", name, m.size);
    int wrong = 0;
    size_t from = (size_t)(m.data - f->at) + m.header;
    for (size_t i = 0; i < count; i++) wrong += number(f, from + 4 * i, 4) != letters[i];
    CHECK(wrong == 0, "%d letters of %s are others", wrong, name);
    return m.next;
}

static size_t doubles_are(const file *f, size_t at, const char *name, const double *x,
                          size_t count) {
    member m = member_at(f, at, name);
    CHECK(m.size == m.header + 8 * count, "%s has %zu bytes", name, m.size);
    CHECK(strncmp(m.about, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)", 54) == 0,
          "%s is %s", name, m.about);
    size_t from = (size_t)(m.data - f->at) + m.header;
    for (size_t i = 0; i < count; i++) {
        uint64_t low = number(f, from + 8 * i, 4), high = number(f, from + 8 * i + 4, 4), bits;
        memcpy(&bits, &x[i], sizeof bits);
        CHECK((high << 32 | low) == bits, "number %zu of %s is another", i, name);
    }
    return m.next;
}

static bool write_to_file(void *with, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, with) == count;
}

/* False if there is no such file. */
static bool open_npz(npz *self, const char *path) {
    FILE *to = fopen(path, "wb");
    npz_start(self, write_to_file, to);
    return to != NULL;
}

static bool close_npz(npz *self) {
    bool finished = npz_finish(self);
    return fclose(self->with) == 0 && finished;
}

static void test_file(const char *path) {
    enum { LONG = 2500 }; /* several chunks */
    static float x[LONG];
    npz out;
    chance c = {81};
    for (int i = 0; i < LONG; i++) x[i] = float_of_bits((uint32_t)next_bits(&c));
    CHECK(open_npz(&out, path), "%s cannot be opened", path);
    npz_add_floats(&out, "w0", (size_t[]){50, 50}, 2, x);
    npz_add_floats(&out, "q1", (size_t[]){2, 3, 4}, 3, x + 7);
    npz_add_floats(&out, "s8", (size_t[]){1, 1}, 2, x + 9);
    static const double doubles[] = {0.1, -1e-300, 3};
    npz_add_text(&out, "ignored", "[n]");
    npz_add_texts(&out, "tokens", (size_t[]){2}, 1, "\xce\xb5\xf0\x9f\x98\x80\0a\xff");
    npz_add(&out, "eps", &(npz_array){NPZ_DOUBLES, {3}, 1, 0, doubles});
    CHECK(close_npz(&out), "it cannot be written");
    file f = read_file(path);
    size_t end = f.size - 22, at = number(&f, end + 16, 4);
    CHECK(f.size > 22 && number(&f, end, 4) == 0x06054b50 && number(&f, end + 8, 2) == 6 &&
              number(&f, end + 10, 2) == 6,
          "%zu bytes have no end", f.size);
    CHECK(at + number(&f, end + 12, 4) == end, "the directory is elsewhere");
    at = member_is(&f, at, "w0.npy", "(50, 50)", x, LONG);
    at = member_is(&f, at, "q1.npy", "(2, 3, 4)", x + 7, 24);
    at = member_is(&f, at, "s8.npy", "(1, 1)", x + 9, 1);
    at =
        texts_are(&f, at, "ignored.npy", "{'descr': '<U3', 'fortran_order': False, 'shape': (), } ",
                  (uint32_t[]){'[', 'n', ']'}, 3);
    at = texts_are(&f, at, "tokens.npy",
                   "{'descr': '<U2', 'fortran_order': False, 'shape': (2,), } ",
                   (uint32_t[]){0x3b5, 0x1f600, 'a', 0xfffd}, 4);
    at = doubles_are(&f, at, "eps.npy", doubles, 3);
    CHECK(at == end, "there is more in the directory");
    free(f.at);
}

/* ---- Failing -------------------------------------------------------------------------------- */

static void test_failing(const char *path) {
    static npz out;
    float x[4] = {1, 2, 3, 4};
    CHECK(!open_npz(&out, "/nowhere/at/all.npz"), "a file is opened where there is no folder");
    CHECK(open_npz(&out, "/dev/full"), "there is no full disk to try");
    npz_add_floats(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(!close_npz(&out), "a full disk takes it");
    CHECK(open_npz(&out, path), "%s cannot be opened", path);
    for (int i = 0; i <= NPZ_ARRAYS_MAX; i++) npz_add_floats(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(out.failed && out.members == NPZ_ARRAYS_MAX && !close_npz(&out),
          "there is room for %d arrays", out.members);
}

/* Positions have 32 bits: what would lie beyond is not written somewhere else. */
static void test_too_large(const char *path) {
    static npz out;
    float x[4] = {1, 2, 3, 4};
    CHECK(open_npz(&out, path), "%s cannot be opened", path);
    out.at = UINT32_MAX - 1000;
    npz_add_floats(&out, "w0", (size_t[]){2, 2}, 2, x);
    CHECK(!out.too_large, "200 bytes do not fit before 4 GiB");
    for (int i = 0; i < 5; i++) npz_add_floats(&out, "w1", (size_t[]){2, 2}, 2, x);
    CHECK(out.too_large && !out.failed && !close_npz(&out), "more than 4 GiB are written");
    CHECK(open_npz(&out, path), "%s cannot be opened", path);
    npz_add_floats(&out, "w0", (size_t[]){1 << 15, 1 << 15}, 2,
                   x); /* 4 GiB, of which nothing is read */
    CHECK(out.too_large && !close_npz(&out), "an array of 4 GiB is written");
}

int main(void) {
    char path[] = "npz-test-XXXXXX";
    int handle = mkstemp(path);
    CHECK(handle >= 0, "there is no file to write to");
    test_file(path);
    test_failing(path);
    test_too_large(path);
    close(handle);
    unlink(path);
    return report();
}
