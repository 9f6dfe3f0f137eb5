#include "engine/exact.h"

#include "opening.h"

#include "engine/text.h"
#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { CONFIG_MOST = 1 << 20, INDEX_MOST = 1 << 26, TOKENIZER_MOST = 1 << 27 };

static const char config_name[] = "config.json", whole_name[] = "model.safetensors",
                  index_name[] = "model.safetensors.index.json",
                  tokenizer_name[] = "tokenizer.json", program_name[] = "pytorch_model.bin",
                  programs_name[] = "pytorch_model.bin.index.json";

void begin_opening(opening *o, bool is_folder) {
    *o = (opening){.is_folder = is_folder, .begin = -1};
    o->step = is_folder ? OPENING_CONFIG : OPENING_GGUF;
}

void forget_opening(opening *o) {
    forget_tensors(&o->list);
    forget_index(&o->index);
    forget_gguf(&o->gguf);
    close_tokenizer(o->tokenizer);
    free(o->gguf_header);
    free(o->file);
    begin_opening(o, o->is_folder);
}

const tensor_list *tensors_of(const opening *o) {
    return o->is_folder ? &o->list : &o->gguf.tensors;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

static bool is_needed(const char *name) {
    static const char *const names[] = {config_name, index_name, tokenizer_name, program_name,
                                        programs_name};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return ends_in(name, ".safetensors");
}

/* The last whole letters of a name, as many as fit: nobody looks for the one file by its name. */
static const char *end_of(const char *name, size_t most) {
    size_t length = strlen(name);
    if (length > most) name += length - most;
    while (((unsigned char)*name & 0xC0) == 0x80) name++;
    return name;
}

int list_file(opening *o, const char *name, uint64_t size) {
    if ((o->is_folder && !is_needed(name)) || o->files == LISTED_MAX) return -1;
    if (o->files == o->room) {
        int room = 2 * o->room + 8;
        listed_file *more = realloc(o->file, (size_t)room * sizeof *more);
        if (!more) return -1;
        o->file = more;
        o->room = room;
    }
    listed_file *file = &o->file[o->files];
    if (strlen(name) > PART_NAME_MAX && o->is_folder) return -1;
    strcpy(file->name, end_of(name, PART_NAME_MAX));
    file->size = size;
    return o->files++;
}

/* -1 if there is none of this name. */
static int find_file(const opening *o, const char *name) {
    int i = o->files - 1;
    while (i >= 0 && strcmp(o->file[i].name, name) != 0) i--;
    return i;
}

bool has_tokenizer(const opening *o) {
    return o->is_folder ? find_file(o, tokenizer_name) >= 0
                        : gguf_find(&o->gguf, "tokenizer.ggml.tokens") != NULL;
}

static nf_status refuse_named(nf_text *why, model_words what, const char *name) {
    put_of_model(why, what, &(fill){.text = slice_of(name), .quoted = slice_of(name)});
    return NF_BAD_MODEL;
}

static nf_status want(opening *o, int file, uint64_t offset, uint64_t size) {
    o->wanted = (nf_range){file, offset, (size_t)size};
    o->waits = true;
    return NF_READ;
}

/* A whole file of the folder that is not large. */
static nf_status want_small(opening *o, const char *name, uint64_t most, nf_text *why) {
    int file = find_file(o, name);
    if (file < 0) return refuse_named(why, FOLDER_LACKS, name);
    if (o->file[file].size > most) return refuse_named(why, FOLDER_FILE_LONG, name);
    return want(o, file, 0, o->file[file].size);
}

/* ---- config.json ----------------------------------------------------------------------------- */

/* Where tokenizer.json puts no begin token itself, config.json may still name one. */
static void read_begin(opening *o, const char *config, size_t size) {
    json_value root, begin;
    json_fault fault;
    uint64_t piece;
    bool is_said = json_read(config, size, &root, &fault) &&
                   json_find(root, "bos_token_id", &begin) == 1 && json_whole(begin, &piece) &&
                   piece < PIECES_MAX;
    o->begin = is_said ? (int)piece : -1;
}

static nf_status say_no_tensors(const opening *o, nf_text *why) {
    refuse_named(why, FOLDER_LACKS, whole_name);
    if (find_file(o, program_name) >= 0 || find_file(o, programs_name) >= 0)
        put_of_model(why, PROGRAM_NOT_OPENED, NULL);
    return NF_BAD_MODEL;
}

static nf_status one_part(opening *o) {
    o->index.parts = calloc(1, sizeof *o->index.parts);
    if (!o->index.parts) return NF_NO_MEMORY;
    strcpy(o->index.parts[0].at, whole_name);
    o->index.count = 1;
    return NF_OK;
}

static nf_status take_config(opening *o, const char *config, size_t size, nf_text *why) {
    nf_status status = describe_folder(config, size, &o->description, why);
    if (status != NF_OK) return status;
    read_begin(o, config, size);
    if (find_file(o, index_name) >= 0) {
        o->step = OPENING_INDEX;
        return NF_OK;
    }
    if (find_file(o, whole_name) < 0) return say_no_tensors(o, why);
    o->step = OPENING_START;
    return one_part(o);
}

/* ---- Headers --------------------------------------------------------------------------------- */

static nf_status want_start(opening *o, nf_text *why) {
    const char *name = o->index.parts[o->part].at;
    int file = find_file(o, name);
    if (file < 0) return refuse_named(why, FOLDER_LACKS, name);
    uint64_t size = o->file[file].size;
    return want(o, file, 0, size < SAFETENSORS_START ? size : SAFETENSORS_START);
}

static nf_status want_header(opening *o) {
    return want(o, find_file(o, o->index.parts[o->part].at), SAFETENSORS_START, o->header);
}

/* What is said of a file begins with its name. */
static size_t put_name(const opening *o, nf_text *why) {
    size_t before = why->used;
    put(why, o->index.parts[o->part].at);
    put(why, ": ");
    return before;
}

static nf_status take_start(opening *o, const uint8_t *bytes, nf_text *why) {
    size_t before = put_name(o, why);
    o->header = safetensors_header(bytes, o->file[o->wanted.file].size, why);
    if (!o->header) return NF_BAD_MODEL;
    why->used = before;
    o->step = OPENING_HEADER;
    return NF_OK;
}

/* Tensors are in files of the numbers that were listed, once that is not the index's any more. */
static nf_status finish_headers(opening *o, nf_text *why) {
    const char *twice = sort_by_name(&o->list);
    if (twice) return refuse_named(why, TENSOR_OF_SAME_NAME, twice);
    bool is_one = !o->index.said.count;
    if (!is_one && !index_is_true(&o->index, &o->list, why)) return NF_BAD_MODEL;
    for (int i = 0; i < o->list.count; i++)
        o->list.at[i].file = find_file(o, o->index.parts[o->list.at[i].file].at);
    o->step = OPENING_DESCRIBED;
    return has_its_tensors(&o->description, &o->list, why) ? NF_OK : NF_BAD_MODEL;
}

static nf_status take_header(opening *o, const char *bytes, nf_text *why) {
    size_t before = put_name(o, why);
    uint64_t size = o->file[o->wanted.file].size;
    nf_status status = read_safetensors(bytes, o->header, size, o->part, &o->list, why);
    if (status != NF_OK) return status;
    why->used = before;
    o->step = OPENING_START;
    o->part++;
    return o->part == o->index.count ? finish_headers(o, why) : NF_OK;
}

/* ---- GGUF ------------------------------------------------------------------------------------ */

static nf_status want_gguf(opening *o, nf_text *why) {
    if (!o->files) return refuse_named(why, GGUF_NO_MEMORY, "");
    uint64_t size = o->file[0].size, needs = o->gguf.needs ? o->gguf.needs : GGUF_FIRST;
    return want(o, 0, 0, needs < size ? needs : size);
}

static nf_status take_gguf(opening *o, const uint8_t *bytes, nf_text *why) {
    size_t size = o->wanted.size;
    free(o->gguf_header);
    o->gguf_header = malloc(size + 1);
    if (!o->gguf_header) return refuse_named(why, GGUF_NO_MEMORY, "");
    memcpy(o->gguf_header, bytes, size);
    nf_status status = read_gguf(o->gguf_header, size, o->file[0].size, &o->gguf, why);
    if (status == NF_READ) return NF_OK;
    if (status == NF_OK) status = describe_gguf(&o->gguf, &o->description, why);
    if (status != NF_OK) return status;
    o->step = OPENING_DESCRIBED;
    return has_its_tensors(&o->description, &o->gguf.tensors, why) ? NF_OK : NF_BAD_MODEL;
}

/* ---- Its tokenizer and its name -------------------------------------------------------------- */

static nf_status begin_name(opening *o) {
    tokenizer *t = o->tokenizer;
    if (begin_piece(t) < 0 && o->begin >= 0 && o->begin < piece_count(t))
        set_begin_piece(t, o->begin);
    begin_identity(&o->id, &o->description, tensors_of(o), o->digest, begin_piece(t));
    o->step = OPENING_ENDS;
    return NF_OK;
}

static nf_status read_tokenizer(opening *o, nf_text *why) {
    if (o->is_folder) return want_small(o, tokenizer_name, TOKENIZER_MOST, why);
    hash_gguf_tokenizer(&o->gguf, o->digest);
    nf_status status = open_gguf_tokenizer(&o->gguf, &o->tokenizer, why);
    return status == NF_OK ? begin_name(o) : status;
}

static nf_status take_tokenizer(opening *o, const char *bytes, nf_text *why) {
    sha256 hash;
    nf_status status = open_tokenizer(bytes, o->wanted.size, &o->tokenizer, why);
    if (status != NF_OK) return status;
    sha256_begin(&hash);
    sha256_add(&hash, bytes, o->wanted.size);
    sha256_end(&hash, o->digest);
    return begin_name(o);
}

static nf_status read_ends(opening *o) {
    if (go_identity(&o->id) == NF_READ)
        return want(o, o->id.wanted.file, o->id.wanted.offset, o->id.wanted.size);
    o->step = OPENING_NAMED;
    return NF_OK;
}

/* ---- From step to step ----------------------------------------------------------------------- */

static nf_status go_on(opening *o, nf_text *why) {
    switch (o->step) {
    case OPENING_CONFIG: return want_small(o, config_name, CONFIG_MOST, why);
    case OPENING_INDEX: return want_small(o, index_name, INDEX_MOST, why);
    case OPENING_START: return want_start(o, why);
    case OPENING_HEADER: return want_header(o);
    case OPENING_GGUF: return want_gguf(o, why);
    case OPENING_DESCRIBED: o->step = OPENING_TOKENIZER; return NF_OK;
    case OPENING_TOKENIZER: return read_tokenizer(o, why);
    case OPENING_ENDS: return read_ends(o);
    default: return NF_OK;
    }
}

nf_status go_opening(opening *o, opening_step until, nf_text *why) {
    nf_status status = o->waits ? NF_READ : NF_OK;
    while (status == NF_OK && o->step < until) status = go_on(o, why);
    return status;
}

static nf_status take_index(opening *o, const char *text, size_t size, nf_text *why) {
    o->step = OPENING_START;
    nf_status status = read_index(text, size, &o->index, why);
    return status == NF_OK && !o->index.count ? finish_headers(o, why) : status;
}

nf_status take_opening(opening *o, const uint8_t *bytes, nf_text *why) {
    const char *text = (const char *)bytes;
    o->waits = false;
    if (!bytes) return refuse_named(why, FOLDER_FILE_UNREAD, o->file[o->wanted.file].name);
    switch (o->step) {
    case OPENING_CONFIG: return take_config(o, text, o->wanted.size, why);
    case OPENING_INDEX: return take_index(o, text, o->wanted.size, why);
    case OPENING_START: return take_start(o, bytes, why);
    case OPENING_HEADER: return take_header(o, text, why);
    case OPENING_GGUF: return take_gguf(o, bytes, why);
    case OPENING_TOKENIZER: return take_tokenizer(o, text, why);
    default: take_identity(&o->id, bytes); return NF_OK;
    }
}

own_model *opened_model(opening *o, const through_limits *limits, const byte_slice usual[3]) {
    tensor_list *list = o->is_folder ? &o->list : &o->gguf.tensors;
    own_model *model = make_own(&o->description, list, limits);
    if (!model) return NULL;
    memcpy(model->id, o->id.name, sizeof model->id);
    set_own_tokenizer(model, o->tokenizer, usual);
    o->tokenizer = NULL;
    return model;
}
