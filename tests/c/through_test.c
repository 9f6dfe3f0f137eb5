/* The pass of a model that is read through: small random models of each family against a pass in
 * double precision that is written another way, token by token from the families' definitions; the
 * same bits however the tensors are cut, ordered and typed; and the bits of the shipped model. */
#include "engine/text.h"
#include "model/gelu.h"
#include "shipped_file.h"

#include <math.h>
#include <stdlib.h>

enum { LAYERS = 3, VOCABULARY = 29, CONTEXT = 40, BYTES_MAX = 1 << 20, WIDTH_MAX = 64 };

/* ---- What is known of a model ---------------------------------------------------------------- */

typedef enum style { LLAMA_STYLE, GPT2_STYLE, NEOX_STYLE } style;

/* A model by its definition, beside the config.json that says the same. */
typedef struct sample {
    const char *name, *config;
    style style;
    int heads, groups, channels, width, hidden;
    bool tied, query_bias, join_bias, feed_bias, head_norms, is_parallel;
    int rotary;
    double base, epsilon;
    int scaling; /* 0, 1: linear by 4; 2: as Llama 3, by 8, 1, 4, 16 */
    int window, window_from;
    int feed; /* 0: gated; 1: erf; 2: tanh */
} sample;

#define SIZES                                                                                      \
    "\"hidden_size\":24,\"intermediate_size\":40,\"num_hidden_layers\":3,\"vocab_size\":29,"       \
    "\"max_position_embeddings\":40"
#define GPT2_SIZES "\"n_embd\":24,\"n_inner\":40,\"n_layer\":3,\"vocab_size\":29,\"n_positions\":40"

static const sample samples[] = {
    {"llama, shared keys",
     "{\"model_type\":\"llama\",\"num_attention_heads\":4,\"num_key_value_heads\":2," SIZES "}",
     .heads = 4, .groups = 2, .channels = 6, .width = 24, .hidden = 40, .rotary = 6, .base = 10000,
     .epsilon = 1e-6},
    {"llama, biases, linear scaling",
     "{\"model_type\":\"llama\",\"num_attention_heads\":3,\"attention_bias\":true,"
     "\"mlp_bias\":true,\"rope_scaling\":{\"type\":\"linear\",\"factor\":4.0},"
     "\"rms_norm_eps\":1e-05,\"tie_word_embeddings\":true," SIZES "}",
     .heads = 3, .groups = 3, .channels = 8, .width = 24, .hidden = 40, .rotary = 8, .base = 10000,
     .epsilon = 1e-5, .tied = true, .query_bias = true, .join_bias = true, .feed_bias = true,
     .scaling = 1},
    {"llama, scaled as Llama 3",
     "{\"model_type\":\"llama\",\"num_attention_heads\":2,\"num_key_value_heads\":1,"
     "\"rope_theta\":500.0,\"rope_scaling\":{\"rope_type\":\"llama3\",\"factor\":8.0,"
     "\"low_freq_factor\":1.0,\"high_freq_factor\":4.0,"
     "\"original_max_position_embeddings\":16}," SIZES "}",
     .heads = 2, .groups = 1, .channels = 12, .width = 24, .hidden = 40, .rotary = 12, .base = 500,
     .epsilon = 1e-6, .scaling = 2},
    {"mistral",
     "{\"model_type\":\"mistral\",\"num_attention_heads\":4,\"num_key_value_heads\":4,"
     "\"sliding_window\":3," SIZES "}",
     .heads = 4, .groups = 4, .channels = 6, .width = 24, .hidden = 40, .rotary = 6, .base = 10000,
     .epsilon = 1e-6, .window = 3},
    {"qwen2",
     "{\"model_type\":\"qwen2\",\"num_attention_heads\":4,\"num_key_value_heads\":2,"
     "\"use_sliding_window\":true,\"sliding_window\":4,\"max_window_layers\":1,"
     "\"tie_word_embeddings\":true," SIZES "}",
     .heads = 4, .groups = 2, .channels = 6, .width = 24, .hidden = 40, .rotary = 6, .base = 10000,
     .epsilon = 1e-6, .tied = true, .query_bias = true, .window = 4, .window_from = 1},
    {"qwen3",
     "{\"model_type\":\"qwen3\",\"num_attention_heads\":4,\"num_key_value_heads\":2,"
     "\"head_dim\":10," SIZES "}",
     .heads = 4, .groups = 2, .channels = 10, .width = 24, .hidden = 40, .rotary = 10,
     .base = 10000, .epsilon = 1e-6, .head_norms = true},
    {"gpt2", "{\"model_type\":\"gpt2\",\"n_head\":3," GPT2_SIZES "}", .style = GPT2_STYLE,
     .heads = 3, .groups = 3, .channels = 8, .width = 24, .hidden = 40, .epsilon = 1e-5,
     .tied = true, .query_bias = true, .join_bias = true, .feed_bias = true, .feed = 2},
    {"gpt_neox, parallel", "{\"model_type\":\"gpt_neox\",\"num_attention_heads\":3," SIZES "}",
     .style = NEOX_STYLE, .heads = 3, .groups = 3, .channels = 8, .width = 24, .hidden = 40,
     .rotary = 2, .base = 10000, .epsilon = 1e-5, .query_bias = true, .join_bias = true,
     .feed_bias = true, .is_parallel = true, .feed = 1},
    {"gpt_neox, one after the other",
     "{\"model_type\":\"gpt_neox\",\"num_attention_heads\":2,\"use_parallel_residual\":false,"
     "\"rotary_pct\":0.5,\"hidden_act\":\"gelu_new\",\"rotary_emb_base\":300," SIZES "}",
     .style = NEOX_STYLE, .heads = 2, .groups = 2, .channels = 12, .width = 24, .hidden = 40,
     .rotary = 6, .base = 300, .epsilon = 1e-5, .query_bias = true, .join_bias = true,
     .feed_bias = true, .feed = 2}};

