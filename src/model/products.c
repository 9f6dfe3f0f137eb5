#include "engine/exact.h"

#include "products.h"

#include "engine/lanes.h"

/* Terms that are packed at once; columns that share a panel and those of a block; rows of x that
 * are multiplied together; bytes that come from memory at once. Eight vectors of sums, two of a
 * panel and one of x are as many as V8 keeps in registers. Types of blocks have at most TERMS
 * numbers in one. */
enum { TERMS = 256, PANEL = 8, BLOCK = 256, GROUP = 4, LINE = 64, APART = TERMS * PANEL + 16 };

/* What is called from several places, and long enough not to be copied to each. */
#define ONCE __attribute__((noinline)) static

/* Up to TERMS terms of the sums. */
typedef struct product {
    matrix x, y;
    const file_rows *w;
    int first;       /* of the terms: columns of x */
    int terms;       /* how many */
    float *inputs;   /* (groups, terms, GROUP): the terms of x */
    float *panels;   /* (BLOCK / PANEL, TERMS, PANEL): those of w */
    float *unpacked; /* (GROUP, TERMS): rows of w whose type has blocks */
    uint64_t unfit;
} product;

file_rows rows_in_file(tensor_type type, const uint8_t *at, int rows, int columns) {
    const type_facts *facts = facts_of_type(type);
    size_t stride = (size_t)(columns / facts->numbers) * (size_t)facts->bytes;
    return (file_rows){type, at, stride, rows, columns};
}

file_rows rows_in_memory(matrix m) {
    return (file_rows){TYPE_F32, (const uint8_t *)m.at, (size_t)m.stride * sizeof(float), m.rows,
                       m.columns};
}

static size_t groups_of(int rows) { return (size_t)(rows + GROUP - 1) / GROUP; }

size_t product_room(int rows) {
    return (groups_of(rows) + 1) * GROUP * (size_t)TERMS + BLOCK / PANEL * (size_t)APART;
}

uint64_t finite_floats(tensor_type type, const uint8_t *at, size_t count, float *out) {
    uint64_t unfit = 0;
    tensor_floats(type, at, count, out);
    for (size_t i = 0; i < count; i++) unfit += out[i] - out[i] != 0;
    return unfit;
}

/* ---- Packing --------------------------------------------------------------------------------- */

ONCE void unpack(tensor_type type, const uint8_t *at, int count, float *out) {
    const type_facts *facts = facts_of_type(type);
    int k = 0;
    for (; type == TYPE_F16 && k + 4 <= count; k += 4)
        lanes_store(out + k, lanes_of_half(at + 2 * k));
    for (; type == TYPE_BF16 && k + 4 <= count; k += 4)
        lanes_store(out + k, lanes_of_brain(at + 2 * k));
    tensor_floats(type, at + k / facts->numbers * facts->bytes, (size_t)(count - k), out + k);
}

/* Numbers `first` to `first` + `count` of row i of w, as the bytes of float32. */
ONCE const uint8_t *floats_of(const product *p, int i, int first, int count, float *unpacked) {
    const type_facts *facts = facts_of_type(p->w->type);
    const uint8_t *at = p->w->at + (size_t)i * p->w->stride +
                        (size_t)(first / facts->numbers) * (size_t)facts->bytes;
    if (p->w->type == TYPE_F32) return at;
    unpack(p->w->type, at, count, unpacked);
    return (const uint8_t *)unpacked;
}

typedef lanes load_four(const uint8_t *at);

static inline __attribute__((always_inline)) lanes turn_fours(load_four *load, size_t bytes,
                                                              const uint8_t *const row[GROUP],
                                                              int count, float *to, int apart) {
    lanes unfit = lanes_of(0);
    for (int k = 0; k + 4 <= count; k += 4) {
        lanes all[GROUP];
        for (int r = 0; r < GROUP; r++) {
            all[r] = load(row[r] + (size_t)k * bytes);
            unfit = lanes_add(unfit, lanes_subtract(all[r], all[r]));
        }
        lanes_transpose(all);
        for (int r = 0; r < GROUP; r++, to += apart) lanes_store(to, all[r]);
    }
    return unfit;
}

/* Column r of `to` is row r, of F32 or BF16; rows of `to` are `apart` floats apart. Returns zeros
 * if all numbers are finite, as all of these do. */
