#define _POSIX_C_SOURCE 200809L /* fseeko, stat */
#define _FILE_OFFSET_BITS 64
#include "opened.h"
#include "main.h"

#include "engine/sha256.h"
#include "engine/text.h"
#include "model/identity.h"
#include "model/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096, CONFIG_MOST = 1 << 20, INDEX_MOST = 1 << 26, TOKENIZER_MOST = 1 << 27 };

/* ---- Files ----------------------------------------------------------------------------------- */

/* What is read, and where sentences about it go. */
typedef struct place {
    const char *path;
    opened *out;
    nf_text *why;
} place;

/* A path in the folder; false if it is too long. */
static bool path_in(const place *p, const char *name, char out[PATH_BYTES]) {
    return snprintf(out, PATH_BYTES, "%s/%s", p->path, name) < PATH_BYTES;
}

/* -1 if there is no such file. */
static int64_t size_of_file(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? (int64_t)facts.st_size : -1;
}

static int64_t nanoseconds(const struct stat *facts) {
    return (int64_t)facts->st_mtim.tv_sec * 1000000000 + facts->st_mtim.tv_nsec;
}

/* Notes a file that holds tensors; false, and why, if there is no memory. */
static bool add_file(const place *p, const char *path) {
    opened *out = p->out;
    struct stat facts;
    opened_file *more = realloc(out->file, (size_t)(out->files + 1) * sizeof *more);
    char *copy = malloc(strlen(path) + 1);
    if (more) out->file = more;
    if (!more || !copy || stat(path, &facts) != 0) {
        free(copy);
        put(p->why, nf_status_text(NF_UNREADABLE));
        return false;
    }
    strcpy(copy, path);
    opened_file *file = &out->file[out->files++];
    file->path = copy;
    file->size = (int64_t)facts.st_size;
    file->changed = nanoseconds(&facts);
    out->bytes += (uint64_t)facts.st_size;
    return true;
}

static bool is_in(const place *p, const char *name) {
    char path[PATH_BYTES];
    return path_in(p, name, path) && size_of_file(path) >= 0;
}

static bool refuse(const place *p, const char *name, sentence what) {
    put_sentence(p->why, what, &(fill){.text = slice_of(name), .quoted = slice_of(name)});
    return false;
}

/* Bytes of a file, and a zero after them; NULL if they cannot be had. */
static uint8_t *read_part(const char *path, uint64_t offset, uint64_t size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file ? malloc((size_t)size + 1) : NULL;
    bool good = bytes && fseeko(file, (off_t)offset, SEEK_SET) == 0 &&
                fread(bytes, 1, (size_t)size, file) == size;
    if (file) fclose(file);
    if (good) {
        bytes[size] = 0;
        return bytes;
    }
    free(bytes);
    return NULL;
}

/* A whole file of the folder that is not large; NULL, and why. */
static char *read_small(const place *p, const char *name, int64_t most, size_t *size) {
    char path[PATH_BYTES];
    int64_t length = path_in(p, name, path) ? size_of_file(path) : -1;
    char *bytes = length < 0 || length > most ? NULL : (char *)read_part(path, 0, (uint64_t)length);
    *size = length < 0 ? 0 : (size_t)length;
    if (length < 0)
        refuse(p, name, FOLDER_LACKS);
    else if (length > most)
        refuse(p, name, FOLDER_FILE_LONG);
    else if (!bytes)
        refuse(p, name, FOLDER_FILE_UNREAD);
    return bytes;
}

/* ---- A folder -------------------------------------------------------------------------------- */

static bool read_header(const place *p, const char *name, const char *path, uint64_t size,
                        int file) {
    uint8_t *start = read_part(path, 0, size < SAFETENSORS_START ? size : SAFETENSORS_START);
    if (!start) return refuse(p, name, FOLDER_FILE_UNREAD);
    uint64_t length = safetensors_header(start, size, p->why);
    free(start);
    if (!length) return false;
    char *header = (char *)read_part(path, SAFETENSORS_START, length);
    if (!header) return refuse(p, name, FOLDER_HEADER_UNREAD);
    nf_status status = read_safetensors(header, length, size, file, &p->out->list, p->why);
    free(header);
    return status == NF_OK;
}

static bool read_tensors(const place *p, const char *name, int file) {
    char path[PATH_BYTES];
    int64_t size = path_in(p, name, path) ? size_of_file(path) : -1;
    if (size < 0) return refuse(p, name, FOLDER_LACKS);
    if (!add_file(p, path)) return false;
    put(p->why, name);
    put(p->why, ": ");
    if (!read_header(p, name, path, (uint64_t)size, file)) return false;
    p->why->used = 0;
    return true;
}

static bool names_are_single(const place *p) {
    const char *twice = sort_by_name(&p->out->list);
    return !twice || refuse(p, twice, TENSOR_OF_SAME_NAME);
}

static bool read_parts(const place *p) {
    static const char name[] = "model.safetensors.index.json";
    size_t size;
    opened *out = p->out;
    char *text = read_small(p, name, INDEX_MOST, &size);
    if (!text) return false;
    bool good = read_index(text, size, &out->index, p->why) == NF_OK;
    free(text);
    for (int i = 0; good && i < out->index.count; i++)
        good = read_tensors(p, out->index.parts[i].at, i);
    return good && names_are_single(p) && index_is_true(&out->index, &out->list, p->why);
}

