#include "train.h"

#include <stdlib.h>

/* Cleaned text: printable ASCII, single spaces, a space in front; as the tokenizer of the model
 * cleans it. */
typedef struct cleaned_text {
    char *at;
    size_t count, room;
} cleaned_text;

enum { HELD_BLOCK = 16384, HELD_EVERY = 40, TABLE = 1 << 18 };

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    char *bytes = end > 0 ? malloc((size_t)end) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    return bytes;
}

static void put(cleaned_text *clean, char sign) {
    if (sign == ' ' && clean->count > 0 && clean->at[clean->count - 1] == ' ') return;
    clean->at[clean->count++] = sign;
}

/* Bytes of a verse's name ("Ge1:1 ") at the start of a line: a first word with a digit, a colon, a
 * digit. */
static size_t verse_name(const char *line, size_t bytes) {
    bool colon = false;
    for (size_t i = 0; i < bytes && line[i] != '\n'; i++) {
        if (line[i] == ' ') return colon ? i : 0;
        colon = colon || (i > 0 && i + 1 < bytes && line[i] == ':' && line[i - 1] >= '0' &&
                          line[i - 1] <= '9' && line[i + 1] >= '0' && line[i + 1] <= '9');
    }
    return 0;
}

/* Signs without an ASCII form are left out: a handful of control characters and degree signs. */
static void clean_bytes(cleaned_text *clean, const char *bytes, size_t size) {
    put(clean, ' ');
    for (size_t at = 0; at < size;) {
        char sign[3];
        int signs;
        if (at == 0 || bytes[at - 1] == '\n') at += verse_name(bytes + at, size - at);
        at += clean_sign(bytes + at, size - at, sign, &signs);
        for (int i = 0; i < signs; i++) put(clean, sign[i]);
    }
}

static bool clean_file(cleaned_text *clean, const char *path) {
    size_t size;
    char *bytes = read_file(path, &size);
    if (!bytes) return false;
    size_t need = clean->count + 3 * size + 1;
    char *grown = realloc(clean->at, need);
    if (grown) {
        clean->at = grown;
        clean_bytes(clean, bytes, size);
    }
    free(bytes);
    return grown != NULL;
}

/* Distinct words of the text and, while pieces are learnt, the tokens each has become. */
typedef struct corpus_word {
    const char *at;
    int length, count;
    int first, tokens; /* in word_table.token */
} corpus_word;

typedef struct word_table {
    const cleaned_text *clean;
    corpus_word *word;
    int *slot; /* (TABLE) index of a word + 1, open addressing */
    int words;
    uint16_t *token;
    int tokens;
} word_table;

static size_t word_end(const cleaned_text *clean, size_t at) {
    for (at++; at < clean->count && !word_begins(clean->at[at - 1], clean->at[at]); at++) {
    }
    return at;
}

static int *slot_of(word_table *words, const char *at, int length) {
    uint64_t hash = 0;
    for (int i = 0; i < length; i++) hash = nf_hash_word(hash, (unsigned char)at[i]);
    for (unsigned s = (unsigned)nf_mix(hash);; s++) {
        int *slot = &words->slot[s % TABLE];
        if (*slot == 0) return slot;
        corpus_word *word = &words->word[*slot - 1];
        if (word->length == length && memcmp(word->at, at, (size_t)length) == 0) return slot;
    }
}

static void note_word(word_table *words, const char *at, int length) {
    int *slot = slot_of(words, at, length);
    if (*slot == 0) {
        words->word[words->words] =
            (corpus_word){.at = at, .length = length, .first = words->tokens, .tokens = length};
        *slot = ++words->words;
        for (int i = 0; i < length; i++)
            words->token[words->tokens++] = (uint16_t)(at[i] - ' ' + 1);
    }
    words->word[*slot - 1].count++;
}

static bool find_words(word_table *words, const cleaned_text *clean) {
    *words = (word_table){.clean = clean};
    words->word = calloc(TABLE / 2, sizeof *words->word);
    words->slot = calloc(TABLE, sizeof *words->slot);
    /* One token a character is far more than distinct words need. */
    words->token = malloc(clean->count * sizeof *words->token);
    if (!words->word || !words->slot || !words->token) return false;
    for (size_t at = 0, end; at < clean->count && words->words < TABLE / 2; at = end) {
        end = word_end(clean, at);
        note_word(words, clean->at + at, (int)(end - at));
    }
    return words->words < TABLE / 2;
}

static void free_words(word_table *words) {
    free(words->word);
    free(words->slot);
    free(words->token);
}

