#include "engine/exact.h"

#include "refusals.h"

static const char *const of_model[] = {
    [NOT_REFUSED] = "",
#define OF_MODEL(name, words) [name] = words,
#include "engine/messages.def"
};

void put_of_model(nf_text *out, model_words which, const fill *with) {
    put_words(out, of_model[which], with);
}

void put_of_named(nf_text *out, model_words which, const char *name) {
    put_of_model(out, which, &(fill){.quoted = slice_of(name)});
}
