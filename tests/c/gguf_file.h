/* Writing a GGUF file, for tests. */
#ifndef NF_GGUF_FILE_H
#define NF_GGUF_FILE_H

#include "model/gguf.h"
#include "test.h"

typedef struct file {
    uint8_t at[1 << 14];
    size_t size;
} file;

static inline void add_number(file *f, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) f->at[f->size++] = (uint8_t)(value >> 8 * i);
}

static inline void add_text(file *f, const char *text) {
    add_number(f, strlen(text), 8);
    memcpy(f->at + f->size, text, strlen(text));
    f->size += strlen(text);
}

static inline void add_key(file *f, const char *key, gguf_type type) {
    add_text(f, key);
    add_number(f, type, 4);
}

static inline void add_entry(file *f, const char *key, gguf_type type, uint64_t value) {
    static const int bytes[] = {[GGUF_U8] = 1,  [GGUF_I8] = 1,  [GGUF_U16] = 2, [GGUF_I16] = 2,
                                [GGUF_U32] = 4, [GGUF_I32] = 4, [GGUF_F32] = 4, [GGUF_BOOL] = 1,
                                [GGUF_U64] = 8, [GGUF_F64] = 8};
    add_key(f, key, type);
    add_number(f, value, bytes[type]);
}

static inline void start_file(file *f, int version, uint64_t tensors, uint64_t entries) {
    f->size = 0;
    memcpy(f->at, "GGUF", 4);
    f->size = 4;
    add_number(f, (uint64_t)version, 4);
    add_number(f, tensors, 8);
    add_number(f, entries, 8);
}

static inline void add_info(file *f, const char *name, int type, uint64_t neighbours, uint64_t rows,
                            uint64_t offset) {
    add_text(f, name);
    add_number(f, 2, 4);
    add_number(f, neighbours, 8);
    add_number(f, rows, 8);
    add_number(f, (uint64_t)type, 4);
    add_number(f, offset, 8);
}

static inline void pad(file *f, size_t data) {
    while (f->size % 32) f->at[f->size++] = 0;
    f->size += data;
}

#endif
