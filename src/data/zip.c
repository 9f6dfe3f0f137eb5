#include "zip.h"

#include "bytes.h"
#include "engine/crc.h"
#include "inflate.h"

/* Records begin with a number; places of their fields are counted in bytes. */
enum { LOCAL = 0x04034b50, LISTED = 0x02014b50, END = 0x06054b50 };
enum { LONG_END = 0x06064b50, LOCATOR = 0x07064b50 };
enum { LOCAL_BYTES = 30, LISTED_BYTES = 46, END_BYTES = 22, LONG_END_BYTES = 56 };
enum { LOCATOR_BYTES = 20, COMMENT_MAX = 65535, LONG_EXTRA = 1 };

/* A field of `bytes` bytes at `at`; 0 beyond the end of the file. */
static uint64_t field(slice file, uint64_t at, int bytes) {
    bool is_there = at <= file.length && file.length - at >= (uint64_t)bytes;
    return is_there ? low_first(file.at + at, bytes) : 0;
}

static bool is_inside(slice file, uint64_t at, uint64_t bytes) {
    return at <= file.length && bytes <= file.length - at;
}

bool is_zip(slice file) {
    return file.length >= END_BYTES && (field(file, 0, 4) == LOCAL || field(file, 0, 4) == END);
}

/* The record at the end, in front of a comment of any length; the length of the file if there is
 * none. */
static uint64_t find_end(slice file) {
    if (file.length < END_BYTES) return file.length;
    for (uint64_t comment = 0; comment <= COMMENT_MAX; comment++) {
        if (comment > file.length - END_BYTES) break;
        uint64_t at = file.length - END_BYTES - comment;
        if (field(file, at, 4) == END && field(file, at + 20, 2) == comment) return at;
    }
    return file.length;
}

/* Where numbers are too large for that record, it points to a longer one. */
static void find_long(slice file, uint64_t end, zip_walk *walk) {
    uint64_t locator = end - LOCATOR_BYTES;
    if (end < LOCATOR_BYTES || field(file, locator, 4) != LOCATOR) return;
    uint64_t at = field(file, locator + 8, 8);
    if (!is_inside(file, at, LONG_END_BYTES) || field(file, at, 4) != LONG_END) return;
    walk->left = field(file, at + 32, 8);
    walk->at = field(file, at + 48, 8);
}

bool zip_begin(slice file, zip_walk *walk, file_words *why) {
    uint64_t end = find_end(file);
    *walk = (zip_walk){.file = file};
    *why = NO_LIST;
    if (end == file.length) return false;
    walk->left = field(file, end + 10, 2);
    walk->at = field(file, end + 16, 4);
    find_long(file, end, walk);
    *why = LIST_TOO_LONG;
    return walk->left <= ZIP_ENTRIES_MAX;
}

/* Sizes and places of 2^32 - 1 stand in an extra field, as far as they are needed there. */
static void read_long(slice file, uint64_t at, uint64_t bytes, uint64_t *const numbers[3]) {
    uint64_t end = at + bytes;
    while (at + 4 <= end) {
        uint64_t length = field(file, at + 2, 2), inside = at + 4;
        if (field(file, at, 2) == LONG_EXTRA)
            for (int i = 0; i < 3; i++) {
                if (*numbers[i] != UINT32_MAX || inside + 8 > at + 4 + length) continue;
                *numbers[i] = field(file, inside, 8);
                inside += 8;
            }
        at += 4 + length;
    }
}

bool zip_next(zip_walk *walk, zip_entry *entry, file_words *why) {
    slice file = walk->file;
    uint64_t at = walk->at;
    *why = LIST_CUT;
    if (!is_inside(file, at, LISTED_BYTES) || field(file, at, 4) != LISTED) return false;
    uint64_t name = field(file, at + 28, 2), extra = field(file, at + 30, 2);
    uint64_t comment = field(file, at + 32, 2), method = field(file, at + 10, 2);
    uint64_t packed = field(file, at + 20, 4), place = field(file, at + 42, 4);
    if (!is_inside(file, at + LISTED_BYTES, name + extra + comment)) return false;
    *entry = (zip_entry){.name = {file.at + at + LISTED_BYTES, (size_t)name},
                         .deflated = method == 8,
                         .size = field(file, at + 24, 4),
                         .crc = (uint32_t)field(file, at + 16, 4)};
    read_long(file, at + LISTED_BYTES + name, extra, (uint64_t *[]){&entry->size, &packed, &place});
    walk->at = at + LISTED_BYTES + name + extra + comment;
    walk->left--;
    *why = PACKED_OTHERWISE;
    if ((method != 0 && method != 8) || field(file, at + 8, 2) & 1) return false;
    *why = ARRAY_CUT;
    if (!is_inside(file, place, LOCAL_BYTES) || field(file, place, 4) != LOCAL) return false;
    uint64_t from = place + LOCAL_BYTES + field(file, place + 26, 2) + field(file, place + 28, 2);
    if (!is_inside(file, from, packed) || (method == 0 && packed != entry->size)) return false;
    entry->packed = (slice){file.at + from, (size_t)packed};
    return true;
}

size_t zip_peek(const zip_entry *entry, uint8_t *out, size_t room) {
    size_t made = entry->packed.length < room ? entry->packed.length : room;
    if (entry->deflated)
        (void)inflate((const uint8_t *)entry->packed.at, entry->packed.length, out, room, &made);
    else
        memcpy(out, entry->packed.at, made);
    return made;
}

bool zip_unpack(const zip_entry *entry, uint8_t *out) {
    size_t made = 0, size = (size_t)entry->size;
    if (!entry->deflated)
        memcpy(out, entry->packed.at, made = entry->packed.length);
    else if (inflate((const uint8_t *)entry->packed.at, entry->packed.length, out, size + 1,
                     &made) != INFLATED_WHOLE)
        return false;
    return made == size && crc_of(0, out, size) == entry->crc;
}
