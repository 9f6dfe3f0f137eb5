/* The second figure of a link: what `pair` says it has other than the first. */
#ifndef NF_PAIR_H
#define NF_PAIR_H

#include "engine/slice.h"

/* Does the link have a second figure? */
bool has_pair(const nf_params *a);

/* The parameters of the second figure, in `b`, and what was read of its check. Where a value is not
 * accepted, its default is used, and the link is not lossless; `fault` and `why` are of the first
 * such value. How the figure is looked at is no matter of `pair`, and is not taken over. */
nf_link read_second(const nf_params *a, nf_params *b, nf_fault *fault, nf_text *why);

/* Says of a link that this is of its second figure. */
void put_of_second(nf_text *out, slice why);

#endif
