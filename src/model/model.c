#include "engine/exact.h"

#include "model.h"

#include "engine/bits.h"

/* The file, little-endian:
 *
 *     8 bytes   "nf-model"
 *     uint32    version 1, layers, heads, width, head_width, hidden, vocabulary, context,
 *               sink_layer, sink_head, bytes of the card, bytes of each of the three texts
 *     bytes     the card, then the three texts, without terminators
 *     uint16    (vocabulary - 96, 2): the two pieces that become piece 96, 97, ...
 *     float32   attention_norm and hidden_norm of each layer (width each), then final_norm
 *     matrices  in the order of weight_matrices, each by its lines (lines_of):
 *               float32 scales (count), then int8 (count, length)
 *     uint64    checksum of all bytes before it
 *
 * A number of a matrix is its int8 times the scale of its line, nothing else. */
enum { HEADER = 8 + 14 * 4, VERSION = 1, CARD_MAX = 1 << 16, TEXT_MAX = 1 << 12 };

static const char magic[8] = {'n', 'f', '-', 'm', 'o', 'd', 'e', 'l'};

static uint32_t word32(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float float32(const uint8_t *at) { return float_of_bits(word32(at)); }

uint64_t model_checksum(const uint8_t *bytes, size_t size) {
    uint64_t hash = size;
    for (size_t i = 0; i < size; i += 4) {
        uint8_t word[4] = {0};
        memcpy(word, bytes + i, size - i < 4 ? size - i : 4);
        hash = nf_hash_word(hash, word32(word));
    }
    return hash;
}

/* A header field, or -1 when it is outside [least, most]. */
static int field(const uint8_t *file, int index, int least, int most) {
    uint32_t value = word32(file + 8 + 4 * index);
    return value >= (uint32_t)least && value <= (uint32_t)most ? (int)value : -1;
}

static model_status read_shape(const uint8_t *file, model_shape *s) {
    s->layers = field(file, 1, 1, LAYERS_MAX);
    s->heads = field(file, 2, 1, HEADS_MAX);
    s->width = field(file, 3, 1, MODEL_WIDTH_MAX);
    s->head_width = field(file, 4, 2, HEAD_WIDTH_MAX);
    s->hidden = field(file, 5, 1, HIDDEN_MAX);
    s->vocabulary = field(file, 6, LETTERS, VOCABULARY_MAX);
    s->context = field(file, 7, 2, CONTEXT_MAX);
    bool fits = s->layers > 0 && s->heads > 0 && s->width > 0 && s->head_width > 0 &&
                s->head_width % 2 == 0;
    fits = fits && s->hidden > 0 && s->vocabulary > 0 && s->context > 0;
    fits = fits && field(file, 8, 0, s->layers - 1) >= 0 && field(file, 9, 0, s->heads - 1) >= 0;
    fits = fits && field(file, 10, 0, CARD_MAX) >= 0;
    for (int i = 0; i < MODEL_TEXTS; i++) fits = fits && field(file, 11 + i, 0, TEXT_MAX) >= 0;
    return fits ? MODEL_OK : MODEL_SHAPE;
}

/* Bytes of a whole file with this header. */
static size_t file_size(const uint8_t *file, const model_shape *s) {
    model_weights none = {0};
    matrix list[MATRICES_MAX];
    int count = weight_matrices(s, &none, list);
    size_t size = HEADER + 8 + 4 * (size_t)(s->vocabulary - LETTERS) +
                  4 * (size_t)(s->width * (2 * s->layers + 1));
    for (int i = 0; i <= MODEL_TEXTS; i++) size += word32(file + 8 + 4 * (10 + i));
    for (int i = 0; i < count; i++) {
        matrix_lines lines = lines_of(list[i], i);
        size += (size_t)lines.count * (4 + (size_t)lines.length);
    }
    return size;
}

model_status model_file_shape(const uint8_t *file, size_t size, model_shape *shape) {
    if (size < HEADER || memcmp(file, magic, sizeof magic) != 0) return MODEL_NOT_ONE;
    if (word32(file + 8) != VERSION) return MODEL_VERSION;
    model_status status = read_shape(file, shape);
    if (status) return status;
    if (size != file_size(file, shape)) return MODEL_SIZE;
    const uint8_t *end = file + size - 8;
    uint64_t stated = word32(end) | (uint64_t)word32(end + 4) << 32;
    return stated == model_checksum(file, size - 8) ? MODEL_OK : MODEL_DAMAGED;
}

/* Floats of the weights, the transposed embedding and the rotary table; pieces follow them. */
static size_t float_count(const model_shape *s) {
    model_weights none;
    return (size_t)place_weights(s, NULL, &none) +
           (size_t)(s->width * s->vocabulary + s->context * s->head_width);
}

size_t model_bytes(const model_shape *shape) {
    return float_count(shape) * sizeof(float) + (size_t)shape->vocabulary * sizeof(text_piece);
}

static bool is_finite(float x) { return x - x == 0; }

static bool read_floats(const uint8_t **at, float *to, int count) {
    bool good = true;
    for (int i = 0; i < count; i++, *at += 4) {
        to[i] = float32(*at);
        good = is_finite(to[i]) && good;
    }
    return good;
}

static bool read_norms(transformer *model, const uint8_t **at) {
    int width = model->shape.width;
    bool good = true;
    for (int l = 0; l < model->shape.layers; l++) {
        good = read_floats(at, model->weights.layer[l].attention_norm, width) && good;
        good = read_floats(at, model->weights.layer[l].hidden_norm, width) && good;
    }
    return read_floats(at, model->weights.final_norm, width) && good;
}

static bool read_lines(matrix_lines lines, const uint8_t **at) {
    const uint8_t *scales = *at, *numbers = scales + 4 * (ptrdiff_t)lines.count;
    bool good = true;
    for (int l = 0; l < lines.count; l++) {
        float scale = float32(scales + 4 * (ptrdiff_t)l);
        good = good && is_finite(scale * 128.0f);
        for (int i = 0; i < lines.length; i++)
            lines.at[l * lines.next + i * lines.step] = (float)(int8_t)*numbers++ * scale;
    }
    *at = numbers;
    return good;
}

static bool read_weights(transformer *model, const uint8_t **at) {
    matrix list[MATRICES_MAX];
    int count = weight_matrices(&model->shape, &model->weights, list);
    bool good = read_norms(model, at);
    for (int i = 0; i < count; i++) good = read_lines(lines_of(list[i], i), at) && good;
    transpose(list[0], matrix_of(model->embedding_by_channel, list[0].columns, list[0].rows));
    return good;
}

/* Every piece is made of two earlier ones. None is longer than PIECE_MAX, and none contains the
 * begin token. */
static bool read_pieces(transformer *model) {
    text_piece *pieces = model->pieces;
    pieces[0] = (text_piece){0, {0}};
    for (int i = 1; i < LETTERS; i++) pieces[i] = (text_piece){1, {(char)(' ' + i - 1)}};
    for (int i = LETTERS; i < model->shape.vocabulary; i++) {
        const uint8_t *merge = model->merges + 4 * (ptrdiff_t)(i - LETTERS);
        uint32_t pair = word32(merge), left = pair & 0xffff, right = pair >> 16;
        if (left == 0 || right == 0 || left >= (uint32_t)i || right >= (uint32_t)i) return false;
        const text_piece *a = &pieces[left], *b = &pieces[right];
        if (a->bytes + b->bytes > PIECE_MAX) return false;
        pieces[i] = (text_piece){(uint8_t)(a->bytes + b->bytes), {0}};
        memcpy(pieces[i].at, a->at, a->bytes);
        memcpy(pieces[i].at + a->bytes, b->at, b->bytes);
    }
    return true;
}

static file_text read_text(const uint8_t *file, int index, const uint8_t **at) {
    file_text text = {(const char *)*at, word32(file + 8 + 4 * index)};
    *at += text.bytes;
    return text;
}

static void place(transformer *model, void *memory) {
    const model_shape *s = &model->shape;
    float *floats = memory;
    floats += place_weights(s, floats, &model->weights);
    model->embedding_by_channel = floats;
    model->rotary = floats + s->width * s->vocabulary;
    model->pieces = (text_piece *)(void *)(model->rotary + s->context * s->head_width);
}

model_status model_open(transformer *model, const uint8_t *file, size_t size, void *memory) {
    model_status status = model_file_shape(file, size, &model->shape);
    if (status) return status;
    place(model, memory);
    const uint8_t *at = file + HEADER;
    model->sink_layer = (int)word32(file + 8 + 4 * 8);
    model->sink_head = (int)word32(file + 8 + 4 * 9);
    model->card = read_text(file, 10, &at);
    for (int i = 0; i < MODEL_TEXTS; i++) model->texts[i] = read_text(file, 11 + i, &at);
    model->merges = at;
    at += 4 * (ptrdiff_t)(model->shape.vocabulary - LETTERS);
    fill_rotary_table(&model->shape, model->rotary);
    return read_weights(model, &at) && read_pieces(model) ? MODEL_OK : MODEL_CONTENT;
}
