/* Any bytes as a GGUF file, given in part and whole: what is taken lies within the file and nothing
 * overlaps; what is refused is refused in a sentence; blocks of any bytes are read. */
#include "model/gguf.h"
#include "must.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk_array(const gguf_value *array, int depth) {
    const uint8_t *at = array->at;
    gguf_value element;
    for (uint64_t i = 0; gguf_next(array, &at, &element); i++) {
        must(i < array->count && element.at + element.bytes <= array->at + array->bytes);
        if (element.type == GGUF_ARRAY && depth < GGUF_DEPTH) walk_array(&element, depth + 1);
    }
    must(at == array->at + array->bytes);
}

static void file_is_sound(const gguf *file, uint64_t file_size) {
    uint64_t whole;
    double number;
    bool truth;
    for (int i = 0; i < file->count; i++) {
        const gguf_value *v = &file->entries[i].value;
        (void)gguf_whole(v, &whole);
        (void)gguf_number(v, &number);
        (void)gguf_truth(v, &truth);
        (void)gguf_text(v);
        if (v->type == GGUF_ARRAY) walk_array(v, 0);
    }
    for (int i = 0; i < file->tensors.count; i++) {
        const tensor *t = &file->tensors.at[i];
        must(t->offset <= file_size && t->bytes <= file_size - t->offset);
        must(find_tensor(&file->tensors, t->name) == t);
    }
}

/* A whole header from a few bytes: random ones hardly ever begin as one. */
static size_t with_start(const uint8_t *data, size_t size, uint8_t *out) {
    static const uint8_t start[8] = {'G', 'G', 'U', 'F', 3};
    memset(out, 0, 24);
    memcpy(out, start, sizeof start);
    out[8] = data[1];
    out[16] = data[2];
    memcpy(out + 24, data + 3, size - 3);
    return 24 + size - 3;
}

static void read_any_block(const uint8_t *data, size_t size) {
    float out[256];
    for (int type = TYPE_F32; type < TYPE_OTHER; type++) {
        const type_facts *facts = facts_of_type((tensor_type)type);
        if (size >= (size_t)facts->bytes)
            tensor_floats((tensor_type)type, data, (size_t)facts->numbers, out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    gguf file;
    read_any_block(data, size);
    if (size < 3) return 0;
    uint8_t *bytes = malloc(size + 24);
    must(bytes != NULL);
    size_t whole = data[0] & 1 ? with_start(data, size, bytes) : size - 1;
    if (!(data[0] & 1)) memcpy(bytes, data + 1, whole);
    bytes = realloc(bytes, whole); /* so that a step beyond the end is seen */
    size_t part = whole / 4;
    nf_status status = read_gguf(bytes, part, whole, &file, &why);
    if (status == NF_READ) {
        must(file.needs > part && file.needs <= whole && !said[0]);
        status = read_gguf(bytes, whole, whole, &file, &why);
    }
    must(status != NF_READ);
    if (status == NF_OK)
        file_is_sound(&file, whole);
    else
        must(said[0] != 0);
    forget_gguf(&file);
    free(bytes);
    return 0;
}
