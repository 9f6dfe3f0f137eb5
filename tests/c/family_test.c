/* Families: configurations, names and shapes of tensors as they are published, with and without
 * prefixes and with buffers that nobody needs; the same from GGUF's metadata; and every refusal. */
#include "engine/text.h"
#include "gguf_file.h"
#include "model/family.h"

#include <stdlib.h>

static char said[600];

static nf_status describe(const char *config, description *d) {
    nf_text why = {said, 0, sizeof said};
    said[0] = 0;
    return describe_folder(config, strlen(config), d, &why);
}

/* ---- Tensors as the hub has them ------------------------------------------------------------- */

/* %d is the layer; sizes of 0 end a shape. */
typedef struct listed {
    const char *name;
    uint64_t shape[3];
} listed;

static void list_tensors(tensor_list *list, const listed *all, int count, int layers,
                         const char *without) {
    *list = (tensor_list){NULL, 0, 0};
    for (int i = 0; i < count && all[i].name; i++)
        for (int layer = 0; layer < (strchr(all[i].name, '%') ? layers : 1); layer++) {
            tensor t = {.type = TYPE_F32};
            const char *name = all[i].name;
            if (strncmp(name, without, strlen(without)) == 0) name += strlen(without);
            const char *at = strchr(name, '%');
            if (at)
                snprintf(t.name, sizeof t.name, "%.*s%d%s", (int)(at - name), name, layer, at + 2);
            else
                snprintf(t.name, sizeof t.name, "%s", name);
            while (t.dimensions < 3 && all[i].shape[t.dimensions]) {
                t.shape[t.dimensions] = all[i].shape[t.dimensions];
                t.dimensions++;
            }
            CHECK(add_tensor(list, &t), "memory");
        }
    CHECK(!sort_by_name(list), "a name stands twice");
}

static const listed gpt2_tensors[] = {{"transformer.wte.weight", {50257, 768}},
                                      {"transformer.wpe.weight", {1024, 768}},
                                      {"transformer.h.%d.ln_1.weight", {768}},
                                      {"transformer.h.%d.ln_1.bias", {768}},
                                      {"transformer.h.%d.attn.bias", {1, 1024, 1024}},
                                      {"transformer.h.%d.attn.c_attn.weight", {768, 2304}},
                                      {"transformer.h.%d.attn.c_attn.bias", {2304}},
                                      {"transformer.h.%d.attn.c_proj.weight", {768, 768}},
                                      {"transformer.h.%d.attn.c_proj.bias", {768}},
                                      {"transformer.h.%d.ln_2.weight", {768}},
                                      {"transformer.h.%d.ln_2.bias", {768}},
                                      {"transformer.h.%d.mlp.c_fc.weight", {768, 3072}},
                                      {"transformer.h.%d.mlp.c_fc.bias", {3072}},
                                      {"transformer.h.%d.mlp.c_proj.weight", {3072, 768}},
                                      {"transformer.h.%d.mlp.c_proj.bias", {768}},
                                      {"transformer.ln_f.weight", {768}},
                                      {"transformer.ln_f.bias", {768}}};

static const listed pythia_tensors[] = {
    {"gpt_neox.embed_in.weight", {50304, 512}},
    {"gpt_neox.layers.%d.input_layernorm.weight", {512}},
    {"gpt_neox.layers.%d.input_layernorm.bias", {512}},
    {"gpt_neox.layers.%d.post_attention_layernorm.weight", {512}},
    {"gpt_neox.layers.%d.post_attention_layernorm.bias", {512}},
    {"gpt_neox.layers.%d.attention.bias", {1, 2048, 2048}},
    {"gpt_neox.layers.%d.attention.masked_bias", {0}},
    {"gpt_neox.layers.%d.attention.rotary_emb.inv_freq", {8}},
    {"gpt_neox.layers.%d.attention.query_key_value.weight", {1536, 512}},
    {"gpt_neox.layers.%d.attention.query_key_value.bias", {1536}},
    {"gpt_neox.layers.%d.attention.dense.weight", {512, 512}},
    {"gpt_neox.layers.%d.attention.dense.bias", {512}},
    {"gpt_neox.layers.%d.mlp.dense_h_to_4h.weight", {2048, 512}},
    {"gpt_neox.layers.%d.mlp.dense_h_to_4h.bias", {2048}},
    {"gpt_neox.layers.%d.mlp.dense_4h_to_h.weight", {512, 2048}},
    {"gpt_neox.layers.%d.mlp.dense_4h_to_h.bias", {512}},
    {"gpt_neox.final_layer_norm.weight", {512}},
    {"gpt_neox.final_layer_norm.bias", {512}},
    {"embed_out.weight", {50304, 512}}};

