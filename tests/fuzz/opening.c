/* A whole folder of a small model whose files are damaged anywhere, cut, longer than they are
 * listed, or gone while they are read: every range that is asked for lies within its file, what is
 * refused is refused in a sentence, and what opens makes a figure or says why not. */
#include "model/opening.h"
#include "engine/engine.h"
#include "engine/text.h"
#include "must.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILES = 3, ROOM = 1 << 13 };

/* A file as it is listed, and what is read of it: nothing from read `lost` on. */
typedef struct damaged {
    const char *name;
    uint8_t bytes[ROOM];
    size_t size, listed;
    int lost, reads;
} damaged;

static const char config[] =
    "{\"model_type\":\"llama\",\"hidden_size\":8,\"intermediate_size\":8,\"num_hidden_layers\":2,"
    "\"num_attention_heads\":2,\"num_key_value_heads\":1,\"vocab_size\":8,"
    "\"max_position_embeddings\":16,\"tie_word_embeddings\":true,\"bos_token_id\":0}";

static const char tokenizer_text[] =
    "{\"added_tokens\":[{\"id\":0,\"content\":\"<s>\",\"special\":true}],\"normalizer\":null,"
    "\"pre_tokenizer\":null,\"post_processor\":null,\"decoder\":null,\"model\":{\"type\":\"BPE\","
    "\"vocab\":{\"<s>\":0,\"a\":1,\"b\":2,\"ab\":3},\"merges\":[\"a b\"]}}";

static const struct part {
    const char *name;
    int rows, columns;
    bool is_of_layer;
} parts[] = {{"embed_tokens", 8, 8, false},    {"norm", 8, 0, false},
             {"input_layernorm", 8, 0, true},  {"self_attn.q_proj", 8, 8, true},
             {"self_attn.k_proj", 4, 8, true}, {"self_attn.v_proj", 4, 8, true},
             {"self_attn.o_proj", 8, 8, true}, {"post_attention_layernorm", 8, 0, true},
             {"mlp.gate_proj", 8, 8, true},    {"mlp.up_proj", 8, 8, true},
             {"mlp.down_proj", 8, 8, true}};

static void put_part(nf_text *header, const struct part *part, int layer, size_t *at) {
    size_t count = (size_t)part->rows * (size_t)(part->columns ? part->columns : 1);
    put(header, *at ? ",\"model." : "\"model.");
    if (part->is_of_layer) {
        put(header, "layers.");
        put_whole(header, layer);
        put_char(header, '.');
    }
    put(header, part->name);
    put(header, ".weight\":{\"dtype\":\"F32\",\"shape\":[");
    put_whole(header, part->rows);
    put(header, part->columns ? ",8],\"data_offsets\":[" : "],\"data_offsets\":[");
    put_whole(header, (int64_t)*at);
    put_char(header, ',');
    *at += 4 * count;
    put_whole(header, (int64_t)*at);
    put(header, "]}");
}

/* Weights from -1 to 1. */
static void write_tensors(damaged *file) {
    nf_text header = {(char *)file->bytes + 8, 0, ROOM - 8};
    size_t at = 0;
    put_char(&header, '{');
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int layer = 0; layer < (parts[i].is_of_layer ? 2 : 1); layer++)
            put_part(&header, &parts[i], layer, &at);
    put_char(&header, '}');
    for (int i = 0; i < 8; i++) file->bytes[i] = (uint8_t)(header.used >> 8 * i);
    file->size = 8 + header.used + at;
    must(file->size <= ROOM);
    for (size_t i = 0; i < at / 4; i++) {
        float x = (float)(i * 7919 % 2003) / 1001 - 1;
        memcpy(file->bytes + 8 + header.used + 4 * i, &x, 4);
    }
}

static void write_text(damaged *file, const char *text) {
    file->size = strlen(text);
    memcpy(file->bytes, text, file->size);
}

