/* The module's memory, and the other functions of the C library that it calls. They are short:
 * Emscripten's own would be a twentieth of the module.
 *
 * Behind the static data, memory is a list of blocks in the order of their addresses, each with a
 * header before it. A header of size 0 ends the list; memory behind it was never in use. A figure
 * has at most a few hundred blocks, so malloc looks at them from the first on, joins neighbours
 * that are free, and takes the first block that is large enough. */
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

/* Joins a free block with the free ones behind it, and returns its size then. The last block of
 * the list becomes the end of it, of size 0. */
static size_t joined(block *b) {
    while (after(b)->size && !after(b)->taken) b->size += sizeof *b + after(b)->size;
    if (!after(b)->size) b->size = 0;
    return b->size;
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
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    void *memory = malloc(bytes);
    return memory ? __builtin_memset(memory, 0, bytes) : NULL;
}

/* How many bytes are in use. A module's memory never shrinks, so the page starts another instance
 * when this is far below the memory's size. */
int EXPORT(in_use)(void) {
    size_t sum = 0;
    for (block *b = first(); b->size; b = after(b)) sum += b->taken ? b->size : 0;
    return (int)sum;
}

void free(void *memory) {
    if (memory) ((block *)memory)[-1].taken = false;
}

void *realloc(void *memory, size_t bytes) {
    size_t had = memory ? ((block *)memory)[-1].size : 0;
    if (memory && bytes <= had) return memory;
    void *more = malloc(bytes);
    if (more && memory) __builtin_memcpy(more, memory, had);
    if (more) free(memory);
    return more;
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

static void exchange(char *a, char *b, size_t size) {
    for (; size--; a++, b++) {
        char held = *a;
        *a = *b;
        *b = held;
    }
}

typedef int comparison(const void *a, const void *b);

/* Lets an element of a heap, of which the largest stands first, sink to where it belongs. */
static void sink(char *at, size_t i, size_t count, size_t size, comparison *compare) {
    size_t child = 2 * i + 1;
    while (child < count) {
        if (child + 1 < count && compare(at + child * size, at + (child + 1) * size) < 0) child++;
        if (compare(at + i * size, at + child * size) >= 0) return;
        exchange(at + i * size, at + child * size, size);
        i = child;
        child = 2 * i + 1;
    }
}

/* By a heap: without recursion and memory, equal elements in any order. */
void qsort(void *array, size_t count, size_t size, comparison *compare) {
    for (size_t i = count / 2; i-- > 0;) sink(array, i, count, size, compare);
    while (count-- > 1) {
        exchange(array, (char *)array + count * size, size);
        sink(array, 0, count, size, compare);
    }
}
