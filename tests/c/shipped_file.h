/* Files of tensors in memory, and the shipped model as a folder of the family llama. */
#ifndef NF_SHIPPED_FILE_H
#define NF_SHIPPED_FILE_H

#include "model/model.h"
#include "model/through.h"
#include "test.h"

#include <stdlib.h>

typedef struct written {
    uint8_t *bytes;
    uint64_t size;
    tensor_list list;
    tensor_type type; /* of matrices */
} written;

static inline void put_float(written *f, tensor_type type, float x) {
    uint32_t bits = bits_of_float(x);
    int skip = type == TYPE_BF16 ? 2 : 0;
    for (int i = skip; i < 4; i++) f->bytes[f->size++] = (uint8_t)(bits >> 8 * i);
}

/* Names by style, and in GGUF; % is the layer. */
__attribute__((unused)) static const char *const names[4][15] = {
    {"model.embed_tokens", NULL, "model.layers.%.input_layernorm",
     "model.layers.%.self_attn.q_proj", "model.layers.%.self_attn.k_proj",
     "model.layers.%.self_attn.v_proj", "model.layers.%.self_attn.q_norm",
     "model.layers.%.self_attn.k_norm", "model.layers.%.self_attn.o_proj",
     "model.layers.%.post_attention_layernorm", "model.layers.%.mlp.gate_proj",
     "model.layers.%.mlp.up_proj", "model.layers.%.mlp.down_proj", "model.norm", "lm_head"},
    {"transformer.wte", "transformer.wpe", "transformer.h.%.ln_1", NULL, NULL, NULL, NULL, NULL,
     "transformer.h.%.attn.c_proj", "transformer.h.%.ln_2", NULL, "transformer.h.%.mlp.c_fc",
     "transformer.h.%.mlp.c_proj", "transformer.ln_f", "lm_head"},
    {"gpt_neox.embed_in", NULL, "gpt_neox.layers.%.input_layernorm", NULL, NULL, NULL, NULL, NULL,
     "gpt_neox.layers.%.attention.dense", "gpt_neox.layers.%.post_attention_layernorm", NULL,
     "gpt_neox.layers.%.mlp.dense_h_to_4h", "gpt_neox.layers.%.mlp.dense_4h_to_h",
     "gpt_neox.final_layer_norm", "embed_out"},
    {"token_embd", "position_embd", "blk.%.attn_norm", "blk.%.attn_q", "blk.%.attn_k",
     "blk.%.attn_v", "blk.%.attn_q_norm", "blk.%.attn_k_norm", "blk.%.attn_output",
     "blk.%.ffn_norm", "blk.%.ffn_gate", "blk.%.ffn_up", "blk.%.ffn_down", "output_norm",
     "output"}};

static inline void name_of(const char *format, int layer, bool is_bias, char *out, size_t size) {
    const char *at = strchr(format, '%'), *end = is_bias ? ".bias" : ".weight";
    if (at)
        snprintf(out, size, "%.*s%d%s%s", (int)(at - format), format, layer, at + 1, end);
    else
        snprintf(out, size, "%s%s", format, end);
}

static inline void forget_file(written *f) {
    free(f->bytes);
    forget_tensors(&f->list);
}

extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

static inline void put_tensor(written *f, const char *format, int layer, const float *at, int rows,
                              int columns, bool turn) {
    tensor t = {.type = TYPE_F32, .dimensions = columns > 1 ? 2 : 1, .offset = f->size};
    name_of(format, layer, false, t.name, sizeof t.name);
    t.shape[0] = (uint64_t)rows;
    t.shape[1] = (uint64_t)columns;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            put_float(f, TYPE_F32, turn ? at[j * rows + i] : at[i * columns + j]);
    t.bytes = f->size - t.offset;
    CHECK(add_tensor(&f->list, &t), "memory");
}

static inline void write_shipped(written *f, const transformer *model) {
    const model_shape *s = &model->shape;
    int heads = s->heads * s->head_width;
    *f = (written){.bytes = malloc(1 << 23)};
    put_tensor(f, names[0][0], 0, model->weights.embedding, s->vocabulary, s->width, false);
    put_tensor(f, names[0][13], 0, model->weights.final_norm, s->width, 1, false);
    for (int l = 0; l < s->layers; l++) {
        const layer_weights *w = &model->weights.layer[l];
        put_tensor(f, names[0][2], l, w->attention_norm, s->width, 1, false);
        put_tensor(f, names[0][3], l, w->query, heads, s->width, true);
        put_tensor(f, names[0][4], l, w->key, heads, s->width, true);
        put_tensor(f, names[0][5], l, w->value, heads, s->width, true);
        put_tensor(f, names[0][8], l, w->output, s->width, heads, true);
        put_tensor(f, names[0][9], l, w->hidden_norm, s->width, 1, false);
        put_tensor(f, names[0][10], l, w->gate, s->hidden, s->width, true);
        put_tensor(f, names[0][11], l, w->up, s->hidden, s->width, true);
        put_tensor(f, names[0][12], l, w->down, s->width, s->hidden, true);
    }
    CHECK(f->size <= 1 << 23 && !sort_by_name(&f->list), "the file is too long");
}

static inline description describe_shipped(const model_shape *s, const written *f) {
    char config[600], said[400] = "";
    nf_text why = {said, 0, sizeof said};
    description d;
    int length = snprintf(config, sizeof config,
                          "{\"model_type\":\"llama\",\"hidden_size\":%d,\"intermediate_size\":%d,"
                          "\"num_hidden_layers\":%d,\"num_attention_heads\":%d,\"head_dim\":%d,"
                          "\"vocab_size\":%d,\"max_position_embeddings\":%d,"
                          "\"rms_norm_eps\":1e-05,\"tie_word_embeddings\":true}",
                          s->width, s->hidden, s->layers, s->heads, s->head_width, s->vocabulary,
                          s->context);
    CHECK(describe_folder(config, (size_t)length, &d, &why) == NF_OK &&
              has_its_tensors(&d, &f->list, &why),
          "%s", said);
    return d;
}

#endif
