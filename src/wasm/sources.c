/* The kinds of source of the module without the model, which has nothing to say of models. */
#include "engine/messages.h"
#include "engine/source.h"

const source_kind *const nf_source_kinds[SOURCE_KINDS] = {&synthetic_kind, NULL, NULL};

const char *const *const nf_model_messages = NULL;
