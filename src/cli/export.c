/* Writes the trained model as a folder that other programs open too: config.json, tokenizer.json,
 * model.safetensors in F32. Opened by --model it gives the same numbers. */
#define _POSIX_C_SOURCE 200809L /* mkdir */
#include "main.h"

#include "engine/messages.h"
#include "engine/text.h"
#include "model/source_model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096, JSON_BYTES = 1 << 20 };

typedef struct writing {
    FILE *file;
    const transformer *model;
    uint64_t at;  /* bytes of tensors so far */
    bool is_next; /* something stands before, so that a comma must */
} writing;

/* ---- Tensors --------------------------------------------------------------------------------- */

/* A tensor (rows, columns) whose element (i, j) is at[i next + j step]; a vector has no columns. */
typedef struct layout {
    const float *at;
    int rows, columns, next, step;
} layout;

/* (outputs, inputs), from a matrix that has a row an input. */
static layout turned(const float *at, int inputs, int outputs) {
    return (layout){at, outputs, inputs, 1, outputs};
}

static layout vector_of(const float *at, int count) { return (layout){at, count, 0, 1, 0}; }

typedef void each(writing *w, const char *name, layout tensor);

static void visit_layer(writing *w, int index, each *visit) {
    const model_shape *s = &w->model->shape;
    const layer_weights *l = &w->model->weights.layer[index];
    int heads = s->heads * s->head_width;
    const struct {
        const char *name;
        layout tensor;
    } all[] = {{"input_layernorm", vector_of(l->attention_norm, s->width)},
               {"self_attn.q_proj", turned(l->query, s->width, heads)},
               {"self_attn.k_proj", turned(l->key, s->width, heads)},
               {"self_attn.v_proj", turned(l->value, s->width, heads)},
               {"self_attn.o_proj", turned(l->output, heads, s->width)},
               {"post_attention_layernorm", vector_of(l->hidden_norm, s->width)},
               {"mlp.gate_proj", turned(l->gate, s->width, s->hidden)},
               {"mlp.up_proj", turned(l->up, s->width, s->hidden)},
               {"mlp.down_proj", turned(l->down, s->hidden, s->width)}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char name[80];
        snprintf(name, sizeof name, "model.layers.%d.%s.weight", index, all[i].name);
        visit(w, name, all[i].tensor);
    }
}

static void visit_all(writing *w, each *visit) {
    const model_shape *s = &w->model->shape;
    const model_weights *weights = &w->model->weights;
    layout embedding = {weights->embedding, s->vocabulary, s->width, s->width, 1};
    visit(w, "model.embed_tokens.weight", embedding);
    for (int i = 0; i < s->layers; i++) visit_layer(w, i, visit);
    visit(w, "model.norm.weight", vector_of(weights->final_norm, s->width));
}

static void list_tensor(writing *w, const char *name, layout t) {
    uint64_t bytes = 4 * (uint64_t)t.rows * (uint64_t)(t.columns ? t.columns : 1);
    fprintf(w->file, "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[%d", w->is_next ? "," : "{", name,
            t.rows);
    if (t.columns) fprintf(w->file, ",%d", t.columns);
    fprintf(w->file, "],\"data_offsets\":[%llu,%llu]}", (unsigned long long)w->at,
            (unsigned long long)(w->at + bytes));
    w->at += bytes;
    w->is_next = true;
}

static void write_float(FILE *file, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 4; i++) putc((int)(bits >> 8 * i & 255), file);
}

static void write_tensor(writing *w, const char *name, layout t) {
    (void)name;
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < (t.columns ? t.columns : 1); j++)
            write_float(w->file, t.at[(ptrdiff_t)i * t.next + (ptrdiff_t)j * t.step]);
}

/* The header's length comes first: it is written once it is known. */
static void write_tensors(writing *w) {
    static const char nothing[8];
    fwrite(nothing, 1, sizeof nothing, w->file);
    visit_all(w, list_tensor);
    putc('}', w->file);
    long end = ftell(w->file);
    for (; end % 8; end++) putc(' ', w->file);
    rewind(w->file);
    for (int i = 0; i < 8; i++) putc((int)((uint64_t)(end - 8) >> 8 * i & 255), w->file);
    fseek(w->file, end, SEEK_SET);
    visit_all(w, write_tensor);
}

/* ---- config.json ----------------------------------------------------------------------------- */

