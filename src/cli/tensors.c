/* --tensors FILE: Query, Key and Value from a file of the reader's own. */
#define _FILE_OFFSET_BITS 64
#include "main.h"

#include "data/choose.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is wrong with a file, or was left out of it. */
static void say_of_file(const char *path, sentence which, const char *said) {
    say_sentence(which, &(fill){.text = slice_of(path), .other = slice_of(said)});
}

static char *read_whole(const char *path, size_t size) {
    FILE *file = fopen(path, "rb");
    char *bytes = file ? malloc(size + 1) : NULL;
    bool good = bytes && fread(bytes, 1, size, file) == size;
    if (file) fclose(file);
    if (good) return bytes;
    free(bytes);
    say_of_file(path, FILE_UNREAD, "");
    return NULL;
}

/* A file in memory; `at` is NULL, and it was said why, if it cannot be had. */
static slice read_file(const char *path) {
    struct stat facts;
    bool is_there = stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    bool fits = is_there && (uint64_t)facts.st_size <= NF_MEMORY_MAX;
    if (!fits) say_of_file(path, is_there ? FILE_OVER_LIMIT : FILE_ABSENT, "");
    size_t size = fits ? (size_t)facts.st_size : 0;
    return (slice){fits ? read_whole(path, size) : NULL, size};
}

/* Splits "a,b,c" in place; false if these are not three names. */
static bool split_names(char *list, const char *names[3]) {
    int count = 0;
    for (char *at = list; at && count < 3; count++) {
        char *comma = strchr(at, ',');
        names[count] = at;
        if (comma && count < 2) *comma = 0;
        at = comma ? comma + 1 : NULL;
    }
    return count == 3 && names[0][0] && names[1][0] && names[2][0];
}

/* The array that is taken for ready weights; -1, and why, if there is none. Of one whose name says
 * that it holds attention it is said which shapes are allowed. */
static int choose_ready(const array_file *arrays, const char *name, nf_text *why) {
    if (name) return ready_of_name(arrays, name, why);
    int found = find_ready(arrays), named = found < 0 ? named_weights(arrays) : -1;
    if (named < 0 || can_be_ready(&arrays->at[named])) return found;
    why->at[why->used = 0] = 0;
    return ready_of_name(arrays, arrays->at[named].name, why);
}

static bool refuse_names(nf_text *why) {
    put_sentence(why, NOT_THREE_NAMES, NULL);
    return false;
}

/* Brings Query, Key and Value of a file, or takes its ready weights; false, and why. Else `why`
 * says what of the file was left out. */
static bool take_arrays(job *job, const array_file *arrays, char *list, nf_text *why) {
    const char *names[3];
    choice by;
    gathered made;
    bool are_named = list && strchr(list, ',');
    if (are_named && !split_names(list, names)) return refuse_names(why);
    bool are_chosen =
        are_named ? choose(arrays, names, &by, why) : !list && propose(arrays, &by, why);
    int ready = are_named || are_chosen ? -1 : choose_ready(arrays, list, why);
    if (ready >= 0) {
        why->at[why->used = 0] = 0;
        return read_ready(arrays, ready, &job->ready, why);
    }
    if (!are_chosen || !gather_tensors(arrays, &by, &made, why)) return false;
    bool taken = nf_bring(job->engine, &made.tensors) == NF_OK;
    put(why, taken ? made.left_out : nf_why(job->engine));
    forget_gathered(&made);
    return taken;
}

/* Takes what a file in memory holds; what is wrong with it is said, and what of it is left out. */
static bool bring(job *job, const char *path, slice file, char *list) {
    char said[2000];
    nf_text why = new_text(said, sizeof said);
    array_file arrays;
    bool good = open_arrays(file, &arrays, &why) && take_arrays(job, &arrays, list, &why);
    close_arrays(&arrays);
    const char *slash = strrchr(path, '/');
    job->ready_in = slash ? slash + 1 : path;
    if (said[0]) say_of_file(path, FILE_SAYS, said);
    return good;
}

char *take_option(const char *name, int *count, char **words, bool *good) {
    int i = 0;
    while (i < *count && strcmp(words[i], name) != 0) i++;
    if (i == *count) return NULL;
    if (i + 1 == *count) return *good = false, NULL;
    char *value = words[i + 1];
    memmove(words + i, words + i + 2, (size_t)(*count - i - 2) * sizeof *words);
    *count -= 2;
    return value;
}

int bring_tensors(job *job, int *count, char **words) {
    bool good = true;
    char *path = take_option("--tensors", count, words, &good);
    char *list = take_option("--arrays", count, words, &good);
    if (!good || (list && !path)) return MISUSED;
    if (!path) return DONE;
    slice file = read_file(path);
    bool brought = file.at && bring(job, path, file, list);
    free((void *)file.at);
    return brought ? DONE : FAILED;
}
