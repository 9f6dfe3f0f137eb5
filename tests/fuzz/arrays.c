/* Any bytes as a reader's file, as they are, behind the header of a .npy and as a deflated entry:
 * what is taken has all its numbers, and what is refused is refused in a sentence. */
#include "data/choose.h"
#include "data/inflate.h"
#include "data/ready.h"
#include "engine/crc.h"
#include "engine/text.h"
#include "must.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16 }; /* numbers of an array that is read */

static void read_all(const array_file *arrays, nf_text *why) {
    static float out[MOST];
    for (int i = 0; i < arrays->count; i++) {
        const array *a = &arrays->at[i];
        array_facts facts;
        why->used = 0;
        if (a->numbers > MOST) continue;
        if (!read_array(a, out, &facts, why)) must(why->used > 0);
    }
}

static void read_weights(const array_file *arrays, nf_text *why) {
    int found = find_ready(arrays);
    ready_weights weights;
    if (found < 0 || arrays->at[found].numbers > MOST) return;
    why->at[why->used = 0] = 0;
    if (read_ready(arrays, found, &weights, why))
        forget_ready(&weights);
    else
        must(why->at[0] != 0);
}

/* A text, with its zero, for the layer, each head and each token; or none at all. */
static void must_be_labels(const nf_tensors *t) {
    const char *at = t->labels;
    int count = 1 + t->heads;
    for (int i = 0; i < t->inputs; i++) count += t->tokens[i];
    for (; at && count > 0; count--) {
        must(valid_utf8(at, strlen(at)));
        at += strlen(at) + 1;
    }
}

static void use(slice file) {
    char said[1000] = "";
    nf_text why = {said, 0, sizeof said};
    array_file arrays;
    choice by;
    gathered g;
    if (!open_arrays(file, &arrays, &why)) {
        must(said[0] != 0 && arrays.count == 0);
        return;
    }
    read_all(&arrays, &why);
    why.used = 0;
    if (propose(&arrays, &by, &why) && gather_tensors(&arrays, &by, &g, &why)) {
        must(g.tensors.inputs >= 1 && g.tensors.inputs <= 3);
        must_be_labels(&g.tensors);
        forget_gathered(&g);
    } else
        must(said[0] != 0);
    read_weights(&arrays, &why);
    close_arrays(&arrays);
}

static void use_behind(const char *begin, size_t length, const uint8_t *data, size_t size) {
    char *file = malloc(length + size + 1);
    must(file != NULL);
    memcpy(file, begin, length);
    memcpy(file + length, data, size);
    use((slice){file, length + size});
    free(file);
}

/* As __metadata__ of one head of three tokens: what follows the brace is the fuzzer's, with a text
 * around it that any bytes may end. */
static void use_as_names(const uint8_t *data, size_t size) {
    static const char before[] =
        "{\"q\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[0,6]},"
        "\"k\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[6,12]},"
        "\"v\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[12,18]},"
        "\"__metadata__\":{\"layer\":\"2\",\"tokens\":\"[1,2,";
    static const char after[] = "]\"}}";
    size_t length = sizeof before + size + sizeof after - 2;
    char *file = calloc(1, 8 + length + 18);
    must(file != NULL);
    for (int i = 0; i < 8; i++) file[i] = (char)(length >> 8 * i);
    memcpy(file + 8, before, sizeof before - 1);
    memcpy(file + 8 + sizeof before - 1, data, size);
    memcpy(file + 8 + sizeof before - 1 + size, after, sizeof after - 1);
    use((slice){file, 8 + length + 18});
    free(file);
}

static void put_low(nf_text *out, uint64_t value, int bytes) {
    for (; bytes-- > 0; value >>= 8) put_char(out, (char)value);
}

/* A stored array of NumPy: its entry, and in `list` the row that lists it. */
static void put_entry(nf_text *out, nf_text *list, slice name, slice header, slice numbers) {
    size_t size = 10 + header.length + numbers.length, place = out->used;
    put_bytes(out, "PK\x03\x04", 4);
    put_low(out, 0, 22);
    put_low(out, name.length, 4);
    put_bytes(out, name.at, name.length);
    size_t from = out->used;
    put_bytes(out, "\x93NUMPY\x01\x00", 8);
    put_low(out, header.length, 2);
    put_bytes(out, header.at, header.length);
    put_bytes(out, numbers.at, numbers.length);
    put_bytes(list, "PK\x01\x02", 4);
    put_low(list, 0, 12);
    put_low(list, crc_of(0, (unsigned char *)out->at + from, size), 4);
    put_low(list, size, 4);
    put_low(list, size, 4);
    put_low(list, name.length, 2);
    put_low(list, 0, 12);
    put_low(list, place, 4);
    put_bytes(list, name.at, name.length);
}

/* As names of two tokens in a .npz: the type that they claim, and behind it their bytes. */
static void use_as_type(const uint8_t *data, size_t size) {
    static const char square[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}";
    char header[100] = "", rows[200] = "", *file = malloc(600 + size);
    size_t typed = size ? data[0] % 8 : 0;
    must(file != NULL);
    if (typed + 1 > size) typed = 0;
    nf_text out = {file, 0, 600 + size}, list = {rows, 0, sizeof rows};
    nf_text type = {header, 0, sizeof header};
    put(&type, "{'descr': '");
    put_bytes(&type, (const char *)data + (size > 0), typed);
    put(&type, "', 'fortran_order': False, 'shape': (2,)}");
    size_t from = typed + (size > 0);
    put_entry(&out, &list, slice_of("w.npy"), slice_of(square), (slice){(char[16]){0}, 16});
    put_entry(&out, &list, slice_of("tokens.npy"), (slice){header, type.used},
              (slice){(const char *)data + from, size - from});
    size_t place = out.used;
    put_bytes(&out, rows, list.used);
    put_bytes(&out, "PK\x05\x06", 4);
    put_low(&out, 0, 6);
    put_low(&out, 2, 2);
    put_low(&out, list.used, 4);
    put_low(&out, place, 4);
    put_low(&out, 0, 2);
    use((slice){file, out.used});
    free(file);
}

/* As the header of safetensors, with 32 bytes of numbers. */
static void use_as_header(const uint8_t *data, size_t size) {
    char *file = calloc(1, 8 + size + 32);
    must(file != NULL);
    for (int i = 0; i < 8; i++) file[i] = (char)(size >> 8 * i);
    memcpy(file + 8, data, size);
    use((slice){file, 8 + size + 32});
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t out[1000];
    size_t made;
    inflated how = inflate(data, size, out, sizeof out, &made);
    must(made <= sizeof out && (how != INFLATED_MORE || made == sizeof out));
    use_behind("", 0, data, size);
    use_behind("\x93NUMPY\x01\x00", 8, data, size);
    use_behind("PK\x03\x04", 4, data, size);
    use_as_header(data, size);
    use_as_names(data, size);
    use_as_type(data, size);
    return 0;
}