enum { SAMPLES = sizeof samples / sizeof *samples };

/* ---- Its tensors ----------------------------------------------------------------------------- */

/* A matrix y = W x by rows of outputs, or a vector, before any file has it its own way. */
typedef struct weights {
    char key[24]; /* of this test: "q3", "q3.b", and so on, with the layer */
    int rows, columns;
    float at[WIDTH_MAX * 4 * WIDTH_MAX];
} weights;

typedef struct model {
    const sample *s;
    weights all[80];
    int count;
} model;

static weights *add_weights(model *m, chance *c, const char *key, int layer, int rows,
                            int columns) {
    weights *w = &m->all[m->count++];
    if (layer < 0)
        snprintf(w->key, sizeof w->key, "%s", key);
    else
        snprintf(w->key, sizeof w->key, "%d%s", layer, key);
    w->rows = rows;
    w->columns = columns;
    double size = columns > 1 ? 1.5 / sqrt(columns) : 0.3;
    for (int i = 0; i < rows * columns; i++) w->at[i] = (float)within(c, -size, size);
    return w;
}

/* A gain is about 1. */
static void add_norm(model *m, chance *c, const char *key, int layer, int size) {
    weights *w = add_weights(m, c, key, layer, size, 1);
    char bias[24];
    snprintf(bias, sizeof bias, "%s.b", key);
    for (int i = 0; i < size; i++) w->at[i] += 1;
    if (m->s->style != LLAMA_STYLE) add_weights(m, c, bias, layer, size, 1);
}

static void add_linear(model *m, chance *c, const char *key, int layer, int rows, int columns,
                       bool has_bias) {
    char bias[24];
    snprintf(bias, sizeof bias, "%s.b", key);
    add_weights(m, c, key, layer, rows, columns);
    if (has_bias) add_weights(m, c, bias, layer, rows, 1);
}

static void add_layer(model *m, chance *c, int l) {
    const sample *s = m->s;
    int heads = s->heads * s->channels, groups = s->groups * s->channels;
    add_norm(m, c, "n1", l, s->width);
    add_linear(m, c, "q", l, heads, s->width, s->query_bias);
    add_linear(m, c, "k", l, groups, s->width, s->query_bias);
    add_linear(m, c, "v", l, groups, s->width, s->query_bias);
    if (s->head_norms) add_norm(m, c, "qn", l, s->channels);
    if (s->head_norms) add_norm(m, c, "kn", l, s->channels);
    add_linear(m, c, "o", l, s->width, heads, s->join_bias);
    add_norm(m, c, "n2", l, s->width);
    if (s->feed == 0) add_linear(m, c, "g", l, s->hidden, s->width, s->feed_bias);
    add_linear(m, c, "u", l, s->hidden, s->width, s->feed_bias);
    add_linear(m, c, "d", l, s->width, s->hidden, s->feed_bias);
}

static void make_model(model *m, const sample *s, uint64_t seed) {
    chance c = {seed};
    m->s = s;
    m->count = 0;
    weights *tokens = add_weights(m, &c, "tokens", -1, VOCABULARY, s->width);
    for (int i = 0; i < VOCABULARY * s->width; i++) tokens->at[i] *= 4;
    if (s->style == GPT2_STYLE) add_weights(m, &c, "places", -1, CONTEXT, s->width);
    for (int l = 0; l < LAYERS; l++) add_layer(m, &c, l);
    add_norm(m, &c, "last", -1, s->width);
    if (!s->tied) add_weights(m, &c, "out", -1, VOCABULARY, s->width);
}

