/* Tokenizers of a reader's own models: what their files say, what is refused, and what becomes of
 * texts. Pieces of real vocabularies are compared with other programs in tests/node. */
#include "engine/text.h"
#include "gguf_file.h"
#include "model/rules.h"
#include "model/tokenizer.h"
#include "test.h"

#include <stdlib.h>

/* ---- Unicode --------------------------------------------------------------------------------- */

static void test_classes(void) {
    static const struct {
        uint32_t code;
        char_class class;
        bool white;
    } cases[] = {
        {'a', CHAR_LETTER, false},     {'Z', CHAR_LETTER, false},     {'7', CHAR_DIGIT, false},
        {'_', CHAR_JOINER, false},     {' ', CHAR_OTHER, true},       {0x85, CHAR_OTHER, true},
        {0xa0, CHAR_OTHER, true},      {0xfeff, CHAR_OTHER, false},   {0x200b, CHAR_OTHER, false},
        {0x3000, CHAR_OTHER, true},    {0x2009, CHAR_OTHER, true},    {0xbd, CHAR_FRACTION, false},
        {0x2167, CHAR_DIGIT, false},   {0x301, CHAR_JOINER, false},   {0x4e2d, CHAR_LETTER, false},
        {0x17f, CHAR_LETTER, false},   {0x24b6, CHAR_JOINER, false},  {0x1d7d8, CHAR_DIGIT, false},
        {0xe0100, CHAR_JOINER, false}, {0x10ffff, CHAR_OTHER, false}, {0, CHAR_OTHER, false},
        {0x323af, CHAR_LETTER, false}};
    unicode u;
    CHECK(open_unicode(&u), "no memory");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(class_of(&u, cases[i].code) == cases[i].class, "U+%04x is of class %d", cases[i].code,
              class_of(&u, cases[i].code));
        CHECK(is_white(cases[i].code) == cases[i].white, "U+%04x", cases[i].code);
    }
    close_unicode(&u);
}

enum { CHARS = 8 };

static void test_composing(void) {
    static const struct {
        uint32_t text[CHARS], composed[CHARS];
    } cases[] = {{{'e', 0x301}, {0xe9}},
                 {{0xe9}, {0xe9}},
                 {{'a', 0x323, 0x302}, {0x1ead}},
                 {{'a', 0x302, 0x323}, {0x1ead}},      /* marks in the order of their classes */
                 {{'a', 0x300, 0x301}, {0xe0, 0x301}}, /* the second is blocked */
                 {{'a', 0x5d0, 0x301}, {'a', 0x5d0, 0x301}},
                 {{0x212b}, {0xc5}},        /* the sign of the angstrom */
                 {{0x958}, {0x915, 0x93c}}, /* not composed again */
                 {{0xfb2c}, {0x5e9, 0x5bc, 0x5c1}},
                 {{0x1100, 0x1161, 0x11a8}, {0xac01}}, /* Hangul */
                 {{0xac00, 0x11a8}, {0xac01}},
                 {{0xac01}, {0xac01}},
                 {{0x1f82}, {0x1f82}},
                 {{0x3b1, 0x313, 0x300, 0x345}, {0x1f82}},
                 {{0x301, 'a'}, {0x301, 'a'}}, /* a mark with nothing before it */
                 {{0x344}, {0x308, 0x301}},
                 {{0x1d15e}, {0x1d157, 0x1d165}}};
    unicode u;
    CHECK(open_unicode(&u), "no memory");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        placed_char text[CHARS], room[COMPOSING_ROOM * CHARS];
        size_t count = 0, wanted = 0;
        for (; count < CHARS && cases[i].text[count]; count++)
            text[count] = (placed_char){cases[i].text[count], 0, (uint32_t)count};
        while (wanted < CHARS && cases[i].composed[wanted]) wanted++;
        size_t length = compose_text(&u, text, count, room);
        CHECK(length == wanted, "case %zu has %zu characters", i, length);
        for (size_t c = 0; c < length && c < wanted; c++)
            CHECK(room[c].code == cases[i].composed[c], "case %zu has U+%04x at %zu", i,
                  room[c].code, c);
    }
    close_unicode(&u);
}

/* ---- Cutting into words ---------------------------------------------------------------------- */

/* The matches, with | between them. */
static void cut(split_pattern pattern, const unicode *u, const char *text, char *out) {
    size_t length = strlen(text), used = 0;
    for (size_t at = 0, step; at < length; at += step) {
        step = split_length(pattern, u, text + at, length - at);
        if (at) out[used++] = '|';
        memcpy(out + used, text + at, step);
        used += step;
    }
    out[used] = 0;
}

