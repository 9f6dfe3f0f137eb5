/* Statements, as parsed. */
#ifndef NF_ASK_H
#define NF_ASK_H

#include "ninefold.h"

bool statement_is_readable(const char *statement, size_t length);

/* A statement as links write it: of all spellings of its numbers, the shortest. One that cannot be
 * read stays as it is. */
void put_statement(nf_text *out, const char *statement, size_t length);

/* What is allowed where a statement stops being readable; NULL of one that is readable, or of too
 * many parts. */
const char *statement_problem(const char *statement, size_t length);

#endif
