#include "engine/exact.h"

#include "choose.h"

#include "engine/text.h"

#include <stdlib.h>

enum { QUERIES, KEYS, VALUES, NONE };

/* ---- Names ---------------------------------------------------------------------------------- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_word(slice word, const char *text) {
    if (word.length != strlen(text)) return false;
    for (size_t i = 0; i < word.length; i++)
        if (lower(word.at[i]) != text[i]) return false;
    return true;
}

static int component_of_word(slice word) {
    static const struct {
        const char *text;
        int component;
    } words[] = {{"q", QUERIES}, {"query", QUERIES}, {"queries", QUERIES},
                 {"k", KEYS},    {"key", KEYS},      {"keys", KEYS},
                 {"v", VALUES},  {"value", VALUES},  {"values", VALUES}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(word, words[i].text)) return words[i].component;
    return NONE;
}

/* The last word of a name that means a component: words are runs of letters. */
static int component_of(const char *name) {
    int component = NONE;
    for (const char *at = name; *at;) {
        size_t length = 0;
        while (is_letter(lower(at[length]))) length++;
        int word = component_of_word((slice){at, length});
        component = word == NONE ? component : word;
        at += length ? length : 1;
    }
    return component;
}

/* ---- Choosing ------------------------------------------------------------------------------- */

static void put_arrays(const array_file *file, nf_text *out) {
    enum { LISTED = 12 };
    put(out, " It has ");
    for (int i = 0; i < file->count && i < LISTED; i++) {
        if (i) put(out, ", ");
        put_json_text(out, file->at[i].name);
        put_char(out, ' ');
        print_array_shape(&file->at[i], out);
    }
    if (file->count > LISTED) put(out, ", and more");
    if (!file->count) put(out, "no arrays");
    put_char(out, '.');
}

static bool refuse_names(const array_file *file, nf_text *why) {
    put(why, "The names of this file's arrays do not say which is Query, which Key and which "
             "Value, for one to three inputs.");
    put_arrays(file, why);
    return false;
}

bool propose(const array_file *file, choice *to, nf_text *why) {
    int count[3] = {0, 0, 0};
    for (int i = 0; i < file->count; i++) {
        int component = component_of(file->at[i].name);
        if (component == NONE) continue;
        if (count[component] == CHOSEN_INPUTS) return refuse_names(file, why);
        to->of[count[component]++][component] = i;
    }
    to->inputs = count[QUERIES];
    if (to->inputs && count[KEYS] == to->inputs && count[VALUES] == to->inputs) return true;
    return refuse_names(file, why);
}

static int find_array(const array_file *file, const char *name) {
    int i = 0;
    while (i < file->count && strcmp(file->at[i].name, name) != 0) i++;
    return i;
}