static void test_splits(void) {
    static const struct {
        split_pattern pattern;
        const char *text, *cut;
    } cases[] = {{SPLIT_GPT2, "Hello world", "Hello| world"},
                 {SPLIT_GPT2, "I'm it's DON'T we'll", "I|'m| it|'s| DON|'|T| we|'ll"},
                 {SPLIT_GPT2, "a  b   c", "a| | b|  | c"},
                 {SPLIT_GPT2, "a \n b", "a| \n| b"},
                 {SPLIT_GPT2, "a\nb  ", "a|\n|b|  "},
                 {SPLIT_GPT2, "abc123 4567!?", "abc|123| 4567|!?"},
                 {SPLIT_GPT2, "x\xc2\xa0\xc2\xa0y", "x|\xc2\xa0|\xc2\xa0|y"},
                 {SPLIT_GPT2, "\xe4\xb8\xad\xe6\x96\x87\xe3\x80\x82",
                  "\xe4\xb8\xad\xe6\x96\x87|\xe3\x80\x82"},
                 {SPLIT_GPT2, "e\xcc\x81", "e|\xcc\x81"},
                 {SPLIT_GPT2, "'", "'"},
                 {SPLIT_GPT2, "'r", "'|r"},
                 {SPLIT_LLAMA3, "Hello world", "Hello| world"},
                 {SPLIT_LLAMA3, "DON'T I'LL 'Sa", "DON|'T| I|'LL| '|Sa"},
                 {SPLIT_LLAMA3, "'\xc5\xbfx", "'\xc5\xbf|x"},
                 {SPLIT_LLAMA3, "1234567", "123|456|7"},
                 {SPLIT_LLAMA3, "a 12", "a| |12"},
                 {SPLIT_LLAMA3, "(foo) bar", "(foo|)| bar"},
                 {SPLIT_LLAMA3, "a!\n\n b", "a|!\n\n| b"},
                 {SPLIT_LLAMA3, "a \n\n  b", "a| \n\n| | b"},
                 {SPLIT_LLAMA3, "a\r\n\tb", "a|\r\n|\tb"},
                 {SPLIT_LLAMA3, "\n\xe3\x80\x80x", "\n|\xe3\x80\x80x"},
                 {SPLIT_QWEN2, "1234", "1|2|3|4"},
                 {SPLIT_QWEN2, "a  1", "a| | |1"}};
    unicode u;
    CHECK(open_unicode(&u), "no memory");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[200];
        cut(cases[i].pattern, &u, cases[i].text, out);
        CHECK(strcmp(out, cases[i].cut) == 0, "%s: %s", cases[i].text, out);
    }
    close_unicode(&u);
}

static void test_alphabet(void) {
    char seen[400] = {0};
    for (int byte = 0; byte < 256; byte++) {
        char bytes[2];
        size_t length = put_alphabet((unsigned char)byte, bytes);
        uint32_t code = code_point(bytes, length);
        CHECK(code < 400 && !seen[code] && byte_of_letter(code) == byte, "%d is U+%04x", byte,
              code);
        if (code < 400) seen[code] = 1;
    }
    CHECK(byte_of_letter(' ') < 0 && byte_of_letter(0xad) < 0 && byte_of_letter(0x144) < 0,
          "characters that are not in the alphabet");
}

/* ---- tokenizer.json -------------------------------------------------------------------------- */

/* In these texts ' stands for ". */
static char *quoted(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    strcpy(copy, text);
    for (char *at = copy; *at; at++)
        if (*at == '\'') *at = '"';
    return copy;
}

/* {..., 'model': {'vocab': {VOCABULARY}, 'merges': [MERGES] MODEL} SETTINGS} */
typedef struct parts {
    const char *vocabulary, *merges, *model, *settings;
} parts;

static tokenizer *open_parts(parts p, char said[400]) {
    static const char *const between[] = {"{'model':{'vocab':{", "},'merges':[", "]", "}", "}"};
    const char *values[] = {p.vocabulary, p.merges, p.model, p.settings};
    char text[8000] = "";
    for (int i = 0; i < 5; i++) {
        strcat(text, between[i]);
        if (i < 4 && values[i]) strcat(text, values[i]);
    }
    char *json = quoted(text);
    nf_text why = {said, 0, 400};
    tokenizer *t;
    said[0] = 0;
    nf_status status = open_tokenizer(json, strlen(json), &t, &why);
    CHECK((status == NF_OK) == (t != NULL) && (status == NF_OK) == !said[0], "%d: %s", status,
          said);
    free(json);
    return t;
}

enum { ROOM = 200 };

