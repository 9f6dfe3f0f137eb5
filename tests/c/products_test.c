/* src/model/products.h: rows of every type of a file, of any size and in both orders, against sums
 * written down one by one and against the scalar twin, bit for bit; and what it counts.
 *
 * The twin is the same source, made here once more with the plain-C lanes and under other names. */
#define NF_SCALAR
#define rows_in_file twin_rows_in_file
#define rows_in_memory twin_rows_in_memory
#define product_room twin_product_room
#define multiply_by_outputs twin_multiply_by_outputs
#define multiply_by_inputs twin_multiply_by_inputs
#define finite_floats twin_finite_floats
#include "model/products.c"
#undef rows_in_file
#undef rows_in_memory
#undef product_room
#undef multiply_by_outputs
#undef multiply_by_inputs
#undef finite_floats

#include "test.h"

#include <math.h>
#include <stdlib.h>

file_rows rows_in_file(tensor_type type, const uint8_t *at, int rows, int columns);
file_rows rows_in_memory(matrix m);
size_t product_room(int rows);
uint64_t multiply_by_outputs(matrix x, const file_rows *w, matrix y, bool add, float *room);
uint64_t multiply_by_inputs(matrix x, const file_rows *w, matrix y, bool add, float *room);

typedef uint64_t multiply(matrix x, const file_rows *w, matrix y, bool add, float *room);

/* ---- One product ----------------------------------------------------------------------------- */

/* A product to be made: tokens by inputs times inputs by outputs. */
typedef struct task {
    tensor_type type;
    int tokens, inputs, outputs;
    bool is_by_inputs, add;
    file_rows w;
    float *numbers; /* of w */
    matrix x;
} task;

static float some_float(chance *c) { return (float)within(c, -2, 2); }

static matrix some_matrix(chance *c, int rows, int columns, int stride) {
    matrix m = {malloc((size_t)rows * (size_t)stride * sizeof(float)), rows, columns, stride};
    for (int i = 0; i < rows * stride; i++) m.at[i] = some_float(c);
    return m;
}

/* Bytes of usual numbers: any bytes, but no large exponents. */
static void fill_bytes(chance *c, tensor_type type, uint8_t *bytes, size_t count) {
    int each = facts_of_type(type)->bytes;
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)next_bits(c);
    if (type > TYPE_BF16) return;
    for (size_t i = (size_t)each - 1; i < count; i += (size_t)each)
        bytes[i] = (uint8_t)((bytes[i] & 0x80) | between(c, 0x2c, 0x3f));
}

/* The scales of a block are half floats at these bytes of it. */
static void tame_scales(tensor_type type, uint8_t *bytes, size_t count) {
    const type_facts *facts = facts_of_type(type);
    size_t at = type == TYPE_Q6_K ? 209 : 1;
    for (size_t i = 0; i < count; i += (size_t)facts->bytes) {
        bytes[i + at] = 0x24;
        if (type == TYPE_Q4_K || type == TYPE_Q5_K) bytes[i + 3] = 0x20;
    }
}

static task some_task(chance *c, tensor_type type, bool is_by_inputs) {
    int block = facts_of_type(type)->numbers;
    task t = {.type = type, .is_by_inputs = is_by_inputs, .add = between(c, 0, 1)};
    int along = block > 1 ? block * between(c, 1, 3) : between(c, 1, between(c, 1, 600));
    int across = between(c, 1, 40);
    t.tokens = between(c, 1, 9);
    t.inputs = is_by_inputs ? across : along;
    t.outputs = is_by_inputs ? along : across;
    t.w = rows_in_file(type, NULL, across, along);
    size_t count = (size_t)across * t.w.stride;
    uint8_t *bytes = malloc(count);
    fill_bytes(c, type, bytes, count);
    if (type > TYPE_BF16) tame_scales(type, bytes, count);
    t.w.at = bytes;
    t.numbers = malloc((size_t)across * (size_t)along * sizeof(float));
    tensor_floats(type, bytes, (size_t)across * (size_t)along, t.numbers);
    t.x = some_matrix(c, t.tokens, t.inputs, t.inputs + between(c, 0, 5));
    return t;
}

static void forget_task(task *t) {
    free((void *)t->w.at);
    free(t->numbers);
    free(t->x.at);
}

/* One after the other, each rounded. */
static float plain_sum(const task *t, float sum, int token, int output) {
    for (int k = 0; k < t->inputs; k++) {
        int place = t->is_by_inputs ? k * t->outputs + output : output * t->inputs + k;
        volatile float product = matrix_row(t->x, token)[k] * t->numbers[place];
        sum += product;
    }
    return sum;
}

