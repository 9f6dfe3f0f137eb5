/* A tokenizer whose file is damaged anywhere, and any text: what is taken encodes every text into
 * pieces that it has; what is refused is refused in a sentence. So do lists of pieces in GGUF. */
#include "model/tokenizer.h"
#include "../c/gguf_file.h"
#include "words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const words[] = {"{",
                                    "}",
                                    "[",
                                    "]",
                                    "\"",
                                    ":",
                                    ",",
                                    "null",
                                    "true",
                                    "\"type\":",
                                    "\"NFC\"",
                                    "\"Prepend\"",
                                    "\"Replace\"",
                                    "\"Strip\"",
                                    "\"Sequence\"",
                                    "\"ByteLevel\"",
                                    "\"Digits\"",
                                    "\"Metaspace\"",
                                    "\"a\":7",
                                    "\"content\":\"ab\"",
                                    "\"lstrip\":true",
                                    "\"rstrip\":true",
                                    "\"single_word\":true",
                                    "\"normalized\":true",
                                    "\"id\":9",
                                    "\"a b\"",
                                    "\"\"",
                                    "4294967296",
                                    "\"ignore_merges\":true",
                                    "\"String\":\"a\"",
                                    "\"prepend\":\"ab\"",
                                    "\"first\""};

static const char *const files[] = {
    "{\"added_tokens\":[{\"id\":6,\"content\":\"<s>\",\"normalized\":false,\"special\":true},{"
    "\"id\""
    ":7,\"content\":\"<b>\",\"lstrip\":true,\"rstrip\":true,\"single_word\":true}],\"normalizer\":{"
    "\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFC\"},{\"type\":\"Prepend\",\"prepend\":"
    "\"_"
    "\"},{\"type\":\"Replace\",\"pattern\":{\"String\":\" \"},\"content\":\"_\"}]},\"post_processor"
    "\":{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":\"<s>\"}},{"
    "\"Sequence"
    "\":{\"id\":\"A\"}}],\"special_tokens\":{\"<s>\":{\"ids\":[6]}}},\"decoder\":{\"type\":"
    "\"Replace"
    "\",\"pattern\":{\"String\":\"_\"},\"content\":\" "
    "\"},\"model\":{\"type\":\"BPE\",\"unk_token\":"
    "\"?\",\"fuse_unk\":true,\"byte_fallback\":true,\"vocab\":{\"?\":0,\"a\":1,\"b\":2,\"_\":3,\"ab"
    "\":4,\"_ab\":5},\"merges\":[\"a b\",\"_ ab\"]}}",
    "{\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Digits\"},{\"type\":"
    "\"ByteLevel\",\"add_prefix_space\":true}]},\"decoder\":{\"type\":\"ByteLevel\"},\"model\":{"
    "\"ignore_merges\":true,\"unk_token\":\"a\",\"vocab\":{\"a\":1,\"b\":2,\"\\u0120\":3,"
    "\"\\u00c3\""
    ":4,\"ab\":5,\"\\u0120ab\":8},\"merges\":[[\"a\",\"b\"],[\"\\u0120\",\"ab\"]]}}",
    "{\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"Strip\",\"strip_left\":"
    "true"
    "},{\"type\":\"Replace\",\"pattern\":{\"Regex\":\" {2,}\"},\"content\":\" \"}]},\"pre_tokenizer"
    "\":{\"type\":\"Metaspace\",\"replacement\":\"_\",\"prepend_scheme\":\"first\"},\"model\":{"
    "\"unk_token\":\"a\",\"vocab\":{\"a\":0,\"_\":1,\"aa\":2},\"merges\":[\"a a\"]}}"};

static void encode_any(const tokenizer *t, const char *text, size_t length, begin begin) {
    enum { ROOM = 3000 };
    static uint32_t pieces[ROOM], starts[ROOM];
    encoding e = {.pieces = pieces, .starts = starts, .room = ROOM};
    encode_status status = encode_text(t, text, length, begin, &e);
    must(e.count <= ROOM && e.problem <= length);
    must(status != ENCODE_OK || e.count >= begin_tokens(t, begin));
    for (int i = 0; i < e.count; i++) {
        must((int)pieces[i] < piece_count(t) && starts[i] <= length);
        (void)piece_bytes(t, (int)pieces[i]);
    }
}

