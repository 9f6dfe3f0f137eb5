/* The parameter `also`: other heads of a model that change along with the one under study. */
#ifndef NF_ALSO_H
#define NF_ALSO_H

#include "slice.h"

enum { ALSO_MAX = 16 };

/* A layer times 256, and a head of it: both are at most 255. */
typedef uint16_t also_head;

static inline int layer_of(also_head head) { return head >> 8; }
static inline int place_of(also_head head) { return head & 255; }

/* The heads that a spelling such as 2.7~0.3 lists, each once, in the order of layers and heads.
 * Returns how many; -1 if it is no such list. */
int read_also(slice spelling, also_head heads[ALSO_MAX]);

void put_also(nf_text *out, const also_head *heads, int count);

/* Those of a state, whose spelling was accepted. */
int also_of(const nf_params *params, also_head heads[ALSO_MAX]);

#endif
