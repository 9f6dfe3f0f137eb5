#include "train.h"

#include <stdlib.h>

typedef struct {
    uint8_t *at;
    size_t count;
} Bytes;

static void put_bytes(Bytes *bytes, const void *from, size_t count) {
    memcpy(bytes->at + bytes->count, from, count);
    bytes->count += count;
}

static void put_word(Bytes *bytes, uint32_t x) {
    for (int i = 0; i < 4; i++) bytes->at[bytes->count++] = (uint8_t)(x >> 8 * i);
}

static void put_float(Bytes *bytes, float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    put_word(bytes, word);
}

static void put_header(Bytes *bytes, const ModelParts *p) {
    const NfModelShape *s = &p->shape;
    const int fields[] = {1,         s->layers,     s->heads,   s->width,      s->head_width,
                          s->hidden, s->vocabulary, s->context, p->sink_layer, p->sink_head};
    put_bytes(bytes, "nf-model", 8);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) put_word(bytes, (uint32_t)fields[i]);
    put_word(bytes, (uint32_t)strlen(p->card));
    for (int i = 0; i < NF_TEXTS; i++) put_word(bytes, (uint32_t)strlen(p->texts[i]));
    put_bytes(bytes, p->card, strlen(p->card));
    for (int i = 0; i < NF_TEXTS; i++) put_bytes(bytes, p->texts[i], strlen(p->texts[i]));
}

static void put_norms(Bytes *bytes, const NfModelShape *s, const NfWeights *w) {
    for (int l = 0; l < s->layers; l++) {
        for (int c = 0; c < s->width; c++) put_float(bytes, w->layer[l].attention_norm[c]);
        for (int c = 0; c < s->width; c++) put_float(bytes, w->layer[l].hidden_norm[c]);
    }
    for (int c = 0; c < s->width; c++) put_float(bytes, w->final_norm[c]);
}

static float scale_of(const float *at, const NfLines *lines) {
    float most = 0;
    for (int i = 0; i < lines->length; i++) {
        float x = at[i * lines->step], size = x < 0 ? -x : x;
        if (size > most) most = size;
    }
    return most > 0 ? most / 127.0f : 1.0f;
}

static int8_t nearest(float x) { return (int8_t)(x < 0 ? x - 0.5f : x + 0.5f); }

static void put_lines(Bytes *bytes, NfLines lines) {
    for (int l = 0; l < lines.count; l++) put_float(bytes, scale_of(lines.at + l * lines.next, &lines));
    for (int l = 0; l < lines.count; l++) {
        const float *at = lines.at + l * lines.next;
        float scale = scale_of(at, &lines);
        for (int i = 0; i < lines.length; i++)
            bytes->at[bytes->count++] = (uint8_t)nearest(at[i * lines.step] / scale);
    }
}

uint8_t *model_file(const ModelParts *p, size_t *size) {
    NfWeights w;
    NfMatrix list[NF_MATRICES_MAX];
    ptrdiff_t numbers = nf_weights_place(&p->shape, p->weights, &w);
    int count = nf_weights_matrices(&p->shape, &w, list);
    Bytes bytes = {malloc(4 * (size_t)numbers + (1u << 17) + 4 * NF_VOCABULARY_MAX), 0}; /* floats would fit in */
    if (!bytes.at) return NULL;
    put_header(&bytes, p);
    put_bytes(&bytes, p->merges, 4 * (size_t)(p->shape.vocabulary - NF_LETTERS));
    put_norms(&bytes, &p->shape, &w);
    for (int i = 0; i < count; i++) put_lines(&bytes, nf_lines(list[i], i));
    uint64_t checksum = nf_model_checksum(bytes.at, bytes.count);
    put_word(&bytes, (uint32_t)checksum);
    put_word(&bytes, (uint32_t)(checksum >> 32));
    *size = bytes.count;
    return bytes.at;
}