static const weights *weights_of(const model *m, int layer, const char *key) {
    char wanted[24];
    if (layer < 0)
        snprintf(wanted, sizeof wanted, "%s", key);
    else
        snprintf(wanted, sizeof wanted, "%d%s", layer, key);
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->all[i].key, wanted) == 0) return &m->all[i];
    return NULL;
}

/* ---- The same in double precision, a token at a time ----------------------------------------- */

typedef struct reference {
    double stream[LAYERS + 1][CONTEXT][WIDTH_MAX];
    double q[LAYERS][CONTEXT][WIDTH_MAX], k[LAYERS][CONTEXT][WIDTH_MAX],
        v[LAYERS][CONTEXT][WIDTH_MAX];
    double logits[VOCABULARY];
} reference;

static void linear(const model *m, int layer, const char *key, const double *x, double *y) {
    char name[24];
    const weights *w = weights_of(m, layer, key);
    snprintf(name, sizeof name, "%s.b", key);
    const weights *b = weights_of(m, layer, name);
    for (int i = 0; i < w->rows; i++) {
        y[i] = b ? (double)b->at[i] : 0;
        for (int j = 0; j < w->columns; j++) y[i] += (double)w->at[i * w->columns + j] * x[j];
    }
}

static void norm(const model *m, int layer, const char *key, const double *x, double *y) {
    char name[24];
    const weights *g = weights_of(m, layer, key);
    snprintf(name, sizeof name, "%s.b", key);
    const weights *b = weights_of(m, layer, name);
    double mean = 0, square = 0;
    for (int i = 0; i < g->rows && b; i++) mean += x[i] / g->rows;
    for (int i = 0; i < g->rows; i++) square += (x[i] - mean) * (x[i] - mean) / g->rows;
    for (int i = 0; i < g->rows; i++)
        y[i] = (x[i] - mean) / sqrt(square + m->s->epsilon) * (double)g->at[i] +
               (b ? (double)b->at[i] : 0);
}

/* The angle of a pair of channels at a position, as the families' own code has it. */
static double angle_of(const sample *s, int pair, int position) {
    double frequency = 1 / pow(s->base, 2.0 * pair / s->rotary), length = 2 * acos(-1) / frequency;
    if (s->scaling == 1) return position / 4.0 * frequency;
    if (s->scaling == 2) {
        double smooth = (16 / length - 1) / (4 - 1);
        if (length > 16.0 / 1)
            frequency /= 8;
        else if (length >= 16.0 / 4)
            frequency = (1 - smooth) * frequency / 8 + smooth * frequency;
    }
    return position * frequency;
}

static double turned(const sample *s, const double *x, int channel, int position) {
    int half = s->rotary / 2;
    if (channel >= s->rotary) return x[channel];
    double a = angle_of(s, channel % half, position);
    if (channel < half) return x[channel] * cos(a) - x[channel + half] * sin(a);
    return x[channel] * cos(a) + x[channel - half] * sin(a);
}

static void mix_head(const reference *r, const sample *s, int layer, int head, int i, double *out) {
    double weight[CONTEXT], sum = 0;
    int g = head * s->groups / s->heads * s->channels;
    int first = s->window && layer >= s->window_from && i >= s->window ? i - s->window + 1 : 0;
    const double *q = r->q[layer][i] + head * s->channels;
    for (int j = first; j <= i; j++) {
        double x = 0;
        for (int c = 0; c < s->channels; c++)
            x += turned(s, q, c, i) * turned(s, r->k[layer][j] + g, c, j);
        sum += weight[j] = exp(x / sqrt(s->channels));
    }
    for (int c = 0; c < s->channels; c++) {
        out[c] = 0;
        for (int j = first; j <= i; j++) out[c] += weight[j] / sum * r->v[layer][j][g + c];
    }
}

static void feed_token(const model *m, int layer, const double *x, double *y) {
    double gate[WIDTH_MAX], up[WIDTH_MAX];
    linear(m, layer, "u", x, up);
    if (m->s->feed == 0) linear(m, layer, "g", x, gate);
    for (int i = 0; i < m->s->hidden; i++) {
        double u = up[i];
        if (m->s->feed == 0) up[i] = u * gate[i] / (1 + exp(-gate[i]));
        if (m->s->feed == 1) up[i] = u / 2 * erfc(-u / sqrt(2));
        if (m->s->feed == 2)
            up[i] = u / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * pow(u, 3))));
    }
    linear(m, layer, "d", up, y);
}

