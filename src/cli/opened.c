#define _POSIX_C_SOURCE 200809L /* fseeko, stat, opendir */
#define _FILE_OFFSET_BITS 64
#include "opened.h"
#include "main.h"

#include "engine/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

/* ---- Files ----------------------------------------------------------------------------------- */

static int64_t nanoseconds(const struct stat *facts) {
    return (int64_t)facts->st_mtim.tv_sec * 1000000000 + facts->st_mtim.tv_nsec;
}

static char *copied(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* False if there is no memory; files that no model needs are passed over. */
static bool add_file(opened *out, const char *path, const char *name) {
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return true;
    int number = list_file(&out->opening, name, (uint64_t)facts.st_size);
    if (number < 0) return true;
    disk_file *more = realloc(out->file, (size_t)(number + 1) * sizeof *more);
    if (!more) return false;
    out->file = more;
    out->files = number + 1;
    more[number] = (disk_file){copied(path), (int64_t)facts.st_size, nanoseconds(&facts)};
    return more[number].path != NULL;
}

static bool add_folder(opened *out, const char *path) {
    char name[PATH_BYTES];
    DIR *folder = opendir(path);
    struct dirent *entry;
    bool good = folder != NULL;
    while (good && (entry = readdir(folder)) != NULL)
        if (snprintf(name, sizeof name, "%s/%s", path, entry->d_name) < PATH_BYTES)
            good = add_file(out, name, entry->d_name);
    if (folder) closedir(folder);
    return good;
}

static bool refuse_path(const char *path, sentence what, nf_text *why) {
    put_sentence(why, what, &(fill){.text = slice_of(path)});
    return false;
}

static bool list_files(const char *path, opened *out, nf_text *why) {
    struct stat facts;
    if (stat(path, &facts) != 0) return refuse_path(path, MODEL_ABSENT, why);
    bool is_folder = S_ISDIR(facts.st_mode);
    if (!is_folder && !S_ISREG(facts.st_mode)) return refuse_path(path, MODEL_NO_FILE, why);
    const char *slash = strrchr(path, '/');
    begin_opening(&out->opening, is_folder);
    if (is_folder ? add_folder(out, path) : add_file(out, path, slash ? slash + 1 : path))
        return true;
    put(why, nf_status_text(NF_UNREADABLE));
    return false;
}

bool open_own(const char *path, opening_step until, opened *out, nf_text *why) {
    *out = (opened){.files = 0};
    if (!list_files(path, out, why)) return false;
    opening *o = &out->opening;
    nf_status status;
    while ((status = go_opening(o, until, why)) == NF_READ) {
        status = take_opening(o, read_opened(out, &o->wanted), why);
        if (status != NF_OK) return false;
    }
    return status == NF_OK;
}

void close_own(opened *model) {
    forget_opening(&model->opening);
    for (int i = 0; i < model->files; i++) free(model->file[i].path);
    free(model->file);
    if (model->reading) fclose(model->reading);
    free(model->buffer);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_as_it_was(const disk_file *file, FILE *now) {
    struct stat facts;
    return fstat(fileno(now), &facts) == 0 && (int64_t)facts.st_size == file->size &&
           nanoseconds(&facts) == file->changed;
}

static bool turn_to(opened *model, int file) {
    if (model->reading && model->at != file) {
        fclose(model->reading);
        model->reading = NULL;
    }
    if (!model->reading) model->reading = fopen(model->file[file].path, "rb");
    model->at = file;
    return model->reading && is_as_it_was(&model->file[file], model->reading);
}

static bool has_room(opened *model, size_t size) {
    if (model->buffer && size <= model->room) return true;
    free(model->buffer);
    model->buffer = malloc(size + 1);
    model->room = model->buffer ? size : 0;
    return model->buffer != NULL;
}

const uint8_t *read_opened(opened *model, const nf_range *range) {
    bool good = turn_to(model, range->file) && has_room(model, range->size) &&
                fseeko(model->reading, (off_t)range->offset, SEEK_SET) == 0 &&
                fread(model->buffer, 1, range->size, model->reading) == range->size;
    return good ? model->buffer : NULL;
}
