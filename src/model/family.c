#include "engine/exact.h"

#include "family.h"

#include "engine/text.h"
#include "json.h"

#include <string.h>

/* ---- Families -------------------------------------------------------------------------------- */

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

static bool is_family(const family *f, const char *name) { return strcmp(f->name, name) == 0; }

static bool is_qwen(const family *f) { return is_family(f, "qwen2") || is_family(f, "qwen3"); }

/* ---- Settings, in either place --------------------------------------------------------------- */

/* config.json, or GGUF's metadata. A setting has a name in each; NULL where one has none. */
typedef struct settings {
    json_value config;
    const gguf *file;
    const char *architecture;
    nf_text *why;
    bool is_bad; /* `why` has the sentence */
} settings;

typedef struct setting {
    json_value json; /* JSON_NOTHING if there is none */
    const gguf_value *value;
    bool is_there;
} setting;

static bool refuse(settings *s, const char *what) {
    if (!s->is_bad) put(s->why, what);
    s->is_bad = true;
    return false;
}

static bool refuse_setting(settings *s, const char *name, const char *what) {
    if (s->is_bad) return false;
    put(s->why, s->file ? "The metadata's " : "config.json's ");
    put_json_text(s->why, name);
    return refuse(s, what);
}

static setting find_in_file(const settings *s, const char *name) {
    char key[128];
    nf_text text = {key, 0, sizeof key};
    put(&text, s->architecture);
    put_char(&text, '.');
    put(&text, name);
    const gguf_value *value = gguf_find(s->file, key);
    return (setting){.value = value, .is_there = value != NULL};
}

/* One that is null is not there. */
static setting find_setting(settings *s, json_value object, const char *name,
                            const char *gguf_name) {
    setting found = {.is_there = false};
    if (s->file) return gguf_name ? find_in_file(s, gguf_name) : found;
    if (!name) return found;
    int count = json_find(object, name, &found.json);
    if (count > 1) refuse_setting(s, name, " stands twice.");
    found.is_there = count == 1 && found.json.kind != JSON_NULL;
    return found;
}

static const char *name_here(const settings *s, const char *name, const char *gguf_name) {
    return s->file ? gguf_name : name;
}

enum { NEEDED = -1 };

/* A whole number from `least` to `most`; `initial` where there is none. */
static int whole_from(settings *s, int least, const char *name, const char *gguf_name, int initial,
                      int most) {
    setting found = find_setting(s, s->config, name, gguf_name);
    uint64_t number = 0;
    const char *here = name_here(s, name, gguf_name);
    if (!found.is_there) {
        if (initial == NEEDED) refuse_setting(s, here, " is missing.");
        return initial;
    }
    bool good = found.value ? gguf_whole(found.value, &number) : json_whole(found.json, &number);
    if (good && number >= (uint64_t)least && number <= (uint64_t)most) return (int)number;
    if (s->is_bad) return 1;
    refuse_setting(s, here, " is no whole number from ");
    put_whole(s->why, least);
    put(s->why, " to ");
    put_whole(s->why, most);
    put_char(s->why, '.');
    return 1;
}

static int whole(settings *s, const char *name, const char *gguf_name, int initial, int most) {
    return whole_from(s, 1, name, gguf_name, initial, most);
}

static double number_in(settings *s, json_value object, const char *name, const char *gguf_name,
                        double initial) {
    setting found = find_setting(s, object, name, gguf_name);
    double number = 0;
    const char *here = name_here(s, name, gguf_name);
    if (!found.is_there) {
        if (initial < 0) refuse_setting(s, here, " is missing.");
        return initial;
    }
    bool good = found.value ? gguf_number(found.value, &number) : json_number(found.json, &number);
    if (good && number > 0 && number < 1e12) return number;
    refuse_setting(s, here, " is no number above 0.");
    return 1;
}

static double number(settings *s, const char *name, const char *gguf_name, double initial) {
    return number_in(s, s->config, name, gguf_name, initial);
}

