#include "words.h"

static const char *const of_file[] = {
#define OF_FILE(name, words) words,
#include "engine/messages.def"
};

void put_of_file(nf_text *out, file_words which, const fill *with) {
    put_words(out, of_file[which], with);
}
