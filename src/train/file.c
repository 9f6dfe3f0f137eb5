#include "train.h"

#include <stdlib.h>

typedef struct byte_buffer {
    uint8_t *at;
    size_t count;
} byte_buffer;

static void put_bytes(byte_buffer *bytes, const void *from, size_t count) {
    memcpy(bytes->at + bytes->count, from, count);
    bytes->count += count;
}

static void put_word(byte_buffer *bytes, uint32_t x) {
    for (int i = 0; i < 4; i++) bytes->at[bytes->count++] = (uint8_t)(x >> 8 * i);
}

static void put_float(byte_buffer *bytes, float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    put_word(bytes, word);
}

static void put_header(byte_buffer *bytes, const model_parts *p) {
    const model_shape *s = &p->shape;
    const int fields[] = {1,         s->layers,     s->heads,   s->width,      s->head_width,
                          s->hidden, s->vocabulary, s->context, p->sink_layer, p->sink_head};
    put_bytes(bytes, "nf-model", 8);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        put_word(bytes, (uint32_t)fields[i]);
    put_word(bytes, (uint32_t)strlen(p->card));
    for (int i = 0; i < MODEL_TEXTS; i++) put_word(bytes, (uint32_t)strlen(p->texts[i]));
    put_bytes(bytes, p->card, strlen(p->card));
    for (int i = 0; i < MODEL_TEXTS; i++) put_bytes(bytes, p->texts[i], strlen(p->texts[i]));
}

static void put_norms(byte_buffer *bytes, const model_shape *s, const model_weights *w) {
    for (int l = 0; l < s->layers; l++) {
        for (int c = 0; c < s->width; c++) put_float(bytes, w->layer[l].attention_norm[c]);
        for (int c = 0; c < s->width; c++) put_float(bytes, w->layer[l].hidden_norm[c]);
    }
    for (int c = 0; c < s->width; c++) put_float(bytes, w->final_norm[c]);
}

static float scale_of(const float *at, const matrix_lines *lines) {
    float most = 0;
    for (int i = 0; i < lines->length; i++) {
        float x = at[i * lines->step], size = x < 0 ? -x : x;
        if (size > most) most = size;
    }
    return most > 0 ? most / 127.0f : 1.0f;
}

static int8_t nearest(float x) { return (int8_t)(x < 0 ? x - 0.5f : x + 0.5f); }

static void put_lines(byte_buffer *bytes, matrix_lines lines) {
    for (int l = 0; l < lines.count; l++)
        put_float(bytes, scale_of(lines.at + l * lines.next, &lines));
    for (int l = 0; l < lines.count; l++) {
        const float *at = lines.at + l * lines.next;
        float scale = scale_of(at, &lines);
        for (int i = 0; i < lines.length; i++)
            bytes->at[bytes->count++] = (uint8_t)nearest(at[i * lines.step] / scale);
    }
}

uint8_t *model_file(const model_parts *p, size_t *size) {
    model_weights w;
    matrix list[MATRICES_MAX];
    ptrdiff_t numbers = place_weights(&p->shape, p->weights, &w);
    int count = weight_matrices(&p->shape, &w, list);
    size_t room = 4 * (size_t)numbers + (1u << 17) + 4 * VOCABULARY_MAX; /* even for floats */
    byte_buffer bytes = {malloc(room), 0};
    if (!bytes.at) return NULL;
    put_header(&bytes, p);
    put_bytes(&bytes, p->merges, 4 * (size_t)(p->shape.vocabulary - LETTERS));
    put_norms(&bytes, &p->shape, &w);
    for (int i = 0; i < count; i++) put_lines(&bytes, lines_of(list[i], i));
    uint64_t checksum = model_checksum(bytes.at, bytes.count);
    put_word(&bytes, (uint32_t)checksum);
    put_word(&bytes, (uint32_t)(checksum >> 32));
    *size = bytes.count;
    return bytes.at;
}

bool opened_from(opened_model *opened, const uint8_t *file, size_t size) {
    model_shape shape;
    opened->memory = NULL;
    if (model_file_shape(file, size, &shape)) return false;
    opened->memory = malloc(model_bytes(&shape));
    return opened->memory && model_open(&opened->model, file, size, opened->memory) == MODEL_OK;
}

void opened_free(opened_model *opened) { free(opened->memory); }