/* What a text becomes: the pieces as they are shown, with | between them; or what failed. */
static void show(const tokenizer *t, const char *text, begin begin, char *out) {
    uint32_t pieces[ROOM], starts[ROOM];
    encoding e = {.pieces = pieces, .starts = starts, .room = ROOM};
    nf_text said = {out, 0, 1000};
    encode_status status = encode_text(t, text, strlen(text), begin, &e);
    out[0] = 0;
    for (int i = 0; i < e.count; i++) {
        byte_slice bytes = piece_bytes(t, (int)pieces[i]);
        if (i) put_char(&said, '|');
        put_bytes(&said, bytes.at, bytes.length);
        CHECK(starts[i] <= strlen(text) && (i == 0 || starts[i] >= starts[i - 1]),
              "%s: token %d starts at %u", text, i, starts[i]);
    }
    if (status) {
        put(&said, " !");
        put_whole(&said, status);
        put(&said, " at ");
        put_whole(&said, (int64_t)e.problem);
    }
}

static void becomes(const tokenizer *t, const char *text, const char *wanted) {
    char out[1000];
    if (!t) return;
    show(t, text, BEGIN_AUTO, out);
    CHECK(strcmp(out, wanted) == 0, "%s: %s", text, out);
}

static void test_merging(void) {
    char said[400];
    tokenizer *t = open_parts((parts){"'a':0,'b':1,'c':2,'aa':3,'ab':4,'bc':5,'abc':6,'aaa':7",
                                      "'a b','b c','a a','ab c','aa a'", NULL, NULL},
                              said);
    becomes(t, "abc", "abc");
    becomes(t, "bcabc", "bc|abc");
    becomes(t, "aaaa", "aa|aa"); /* of equal ones the leftmost first */
    becomes(t, "aaaaab", "aa|aa|ab");
    becomes(t, "aaa", "aaa");
    becomes(t, "", "");
    becomes(t, "abx", " !2 at 2");
    CHECK(t && piece_count(t) == 8 && find_piece(t, "bc", 2) == 5 && find_piece(t, "x", 1) == -1,
          "numbers of pieces");
    CHECK(t && begin_piece(t) == -1 && begin_tokens(t, BEGIN_ON) == 0, "no begin token");
    CHECK(t && piece_bytes(t, -1).length == 0 && piece_bytes(t, 8).length == 0, "no such piece");
    close_tokenizer(t);
    t = open_parts((parts){"'a':0,'b':1,'c':2,'ab':3,'abc':4,' a':5,'? x':6",
                           "['a','b'],['ab','c']", ",'ignore_merges':true", NULL},
                   said);
    becomes(t, "ab", "ab");
    becomes(t, " a", " a");        /* a whole section that is a piece */
    becomes(t, "a a", " !2 at 1"); /* a space is no piece */
    close_tokenizer(t);
}

#define SENTENCE                                                                                   \
    "'<unk>':0,'<s>':1,'</s>':2,'<0x0A>':3,'<0xC3>':4,'<0xA9>':5,'\xe2\x96\x81':6,'a':7,'b':8,"    \
    "'\xe2\x96\x81"                                                                                \
    "a':9,'ab':10,'\xe2\x96\x81"                                                                   \
    "ab':11,'<0xC4>':12"
#define SENTENCE_MERGES "'a b','\xe2\x96\x81 a','\xe2\x96\x81 ab'"
#define SENTENCE_MODEL ",'type':'BPE','unk_token':'<unk>','fuse_unk':true,'byte_fallback':true"
#define ADDED                                                                                      \
    ",'added_tokens':[{'id':0,'content':'<unk>','normalized':false,'special':true},"               \
    "{'id':1,'content':'<s>','normalized':false,'special':true}]"
#define TEMPLATE                                                                                   \
    ",'post_processor':{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'<s>',"        \
    "'type_id':0}},{'Sequence':{'id':'A','type_id':0}}],'special_tokens':{'<s>':{'id':'<s>',"      \
    "'ids':[1],'tokens':['<s>']}}}"
#define DECODER                                                                                    \
    ",'decoder':{'type':'Sequence','decoders':[{'type':'Replace','pattern':{'String':"             \
    "'\xe2\x96\x81'},'content':' '},{'type':'ByteFallback'},{'type':'Fuse'},{'type':'Strip',"      \
    "'content':' ','start':1,'stop':0}]}"
#define LEGACY                                                                                     \
    ",'normalizer':{'type':'Sequence','normalizers':[{'type':'Prepend','prepend':"                 \
    "'\xe2\x96\x81'},{'type':'Replace','pattern':{'String':' '},'content':'\xe2\x96\x81'}]}"

static parts sentence(const char *settings) {
    return (parts){SENTENCE, SENTENCE_MERGES, SENTENCE_MODEL, settings};
}

