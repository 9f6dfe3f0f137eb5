/* What was not accepted or could not be made, in words. A build with NF_CAPITALS writes them in
 * capitals: whatever still reads words then shows. */
#include "exact.h"

#include "messages.h"

#include "params.h"
#include "text.h"

static const char *const messages[NF_CAUSES_COUNT] = {
#define MESSAGE(cause, words) [cause] = words,
#include "messages.def"
};

#ifndef NF_WITHOUT_OWN
enum {
    WITH_WORDS = 1 /* NF_NO_CAUSE has none */
#define MESSAGE(cause, words) +1
#define MODEL_MESSAGE(cause, words) +1
#include "messages.def"
};

_Static_assert(WITH_WORDS == (int)NF_CAUSES_COUNT, "a cause has no words, or two");
#else
#undef NF_OWN_CAUSES
#define NF_OWN_CAUSES(X)
#endif

static const char *const uses[] = {
#define USE(use, words) [use] = words,
#include "messages.def"
};

static const char *const phrases[] = {
#define PHRASE(name, words) words,
#include "messages.def"
};

_Static_assert(sizeof uses / sizeof *uses == NF_USES_COUNT, "a use has no words");

#define KEY_OF(name, key) key,

const char *nf_cause_key(nf_cause cause) {
    static const char *const keys[] = {NF_CAUSES(KEY_OF)};
    return (size_t)cause < sizeof keys / sizeof *keys ? keys[cause] : "";
}

const char *nf_use_key(nf_use use) {
    static const char *const keys[] = {NF_USES(KEY_OF)};
    return (size_t)use < sizeof keys / sizeof *keys ? keys[use] : "";
}

nf_fault fault_of(nf_cause cause) { return fault_in(cause, -1); }

nf_fault fault_in(nf_cause cause, int row) { return (nf_fault){cause, row, -1, -1}; }

/* ---- Words ---------------------------------------------------------------------------------- */

static void put_bare(nf_text *out, const char *words, size_t length) {
#ifdef NF_CAPITALS
    for (size_t i = 0; i < length; i++)
        put_char(out, (char)(is_letter(words[i]) ? words[i] - 'a' + 'A' : words[i]));
#else
    put_bytes(out, words, length);
#endif
}

/* The ends of a row's range are whole where its values are. */
static void put_end(nf_text *out, int row, bool high) {
    const nf_row *of = nf_get_row(row);
    double end = high ? of->high : of->low;
    of->kind == NF_NUMBER || of->kind == NF_LOG ? put_number(out, end)
                                                : put_whole(out, (int64_t)end);
}

/* What stands in braces. */
static void put_named(nf_text *out, slice name, nf_fault about, const fill *with) {
    const char *at = name.at;
    if (name.length == 1)
        put_whole(out, with->whole[*at - '0']);
    else if (same_text(at, name.length, "number"))
        put_number(out, with->number);
    else if (same_text(at, name.length, "quoted"))
        put_json(out, with->quoted.at, with->quoted.length);
    else if (same_text(at, name.length, "text"))
        put_bytes(out, with->text.at, with->text.length);
    else if (same_text(at, name.length, "other"))
        put_bytes(out, with->other.at, with->other.length);
    else if (same_text(at, name.length, "input"))
        put_whole(out, about.input + 1);
    else if (same_text(at, name.length, "character"))
        put_whole(out, about.character + 1);
    else if (same_text(at, name.length, "row"))
        put(out, nf_get_row(about.row)->key);
    else if (same_text(at, name.length, "words"))
        put(out, nf_get_row(about.row)->words);
    else
        put_end(out, about.row, same_text(at, name.length, "high"));
}

/* Appends words with the names in braces replaced. */
static void put_filled(nf_text *out, const char *words, nf_fault about, const fill *with) {
    slice rest = slice_of(words);
    const char *open;
    while ((open = find_in(rest, "{")) != NULL) {
        slice name = after(rest, open, 1);
        name = up_to(name, find_in(name, "}"));
        put_bare(out, rest.at, (size_t)(open - rest.at));
        put_named(out, name, about, with);
        rest = after(rest, name.at + name.length, 1);
    }
    put_bare(out, rest.at, rest.length);
}

static const char *words_of(nf_cause cause) {
    const char *words = messages[cause];
    if (!words && nf_model_messages) words = nf_model_messages[cause];
    return words ? words : "";
}

nf_fault say(nf_text *out, nf_fault fault, const fill *with) {
    put_filled(out, words_of(fault.cause), fault, with);
    return fault;
}

void put_words(nf_text *out, const char *words, const fill *with) {
    put_filled(out, words, fault_of(NF_NO_CAUSE), with);
}

void put_phrase(nf_text *out, phrase which, const fill *with) {
    put_words(out, phrases[which], with);
}

void put_more(nf_text *out, int row) {
    const nf_row *of = nf_get_row(row);
    if (of && of->count == 3) put_phrase(out, ONE_OR_THREE, NULL);
}

void put_use(nf_text *out, nf_use use) { put_words(out, uses[use], NULL); }

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_key(nf_text *out, const char *key) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
}

static void put_count(nf_text *out, const char *key, int count) {
    put_key(out, key);
    count < 0 ? put(out, "null") : put_whole(out, count);
}

static void put_text(nf_text *out, const char *key, const char *text) {
    put_key(out, key);
    put_json_text(out, text);
}

#ifdef NF_WITHOUT_WORDS
void put_cause(nf_text *out, nf_cause cause) { put_whole(out, cause); }
static void put_use_key(nf_text *out, nf_use use) { put_whole(out, use); }
#else
void put_cause(nf_text *out, nf_cause cause) { put_json_text(out, nf_cause_key(cause)); }
static void put_use_key(nf_text *out, nf_use use) { put_json_text(out, nf_use_key(use)); }
#endif

static void put_fault(nf_text *out, nf_fault fault) {
    put(out, "\"cause\":");
    put_cause(out, fault.cause);
    put_key(out, "row");
    fault.row < 0 ? put(out, "null") : put_json_text(out, nf_get_row(fault.row)->key);
    put_count(out, "input", fault.input);
    put_count(out, "character", fault.character);
}

void nf_print_fault(nf_fault fault, nf_text *out) {
    put_char(out, '{');
    put_fault(out, fault);
    put_char(out, '}');
}

void nf_print_remark(const nf_remark *remark, nf_text *out) {
    put_char(out, '{');
    put_fault(out, remark->fault);
    put_key(out, "key");
    put_json(out, remark->key, remark->key_length);
    put_key(out, "read");
    put_json(out, remark->read, remark->read_length);
    put_text(out, "why", remark->why);
    put_text(out, "more", remark->more);
    put_key(out, "use");
    put_use_key(out, remark->use);
    put_text(out, "used", remark->used);
    put(out, remark->harmless ? ",\"harmless\":true}" : ",\"harmless\":false}");
}
