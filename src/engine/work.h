/* How much work a figure is, known before any of it is done, and the same on every machine.
 *
 * The unit is one product of two floats, added to a sum, as the kernels do it. Other work is
 * counted as the number of such products that takes as long, measured once with SIMD
 * (tests/bench/work.mjs) and rounded. */
#ifndef NF_WORK_H
#define NF_WORK_H

#include "figure.h"

enum {
    WORK_OF_NORMAL = 750, /* a normal random number */
    WORK_OF_ANGLE = 260,  /* cosine and sine of an angle */
    WORK_OF_EXPONENTIAL = 120
};

/* The work of a whole plan, as if nothing of it had been made before. */
uint64_t work_of(const plan *plan, const source *from);

#endif