bool choose(const array_file *file, const char *const names[3], choice *to, nf_text *why) {
    to->inputs = 1;
    for (int c = 0; c < 3; c++) {
        to->of[0][c] = find_array(file, names[c]);
        if (to->of[0][c] < file->count) continue;
        put(why, "This file has no array ");
        put_json_text(why, names[c]);
        put_char(why, '.');
        put_arrays(file, why);
        return false;
    }
    return true;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

bool shape_of_array(const array *a, array_shape *shape) {
    int from = a->dimensions == 4 && a->shape[0] == 1 ? 1 : 0, left = a->dimensions - from;
    if (left != 2 && left != 3) return false;
    const uint64_t *s = a->shape + from;
    *shape = left == 2 ? (array_shape){1, s[0], s[1]} : (array_shape){s[0], s[1], s[2]};
    return true;
}

static bool refuse_shape(const array *a, const char *what, nf_text *why) {
    put(why, "The array ");
    put_json_text(why, a->name);
    put(why, " has the shape ");
    print_array_shape(a, why);
    put(why, what);
    return false;
}

typedef struct input_shapes {
    array_shape of[3];
} input_shapes;

/* Whether the three of an input belong together, and to the first input. */
static bool are_alike(const array_file *file, const choice *by, int input, input_shapes *all,
                      nf_text *why) {
    const array_shape *first = all[0].of, *own = all[input].of;
    for (int c = 0; c < 3; c++) {
        const array *a = &file->at[by->of[input][c]];
        if (!shape_of_array(a, &all[input].of[c]))
            return refuse_shape(a, "; allowed are (tokens, d) and (heads, tokens, d).", why);
        if (own[c].tokens != own[QUERIES].tokens)
            return refuse_shape(a, ", and Query of this input has another number of tokens.", why);
        if (own[c].d != first[QUERIES].d)
            return refuse_shape(a, ", and the first Query has another d.", why);
        if (own[c].heads != first[c ? KEYS : QUERIES].heads)
            return refuse_shape(a, ", and the first of its kind has another number of heads.", why);
    }
    bool divides = own[KEYS].heads && own[QUERIES].heads % own[KEYS].heads == 0;
    const array *keys = &file->at[by->of[input][KEYS]];
    return divides ||
           refuse_shape(keys, "; its heads must divide those of Query, which share them.", why);
}

/* The limits that nf_bring names with what it was given are asked here only so that no product
 * overflows. */
static bool fits(const input_shapes *all, int inputs, uint64_t *floats) {
    *floats = 0;
    for (int i = 0; i < inputs; i++) {
        const array_shape *q = &all[i].of[QUERIES];
        bool small = q->heads <= 1 << 10 && q->tokens <= 1 << 20 && q->d <= 1 << 12;
        if (!small) return false;
        *floats += 3 * q->heads * q->tokens * q->d;
    }
    return *floats <= NF_MEMORY_MAX / sizeof(float);
}

/* ---- Gathering ------------------------------------------------------------------------------ */

/* "head 2, token 5, channel 0", of number `index` of an array in C order. */
static void put_place(nf_text *out, array_shape shape, uint64_t index) {
    put(out, "head ");
    put_whole(out, (int64_t)(index / shape.d / shape.tokens));
    put(out, ", token ");
    put_whole(out, (int64_t)(index / shape.d % shape.tokens));
    put(out, ", channel ");
    put_whole(out, (int64_t)(index % shape.d));
}

static bool refuse_numbers(const array *a, array_shape shape, const array_facts *facts,
                           nf_text *why) {
    put(why, "The array ");
    put_json_text(why, a->name);
    put(why, facts->beyond ? " holds numbers that are not finite as float32: "
                           : " holds numbers that are not finite: ");
    put_whole(why, (int64_t)facts->not_finite);
    put(why, " in all, the first at ");
    put_place(why, shape, facts->first_bad);
    put(why, ", counted from 0.");
    return false;
}

/* Each head of `to` gets the one of `from` that it reads; `to` is at `from`, or behind it. */
static void share_heads(float *at, uint64_t from, uint64_t to, uint64_t size) {
    uint64_t each = to / from;
    for (uint64_t head = to; head-- > 0;)
        memmove(at + head * size, at + head / each * size, (size_t)size * sizeof *at);
}

static bool gather_one(const array *a, array_shape shape, uint64_t heads, float *to, nf_text *why) {
    array_facts facts;
    if (!read_array(a, to, &facts, why)) return false;
    if (facts.not_finite) return refuse_numbers(a, shape, &facts, why);
    share_heads(to, shape.heads, heads, shape.tokens * shape.d);
    return true;
}

static bool gather_input(const array_file *file, const choice *by, int input,
                         const input_shapes *all, gathered *out, float **at, nf_text *why) {
    const float **to[3] = {&out->tensors.q[input], &out->tensors.k[input], &out->tensors.v[input]};
    const array_shape *query = &all[input].of[QUERIES];
    for (int c = 0; c < 3; c++) {
        const array *a = &file->at[by->of[input][c]];
        if (!gather_one(a, all[input].of[c], query->heads, *at, why)) return false;
        *to[c] = *at;
        *at += query->heads * query->tokens * query->d;
    }
    out->tensors.tokens[input] = (int)query->tokens;
    return true;
}

bool gather_tensors(const array_file *file, const choice *by, gathered *out, nf_text *why) {
    input_shapes all[CHOSEN_INPUTS];
    uint64_t floats;
    *out = (gathered){.memory = NULL};
    for (int i = 0; i < by->inputs; i++)
        if (!are_alike(file, by, i, all, why)) return false;
    if (!fits(all, by->inputs, &floats))
        return refuse_shape(&file->at[by->of[0][QUERIES]],
                            "; Query, Key and Value of all inputs may take 1 GiB together.", why);
    out->memory = malloc((size_t)floats * sizeof(float) + 1);
    if (!out->memory) return refuse_shape(&file->at[0], ", for which there is no memory.", why);
    float *at = out->memory;
    const array_shape *query = &all[0].of[QUERIES];
    out->key_heads = all[0].of[KEYS].heads;
    out->tensors.inputs = by->inputs;
    out->tensors.heads = (int)query->heads;
    out->tensors.d = (int)query->d;
    for (int i = 0; i < by->inputs; i++) {
        if (gather_input(file, by, i, all, out, &at, why)) continue;
        forget_gathered(out);
        return false;
    }
    return true;
}

void forget_gathered(gathered *of) {
    free(of->memory);
    of->memory = NULL;
}
