/* Writing text into an nf_text, and numbers to and from decimal with the same digits everywhere. */
#ifndef NF_TEXT_H
#define NF_TEXT_H

#include "ninefold.h"

/* Words that only people read. The WebAssembly module is built without them, so there these fields
 * of nf_row and of others are "". The page has the words from table.js. */
#ifdef NF_WITHOUT_WORDS
#define WORDS(text) ""
#else
#define WORDS(text) text
#endif

void put_bytes(nf_text *out, const char *bytes, size_t count);
void put_char(nf_text *out, char c);
void put(nf_text *out, const char *text);
void put_whole(nf_text *out, int64_t value);
void put_hex(nf_text *out, uint64_t value, int digits);

/* The shortest decimal that reads back the same: 0.5, 1e-10, 1500. "null" if not finite. */
void put_number(nf_text *out, double value);

/* As titles write an epsilon: 5e-1, 1e-3, 2.5e-2; 0 and 1 as they are. */
void put_scientific(nf_text *out, double value);

/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD, and controls are escaped
 * as \u0000. */
void put_json(nf_text *out, const char *bytes, size_t count);
void put_json_text(nf_text *out, const char *text);

/* A further member of an object: ,"key":"text", ,"key":number and ,"key":true. */
void put_member(nf_text *out, const char *key, const char *text);
void put_number_member(nf_text *out, const char *key, double number);
void put_flag_member(nf_text *out, const char *key, bool flag);

/* Reads the whole slice as a decimal number, exactly rounded for up to 19 digits. False unless it
 * is zero or between 1e-300 and 1e300 in size. */
bool read_number(const char *bytes, size_t count, double *value);

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* 0 to 15, or -1. */
static inline int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Lower case, as links write bytes and hashes. */
bool are_hex_digits(const char *text, size_t length);

bool same_text(const char *a, size_t a_length, const char *b);
bool valid_utf8(const char *bytes, size_t count);

/* The length of the well-formed UTF-8 character at the start, or 0. */
size_t utf8_length(const char *bytes, size_t count);

/* Writes a character's bytes, at most 4; how many. */
size_t write_utf8(uint32_t code, char *out);

/* The number of a well-formed character of this length. */
uint32_t code_point(const char *bytes, size_t length);

/* Whether a terminal acts on a character instead of showing it: ASCII's controls, those of ISO 6429
 * (0x80 to 0x9f), which have two bytes in UTF-8, and the marks that turn the direction of writing
 * or end a line or a paragraph. */
bool is_control(uint32_t code);

#endif
