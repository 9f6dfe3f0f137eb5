/* The tensors of a model: which ones a description needs, what they are called, and of which shape
 * they must be. */
#include "engine/exact.h"

#include "family.h"

#include "engine/text.h"
#include "refusals.h"

static bool needs_bias(const description *d, role role) {
    switch (role) {
    case FIRST_NORM:
    case SECOND_NORM:
    case LAST_NORM: return d->family->layer_norm;
    case QUERY_ROWS:
    case KEY_ROWS:
    case VALUE_ROWS:
    case FUSED_ROWS: return d->query_bias;
    case JOIN_ROWS: return d->join_bias;
    case GATE_ROWS:
    case UP_ROWS:
    case DOWN_ROWS: return d->feed_bias;
    default: return false;
    }
}

static bool needs(const description *d, role role) {
    switch (role) {
    case POSITION_ROWS: return d->family->learned_positions;
    case QUERY_ROWS:
    case KEY_ROWS:
    case VALUE_ROWS: return d->fused == FUSED_NOT;
    case FUSED_ROWS: return d->fused != FUSED_NOT;
    case QUERY_NORM:
    case KEY_NORM: return d->family->head_norms;
    case GATE_ROWS: return d->feed == FEED_GATED;
    case PREDICT_ROWS: return !d->is_tied;
    case ROTARY_FACTORS: return d->has_factors;
    default: return true;
    }
}

static bool is_of_layer(role role) { return role >= FIRST_NORM && role <= DOWN_ROWS; }

/* Name templates have one # where the layer's number goes. */
static void put_name(nf_text *out, const description *d, role role, int layer, bool is_bias) {
    const char *name = name_of_part(d, role);
    if (d->has_prefix && role != PREDICT_ROWS) put(out, d->family->prefix);
    for (; *name; name++) {
        if (*name == '#')
            put_whole(out, layer);
        else
            put_char(out, *name);
    }
    put(out, is_bias ? ".bias" : ".weight");
}

const tensor *part_of_model(const description *d, const tensor_list *list, role role, int layer,
                            bool is_bias) {
    char name[TENSOR_NAME_MAX + 1];
    nf_text text = {name, 0, sizeof name};
    if (!needs(d, role) || (is_bias && !needs_bias(d, role))) return NULL;
    put_name(&text, d, role, layer, is_bias);
    return find_tensor(list, name);
}

/* Outputs and inputs; inputs 0 for what is no matrix. */
static void sizes_of(const description *d, role role, int *outputs, int *inputs) {
    int heads = d->heads * d->head_width, groups = d->groups * d->head_width;
    const int sizes[ROLES][2] = {[TOKEN_ROWS] = {d->vocabulary, d->width},
                                 [POSITION_ROWS] = {d->context, d->width},
                                 [FIRST_NORM] = {d->width, 0},
                                 [QUERY_ROWS] = {heads, d->width},
                                 [KEY_ROWS] = {groups, d->width},
                                 [VALUE_ROWS] = {groups, d->width},
                                 [FUSED_ROWS] = {heads + 2 * groups, d->width},
                                 [QUERY_NORM] = {d->head_width, 0},
                                 [KEY_NORM] = {d->head_width, 0},
                                 [JOIN_ROWS] = {d->width, heads},
                                 [SECOND_NORM] = {d->width, 0},
                                 [GATE_ROWS] = {d->hidden, d->width},
                                 [UP_ROWS] = {d->hidden, d->width},
                                 [DOWN_ROWS] = {d->width, d->hidden},
                                 [LAST_NORM] = {d->width, 0},
                                 [PREDICT_ROWS] = {d->vocabulary, d->width},
                                 [ROTARY_FACTORS] = {d->rotary / 2, 0}};
    *outputs = sizes[role][0];
    *inputs = sizes[role][1];
}

int shape_of_part(const description *d, role role, bool is_bias, uint64_t shape[2]) {
    int outputs, inputs;
    sizes_of(d, role, &outputs, &inputs);
    bool turned = d->is_transposed && is_of_layer(role);
    shape[0] = (uint64_t)(turned && !is_bias && inputs ? inputs : outputs);
    shape[1] = (uint64_t)(turned ? outputs : inputs);
    return is_bias || !inputs ? 1 : 2;
}

enum { SHAPE_BYTES = 22 * TENSOR_DIMENSIONS_MAX + 3 }; /* of a shape in words */

static bool say_wrong(const description *d, const tensor *t, role role, bool is_bias,
                      nf_text *why) {
    uint64_t shape[2];
    int dimensions = shape_of_part(d, role, is_bias, shape);
    char found[SHAPE_BYTES], needed[SHAPE_BYTES];
    nf_text here = {found, 0, sizeof found}, there = {needed, 0, sizeof needed};
    put_shape(&here, t->shape, t->dimensions);
    put_shape(&there, shape, dimensions);
    put_of_model(
        why, t->type == TYPE_OTHER ? PART_TYPE : PART_SHAPE,
        &(fill){.quoted = slice_of(t->name), .text = slice_of(found), .other = slice_of(needed)});
    return false;
}

static bool has_part(const description *d, const tensor_list *list, role role, int layer,
                     bool is_bias, nf_text *why) {
    uint64_t shape[2];
    const tensor *t = part_of_model(d, list, role, layer, is_bias);
    if (!t) {
        char name[TENSOR_NAME_MAX + 1];
        nf_text text = {name, 0, sizeof name};
        put_name(&text, d, role, layer, is_bias);
        put_of_named(why, PART_MISSING, name);
        return false;
    }
    int dimensions = shape_of_part(d, role, is_bias, shape);
    bool same = t->dimensions == dimensions && t->shape[0] == shape[0] &&
                (dimensions == 1 || t->shape[1] == shape[1]);
    return (same && t->type != TYPE_OTHER) || say_wrong(d, t, role, is_bias, why);
}

static uint64_t numbers_in(const tensor *t) {
    uint64_t numbers = t ? 1 : 0;
    for (int i = 0; t && i < t->dimensions; i++) numbers *= t->shape[i];
    return numbers;
}

uint64_t weights_of_model(const description *d, const tensor_list *list) {
    uint64_t all = 0;
    for (int r = 0; r < ROLES; r++) {
        role role = (enum role)r;
        for (int layer = 0; layer < (is_of_layer(role) ? d->layers : 1); layer++)
            for (int bias = 0; bias < 2; bias++)
                all += numbers_in(part_of_model(d, list, role, layer, bias));
    }
    return all;
}

bool has_its_tensors(description *d, const tensor_list *list, nf_text *why) {
    d->has_prefix = false;
    d->has_prefix = !d->is_gguf && !part_of_model(d, list, TOKEN_ROWS, 0, false);
    for (int r = 0; r < ROLES; r++) {
        role role = (enum role)r;
        int count = is_of_layer(role) ? d->layers : 1;
        for (int layer = 0; needs(d, role) && layer < count; layer++) {
            if (!has_part(d, list, role, layer, false, why)) return false;
            if (needs_bias(d, role) && !has_part(d, list, role, layer, true, why)) return false;
        }
    }
    return true;
}
