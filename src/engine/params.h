/* The rows of the table of parameters as constants, and what a state holds in them. */
#ifndef NF_PARAMS_H
#define NF_PARAMS_H

#include "slice.h"

enum {
#define ROW(key, ...) P_##key,
#include "params.def"
#undef ROW
    P_COUNT
};

/* The words of the choices, in the order of their rows; those of `figure` and `op` are in kinds.h.
 */
enum { SOURCE_SYNTHETIC, SOURCE_TENSORS, SOURCE_MODEL };
enum { MASK_CAUSAL, MASK_NONE, MASK_WINDOW };
enum { WEIGHTS_SOFTMAX, WEIGHTS_SOFTMAX1, WEIGHTS_SIGMOID };
enum { OVER_HEADS, OVER_TOKENS, OVER_CHANNELS };
enum { VALUE_THIS, VALUE_NEXT };
enum { BEGINS_AUTO, BEGINS_ON, BEGINS_OFF };
enum { SHARE_HEAD, SHARE_GROUP };
enum { POOL_MAX, POOL_MEAN };

/* What a curve is of: the keys of all measures, in their order, and "prediction". */
#define SPACED(name, key, ...) key " "
#define CURVE_WORDS NF_MEASURE_LIST(SPACED, "", "") "prediction"

static inline double number_of(const nf_params *p, int row) { return p->number[row][0]; }
static inline int whole_of(const nf_params *p, int row) { return (int)p->number[row][0]; }
static inline bool is_text(const nf_row *row) {
    return row->kind == NF_TEXT || row->kind == NF_WORDS;
}

/* Which of the words between spaces it is; -1: none. */
int find_word(const char *words, const char *spelling, size_t length);

/* Whether a row holds its default, which links leave out. */
bool has_default(const nf_params *params, int row);

/* Whether two states agree in a row. */
bool same_value(const nf_params *a, const nf_params *b, int row);

/* Sets a row as nf_set does; `why` and `fault` are of a spelling that is not accepted, without how
 * links write three values. */
bool read_row(nf_params *params, int row, slice spelling, nf_text *why, nf_fault *fault);

/* NF_NO_CAUSE if every number is in its row's range, as nf_set leaves it, and every text inside
 * `texts`; else `why` names the first row that is not. */
nf_fault check_params(const nf_params *params, nf_text *why);

#endif
