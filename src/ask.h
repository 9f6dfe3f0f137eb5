/* Statements, as parsed. */
#ifndef NF_ASK_H
#define NF_ASK_H

#include "ninefold.h"

bool statement_is_readable(const char *statement, size_t length);

/* What is allowed where a statement stops being readable. */
const char *statement_problem(const char *statement, size_t length);

#endif
