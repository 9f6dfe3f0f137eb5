/* How tokenizers cut a text into words before they look for pieces. Their files give regular
 * expressions; those that are known are matched by functions that do exactly what the expression
 * says, as Oniguruma reads it. */
#ifndef NF_SPLITS_H
#define NF_SPLITS_H

#include "unicode.h"

typedef enum split_pattern { SPLIT_GPT2, SPLIT_LLAMA3, SPLIT_QWEN2, SPLIT_PATTERNS } split_pattern;

/* The expressions, as tokenizer.json has them. */
extern const char *const split_expressions[SPLIT_PATTERNS];

/* Bytes of the match at the start of a text that is not empty; at least one character's. Each of
 * these expressions matches any text. */
size_t split_length(split_pattern pattern, const unicode *u, const char *text, size_t length);

/* The character at the start of a well-formed text; its length is added to *at. */
uint32_t next_code(const char *text, size_t length, size_t *at);

#endif
