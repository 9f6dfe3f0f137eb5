/* Which arrays of a file are Query, Key and Value, and these as tensors for nf_bring. */
#ifndef NF_DATA_CHOOSE_H
#define NF_DATA_CHOOSE_H

#include "arrays.h"
#include "words.h"

enum { CHOSEN_INPUTS = 3 };

/* Numbers of arrays: of Query, Key and Value of each input. */
typedef struct choice {
    int inputs;
    int of[CHOSEN_INPUTS][3];
} choice;

/* By their names: "q", "Query", "layer.5.key", "v1" to "v3" for three inputs. If the names do not
 * say it, false, and a sentence that lists what there is. */
bool propose(const array_file *file, choice *to, nf_text *why);

/* By the names that somebody gave, one input. */
bool choose(const array_file *file, const char *const names[3], choice *to, nf_text *why);

/* What an array's shape says: (tokens, d), (heads, tokens, d), or these in a batch of one. */
typedef struct array_shape {
    uint64_t heads, tokens, d;
} array_shape;

bool shape_of_array(const array *array, array_shape *shape);

/* Says of an array's shape why it cannot be used; always false. */
bool refuse_shape(const array *array, file_words which, nf_text *why);

/* What stands in a name behind the first of its words, runs of letters, that is this one of small
 * letters; NULL if none is. */
const char *behind_word(const char *name, const char *text);

static inline bool has_word(const char *name, const char *text) {
    return behind_word(name, text) != NULL;
}

/* The array of this name; -1, and why, if there is none. */
int find_array(const array_file *file, const char *name, nf_text *why);

/* The tensors of a choice, in memory of their own. Fewer heads of Key and Value than of Query are
 * shared by as many heads of Query each, in order. */
typedef struct gathered {
    nf_tensors tensors;
    uint64_t key_heads; /* how many there are in the file */
    float *memory;
    char *labels;        /* those of `tensors` */
    char left_out[1000]; /* which names of the file are not among them, in sentences */
} gathered;

bool gather_tensors(const array_file *file, const choice *by, gathered *out, nf_text *why);
void forget_gathered(gathered *of);

#endif
