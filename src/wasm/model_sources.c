/* The kinds of source of the module with the model. */
#include "engine/source.h"

const source_kind *const nf_source_kinds[SOURCE_KINDS] = {&synthetic_kind, NULL, &model_kind};