/* The most frequent pair of neighbours within words; the lowest (left, right) among equals. */
static int best_pair(const word_table *words, const text_corpus *corpus, int known, int *count) {
    memset(count, 0, sizeof *count * (size_t)(known * known));
    for (int w = 0; w < words->words; w++) {
        const uint16_t *token = words->token + words->word[w].first;
        for (int i = 0; i + 1 < words->word[w].tokens; i++)
            count[token[i] * known + token[i + 1]] += words->word[w].count;
    }
    int best = 0;
    for (int pair = 1; pair < known * known; pair++) {
        int bytes = corpus->pieces[pair / known].bytes + corpus->pieces[pair % known].bytes;
        if (bytes <= PIECE_MAX && count[pair] > count[best]) best = pair;
    }
    return best;
}

static void join(word_table *words, int left, int right, int becomes) {
    for (int w = 0; w < words->words; w++) {
        corpus_word *word = &words->word[w];
        uint16_t *token = words->token + word->first;
        int kept = 0;
        for (int i = 0; i < word->tokens; i++, kept++) {
            bool joins = i + 1 < word->tokens && token[i] == left && token[i + 1] == right;
            token[kept] = joins ? (uint16_t)becomes : token[i];
            i += joins;
        }
        word->tokens = kept;
    }
}

static void add_piece(text_corpus *corpus, int becomes, int left, int right) {
    text_piece *piece = &corpus->pieces[becomes], *a = &corpus->pieces[left],
               *b = &corpus->pieces[right];
    uint8_t *merge = corpus->merges + 4 * (becomes - LETTERS);
    merge[0] = (uint8_t)left;
    merge[1] = (uint8_t)(left >> 8);
    merge[2] = (uint8_t)right;
    merge[3] = (uint8_t)(right >> 8);
    memcpy(piece->at, a->at, a->bytes);
    memcpy(piece->at + a->bytes, b->at, b->bytes);
    piece->bytes = (uint8_t)(a->bytes + b->bytes);
}

static bool learn_pieces(text_corpus *corpus, word_table *words) {
    int *count = malloc(sizeof *count * (size_t)(corpus->vocabulary * corpus->vocabulary));
    if (!count) return false;
    for (int id = 1; id < LETTERS; id++)
        corpus->pieces[id] = (text_piece){1, {(char)(id - 1 + ' ')}};
    for (int id = LETTERS; id < corpus->vocabulary; id++) {
        int best = best_pair(words, corpus, id, count);
        add_piece(corpus, id, best / id, best % id);
        join(words, best / id, best % id, id);
    }
    free(count);
    return true;
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/* A piece " A..." after a piece that ends a sentence. */
static bool begins_sentence(const text_corpus *corpus, int before, int token) {
    const text_piece *last = &corpus->pieces[before], *piece = &corpus->pieces[token];
    char end = last->bytes > 0 ? last->at[last->bytes - 1] : ' ';
    return (end == '.' || end == '!' || end == '?') && piece->bytes > 1 && piece->at[0] == ' ' &&
           is_upper(piece->at[1]);
}

static void add_word(text_corpus *corpus, const corpus_word *word, const uint16_t *token,
                     bool held) {
    uint16_t *to = held ? corpus->held : corpus->train;
    int *count = held ? &corpus->held_count : &corpus->train_count;
    if (!held && *count > 0 && begins_sentence(corpus, to[*count - 1], token[0]))
        corpus->sentences[corpus->sentence_count++] = *count;
    memcpy(to + *count, token, sizeof *token * (size_t)word->tokens);
    *count += word->tokens;
    if (held) corpus->held_signs += (size_t)word->length;
}

static void encode(text_corpus *corpus, word_table *words) {
    const cleaned_text *clean = words->clean;
    for (size_t at = 0, end; at < clean->count; at = end) {
        end = word_end(clean, at);
        const corpus_word *word =
            &words->word[*slot_of(words, clean->at + at, (int)(end - at)) - 1];
        add_word(corpus, word, words->token + word->first,
                 at / HELD_BLOCK % HELD_EVERY == HELD_EVERY - 1);
    }
}

static bool corpus_of(text_corpus *corpus, const cleaned_text *clean) {
    word_table words;
    corpus->train = malloc(clean->count * sizeof *corpus->train);
    corpus->held = malloc(clean->count * sizeof *corpus->held);
    corpus->sentences = malloc(clean->count * sizeof *corpus->sentences);
    bool ok = find_words(&words, clean) && corpus->train && corpus->held && corpus->sentences;
    ok = ok && learn_pieces(corpus, &words);
    if (ok) encode(corpus, &words);
    free_words(&words);
    return ok;
}

bool corpus_read(text_corpus *corpus, const char *const *files, int count, int vocabulary) {
    cleaned_text clean = {0};
    *corpus = (text_corpus){.vocabulary = vocabulary};
    bool ok = vocabulary >= LETTERS && vocabulary <= VOCABULARY_MAX;
    for (int i = 0; i < count && ok; i++) ok = clean_file(&clean, files[i]);
    ok = ok && clean.count > 0 && corpus_of(corpus, &clean);
    free(clean.at);
    return ok;
}

void corpus_free(text_corpus *corpus) {
    free(corpus->train);
    free(corpus->held);
    free(corpus->sentences);
}
