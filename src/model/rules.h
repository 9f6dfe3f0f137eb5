/* What a tokenizer does to a text before it looks for pieces: normalizers change it, pre-tokenizers
 * cut it into sections, some do both. A rule is one of them; it takes a passage and makes another.
 */
#ifndef NF_RULES_H
#define NF_RULES_H

#include "passage.h"
#include "splits.h"

typedef enum rule_kind {
    RULE_NFC,
    RULE_PREPEND,   /* `text`, before each section */
    RULE_REPLACE,   /* `found` by `text` */
    RULE_FOLD,      /* two or more spaces by `text` */
    RULE_STRIP,     /* white space, `at_start` and `at_end` */
    RULE_SPLIT,     /* by `pattern` */
    RULE_DIGITS,    /* numbers are sections; each of its own if `at_start` */
    RULE_SPACE,     /* a space before each section that begins with none */
    RULE_BYTES,     /* each byte as a character that can be seen: GPT-2's alphabet */
    RULE_METASPACE, /* spaces by `text`, and one in front as `scheme` says; sections begin at them
                       if `at_start` */
    RULE_KINDS
} rule_kind;

typedef enum scheme { SCHEME_ALWAYS, SCHEME_FIRST, SCHEME_NEVER } scheme;

typedef struct rule {
    rule_kind kind;
    byte_slice text, found;
    bool at_start, at_end;
    split_pattern pattern;
    scheme scheme;
} rule;

enum { RULES_MAX = 64 };

typedef struct rule_list {
    rule at[RULES_MAX];
    int count;
} rule_list;

/* Applies all rules in order to *text, each of whose sections is not empty; `other` is a passage to
 * work with, and after an odd number of rules the two have changed places. False if there is no
 * memory. */
bool apply_rules(const rule_list *rules, const unicode *u, passage *text, passage *other);

/* A byte in GPT-2's alphabet, as UTF-8; and the byte that a character of it stands for, or -1. */
size_t put_alphabet(unsigned char byte, char out[2]);
int byte_of_letter(uint32_t code);

#endif