static bool say_no_tensors(const place *p) {
    bool has_program = is_in(p, "pytorch_model.bin") || is_in(p, "pytorch_model.bin.index.json");
    refuse(p, "model.safetensors", FOLDER_LACKS);
    if (has_program) put_sentence(p->why, PROGRAM_NOT_OPENED, NULL);
    return false;
}

static bool open_folder(const place *p) {
    size_t size;
    opened *out = p->out;
    char *config = read_small(p, "config.json", CONFIG_MOST, &size);
    if (!config) return false;
    bool good = describe_folder(config, size, &out->description, p->why) == NF_OK;
    free(config);
    if (!good) return false;
    out->has_tokenizer = is_in(p, "tokenizer.json");
    if (is_in(p, "model.safetensors.index.json")) {
        if (!read_parts(p)) return false;
    } else if (!is_in(p, "model.safetensors")) {
        return say_no_tensors(p);
    } else if (!read_tensors(p, "model.safetensors", 0) || !names_are_single(p))
        return false;
    return has_its_tensors(&out->description, &out->list, p->why);
}

/* ---- A GGUF file ----------------------------------------------------------------------------- */

static nf_status read_more(const place *p, uint64_t size, uint64_t needs) {
    free(p->out->header);
    p->out->header = read_part(p->path, 0, needs);
    if (!p->out->header) {
        refuse(p, p->path, FOLDER_FILE_UNREAD);
        return NF_UNREADABLE;
    }
    return read_gguf(p->out->header, (size_t)needs, size, &p->out->gguf, p->why);
}

static bool open_gguf(const place *p, uint64_t size) {
    opened *out = p->out;
    uint64_t needs = size < GGUF_FIRST ? size : GGUF_FIRST;
    nf_status status;
    while ((status = read_more(p, size, needs)) == NF_READ) needs = out->gguf.needs;
    if (status != NF_OK || describe_gguf(&out->gguf, &out->description, p->why) != NF_OK)
        return false;
    if (!add_file(p, p->path)) return false;
    out->has_tokenizer = gguf_find(&out->gguf, "tokenizer.ggml.tokens") != NULL;
    return has_its_tensors(&out->description, &out->gguf.tensors, p->why);
}

bool open_own(const char *path, opened *out, nf_text *why) {
    struct stat facts;
    const place p = {path, out, why};
    *out = (opened){.files = 0};
    if (stat(path, &facts) != 0) return refuse(&p, path, MODEL_ABSENT);
    if (S_ISDIR(facts.st_mode)) return open_folder(&p);
    if (!S_ISREG(facts.st_mode)) return refuse(&p, path, MODEL_NO_FILE);
    return open_gguf(&p, (uint64_t)facts.st_size);
}

void close_own(opened *model) {
    forget_tensors(&model->list);
    forget_index(&model->index);
    forget_gguf(&model->gguf);
    close_tokenizer(model->tokenizer);
    free(model->header);
    for (int i = 0; i < model->files; i++) free(model->file[i].path);
    free(model->file);
    if (model->reading) fclose(model->reading);
    free(model->buffer);
}

const tensor_list *tensors_of(const opened *model) {
    return model->description.is_gguf ? &model->gguf.tensors : &model->list;
}

/* ---- Its tokenizer --------------------------------------------------------------------------- */

/* Where tokenizer.json puts no begin token itself, config.json may still name one. */
static void set_begin(const place *p, tokenizer *tokenizer) {
    size_t size;
    json_value root, begin;
    json_fault fault;
    uint64_t piece;
    char *config =
        begin_piece(tokenizer) < 0 ? read_small(p, "config.json", CONFIG_MOST, &size) : NULL;
    bool is_said = config && json_read(config, size, &root, &fault) &&
                   json_find(root, "bos_token_id", &begin) == 1 && json_whole(begin, &piece) &&
                   piece < (uint64_t)piece_count(tokenizer);
    if (is_said) set_begin_piece(tokenizer, (int)piece);
    free(config);
}

static bool open_json_tokenizer(const place *p) {
    size_t size;
    sha256 hash;
    char *text = read_small(p, "tokenizer.json", TOKENIZER_MOST, &size);
    if (!text) return false;
    bool good = open_tokenizer(text, size, &p->out->tokenizer, p->why) == NF_OK;
    sha256_begin(&hash);
    sha256_add(&hash, text, size);
    sha256_end(&hash, p->out->tokenizer_digest);
    free(text);
    if (good) set_begin(p, p->out->tokenizer);
    return good;
}

bool open_its_tokenizer(const char *path, opened *model, nf_text *why) {
    const place p = {path, model, why};
    if (!model->description.is_gguf) return open_json_tokenizer(&p);
    hash_gguf_tokenizer(&model->gguf, model->tokenizer_digest);
    return open_gguf_tokenizer(&model->gguf, &model->tokenizer, why) == NF_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_as_it_was(const opened_file *file, FILE *now) {
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
    if (size <= model->room) return true;
    free(model->buffer);
    model->buffer = malloc(size);
    model->room = model->buffer ? size : 0;
    return model->buffer != NULL;
}

const uint8_t *read_opened(opened *model, const nf_range *range) {
    bool good = turn_to(model, range->file) && has_room(model, range->size) &&
                fseeko(model->reading, (off_t)range->offset, SEEK_SET) == 0 &&
                fread(model->buffer, 1, range->size, model->reading) == range->size;
    return good ? model->buffer : NULL;
}