/* Any bytes, and the same as Latin-1, which is UTF-8 in any case. */
static void encode_all(tokenizer *t, const uint8_t *data, size_t size) {
    char *latin = malloc(2 * size + 1);
    size_t length = 0;
    must(latin != NULL);
    for (size_t i = 0; i < size; i++) {
        if (data[i] >= 0x80) latin[length++] = (char)(0xc0 | data[i] >> 6);
        latin[length++] = (char)(data[i] < 0x80 ? data[i] : 0x80 | (data[i] & 0x3f));
    }
    set_begin_piece(t, size ? data[0] : 0);
    encode_any(t, (const char *)data, size, BEGIN_AUTO);
    for (int begin = BEGIN_AUTO; begin <= BEGIN_OFF; begin++)
        encode_any(t, latin, length, (enum begin)begin);
    free(latin);
}

static void judge(nf_status status, tokenizer *t, const char *said, const uint8_t *data,
                  size_t size) {
    must((status == NF_OK) == (t != NULL) && (status == NF_OK) == !said[0]);
    if (t) encode_all(t, data, size);
    close_tokenizer(t);
}

/* One of the files, in which some bytes are replaced by words. */
static void open_damaged(const uint8_t *data, size_t size) {
    static char json[1 << 15];
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    tokenizer *t;
    const char *file = files[data[1] % (sizeof files / sizeof *files)];
    size_t whole = strlen(file), at = ((size_t)data[2] << 8 | data[3]) % whole;
    size_t out = data[4] % 16, words_of = size - 6 < 8 ? size - 6 : 8;
    if (out > whole - at) out = whole - at;
    memcpy(json, file, at);
    size_t length = at + (data[5] % 2 ? spell(data + 6, words_of, words,
                                              sizeof words / sizeof *words, json + at, 1 << 14)
                                      : 0);
    memcpy(json + length, file + at + out, whole - at - out);
    length += whole - at - out;
    judge(open_tokenizer(json, length, &t, &why), t, said, data, size);
}

static void add_tokens(file *f, const uint8_t *data, size_t size) {
    size_t count_at, count = 0;
    add_key(f, "tokenizer.ggml.tokens", GGUF_ARRAY);
    add_number(f, GGUF_STRING, 4);
    count_at = f->size;
    add_number(f, 0, 8);
    for (size_t at = 0, end; at < size && count < 255; at = end + 1, count++) {
        for (end = at; end < size && end < at + 6 && data[end] != ' ';) end++;
        add_number(f, end - at, 8);
        memcpy(f->at + f->size, data + at, end - at);
        f->size += end - at;
    }
    f->at[count_at] = (uint8_t)count;
    add_key(f, "tokenizer.ggml.scores", GGUF_ARRAY);
    add_number(f, GGUF_F32, 4);
    add_number(f, count, 8);
    for (size_t i = 0; i < count; i++) add_number(f, (uint64_t)data[i] << 24 | data[i], 4);
}

static void open_pieces(const uint8_t *data, size_t size) {
    static file f;
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    tokenizer *t;
    gguf read;
    if (size > 1200) size = 1200;
    start_file(&f, 3, 0, 4);
    add_key(&f, "tokenizer.ggml.model", GGUF_STRING);
    add_text(&f, "llama");
    add_key(&f, "tokenizer.ggml.unknown_token_id", GGUF_U32);
    add_number(&f, data[1] % 4, 4);
    add_tokens(&f, data, size);
    must(read_gguf(f.at, f.size, f.size, &read, &why) == NF_OK);
    judge(open_gguf_tokenizer(&read, &t, &why), t, said, data, size);
    forget_gguf(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 7) return 0;
    if (data[0] % 4)
        open_damaged(data, size);
    else
        open_pieces(data, size);
    return 0;
}
