#include "added.h"

#include "engine/text.h"
#include "splits.h"

#include <stdlib.h>
#include <string.h>

static int compare_added(const void *a, const void *b) {
    const added_token *left = a, *right = b;
    size_t length = left->text.length < right->text.length ? left->text.length : right->text.length;
    int order = memcmp(left->text.at, right->text.at, length);
    if (!order)
        order = (left->text.length > right->text.length) - (left->text.length < right->text.length);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

void sort_added(added_list *list) {
    if (list->count) qsort(list->at, (size_t)list->count, sizeof *list->at, compare_added);
}

/* The byte of a token at a depth, as all tokens of the range are the same before it; -1 behind its
 * end. */
static int byte_at(const added_token *token, size_t depth) {
    return depth < token->text.length ? (unsigned char)token->text.at[depth] : -1;
}

/* The first token of [low, high) whose byte is at least this one. */
static int first_from(const added_list *list, int low, int high, size_t depth, int byte) {
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (byte_at(&list->at[middle], depth) < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The longest token that the text begins with; NULL if it begins with none. */
static const added_token *longest_at(const added_list *list, byte_slice text) {
    const added_token *longest = NULL;
    int low = 0, high = list->count;
    for (size_t depth = 0; depth < text.length && low < high; depth++) {
        int byte = (unsigned char)text.at[depth];
        low = first_from(list, low, high, depth, byte);
        high = first_from(list, low, high, depth, byte + 1);
        if (low < high && list->at[low].text.length == depth + 1) longest = &list->at[low];
    }
    return longest;
}

/* Where the character before `at` begins. */
static size_t before(byte_slice text, size_t at) {
    do at--;
    while (at > 0 && ((unsigned char)text.at[at] & 0xc0) == 0x80);
    return at;
}

static bool is_word_at(const unicode *u, byte_slice text, size_t at) {
    return is_word(class_of(u, next_code(text.at, text.length, &at)));
}

static bool touches_words(const unicode *u, byte_slice text, size_t first, size_t end) {
    return (first > 0 && is_word_at(u, text, before(text, first))) ||
           (end < text.length && is_word_at(u, text, end));
}

static size_t before_white(byte_slice text, size_t at, size_t least) {
    while (at > least) {
        size_t start = before(text, at), next = start;
        if (!is_white(next_code(text.at, text.length, &next))) break;
        at = start;
    }
    return at;
}

static size_t after_white(byte_slice text, size_t at) {
    while (at < text.length) {
        size_t next = at;
        if (!is_white(next_code(text.at, text.length, &next))) break;
        at = next;
    }
    return at;
}

/* With the white space that it takes; false where it is no whole word and must be one. */
static bool widen(const unicode *u, byte_slice text, size_t free_from, added_match *m) {
    if (m->token->is_whole && touches_words(u, text, m->first, m->end)) return false;
    if (m->token->takes_left) m->first = before_white(text, m->first, free_from);
    if (m->token->takes_right) m->end = after_white(text, m->end);
    return true;
}

bool find_added(const added_list *list, const unicode *u, byte_slice text, size_t at,
                size_t free_from, added_match *match) {
    if (!list->count) return false;
    while (at < text.length) {
        byte_slice rest = {text.at + at, text.length - at};
        const added_token *token = longest_at(list, rest);
        size_t end = at + (token ? token->text.length : 1);
        *match = (added_match){token, at, end, end};
        if (token && at >= free_from && widen(u, text, free_from, match)) return true;
        at = end;
    }
    return false;
}
