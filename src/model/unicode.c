#include "unicode.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading the tables ---------------------------------------------------------------------- */

/* A number in bytes of seven bits, the lowest first; the eighth bit says that more follow. */
static uint32_t take_packed(const uint8_t **at) {
    uint32_t value = 0;
    int shift = 0;
    do {
        value |= (uint32_t)(**at & 0x7f) << shift;
        shift += 7;
    } while (*(*at)++ & 0x80);
    return value;
}

/* 0, -1, 1, -2 ... as 0, 1, 2, 3 ... */
static uint32_t add_signed(uint32_t to, uint32_t packed) {
    return packed & 1 ? to - (packed >> 1) - 1 : to + (packed >> 1);
}

/* Lengths of runs, then the value of each, a class or a rank. Of all tables numbers of one kind
 * stand together, so that they are smaller when they are sent. */
static char_run *runs_of(const uint8_t *at, int count) {
    char_run *runs = malloc((size_t)count * sizeof *runs);
    uint32_t code = 0;
    for (int i = 0; runs && i < count; i++) {
        runs[i].code = code;
        code += take_packed(&at);
    }
    for (int i = 0; runs && i < count; i++) runs[i].value = at[i];
    return runs;
}

/* Characters, their first parts and their second ones. Each number is the difference to the one
 * before; the last bit of the second part's tells whether the parts compose. */
static void read_parts(unicode *u) {
    const uint8_t *codes = unicode_parts, *firsts = codes, *seconds;
    char_parts next = {0, 0, 0};
    for (int i = 0; i < unicode_parts_count; i++) (void)take_packed(&firsts);
    seconds = firsts;
    for (int i = 0; i < unicode_parts_count; i++) (void)take_packed(&seconds);
    for (int i = 0; i < unicode_parts_count; i++) {
        next.code += take_packed(&codes);
        next.first = add_signed(next.first, take_packed(&firsts));
        uint32_t packed = take_packed(&seconds);
        next.second = add_signed(next.second, packed >> 1);
        u->parts[u->part_count++] = next;
        if (packed & 1) u->pairs[u->pair_count++] = next;
    }
}

static int compare_codes(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int compare_pairs(const void *a, const void *b) {
    const char_parts *left = a, *right = b;
    int order = compare_codes(left->first, right->first);
    return order ? order : compare_codes(left->second, right->second);
}

bool open_unicode(unicode *u) {
    size_t most = (size_t)unicode_parts_count * sizeof *u->parts;
    *u = (unicode){.class_count = unicode_classes_count, .rank_count = unicode_ranks_count};
    u->classes = runs_of(unicode_classes, unicode_classes_count);
    u->ranks = runs_of(unicode_ranks, unicode_ranks_count);
    u->parts = malloc(most);
    u->pairs = malloc(most);
    if (!u->classes || !u->ranks || !u->parts || !u->pairs) return false;
    read_parts(u);
    qsort(u->pairs, (size_t)u->pair_count, sizeof *u->pairs, compare_pairs);
    return true;
}

void close_unicode(unicode *u) {
    free(u->classes);
    free(u->ranks);
    free(u->parts);
    free(u->pairs);
    *u = (unicode){.classes = NULL};
}

/* ---- Classes --------------------------------------------------------------------------------- */

static uint32_t value_in(const char_run *runs, int count, uint32_t code) {
    int low = 0, high = count; /* the run is one of [low, high) */
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (runs[middle].code <= code)
            low = middle;
        else
            high = middle;
    }
    return runs[low].value;
}

char_class class_of(const unicode *u, uint32_t code) {
    return (char_class)value_in(u->classes, u->class_count, code);
}