static void norm_each_head(const model *m, int layer, const char *key, double *x, int heads) {
    for (int h = 0; h < heads && m->s->head_norms; h++)
        norm(m, layer, key, x + h * m->s->channels, x + h * m->s->channels);
}

static void token_through_layer(const model *m, reference *r, int layer, int i) {
    const sample *s = m->s;
    double x[WIDTH_MAX], mixed[WIDTH_MAX], y[WIDTH_MAX], *after = r->stream[layer + 1][i];
    const double *before = r->stream[layer][i];
    norm(m, layer, "n1", before, x);
    linear(m, layer, "q", x, r->q[layer][i]);
    linear(m, layer, "k", x, r->k[layer][i]);
    linear(m, layer, "v", x, r->v[layer][i]);
    norm_each_head(m, layer, "qn", r->q[layer][i], s->heads);
    norm_each_head(m, layer, "kn", r->k[layer][i], s->groups);
    for (int h = 0; h < s->heads; h++) mix_head(r, s, layer, h, i, mixed + h * s->channels);
    linear(m, layer, "o", mixed, y);
    for (int c = 0; c < s->width; c++) after[c] = before[c] + y[c];
    norm(m, layer, "n2", s->is_parallel ? before : after, x);
    feed_token(m, layer, x, y);
    for (int c = 0; c < s->width; c++) after[c] += y[c];
}

static void run_reference(const model *m, const uint32_t *tokens, int n, reference *r) {
    const weights *rows = weights_of(m, -1, "tokens"), *places = weights_of(m, -1, "places");
    int width = m->s->width;
    double x[WIDTH_MAX];
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < width; c++)
            r->stream[0][i][c] = (double)rows->at[tokens[i] * (uint32_t)width + (uint32_t)c] +
                                 (places ? (double)places->at[i * width + c] : 0);
        for (int l = 0; l < LAYERS; l++) token_through_layer(m, r, l, i);
    }
    norm(m, -1, "last", r->stream[LAYERS][n - 1], x);
    linear(m, -1, m->s->tied ? "tokens" : "out", x, r->logits);
}

/* ---- A file of it ---------------------------------------------------------------------------- */

/* How a file has the numbers of a matrix. */
typedef struct arrangement {
    bool is_turned; /* (inputs, outputs) */
    int permuted;   /* channels of a head whose pairs are neighbours; 0 for none */
} arrangement;

static int row_from(const arrangement *a, int row) {
    if (!a->permuted) return row;
    int d = a->permuted, channel = row % d;
    return row - channel + (channel % 2) * (d / 2) + channel / 2;
}

static void write_numbers(written *f, const weights *w, const arrangement *a, tensor_type type) {
    for (int i = 0; i < w->rows && !a->is_turned; i++)
        for (int j = 0; j < w->columns; j++)
            put_float(f, type, w->at[row_from(a, i) * w->columns + j]);
    for (int j = 0; j < w->columns && a->is_turned; j++)
        for (int i = 0; i < w->rows; i++) put_float(f, type, w->at[i * w->columns + j]);
}

static void write_tensor(written *f, const char *name, const weights *w, arrangement a) {
    tensor t = {.type = w->columns > 1 ? f->type : TYPE_F32, .offset = f->size};
    snprintf(t.name, sizeof t.name, "%s", name);
    t.dimensions = w->columns > 1 ? 2 : 1;
    t.shape[0] = (uint64_t)(a.is_turned && w->columns > 1 ? w->columns : w->rows);
    t.shape[1] = (uint64_t)(a.is_turned ? w->rows : w->columns);
    if (w->columns == 1) a.is_turned = false;
    write_numbers(f, w, &a, t.type);
    t.bytes = f->size - t.offset;
    CHECK(f->size <= BYTES_MAX && add_tensor(&f->list, &t), "the file is too long");
}

static const char *const keys[] = {"tokens", "places", "n1", "q", "k", "v",    "qn", "kn",
                                   "o",      "n2",     "g",  "u", "d", "last", "out"};

static void write_part(written *f, const model *m, int layer, int key, bool gguf, bool is_bias) {
    char name[160], wanted[24];
    style style = m->s->style;
    snprintf(wanted, sizeof wanted, "%s%s", keys[key], is_bias ? ".b" : "");
    const weights *w = weights_of(m, layer, wanted);
    const char *format = names[gguf ? 3 : (int)style][key];
    if (!w || (key >= 3 && key <= 5 && style != LLAMA_STYLE)) return;
    arrangement a = {.is_turned = style == GPT2_STYLE && !gguf && key != 0 && key != 1,
                     .permuted = gguf && !strstr(m->s->config, "qwen") && (key == 3 || key == 4)
                                     ? m->s->channels
                                     : 0};
    name_of(format, layer, is_bias, name, sizeof name);
    write_tensor(f, name, w, a);
}

