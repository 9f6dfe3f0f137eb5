#include "model.h"

#include <string.h>

/* Bytes of the UTF-8 character at `text` and its code point; a broken one counts as one byte, code
 * point 0. */
static size_t decode(const uint8_t *text, size_t bytes, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    *code = length == 1 ? text[0] : text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (i >= bytes || (text[i] & 0xc0) != 0x80) {
            *code = 0;
            return 1;
        }
        *code = *code << 6 | (text[i] & 0x3fu);
    }
    if (*code < least[length] || text[0] > 0xf4) {
        *code = 0;
        return 1;
    }
    return length;
}

static const char *beyond_ascii(uint32_t code) {
    static const struct {
        uint32_t from, to;
        const char *sign;
    } table[] = {{0xa0, 0xa0, " "},      {0xab, 0xab, "\""},     {0xbb, 0xbb, "\""},
                 {0x2000, 0x200a, " "},  {0x2010, 0x2013, "-"},  {0x2014, 0x2015, "--"},
                 {0x2018, 0x201b, "'"},  {0x201c, 0x201f, "\""}, {0x2026, 0x2026, "..."},
                 {0x2028, 0x2029, " "},  {0x202f, 0x202f, " "},  {0x2032, 0x2032, "'"},
                 {0x2033, 0x2033, "\""}, {0x2212, 0x2212, "-"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (code >= table[i].from && code <= table[i].to) return table[i].sign;
    return "";
}

/* Code points 0xc0 to 0xff without their accents; a dot where there is no one letter to put. */
static char without_accent(uint32_t code) {
    static const char letters[] =
        "AAAAAA.CEEEEIIII.NOOOOO.OUUUUY..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y";
    return code >= 0xc0 && code <= 0xff ? letters[code - 0xc0] : '.';
}

size_t clean_sign(const char *text, size_t bytes, char sign[3], int *signs) {
    uint32_t code;
    size_t length = decode((const uint8_t *)text, bytes, &code);
    if (code == '\t' || code == '\n' || code == '\r') code = ' ';
    *signs = 1;
    if (code >= 32 && code < 127) {
        sign[0] = (char)code;
        return length;
    }
    sign[0] = without_accent(code);
    if (sign[0] != '.') return length;
    const char *known = beyond_ascii(code);
    *signs = (int)strlen(known);
    memcpy(sign, known, (size_t)*signs);
    return length;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool word_begins(char before, char sign) {
    if (sign == ' ' || is_digit(sign) || is_digit(before)) return true;
    return before != ' ' && is_letter(before) != is_letter(sign);
}

/* The ASCII characters of a text, with one space put in front, and for each the byte where it
 * stood. LIMIT characters are more tokens than any context has, so that a text with more is too
 * long. */
enum { LIMIT = CONTEXT_MAX * PIECE_MAX };

typedef struct sign_list {
    int count;
    char sign[LIMIT];
    uint32_t start[LIMIT];
} sign_list;

static void add_sign(sign_list *signs, char sign, size_t start) {
    if (sign == ' ' && signs->count > 0 && signs->sign[signs->count - 1] == ' ')
        return; /* runs become one */
    signs->sign[signs->count] = sign;
    signs->start[signs->count++] = (uint32_t)start;
}

static model_status clean_text(const char *text, size_t bytes, sign_list *signs,
                               uint32_t *problem) {
    add_sign(signs, ' ', 0);
    for (size_t at = 0; at < bytes && signs->count < LIMIT - 2;) {
        char sign[3];
        int count;
        size_t read = clean_sign(text + at, bytes - at, sign, &count);
        if (count == 0) {
            *problem = (uint32_t)at;
            return MODEL_ALPHABET;
        }
        for (int i = 0; i < count; i++) add_sign(signs, sign[i], at);
        at += read;
    }
    if (signs->sign[signs->count - 1] == ' ') signs->count--;
    return signs->count == 0 ? MODEL_EMPTY : MODEL_OK;
}

typedef struct piece_list {
    int count;
    uint16_t id[LIMIT];
    int first[LIMIT]; /* index of the piece's first sign */
} piece_list;

static unsigned word16(const uint8_t *at) { return at[0] | (unsigned)at[1] << 8; }

/* Joins every neighbouring pair (left, right) within a word, from the front. */
static void merge(piece_list *pieces, const sign_list *signs, const uint8_t *pair, int becomes) {
    unsigned left = word16(pair), right = word16(pair + 2);
    int kept = 0;
    for (int i = 0; i < pieces->count; i++, kept++) {
        int next = i + 1 < pieces->count ? pieces->first[i + 1] : 0;
        bool joins = next > 0 && pieces->id[i] == left && pieces->id[i + 1] == right &&
                     !word_begins(signs->sign[next - 1], signs->sign[next]);
        pieces->first[kept] = pieces->first[i];
        pieces->id[kept] = joins ? (uint16_t)becomes : pieces->id[i];
        i += joins;
    }
    pieces->count = kept;
}

static void find_pieces(const transformer *model, const sign_list *signs, piece_list *pieces) {
    pieces->count = signs->count;
    for (int i = 0; i < signs->count; i++) {
        pieces->id[i] = (uint16_t)(signs->sign[i] - ' ' + 1);
        pieces->first[i] = i;
    }
    for (int m = 0; m < model->shape.vocabulary - LETTERS; m++)
        merge(pieces, signs, model->merges + 4 * m, LETTERS + m);
}

model_status tokenise(const transformer *model, const char *text, size_t bytes,
                      token_list *tokens) {
    sign_list signs = {.count = 0};
    piece_list pieces;
    *tokens = (token_list){.count = 0};
    model_status status = clean_text(text, bytes, &signs, &tokens->problem);
    if (status) return status;
    find_pieces(model, &signs, &pieces);
    tokens->count = 1; /* id 0 at position 0 begins the text */
    for (int i = 0; i < pieces.count; i++) {
        uint32_t start = signs.start[pieces.first[i]];
        if (tokens->count == model->shape.context) {
            tokens->problem = start;
            return MODEL_LONG;
        }
        tokens->id[tokens->count] = pieces.id[i];
        tokens->start[tokens->count++] = start;
    }
    return MODEL_OK;
}
