/* The command that says what a model of the reader's own is. */
#include "main.h"

#include "opened.h"

#include "model/through.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How many tensors there are of a type. */
static int count_of(const tensor_list *list, tensor_type type) {
    int count = 0;
    for (int i = 0; i < list->count; i++) count += list->at[i].type == type;
    return count;
}

static const char *name_of(tensor_type type) {
    return type == TYPE_OTHER ? "others" : facts_of_type(type)->name;
}

static const char *norm_of(const description *d) {
    return d->family->layer_norm ? "LayerNorm" : "RMSNorm";
}

static const char *feed_of(const description *d) {
    static const char *const names[] = {"gated, SiLU", "GELU (erf)", "GELU (tanh)"};
    return names[d->feed];
}

static void print_positions(const description *d) {
    if (d->rotary)
        printf("rotary, %d of %d channels, base %g", d->rotary, d->head_width, d->base);
    else
        printf("learned");
    if (d->scaling == SCALING_LINEAR) printf(", scaled by %g", d->factor);
    if (d->scaling == SCALING_LLAMA3) printf(", scaled by %g as Llama 3", d->factor);
    if (d->has_factors) printf(", scaled by the file's factors");
    putchar('\n');
}

static void print_types(const tensor_list *list) {
    const char *between = "";
    for (int type = TYPE_F32; type <= TYPE_OTHER; type++) {
        int count = count_of(list, (tensor_type)type);
        if (count) printf("%s%d of %s", between, count, name_of((tensor_type)type));
        if (count) between = ", ";
    }
    putchar('\n');
}

enum { FORETOLD_TOKENS = 32 };

/* What a figure of three texts would take, of the first layer and of the last. */
static void print_costs(const opening *model) {
    const description *d = &model->description;
    const token_texts texts = {
        3, {0, FORETOLD_TOKENS, 2 * FORETOLD_TOKENS, 3 * FORETOLD_TOKENS}, NULL};
    double read = (double)through_reads(d, tensors_of(model), d->layers - 1);
    double first = (double)through_reads(d, tensors_of(model), 0);
    printf(
        "a figure    of three texts of %d tokens reads %.4g MB for layer 0, %.4g MB for layer %d, "
        "and holds %.3g MB\n",
        FORETOLD_TOKENS, first * 1e-6, read * 1e-6, d->layers - 1,
        (double)through_bytes(d, &texts, &usual_limits) * 1e-6);
}

static void print_facts(const opening *model) {
    const description *d = &model->description;
    const tensor_list *list = tensors_of(model);
    printf("family      %s, %s\n", d->family->name, d->is_gguf ? "a GGUF file" : "a folder");
    printf("layers      %d\n", d->layers);
    printf("heads       %d of %d channels a layer\n", d->heads, d->head_width);
    printf("key heads   %d%s\n", d->groups, d->groups < d->heads ? ", shared by heads" : "");
    printf("width       %d, and %d within the feed-forward part (%s)\n", d->width, d->hidden,
           feed_of(d));
    printf("norms       %s, epsilon %g\n", norm_of(d), d->epsilon);
    fputs("positions   ", stdout);
    print_positions(d);
    if (d->window) printf("window      %d tokens, from layer %d on\n", d->window, d->window_from);
    printf("vocabulary  %d%s\n", d->vocabulary, d->is_tied ? ", one matrix for both ends" : "");
    printf("context     %d tokens\n", d->context);
    fputs("tensors     ", stdout);
    print_types(list);
    int files;
    uint64_t bytes = opening_bytes(model, &files);
    printf("size        %" PRIu64 " weights, %" PRIu64 " bytes in %d file%s\n",
           opening_weights(model), bytes, files, files == 1 ? "" : "s");
    print_costs(model);
}

static void print_json(const opening *model) {
    nf_text counted = {NULL, 0, 0};
    print_opening(model, &counted);
    char *room = malloc(counted.used + 1);
    if (!room) return;
    nf_text out = {room, 0, counted.used + 1};
    print_opening(model, &out);
    puts(room);
    free(room);
}

/* Nothing reads a text without its tokenizer. */
static void say_tokenizer(const opening *model) {
    if (has_tokenizer(model)) return;
    say_sentence(model->description.is_gguf ? NO_TOKENIZER_IN_FILE : NO_TOKENIZER_IN_FOLDER, NULL);
}

int run_own(const job *job, int count, char **words) {
    if (count == 2 && strcmp(words[0], "--export") == 0) return run_export(job, words[1]);
    char sentence[1 << 12] = "";
    nf_text why = new_text(sentence, sizeof sentence);
    opened model = {.files = 0};
    bool json = count == 2 && strcmp(words[1], "--json") == 0;
    if (count != 1 && !json) return MISUSED;
    const opening *o = &model.opening;
    bool good = open_own(words[0], OPENING_DESCRIBED, &model, &why);
    if (!good)
        tell("%s", sentence);
    else if (json)
        print_json(o);
    else
        print_facts(o);
    if (good) say_tokenizer(o);
    good = good && has_tokenizer(o);
    close_own(&model);
    return good ? DONE : FAILED;
}
