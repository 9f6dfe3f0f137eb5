/* All kinds of source, and what is said of models: for the command line, the library, and the
 * module with the model. */
#include "engine/messages.h"
#include "engine/source.h"

const source_kind *const nf_source_kinds[SOURCE_KINDS] = {&synthetic_kind, &tensors_kind,
                                                          &model_kind};

static const char *const messages[NF_CAUSES_COUNT] = {
#define MODEL_MESSAGE(cause, words) [cause] = words,
#include "engine/messages.def"
};

const char *const *const nf_model_messages = messages;