/* Tensors of the family of Llama by their sizes. */
typedef struct sizes {
    uint64_t vocabulary, width, hidden, heads, groups; /* heads: times their width */
} sizes;

enum { LLAMA_TENSORS = 20 };

static void llama_tensors(const sizes *s, listed out[LLAMA_TENSORS]) {
    const listed all[LLAMA_TENSORS] = {
        {"model.embed_tokens.weight", {s->vocabulary, s->width}},
        {"model.layers.%d.input_layernorm.weight", {s->width}},
        {"model.layers.%d.self_attn.q_proj.weight", {s->heads, s->width}},
        {"model.layers.%d.self_attn.k_proj.weight", {s->groups, s->width}},
        {"model.layers.%d.self_attn.v_proj.weight", {s->groups, s->width}},
        {"model.layers.%d.self_attn.o_proj.weight", {s->width, s->heads}},
        {"model.layers.%d.self_attn.rotary_emb.inv_freq", {64}},
        {"model.layers.%d.post_attention_layernorm.weight", {s->width}},
        {"model.layers.%d.mlp.gate_proj.weight", {s->hidden, s->width}},
        {"model.layers.%d.mlp.up_proj.weight", {s->hidden, s->width}},
        {"model.layers.%d.mlp.down_proj.weight", {s->width, s->hidden}},
        {"model.norm.weight", {s->width}}};
    memcpy(out, all, sizeof all);
}

static const char gpt2[] =
    "{\"activation_function\":\"gelu_new\",\"architectures\":[\"GPT2LMHeadModel\"],"
    "\"attn_pdrop\":0.1,\"initializer_range\":0.02,\"layer_norm_epsilon\":1e-05,"
    "\"model_type\":\"gpt2\",\"n_ctx\":1024,\"n_embd\":768,\"n_head\":12,\"n_inner\":null,"
    "\"n_layer\":12,\"n_positions\":1024,\"vocab_size\":50257}";

static const char pythia[] =
    "{\"architectures\":[\"GPTNeoXForCausalLM\"],\"hidden_act\":\"gelu\",\"hidden_size\":512,"
    "\"intermediate_size\":2048,\"layer_norm_eps\":1e-05,\"max_position_embeddings\":2048,"
    "\"model_type\":\"gpt_neox\",\"num_attention_heads\":8,\"num_hidden_layers\":6,"
    "\"rotary_emb_base\":10000,\"rotary_pct\":0.25,\"tie_word_embeddings\":false,"
    "\"use_parallel_residual\":true,\"vocab_size\":50304}";

#define LLAMA2_REST                                                                                \
    "\"hidden_act\":\"silu\",\"hidden_size\":4096,\"intermediate_size\":11008,"                    \
    "\"max_position_embeddings\":4096,\"num_attention_heads\":32,\"num_hidden_layers\":32,"        \
    "\"pretraining_tp\":1,\"rms_norm_eps\":1e-05,\"tie_word_embeddings\":false,"                   \
    "\"vocab_size\":32000}"

static const char llama2[] = "{\"model_type\":\"llama\",\"num_key_value_heads\":32,"
                             "\"rope_scaling\":null," LLAMA2_REST;

static const char tiny_llama[] =
    "{\"attention_bias\":false,\"hidden_act\":\"silu\",\"hidden_size\":2048,"
    "\"intermediate_size\":5632,\"max_position_embeddings\":2048,\"model_type\":\"llama\","
    "\"num_attention_heads\":32,\"num_hidden_layers\":22,\"num_key_value_heads\":4,"
    "\"rms_norm_eps\":1e-05,\"rope_scaling\":null,\"rope_theta\":10000.0,"
    "\"tie_word_embeddings\":false,\"vocab_size\":32000}";

static const char smol[] =
    "{\"attention_bias\":false,\"hidden_act\":\"silu\",\"hidden_size\":576,"
    "\"intermediate_size\":1536,\"max_position_embeddings\":2048,\"model_type\":\"llama\","
    "\"num_attention_heads\":9,\"num_hidden_layers\":30,\"num_key_value_heads\":3,"
    "\"rms_norm_eps\":1e-05,\"rope_theta\":10000.0,\"tie_word_embeddings\":true,"
    "\"vocab_size\":49152}";

