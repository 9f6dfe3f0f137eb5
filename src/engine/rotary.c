#include "exact.h"

#include "rotary.h"

#include "numbers.h"
#include "params.h"
#include "text.h"

enum { BASE_DIGITS = 9 };

/* A whole number as links write it: no sign, and no zero in front. */
static bool read_plain(slice text, uint32_t *value) {
    *value = 0;
    if (!text.length || text.length > BASE_DIGITS || *text.at == '0') return false;
    for (size_t i = 0; i < text.length; i++) {
        if (!is_digit(text.at[i])) return false;
        *value = 10 * *value + (uint32_t)(text.at[i] - '0');
    }
    return true;
}

bool read_rotary(slice text, rotary *to) {
    *to = (rotary){.width = 0};
    if (!text.length) return true;
    const char *first = memchr(text.at, '.', text.length);
    slice numbers = first ? after(text, first, 1) : text;
    const char *second = memchr(numbers.at, '.', numbers.length);
    if (!first || !second) return false;
    int layout = find_word("half pairs", text.at, up_to(text, first).length);
    to->neighbours = layout == 1;
    return layout >= 0 && read_plain(up_to(numbers, second), &to->width) &&
           read_plain(after(numbers, second, 1), &to->base) && to->width % 2 == 0 &&
           to->width <= NF_WIDTH_MAX;
}

/* The pair (a, b) as a point, turned. */
static void turn_pair(float *a, float *b, double angle) {
    float c = (float)nf_cos(angle), s = (float)nf_sin(angle), x = *a, y = *b;
    *a = x * c - y * s;
    *b = x * s + y * c;
}

void turn_rows(rotary by, int rows, size_t stride, float *x) {
    uint32_t pairs = by.width / 2;
    size_t step = by.neighbours ? 2 : 1, apart = by.neighbours ? 1 : pairs;
    for (uint32_t i = 0; i < pairs; i++) {
        double each = nf_pow(by.base, -(double)i / pairs);
        for (int row = 0; row < rows; row++) {
            float *a = x + (size_t)row * stride + i * step;
            turn_pair(a, a + apart, row * each);
        }
    }
}
