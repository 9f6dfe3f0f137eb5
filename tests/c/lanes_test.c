/* src/engine/lanes.h: every operation against plain C, bit for bit, whichever of SSE, NEON or the
 * scalar twin was built. */
#include "engine/lanes.h"
#include "test.h"

#include <math.h>

enum { ROUNDS = 100000 };

/* ---- The twin ------------------------------------------------------------------------------- */

static float add(float a, float b) { return a + b; }
static float subtract(float a, float b) { return a - b; }
static float multiply(float a, float b) { return a * b; }
static float divide(float a, float b) { return a / b; }
static float smaller(float a, float b) {
    return b < a ? b : a;
} /* a, where they are equal or one is not a number */
static float larger(float a, float b) { return a < b ? b : a; } /* likewise */
static float minus_size(float a) { return copysignf(a, -1.0f); }
static float if_negative(float x, float a, float b) { return signbit(x) ? a : b; }

/* The low nine bits of n's significand, as a signed number, go into the exponent of a. */
static float add_exponent(float a, float n) {
    return float_of_bits(bits_of_float(a) + bits_of_float(n) * 0x800000u);
}

/* ---- Numbers to try ------------------------------------------------------------------------- */

static const uint32_t edges[] = {
    0x00000000, 0x80000000,
    0x3f800000, 0xbf800000, /* 0, 1 and their negatives */
    0x00000001, 0x80000001,
    0x007fffff, 0x00800000, /* the smallest: subnormal and normal */
    0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, /* the largest; infinities */
    0x7fc00000, 0xffc00000,
    0x7fc12345, 0x3f7fffff, /* not numbers; just below 1 */
    0x4b400000, 0x4b3fffff,
    0x4b400001, 0x4b3fff9c, /* 1.5 2^23 and what stands for -1, 1 and -100 beside it */
};
enum { EDGES = sizeof edges / sizeof *edges };

/* Four numbers: of any bits, from the edges, or of usual size; unaligned, as rows may be. */
static void choose(chance *c, float x[4]) {
    for (int i = 0; i < 4; i++) switch (between(c, 0, 2)) {
        case 0: x[i] = float_of_bits((uint32_t)next_bits(c)); break;
        case 1: x[i] = float_of_bits(edges[between(c, 0, EDGES - 1)]); break;
        default: x[i] = (float)within(c, -8, 8);
        }
}

/* Which of several NaNs an addition gives is left open by IEEE, and no row ever holds one. */
static bool same_value(float ours, float twin) {
    return isnan(twin) ? isnan(ours) : bits_of_float(ours) == bits_of_float(twin);
}

static bool same_bits(float ours, float twin) { return bits_of_float(ours) == bits_of_float(twin); }

/* ---- Comparing ------------------------------------------------------------------------------ */

typedef struct operation {
    const char *name;
    lanes (*lanes)(lanes a, lanes b);
    float (*twin)(float a, float b);
    bool (*same)(float ours, float twin);
} operation;

static const operation operations[] = {
    {"add", lanes_add, add, same_value},
    {"subtract", lanes_subtract, subtract, same_value},
    {"multiply", lanes_multiply, multiply, same_value},
    {"divide", lanes_divide, divide, same_value},
    {"min", lanes_min, smaller, same_bits},
    {"max", lanes_max, larger, same_bits},
    {"add_exponent", lanes_add_exponent, add_exponent, same_bits},
};

static void test_operation(const operation *o) {
    chance c = {21};
    float memory[3][5], *a = memory[0] + 1, *b = memory[1] + 1, *r = memory[2] + 1;
    int different = 0;
    for (int round = 0; round < ROUNDS; round++) {
        choose(&c, a);
        choose(&c, b);
        lanes_store(r, o->lanes(lanes_load(a), lanes_load(b)));
        for (int i = 0; i < 4; i++) {
            if (o->same(r[i], o->twin(a[i], b[i]))) continue;
            different++;
            CHECK(false, "%s of %a and %a is %a", o->name, (double)a[i], (double)b[i],
                  (double)r[i]);
        }
    }
    CHECK(different == 0, "%s differs %d times", o->name, different);
}

