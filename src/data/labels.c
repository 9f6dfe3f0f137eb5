#include "labels.h"

#include "bytes.h"
#include "choose.h"

#include "engine/text.h"

#include <stdlib.h>

/* ---- Where names stand ---------------------------------------------------------------------- */

static const char *const words[] = {"layer", "heads", "tokens"};

enum { LAYER, HEADS, TOKENS, WORDS_COUNT };

/* An element of an array as NumPy writes it: 'U' of code points, 'S' of bytes, 'i' or 'u' of a
 * whole number of 1, 2, 4 or 8 bytes, 'O' of objects, which cannot be read, nor can whole numbers
 * of any other size; 0 of anything else. */
typedef struct element {
    char kind;
    uint64_t bytes;
} element;

static element element_of(const array *a) {
    const char *at = a->type_name + (*a->type_name && strchr("<>|=", *a->type_name));
    element made = {.bytes = 0};
    if (!*at || !strchr("USiuO", *at)) return made;
    for (int i = 1; is_digit(at[i]); i++) made.bytes = made.bytes * 10 + (uint64_t)(at[i] - '0');
    made.kind = *at;
    if (*at == 'U') made.bytes *= 4;
    uint64_t b = made.bytes;
    bool is_odd = b != 1 && b != 2 && b != 4 && b != 8;
    if ((*at == 'i' || *at == 'u') && is_odd) made.kind = 'O';
    return made;
}

static int word_of(const char *name) {
    int which = 0;
    while (which < WORDS_COUNT && !has_word(name, words[which])) which++;
    return which;
}

bool holds_labels(const array *a) {
    int word = word_of(a->name);
    char kind = element_of(a).kind;
    bool is_list = a->dimensions == 1 || (a->dimensions == 2 && a->shape[0] == 1);
    bool is_count = kind == 'i' || kind == 'u'; /* a number alone says how many there are */
    bool fits = word == LAYER ? a->numbers == 1 : word < WORDS_COUNT && (is_list || !is_count);
    return fits && a->is_packed && kind;
}

/* Names that were found: an array, or a text of __metadata__; neither if there are none. */
typedef struct names {
    slice name;
    const array *array;
    json_value text;
} names;

/* Which names are sought: of the word, and of tokens those of an input, from 1. Its number stands
 * behind the word; of those without one, `unnumbered` so far, they are the first, second or third,
 * too. */
typedef struct sought {
    int word, input, unnumbered;
} sought;

/* Whether these are they, by what stands behind their word: "2", "_2" or nothing. */
static bool are_sought(sought *of, const char *behind) {
    if (of->word == TOKENS && *behind == '_') behind++;
    if (of->word != TOKENS || !is_digit(*behind)) return ++of->unnumbered == of->input;
    return *behind - '0' == of->input && !is_digit(behind[1]);
}

/* Whether a key of __metadata__ is the word, of tokens with or without a digit, and nothing else:
 * files of models have "n_heads" or "num_layer" there. */
static bool is_key_of(const char *key, int word) {
    size_t length = strlen(words[word]);
    if (strncmp(key, words[word], length) != 0) return false;
    return !key[length + (word == TOKENS && is_digit(key[length]))];
}

static names find_names(const array_file *file, sought of) {
    for (int i = 0; i < file->count; i++) {
        const array *a = &file->at[i];
        if (holds_labels(a) && word_of(a->name) == of.word &&
            are_sought(&of, behind_word(a->name, words[of.word])))
            return (names){.name = slice_of(a->name), .array = a};
    }
    for (json_walk w = json_inside(file->metadata); json_next(&w);) {
        char key[ARRAY_NAME_MAX + 1];
        if (w.key.length > ARRAY_NAME_MAX) continue;
        key[json_text(w.key, key)] = 0;
        if (is_key_of(key, of.word) && are_sought(&of, key + strlen(words[of.word])))
            return (names){.name = {w.key.at + 1, w.key.length - 2}, .text = w.value};
    }
    return (names){.name = {"", 0}};
}

/* ---- Writing them --------------------------------------------------------------------------- */

/* Without what is no UTF-8 or acts on a terminal; a line's end is a token of many models. */
static void put_harmless(slice text, nf_text *out) {
    for (size_t i = 0, step; i < text.length && text.at[i]; i += step) {
        size_t length = utf8_length(text.at + i, text.length - i);
        step = length ? length : 1;
        bool shown = length && (text.at[i] == '\n' || !is_control(code_point(text.at + i, length)));
        if (shown) put_bytes(out, text.at + i, length);
    }
}

static uint64_t whole_at(const array *a, const uint8_t *at, int bytes) {
    return a->high_first ? high_first(at, bytes) : low_first(at, bytes);
}

static void put_letters(const array *a, const uint8_t *at, uint64_t count, nf_text *out) {
    for (uint64_t code; count-- > 0 && (code = whole_at(a, at, 4)) != 0; at += 4) {
        char bytes[4];
        if (code < 0x110000) put_harmless((slice){bytes, write_utf8((uint32_t)code, bytes)}, out);
    }
}

