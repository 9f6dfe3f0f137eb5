/* Elementary functions, random numbers and hashing with the same bits everywhere.
 *
 * Nothing here calls the C library's mathematics: every function is a fixed sequence of IEEE
 * additions, multiplications and divisions in double precision, so gcc, clang and WebAssembly agree
 * to the last bit (exact.h). Arguments must be finite and within the stated ranges. Errors were
 * measured against a long-double libm; tests/c/numbers_test.c repeats that. */
#ifndef NF_NUMBERS_H
#define NF_NUMBERS_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "Ninefold needs plain IEEE arithmetic: no -ffast-math, and SSE rather than x87."
#endif

#define NF_LN2 0.69314718055994530942
#define NF_LOG2E 1.44269504088896340736
#define NF_PI 3.14159265358979323846

double nf_exp2(double x);          /* clamped to -1022 <= x <= 1023; relative error below 4e-16 */
double nf_exp(double x);           /* exp2(x log2 e): relative error below 3e-16 (1 + |x|) */
double nf_log(double x);           /* x > 0 and normal; error below 4e-16 (1 + |log x|) */
double nf_pow(double x, double y); /* x > 0; exp2(y log2 x) */
double nf_sin(double x);           /* |x| < 1e6; absolute error below 1e-15 */
double nf_cos(double x);
double nf_sqrt(double x); /* x = 0 or normal; relative error below 3e-16 */

/* Counter-based random numbers: a value depends only on (key, index), so any element can be drawn
 * alone, in any order. A key is made from a seed by mixing in what the numbers are for. */
uint64_t nf_mix(uint64_t x); /* a bijection on 64 bits that spreads every input bit */
uint64_t nf_key(uint64_t key, uint64_t purpose); /* a new key from a key and a purpose */
double nf_uniform(uint64_t key, uint64_t index); /* in [0, 1), 53 bits */
double nf_normal(uint64_t key, uint64_t index);  /* standard normal (Box-Muller), |x| < 8.6 */

/* 64-bit hash of float32 arrays in the order given; -0 counts as +0. Detects drift, not forgery. */
uint64_t nf_hash_floats(uint64_t hash, const float *x, size_t count);
uint64_t nf_hash_word(uint64_t hash, uint64_t word);

/* Whether a product is rounded before something is added to it. False only if the compiler ignores
 * exact.h; never in WebAssembly, which has no operation that does both. */
#ifdef __wasm__
static inline bool nf_rounds_products(void) { return true; }
#else
bool nf_rounds_products(void);
#endif

#endif
