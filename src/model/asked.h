/* What a link asks of a model: which one it is, its layers and heads, and texts to read; and what
 * is said where the model does not have it. */
#ifndef NF_MODEL_ASKED_H
#define NF_MODEL_ASKED_H

#include "engine/messages.h"
#include "engine/source.h"

/* Whether the link names no model, or this one; else why not. */
bool is_model_asked(const nf_params *p, const char *id, source *self, nf_text *why);

/* Whether there are more than `asked`, which counts from 0; else why not. */
bool has_asked(source *self, nf_text *why, nf_fault fault, int asked, int count);

/* Sets the other heads that the link changes; false, and why, if there are not all of them. */
bool choose_others(source *self, int layers, nf_text *why);

/* The link's text for an input; of no length if it has none. */
byte_slice asked_text(const nf_params *p, int input);

/* Says why a text cannot be read: from byte `at` on, or that it is longer than `room` tokens. */
nf_fault refuse_text(nf_text *why, nf_cause cause, int input, byte_slice text, size_t at, int room);

#endif
