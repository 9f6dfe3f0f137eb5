#include "engine/exact.h"

#include "ready.h"

#include "choose.h"
#include "labels.h"

#include "engine/text.h"

#include <stdlib.h>

static uint64_t bytes_of(const array_shape *shape) {
    return shape->heads * shape->tokens * shape->d * sizeof(float);
}

bool can_be_ready(const array *a) {
    array_shape shape;
    if (a->type == NUMBER_OTHER || !shape_of_array(a, &shape)) return false;
    bool is_square = shape.tokens == shape.d && shape.tokens >= 2 && shape.tokens <= READY_TOKENS;
    bool has_heads = shape.heads >= 1 && shape.heads <= READY_HEADS;
    return is_square && has_heads && bytes_of(&shape) <= NF_MEMORY_MAX;
}

static bool says_attention(const char *name) {
    static const char *const words[] = {"attention",   "attentions",    "attn",
                                        "probability", "probabilities", "probs"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(name, words[i])) return true;
    return false;
}

/* Most arrays of a model's checkpoint are called so, too. */
static bool says_weights(const char *name) {
    return has_word(name, "weight") || has_word(name, "weights");
}

/* The only array that can be weights, if `named` of those whose name says so; -1 if none is. */
static int only_one(const array_file *file, bool named) {
    int found = -1, count = 0;
    for (int i = 0; i < file->count; i++) {
        const char *name = file->at[i].name;
        bool is_meant = !named || says_attention(name) || says_weights(name);
        if (!is_meant || !can_be_ready(&file->at[i])) continue;
        found = i;
        count++;
    }
    return count == 1 ? found : -1;
}

int find_ready(const array_file *file) {
    int only = only_one(file, false);
    return only >= 0 ? only : only_one(file, true);
}

int named_weights(const array_file *file) {
    int found = -1, count = 0;
    for (int i = 0; i < file->count; i++) {
        if (says_attention(file->at[i].name)) return i;
        if (!says_weights(file->at[i].name)) continue;
        found = i;
        count++;
    }
    return count == 1 ? found : -1;
}

int ready_of_name(const array_file *file, const char *name, nf_text *why) {
    int found = find_array(file, name, why);
    if (found < 0 || can_be_ready(&file->at[found])) return found;
    refuse_shape(&file->at[found], NO_WEIGHTS_SHAPE, why);
    return -1;
}

static bool read_weights(const array *a, ready_weights *out, nf_text *why) {
    array_facts facts;
    if (!read_array(a, out->values, &facts, why)) return false;
    if (!(facts.low < 0)) return true;
    put_of_file(why, WEIGHTS_BELOW_0,
                &(fill){.quoted = slice_of(a->name), .number = (double)facts.low});
    return false;
}

bool read_ready(const array_file *file, int which, ready_weights *out, nf_text *why) {
    array_shape shape;
    const array *a = &file->at[which];
    if (!shape_of_array(a, &shape)) return refuse_shape(a, NO_WEIGHTS_SHAPE, why);
    *out = (ready_weights){.heads = (int)shape.heads, .tokens = (int)shape.tokens};
    memcpy(out->name, a->name, sizeof out->name);
    out->values = malloc((size_t)bytes_of(&shape));
    labelled of = {out->heads, 1, {out->tokens}};
    bool is_read = out->values && read_weights(a, out, why);
    if (is_read && gather_labels(file, &of, &out->labels, why)) return true;
    if (is_read || !out->values) put_of_file(why, NO_ROOM_FOR_ALL, NULL);
    forget_ready(out);
    return false;
}

void forget_ready(ready_weights *of) {
    free(of->values);
    free(of->labels);
    of->values = NULL;
    of->labels = NULL;
}
