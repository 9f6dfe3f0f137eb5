/* All kinds of source: for the command line, the library, and the module with everything. */
#include "engine/source.h"

const source_kind *const nf_source_kinds[SOURCE_KINDS] = {&synthetic_kind, &tensors_kind,
                                                          &model_kind};
