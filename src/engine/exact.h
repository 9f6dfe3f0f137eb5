/* Forbids the compiler to fuse a product and a sum into one operation that rounds once. Each
 * product is rounded before it is added, so all compilers give the same bits. Every source of the
 * library with floating-point arithmetic includes this first.
 *
 * By default gcc fuses with -std=gnu11, and clang within an expression; both obey this header.
 * clang with -ffp-contract=fast does not, and cannot be recognised while it compiles:
 * nf_rounds_products in numbers.h finds out when the program runs. */
#ifndef NF_EXACT_H
#define NF_EXACT_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#endif
