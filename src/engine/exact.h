/* Each product is rounded before it is added to anything, whatever the compiler would rather do:
 * then all compilers give the same bits. Every source of the library that has arithmetic in it
 * includes this before all else.
 *
 * gcc contracts where it is not told a standard (-std=gnu11), clang within an expression; both heed
 * this. clang with -ffp-contract=fast does not, and nothing tells it apart while it compiles: see
 * rounds_products in numbers.h. */
#ifndef NF_EXACT_H
#define NF_EXACT_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#endif
