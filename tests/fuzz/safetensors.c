/* Any bytes as the header of a safetensors file and as an index: what is taken lies within the file
 * and nothing overlaps; what is refused is refused in a sentence. */
#include "model/safetensors.h"
#include "engine/text.h"
#include "words.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const words[] = {"{",
                                    "}",
                                    "[",
                                    "]",
                                    ",",
                                    "\"a\":{",
                                    "\"b\":{",
                                    "\"dtype\":\"F32\",",
                                    "\"dtype\":\"F16\",",
                                    "\"dtype\":\"F4\",",
                                    "\"shape\":[",
                                    "\"data_offsets\":[",
                                    "[0,4]}",
                                    "[4,8]}",
                                    "[1]",
                                    "\"__metadata__\":{}",
                                    "18446744073709551615",
                                    "9223372036854775808",
                                    "\"weight_map\":{",
                                    "\"a\":\"m.safetensors\"",
                                    "\"b\":\"n.safetensors\"",
                                    "0",
                                    "2",
                                    "8"};

static void read_header(const char *header, size_t length, uint64_t file_size) {
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    tensor_list list = {NULL, 0, 0};
    if (read_safetensors(header, length, file_size, 0, &list, &why) == NF_OK) {
        uint64_t at = 8 + length;
        for (int i = 0; i < list.count; i++) {
            must(list.at[i].offset == at && list.at[i].bytes <= file_size - at);
            at += list.at[i].bytes;
        }
        must(at == file_size);
        if (!sort_by_name(&list))
            for (int i = 0; i < list.count; i++)
                must(find_tensor(&list, list.at[i].name) == &list.at[i]);
    } else
        must(said[0] && list.count == 0);
    forget_tensors(&list);
}

static void read_as_index(const char *text, size_t length) {
    char said[400] = "";
    nf_text why = {said, 0, sizeof said};
    tensor_index index;
    if (read_index(text, length, &index, &why) == NF_OK) {
        must(index_is_true(&index, &index.said, &why));
        forget_index(&index);
    } else
        must(said[0] != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[1 << 14];
    char said[400];
    nf_text why = {said, 0, sizeof said};
    if (size < 9) return 0;
    (void)safetensors_header(data, size, &why);
    size_t length =
        spell(data + 1, size - 1, words, sizeof words / sizeof *words, text, sizeof text);
    char *alone = malloc(length + 1);
    must(alone != NULL);
    memcpy(alone, text, length);
    read_header(alone, length, 8 + length + data[0]);
    read_as_index(alone, length);
    free(alone);
    return 0;
}
