#include "exact.h"

#include "sums.h"

#include "lanes.h"

typedef struct partial {
    wide of[SUMS];
    lanes low, minus_high, minus_change;
} partial;

static inline partial load_sums(const row_sums *from) {
    partial s = {.low = lanes_load(from->low),
                 .minus_high = lanes_load(from->minus_high),
                 .minus_change = lanes_load(from->minus_change)};
    for (int i = 0; i < SUMS; i++) s.of[i] = wide_load(from->of[i]);
    return s;
}

static inline void store_sums(row_sums *to, partial s) {
    for (int i = 0; i < SUMS; i++) wide_store(to->of[i], s.of[i]);
    lanes_store(to->low, s.low);
    lanes_store(to->minus_high, s.minus_high);
    lanes_store(to->minus_change, s.minus_change);
}

static inline lanes exponent_lanes(const exponents *of, int j) {
    lanes x = lanes_subtract(lanes_load(of->x + j), lanes_of(of->top));
    lanes t = lanes_multiply(x, lanes_of(of->slope));
    /* The logits of keys outside the mask may be anything, also none at all. */
    return lanes_max(lanes_of(-100), lanes_min(lanes_of(0), t));
}

/* Adds four columns, or as many as are left. */
static inline partial add_columns(partial s, const logged_row *row, const logged_row *compared,
                                  int j, int left, double *places) {
    static const float inside[8] = {-1, -1, -1, -1};
    const lanes none = lanes_of(0), stay = lanes_load(inside + (left < 4 ? 4 - left : 0));
    lanes t = exponent_lanes(&row->of, j);
    lanes apart = lanes_subtract(t, exponent_lanes(&compared->of, j));
    lanes here = lanes_load(row->w + j);
    lanes w = lanes_if_negative(stay, here, none);
    lanes r = lanes_if_negative(stay, lanes_load(compared->w + j), none);
    wide added = wide_of(w);
    wide_store(places, wide_add(wide_load(places), added));
    s.of[SUM] = wide_add(s.of[SUM], added);
    s.of[COMPARED] = wide_add(s.of[COMPARED], wide_of(r));
    s.of[EXPONENTS] = wide_add(s.of[EXPONENTS], wide_of(lanes_multiply(w, t)));
    s.of[APART] = wide_add(s.of[APART], wide_of(lanes_multiply(w, apart)));
    s.low = lanes_min(s.low, lanes_if_negative(stay, here, s.low));
    s.minus_high = lanes_min(s.minus_high, lanes_minus_size(w));
    s.minus_change = lanes_min(s.minus_change, lanes_minus_size(lanes_subtract(w, r)));
    return s;
}

void sum_part(const logged_row *row, const logged_row *compared, span part, double *places,
              row_sums *sums) {
    partial s = load_sums(sums);
    for (int j = part.from; j < part.to; j += 4, places += 4)
        s = add_columns(s, row, compared, j, part.to - j, places);
    store_sums(sums, s);
}