/* Query, Key and Value in one: head by head in GPT-NeoX's folders, else one after the other. */
static void write_fused(written *f, const model *m, int layer, bool gguf, bool is_bias) {
    static weights w;
    static const char *const parts[2][3] = {{"q", "k", "v"}, {"q.b", "k.b", "v.b"}};
    const sample *s = m->s;
    int heads = s->heads * s->channels;
    bool by_heads = s->style == NEOX_STYLE && !gguf;
    char name[160];
    w.rows = 3 * heads;
    for (int row = 0; row < w.rows; row++) {
        int part = by_heads ? row / s->channels % 3 : row / heads;
        int from =
            by_heads ? row / (3 * s->channels) * s->channels + row % s->channels : row % heads;
        const weights *source = weights_of(m, layer, parts[is_bias][part]);
        w.columns = source->columns;
        memcpy(w.at + row * w.columns, source->at + from * w.columns,
               (size_t)w.columns * sizeof *w.at);
    }
    name_of(gguf                     ? "blk.%.attn_qkv"
            : s->style == GPT2_STYLE ? "transformer.h.%.attn.c_attn"
                                     : "gpt_neox.layers.%.attention.query_key_value",
            layer, is_bias, name, sizeof name);
    write_tensor(f, name, &w, (arrangement){.is_turned = s->style == GPT2_STYLE && !gguf});
}

static void write_model(written *f, const model *m, bool gguf, tensor_type type) {
    *f = (written){.bytes = malloc(BYTES_MAX), .type = type};
    for (int key = 0; key < 15; key++) {
        bool of_layer = key >= 2 && key < 13;
        for (int l = of_layer ? 0 : -1; l < (of_layer ? LAYERS : 0); l++)
            for (int bias = 0; bias < 2; bias++) write_part(f, m, l, key, gguf, bias);
    }
    for (int l = 0; l < LAYERS && m->s->style != LLAMA_STYLE; l++)
        for (int bias = 0; bias < 2; bias++) write_fused(f, m, l, gguf, bias);
    CHECK(!sort_by_name(&f->list), "a name stands twice");
}

/* ---- Running --------------------------------------------------------------------------------- */

static const uint32_t tokens[] = {3, 17, 3, 28, 0, 9, 11, 3, 5, 5, 21, 8, 4, 17, 1, 2, 2, 19, 7, 6};
static const token_texts texts = {3, {0, 9, 10, 20}, tokens};

/* What a run came to. */
typedef struct result {
    float stream[LAYERS + 1][20][WIDTH_MAX];
    float q[20][WIDTH_MAX * 2], k[20][WIDTH_MAX * 2], v[20][WIDTH_MAX * 2]; /* heads side by side */
    float logits[3][VOCABULARY];
    int reads;
} result;

static nf_status go_on(through *t, const written *f, int *reads) {
    nf_status status;
    double share = 0;
    while ((status = go_through(t)) != NF_OK) {
        CHECK(through_share(t) >= share && through_share(t) <= 1, "the share falls");
        share = through_share(t);
        if (status != NF_READ) continue;
        CHECK(go_through(t) == NF_READ, "it does not wait");
        CHECK(t->wanted.offset + t->wanted.size <= f->size, "a range outside the file");
        uint8_t *alone = malloc(t->wanted.size); /* so that a step beyond the end is seen */
        memcpy(alone, f->bytes + t->wanted.offset, t->wanted.size);
        take_through(t, alone);
        free(alone);
        ++*reads;
    }
    return status;
}

static void keep_heads(const through *t, const sample *s, result *out) {
    for (int h = 0; h < s->heads; h++) {
        matrix q = through_head(t, 0, h), k = through_head(t, 1, h), v = through_head(t, 2, h);
        for (int i = 0; i < t->n; i++) {
            size_t size = (size_t)s->channels * sizeof(float);
            memcpy(out->q[i] + h * s->channels, matrix_row(q, i), size);
            memcpy(out->k[i] + h * s->channels, matrix_row(k, i), size);
            memcpy(out->v[i] + h * s->channels, matrix_row(v, i), size);
        }
    }
}

/* Small bands come with a feed-forward part that is made token by token. */
static through_limits limits_of(size_t band) {
    return (through_limits){
        .band = band, .kept = 1 << 24, .hidden = band < 100 ? 0 : 1 << 20, .most = 1 << 26};
}