static const char qwen2[] =
    "{\"hidden_act\":\"silu\",\"hidden_size\":896,\"intermediate_size\":4864,"
    "\"max_position_embeddings\":131072,\"max_window_layers\":24,\"model_type\":\"qwen2\","
    "\"num_attention_heads\":14,\"num_hidden_layers\":24,\"num_key_value_heads\":2,"
    "\"rms_norm_eps\":1e-06,\"rope_theta\":1000000.0,\"sliding_window\":131072,"
    "\"tie_word_embeddings\":true,\"use_sliding_window\":false,\"vocab_size\":151936}";

static void numbers_are(const description *d, const char *name, const int expected[9]) {
    const int found[9] = {d->layers, d->heads,      d->groups,  d->head_width, d->width,
                          d->hidden, d->vocabulary, d->context, d->rotary};
    for (int i = 0; i < 9; i++)
        CHECK(found[i] == expected[i], "number %d of %s is %d", i, name, found[i]);
}

static void opens_with(const char *config, const listed *all, int count, const char *without) {
    description d;
    tensor_list list;
    nf_text why = {said, 0, sizeof said};
    CHECK(describe(config, &d) == NF_OK, "%s", said);
    list_tensors(&list, all, count, d.layers, without);
    bool good = has_its_tensors(&d, &list, &why);
    CHECK(good, "%s", said);
    CHECK(part_of_model(&d, &list, DOWN_ROWS, d.layers - 1, false), "the last layer");
    CHECK(!part_of_model(&d, &list, DOWN_ROWS, d.layers, false), "a layer more");
    forget_tensors(&list);
}

static void test_published(void) {
    description d;
    CHECK(describe(gpt2, &d) == NF_OK, "%s", said);
    numbers_are(&d, "GPT-2", (const int[]){12, 12, 12, 64, 768, 3072, 50257, 1024, 0});
    CHECK(d.feed == FEED_GELU_TANH && d.is_tied && d.is_transposed && d.epsilon == 1e-5, "GPT-2");
    CHECK(d.query_bias && d.join_bias && d.feed_bias && !d.is_parallel && !d.window, "GPT-2");
    opens_with(gpt2, gpt2_tensors, 17, "");
    opens_with(gpt2, gpt2_tensors, 17, "transformer.");
    CHECK(describe(pythia, &d) == NF_OK, "%s", said);
    numbers_are(&d, "Pythia-70m", (const int[]){6, 8, 8, 64, 512, 2048, 50304, 2048, 16});
    CHECK(d.feed == FEED_GELU && d.is_parallel && d.fused == FUSED_HEADS && !d.is_tied, "Pythia");
    opens_with(pythia, pythia_tensors, 19, "");
}

static void test_published_llamas(void) {
    listed all[LLAMA_TENSORS];
    description d;
    CHECK(describe(llama2, &d) == NF_OK, "%s", said);
    numbers_are(&d, "Llama-2-7b", (const int[]){32, 32, 32, 128, 4096, 11008, 32000, 4096, 128});
    CHECK(d.epsilon == 1e-5 && d.base == 10000 && !d.query_bias && !d.is_permuted, "Llama 2");
    llama_tensors(&(sizes){32000, 4096, 11008, 4096, 4096}, all);
    all[12] = (listed){"lm_head.weight", {32000, 4096}};
    opens_with(llama2, all, 13, "");
    CHECK(describe(tiny_llama, &d) == NF_OK, "%s", said);
    numbers_are(&d, "TinyLlama", (const int[]){22, 32, 4, 64, 2048, 5632, 32000, 2048, 64});
    llama_tensors(&(sizes){32000, 2048, 5632, 2048, 256}, all);
    all[12] = (listed){"lm_head.weight", {32000, 2048}};
    opens_with(tiny_llama, all, 13, "model.");
    CHECK(describe(smol, &d) == NF_OK && d.is_tied, "%s", said);
    numbers_are(&d, "SmolLM", (const int[]){30, 9, 3, 64, 576, 1536, 49152, 2048, 64});
    llama_tensors(&(sizes){49152, 576, 1536, 576, 192}, all);
    opens_with(smol, all, 12, "");
    CHECK(describe(qwen2, &d) == NF_OK && d.query_bias && !d.join_bias && !d.window, "%s", said);
    numbers_are(&d, "Qwen2", (const int[]){24, 14, 2, 64, 896, 4864, 151936, 131072, 64});
    llama_tensors(&(sizes){151936, 896, 4864, 896, 128}, all);
    all[12] = (listed){"model.layers.%d.self_attn.q_proj.bias", {896}};
    all[13] = (listed){"model.layers.%d.self_attn.k_proj.bias", {128}};
    all[14] = (listed){"model.layers.%d.self_attn.v_proj.bias", {128}};
    opens_with(qwen2, all, 15, "");
}

