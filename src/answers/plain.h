/* Text of others, made harmless for whoever reads it: a terminal, a spreadsheet. */
#ifndef NF_PLAIN_H
#define NF_PLAIN_H

#include "engine/slice.h"

/* Appends one character of it as a terminal may have it, and returns how many bytes it took: white
 * space becomes a space, other controls and bytes that are not UTF-8 become question marks. */
size_t put_plain_character(nf_text *out, slice text);
void put_plain(nf_text *out, slice text);

/* A field of CSV in quotes, of plain characters. An apostrophe stands before what a spreadsheet
 * would run as a formula. */
void put_csv_field(nf_text *out, slice text);

#endif
