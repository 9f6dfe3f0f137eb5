/* The tokenizer of a reader's own model: text in, numbers of pieces out. It is read whole from
 * bytes in memory, which may be freed afterwards; what it cannot do exactly it refuses when it is
 * opened, by the name that the file gives it.
 *
 *     tokenizer *t;
 *     if (open_tokenizer(json, size, &t, why) != NF_OK) ...        tokenizer.json, or
 *     if (open_gguf_tokenizer(&file, &t, why) != NF_OK) ...      tokenizer.ggml.* of a GGUF file
 *     encoding e = {.pieces = pieces, .starts = starts, .room = 1024};
 *     if (encode_text(t, text, length, BEGIN_AUTO, &e) == ENCODE_OK) ...
 *     piece_bytes(t, e.pieces[0])
 *     close_tokenizer(t);
 */
#ifndef NF_TOKENIZER_H
#define NF_TOKENIZER_H

#include "gguf.h"

enum { PIECES_MAX = 1 << 20, TOKENIZER_TEXT_MAX = 1 << 20 };

typedef struct tokenizer tokenizer;

/* NF_OK; or NF_BAD_MODEL or NF_NO_MEMORY, *out NULL, and why in one sentence. */
nf_status open_tokenizer(const char *json, size_t size, tokenizer **out, nf_text *why);
nf_status open_gguf_tokenizer(const gguf *file, tokenizer **out, nf_text *why);
void close_tokenizer(tokenizer *t); /* may be NULL */

/* One more than the largest number of a piece; at most PIECES_MAX. A model has at least as many
 * rows. */
int piece_count(const tokenizer *t);

/* What a piece stands for, often half a character; empty where no piece has this number. Good until
 * the tokenizer is closed. */
byte_slice piece_bytes(const tokenizer *t, int piece);

/* The number of the piece that is written so in the file, as "<s>"; -1 if there is none. */
int find_piece(const tokenizer *t, const char *written, size_t length);

/* What stands in front of a text: what the tokenizer puts there of itself; its begin token;
 * nothing. */
typedef enum begin { BEGIN_AUTO, BEGIN_ON, BEGIN_OFF } begin;

/* The begin token: the one that the tokenizer puts in front of itself, or that GGUF names. Else -1;
 * then config.json's bos_token_id may be told to it. */
int begin_piece(const tokenizer *t);
void set_begin_piece(tokenizer *t, int piece);

/* How many tokens are in front of a text. BEGIN_ON puts none where there is no begin token. */
int begin_tokens(const tokenizer *t, begin begin);

typedef enum encode_status {
    ENCODE_OK,
    ENCODE_NOT_UTF8, /* bytes that are no character, halves of surrogate pairs among them */
    ENCODE_NO_PIECE, /* a character that no piece stands for */
    ENCODE_LONG,     /* more tokens than there is room for, or a text longer than
                        TOKENIZER_TEXT_MAX */
    ENCODE_NO_MEMORY
} encode_status;

typedef struct encoding {
    uint32_t *pieces, *starts; /* of the caller: the numbers of the pieces, and the byte of the
                                  text at which each begins; starts may be NULL */
    int room, count;
    size_t problem; /* the byte of the text that could not be read, or does not fit any more */
} encoding;

/* Writes pieces, starts and count; on failure `problem`, and what was read up to there. */
encode_status encode_text(const tokenizer *t, const char *text, size_t length, begin begin,
                          encoding *out);

#endif
