/* What a tokenizer is made of, and what its two readers share. */
#ifndef NF_TOKENIZER_PARTS_H
#define NF_TOKENIZER_PARTS_H

#include "added.h"
#include "bpe.h"
#include "refusals.h"
#include "rules.h"
#include "tokenizer.h"

enum { ENDS_MAX = 8, PIECE_TEXT_MAX = 1 << 16 };

/* Pieces that stand in front of a text or behind it. */
typedef struct end_pieces {
    int at[ENDS_MAX], count;
} end_pieces;

struct tokenizer {
    unicode unicode;
    rule_list normalizers, splitters;
    bpe model;
    added_list raw, normal; /* added tokens: looked for before the normalizers, and after them */
    end_pieces front, back; /* what the tokenizer itself puts around a text */
    int begin;              /* -1 for none */
    bool has_alphabet;      /* pieces are written in GPT-2's alphabet */
    byte_slice mark, shown; /* what is written as a mark is shown so; the mark may be empty */
    int numbers;
    char *strings; /* of rules and added tokens */
    size_t strings_used;
    passage normal_texts; /* of added tokens */
    byte_slice *shows;    /* what pieces stand for, by number */
    char *show_texts;
};

/* Why what is read cannot be used. What is said first stays, and nothing is said after it. */
typedef struct complaint {
    nf_text *why;
    nf_status status; /* NF_OK as long as there is none */
} complaint;

/* Each is false. Of the text that is quoted, the first bytes are. */
bool complain(complaint *c, model_words what);
bool complain_of(complaint *c, model_words what, byte_slice quoted);
bool complain_with(complaint *c, model_words what, const fill *with);
bool lacks_memory(complaint *c);

/* A tokenizer with nothing in it but Unicode, and room for so many bytes of strings and so many
 * added tokens; NULL if there is no memory. */
tokenizer *new_tokenizer(size_t string_bytes, size_t added);

/* A copy that lives as long as the tokenizer; room was made for it. */
byte_slice keep_string(tokenizer *t, byte_slice text);

/* After all else is in it, with every added token in `raw`. False if there is no memory. */
bool finish_tokenizer(tokenizer *t);

#endif