/* ---- Variants -------------------------------------------------------------------------------- */

static void test_variants(void) {
    description d;
    CHECK(describe("{\"model_type\":\"mistral\"," LLAMA2_REST, &d) == NF_OK && d.window == 4096 &&
              d.groups == 8 && d.window_from == 0,
          "Mistral's defaults: %s", said);
    CHECK(describe("{\"model_type\":\"mistral\",\"sliding_window\":null," LLAMA2_REST, &d) ==
                  NF_OK &&
              !d.window,
          "no window: %s", said);
    CHECK(describe("{\"model_type\":\"qwen2\",\"use_sliding_window\":true,\"sliding_window\":64,"
                   "\"max_window_layers\":30," LLAMA2_REST,
                   &d) == NF_OK &&
              d.window == 64 && d.window_from == 30,
          "Qwen's window: %s", said);
    CHECK(describe("{\"model_type\":\"qwen3\",\"num_key_value_heads\":8," LLAMA2_REST, &d) ==
                  NF_OK &&
              d.family->head_norms && d.head_width == 128 && !d.query_bias,
          "Qwen 3: %s", said);
    CHECK(
        describe("{\"model_type\":\"llama\",\"attention_bias\":true,\"mlp_bias\":true,"
                 "\"head_dim\":64,\"rope_scaling\":{\"type\":\"linear\",\"factor\":4}," LLAMA2_REST,
                 &d) == NF_OK &&
            d.query_bias && d.join_bias && d.feed_bias && d.head_width == 64 &&
            d.scaling == SCALING_LINEAR && d.factor == 4,
        "%s", said);
    CHECK(
        describe("{\"model_type\":\"llama\",\"rope_parameters\":{\"rope_type\":\"llama3\","
                 "\"rope_theta\":500000.0,\"factor\":8.0,\"low_freq_factor\":1.0,"
                 "\"high_freq_factor\":4.0,\"original_max_position_embeddings\":8192}," LLAMA2_REST,
                 &d) == NF_OK &&
            d.scaling == SCALING_LLAMA3 && d.base == 500000 && d.low == 1 && d.high == 4 &&
            d.original == 8192 && d.factor == 8,
        "%s", said);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

#define LLAMA(settings) "{\"model_type\":\"llama\"," settings "," LLAMA2_REST

static void test_refusals(void) {
    static const struct {
        const char *config, *said;
    } cases[] = {
        {"{", "config.json is not the JSON of a model: a name in quotes"},
        {"[]", "it is no object"},
        {"{}", "has no \"model_type\""},
        {"{\"model_type\":\"gemma2\"}",
         "The model is of the family \"gemma2\"; known here are llama, mistral, qwen2, qwen3, gpt2 "
         "and gpt_neox."},
        {"{\"model_type\":\"llama\"}", "config.json's \"num_hidden_layers\" is missing."},
        {"{\"model_type\":\"llama\",\"model_type\":\"gpt2\"}", "\"model_type\" stands twice"},
        {LLAMA("\"num_key_value_heads\":0"),
         "\"num_key_value_heads\" is no whole number from 1 to 512."},
        {LLAMA("\"num_key_value_heads\":2.5"), "is no whole number"},
        {LLAMA("\"num_key_value_heads\":5"), "cannot be shared"},
        {LLAMA("\"head_dim\":512"), "\"head_dim\" is no whole number from 1 to 256"},
        {LLAMA("\"head_dim\":3"), "not an even number"},
        {LLAMA("\"rope_theta\":-1"), "\"rope_theta\" is no number above 0"},
        {LLAMA("\"rope_theta\":\"x\""), "\"rope_theta\" is no number above 0"},
        {LLAMA("\"rope_scaling\":{\"rope_type\":\"yarn\",\"factor\":4}"),
         "scaled by \"yarn\"; known here are linear and llama3"},
        {LLAMA("\"rope_scaling\":{\"rope_type\":\"linear\"}"), "\"factor\" is missing"},
        {LLAMA("\"rope_scaling\":{\"rope_type\":\"llama3\",\"factor\":8,\"low_freq_factor\":4,"
               "\"high_freq_factor\":4,\"original_max_position_embeddings\":8192}"),
         "is not above low_freq_factor"},
        {"{\"model_type\":\"qwen2\",\"use_sliding_window\":true,\"max_window_layers\":"
         "1e11," LLAMA2_REST,
         "\"max_window_layers\" is no whole number from 0 to 512."},
        {LLAMA("\"attention_bias\":1"), "neither true nor false"},
        {LLAMA("\"quantization_config\":{}"), "\"quantization_config\""},
        {LLAMA("\"layer_types\":[\"sliding_attention\"]"), "\"layer_types\" differs"},
        {"{\"model_type\":\"llama\",\"hidden_act\":\"relu\",\"hidden_size\":64,"
         "\"intermediate_size\":64,\"max_position_embeddings\":64,\"num_attention_heads\":2,"
         "\"num_hidden_layers\":2,\"vocab_size\":64}",
         "uses \"relu\"; known here is silu."},
        {"{\"model_type\":\"gpt2\",\"activation_function\":\"relu\",\"n_embd\":64,\"n_head\":2,"
         "\"n_layer\":1,\"n_positions\":8,\"vocab_size\":9}",
         "uses \"relu\"; known here are gelu"},
        {"{\"model_type\":\"gpt2\",\"scale_attn_weights\":false,\"n_embd\":64,\"n_head\":2,"
         "\"n_layer\":1,\"n_positions\":8,\"vocab_size\":9}",
         "\"scale_attn_weights\" is false"},
        {"{\"model_type\":\"gpt2\",\"scale_attn_by_inverse_layer_idx\":true,\"n_embd\":64,"
         "\"n_head\":2,\"n_layer\":1,\"n_positions\":8,\"vocab_size\":9}",
         "\"scale_attn_by_inverse_layer_idx\" is true"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":65,\"n_head\":2,\"n_layer\":1,\"n_positions\":8,"
         "\"vocab_size\":9}",
         "width cannot be shared"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":1024,\"n_head\":2,\"n_layer\":1,\"n_positions\":8,"
         "\"vocab_size\":9}",
         "wider than the 256"},
        {"{\"model_type\":\"gpt_neox\",\"attention_bias\":false,\"hidden_size\":64,"
         "\"intermediate_size\":64,\"max_position_embeddings\":64,\"num_attention_heads\":2,"
         "\"num_hidden_layers\":2,\"vocab_size\":64}",
         "\"attention_bias\" is false"},
        {"{\"model_type\":\"gpt_neox\",\"rotary_pct\":2,\"hidden_size\":64,"
         "\"intermediate_size\":64,\"max_position_embeddings\":64,\"num_attention_heads\":2,"
         "\"num_hidden_layers\":2,\"vocab_size\":64}",
         "\"rotary_pct\" is above 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        description d;
        CHECK(describe(cases[i].config, &d) == NF_BAD_MODEL && says(said, cases[i].said),
              "not \"%s\": %s", cases[i].said, said);
    }
}

static void is_refused_with(listed *all, int at, listed instead, tensor_type type,
                            const char *what) {
    description d;
    tensor_list list;
    nf_text why = {said, 0, sizeof said};
    listed kept = all[at];
    all[at] = instead;
    CHECK(describe(smol, &d) == NF_OK, "%s", said);
    list_tensors(&list, all, 12, d.layers, "");
    for (int i = 0; i < list.count; i++) list.at[i].type = type;
    CHECK(!has_its_tensors(&d, &list, &why) && says(said, what), "%s", said);
    forget_tensors(&list);
    all[at] = kept;
}

static void test_missing(void) {
    listed all[LLAMA_TENSORS];
    llama_tensors(&(sizes){49152, 576, 1536, 576, 192}, all);
    is_refused_with(all, 0, (listed){"other", {1}}, TYPE_F32,
                    "\"model.embed_tokens.weight\" is missing.");
    is_refused_with(all, 3, (listed){"other", {1}}, TYPE_F32,
                    "\"model.layers.0.self_attn.k_proj.weight\" is missing.");
    is_refused_with(all, 3, (listed){"model.layers.%d.self_attn.k_proj.weight", {576, 576}},
                    TYPE_F32,
                    "\"model.layers.0.self_attn.k_proj.weight\" has the shape (576, 576); a model "
                    "of these settings has (192, 576) there.");
    is_refused_with(all, 0, all[0], TYPE_OTHER, "is of a type that is not known here");
}

/* ---- GGUF ------------------------------------------------------------------------------------ */

static void add_whole(file *f, const char *key, uint64_t value) {
    add_entry(f, key, GGUF_U32, value);
}

/* Of a model of two layers that is 32 wide; it rotates so many numbers of a head. */
static void add_sizes(file *f, const char *family, uint64_t rotary) {
    static const char *const keys[] = {"block_count",         "embedding_length",
                                       "feed_forward_length", "attention.head_count",
                                       "context_length",      "rope.dimension_count"};
    const uint64_t values[] = {2, 32, 48, 4, 100, rotary};
    for (int i = 0; i < 6; i++) {
        char key[80];
        snprintf(key, sizeof key, "%s.%s", family, keys[i]);
        add_whole(f, key, values[i]);
    }
}

static void add_single(file *f, const char *key, float value) {
    add_entry(f, key, GGUF_F32, bits_of_float(value));
}

static void read_back(file *f, gguf *g, description *d, nf_status expected) {
    nf_text why = {said, 0, sizeof said};
    said[0] = 0;
    pad(f, 4096);
    CHECK(read_gguf(f->at, f->size, f->size, g, &why) == NF_OK, "%s", said);
    CHECK(describe_gguf(g, d, &why) == expected, "%s", said);
}

static void test_gguf(void) {
    static file f;
    gguf g;
    description d;
    start_file(&f, 3, 4, 10);
    add_key(&f, "general.architecture", GGUF_STRING);
    add_text(&f, "llama");
    add_sizes(&f, "llama", 8);
    add_whole(&f, "llama.attention.head_count_kv", 2);
    add_single(&f, "llama.rope.freq_base", 500000);
    add_single(&f, "llama.attention.layer_norm_rms_epsilon", 1e-5f);
    add_info(&f, "token_embd.weight", 0, 32, 10, 0);
    add_info(&f, "blk.0.attn_q.weight", 8, 32, 32, 1280);
    add_info(&f, "blk.0.attn_q.bias", 0, 32, 1, 2400);
    add_info(&f, "rope_freqs.weight", 0, 4, 1, 2528);
    read_back(&f, &g, &d, NF_OK);
    numbers_are(&d, "a GGUF", (const int[]){2, 4, 2, 8, 32, 48, 10, 100, 8});
    CHECK(d.is_tied && d.is_permuted && d.has_factors && d.query_bias && d.base == 500000, "GGUF");
    CHECK(d.epsilon == (double)1e-5f && !d.is_transposed && d.fused == FUSED_NOT, "GGUF");
    nf_text why = {said, 0, sizeof said};
    CHECK(!has_its_tensors(&d, &g.tensors, &why) &&
              says(said, "\"blk.0.attn_norm.weight\" is missing"),
          "%s", said);
    forget_gguf(&g);
}

static void test_gguf_of_gpt_neox(void) {
    static file f;
    gguf g;
    description d;
    start_file(&f, 3, 0, 8);
    add_key(&f, "general.architecture", GGUF_STRING);
    add_text(&f, "gptneox");
    add_sizes(&f, "gptneox", 2);
    add_entry(&f, "gptneox.use_parallel_residual", GGUF_BOOL, 0);
    read_back(&f, &g, &d, NF_OK);
    CHECK(d.fused == FUSED_BLOCKS && !d.is_parallel && d.rotary == 2 && d.feed == FEED_GELU, "%s",
          said);
    forget_gguf(&g);
}

static void test_gguf_refusals(void) {
    static file f;
    gguf g;
    description d;
    start_file(&f, 3, 0, 0);
    read_back(&f, &g, &d, NF_BAD_MODEL);
    CHECK(says(said, "of the family \"\"; known here are"), "%s", said);
    forget_gguf(&g);
    start_file(&f, 3, 0, 1);
    add_key(&f, "general.architecture", GGUF_STRING);
    add_text(&f, "llama");
    read_back(&f, &g, &d, NF_BAD_MODEL);
    CHECK(says(said, "The metadata's \"block_count\" is missing."), "%s", said);
    forget_gguf(&g);
    start_file(&f, 3, 0, 2);
    add_key(&f, "general.architecture", GGUF_STRING);
    add_text(&f, "llama");
    add_single(&f, "llama.block_count", 2);
    read_back(&f, &g, &d, NF_BAD_MODEL);
    CHECK(says(said, "\"block_count\" is no whole number from 1 to 512."), "%s", said);
    forget_gguf(&g);
}

int main(void) {
    test_published();
    test_published_llamas();
    test_variants();
    test_refusals();
    test_missing();
    test_gguf();
    test_gguf_of_gpt_neox();
    test_gguf_refusals();
    return report();
}
