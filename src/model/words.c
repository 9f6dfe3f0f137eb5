/* What is said of models, for every program that has their code. */
#include "engine/messages.h"

static const char *const messages[NF_CAUSES_COUNT] = {
#define MODEL_MESSAGE(cause, words) [cause] = words,
#include "engine/messages.def"
};

const char *const *const nf_model_messages = messages;
