/* The exports that a module with the model has besides: through them alone the model's code comes in. */
#include "wasm.h"

int EXPORT(bring_model)(session *s, const uint8_t *file, int bytes) {
    return (int)nf_bring_model(s->engine, file, (size_t)bytes);
}

/* Nothing where there is no such head. */
int EXPORT(head)(session *s, int index) {
    nf_head head;
    start(s);
    if (nf_measure_head(s->engine, index, &head) == NF_OK) nf_print_head(&head, &s->answer);
    return end(s);
}
