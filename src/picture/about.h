/* What a file says of the figure that it is of: link, check, the text read, layer and head, and the
 * settings that its numbers depend on. */
#ifndef NF_ABOUT_H
#define NF_ABOUT_H

#include "ninefold.h"

/* Whether the numbers of the figure depend on a row of the table. */
bool acts_on_numbers(const nf_params *params, int row);

/* A row's value; what was left to the source as what it came to. */
void put_resolved(nf_text *out, const nf_engine *engine, const nf_params *params, int row);

/* "eps=0.5~1e-3~1e-10 mask=causal ..": what the numbers depend on, without texts. */
void put_settings(nf_text *out, const nf_engine *engine, const nf_params *params);

/* The same as a JSON object of strings, with texts. */
void put_settings_json(nf_text *out, const nf_engine *engine, const nf_params *params);

/* The canonical link, and behind it the figure's check. */
void put_link(nf_text *out, const nf_engine *engine, const nf_params *params);

/* What the model read of an input, without the tokens in front of it; nothing without a model. */
void put_read_text(nf_text *out, const nf_engine *engine, int input);

/* The caption, of what is shown of the weights. */
void put_caption(nf_text *out, const nf_params *params);

/* "Layer 2 of 4, head 7 of 8 (counted from 0) of the model 93b56f21" */
void put_head(nf_text *out, const nf_engine *engine, const nf_params *params);

#endif
