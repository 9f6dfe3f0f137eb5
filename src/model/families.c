/* The table of families: what differs from one to the next, and what their tensors are called. */
#include "engine/exact.h"

#include "family.h"

#include "engine/text.h"
#include "refusals.h"

#include <string.h>

static const char *const llama_names[ROLES] = {[TOKEN_ROWS] = "embed_tokens",
                                               [FIRST_NORM] = "layers.#.input_layernorm",
                                               [QUERY_ROWS] = "layers.#.self_attn.q_proj",
                                               [KEY_ROWS] = "layers.#.self_attn.k_proj",
                                               [VALUE_ROWS] = "layers.#.self_attn.v_proj",
                                               [QUERY_NORM] = "layers.#.self_attn.q_norm",
                                               [KEY_NORM] = "layers.#.self_attn.k_norm",
                                               [JOIN_ROWS] = "layers.#.self_attn.o_proj",
                                               [SECOND_NORM] = "layers.#.post_attention_layernorm",
                                               [GATE_ROWS] = "layers.#.mlp.gate_proj",
                                               [UP_ROWS] = "layers.#.mlp.up_proj",
                                               [DOWN_ROWS] = "layers.#.mlp.down_proj",
                                               [LAST_NORM] = "norm",
                                               [PREDICT_ROWS] = "lm_head"};

static const char *const gpt2_names[ROLES] = {[TOKEN_ROWS] = "wte",
                                              [POSITION_ROWS] = "wpe",
                                              [FIRST_NORM] = "h.#.ln_1",
                                              [FUSED_ROWS] = "h.#.attn.c_attn",
                                              [JOIN_ROWS] = "h.#.attn.c_proj",
                                              [SECOND_NORM] = "h.#.ln_2",
                                              [UP_ROWS] = "h.#.mlp.c_fc",
                                              [DOWN_ROWS] = "h.#.mlp.c_proj",
                                              [LAST_NORM] = "ln_f",
                                              [PREDICT_ROWS] = "lm_head"};

static const char *const neox_names[ROLES] = {[TOKEN_ROWS] = "embed_in",
                                              [FIRST_NORM] = "layers.#.input_layernorm",
                                              [FUSED_ROWS] = "layers.#.attention.query_key_value",
                                              [JOIN_ROWS] = "layers.#.attention.dense",
                                              [SECOND_NORM] = "layers.#.post_attention_layernorm",
                                              [UP_ROWS] = "layers.#.mlp.dense_h_to_4h",
                                              [DOWN_ROWS] = "layers.#.mlp.dense_4h_to_h",
                                              [LAST_NORM] = "final_layer_norm",
                                              [PREDICT_ROWS] = "embed_out"};

static const char *const gguf_names[ROLES] = {
    [TOKEN_ROWS] = "token_embd",      [POSITION_ROWS] = "position_embd",
    [FIRST_NORM] = "blk.#.attn_norm", [QUERY_ROWS] = "blk.#.attn_q",
    [KEY_ROWS] = "blk.#.attn_k",      [VALUE_ROWS] = "blk.#.attn_v",
    [FUSED_ROWS] = "blk.#.attn_qkv",  [QUERY_NORM] = "blk.#.attn_q_norm",
    [KEY_NORM] = "blk.#.attn_k_norm", [JOIN_ROWS] = "blk.#.attn_output",
    [SECOND_NORM] = "blk.#.ffn_norm", [GATE_ROWS] = "blk.#.ffn_gate",
    [UP_ROWS] = "blk.#.ffn_up",       [DOWN_ROWS] = "blk.#.ffn_down",
    [LAST_NORM] = "output_norm",      [PREDICT_ROWS] = "output",
    [ROTARY_FACTORS] = "rope_freqs"};

#define USUAL_SETTINGS                                                                             \
    .width = "hidden_size", .hidden = "intermediate_size", .layers = "num_hidden_layers",          \
    .heads = "num_attention_heads", .context = "max_position_embeddings"

static const family families[] = {{.name = "llama",
                                   .architecture = "llama",
                                   .gguf_permutes = true,
                                   .prefix = "model.",
                                   .names = llama_names,
                                   .epsilon = "rms_norm_eps",
                                   USUAL_SETTINGS},
                                  {.name = "mistral",
                                   .architecture = "mistral",
                                   .gguf_permutes = true,
                                   .prefix = "model.",
                                   .names = llama_names,
                                   .epsilon = "rms_norm_eps",
                                   USUAL_SETTINGS},
                                  {.name = "qwen2",
                                   .architecture = "qwen2",
                                   .prefix = "model.",
                                   .names = llama_names,
                                   .epsilon = "rms_norm_eps",
                                   USUAL_SETTINGS},
                                  {.name = "qwen3",
                                   .architecture = "qwen3",
                                   .head_norms = true,
                                   .prefix = "model.",
                                   .names = llama_names,
                                   .epsilon = "rms_norm_eps",
                                   USUAL_SETTINGS},
                                  {.name = "gpt2",
                                   .architecture = "gpt2",
                                   .layer_norm = true,
                                   .learned_positions = true,
                                   .is_tied = true,
                                   .fused = FUSED_BLOCKS,
                                   .prefix = "transformer.",
                                   .names = gpt2_names,
                                   .width = "n_embd",
                                   .hidden = "n_inner",
                                   .layers = "n_layer",
                                   .heads = "n_head",
                                   .context = "n_positions",
                                   .epsilon = "layer_norm_epsilon"},
                                  {.name = "gpt_neox",
                                   .architecture = "gptneox",
                                   .layer_norm = true,
                                   .fused = FUSED_HEADS,
                                   .prefix = "gpt_neox.",
                                   .names = neox_names,
                                   .epsilon = "layer_norm_eps",
                                   USUAL_SETTINGS}};

enum { FAMILIES = sizeof families / sizeof *families };

static void refuse_family(const char *name, nf_text *why) {
    char buffer[200];
    nf_text known = {buffer, 0, sizeof buffer};
    for (int i = 0; i < FAMILIES; i++) {
        if (i) put_of_model(&known, i + 1 < FAMILIES ? BETWEEN_FAMILIES : BEFORE_LAST_FAMILY, NULL);
        put(&known, families[i].name);
    }
    put_of_model(why, FAMILY_UNKNOWN, &(fill){.quoted = slice_of(name), .text = slice_of(buffer)});
}

const family *find_family(const char *name, bool is_gguf, nf_text *why) {
    for (int i = 0; i < FAMILIES; i++)
        if (strcmp(name, is_gguf ? families[i].architecture : families[i].name) == 0)
            return &families[i];
    refuse_family(name, why);
    return NULL;
}

bool is_family(const family *f, const char *name) { return strcmp(f->name, name) == 0; }

const char *name_of_part(const description *d, role role) {
    return d->is_gguf ? gguf_names[role] : d->family->names[role];
}