static void write_config(writing *w) {
    const model_shape *s = &w->model->shape;
    fprintf(w->file,
            "{\n  \"architectures\": [\"LlamaForCausalLM\"],\n  \"model_type\": \"llama\",\n"
            "  \"hidden_size\": %d,\n  \"intermediate_size\": %d,\n  \"num_hidden_layers\": %d,\n"
            "  \"num_attention_heads\": %d,\n  \"num_key_value_heads\": %d,\n"
            "  \"head_dim\": %d,\n  \"vocab_size\": %d,\n  \"max_position_embeddings\": %d,\n"
            "  \"rms_norm_eps\": 1e-05,\n  \"rope_theta\": 10000.0,\n  \"hidden_act\": \"silu\",\n"
            "  \"attention_bias\": false,\n  \"mlp_bias\": false,\n"
            "  \"tie_word_embeddings\": true,\n  \"torch_dtype\": \"float32\",\n"
            "  \"bos_token_id\": 0\n}\n",
            s->width, s->hidden, s->layers, s->heads, s->heads, s->head_width, s->vocabulary,
            s->context);
}

/* ---- tokenizer.json -------------------------------------------------------------------------- */

/* The space of a piece is written as U+2581, as SentencePiece does. The begin token is written with
 * characters that no text can hold which the model reads. */
#define SPACE "\xe2\x96\x81"
#define BEGIN                                                                                      \
    "\xe2\x9f\xa8"                                                                                 \
    "begin\xe2\x9f\xa9"

/* A piece as the file has it, without its quotation marks. */
static void put_piece(nf_text *out, const transformer *model, int piece) {
    const text_piece *p = &model->pieces[piece];
    for (int i = 0; i < p->bytes; i++) {
        if (p->at[i] == ' ')
            put(out, SPACE);
        else
            put_char(out, p->at[i]);
    }
}

static void put_quoted(nf_text *json, const char *text) { put_json_text(json, text); }

static void put_rule(nf_text *json, const char *from, const char *to) {
    put(json, "\n      {\"type\": \"Replace\", \"pattern\": {\"String\": ");
    put_quoted(json, from);
    put(json, "}, \"content\": ");
    put_quoted(json, to);
    put(json, "},");
}

/* The bytes of a character. */
static size_t spell(uint32_t code, char out[5]) {
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    memset(out, 0, 5);
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(length == 1 ? code : length == 2 ? 0xc0 | code : 0xe0 | code);
    return length;
}

/* What the model reads of characters that texts are often written with, and that are none of its
 * own: a rule for each. Of others it reads some too, which the folder refuses. */
static void put_folded(nf_text *json) {
    static const uint32_t codes[] = {'\t',   '\n',   '\r',   0xa0,   0x2013, 0x2014,
                                     0x2018, 0x2019, 0x201c, 0x201d, 0x2026};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char from[5], sign[4] = "";
        int signs;
        size_t length = spell(codes[i], from);
        clean_sign(from, length, sign, &signs);
        sign[signs] = 0;
        if (signs) put_rule(json, from, sign);
    }
}

static void put_normalizer(nf_text *json) {
    put(json, "{\"type\": \"Sequence\", \"normalizers\": [");
    put_folded(json);
    put(json,
        "\n      {\"type\": \"Replace\", \"pattern\": {\"Regex\": \" {2,}\"}, \"content\": \" \"},"
        "\n      {\"type\": \"Strip\", \"strip_left\": true, \"strip_right\": true},"
        "\n      {\"type\": \"Prepend\", \"prepend\": \"" SPACE "\"},"
        "\n      {\"type\": \"Replace\", \"pattern\": {\"String\": \" \"}, \"content\": \"" SPACE
        "\"}]}");
}

static void put_vocabulary(nf_text *json, const transformer *model) {
    put(json, "{\n      \"" BEGIN "\": 0");
    for (int piece = 1; piece < model->shape.vocabulary; piece++) {
        char name[4 * PIECE_MAX] = "";
        nf_text text = {name, 0, sizeof name};
        put_piece(&text, model, piece);
        put(json, ",\n      ");
        put_quoted(json, name);
        put(json, ": ");
        put_whole(json, piece);
    }
    put(json, "}");
}

static int16_t word16(const uint8_t *at) { return (int16_t)(at[0] | at[1] << 8); }

/* Whether the two pieces of a merge ever stand in one word: of others nothing would come here, and
 * something where words are not told apart. */
static bool is_in_word(const transformer *model, int left, int right) {
    const text_piece *a = &model->pieces[left], *b = &model->pieces[right];
    return !word_begins(a->at[a->bytes - 1], b->at[0]);
}

