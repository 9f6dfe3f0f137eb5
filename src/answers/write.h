/* Rows of answers as text, for programs and for people: the same wherever answers are judged. */
#ifndef NF_WRITE_H
#define NF_WRITE_H

#include "sheet.h"

/* holds (0.996 against 0.95 at p31) */
void put_verdict(nf_text *out, const nf_verdict *verdict);

/* The same as a field of CSV: in quotes where it says why nothing is known, and may have commas. */
void put_csv_verdict(nf_text *out, const nf_verdict *verdict);

/* "right", "again" where it is right and was counted in an earlier row, "no". */
const char *right_word(const row *row);

/* With a tab between its columns. No text of others acts on a terminal. */
void put_row_plain(nf_text *out, const question *question, const row *row);

void put_csv_head(nf_text *out, const question *question);
void put_row_csv(nf_text *out, const question *question, const row *row);

/* {"row":1,"line":4,"status":"reproduced",..}. `link` is the answer as it was handed in, `together`
 * the same with its question, to be opened. */
void put_row_json(nf_text *out, const question *question, const row *row);

/* "of":"d6171626","question":"1;..","text":"..","statements":[{"key":"ask1","statement":".."}],
 * "choices":["Query","Key"],"write":true */
void put_question_members(nf_text *out, const question *question);

#endif
