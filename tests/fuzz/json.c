/* Any bytes as JSON: what is taken is read to its end without a step outside, and says of itself
 * what it said before when it is written anew. */
#include "model/json.h"
#include "engine/text.h"
#include "words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const words[] = {
    "{",        "}",     "[",     "]",      "\"", ":",     ",",    "\\u",      "\\ud83d\\ude00",
    "true",     "false", "null",  "-1.5e3", "0",  "\"a\"", "\\\\", "\xc3\xa9", "\\n",
    "[[[[[[[[", "1e",    "\"a\":"};

/* All values again, without blanks and with each string's escapes undone and done. */
static void write_value(json_value v, nf_text *out, char *scratch) {
    if (v.kind == JSON_STRING)
        put_json(out, scratch, json_text(v, scratch));
    else if (v.kind != JSON_OBJECT && v.kind != JSON_ARRAY)
        put_bytes(out, v.at, v.length);
    else {
        int count = 0;
        put_char(out, v.kind == JSON_OBJECT ? '{' : '[');
        for (json_walk w = json_inside(v); json_next(&w);) {
            must(w.value.kind != JSON_NOTHING && w.value.at + w.value.length <= v.at + v.length);
            if (count++) put_char(out, ',');
            if (v.kind == JSON_OBJECT) {
                must(w.key.kind == JSON_STRING);
                write_value(w.key, out, scratch);
                put_char(out, ':');
            }
            write_value(w.value, out, scratch);
        }
        put_char(out, v.kind == JSON_OBJECT ? '}' : ']');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[1 << 14], scratch[1 << 14], once[1 << 17], twice[1 << 17];
    size_t length = spell(data, size, words, sizeof words / sizeof *words, text, sizeof text);
    char *alone = malloc(length + 1); /* so that a step beyond the end is seen */
    json_value root;
    json_fault fault;
    must(alone != NULL);
    memcpy(alone, text, length);
    if (json_read(alone, length, &root, &fault)) {
        nf_text out = {once, 0, sizeof once}, again = {twice, 0, sizeof twice};
        write_value(root, &out, scratch);
        must(out.used < sizeof once && json_read(once, out.used, &root, &fault));
        write_value(root, &again, scratch);
        must(again.used == out.used && memcmp(once, twice, out.used) == 0);
    } else {
        char said[200];
        nf_text why = {said, 0, sizeof said};
        put_fault(&why, INDEX_NO_JSON, alone, length, fault);
        must(fault.at <= length && fault.what != NOT_REFUSED && why.used < sizeof said);
    }
    free(alone);
    return 0;
}
