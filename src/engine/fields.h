/* The fields of a link: key=value, separated by ; or by white space before a key that is known. */
#ifndef NF_FIELDS_H
#define NF_FIELDS_H

#include "slice.h"

/* The word at the start of a text, if = follows it; else empty. */
slice key_at(slice text);

enum { CHECK_DIGITS = 16 }; /* hexadecimal */

bool is_known(slice key); /* the key of a row, or "check" */

/* The row of a field's key; -1 if there is none of that name. */
int row_of_field(slice field);
bool is_text_field(slice field);

/* Where the value of a field ends that is not a text: before white space. */
const char *end_of_value(slice field);

typedef struct field {
    slice text;
    bool spaced; /* it ends with white space, where ; should stand */
} field;

/* Takes the first field off a link. */
field take_field(slice *link);

/* The last field of a link, to the end of the link. */
slice last_field(slice link);

#endif
