/* Each type of GGUF to the bit as ggml's own conversion has it: blocks of random bytes, and blocks
 * that ggml made of random numbers.
 *
 *     build/ggml PATH/TO/libggml-base.so */
#include "engine/numbers.h"
#include "model/tensors.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void dequantise(const void *from, float *to, int64_t count);
typedef size_t quantise(int type, const float *from, void *to, int64_t start, int64_t rows,
                        int64_t columns, const float *importance);

enum { BLOCKS = 2000, COUNT = BLOCKS * 256 };

/* A type here, the number that ggml gives it, and what it calls its conversion. */
static const struct kind {
    tensor_type type;
    int number;
    const char *conversion;
} kinds[] = {{TYPE_F16, 1, "ggml_fp16_to_fp32_row"}, {TYPE_BF16, 30, "ggml_bf16_to_fp32_row"},
             {TYPE_Q8_0, 8, "dequantize_row_q8_0"},  {TYPE_Q4_K, 12, "dequantize_row_q4_K"},
             {TYPE_Q5_K, 13, "dequantize_row_q5_K"}, {TYPE_Q6_K, 14, "dequantize_row_q6_K"}};

static void *found(void *library, const char *name) {
    void *at = library ? dlsym(library, name) : NULL;
    if (!at) fprintf(stderr, "%s is not there: %s\n", name, dlerror());
    return at;
}

static uint64_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* How many numbers differ; two that are no numbers are the same. */
static int differences(const struct kind *kind, const uint8_t *bytes, dequantise *convert,
                       float *ours, float *theirs) {
    int differ = 0;
    tensor_floats(kind->type, bytes, COUNT, ours);
    convert(bytes, theirs, COUNT);
    for (int i = 0; i < COUNT; i++) {
        bool both_none = isnan(ours[i]) && isnan(theirs[i]);
        differ += !both_none && memcmp(&ours[i], &theirs[i], sizeof *ours) != 0;
    }
    return differ;
}

static int report(const struct kind *kind, const char *of, int differ) {
    if (differ) printf("%s: %d of %d differ, of %s\n", kind->conversion, differ, COUNT, of);
    return differ > 0;
}

static int judge(const struct kind *kind, void *library) {
    uint8_t *bytes = malloc((size_t)COUNT * 4);
    float *ours = malloc((size_t)COUNT * 4), *theirs = malloc((size_t)COUNT * 4);
    dequantise *convert = NULL;
    quantise *pack = NULL;
    uint64_t state = 7;
    int failed = 0;
    *(void **)&convert = found(library, kind->conversion);
    *(void **)&pack = found(library, "ggml_quantize_chunk");
    if (!convert || !pack || !bytes || !ours || !theirs) return 2;
    for (int i = 0; i < COUNT * 4; i++) bytes[i] = (uint8_t)next(&state);
    failed += report(kind, "random bytes", differences(kind, bytes, convert, ours, theirs));
    for (int i = 0; i < COUNT; i++)
        ours[i] = (float)((double)next(&state) / (1u << 30) - 1) * (float)(1 + next(&state) % 9);
    pack(kind->number, ours, bytes, 0, BLOCKS, 256, NULL);
    failed += report(kind, "packed numbers", differences(kind, bytes, convert, ours, theirs));
    free(bytes);
    free(ours);
    free(theirs);
    return failed;
}

int main(int count, char **words) {
    void *library = count == 2 ? dlopen(words[1], RTLD_NOW) : NULL;
    int failed = 0, kind = 0, all = (int)(sizeof kinds / sizeof *kinds);
    for (; kind < all; kind++) failed += judge(&kinds[kind], library);
    printf("%d passed, %d failed\n", 2 * all - failed, failed);
    return failed > 0;
}
