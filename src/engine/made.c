#include "exact.h"

#include "made.h"

static uint64_t whole_lines(uint64_t bytes) {
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static uint64_t floats(uint64_t count) { return count * sizeof(float); }

static uint64_t kept_rows(const entry *e) {
    return (uint64_t)(e->recipe.kept || e->rows < BAND_ROWS ? e->rows : BAND_ROWS);
}

static uint64_t row_floats(const entry *e) {
    return e->packed_only ? 0 : (uint64_t)e->rows * e->stride;
}

static uint64_t vectors_bytes(const entry *e, int component) {
    return floats(row_floats(e) + (component == KEY ? packed_floats(e->rows, e->columns) : 0));
}

static uint64_t bytes_of(const entry *e) {
    uint64_t rows = (uint64_t)e->rows;
    switch (e->recipe.kind) {
    case VECTORS: return vectors_bytes(e, e->recipe.vectors.component);
    case FOLLOWING: return vectors_bytes(e, e->recipe.following.component);
    case PRODUCT: return floats(kept_rows(e) * e->stride) + rows * sizeof(range);
    case WEIGHTS: return floats(kept_rows(e) * e->stride + SUMS_BESIDE);
    case OUTPUT:
    case PREDICTION: return floats(rows * e->stride);
    case MEASURES: return measures_bytes(e->rows, e->columns);
    case EFFECT: return 2 * rows * sizeof(double);
    case HASH:
    case SAID: return sizeof(uint64_t);
    case CELLS: return floats(CELLS_MAX * CELLS_MAX + e->stride);
    case DIVERGENCE: return sizeof(compared) + rows * sizeof(double);
    }
    return 0;
}

uint64_t entry_bytes(const entry *e) { return whole_lines(bytes_of(e)); }

float *rows_in(void *memory) { return memory; }

float *packed_in(const entry *e, void *memory) { return rows_in(memory) + row_floats(e); }

range *ranges_in(const entry *e, void *memory) {
    return (range *)(void *)(rows_in(memory) + kept_rows(e) * e->stride);
}

tally *tally_in(void *memory) { return memory; }

float *cells_in(void *memory) { return memory; }

float *pooled_row_in(void *memory) { return cells_in(memory) + CELLS_MAX * CELLS_MAX; }

double *norms_in(void *memory) { return memory; }

double *cosines_in(const entry *e, void *memory) { return norms_in(memory) + e->rows; }

uint64_t *hash_in(void *memory) { return memory; }

compared *compared_in(void *memory) { return memory; }