static void test_sentence_pieces(void) {
    char said[400], out[1000];
    tokenizer *t = open_parts(sentence(ADDED TEMPLATE DECODER LEGACY), said);
    becomes(t, "ab", "<s>| ab");
    becomes(t, "ab  ab", "<s>| ab| | ab");
    becomes(t, "a\n\xc3\xa9", "<s>| a|\n|\xc3|\xa9");
    becomes(t,
            "a\xe2\x82\xac\xe2\x82\xac"
            "b",
            "<s>| a|<unk>|b"); /* one for both */
    becomes(t, "ab<s>ab", "<s>| ab|<s>| ab");
    becomes(t, "", "<s>");
    if (t) show(t, "ab", BEGIN_OFF, out);
    CHECK(strcmp(out, " ab") == 0, "%s", out);
    CHECK(t && begin_piece(t) == 1 && begin_tokens(t, BEGIN_AUTO) == 1 &&
              begin_tokens(t, BEGIN_OFF) == 0,
          "begin tokens");
    close_tokenizer(t);
    t = open_parts(sentence(ADDED DECODER ",'pre_tokenizer':{'type':'Metaspace','replacement':"
                                          "'\xe2\x96\x81','prepend_scheme':'first','split':false}"),
                   said);
    becomes(t, "ab", " ab");
    becomes(t, " ab", " ab");
    becomes(t, "ab<s>ab", " ab|<s>|ab");
    if (t) set_begin_piece(t, 1);
    if (t) show(t, "ab", BEGIN_ON, out);
    CHECK(strcmp(out, "<s>| ab") == 0, "%s", out);
    close_tokenizer(t);
    t = open_parts(sentence(DECODER ",'pre_tokenizer':{'type':'Metaspace','replacement':"
                                    "'\xe2\x96\x81','prepend_scheme':'never'}"),
                   said);
    becomes(t, "ab ab", "ab| ab");
    close_tokenizer(t);
}

#define OTHER_TOKENS                                                                               \
    "{'id':21,'content':'<l>','lstrip':true,'normalized':false},{'id':22,'content':'<r>',"         \
    "'rstrip':true,'normalized':false},{'id':23,'content':'<r>b','normalized':false},{'id':24,"    \
    "'content':'  ','normalized':false},{'id':25,'content':''}]"

static void test_added_tokens(void) {
    char said[400];
    tokenizer *t = open_parts(
        sentence(DECODER ",'added_tokens':[{'id':20,'content':'ab'}," OTHER_TOKENS), said);
    CHECK(!t && says(said, "\"ab\""), "%s", said); /* 10 in the vocabulary */
    t = open_parts(
        sentence(DECODER
                 ",'added_tokens':[{'id':10,'content':'ab','single_word':true}," OTHER_TOKENS),
        said);
    becomes(t, "a \n<l>a", "a|<l>|a");
    becomes(t, "a<r> \n a", "a|<r>|a");
    becomes(t, "<r> <l>b", "<r>|<l>|b");
    becomes(t, "<r>b", "<r>b");    /* the longest */
    becomes(t, "<r>  a", "<r>|a"); /* two spaces are a token, but they are taken already */
    becomes(t, "a  a", "a|  |a");
    becomes(t, "ab", "ab");
    becomes(t, "aab", "a|ab"); /* no word of its own: joined from its parts */
    CHECK(t && piece_count(t) == 25 && find_piece(t, "<r>", 3) == 22, "numbers");
    close_tokenizer(t);
}

static void test_folding(void) {
    static const char folding[] =
        ",'normalizer':{'type':'Sequence','normalizers':[{'type':'Strip','strip_left':true,"
        "'strip_right':true},{'type':'Replace','pattern':{'Regex':' {2,}'},'content':' '},"
        "{'type':'Prepend','prepend':' '}]},'pre_tokenizer':{'type':'Split','behavior':"
        "'Isolated','invert':false,'pattern':{'Regex':' ?[A-Za-z]+|[0-9]| ?[^ A-Za-z0-9]+| '}}";
    char said[400];
    tokenizer *t =
        open_parts((parts){"' ':0,'a':1,'b':2,' a':3", "['  ','a']", NULL, folding}, said);
    CHECK(!t && says(said, "\"  \", which is no piece"), "%s", said);
    t = open_parts((parts){"' ':0,'a':1,'b':2,' a':3,'aa':4", "[' ','a'],['a','a']", NULL, folding},
                   said);
    becomes(t, "  a   a \n", " a| a");
    becomes(t, "aa", " a|a");
    becomes(t, "  ", "");
    becomes(t, "a1", " a !2 at 1");
    close_tokenizer(t);
}

/* ---- Byte-level ------------------------------------------------------------------------------ */

/* All 256 letters as pieces 0 to 255, then some words. */
static void bytes_vocabulary(char *out) {
    nf_text text = {out, 0, 6000};
    for (int byte = 0; byte < 256; byte++) {
        char letter[2];
        uint32_t code = code_point(letter, put_alphabet((unsigned char)byte, letter));
        put(&text, byte ? ",'\\u" : "'\\u");
        put_hex(&text, code, 4);
        put(&text, "':");
        put_whole(&text, byte);
    }
    put(&text, ",'th':256,'\xc4\xa0th':257,'\xc3\x83\xc2\xa9':258");
}

