#include "engine/exact.h"

#include "identity.h"

#include "engine/text.h"

#include <string.h>

/* ---- The text -------------------------------------------------------------------------------- */

static void add_text(identity *id, const nf_text *text) {
    sha256_add(&id->all, text->at, text->used);
}

static void add_word(identity *id, const char *key, const char *word) {
    char line[80];
    nf_text text = {line, 0, sizeof line};
    put(&text, key);
    put_char(&text, ' ');
    put(&text, word);
    put_char(&text, '\n');
    add_text(id, &text);
}

static void add_line(identity *id, const char *key, double value) {
    char number[40];
    nf_text text = {number, 0, sizeof number};
    put_number(&text, value);
    add_word(id, key, number);
}

static void put_digest(nf_text *out, const uint8_t digest[32]) {
    for (int i = 0; i < 32; i++) put_hex(out, digest[i], 2);
    put_char(out, '\n');
}

static void add_settings(identity *id, const description *d) {
    const struct {
        const char *key;
        double value;
    } settings[] = {{"layers", d->layers},
                    {"heads", d->heads},
                    {"groups", d->groups},
                    {"head-width", d->head_width},
                    {"width", d->width},
                    {"hidden", d->hidden},
                    {"vocabulary", d->vocabulary},
                    {"context", d->context},
                    {"epsilon", d->epsilon},
                    {"feed", d->feed},
                    {"parallel", d->is_parallel},
                    {"window", d->window},
                    {"window-from", d->window_from},
                    {"rotary", d->rotary},
                    {"base", d->base},
                    {"scaling", d->scaling},
                    {"factor", d->factor},
                    {"low", d->low},
                    {"high", d->high},
                    {"original", d->original}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        add_line(id, settings[i].key, settings[i].value);
}

void begin_identity(identity *id, const description *d, const tensor_list *list,
                    const uint8_t tokenizer[32], int begin) {
    char line[80];
    nf_text text = {line, 0, sizeof line};
    *id = (identity){.list = list};
    sha256_begin(&id->all);
    sha256_begin(&id->ends);
    add_word(id, "family", d->family->name);
    add_word(id, "layout", d->is_gguf ? "gguf" : "folder");
    add_settings(id, d);
    add_line(id, "begin", begin);
    put(&text, "tokenizer ");
    put_digest(&text, tokenizer);
    sha256_add(&id->all, line, text.used < sizeof line ? text.used : sizeof line - 1);
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static void add_tensor_line(identity *id, const tensor *t) {
    char line[TENSOR_NAME_MAX + 300];
    uint8_t digest[32];
    nf_text text = {line, 0, sizeof line};
    sha256_end(&id->ends, digest);
    sha256_begin(&id->ends);
    put(&text, "tensor ");
    put(&text, t->name);
    put_char(&text, ' ');
    put(&text, t->type == TYPE_OTHER ? "other" : facts_of_type(t->type)->name);
    put_char(&text, ' ');
    put_shape(&text, t->shape, t->dimensions);
    put_char(&text, ' ');
    put_digest(&text, digest);
    add_text(id, &text);
}

/* Of a short tensor all bytes are its first ones. */
static void want_ends(identity *id, const tensor *t) {
    bool is_short = t->bytes <= 2 * END_BYTES;
    uint64_t skip = id->is_last ? t->bytes - END_BYTES : 0;
    id->wanted = (nf_range){.file = t->file,
                            .offset = t->offset + skip,
                            .size = is_short ? (size_t)t->bytes : END_BYTES};
}

static void next_tensor(identity *id) {
    add_tensor_line(id, &id->list->at[id->tensor++]);
    id->is_last = false;
}

nf_status go_identity(identity *id) {
    while (id->tensor < id->list->count && id->list->at[id->tensor].bytes == 0) next_tensor(id);
    if (id->tensor < id->list->count) {
        want_ends(id, &id->list->at[id->tensor]);
        return NF_READ;
    }
    nf_text name = {id->name, 0, sizeof id->name};
    if (!id->name[0]) sha256_name(&id->all, &name);
    return NF_OK;
}

void take_identity(identity *id, const uint8_t *bytes) {
    sha256_add(&id->ends, bytes, id->wanted.size);
    if (id->is_last || id->list->at[id->tensor].bytes <= 2 * END_BYTES)
        next_tensor(id);
    else
        id->is_last = true;
}

/* ---- Tokenizers ------------------------------------------------------------------------------ */

static void add_number(sha256 *hash, uint64_t number) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    sha256_add(hash, bytes, sizeof bytes);
}

void hash_gguf_tokenizer(const gguf *file, uint8_t digest[32]) {
    static const char prefix[] = "tokenizer.";
    sha256 hash;
    sha256_begin(&hash);
    for (int i = 0; i < file->count; i++) {
        const gguf_entry *e = &file->entries[i];
        bool is_of_it =
            e->key.length >= sizeof prefix - 1 && memcmp(e->key.at, prefix, sizeof prefix - 1) == 0;
        if (!is_of_it) continue;
        add_number(&hash, e->key.length);
        sha256_add(&hash, e->key.at, e->key.length);
        add_number(&hash, e->value.type);
        add_number(&hash, e->value.bytes);
        sha256_add(&hash, e->value.at, e->value.bytes);
    }
    sha256_end(&hash, digest);
}
