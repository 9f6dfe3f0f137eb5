/* A model of the reader's own as a source: Query, Key and Value of a layer of a model that is read
 * through, range by range. */
#ifndef NF_SOURCE_OWN_H
#define NF_SOURCE_OWN_H

#include "through.h"

typedef struct own_model {
    description description;
    tensor_list list;
    token_texts texts;
    uint32_t *tokens; /* of these */
    size_t band;      /* floats that are looked at at once */
    uint64_t most;    /* bytes that reading may take */
    through through;  /* from the first figure of these texts on */
    bool has_begun;
} own_model;

/* Takes the list over; NULL if there is no memory. `hold` it in an engine. */
own_model *make_own(const description *d, tensor_list *list, size_t band, uint64_t most);

/* Copies what the model is to read; false if there is no memory. */
bool set_own_texts(own_model *model, const token_texts *texts);

extern const source_kind own_kind;

#endif