static bool truth(settings *s, const char *name, const char *gguf_name, bool initial) {
    setting found = find_setting(s, s->config, name, gguf_name);
    bool is_so = initial;
    if (!found.is_there) return initial;
    if (found.value && gguf_truth(found.value, &is_so)) return is_so;
    if (found.json.kind == JSON_TRUE || found.json.kind == JSON_FALSE)
        return found.json.kind == JSON_TRUE;
    refuse_setting(s, name_here(s, name, gguf_name), " is neither true nor false.");
    return initial;
}

/* At most 60 bytes of a text, for sentences and comparisons; "" if there is none. */
typedef struct word {
    char at[64];
} word;

static word word_in(settings *s, json_value object, const char *name, const char *gguf_name) {
    word out = {""};
    char text[256];
    size_t length = 0;
    setting found = find_setting(s, object, name, gguf_name);
    byte_slice slice = found.value ? gguf_text(found.value) : (byte_slice){text, 0};
    if (!found.value && found.json.kind == JSON_STRING && found.json.length <= sizeof text)
        slice.length = json_text(found.json, text);
    for (; length < slice.length && length < 60; length++) out.at[length] = slice.at[length];
    return out;
}

static bool refuse_word(settings *s, const char *what, const char *found, const char *known) {
    if (s->is_bad) return false;
    put(s->why, what);
    put_json_text(s->why, found);
    return refuse(s, known);
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void read_llama3(settings *s, json_value from, description *d) {
    d->scaling = SCALING_LLAMA3;
    d->low = number_in(s, from, "low_freq_factor", NULL, NEEDED);
    d->high = number_in(s, from, "high_freq_factor", NULL, NEEDED);
    d->original = number_in(s, from, "original_max_position_embeddings", NULL, NEEDED);
    if (!s->is_bad && d->high <= d->low)
        refuse_setting(s, "high_freq_factor", " is not above low_freq_factor.");
}

static void read_scaling(settings *s, json_value from, description *d) {
    word type = word_in(s, from, "rope_type", "rope.scaling.type");
    if (!type.at[0]) type = word_in(s, from, "type", NULL);
    bool is_none = !type.at[0] || strcmp(type.at, "default") == 0 || strcmp(type.at, "none") == 0;
    if (is_none) return;
    d->factor = number_in(s, from, "factor", "rope.scaling.factor", NEEDED);
    if (strcmp(type.at, "linear") == 0)
        d->scaling = SCALING_LINEAR;
    else if (strcmp(type.at, "llama3") == 0 && !s->file)
        read_llama3(s, from, d);
    else
        refuse_word(s, "The rotary positions are scaled by ", type.at,
                    "; known here are linear and llama3.");
}

/* Settings stand by themselves, or, newer, in an object of their own. */
static void read_rotary(settings *s, description *d) {
    setting newer = find_setting(s, s->config, "rope_parameters", NULL);
    setting scaled = find_setting(s, s->config, "rope_scaling", NULL);
    json_value from = newer.is_there ? newer.json : scaled.json;
    bool is_neox = is_family(d->family, "gpt_neox");
    double base = is_neox ? number(s, "rotary_emb_base", NULL, 10000) : 10000;
    base = number(s, "rope_theta", "rope.freq_base", base);
    d->base = newer.is_there ? number_in(s, newer.json, "rope_theta", NULL, base) : base;
    double share = is_neox ? number(s, "rotary_pct", NULL, 0.25) : 1;
    if (newer.is_there) share = number_in(s, newer.json, "partial_rotary_factor", NULL, share);
    if (share > 1) refuse_setting(s, "rotary_pct", " is above 1.");
    d->rotary = s->is_bad ? 0 : (int)(d->head_width * share);
    if (s->file) d->rotary = whole(s, NULL, "rope.dimension_count", d->head_width, OWN_WIDTH_MAX);
    read_scaling(s, from, d);
    if (s->is_bad || (d->rotary >= 2 && d->rotary % 2 == 0 && d->rotary <= d->head_width)) return;
    refuse(s, "The channels that rotary positions turn are not an even number of a head's.");
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Whether a list of the layers' kinds says what was understood. */
static void check_layer_types(settings *s, const description *d) {
    setting types = find_setting(s, s->config, "layer_types", NULL);
    int layer = 0;
    if (!types.is_there) return;
    for (json_walk w = json_inside(types.json); json_next(&w); layer++) {
        bool slides = d->window && layer >= d->window_from;
        if (!json_is(w.value, slides ? "sliding_attention" : "full_attention")) {
            refuse_setting(s, "layer_types", " differs from what the other settings say.");
            return;
        }
    }
}

/* Mistral has one unless config.json says null; Qwen has one where it is switched on. */
static void read_window(settings *s, description *d) {
    json_value said;
    bool is_mistral = is_family(d->family, "mistral") && !s->file;
    bool is_null = json_find(s->config, "sliding_window", &said) && said.kind == JSON_NULL;
    bool is_off = is_qwen(d->family) && !truth(s, "use_sliding_window", NULL, false) && !s->file;
    bool has_setting = is_mistral || is_qwen(d->family) || s->file;
    int initial = is_mistral || is_qwen(d->family) ? 4096 : 0;
    if (has_setting && !is_null && !is_off)
        d->window = whole(s, "sliding_window", "attention.sliding_window", s->file ? 0 : initial,
                          OWN_CONTEXT_MAX);
    if (d->window && is_qwen(d->family) && !s->file)
        d->window_from = whole_from(s, 0, "max_window_layers", NULL, 28, OWN_LAYERS_MAX);
    check_layer_types(s, d);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void read_feed(settings *s, description *d) {
    static const char *const silu[] = {"silu", "swish"}, *const erf[] = {"gelu", "gelu_python"},
                             *const tanh[] = {"gelu_new", "gelu_fast", "gelu_pytorch_tanh"};
    bool is_gpt2 = is_family(d->family, "gpt2");
    word act = word_in(s, s->config, is_gpt2 ? "activation_function" : "hidden_act", NULL);
    const char *initial = is_gpt2 ? "gelu_new" : d->family->layer_norm ? "gelu" : "silu";
    const char *name = act.at[0] ? act.at : initial;
    bool is_gated = !d->family->layer_norm;
    for (int i = 0; i < 3; i++) {
        if (is_gated && i < 2 && strcmp(name, silu[i]) == 0) return;
        if (!is_gated && i < 2 && strcmp(name, erf[i]) == 0) {
            d->feed = FEED_GELU;
            return;
        }
        if (!is_gated && strcmp(name, tanh[i]) == 0) {
            d->feed = FEED_GELU_TANH;
            return;
        }
    }
    refuse_word(s, "The feed-forward part uses ", name,
                is_gated ? "; known here is silu."
                         : "; known here are gelu, gelu_new and gelu_fast.");
}

static void read_biases(settings *s, description *d) {
    bool all = d->family->layer_norm;
    bool asked = truth(s, "attention_bias", NULL, all);
    if (all && !asked) refuse_setting(s, "attention_bias", " is false, which is not known here.");
    d->query_bias = all || asked || is_family(d->family, "qwen2");
    d->join_bias = all || (asked && !is_family(d->family, "qwen2"));
    d->feed_bias = all || truth(s, "mlp_bias", NULL, false);
}

static void read_heads(settings *s, description *d) {
    const family *f = d->family;
    d->heads = whole(s, f->heads, "attention.head_count", NEEDED, OWN_HEADS_MAX);
    bool has_groups = f->fused == FUSED_NOT;
    int usual = is_family(f, "mistral") && !s->file ? 8 : is_qwen(f) && !s->file ? 32 : d->heads;
    d->groups = d->heads;
    if (has_groups)
        d->groups =
            whole(s, "num_key_value_heads", "attention.head_count_kv", usual, OWN_HEADS_MAX);
    if (s->is_bad) return;
    if (d->heads % d->groups)
        refuse(s, "The heads cannot be shared among the heads of Key and Value evenly.");
    int share = d->width / d->heads;
    if (is_family(f, "qwen3") && !s->file) share = 128;
    d->head_width =
        !has_groups ? share : whole(s, "head_dim", "attention.key_length", share, NF_WIDTH_MAX);
    int of_value = whole(s, NULL, "attention.value_length", d->head_width, OWN_WIDTH_MAX);
    if (!s->is_bad && of_value != d->head_width)
        refuse(s, "Value has another width than Key, which is not known here.");
    if (!s->is_bad && (d->head_width < 1 || d->head_width > NF_WIDTH_MAX))
        refuse(s, "A head is wider than the 256 channels known here.");
    if (!s->is_bad && !has_groups && d->width % d->heads)
        refuse(s, "The width cannot be shared among the heads evenly.");
}

static void read_sizes(settings *s, description *d) {
    const family *f = d->family;
    d->layers = whole(s, f->layers, "block_count", NEEDED, OWN_LAYERS_MAX);
    d->width = whole(s, f->width, "embedding_length", NEEDED, OWN_WIDTH_MAX);
    int usual = is_family(f, "gpt2") && !s->file ? 4 * d->width : NEEDED;
    d->hidden = whole(s, f->hidden, "feed_forward_length", usual, OWN_HIDDEN_MAX);
    d->context = whole(s, f->context, "context_length", NEEDED, OWN_CONTEXT_MAX);
    if (!s->file) d->vocabulary = whole(s, "vocab_size", NULL, NEEDED, OWN_VOCABULARY_MAX);
    d->epsilon =
        number(s, f->epsilon,
               f->layer_norm ? "attention.layer_norm_epsilon" : "attention.layer_norm_rms_epsilon",
               s->file || f->layer_norm ? 1e-5 : 1e-6);
    d->is_tied = truth(s, "tie_word_embeddings", NULL, f->is_tied);
    read_heads(s, d);
}

static void refuse_variants(settings *s, description *d) {
    if (find_setting(s, s->config, "quantization_config", NULL).is_there)
        refuse(s, "The weights are quantised (\"quantization_config\"), which is read from GGUF "
                  "alone.");
    if (!is_family(d->family, "gpt2")) return;
    if (!truth(s, "scale_attn_weights", NULL, true))
        refuse_setting(s, "scale_attn_weights", " is false, which is not known here.");
    if (truth(s, "scale_attn_by_inverse_layer_idx", NULL, false))
        refuse_setting(s, "scale_attn_by_inverse_layer_idx", " is true, which is not known here.");
}

static nf_status read_description(settings *s, description *d) {
    d->fused = d->family->fused;
    read_sizes(s, d);
    if (!s->is_bad && !d->family->learned_positions) read_rotary(s, d);
    if (!s->is_bad) read_window(s, d);
    if (!s->is_bad) read_feed(s, d);
    if (!s->is_bad) read_biases(s, d);
    if (!s->is_bad) refuse_variants(s, d);
    d->is_parallel = is_family(d->family, "gpt_neox") &&
                     truth(s, "use_parallel_residual", "use_parallel_residual", true);
    return s->is_bad ? NF_BAD_MODEL : NF_OK;
}

/* NULL, and why, if it is none of them. */
static const family *find_family(const char *name, bool is_gguf, nf_text *why) {
    for (int i = 0; i < FAMILIES; i++)
        if (strcmp(name, is_gguf ? families[i].architecture : families[i].name) == 0)
            return &families[i];
    put(why, "The model is of the family ");
    put_json_text(why, name);
    put(why, "; known here are");
    for (int i = 0; i < FAMILIES; i++) {
        put(why, i == 0 ? " " : i + 1 == FAMILIES ? " and " : ", ");
        put(why, families[i].name);
    }
    put_char(why, '.');
    return NULL;
}

nf_status describe_folder(const char *config, size_t size, description *out, nf_text *why) {
    settings s = {.why = why};
    json_fault fault;
    *out = (description){.family = NULL};
    if (!json_read(config, size, &s.config, &fault) || s.config.kind != JSON_OBJECT) {
        put(why, "config.json is not the JSON of a model: ");
        put_fault(why, config, size, fault.what ? fault : (json_fault){"it is no object", 0});
        put_char(why, '.');
        return NF_BAD_MODEL;
    }
    word type = word_in(&s, s.config, "model_type", NULL);
    if (!s.is_bad && !type.at[0]) refuse(&s, "config.json has no \"model_type\".");
    out->family = s.is_bad ? NULL : find_family(type.at, false, why);
    if (!out->family) return NF_BAD_MODEL;
    out->is_transposed = is_family(out->family, "gpt2");
    return read_description(&s, out);
}

/* Key and Value have biases where the file has them. */
static void read_gguf_parts(description *d, const gguf *file) {
    const tensor *tokens = find_tensor(&file->tensors, "token_embd.weight");
    d->vocabulary = tokens && tokens->shape[0] <= OWN_VOCABULARY_MAX ? (int)tokens->shape[0] : 0;
    d->is_tied = !find_tensor(&file->tensors, "output.weight");
    d->has_factors = find_tensor(&file->tensors, "rope_freqs.weight") != NULL;
    if (!d->query_bias) d->query_bias = find_tensor(&file->tensors, "blk.0.attn_q.bias") != NULL;
    if (!d->join_bias) d->join_bias = find_tensor(&file->tensors, "blk.0.attn_output.bias") != NULL;
    if (!d->feed_bias) d->feed_bias = find_tensor(&file->tensors, "blk.0.ffn_up.bias") != NULL;
    if (d->fused == FUSED_HEADS) d->fused = FUSED_BLOCKS;
}

nf_status describe_gguf(const gguf *file, description *out, nf_text *why) {
    settings s = {.file = file, .why = why};
    char name[64] = "";
    const gguf_value *stated = gguf_find(file, "general.architecture");
    byte_slice text = stated ? gguf_text(stated) : (byte_slice){"", 0};
    *out = (description){.is_gguf = true};
    memcpy(name, text.at, text.length < 60 ? text.length : 60);
    out->family = find_family(name, true, why);
    if (!out->family) return NF_BAD_MODEL;
    s.architecture = out->family->architecture;
    out->is_permuted = out->family->gguf_permutes;
    nf_status status = read_description(&s, out);
    if (status == NF_OK) read_gguf_parts(out, file);
    return status;
}

/* ---- Tensors --------------------------------------------------------------------------------- */

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
    const char *name = d->is_gguf ? gguf_names[role] : d->family->names[role];
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

static bool say_wrong(const description *d, const tensor *t, role role, bool is_bias,
                      nf_text *why) {
    uint64_t shape[2];
    int dimensions = shape_of_part(d, role, is_bias, shape);
    put(why, "The tensor ");
    put_json_text(why, t->name);
    if (t->type == TYPE_OTHER) {
        put(why, " is of a type that is not known here; F32, F16 and BF16 are.");
        return false;
    }
    put(why, " has the shape ");
    put_shape(why, t->shape, t->dimensions);
    put(why, "; a model of these settings has ");
    put_shape(why, shape, dimensions);
    put(why, " there.");
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
        put(why, "The tensor ");
        put_json_text(why, name);
        put(why, " is missing.");
        return false;
    }
    int dimensions = shape_of_part(d, role, is_bias, shape);
    bool same = t->dimensions == dimensions && t->shape[0] == shape[0] &&
                (dimensions == 1 || t->shape[1] == shape[1]);
    return (same && t->type != TYPE_OTHER) || say_wrong(d, t, role, is_bias, why);
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
