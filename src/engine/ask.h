/* Statements: reading and spelling them. nf_ask of ninefold.h judges them. */
#ifndef NF_ASK_H
#define NF_ASK_H

#include "ninefold.h"

bool statement_is_readable(const char *statement, size_t length);

/* Writes a statement as links spell it, each number in its shortest spelling. A statement that
 * cannot be read is written as it is. */
void put_statement(nf_text *out, const char *statement, size_t length);

/* Says what is allowed at the first part of a statement that cannot be read; NULL if the statement
 * is readable, or has too many parts. */
const char *statement_problem(const char *statement, size_t length);

#endif
