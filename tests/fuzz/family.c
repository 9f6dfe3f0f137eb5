/* Any bytes as config.json, and a GGUF header's metadata: what is described is within its limits,
 * what is refused is refused in a sentence. */
#include "model/family.h"
#include "engine/text.h"
#include "words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Sizes come first: nothing is looked at before them. */
static const char *const words[] = {"{\"model_type\":\"llama\",",
                                    "{\"model_type\":\"mistral\",",
                                    "{\"model_type\":\"qwen2\",",
                                    "{\"model_type\":\"qwen3\",",
                                    "{\"model_type\":\"gpt2\",",
                                    "{\"model_type\":\"gpt_neox\",",
                                    "\"hidden_size\":64,\"num_attention_heads\":4,"
                                    "\"num_hidden_layers\":2,\"intermediate_size\":96,"
                                    "\"max_position_embeddings\":99,\"vocab_size\":50,",
                                    "\"n_embd\":64,\"n_head\":4,\"n_layer\":2,\"n_positions\":99,"
                                    "\"vocab_size\":50,",
                                    "\"num_key_value_heads\":",
                                    "\"head_dim\":",
                                    "\"rope_scaling\":{\"rope_type\":\"linear\",\"factor\":",
                                    "\"rope_parameters\":{\"rope_type\":\"llama3\",\"factor\":8,"
                                    "\"low_freq_factor\":1,\"high_freq_factor\":4,"
                                    "\"original_max_position_embeddings\":",
                                    "\"rope_theta\":",
                                    "\"rotary_pct\":",
                                    "\"partial_rotary_factor\":",
                                    "\"sliding_window\":",
                                    "\"use_sliding_window\":true,",
                                    "\"max_window_layers\":",
                                    "\"layer_types\":[",
                                    "\"hidden_act\":",
                                    "\"gelu_new\"",
                                    "\"silu\"",
                                    "\"attention_bias\":",
                                    "\"tie_word_embeddings\":",
                                    "true",
                                    "false",
                                    "null",
                                    "4",
                                    "1e11",
                                    "0.5",
                                    "0",
                                    ",",
                                    "}",
                                    "]",
                                    "\"a\":0}"};

static void is_within_limits(description *d) {
    char said[600] = "";
    nf_text why = {said, 0, sizeof said};
    const tensor_list none = {NULL, 0, 0};
    must(d->layers >= 1 && d->layers <= OWN_LAYERS_MAX && d->width <= OWN_WIDTH_MAX);
    must(d->heads >= 1 && d->heads <= OWN_HEADS_MAX && d->groups >= 1);
    must(d->heads % d->groups == 0 && d->head_width >= 1 && d->head_width <= NF_WIDTH_MAX);
    must(d->rotary >= 0 && d->rotary <= d->head_width && d->rotary % 2 == 0);
    must(d->epsilon > 0 && d->window >= 0 && d->window_from >= 0);
    must(d->scaling == SCALING_NONE || d->factor > 0);
    must(!has_its_tensors(d, &none, &why) && said[0]);
}

static void describe_metadata(const uint8_t *data, size_t size) {
    char said[600] = "";
    nf_text why = {said, 0, sizeof said};
    gguf file;
    description d;
    if (read_gguf(data, size, size, &file, &why) == NF_OK &&
        describe_gguf(&file, &d, &why) != NF_OK)
        must(said[0] != 0);
    forget_gguf(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[1 << 14];
    char said[600] = "";
    nf_text why = {said, 0, sizeof said};
    description d;
    describe_metadata(data, size);
    size_t length = spell(data, size, words, sizeof words / sizeof *words, text, sizeof text);
    char *alone = malloc(length + 1); /* so that a step beyond the end is seen */
    must(alone != NULL);
    memcpy(alone, text, length);
    if (describe_folder(alone, length, &d, &why) == NF_OK)
        is_within_limits(&d);
    else
        must(said[0] != 0);
    free(alone);
    return 0;
}