/* Four bytes say what is done to which file, and where. */
static void damage(damaged files[FILES], const uint8_t *data, size_t size) {
    for (; size >= 4; data += 4, size -= 4) {
        damaged *file = &files[data[0] % FILES];
        size_t place = ((size_t)data[1] << 8 | data[2]) % ROOM;
        switch (data[0] / FILES % 5) {
        case 0: file->lost = data[3]; break;
        case 1: file->size = place < file->size ? place : file->size; break;
        case 2: file->listed = place; break;
        default: file->bytes[place % (file->size + 1)] = data[3];
        }
    }
}

/* What is asked for, alone, so that a step beyond its end is seen; NULL if the file is gone. What
 * the file does not have is zeros. */
static uint8_t *read_range(damaged files[FILES], const nf_range *range) {
    must(range->file >= 0 && range->file < FILES);
    damaged *file = &files[range->file];
    must(range->offset <= file->listed && range->size <= file->listed - range->offset);
    if (++file->reads > file->lost) return NULL;
    uint8_t *bytes = calloc(range->size + 1, 1);
    must(bytes != NULL);
    if (range->offset < file->size) {
        size_t left = file->size - (size_t)range->offset;
        memcpy(bytes, file->bytes + range->offset, left < range->size ? left : range->size);
    }
    bytes = realloc(bytes, range->size ? range->size : 1);
    return bytes;
}

static nf_status open_all(opening *o, damaged files[FILES], nf_text *why) {
    nf_status status;
    while ((status = go_opening(o, OPENING_NAMED, why)) == NF_READ) {
        uint8_t *bytes = read_range(files, &o->wanted);
        status = take_opening(o, bytes, why);
        free(bytes);
        if (status != NF_OK) return status;
    }
    return status;
}

static nf_status figure_of(nf_engine *engine, damaged files[FILES]) {
    static const char link[] = "1;source=model;layer=1;head=1;share=group;eps=0.5~0~2;"
                               "text1=ab;text2=b;text3=aab";
    nf_params params;
    nf_range range;
    (void)nf_decode(link, sizeof link - 1, &params, NULL, NULL);
    nf_status status = nf_compute(engine, &params, NF_CHECK | NF_MEASURES | NF_PREDICTION);
    while (status == NF_READ || status == NF_MORE) {
        if (status == NF_MORE) status = nf_step(engine);
        if (status != NF_READ) continue;
        must(nf_wanted(engine, &range));
        uint8_t *bytes = read_range(files, &range);
        status = nf_give(engine, bytes);
        free(bytes);
    }
    return status;
}

static void make_figure(opening *o, damaged files[FILES]) {
    static const byte_slice none[3] = {{"", 0}, {"", 0}, {"", 0}};
    through_limits limits = {.band = 1, .most = 1 << 22};
    nf_engine *engine = nf_open();
    own_model *model = engine ? opened_model(o, &limits, none) : NULL;
    must(model != NULL);
    bring_own(engine, model);
    nf_status status = figure_of(engine, files);
    must(status == NF_OK ? nf_get_panel(engine, 8) != NULL : nf_why(engine)[0] != 0);
    nf_close(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static damaged files[FILES];
    char said[4000] = "";
    nf_text why = {said, 0, sizeof said};
    opening o;
    memset(files, 0, sizeof files);
    files[0].name = "config.json";
    files[1].name = "tokenizer.json";
    files[2].name = "model.safetensors";
    write_text(&files[0], config);
    write_text(&files[1], tokenizer_text);
    write_tensors(&files[2]);
    for (int i = 0; i < FILES; i++) {
        files[i].listed = files[i].size;
        files[i].lost = 1 << 20;
    }
    damage(files, data, size);
    begin_opening(&o, true);
    for (int i = 0; i < FILES; i++) must(list_file(&o, files[i].name, files[i].listed) == i);
    if (open_all(&o, files, &why) == NF_OK)
        make_figure(&o, files);
    else
        must(said[0] != 0);
    forget_opening(&o);
    return 0;
}
