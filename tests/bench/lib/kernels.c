/* The product kernel alone, and the most multiply-adds that WebAssembly SIMD can do in the same
 * process. */
#include "engine/attention.h"
#include "engine/lanes.h"
#include "engine/params.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { D = 64, CHAINS = 12 };

/* `turns` times 12 multiplications and additions of four lanes: enough independent chains to hide
 * their latency, few enough for sixteen registers. */
float EXPORT(peak)(int turns) {
    lanes chain[CHAINS], factor = lanes_of(0.999f), addend = lanes_of(0.001f), sum = lanes_of(0);
    for (int i = 0; i < CHAINS; i++) chain[i] = lanes_of((float)i);
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < CHAINS; i++) chain[i] = lanes_multiply(chain[i], factor);
        for (int i = 0; i < CHAINS; i++) chain[i] = lanes_add(chain[i], addend);
    }
    for (int i = 0; i < CHAINS; i++) sum = lanes_add(sum, chain[i]);
    float lane[4];
    lanes_store(lane, sum);
    return lane[0] + lane[1] + lane[2] + lane[3];
}

int EXPORT(peak_multiplies)(int turns) { return turns * CHAINS * 4; }

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
