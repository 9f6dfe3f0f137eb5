/* Statements: reading and spelling them. nf_ask of ninefold.h judges them. */
#ifndef NF_ASK_H
#define NF_ASK_H

#include "ninefold.h"

bool statement_is_readable(const char *statement, size_t length);

/* Writes a statement as links spell it, each number in its shortest spelling. A statement that
 * cannot be read is written as it is. */
void put_statement(nf_text *out, const char *statement, size_t length);

/* What is missing where a statement stops being readable; NF_NO_CAUSE of one that is readable, or
 * of too many parts. */
nf_cause statement_problem(const char *statement, size_t length);

/* A statement that cannot be judged. */
nf_verdict unknown_for(nf_cause cause);

#endif
