/* Reading a description: the settings of config.json or of GGUF's metadata, judged. */
#include "engine/exact.h"

#include "family.h"

#include "engine/text.h"
#include "json.h"

#include <string.h>

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

static bool refuse_with(settings *s, model_words what, const fill *with) {
    if (!s->is_bad) put_of_model(s->why, what, with);
    s->is_bad = true;
    return false;
}

static bool refuse(settings *s, model_words what) { return refuse_with(s, what, NULL); }

/* Of a reason with numbers in it. */
static bool refuse_setting_with(settings *s, const char *name, model_words reason,
                                const fill *with) {
    char buffer[200];
    nf_text because = {buffer, 0, sizeof buffer};
    put_of_model(&because, reason, with);
    return refuse_with(s, s->file ? METADATA_OUT : SETTING_OUT,
                       &(fill){.quoted = slice_of(name), .text = slice_of(buffer)});
}

static bool refuse_setting(settings *s, const char *name, model_words reason) {
    return refuse_setting_with(s, name, reason, NULL);
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
    if (count > 1) refuse_setting(s, name, STANDS_TWICE);
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
        if (initial == NEEDED) refuse_setting(s, here, IS_MISSING);
        return initial;
    }
    bool good = found.value ? gguf_whole(found.value, &number) : json_whole(found.json, &number);
    if (good && number >= (uint64_t)least && number <= (uint64_t)most) return (int)number;
    refuse_setting_with(s, here, NO_WHOLE_NUMBER, &(fill){.whole = {least, most}});
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
        if (initial < 0) refuse_setting(s, here, IS_MISSING);
        return initial;
    }
    bool good = found.value ? gguf_number(found.value, &number) : json_number(found.json, &number);
    if (good && number > 0 && number < 1e12) return number;
    refuse_setting(s, here, NOT_ABOVE_0);
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
    refuse_setting(s, name_here(s, name, gguf_name), NO_TRUTH);
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

static bool refuse_word(settings *s, model_words what, const char *found) {
    return refuse_with(s, what, &(fill){.quoted = slice_of(found)});
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void read_llama3(settings *s, json_value from, description *d) {
    d->scaling = SCALING_LLAMA3;
    d->low = number_in(s, from, "low_freq_factor", NULL, NEEDED);
    d->high = number_in(s, from, "high_freq_factor", NULL, NEEDED);
    d->original = number_in(s, from, "original_max_position_embeddings", NULL, NEEDED);
    if (!s->is_bad && d->high <= d->low) refuse_setting(s, "high_freq_factor", NOT_ABOVE_LOW);
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
        refuse_word(s, SCALING_UNKNOWN, type.at);
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
    if (share > 1) refuse_setting(s, "rotary_pct", ABOVE_1);
    d->rotary = s->is_bad ? 0 : (int)(d->head_width * share);
    if (s->file) d->rotary = whole(s, NULL, "rope.dimension_count", d->head_width, OWN_WIDTH_MAX);
    read_scaling(s, from, d);
    if (s->is_bad || (d->rotary >= 2 && d->rotary % 2 == 0 && d->rotary <= d->head_width)) return;
    refuse(s, ROTARY_NOT_EVEN);
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
            refuse_setting(s, "layer_types", LAYERS_DIFFER);
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
    refuse_word(s, is_gated ? GATED_FEED_UNKNOWN : FEED_UNKNOWN, name);
}

static void read_biases(settings *s, description *d) {
    bool all = d->family->layer_norm;
    bool asked = truth(s, "attention_bias", NULL, all);
    if (all && !asked) refuse_setting(s, "attention_bias", FALSE_UNKNOWN);
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
    if (d->heads % d->groups) refuse(s, GROUPS_NOT_EVEN);
    int share = d->width / d->heads;
    if (is_family(f, "qwen3") && !s->file) share = 128;
    d->head_width =
        !has_groups ? share : whole(s, "head_dim", "attention.key_length", share, NF_WIDTH_MAX);
    int of_value = whole(s, NULL, "attention.value_length", d->head_width, OWN_WIDTH_MAX);
    if (!s->is_bad && of_value != d->head_width) refuse(s, VALUE_WIDTH);
    if (!s->is_bad && (d->head_width < 1 || d->head_width > NF_WIDTH_MAX)) refuse(s, HEAD_TOO_WIDE);
    if (!s->is_bad && !has_groups && d->width % d->heads) refuse(s, WIDTH_NOT_EVEN);
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
    if (find_setting(s, s->config, "quantization_config", NULL).is_there) refuse(s, QUANTIZED);
    if (!is_family(d->family, "gpt2")) return;
    if (!truth(s, "scale_attn_weights", NULL, true))
        refuse_setting(s, "scale_attn_weights", FALSE_UNKNOWN);
    if (truth(s, "scale_attn_by_inverse_layer_idx", NULL, false))
        refuse_setting(s, "scale_attn_by_inverse_layer_idx", TRUE_UNKNOWN);
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

nf_status describe_folder(const char *config, size_t size, description *out, nf_text *why) {
    settings s = {.why = why};
    json_fault fault;
    *out = (description){.family = NULL};
    if (!json_read(config, size, &s.config, &fault) || s.config.kind != JSON_OBJECT) {
        if (!fault.what) fault = (json_fault){NO_OBJECT, 0};
        put_fault(why, CONFIG_NO_JSON, config, size, fault);
        return NF_BAD_MODEL;
    }
    word type = word_in(&s, s.config, "model_type", NULL);
    if (!s.is_bad && !type.at[0]) refuse(&s, NO_FAMILY);
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
