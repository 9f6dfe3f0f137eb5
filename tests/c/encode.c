/* Encodes texts by a tokenizer, for tests that compare the pieces with those of other programs:
 *
 *     encode tokenizer.json|FILE.gguf [auto|on|off] <texts >pieces
 *     encode tokenizer.json|FILE.gguf pieces        >bytes
 *
 * Texts: for each the number of its bytes, then these. Pieces: for each text its encode_status, how
 * many there are, then their numbers. Bytes: for each piece how many it stands for, then these. All
 * numbers are of 32 bits, as this machine writes them. */
#include "engine/text.h"
#include "model/tokenizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        bytes = malloc(*size + 1);
        if (bytes && fread(bytes, 1, *size, file) != *size) *size = 0;
    }
    if (file) fclose(file);
    return bytes;
}

static nf_status open_any(const char *bytes, size_t size, tokenizer **out, nf_text *why) {
    gguf file;
    if (size < 4 || memcmp(bytes, "GGUF", 4) != 0) return open_tokenizer(bytes, size, out, why);
    nf_status status = read_gguf((const uint8_t *)bytes, size, size, &file, why);
    if (status == NF_OK) status = open_gguf_tokenizer(&file, out, why);
    forget_gguf(&file);
    return status;
}

static void write_number(uint32_t number) { fwrite(&number, sizeof number, 1, stdout); }

static void encode_one(const tokenizer *t, const char *text, uint32_t length, begin begin) {
    size_t room = (size_t)length + 100;
    encoding e = {.pieces = malloc(room * sizeof *e.pieces), .room = (int)room};
    write_number((uint32_t)encode_text(t, text, length, begin, &e));
    write_number((uint32_t)e.count);
    fwrite(e.pieces, sizeof *e.pieces, (size_t)e.count, stdout);
    free(e.pieces);
}

static void encode_all(const tokenizer *t, begin begin) {
    uint32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        char *text = malloc((size_t)length + 1);
        if (fread(text, 1, length, stdin) == length) encode_one(t, text, length, begin);
        free(text);
    }
}

static void write_pieces(const tokenizer *t) {
    for (int i = 0; i < piece_count(t); i++) {
        byte_slice bytes = piece_bytes(t, i);
        write_number((uint32_t)bytes.length);
        fwrite(bytes.at, 1, bytes.length, stdout);
    }
}

int main(int count, char **words) {
    char said[1000] = "";
    nf_text why = {said, 0, sizeof said};
    tokenizer *t = NULL;
    size_t size = 0;
    const char *mode = count > 2 ? words[2] : "auto";
    char *bytes = count > 1 ? read_file(words[1], &size) : NULL;
    if (!bytes || open_any(bytes, size, &t, &why) != NF_OK) {
        fprintf(stderr, "%s\n", said);
        return 1;
    }
    free(bytes);
    if (strcmp(mode, "pieces") == 0)
        write_pieces(t);
    else
        encode_all(t, *mode == 'a' ? BEGIN_AUTO : strcmp(mode, "on") == 0 ? BEGIN_ON : BEGIN_OFF);
    close_tokenizer(t);
    return 0;
}
