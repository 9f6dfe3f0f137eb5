/* Where other heads change along with the one under study (`also`) in a model that is read through:
 * in the run on, the outputs of the heads of a layer at which it has stopped. */
#ifndef NF_MODEL_OTHERS_OWN_H
#define NF_MODEL_OTHERS_OWN_H

#include "engine/engine.h"
#include "through.h"

/* The first layer from `layer` on in which a head changes; `layers` if there is none. */
int next_change(const source *self, int layer, int layers);

/* Puts the outputs of all heads that change in the run's layer in the places of their own, on one
 * of its texts, for the prediction at this entry. The run's first texts, `as_read`, are those that
 * the model reads, unchanged. */
void change_heads(const nf_engine *engine, const through *run, int text, int as_read,
                  int prediction);

/* Puts an output, times `gain`, in the place of a head's on one text. */
void put_output_of(const through *run, int text, int head, const float *output, size_t stride,
                   float gain);

#endif
