/* The model run on with several heads changed at once. */
#include "engine/exact.h"

#include "engine/changed.h"
#include "engine/figure.h"
#include "source_model.h"

#include <string.h>

/* Vectors of the run that is being made; of another input, those of the text as it was read. */
static void fill_again(const source *self, const vector_rows *which, float *out) {
    const trained *t = self->held;
    bool is_own = which->input == t->again_input;
    fill_from_run(self, is_own ? &t->again : &t->read[which->input].run, which, out);
}

/* Puts the output of a changed head in the place of its own. */
static void change_head(const source *self, const going_on *from, also_head which) {
    trained *t = self->held;
    bool is_own = layer_of(which) == self->shape.layer && place_of(which) == self->shape.head;
    source as_it_is = *self;
    as_it_is.shape.layer = layer_of(which);
    as_it_is.shape.head = place_of(which);
    as_it_is.fill = fill_again;
    changed_head head = is_own ? head_as_asked(&as_it_is, from) : head_as_trained(&as_it_is, from);
    make_changed_head(&head, from->scratch);
    put_head_output(&t->model, &t->again, layer_of(which), place_of(which), from->scratch,
                    from->stride, (float)from->prediction->prediction.gain);
}

model_run *run_with_others(const source *self, const going_on *from) {
    trained *t = self->held;
    const model_run *base = &t->read[from->input].run;
    also_head own = (also_head)(self->shape.layer << 8 | self->shape.head);
    int layer = layer_of(self->other[0] < own ? self->other[0] : own);
    t->replaced_in[0] = -1;
    t->again_input = from->input;
    place_run(&t->again, &t->model.shape, base->n, t->again_memory);
    enter_layer(&t->model, base, layer, &t->again);
    for (; layer < t->model.shape.layers; layer++) {
        attend_layer(&t->model, &t->again, layer);
        for (int i = 0; i < self->others; i++)
            if (layer_of(self->other[i]) == layer) change_head(self, from, self->other[i]);
        if (layer_of(own) == layer) change_head(self, from, own);
        finish_layer(&t->model, &t->again, layer);
    }
    return &t->again;
}
