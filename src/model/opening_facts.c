/* What an opened model is, in numbers and as JSON. */
#include "opening.h"

#include "engine/text.h"

uint64_t opening_weights(const opening *o) {
    return weights_of_model(&o->description, tensors_of(o));
}

uint64_t opening_bytes(const opening *o, int *files) {
    const tensor_list *list = tensors_of(o);
    uint64_t all = 0;
    *files = 0;
    for (int file = 0; file < o->files; file++) {
        int i = 0;
        while (i < list->count && list->at[i].file != file) i++;
        if (i == list->count) continue;
        all += o->file[file].size;
        *files += 1;
    }
    return all;
}

/* How many tensors there are of each type. */
static void put_types(nf_text *out, const tensor_list *list) {
    const char *between = "";
    for (int type = TYPE_F32; type <= TYPE_OTHER; type++) {
        int count = 0;
        for (int i = 0; i < list->count; i++) count += list->at[i].type == (tensor_type)type;
        if (!count) continue;
        put(out, between);
        put_json_text(out, type == TYPE_OTHER ? "others" : facts_of_type((tensor_type)type)->name);
        put_char(out, ':');
        put_whole(out, count);
        between = ",";
    }
}

static void put_member_of(nf_text *out, const char *key, uint64_t number) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
    put_whole(out, (int64_t)number);
}

/* Bytes that are read until Query, Key and Value of each layer are there, and all predictions. */
static void put_reads(nf_text *out, const opening *o) {
    const description *d = &o->description;
    const tensor *last =
        part_of_model(d, tensors_of(o), d->is_tied ? TOKEN_ROWS : PREDICT_ROWS, 0, false);
    put(out, ",\"reads\":[");
    for (int layer = 0; layer < d->layers; layer++) {
        if (layer) put_char(out, ',');
        put_whole(out, (int64_t)through_reads(d, tensors_of(o), layer));
    }
    put(out, "]");
    put_member_of(out, "readsAll",
                  through_reads(d, tensors_of(o), d->layers) + (last ? last->bytes : 0));
}

enum { FORETOLD_TOKENS = 32 };

static void put_sizes(nf_text *out, const opening *o) {
    const description *d = &o->description;
    const token_texts texts = {
        3, {0, FORETOLD_TOKENS, 2 * FORETOLD_TOKENS, 3 * FORETOLD_TOKENS}, NULL};
    int files;
    uint64_t bytes = opening_bytes(o, &files);
    put_member_of(out, "weights", opening_weights(o));
    put_member_of(out, "bytes", bytes);
    put_member_of(out, "files", (uint64_t)files);
    put(out, has_tokenizer(o) ? ",\"tokenizer\":true" : ",\"tokenizer\":false");
    bool begins = o->tokenizer && begin_tokens(o->tokenizer, BEGIN_AUTO);
    put(out, begins ? ",\"begin\":true" : ",\"begin\":false");
    uint64_t band = usual_limits.band, piece = bytes < band ? bytes : band; /* that was read */
    put_member_of(out, "holds", through_bytes(d, &texts, &usual_limits) + piece);
    put_reads(out, o);
}

void print_opening(const opening *o, nf_text *out) {
    const description *d = &o->description;
    put(out, "{\"family\":");
    put_json_text(out, d->family->name);
    put(out, d->is_gguf ? ",\"format\":\"gguf\"" : ",\"format\":\"folder\"");
    put_member_of(out, "layers", (uint64_t)d->layers);
    put_member_of(out, "heads", (uint64_t)d->heads);
    put_member_of(out, "keyHeads", (uint64_t)d->groups);
    put_member_of(out, "headWidth", (uint64_t)d->head_width);
    put_member_of(out, "width", (uint64_t)d->width);
    put_member_of(out, "hidden", (uint64_t)d->hidden);
    put_member_of(out, "vocabulary", (uint64_t)d->vocabulary);
    put_member_of(out, "context", (uint64_t)d->context);
    put_member_of(out, "rotary", (uint64_t)d->rotary);
    put_member_of(out, "window", (uint64_t)d->window);
    put(out, d->is_tied ? ",\"tied\":true" : ",\"tied\":false");
    put(out, ",\"tensors\":{");
    put_types(out, tensors_of(o));
    put(out, "}");
    put_sizes(out, o);
    put(out, "}");
}