ONCE lanes turn(bool is_brain, const uint8_t *const row[GROUP], int count, float *to, int apart) {
    lanes unfit = is_brain ? turn_fours(lanes_of_brain, 2, row, count, to, apart)
                           : turn_fours(lanes_of_full, 4, row, count, to, apart);
    for (int k = count & ~3; k < count; k++) {
        float *four = to + (ptrdiff_t)k * apart;
        for (int r = 0; r < GROUP; r++)
            four[r] = is_brain ? brain_float(row[r] + 2 * k) : full_float(row[r] + 4 * k);
        unfit = lanes_add(unfit, lanes_subtract(lanes_load(four), lanes_load(four)));
    }
    return unfit;
}

static lanes lay_four(const uint8_t *four, float *to) {
    lanes numbers = lanes_of_full(four);
    lanes_store(to, numbers);
    return lanes_subtract(numbers, numbers);
}

/* A row into the panels side by side; to: its place in the first. */
static lanes lay(const uint8_t *row, int count, float *to) {
    lanes unfit = lanes_of(0);
    float rest[4] = {0};
    int whole = count & ~3;
    for (int c = 0; c < whole; c += 4)
        unfit = lanes_add(unfit, lay_four(row + 4 * c, to + c / PANEL * APART + c % PANEL));
    for (int c = whole; c < count; c++) rest[c - whole] = full_float(row + 4 * c);
    if (whole == count) return unfit;
    float *end = to + whole / PANEL * APART + whole % PANEL;
    return lanes_add(unfit, lay_four((const uint8_t *)rest, end));
}

static int at_most(int x, int limit) { return x < limit ? x : limit; }

/* The terms of x; rows after its last are as it is. */
ONCE void gather_inputs(product *p) {
    for (int i = 0; i < p->x.rows; i += GROUP) {
        const uint8_t *row[GROUP];
        for (int r = 0; r < GROUP; r++)
            row[r] = (const uint8_t *)(matrix_row(p->x, at_most(i + r, p->x.rows - 1)) + p->first);
        (void)turn(false, row, p->terms, p->inputs + (ptrdiff_t)i * p->terms, GROUP);
    }
}

static bool are_zeros(lanes a) {
    float of[4];
    lanes_store(of, a);
    return of[0] + of[1] + of[2] + of[3] == 0;
}

/* Counts what is not finite in some rows and columns of w. */
ONCE void count_unfit(product *p, int row, int rows, int column, int columns) {
    for (int i = row; i < row + rows; i++) {
        const uint8_t *from = floats_of(p, i, column, columns, p->unpacked);
        for (int k = 0; k < columns; k++) {
            float x = full_float(from + 4 * (ptrdiff_t)k);
            p->unfit += x - x != 0;
        }
    }
}

/* The terms of row i of w, as it stands in the file or as float32. */
static const uint8_t *row_of(const product *p, int i, bool as_it_stands, int r) {
    if (as_it_stands) return p->w->at + (size_t)i * p->w->stride + 2 * (size_t)p->first;
    return floats_of(p, i, p->first, p->terms, p->unpacked + (ptrdiff_t)r * TERMS);
}

/* Looks at the next terms of some rows of w, so that they come from memory all at once. */
ONCE void fetch_rows(const product *p, int row, int rows) {
    const type_facts *facts = facts_of_type(p->w->type);
    size_t first = (size_t)(p->first / facts->numbers) * (size_t)facts->bytes;
    size_t bytes = (size_t)(p->terms / facts->numbers) * (size_t)facts->bytes;
    int all = 0;
    for (int i = row; i < row + rows; i++)
        for (size_t at = 0; at < bytes; at += LINE)
            all += p->w->at[(size_t)i * p->w->stride + first + at];
    volatile int read = all; /* or else compilers leave the reading out */
    (void)read;
}

/* Rows `row` to `row` + PANEL of w, which has outputs by inputs, become a panel. */
static void pack_outputs(product *p, int row) {
    int rows = at_most(PANEL, p->w->rows - row);
    fetch_rows(p, row, rows);
    bool is_brain = p->w->type == TYPE_BF16; /* these are turned as they stand */
    lanes unfit = lanes_of(0);
    for (int half = 0; half < PANEL; half += GROUP) {
        const uint8_t *of[GROUP];
        for (int r = 0; r < GROUP; r++)
            of[r] = row_of(p, row + at_most(half + r, rows - 1), is_brain, r);
        unfit = lanes_add(unfit, turn(is_brain, of, p->terms, p->panels + half, PANEL));
    }
    if (!are_zeros(unfit)) count_unfit(p, row, rows, p->first, p->terms);
}

