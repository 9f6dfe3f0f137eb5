/* All kinds of source: the command line, the library, and the module with the model. */
#include "engine/source.h"

const source_kind *const nf_source_kinds[SOURCE_KINDS] = {&synthetic_kind, &tensors_kind,
                                                          &model_kind};
