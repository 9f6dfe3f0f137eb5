/* The entries of a zip file that is in memory, as its directory at the end lists them. */
#ifndef NF_DATA_ZIP_H
#define NF_DATA_ZIP_H

#include "words.h"

enum { ZIP_ENTRIES_MAX = 4096 };

typedef struct zip_entry {
    slice name;
    bool deflated; /* else stored */
    slice packed;  /* its bytes in the file */
    uint64_t size; /* unpacked, as the directory says */
    uint32_t crc;  /* of the unpacked bytes */
} zip_entry;

bool is_zip(slice file);

/* Walks through the directory; begin with zip_begin. */
typedef struct zip_walk {
    slice file;
    uint64_t at, left; /* where the next entry is listed; how many there are */
} zip_walk;

/* Each is false, and *why says what is wrong, where a directory or an entry cannot be used. */
bool zip_begin(slice file, zip_walk *walk, file_words *why);
bool zip_next(zip_walk *walk, zip_entry *entry, file_words *why); /* while walk->left */

/* An entry's bytes, into `out` of entry->size + 1; false if they are not those that were packed. */
bool zip_unpack(const zip_entry *entry, uint8_t *out);

/* The first bytes of an entry, at most `room`; how many. */
size_t zip_peek(const zip_entry *entry, uint8_t *out, size_t room);

#endif