/* Stops in layer 1, and goes on. */
static void run_file(const written *f, const sample *s, const description *d, const token_texts *of,
                     size_t band, result *out) {
    through t;
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    memset(out, 0, sizeof *out);
    through_limits limits = limits_of(band);
    CHECK(open_through(&t, d, &f->list, of, &limits, &why) == NF_OK, "%s", said);
    seek_through(&t, 1);
    go_on(&t, f, &out->reads);
    CHECK(t.layer == 1, "it stops in layer %d", t.layer);
    keep_heads(&t, s, out);
    seek_through(&t, LAYERS);
    go_on(&t, f, &out->reads);
    for (int l = 0; l <= LAYERS; l++)
        for (int i = 0; i < t.n; i++)
            memcpy(out->stream[l][i], matrix_row(stream_before(&t, l), i),
                   (size_t)s->width * sizeof(float));
    memcpy(out->logits, t.logits, (size_t)(of->texts * VOCABULARY) * sizeof(float));
    CHECK(t.unfit == 0 && through_share(&t) == 1, "%d weights are no numbers", (int)t.unfit);
    close_through(&t);
}

static description describe(const sample *s, const written *f, bool gguf) {
    description d;
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    CHECK(describe_folder(s->config, strlen(s->config), &d, &why) == NF_OK, "%s", said);
    if (gguf) {
        d.is_gguf = true;
        d.is_permuted = d.family->gguf_permutes;
        d.is_transposed = false;
        if (d.fused == FUSED_HEADS) d.fused = FUSED_BLOCKS;
    }
    CHECK(has_its_tensors(&d, &f->list, &why), "%s: %s", s->name, said);
    return d;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* How far a row is from the reference, in shares of the largest number of that row. */
static void measure(double *worst, const float *row, const double *expected, int count) {
    double most = 0;
    for (int c = 0; c < count; c++) most = fmax(most, fabs(expected[c]));
    for (int c = 0; c < count; c++)
        *worst = fmax(*worst, fabs((double)row[c] - expected[c]) / most);
}

/* Sums of some 40 products in float32, three layers of them: the largest measured is 1.5e-6. */
static const double TOLERANCE = 4e-6;

static void compare(const model *m, const result *r) {
    static reference expected;
    const sample *s = m->s;
    double streams = 0, heads = 0, logits = 0;
    for (int text = 0; text < 3; text++) {
        int start = texts.start[text], n = texts.start[text + 1] - start;
        run_reference(m, tokens + start, n, &expected);
        for (int i = 0; i < n; i++) {
            for (int l = 0; l <= LAYERS; l++)
                measure(&streams, r->stream[l][start + i], expected.stream[l][i], s->width);
            for (int h = 0; h < s->heads; h++) {
                int at = h * s->channels, g = h * s->groups / s->heads * s->channels;
                measure(&heads, r->q[start + i] + at, expected.q[1][i] + at, s->channels);
                measure(&heads, r->k[start + i] + at, expected.k[1][i] + g, s->channels);
                measure(&heads, r->v[start + i] + at, expected.v[1][i] + g, s->channels);
            }
        }
        measure(&logits, r->logits[text], expected.logits, VOCABULARY);
    }
    CHECK(streams < TOLERANCE, "%s: streams are off by %.2g", s->name, streams);
    CHECK(heads < TOLERANCE, "%s: heads are off by %.2g", s->name, heads);
    CHECK(logits < TOLERANCE, "%s: logits are off by %.2g", s->name, logits);
}

static bool same_bits(const result *a, const result *b) {
    return memcmp(a->stream, b->stream, sizeof a->stream) == 0 &&
           memcmp(a->q, b->q, sizeof a->q) == 0 && memcmp(a->k, b->k, sizeof a->k) == 0 &&
           memcmp(a->v, b->v, sizeof a->v) == 0 &&
           memcmp(a->logits, b->logits, sizeof a->logits) == 0;
}

static void test_sample(const sample *s) {
    static model m;
    static result whole, cut, other;
    written folder, gguf;
    make_model(&m, s, 77);
    write_model(&folder, &m, false, TYPE_F32);
    write_model(&gguf, &m, true, TYPE_F32);
    description d = describe(s, &folder, false), of_gguf = describe(s, &gguf, true);
    run_file(&folder, s, &d, &texts, 1 << 16, &whole);
    compare(&m, &whole);
    run_file(&folder, s, &d, &texts, 1, &cut);
    CHECK(cut.reads > 2 * whole.reads && same_bits(&whole, &cut), "%s in bands", s->name);
    run_file(&gguf, s, &of_gguf, &texts, 100, &other);
    CHECK(same_bits(&whole, &other), "%s as GGUF has other bits", s->name);
    forget_file(&folder);
    forget_file(&gguf);
}

/* A text alone has the bits that it has among others, and no token sees one after it. */
static void test_alone(const sample *s) {
    static model m;
    static result together, alone, changed;
    uint32_t others[10];
    written f;
    make_model(&m, s, 78);
    write_model(&f, &m, false, TYPE_F32);
    description d = describe(s, &f, false);
    run_file(&f, s, &d, &texts, 500, &together);
    run_file(&f, s, &d, &(token_texts){1, {0, 10}, tokens + 10}, 500, &alone);
    bool same = memcmp(together.logits[2], alone.logits[0], sizeof alone.logits[0]) == 0;
    CHECK(same && memcmp(together.q[10], alone.q, 10 * sizeof alone.q[0]) == 0, "%s alone",
          s->name);
    memcpy(others, tokens + 10, sizeof others);
    others[9] = 13;
    run_file(&f, s, &d, &(token_texts){1, {0, 10}, others}, 500, &changed);
    for (int l = 0; l <= LAYERS; l++) {
        size_t before = 9 * sizeof alone.stream[l][0];
        CHECK(memcmp(alone.stream[l], changed.stream[l], before) == 0, "%s looks ahead", s->name);
    }
    CHECK(memcmp(alone.logits, changed.logits, sizeof alone.logits[0]) != 0, "nothing changed");
    forget_file(&f);
}

/* Weights that BF16 holds, in BF16 and in F32. */
static void test_types(const sample *s) {
    static model m;
    static result wide, narrow;
    written f32, bf16;
    make_model(&m, s, 79);
    for (int i = 0; i < m.count; i++)
        for (int j = 0; j < m.all[i].rows * m.all[i].columns; j++)
            m.all[i].at[j] = float_of_bits(bits_of_float(m.all[i].at[j]) & 0xffff0000u);
    write_model(&f32, &m, false, TYPE_F32);
    write_model(&bf16, &m, false, TYPE_BF16);
    description d = describe(s, &f32, false);
    run_file(&f32, s, &d, &texts, 1000, &wide);
    run_file(&bf16, s, &d, &texts, 1000, &narrow);
    CHECK(same_bits(&wide, &narrow), "%s in BF16 has other bits", s->name);
    forget_file(&f32);
    forget_file(&bf16);
}

/* Factors of a GGUF file, in the place of a scaling of all frequencies by the same. */
static void test_factors(void) {
    static model m;
    static result scaled, divided;
    static weights factors = {.rows = 4, .columns = 1, .at = {4, 4, 4, 4}};
    written f;
    make_model(&m, &samples[1], 80);
    write_model(&f, &m, false, TYPE_F32);
    description d = describe(&samples[1], &f, false);
    run_file(&f, &samples[1], &d, &texts, 1000, &scaled);
    forget_file(&f);
    write_model(&f, &m, true, TYPE_F32);
    write_tensor(&f, "rope_freqs.weight", &factors, (arrangement){.permuted = 0});
    CHECK(!sort_by_name(&f.list), "a name stands twice");
    d = describe(&samples[1], &f, true);
    d.scaling = SCALING_NONE;
    d.has_factors = true;
    run_file(&f, &samples[1], &d, &texts, 1000, &divided);
    CHECK(same_bits(&scaled, &divided), "factors of 4 are no scaling by 4");
    forget_file(&f);
}

static void test_refusals(void) {
    static model m;
    char said[400];
    nf_text why = {said, 0, sizeof said};
    const uint32_t beyond[] = {VOCABULARY};
    through t;
    written f;
    make_model(&m, &samples[0], 1);
    write_model(&f, &m, false, TYPE_F32);
    description d = describe(&samples[0], &f, false);
    through_limits limits = limits_of(1), few = limits;
    few.most = 1000;
    CHECK(open_through(&t, &d, &f.list, &texts, &few, &why) == NF_TOO_LARGE &&
              says(said, "takes 0 MB"),
          "%s", said);
    CHECK(through_bytes(&d, &texts, &limits) > 1000, "it takes nothing");
    why.used = 0;
    CHECK(open_through(&t, &d, &f.list, &(token_texts){1, {0, 1}, beyond}, &limits, &why) ==
                  NF_NO_DATA &&
              says(said, "Text 1 has the token 29"),
          "%s", said);
    why.used = 0;
    CHECK(open_through(&t, &d, &f.list, &(token_texts){2, {0, 9, 9}, tokens}, &limits, &why) ==
                  NF_NO_DATA &&
              says(said, "Text 2 has 0 tokens"),
          "%s", said);
    forget_file(&f);
}

/* Weights that are no numbers are counted, and nothing else comes of them. */
static void test_unfit(void) {
    static model m;
    written f;
    through t;
    char said[400];
    nf_text why = {said, 0, sizeof said};
    int reads = 0;
    make_model(&m, &samples[6], 1);
    for (int i = 0; i < m.count; i++) m.all[i].at[0] = i % 2 ? NAN : INFINITY;
    write_model(&f, &m, false, TYPE_F32);
    description d = describe(&samples[6], &f, false);
    through_limits limits = limits_of(1000);
    CHECK(open_through(&t, &d, &f.list, &texts, &limits, &why) == NF_OK, "%s", said);
    seek_through(&t, LAYERS);
    CHECK(go_on(&t, &f, &reads) == NF_OK && t.unfit > 40, "%d are counted", (int)t.unfit);
    close_through(&t);
    forget_file(&f);
}

/* ---- GELU ------------------------------------------------------------------------------------ */

static void test_gelu(void) {
    double worst[4] = {0};
    for (int i = -80000; i <= 80000; i++) {
        double x = i / 10000.0;
        worst[0] = fmax(worst[0], fabs(nf_erf(x) - erf(x)));
        worst[1] = fmax(worst[1], fabs(nf_tanh(x) - tanh(x)));
        float y = (float)x;
        double wide = (double)y;
        double by_erf = wide / 2 * erfc(-wide / sqrt(2));
        double inner = sqrt(2 / acos(-1)) * (wide + 0.044715 * pow(wide, 3));
        worst[2] = fmax(worst[2], fabs((double)gelu_erf(y) - by_erf) / (1 + fabs(x)));
        worst[3] = fmax(worst[3],
                        fabs((double)gelu_tanh(y) - wide / 2 * (1 + tanh(inner))) / (1 + fabs(x)));
    }
    CHECK(worst[0] < 1e-14 && worst[1] < 1e-15, "erf %.2g, tanh %.2g", worst[0], worst[1]);
    CHECK(worst[2] < 6.1e-8 && worst[3] < 6.1e-8, "GELU %.2g, %.2g", worst[2], worst[3]);
    CHECK(nf_erf(7) == 1 && nf_erf(-7) == -1 && nf_tanh(50) == 1 && nf_tanh(-50) == -1, "far out");
    CHECK(isnan(nf_erf(NAN)) && isnan(nf_tanh(NAN)) && nf_erf(0) == 0 && nf_tanh(0) == 0, "NaN");
}

/* ---- The shipped model ----------------------------------------------------------------------- */

static void test_shipped(void) {
    transformer model;
    model_shape s;
    model_run run;
    through t;
    written f;
    token_list list;
    uint32_t ids[CONTEXT_MAX];
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    int reads = 0;
    CHECK(model_file_shape(nf_model_file, nf_model_file_size, &s) == MODEL_OK, "the shipped model");
    void *memory = malloc(model_bytes(&s)), *space = malloc(run_bytes(&s, s.context));
    float *logits = malloc((size_t)s.vocabulary * sizeof *logits);
    CHECK(model_open(&model, nf_model_file, nf_model_file_size, memory) == MODEL_OK, "it opens");
    CHECK(tokenise(&model, model.texts[0].at, model.texts[0].bytes, &list) == MODEL_OK, "its text");
    place_run(&run, &s, list.count, space);
    run_model(&model, list.id, &run);
    run_logits(&model, &run, list.count - 1, 1, logits);
    write_shipped(&f, &model);
    description d = describe_shipped(&s, &f);
    for (int i = 0; i < list.count; i++) ids[i] = list.id[i];
    const token_texts of = {1, {0, list.count}, ids};
    through_limits limits = limits_of(5000);
    CHECK(open_through(&t, &d, &f.list, &of, &limits, &why) == NF_OK, "%s", said);
    seek_through(&t, s.layers);
    go_on(&t, &f, &reads);
    size_t streams = (size_t)((s.layers + 1) * list.count * s.width) * sizeof(float);
    CHECK(memcmp(t.streams, run.residual, streams) == 0, "its streams have other bits");
    CHECK(memcmp(t.logits, logits, (size_t)s.vocabulary * sizeof *logits) == 0, "its logits have");
    close_through(&t);
    forget_file(&f);
    free(memory);
    free(space);
    free(logits);
}

int main(void) {
    for (int i = 0; i < SAMPLES; i++) {
        test_sample(&samples[i]);
        test_alone(&samples[i]);
        test_types(&samples[i]);
    }
    test_factors();
    test_refusals();
    test_unfit();
    test_gelu();
    test_shipped();
    return report();
}