static void test_edges(const operation *o) { /* every edge with every other */
    int different = 0;
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) {
            float r[4], a = float_of_bits(edges[i]), b = float_of_bits(edges[j]);
            lanes_store(r, o->lanes(lanes_of(a), lanes_of(b)));
            for (int lane = 0; lane < 4; lane++) different += !o->same(r[lane], o->twin(a, b));
        }
    CHECK(different == 0, "%s differs %d times on edges", o->name, different);
}

static void test_other_operations(void) {
    chance c = {22};
    float x[4], a[4], b[4], r[4];
    int loaded = 0, spread = 0, sizes = 0, chosen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        choose(&c, x);
        choose(&c, a);
        choose(&c, b);
        lanes_store(r, lanes_load(x));
        loaded += memcmp(r, x, sizeof r) != 0;
        lanes_store(r, lanes_of(x[0]));
        for (int i = 0; i < 4; i++) spread += !same_bits(r[i], x[0]);
        lanes_store(r, lanes_minus_size(lanes_load(x)));
        for (int i = 0; i < 4; i++) sizes += !same_bits(r[i], minus_size(x[i]));
        lanes_store(r, lanes_if_negative(lanes_load(x), lanes_load(a), lanes_load(b)));
        for (int i = 0; i < 4; i++) chosen += !same_bits(r[i], if_negative(x[i], a[i], b[i]));
    }
    CHECK(loaded == 0, "load and store change %d vectors", loaded);
    CHECK(spread == 0, "of differs %d times", spread);
    CHECK(sizes == 0, "minus_size differs %d times", sizes);
    CHECK(chosen == 0, "if_negative differs %d times", chosen);
}

static void test_transpose(void) {
    chance c = {23};
    int wrong = 0;
    for (int round = 0; round < 1000; round++) {
        float x[4][4], r[4];
        lanes all[4];
        for (int i = 0; i < 4; i++) {
            choose(&c, x[i]);
            all[i] = lanes_load(x[i]);
        }
        lanes_transpose(all);
        for (int i = 0; i < 4; i++) {
            lanes_store(r, all[i]);
            for (int j = 0; j < 4; j++) wrong += !same_bits(r[j], x[j][i]);
        }
    }
    CHECK(wrong == 0, "transpose moves %d numbers elsewhere", wrong);
}

/* Every half and brain float, and floats of any bits; a NaN stays one. */
static void test_files(void) {
    chance c = {24};
    int wrong = 0;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        uint8_t two[8] = {0}, four[16];
        float half[4], brain[4], full[4];
        two[6] = (uint8_t)bits;
        two[7] = (uint8_t)(bits >> 8);
        for (int i = 0; i < 16; i++) four[i] = (uint8_t)next_bits(&c);
        lanes_store(half, lanes_of_half(two));
        lanes_store(brain, lanes_of_brain(two));
        lanes_store(full, lanes_of_full(four));
        int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
        double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
        if (exponent == 31) size = fraction ? (double)NAN : (double)INFINITY;
        wrong += !same_value(half[3], (float)(bits >> 15 ? -size : size));
        wrong += half[0] != 0 || brain[0] != 0 || !same_bits(brain[3], float_of_bits(bits << 16));
        wrong += memcmp(full, four, sizeof full) != 0;
    }
    CHECK(wrong == 0, "%d numbers of files are others", wrong);
}

/* What the magic number of exp2_columns counts on: adding 1.5 2^23 leaves the nearest whole number
 * in the low bits. */
static void test_exponents(void) {
    int wrong = 0;
    for (int n = -100; n <= 100; n++) {
        float r[4];
        lanes whole = lanes_add(lanes_of((float)n + 0.25f), lanes_of(12582912.0f));
        lanes_store(r, lanes_add_exponent(lanes_of(1.5f), whole));
        wrong += r[0] != ldexpf(1.5f, n);
    }
    CHECK(wrong == 0, "%d powers of two are not what they are", wrong);
}

int main(void) {
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        test_operation(&operations[i]);
        test_edges(&operations[i]);
    }
    test_other_operations();
    test_transpose();
    test_files();
    test_exponents();
    return report();
}
