/* JSON, as the files of a model need it: config.json, tokenizer.json, the header of safetensors and
 * its index. The text is looked at once, whole; then values are slices of it, and nothing about
 * them can fail any more. Nothing is allocated and no tree is built.
 *
 *     json_value root, width;
 *     json_fault fault;
 *     if (!json_read(bytes, size, &root, &fault))
 *         put_fault(why, INDEX_NO_JSON, bytes, size, fault);
 *     for (json_walk w = json_inside(root); json_next(&w);) ...     w.key, w.value
 *     if (json_find(root, "hidden_size", &width) == 1 && json_whole(width, &number)) ...
 */
#ifndef NF_JSON_H
#define NF_JSON_H

#include "refusals.h"

enum { JSON_DEPTH = 64 }; /* objects and arrays inside one another; more are refused */

typedef enum json_kind {
    JSON_NOTHING,
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_kind;

/* The bytes of a value, with its quotes or brackets. */
typedef struct json_value {
    json_kind kind;
    const char *at;
    size_t length;
} json_value;

typedef struct json_fault {
    model_words what; /* NOT_REFUSED if nothing is wrong */
    size_t at;        /* the byte, from 0 */
} json_fault;

/* Whether all of it is one value. Strings are UTF-8, and no escape in them is half a character.
 * Members of the same name are not looked for. */
bool json_read(const char *bytes, size_t size, json_value *root, json_fault *fault);

/* Words of which {text} is, as an example, "a colon is missing (line 3, character 14)". */
void put_fault(nf_text *out, model_words which, const char *bytes, size_t size, json_fault fault);

/* The members of an object or the elements of an array, in order; of anything else none. */
typedef struct json_walk {
    const char *at, *end;
    bool has_keys;
    json_value key, value; /* the key of an element is JSON_NOTHING */
} json_walk;

json_walk json_inside(json_value whole);
bool json_next(json_walk *walk);

/* How many members have this name, *value being the last of them. A text in which a name stands
 * twice means different things to different readers. */
int json_find(json_value object, const char *name, json_value *value);

/* A string's characters, without its quotes and escapes, into `out`, which takes at most
 * value.length bytes; how many they are. */
size_t json_text(json_value string, char *out);
bool json_is(json_value value, const char *text); /* whether it is this string */

/* False if the value is no number, or one that the type does not hold exactly (whole), or that is
 * larger than 1e300 (number). */
bool json_whole(json_value value, uint64_t *out);
bool json_number(json_value value, double *out);

#endif