bool is_white(uint32_t code) {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    bool is_general = (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 ||
                      code == 0x202f || code == 0x205f;
    return is_general || code == 0x85 || code == 0xa0 || code == 0x1680 || code == 0x3000;
}

/* ---- The composed form ----------------------------------------------------------------------- */

/* Syllables of Hangul are numbered by what they are made of. */
enum {
    SYLLABLES = 0xac00,
    LEADS = 0x1100,
    VOWELS = 0x1161,
    TAILS = 0x11a7, /* which is no tail itself */
    LEAD_COUNT = 19,
    VOWEL_COUNT = 21,
    TAIL_COUNT = 28,
    SYLLABLE_COUNT = LEAD_COUNT * VOWEL_COUNT * TAIL_COUNT
};

static int compare_parts(const void *a, const void *b) {
    const char_parts *left = a, *right = b;
    return compare_codes(left->code, right->code);
}

/* The two that a character is made of; false if it is made of none. */
static bool parts_of(const unicode *u, uint32_t code, char_parts *parts) {
    *parts = (char_parts){.code = code};
    uint32_t number = code - SYLLABLES;
    if (number < SYLLABLE_COUNT) {
        uint32_t tail = number % TAIL_COUNT, front = number / TAIL_COUNT;
        parts->first = tail ? code - tail : LEADS + front / VOWEL_COUNT;
        parts->second = tail ? TAILS + tail : VOWELS + front % VOWEL_COUNT;
        return true;
    }
    const char_parts *found =
        bsearch(parts, u->parts, (size_t)u->part_count, sizeof *parts, compare_parts);
    if (found) *parts = *found;
    return found != NULL;
}

/* Appends a character's parts, all of them; how many there are. */
static size_t decompose(const unicode *u, placed_char c, placed_char *out) {
    char_parts parts;
    uint32_t last[DECOMPOSED_MAX];
    size_t lasts = 0, count = 0;
    while (lasts < DECOMPOSED_MAX - 1 && parts_of(u, c.code, &parts)) {
        c.code = parts.first;
        if (parts.second) last[lasts++] = parts.second;
    }
    out[count++] = c;
    while (lasts > 0) out[count++] = (placed_char){last[--lasts], 0, c.from};
    for (size_t i = 0; i < count; i++) out[i].rank = value_in(u->ranks, u->rank_count, out[i].code);
    return count;
}

/* Marks after one another by their ranks; those of the same rank stay as they are. Merges runs
 * that are in order already, so that a text of nothing but marks takes no quadratic time. */
static void merge_marks(const placed_char *from, size_t middle, size_t count, placed_char *to) {
    size_t left = 0, right = middle;
    for (size_t i = 0; i < count; i++) {
        bool takes_left = right == count || (left < middle && from[left].rank <= from[right].rank);
        to[i] = takes_left ? from[left++] : from[right++];
    }
}

static void sort_marks(placed_char *marks, size_t count, placed_char *room) {
    if (count < 2) return;
    size_t middle = count / 2;
    sort_marks(marks, middle, room);
    sort_marks(marks + middle, count - middle, room);
    if (marks[middle - 1].rank <= marks[middle].rank) return;
    merge_marks(marks, middle, count, room);
    memcpy(marks, room, count * sizeof *marks);
}

/* What two characters compose into; 0 if they do not. */
static uint32_t composed(const unicode *u, uint32_t first, uint32_t second) {
    uint32_t lead = first - LEADS, vowel = second - VOWELS, tail = second - TAILS;
    if (lead < LEAD_COUNT && vowel < VOWEL_COUNT)
        return SYLLABLES + (lead * VOWEL_COUNT + vowel) * TAIL_COUNT;
    uint32_t number = first - SYLLABLES;
    if (number < SYLLABLE_COUNT && number % TAIL_COUNT == 0 && tail > 0 && tail < TAIL_COUNT)
        return first + tail;
    char_parts wanted = {0, first, second};
    const char_parts *found =
        bsearch(&wanted, u->pairs, (size_t)u->pair_count, sizeof wanted, compare_pairs);
    return found ? found->code : 0;
}

/* Puts marks into the last character that is none, where nothing of the same rank or above, and no
 * other such character, stands between; in place. */
static size_t compose_marks(const unicode *u, placed_char *text, size_t count) {
    size_t kept = 0, starter = count; /* none yet */
    for (size_t i = 0; i < count; i++) {
        placed_char c = text[i];
        bool is_open = starter < kept && (starter == kept - 1 || text[kept - 1].rank < c.rank);
        uint32_t both = is_open ? composed(u, text[starter].code, c.code) : 0;
        if (both) {
            text[starter].code = both;
            continue;
        }
        if (c.rank == 0) starter = kept;
        text[kept++] = c;
    }
    return kept;
}

size_t compose_text(const unicode *u, const placed_char *text, size_t count, placed_char *room) {
    size_t length = 0, first = 0; /* of the marks that follow one another */
    placed_char *sorting = room + DECOMPOSED_MAX * count;
    for (size_t i = 0; i < count; i++) length += decompose(u, text[i], room + length);
    for (size_t i = 0; i <= length; i++)
        if (i == length || room[i].rank == 0) {
            sort_marks(room + first, i - first, sorting);
            first = i + 1;
        }
    return compose_marks(u, room, length);
}