/* Columns `column` to `column` + `columns` of w, which has inputs by outputs, become panels. */
static void pack_inputs(product *p, int column, int columns) {
    lanes unfit = lanes_of(0);
    for (int k = 0; k < p->terms; k++)
        unfit = lanes_add(unfit, lay(floats_of(p, p->first + k, column, columns, p->unpacked),
                                     columns, p->panels + (ptrdiff_t)k * PANEL));
    if (!are_zeros(unfit)) count_unfit(p, p->first, p->terms, column, columns);
}

/* ---- Multiplying ----------------------------------------------------------------------------- */

/* y[0..4)[0..8) += the terms of four rows of x by those of a panel. A function of its own, so that
 * there is one loop of products. */
ONCE void add_terms(int terms, const float *x, const float *w, float *y, size_t stride) {
    lanes sum[GROUP][2];
    for (int r = 0; r < GROUP; r++) {
        sum[r][0] = lanes_load(y + (size_t)r * stride);
        sum[r][1] = lanes_load(y + (size_t)r * stride + 4);
    }
    for (const float *end = x + (ptrdiff_t)GROUP * terms; x != end; x += GROUP, w += PANEL) {
        lanes low = lanes_load(w), high = lanes_load(w + 4);
        for (int r = 0; r < GROUP; r++) {
            lanes one = lanes_of(x[r]);
            sum[r][0] = lanes_add(sum[r][0], lanes_multiply(one, low));
            sum[r][1] = lanes_add(sum[r][1], lanes_multiply(one, high));
        }
    }
    for (int r = 0; r < GROUP; r++) {
        lanes_store(y + (size_t)r * stride, sum[r][0]);
        lanes_store(y + (size_t)r * stride + 4, sum[r][1]);
    }
}

/* The same where y has fewer rows or columns left. */
static void add_some(int terms, const float *x, const float *w, matrix y) {
    float tile[GROUP * PANEL] = {0};
    size_t bytes = (size_t)y.columns * sizeof *tile;
    for (int r = 0; r < y.rows; r++) memcpy(tile + PANEL * r, matrix_row(y, r), bytes);
    add_terms(terms, x, w, tile, PANEL);
    for (int r = 0; r < y.rows; r++) memcpy(matrix_row(y, r), tile + PANEL * r, bytes);
}

/* A panel's columns of y, from `column` on, in all rows. */
ONCE void multiply_panel(const product *p, const float *panel, int column) {
    int columns = at_most(PANEL, p->y.columns - column);
    for (int i = 0; i < p->x.rows; i += GROUP) {
        const float *x = p->inputs + (ptrdiff_t)i * p->terms;
        matrix y = {matrix_row(p->y, i) + column, at_most(GROUP, p->x.rows - i), columns,
                    p->y.stride};
        if (y.rows == GROUP && columns == PANEL)
            add_terms(p->terms, x, panel, y.at, (size_t)y.stride);
        else
            add_some(p->terms, x, panel, y);
    }
}

ONCE product begin_product(matrix x, const file_rows *w, matrix y, bool add, float *room) {
    float *panels = room + groups_of(x.rows) * GROUP * TERMS;
    for (int i = 0; i < y.rows && !add; i++)
        memset(matrix_row(y, i), 0, (size_t)y.columns * sizeof *y.at);
    return (product){.x = x,
                     .y = y,
                     .w = w,
                     .inputs = room,
                     .panels = panels,
                     .unpacked = panels + BLOCK / PANEL * (ptrdiff_t)APART};
}

/* The next terms; false after the last. */
ONCE bool next_terms(product *p) {
    p->first += p->terms;
    p->terms = at_most(TERMS, p->x.columns - p->first);
    if (p->terms > 0) gather_inputs(p);
    return p->terms > 0;
}

uint64_t multiply_by_outputs(matrix x, const file_rows *w, matrix y, bool add, float *room) {
    product p = begin_product(x, w, y, add, room);
    while (next_terms(&p))
        for (int row = 0; row < w->rows; row += PANEL) {
            pack_outputs(&p, row);
            multiply_panel(&p, p.panels, row);
        }
    return p.unfit;
}

uint64_t multiply_by_inputs(matrix x, const file_rows *w, matrix y, bool add, float *room) {
    product p = begin_product(x, w, y, add, room);
    while (next_terms(&p))
        for (int column = 0; column < w->columns; column += BLOCK) {
            int columns = at_most(BLOCK, w->columns - column);
            pack_inputs(&p, column, columns);
            for (int c = 0; c < columns; c += PANEL)
                multiply_panel(&p, p.panels + (ptrdiff_t)(c / PANEL) * APART, column + c);
        }
    return p.unfit;
}
