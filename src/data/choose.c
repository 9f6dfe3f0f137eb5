#include "engine/exact.h"

#include "choose.h"

#include "labels.h"

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

/* The first word of a name, from `at` on: a run of letters, or one sign that is none. */
static slice first_word(const char *at) {
    size_t length = 0;
    while (is_letter(lower(at[length]))) length++;
    return (slice){at, length ? length : 1};
}

/* The last word of a name that means a component. */
static int component_of(const char *name) {
    int component = NONE;
    for (slice word; *name; name += word.length) {
        word = first_word(name);
        int meant = component_of_word(word);
        component = meant == NONE ? component : meant;
    }
    return component;
}

const char *behind_word(const char *name, const char *text) {
    for (slice word; *name; name += word.length) {
        word = first_word(name);
        if (is_word(word, text)) return name + word.length;
    }
    return NULL;
}

/* ---- Choosing ------------------------------------------------------------------------------- */

/* " It has "q" (3, 4), "b" (3, 4)." */
static void put_arrays(const array_file *file, nf_text *out) {
    enum { LISTED = 12 };
    char buffer[LISTED * 2 * (ARRAY_NAME_MAX + 40)];
    nf_text list = {buffer, 0, sizeof buffer};
    for (int i = 0; i < file->count && i < LISTED; i++) {
        put(&list, i ? ", " : "");
        put_json_text(&list, file->at[i].name);
        put_char(&list, ' ');
        print_array_shape(&file->at[i], &list);
    }
    if (file->count > LISTED) put_of_file(&list, AND_MORE, NULL);
    put_of_file(out, file->count ? ITS_ARRAYS : NO_ARRAYS, &(fill){.text = slice_of(buffer)});
}

static bool refuse_names(const array_file *file, nf_text *why) {
    put_of_file(why, NAMES_UNCLEAR, NULL);
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

int find_array(const array_file *file, const char *name, nf_text *why) {
    for (int i = 0; i < file->count; i++)
        if (strcmp(file->at[i].name, name) == 0) return i;
    put_of_file(why, NO_SUCH_ARRAY, &(fill){.quoted = slice_of(name)});
    put_arrays(file, why);
    return -1;
}

bool choose(const array_file *file, const char *const names[3], choice *to, nf_text *why) {
    to->inputs = 1;
    for (int c = 0; c < 3; c++) {
        to->of[0][c] = find_array(file, names[c], why);
        if (to->of[0][c] < 0) return false;
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

bool refuse_shape(const array *a, file_words which, nf_text *why) {
    char buffer[ARRAY_DIMENSIONS_MAX * 24];
    nf_text shape = {buffer, 0, sizeof buffer};
    print_array_shape(a, &shape);
    put_of_file(why, which, &(fill){.quoted = slice_of(a->name), .text = slice_of(buffer)});
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
        if (!shape_of_array(a, &all[input].of[c])) return refuse_shape(a, SHAPE_OUT, why);
        if (own[c].tokens != own[QUERIES].tokens) return refuse_shape(a, OTHER_TOKENS, why);
        if (own[c].d != first[QUERIES].d) return refuse_shape(a, OTHER_WIDTH, why);
        if (own[c].heads != first[c ? KEYS : QUERIES].heads)
            return refuse_shape(a, OTHER_HEADS, why);
    }
    bool divides = own[KEYS].heads && own[QUERIES].heads % own[KEYS].heads == 0;
    const array *keys = &file->at[by->of[input][KEYS]];
    return divides || refuse_shape(keys, HEADS_DO_NOT_DIVIDE, why);
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

static bool refuse_numbers(const array *a, array_shape shape, const array_facts *facts,
                           nf_text *why) {
    char buffer[120];
    nf_text place = {buffer, 0, sizeof buffer};
    uint64_t row = facts->first_bad / shape.d;
    put_of_file(&place, PLACE,
                &(fill){.whole = {(int64_t)(row / shape.tokens), (int64_t)(row % shape.tokens),
                                  (int64_t)(facts->first_bad % shape.d)}});
    put_of_file(why, facts->beyond ? NOT_FINITE_AS_FLOAT : NOT_FINITE,
                &(fill){.whole = {(int64_t)facts->not_finite},
                        .quoted = slice_of(a->name),
                        .text = slice_of(buffer)});
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

static bool gather_names(const array_file *file, gathered *out) {
    const nf_tensors *t = &out->tensors;
    labelled of = {t->heads, t->inputs, {t->tokens[0], t->tokens[1], t->tokens[2]}};
    nf_text said = {out->left_out, 0, sizeof out->left_out};
    bool good = gather_labels(file, &of, &out->labels, &said);
    out->tensors.labels = out->labels;
    return good;
}

static bool gather_all(const array_file *file, const choice *by, const input_shapes *all,
                       gathered *out, nf_text *why) {
    float *at = out->memory;
    const array_shape *query = &all[0].of[QUERIES];
    out->key_heads = all[0].of[KEYS].heads;
    out->tensors.inputs = by->inputs;
    out->tensors.heads = (int)query->heads;
    out->tensors.d = (int)query->d;
    for (int i = 0; i < by->inputs; i++)
        if (!gather_input(file, by, i, all, out, &at, why)) return false;
    if (gather_names(file, out)) return true;
    put_of_file(why, NO_ROOM_FOR_ALL, NULL);
    return false;
}

bool gather_tensors(const array_file *file, const choice *by, gathered *out, nf_text *why) {
    input_shapes all[CHOSEN_INPUTS];
    uint64_t floats;
    *out = (gathered){.memory = NULL};
    for (int i = 0; i < by->inputs; i++)
        if (!are_alike(file, by, i, all, why)) return false;
    if (!fits(all, by->inputs, &floats))
        return refuse_shape(&file->at[by->of[0][QUERIES]], SHAPE_TOO_LARGE, why);
    out->memory = malloc((size_t)floats * sizeof(float) + 1);
    if (!out->memory) {
        put_of_file(why, NO_ROOM_FOR_ALL, NULL);
        return false;
    }
    if (gather_all(file, by, all, out, why)) return true;
    forget_gathered(out);
    return false;
}

void forget_gathered(gathered *of) {
    free(of->memory);
    free(of->labels);
    of->memory = NULL;
    of->labels = NULL;
}
