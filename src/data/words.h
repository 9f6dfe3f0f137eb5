/* What is said of a reader's own file: the rows OF_FILE of messages.def. */
#ifndef NF_DATA_WORDS_H
#define NF_DATA_WORDS_H

#include "engine/messages.h"

typedef enum file_words {
#define OF_FILE(name, words) name,
#include "engine/messages.def"
} file_words;

/* Appends them; `with` may be NULL. */
void put_of_file(nf_text *out, file_words which, const fill *with);

#endif