static void test_bytes(void) {
    char vocabulary[6000], said[400];
    static const char merges[] = "'t h','\xc4\xa0 th','\xc3\x83 \xc2\xa9'";
    bytes_vocabulary(vocabulary);
    tokenizer *t = open_parts((parts){vocabulary, merges, NULL,
                                      ",'normalizer':{'type':'NFC'},'pre_tokenizer':{'type':"
                                      "'ByteLevel','add_prefix_space':true},'decoder':{'type':"
                                      "'ByteLevel'},'post_processor':{'type':'ByteLevel'}"},
                              said);
    CHECK(t != NULL, "%s", said);
    becomes(t, "th th", " th| th");
    becomes(t, " th", " th");
    becomes(t, "e\xcc\x81", " |\xc3\xa9"); /* composed */
    becomes(t, "\xff", " !1 at 0");
    becomes(t, "a\xed\xa0\x80", " !1 at 1"); /* half of a surrogate pair */
    close_tokenizer(t);
    t = open_parts((parts){vocabulary, merges, NULL,
                           ",'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'Digits',"
                           "'individual_digits':true},{'type':'ByteLevel','add_prefix_space':"
                           "false,'use_regex':true}]}"},
                   said);
    becomes(t, "th12 th", "th|1|2| th");
    for (int i = 0; t && i < 256; i++) {
        byte_slice shown = piece_bytes(t, i);
        CHECK(shown.length == 1 && (unsigned char)*shown.at == i, "piece %d", i);
    }
    close_tokenizer(t);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void test_room(void) {
    char said[400];
    uint32_t pieces[3];
    tokenizer *t = open_parts((parts){"'a':0,'b':1", "", NULL, NULL}, said);
    encoding e = {.pieces = pieces, .room = 3};
    CHECK(t && encode_text(t, "abab", 4, BEGIN_AUTO, &e) == ENCODE_LONG && e.count == 3 &&
              e.problem == 3,
          "%d pieces, problem at %zu", e.count, e.problem);
    close_tokenizer(t);
}

/* 150,000 pieces and as many merges, each of which makes a word of equal letters one longer or
 * joins numbers; and a section of 200,000 characters. Neither may take quadratic time. */
static void test_large(void) {
    enum { PIECES = 150000, LONG = 200000 };
    size_t room = (size_t)PIECES * 40;
    char *json = malloc(room), *text = malloc(LONG + 1), said[400] = "";
    nf_text out = {json, 0, room}, why = {said, 0, sizeof said};
    uint32_t *pieces = malloc(LONG * sizeof *pieces);
    tokenizer *t = NULL;
    put(&out, "{\"model\":{\"vocab\":{\"a\":0,\"aa\":1,\"aaaa\":2");
    for (int i = 3; i < PIECES; i++) {
        put(&out, ",\"p");
        put_whole(&out, i);
        put(&out, "\":");
        put_whole(&out, i);
    }
    put(&out, "},\"merges\":[\"a a\",\"aa aa\"]}}");
    CHECK(open_tokenizer(json, out.used, &t, &why) == NF_OK, "%s", said);
    memset(text, 'a', LONG);
    encoding e = {.pieces = pieces, .room = LONG};
    CHECK(t && encode_text(t, text, LONG, BEGIN_AUTO, &e) == ENCODE_OK && e.count == LONG / 4 &&
              pieces[0] == 2 && pieces[e.count - 1] == 2,
          "%d pieces", e.count);
    CHECK(t && piece_count(t) == PIECES && find_piece(t, "p149999", 7) == 149999, "numbers");
    close_tokenizer(t);
    free(json);
    free(text);
    free(pieces);
}

/* Three rules that each make a thousand letters of one, and a mark that is shown as so many. */
static void test_growing(void) {
    static char settings[6000];
    char said[400], many[1001] = "";
    uint32_t pieces[3];
    memset(many, 'a', 1000);
    nf_text out = {settings, 0, sizeof settings};
    put(&out, ",'normalizer':{'type':'Sequence','normalizers':[");
    for (int i = 0; i < 3; i++) {
        put(&out, i ? ",{" : "{");
        put(&out, "'type':'Replace','pattern':{'String':'a'},'content':'");
        put(&out, many);
        put(&out, "'}");
    }
    put(&out, "]}");
    tokenizer *t = open_parts((parts){"'a':0", "", NULL, settings}, said);
    encoding e = {.pieces = pieces, .room = 3};
    CHECK(t && encode_text(t, "a", 1, BEGIN_AUTO, &e) == ENCODE_NO_MEMORY, "%s", said);
    CHECK(t && encode_text(t, "", 0, BEGIN_AUTO, &e) == ENCODE_OK && !e.count, "%d", e.count);
    close_tokenizer(t);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void test_refused(void) {
    static const struct {
        parts parts;
        const char *said;
    } cases[] = {
        {{"'a':0", "", NULL, ",'normalizer':{'type':'Precompiled'}"}, "normalizer \"Precompiled\""},
        {{"'a':0", "", NULL, ",'pre_tokenizer':{'type':'BertPreTokenizer'}"},
         "pre-tokenizer \"BertPreTokenizer\""},
        {{"'a':0", "", NULL, ",'post_processor':{'type':'BertProcessing'}"},
         "post-processor \"BertProcessing\""},
        {{"'a':0", "", NULL, ",'decoder':{'type':'WordPiece'}"}, "decoder \"WordPiece\""},
        {{"'a':0", "", ",'type':'Unigram'", NULL}, "model of the type \"Unigram\""},
        {{"'a':0", "", ",'dropout':0.1", NULL}, "dropout"},
        {{"'a':0", "", ",'end_of_word_suffix':'</w>'", NULL}, "end_of_word_suffix"},
        {{"'a':0", "", ",'unk_token':'x'", NULL}, "\"x\" as unk_token"},
        {{"'a':0,'a':1", "", NULL, NULL}, "\"a\""},
        {{"'a':0,'b':0", "", NULL, NULL}, "\"b\""},
        {{"'a':-1", "", NULL, NULL}, "no whole one"},
        {{"'a':9999999", "", NULL, NULL}, "no whole one"},
        {{"'a':0", "'a a'", NULL, NULL}, "\"aa\", which is no piece"},
        {{"'a':0", "'a'", NULL, NULL}, "one part"},
        {{"'a':0", "['a']", NULL, NULL}, "one part"},
        {{"'a':0", "['a','a','a']", NULL, NULL}, "more than two"},
        {{"'a':0", "7", NULL, NULL}, "no parts"},
        {{"'a':0", "", ",'vocab':{}", NULL}, "vocab stands twice"},
        {{"'a':0", "", NULL,
          ",'pre_tokenizer':{'type':'Split','behavior':'Isolated','pattern':{'Regex':'[a-z]+'}}"},
         "expression \"[a-z]+\""},
        {{"'a':0", "", NULL,
          ",'pre_tokenizer':{'type':'Split','behavior':'Removed','pattern':{'Regex':' '}}"},
         "behavior \"Removed\""},
        {{"'a':0", "", NULL,
          ",'normalizer':{'type':'Replace','pattern':{'Regex':'x+'},'content':''}"},
         "expression \"x+\""},
        {{"'a':0", "", NULL,
          ",'normalizer':{'type':'Replace','pattern':{'String':''},'content':''}"},
         "empty pattern"},
        {{"'a':0", "", NULL, ",'pre_tokenizer':{'type':'Metaspace','replacement':''}"},
         "empty replacement"},
        {{"'a':0", "", NULL,
          ",'post_processor':{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'x'}},"
          "{'Sequence':{'id':'A'}}],'special_tokens':{}}"},
         "special token \"x\""},
        {{"'a':0", "", NULL,
          ",'post_processor':{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'x'}},"
          "{'Sequence':{'id':'A'}}],'special_tokens':{'x':{'ids':[5]}}}"},
         "does not have"},
        {{"'a':0", "", NULL, ",'post_processor':{'type':'TemplateProcessing','single':[]}"},
         "without one text"},
        {{"'a':0", "", NULL,
          ",'pre_tokenizer':{'type':'Metaspace','replacement':'_','prepend_scheme':'last'}"},
         "prepend_scheme \"last\""},
        {{"'a':0", "", NULL, ",'normalizer':{}"}, "normalizer without a name"},
        {{"'a':0", "", ",'fuse_unk':1", NULL}, "neither true nor false"},
        {{"'a':0", "['a',1]", NULL, NULL}, "of no strings"},
        {{"'a':0", "", NULL,
          ",'pre_tokenizer':{'type':'Split','behavior':'Isolated','invert':true,'pattern':{}}"},
         "inverted"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[400];
        tokenizer *t = open_parts(cases[i].parts, said);
        CHECK(!t && says(said, cases[i].said), "case %zu: %s", i, said);
        close_tokenizer(t);
    }
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    tokenizer *t;
    CHECK(open_tokenizer("{", 1, &t, &why) == NF_BAD_MODEL && !t && says(said, "line 1"), "%s",
          said);
    why.used = 0;
    CHECK(open_tokenizer("[]", 2, &t, &why) == NF_BAD_MODEL && !t, "%s", said);
}

/* ---- GGUF ------------------------------------------------------------------------------------ */

typedef struct entries {
    file file;
    int count;
} entries;

static void add_string(entries *e, const char *key, const char *text) {
    add_key(&e->file, key, GGUF_STRING);
    add_text(&e->file, text);
    e->count++;
}

static void add_flag(entries *e, const char *key, bool value) {
    add_key(&e->file, key, GGUF_BOOL);
    add_number(&e->file, value, 1);
    e->count++;
}

static void add_id(entries *e, const char *key, uint64_t value) {
    add_key(&e->file, key, GGUF_U32);
    add_number(&e->file, value, 4);
    e->count++;
}

static void add_strings(entries *e, const char *key, const char *const *texts, int count) {
    add_key(&e->file, key, GGUF_ARRAY);
    add_number(&e->file, GGUF_STRING, 4);
    add_number(&e->file, (uint64_t)count, 8);
    for (int i = 0; i < count; i++) add_text(&e->file, texts[i]);
    e->count++;
}

static void add_numbers(entries *e, const char *key, gguf_type type, const uint32_t *numbers,
                        int count) {
    add_key(&e->file, key, GGUF_ARRAY);
    add_number(&e->file, type, 4);
    add_number(&e->file, (uint64_t)count, 8);
    for (int i = 0; i < count; i++) add_number(&e->file, numbers[i], 4);
    e->count++;
}

static tokenizer *open_entries(entries *e, char said[400]) {
    gguf file;
    tokenizer *t = NULL;
    nf_text why = {said, 0, 400};
    said[0] = 0;
    size_t end = e->file.size;
    e->file.size = 16;
    add_number(&e->file, (uint64_t)e->count, 8);
    e->file.size = end;
    nf_status status = read_gguf(e->file.at, end, end, &file, &why);
    CHECK(status == NF_OK, "%s", said);
    if (status == NF_OK) {
        status = open_gguf_tokenizer(&file, &t, &why);
        CHECK((status == NF_OK) == (t != NULL) && (status == NF_OK) == !said[0], "%s", said);
    }
    forget_gguf(&file);
    return t;
}

static const char *const sentence_tokens[] = {"<unk>",
                                              "<s>",
                                              "</s>",
                                              "<0x0A>",
                                              "<0xC3>",
                                              "<0xA9>",
                                              "\xe2\x96\x81",
                                              "a",
                                              "b",
                                              "\xe2\x96\x81"
                                              "a",
                                              "ab",
                                              "\xe2\x96\x81"
                                              "ab",
                                              "<user>",
                                              ""};
static const uint32_t sentence_types[] = {2, 3, 3, 6, 6, 6, 1, 1, 1, 1, 1, 1, 4, 5};

enum { TOKENS = 14 };

/* The last score is the largest: "ab" is joined before a space and "a" are. */
static void start_sentence(entries *e, const char *model) {
    uint32_t scores[TOKENS];
    for (int i = 0; i < TOKENS; i++) scores[i] = bits_of_float(i < 6 ? 0 : -(float)i);
    scores[10] = bits_of_float(-1);
    start_file(&e->file, 3, 0, 0);
    e->count = 0;
    add_string(e, "tokenizer.ggml.model", model);
    add_strings(e, "tokenizer.ggml.tokens", sentence_tokens, TOKENS);
    add_numbers(e, "tokenizer.ggml.token_type", GGUF_I32, sentence_types, TOKENS);
    add_numbers(e, "tokenizer.ggml.scores", GGUF_F32, scores, TOKENS);
    add_id(e, "tokenizer.ggml.bos_token_id", 1);
    add_id(e, "tokenizer.ggml.eos_token_id", 2);
}

static void test_gguf_sentence_pieces(void) {
    static entries e;
    char said[400];
    start_sentence(&e, "llama");
    tokenizer *t = open_entries(&e, said);
    becomes(t, "ab", "<s>| ab");
    becomes(t, "a\n\xc3\xa9<user>b", "<s>| a|\n|\xc3|\xa9|<user>| |b");
    becomes(t, "a\xe2\x82\xac", "<s>| a !2 at 1");
    close_tokenizer(t);
    start_sentence(&e, "llama");
    add_flag(&e, "tokenizer.ggml.add_space_prefix", false);
    add_flag(&e, "tokenizer.ggml.add_bos_token", false);
    add_flag(&e, "tokenizer.ggml.add_eos_token", true);
    add_id(&e, "tokenizer.ggml.unknown_token_id", 0);
    t = open_entries(&e, said);
    becomes(t, "ab ab", "ab| ab|</s>");
    becomes(t, "a\xe2\x82\xac", "a|<unk>|</s>");
    CHECK(t && begin_piece(t) == 1 && begin_tokens(t, BEGIN_AUTO) == 0 &&
              begin_tokens(t, BEGIN_ON) == 1,
          "begin tokens");
    close_tokenizer(t);
    start_sentence(&e, "bert");
    t = open_entries(&e, said);
    CHECK(!t && says(said, "\"bert\"; known here are gpt2 and llama"), "%s", said);
    close_tokenizer(t);
}

static void start_bytes(entries *e, const char *preparation) {
    static const char *const tokens[] = {"t",   "h", "th",       "\xc4\xa0", "\xc4\xa0th",
                                         "<e>", "1", "\xc3\x83", "\xc2\xa9"};
    static const char *const merges[] = {"t h", "\xc4\xa0 th"};
    static const uint32_t types[] = {1, 1, 1, 1, 1, 3, 1, 1, 1};
    start_file(&e->file, 3, 0, 0);
    e->count = 0;
    add_string(e, "tokenizer.ggml.model", "gpt2");
    if (preparation) add_string(e, "tokenizer.ggml.pre", preparation);
    add_strings(e, "tokenizer.ggml.tokens", tokens, 9);
    add_numbers(e, "tokenizer.ggml.token_type", GGUF_I32, types, 9);
    add_strings(e, "tokenizer.ggml.merges", merges, 2);
    add_id(e, "tokenizer.ggml.bos_token_id", 5);
}

static void test_gguf_bytes(void) {
    static entries e;
    char said[400];
    static const struct {
        const char *preparation, *text, *wanted;
    } cases[] = {{"gpt-2", "th th<e>11", "th| th|<e>|1|1"},
                 {"llama-bpe", "th", "<e>|th"},
                 {"qwen2", "e\xcc\x81", "\xc3|\xa9"}, /* composed, as its tokenizer.json asks */
                 {"smollm", "1 th", "1| th"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start_bytes(&e, cases[i].preparation);
        tokenizer *t = open_entries(&e, said);
        CHECK(t != NULL, "%s", said);
        becomes(t, cases[i].text, cases[i].wanted);
        close_tokenizer(t);
    }
    for (int i = 0; i < 2; i++) {
        start_bytes(&e, i ? "falcon" : NULL);
        tokenizer *t = open_entries(&e, said);
        CHECK(!t && says(said, i ? "pre is \"falcon\"" : "pre is \"\""), "%s", said);
        close_tokenizer(t);
    }
}

static void start_pieces(entries *e, const char *model, const char *const *tokens, int count) {
    start_file(&e->file, 3, 0, 0);
    e->count = 0;
    add_string(e, "tokenizer.ggml.model", model);
    add_string(e, "tokenizer.ggml.pre", "gpt-2");
    add_strings(e, "tokenizer.ggml.tokens", tokens, count);
}

static void is_refused(entries *e, const char *wanted) {
    char said[400];
    tokenizer *t = open_entries(e, said);
    CHECK(!t && says(said, wanted), "%s", said);
    close_tokenizer(t);
}

static void test_gguf_refused(void) {
    static entries e;
    static const char *const tokens[] = {"a", "b", "ab"}, *const twice[] = {"a", "a"};
    static const char *const latin[] = {"\xe9"};
    static const char *const merges[] = {"ab", "a c", "b a"};
    static const char *const said[] = {"\"ab\" is not of two", "\"c\", which", "\"ba\", which"};
    static const uint32_t numbers[] = {1, 1};
    start_file(&e.file, 3, 0, 0);
    e.count = 0;
    add_string(&e, "tokenizer.ggml.model", "gpt2");
    is_refused(&e, "holds no tokenizer");
    add_numbers(&e, "tokenizer.ggml.tokens", GGUF_U32, numbers, 2);
    is_refused(&e, "tokens\" is no list");
    for (int i = 0; i < 3; i++) {
        start_pieces(&e, "gpt2", tokens, 3);
        if (i == 0) is_refused(&e, "holds no merges");
        add_strings(&e, "tokenizer.ggml.merges", merges + i, 1);
        is_refused(&e, said[i]);
    }
    start_pieces(&e, "llama", tokens, 3);
    is_refused(&e, "scores are not as many");
    add_numbers(&e, "tokenizer.ggml.scores", GGUF_F32, numbers, 2);
    is_refused(&e, "scores are not as many");
    add_numbers(&e, "tokenizer.ggml.token_type", GGUF_I32, numbers, 2);
    is_refused(&e, "token_type is not as long");
    start_pieces(&e, "gpt2", twice, 2);
    is_refused(&e, "\"a\" twice");
    start_pieces(&e, "gpt2", latin, 1);
    is_refused(&e, "not in UTF-8");
    start_sentence(&e, "llama");
    add_id(&e, "tokenizer.ggml.unknown_token_id", TOKENS);
    is_refused(&e, "unknown_token_id\" is the number of no piece");
}

int main(void) {
    test_gguf_refused();
    test_classes();
    test_composing();
    test_splits();
    test_alphabet();
    test_merging();
    test_sentence_pieces();
    test_added_tokens();
    test_folding();
    test_bytes();
    test_room();
    test_large();
    test_growing();
    test_refused();
    test_gguf_sentence_pieces();
    test_gguf_bytes();
    return report();
}