/* Numbers below 0, by which nothing is counted, are no names. */
static void put_counted(const array *a, const uint8_t *at, element of, nf_text *out) {
    uint64_t number = whole_at(a, at, (int)of.bytes);
    if (of.kind == 'i' && number >> (8 * of.bytes - 1)) return;
    if (number > 9) put_whole(out, (int64_t)(number / 10));
    put_char(out, (char)('0' + number % 10));
}

static void put_element(const array *a, const uint8_t *at, element of, nf_text *out) {
    if (of.kind == 'U')
        put_letters(a, at, of.bytes / 4, out);
    else if (of.kind == 'S')
        put_harmless((slice){(const char *)at, (size_t)of.bytes}, out);
    else
        put_counted(a, at, of, out);
    put_char(out, 0);
}

/* How many names there are, and what is wrong with them: NAMES_LEFT_OUT is nothing but a number of
 * them that is not the one that is needed. */
typedef struct fitness {
    uint64_t count;
    file_words fault;
} fitness;

/* Each of an array's names, unless its bytes are not those that were packed; false without
 * memory. */
static bool put_array(const array *a, nf_text *out, fitness *fit) {
    element of = element_of(a);
    uint8_t *bytes = malloc((size_t)a->entry.size + 1);
    if (!bytes) return false;
    if (!zip_unpack(&a->entry, bytes)) fit->fault = NAMES_UNREAD;
    for (uint64_t i = 0; fit->fault != NAMES_UNREAD && i < a->numbers; i++)
        put_element(a, bytes + a->skip + i * of.bytes, of, out);
    free(bytes);
    return true;
}

static bool are_fit(const fitness *of, int needed) {
    return of->fault == NAMES_LEFT_OUT && of->count == (uint64_t)needed;
}

/* A name in JSON: a text, or a number as it is written. It is decoded where it stands. */
static void put_value(json_value value, nf_text *out, fitness *of) {
    size_t length = value.length;
    if (value.kind == JSON_STRING) length = json_text(value, (char *)value.at);
    if (length > LABEL_BYTES_MAX) of->fault = NAMES_TOO_LONG;
    of->count++;
    put_harmless((slice){value.at, length}, out);
    put_char(out, 0);
}

/* Each of the names in a text of __metadata__, a list in JSON or one by itself; false without
 * memory. */
static bool put_text(json_value text, nf_text *out, fitness *of) {
    json_value all;
    json_fault fault;
    char *memory = malloc(text.length);
    if (!memory) return false;
    size_t length = json_text(text, memory);
    bool is_list = json_read(memory, length, &all, &fault) && all.kind == JSON_ARRAY;
    for (json_walk w = json_inside(all); is_list && json_next(&w);) put_value(w.value, out, of);
    if (!is_list) put_value((json_value){JSON_NOTHING, memory, length}, out, of);
    free(memory);
    return true;
}

/* Each of the names that were found, of an array if they can be used; false without memory. */
static bool put_found(const names *found, int needed, nf_text *out, fitness *of) {
    const array *a = found->array;
    if (!a) return put_text(found->text, out, of);
    element each = element_of(a);
    bool is_whole = a->entry.size - a->skip == a->numbers * each.bytes;
    of->count = a->numbers;
    if (each.bytes > LABEL_BYTES_MAX) of->fault = NAMES_TOO_LONG;
    if (each.kind == 'O' || !is_whole) of->fault = NAMES_UNREAD;
    return !are_fit(of, needed) || put_array(a, out, of);
}

/* ---- All of a file -------------------------------------------------------------------------- */

/* Appends as many names as are needed, of a word and of an input from 1, or as many that are empty;
 * false without memory. */
static bool put_names(const array_file *file, int word, int input, int needed, nf_text *out,
                      nf_text *said) {
    names found = find_names(file, (sought){word, input, 0});
    size_t start = out->used;
    fitness of = {0, NAMES_LEFT_OUT};
    if (found.name.length && !put_found(&found, needed, out, &of)) return false;
    if (are_fit(&of, needed)) return true;
    out->used = start;
    for (int i = 0; i < needed; i++) put_char(out, 0);
    if (!found.name.length) return true;
    put(said, said->used ? " " : "");
    put_of_file(
        said, of.fault,
        &(fill){.quoted = found.name, .whole = {(int64_t)of.count, needed, LABEL_BYTES_MAX}});
    return true;
}

static bool put_all(const array_file *file, const labelled *of, nf_text *out, nf_text *said) {
    bool good =
        put_names(file, LAYER, 1, 1, out, said) && put_names(file, HEADS, 1, of->heads, out, said);
    for (int i = 0; good && i < of->inputs; i++)
        good = put_names(file, TOKENS, i + 1, of->tokens[i], out, said);
    return good;
}

/* Whether one of them is not empty. */
static bool has_names(const nf_text *all) {
    size_t i = 0;
    while (i < all->used && !all->at[i]) i++;
    return i < all->used;
}

bool gather_labels(const array_file *file, const labelled *of, char **labels, nf_text *said) {
    nf_text text = {NULL, 0, 0}, again = {NULL, 0, 0};
    *labels = NULL;
    if (!put_all(file, of, &text, said)) return false;
    text = (nf_text){malloc(text.used + 1), 0, text.used + 1};
    bool good = text.at && put_all(file, of, &text, &again);
    if (good && has_names(&text)) {
        *labels = text.at;
        return true;
    }
    free(text.at);
    return good;
}