/* How many of y differ; nothing beside its columns is written. */
static int differences(const task *t, matrix before, matrix y) {
    int wrong = 0;
    for (int i = 0; i < y.rows; i++)
        for (int j = 0; j < y.stride; j++) {
            float old = matrix_row(before, i)[j], out = matrix_row(y, i)[j];
            bool is_beside = j >= y.columns;
            float right = is_beside ? old : plain_sum(t, t->add ? old : 0, i, j);
            wrong += bits_of_float(right) != bits_of_float(out);
        }
    return wrong;
}

static matrix copy_of(matrix m) {
    size_t bytes = (size_t)m.rows * (size_t)m.stride * sizeof(float);
    matrix to = {malloc(bytes), m.rows, m.columns, m.stride};
    memcpy(to.at, m.at, bytes);
    return to;
}

static void try_task(const task *t, matrix before, multiply *by, const char *whose) {
    matrix y = copy_of(before);
    float *room = malloc(product_room(t->tokens) * sizeof *room);
    uint64_t unfit = by(t->x, &t->w, y, t->add, room);
    int wrong = differences(t, before, y);
    CHECK(wrong == 0 && unfit == 0, "%s, %s %d x %d x %d: %d differ, %d unfit", whose,
          facts_of_type(t->type)->name, t->tokens, t->inputs, t->outputs, wrong, (int)unfit);
    free(room);
    free(y.at);
}

static void test_products(void) {
    chance c = {61};
    for (int round = 0; round < 50; round++)
        for (int type = TYPE_F32; type < TYPE_OTHER; type++)
            for (int is_by_inputs = 0; is_by_inputs < 2; is_by_inputs++) {
                task t = some_task(&c, (tensor_type)type, is_by_inputs);
                matrix before = some_matrix(&c, t.tokens, t.outputs, t.outputs + between(&c, 0, 3));
                try_task(&t, before, is_by_inputs ? multiply_by_inputs : multiply_by_outputs,
                         "vectors");
                try_task(&t, before,
                         is_by_inputs ? twin_multiply_by_inputs : twin_multiply_by_outputs,
                         "the twin");
                free(before.at);
                forget_task(&t);
            }
}

/* ---- In memory ------------------------------------------------------------------------------- */

/* Rows that are apart, as those of a head are. */
static void test_memory(void) {
    chance c = {62};
    matrix x = some_matrix(&c, 3, 12, 12), w = some_matrix(&c, 5, 12, 40);
    matrix y = some_matrix(&c, 3, 5, 5);
    float *room = malloc(product_room(x.rows) * sizeof *room);
    file_rows rows = rows_in_memory(w);
    CHECK(multiply_by_outputs(x, &rows, y, false, room) == 0, "all are finite");
    int wrong = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++) {
            float sum = 0;
            for (int k = 0; k < 12; k++) {
                volatile float product = matrix_row(x, i)[k] * matrix_row(w, j)[k];
                sum += product;
            }
            wrong += bits_of_float(sum) != bits_of_float(matrix_row(y, i)[j]);
        }
    CHECK(wrong == 0, "%d differ with rows that are apart", wrong);
    free(room);
    free(x.at);
    free(w.at);
    free(y.at);
}

/* ---- What is not finite ---------------------------------------------------------------------- */

static void put_infinite(task *t, size_t index, bool is_nan) {
    static const uint8_t infinite[][4] = {{0, 0, 0x80, 0x7f}, {0, 0x7c}, {0x80, 0x7f}};
    size_t bytes = (size_t)facts_of_type(t->type)->bytes;
    uint8_t *at = (uint8_t *)t->w.at + index * bytes;
    memcpy(at, infinite[t->type], bytes);
    if (is_nan) at[0] |= 1;
}

/* Each is counted once, wherever it stands. */
static void test_counting(void) {
    chance c = {63};
    for (int round = 0; round < 200; round++) {
        bool is_by_inputs = between(&c, 0, 1);
        task t = some_task(&c, (tensor_type)between(&c, TYPE_F32, TYPE_BF16), is_by_inputs);
        size_t count = (size_t)t.inputs * (size_t)t.outputs, first = next_bits(&c) % count,
               second = next_bits(&c) % count;
        matrix y = some_matrix(&c, t.tokens, t.outputs, t.outputs);
        float *room = malloc(product_room(t.tokens) * sizeof *room);
        put_infinite(&t, first, between(&c, 0, 1));
        put_infinite(&t, second, true);
        uint64_t right = 1 + (first != second);
        multiply *by = is_by_inputs ? multiply_by_inputs : multiply_by_outputs;
        uint64_t unfit = by(t.x, &t.w, y, false, room);
        CHECK(unfit == right, "%d of %d are counted in %d x %d", (int)unfit, (int)right, t.inputs,
              t.outputs);
        free(room);
        free(y.at);
        forget_task(&t);
    }
}

int main(void) {
    test_products();
    test_memory();
    test_counting();
    return report();
}
