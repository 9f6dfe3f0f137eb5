/* Every head of a model of the reader's own, a layer at a time. */
#ifndef NF_HEADS_OWN_H
#define NF_HEADS_OWN_H

#include "source_own.h"

/* A head of the layer of the figure that was made last, as nf_measure_head measures it, but for
 * `induction` and `effect`, which are NaN. NF_NO_DATA if there is no such head; NF_NO_FIGURE. */
nf_status measure_own_head(nf_engine *engine, int head, nf_head *out);

#endif
