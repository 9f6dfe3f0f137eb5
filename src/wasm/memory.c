/* The module's memory, and what else it calls of the C library: written to be short, where
 * Emscripten's own would be a twentieth of the module.
 *
 * From the end of the static data on, memory is one run of blocks in order of their addresses, a
 * header before each; a header of size 0 ends it, and what lies beyond has never been given out. A
 * figure has at most a few hundred blocks, so the first that fits is looked for from the start, and
 * free neighbours are joined on the way. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* every block starts at a cache line */

typedef struct block {
    _Alignas(LINE) size_t size; /* of what follows the header: a multiple of LINE */
    bool taken;
} block;

extern char __heap_base[]; /* from the linker */

static block *first(void) { return (block *)(((uintptr_t)__heap_base + LINE - 1) / LINE * LINE); }

static block *after(block *b) { return (block *)((char *)(b + 1) + b->size); }

/* The size of a free block with the free ones that follow joined to it; one that reaches the end
 * becomes the end. */
static size_t joined(block *b) {
    while (after(b)->size && !after(b)->taken) b->size += sizeof *b + after(b)->size;
    return after(b)->size ? b->size : (b->size = 0);
}

/* A free block of at least this size, or the end. */
static block *find(size_t size) {
    block *b = first();
    while (b->size && (b->taken || joined(b) < size) && b->size) b = after(b);
    return b;
}

/* Whether memory, grown if need be, has room for a block at the end and for the next header. */
static bool has_room(const block *end, size_t size) {
    size_t pages = __builtin_wasm_memory_size(0),
           needed = ((size_t)(end + 2) + size + 0xffff) >> 16;
    return needed <= pages || __builtin_wasm_memory_grow(0, needed - pages) != (size_t)-1;
}

void *malloc(size_t bytes) {
    if (bytes > NF_MEMORY_MAX) return NULL;
    size_t size = (bytes / LINE + 1) * LINE;
    block *b = find(size);
    size_t rest = b->size > size + sizeof *b ? b->size - size - sizeof *b : 0;
    if (!b->size && !has_room(b, size)) return NULL;
    if (!b->size || rest) {
        b->size = size;
        *after(b) = (block){rest, false};
    }
    b->taken = true;
    return b + 1;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return alignment > LINE ? NULL : malloc(bytes);
}

void *calloc(size_t count, size_t size) {
    void *memory = malloc(count * size);
    return memory ? __builtin_memset(memory, 0, count * size) : NULL;
}

/* How many bytes are given out. Memory never shrinks, but a new instance may take over. */
int EXPORT(in_use)(void) {
    size_t sum = 0;
    for (block *b = first(); b->size; b = after(b)) sum += b->taken ? b->size : 0;
    return (int)sum;
}

void free(void *memory) {
    if (memory) ((block *)memory)[-1].taken = false;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

void *memchr(const void *bytes, int c, size_t count) {
    for (const unsigned char *at = bytes; count--; at++)
        if (*at == (unsigned char)c) return (void *)at;
    return NULL;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *x = a, *y = b;
    for (; count--; x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}
