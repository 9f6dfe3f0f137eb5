/* The product kernels alone, and the most multiply-adds that WebAssembly SIMD can do in the same
 * process. */
#include "engine/attention.h"
#include "engine/lanes.h"
#include "engine/params.h"
#include "model/products.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { D = 64, CHAINS_MAX = 14 };

/* One multiplication and one addition in each of some independent chains. */
static inline __attribute__((always_inline)) void go_on(lanes *chain, int chains) {
    const lanes factor = lanes_of(0.999f), addend = lanes_of(0.001f);
    for (int i = 0; i < chains; i++) chain[i] = lanes_multiply(chain[i], factor);
    for (int i = 0; i < chains; i++) chain[i] = lanes_add(chain[i], addend);
}

static inline __attribute__((always_inline)) float run(int turns, int chains, int unrolled) {
    lanes chain[CHAINS_MAX], sum = lanes_of(0);
    float lane[4];
    for (int i = 0; i < chains; i++) chain[i] = lanes_of((float)i);
    for (int turn = 0; turn < turns; turn += unrolled)
        for (int again = 0; again < unrolled; again++) go_on(chain, chains);
    for (int i = 0; i < chains; i++) sum = lanes_add(sum, chain[i]);
    lanes_store(lane, sum);
    return lane[0] + lane[1] + lane[2] + lane[3];
}

/* The shapes of the peak: chains, and how many times the loop is unrolled. No shape is the fastest
 * in all engines and on all machines: chains must be enough to hide their latency and few enough
 * for sixteen registers, and a turn long enough to hide the loop. */
#define SHAPES(X) X(8, 4) X(10, 4) X(12, 1) X(12, 4) X(14, 1) X(14, 4) X(14, 8)

/* `turns`, a multiple of 8, in one of the shapes. */
float EXPORT(peak)(int shape, int turns) {
    int at = 0;
#define X(chains, unrolled)                                                                        \
    if (shape == at++) return run(turns, chains, unrolled);
    SHAPES(X)
#undef X
    return 0;
}

/* The multiply-adds of that; 0 if there is no such shape. */
int EXPORT(peak_multiplies)(int shape, int turns) {
    static const int chains[] = {
#define X(chains, unrolled) chains,
        SHAPES(X)
#undef X
    };
    return shape < (int)(sizeof chains / sizeof *chains) ? turns * chains[shape] * 4 : 0;
}

static float *queries, *packed, *x;

static float *some_numbers(size_t count) {
    float *numbers = malloc(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++) numbers[i] = (float)(i * 7919 % 2003) / 1001 - 1;
    return numbers;
}

void EXPORT(prepare)(int n) {
    size_t count = (size_t)n * D;
    free(queries);
    free(packed);
    free(x);
    queries = some_numbers(count);
    packed = some_numbers(count);
    x = some_numbers((size_t)n * 64);
}

/* All rows of a causal product, n a multiple of 4, as src/engine/engine.c asks for them: into a
 * band of 64 rows. */
void EXPORT(product)(int n) {
    for (int i = 0; i < n; i += GROUP_ROWS)
        product_rows(queries + (size_t)i * D, D, GROUP_ROWS, packed, D, (span){0, i + GROUP_ROWS},
                     x + (size_t)(i % 64) * (size_t)n, (size_t)n);
}

/* ---- With the weights of a model ------------------------------------------------------------- */

static struct {
    file_rows rows;
    matrix x, y;
    float *room;
    bool is_by_inputs;
} with;

/* Rows as a file has them, of a type, and so many tokens. Their bytes are of usual numbers in all
 * types that are not blocks. */
void EXPORT(prepare_weights)(int type, int inputs, int outputs, int by_inputs, int tokens) {
    int rows = by_inputs ? inputs : outputs, columns = by_inputs ? outputs : inputs;
    file_rows w = rows_in_file((tensor_type)type, NULL, rows, columns);
    uint8_t *bytes = malloc((size_t)rows * w.stride);
    for (size_t i = 0; i < (size_t)rows * w.stride; i++)
        bytes[i] = i % 4 == 3 || (type != TYPE_F32 && i % 2) ? 0x3c : (uint8_t)(i * 7919 >> 3);
    free((void *)with.rows.at);
    free(with.x.at);
    free(with.y.at);
    free(with.room);
    w.at = bytes;
    with.rows = w;
    with.x = matrix_of(some_numbers((size_t)tokens * (size_t)inputs), tokens, inputs);
    with.y = matrix_of(some_numbers((size_t)tokens * (size_t)outputs), tokens, outputs);
    with.room = malloc(product_room(tokens) * sizeof(float));
    with.is_by_inputs = by_inputs;
}

void EXPORT(multiply_weights)(void) {
    if (with.is_by_inputs)
        (void)multiply_by_inputs(with.x, &with.rows, with.y, false, with.room);
    else
        (void)multiply_by_outputs(with.x, &with.rows, with.y, false, with.room);
}