static void put_merges(nf_text *json, const transformer *model) {
    const char *between = "[\n      ";
    for (int m = 0; m < model->shape.vocabulary - LETTERS; m++) {
        int left = word16(model->merges + 4 * m), right = word16(model->merges + 4 * m + 2);
        char names[8 * PIECE_MAX] = "";
        nf_text text = {names, 0, sizeof names};
        if (!is_in_word(model, left, right)) continue;
        put_piece(&text, model, left);
        put_char(&text, ' ');
        put_piece(&text, model, right);
        put(json, between);
        put_quoted(json, names);
        between = ",\n      ";
    }
    put(json, "]");
}

static void write_tokenizer(writing *w) {
    char *buffer = malloc(JSON_BYTES);
    nf_text json = {buffer, 0, buffer ? JSON_BYTES : 0};
    put(&json,
        "{\n  \"version\": \"1.0\",\n  \"truncation\": null,\n  \"padding\": null,\n"
        "  \"added_tokens\": [{\"id\": 0, \"content\": \"" BEGIN "\", \"single_word\": false, "
        "\"lstrip\": false, \"rstrip\": false, \"normalized\": false, \"special\": true}],\n"
        "  \"normalizer\": ");
    put_normalizer(&json);
    put(&json,
        ",\n  \"pre_tokenizer\": null,\n  \"post_processor\": {\"type\": \"TemplateProcessing\","
        " \"single\": [{\"SpecialToken\": {\"id\": \"" BEGIN "\", \"type_id\": 0}}, "
        "{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}], \"pair\": [], \"special_tokens\": "
        "{\"" BEGIN "\": {\"id\": \"" BEGIN "\", \"ids\": [0], \"tokens\": [\"" BEGIN "\"]}}},\n"
        "  \"decoder\": {\"type\": \"Sequence\", \"decoders\": [{\"type\": \"Replace\", "
        "\"pattern\": {\"String\": \"" SPACE "\"}, \"content\": \" \"}, {\"type\": \"Fuse\"}]},\n"
        "  \"model\": {\"type\": \"BPE\", \"dropout\": null, \"unk_token\": null, "
        "\"continuing_subword_prefix\": null, \"end_of_word_suffix\": null, "
        "\"fuse_unk\": false, \"byte_fallback\": false, \"ignore_merges\": false,\n"
        "    \"vocab\": ");
    put_vocabulary(&json, w->model);
    put(&json, ",\n    \"merges\": ");
    put_merges(&json, w->model);
    put(&json, "}\n}\n");
    if (buffer) fwrite(buffer, 1, json.used < json.capacity ? json.used : 0, w->file);
    free(buffer);
}

/* ---- The folder ------------------------------------------------------------------------------ */

static void say_refused(sentence which, const char *path, const char *why) {
    say_sentence(which, &(fill){.text = slice_of(path), .other = slice_of(why)});
}

/* Files that are there already are left as they are. */
static bool write_file(const transformer *model, const char *folder, const char *name,
                       void (*write)(writing *)) {
    char path[PATH_BYTES];
    bool fits = snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_BYTES;
    writing w = {.model = model, .file = fits ? fopen(path, "wbx") : NULL};
    if (!w.file) {
        say_refused(FILE_REFUSED, path, strerror(fits ? errno : ENAMETOOLONG));
        return false;
    }
    write(&w);
    bool failed = ferror(w.file) != 0 || ftell(w.file) <= 0;
    if (fclose(w.file) == 0 && !failed) return true;
    say_sentence(FILE_NOT_WRITTEN, &(fill){.text = slice_of(path)});
    return false;
}

/* Two pieces of the same letters would be one in tokenizer.json. */
static bool has_own_letters(const transformer *model) {
    for (int i = 1; i < model->shape.vocabulary; i++)
        for (int j = 1; j < i; j++) {
            const text_piece *a = &model->pieces[i], *b = &model->pieces[j];
            if (a->bytes == b->bytes && memcmp(a->at, b->at, a->bytes) == 0) return false;
        }
    return true;
}

int run_export(const job *job, const char *folder) {
    const transformer *model = brought_model(job->shipped);
    if (!model) {
        say_sentence(NO_TRAINED_MODEL, NULL);
        return FAILED;
    }
    if (!has_own_letters(model)) {
        say_sentence(SAME_LETTERS, NULL);
        return FAILED;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        say_refused(FOLDER_NOT_MADE, folder, strerror(errno));
        return FAILED;
    }
    bool good = write_file(model, folder, "config.json", write_config) &&
                write_file(model, folder, "tokenizer.json", write_tokenizer) &&
                write_file(model, folder, "model.safetensors", write_tensors);
    return good ? DONE : FAILED;
}
