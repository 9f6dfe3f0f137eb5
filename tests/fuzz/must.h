/* What must hold for any input: a fuzzer keeps the input that breaks it. */
#ifndef NF_FUZZ_MUST_H
#define NF_FUZZ_MUST_H

#include <stdbool.h>

static inline void must(bool holds) {
    if (!holds) __builtin_trap();
}

#endif
