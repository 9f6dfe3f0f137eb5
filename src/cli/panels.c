/* The command panels: a figure as JSON or as NumPy arrays. */
#include "bring.h"

#include "engine/params.h"
#include "engine/text.h"
#include "npz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    job *job;
    const char *link, *npz_path;
    bool json;
} options;

/* Reads LINK, --json and --strict in any order, and --npz FILE. False if anything else stands
 * there, or no link. */
static bool read_options(job *job, int count, char **words, options *out) {
    *out = (options){.job = job};
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0)
            out->json = true;
        else if (strcmp(words[i], "--strict") == 0)
            job->strict = true;
        else if (strcmp(words[i], "--npz") == 0 && i + 1 < count)
            out->npz_path = words[++i];
        else if (strncmp(words[i], "--", 2) != 0 && !out->link)
            out->link = words[i];
        else
            return false;
    }
    bool many = out->link && strcmp(out->link, "-") == 0;
    if (many && out->npz_path) say_sentence(NO_FILE_FOR_MANY, NULL);
    return out->link && !(many && out->npz_path);
}

static void print_weights(const nf_panel *panel) {
    if (!panel->weights || (uint64_t)panel->rows * (uint64_t)panel->columns > 1 << 20) {
        fputs("null", stdout);
        return;
    }
    for (int i = 0; i < panel->rows; i++) {
        const float *row = panel->weights + (size_t)i * panel->stride;
        for (int j = 0; j < panel->columns; j++)
            printf(row[j] == 0 ? "%s0" : "%s%.9g", j ? "," : i ? "],\n[" : "[[", (double)row[j]);
    }
    fputs("]]", stdout);
}

static void print_guesses(const job *job, const char *key, const nf_guess *guesses) {
    printf(",\"%s\":[", key);
    for (int i = 0; i < NF_GUESSES; i++) {
        char buffer[64];
        nf_text piece = new_text(buffer, sizeof buffer);
        nf_print_piece(job->engine, guesses[i].piece, &piece);
        fputs(i ? ",{\"token\":" : "{\"token\":", stdout);
        print_json_text(buffer);
        fputs(",\"p\":", stdout);
        print_number(guesses[i].p);
        putchar('}');
    }
    putchar(']');
}

static void print_prediction(const job *job, int panel) {
    const nf_prediction *prediction = nf_get_prediction(job->engine, panel);
    fputs(prediction ? ",\n\"prediction\":{\"kl\":" : ",\n\"prediction\":null", stdout);
    if (!prediction) return;
    print_number(prediction->kl);
    for (int i = 0; i < prediction->tokens; i++) {
        fputs(i ? "," : ",\"divergence\":[", stdout);
        print_number(prediction->divergence[i]);
    }
    putchar(']');
    print_guesses(job, "before", prediction->before);
    print_guesses(job, "after", prediction->after);
    putchar('}');
}

static void print_panel(const job *job, int index) {
    const nf_panel *panel = nf_get_panel(job->engine, index);
    char buffer[200];
    nf_text title = new_text(buffer, sizeof buffer);
    nf_print_title(&job->params, index, NF_TITLE, false, &title);
    fputs("{\"title\":", stdout);
    print_json_text(buffer);
    printf(",\"row\":%d,\"column\":%d,\"rows\":%d,\"columns\":%d,\"measures\":{", panel->row,
           panel->column, panel->rows, panel->columns);
    for (int m = 0; m < NF_MEASURES_COUNT; m++) {
        printf("%s\"%s\":", m ? "," : "", nf_measure_key((nf_measure)m));
        print_number(panel->measure[m]);
    }
    putchar('}');
    print_prediction(job, index);
    fputs(",\n\"weights\":", stdout);
    print_weights(panel);
    putchar('}');
}

static void print_panels(const job *job, int first, int end) {
    for (int i = first; i < end; i++) {
        fputs(i > first ? ",\n" : "[\n", stdout);
        print_panel(job, i);
    }
    fputs("]", stdout);
}

static void print_source(const job *job) {
    char buffer[512];
    nf_text text = new_text(buffer, sizeof buffer);
    nf_print_source(job->engine, &text);
    fputs(",\n\"source\":", stdout);
    print_text(&text);
}

static void print_json(const job *job) {
    print_link(job);
    printf(",\"check\":\"%016llx\",\"ignored\":[%s]", (unsigned long long)nf_check(job->engine),
           job->heard.json_buffer);
    print_source(job);
    print_inputs(job);
    fputs(",\n\"baselines\":", stdout);
    print_panels(job, NF_PANELS, NF_PANELS + NF_BASELINES);
    fputs(",\n\"panels\":", stdout);
    print_panels(job, 0, NF_PANELS);
    fputs("}\n", stdout);
}

static size_t cells_of(const nf_panel *panel) {
    return (size_t)panel->rows * (size_t)panel->columns;
}

static void pack_weights(const nf_panel *panel, float *weights) {
    size_t columns = (size_t)panel->columns;
    for (size_t i = 0; i < (size_t)panel->rows; i++)
        memcpy(weights + i * columns, panel->weights + i * panel->stride,
               columns * sizeof *weights);
}

static void add_panel(const job *job, npz *file, int index, float *scratch) {
    const nf_panel *panel = nf_get_panel(job->engine, index);
    char w[] = {'w', (char)('0' + index), 0}, s[] = {'s', w[1], 0}, o[] = {'o', w[1], 0};
    pack_weights(panel, scratch);
    npz_add(file, w, (size_t[]){(size_t)panel->rows, (size_t)panel->columns}, 2, scratch);
    if (nf_get_output(job->engine, index, scratch) != NF_OK) file->failed = true;
    npz_add(file, o, (size_t[]){(size_t)panel->rows, panel->width}, 2, scratch);
    if (nf_get_logits(job->engine, index, scratch) != NF_OK) file->failed = true;
    npz_add(file, s, (size_t[]){(size_t)panel->rows, (size_t)panel->columns}, 2, scratch);
}

static void add_source(const job *job, npz *file, const nf_shape *shape, float *scratch) {
    for (int input = 0; input < shape->inputs; input++)
        for (int component = 0; component < 3; component++) {
            char name[] = {"qkv"[component], (char)('1' + input), 0};
            size_t head_size = (size_t)shape->tokens[input] * (size_t)shape->d;
            for (int head = 0; head < shape->heads; head++)
                nf_get_source(job->engine, input, component, head,
                              scratch + (size_t)head * head_size);
            npz_add(
                file, name,
                (size_t[]){(size_t)shape->heads, (size_t)shape->tokens[input], (size_t)shape->d}, 3,
                scratch);
        }
}

/* Floats of the largest array that is written. */
static size_t scratch_floats(const job *job, const nf_shape *shape) {
    size_t most = 0;
    for (int i = 0; i < 3; i++) {
        size_t all_heads = (size_t)shape->heads * (size_t)shape->tokens[i] * (size_t)shape->d;
        most = all_heads > most ? all_heads : most;
    }
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_panel *panel = nf_get_panel(job->engine, i);
        size_t output = (size_t)panel->rows * panel->width;
        most = cells_of(panel) > most ? cells_of(panel) : most;
        most = output > most ? output : most;
    }
    return most;
}

/* Writes what was not used of the link, as --json prints it. */
static void add_remarks(const job *job, npz *file) {
    static char buffer[sizeof job->heard.json_buffer + 2];
    nf_text text = new_text(buffer, sizeof buffer);
    put_char(&text, '[');
    put(&text, job->heard.json_buffer);
    put_char(&text, ']');
    npz_add_text(file, "ignored", buffer);
}

static int write_npz(const job *job, const char *path) {
    static npz file;
    nf_shape shape;
    nf_get_shape(job->engine, &shape);
    float *scratch = malloc(scratch_floats(job, &shape) * sizeof *scratch);
    bool opened = scratch && npz_open(&file, path);
    if (opened) {
        for (int i = 0; i < NF_PANELS; i++) add_panel(job, &file, i, scratch);
        add_source(job, &file, &shape, scratch);
        add_remarks(job, &file);
    }
    free(scratch);
    if (opened && npz_close(&file)) return DONE;
    sentence problem = opened && file.too_large ? FILE_TOO_LARGE : FILE_NOT_WRITTEN;
    say_sentence(problem, &(fill){.text = slice_of(path)});
    return FAILED;
}

/* Weights are kept if any will be written and there is memory for them. */
static int want_for(job *job, const char *npz_path) {
    nf_shape shape;
    uint64_t bytes;
    int want = NF_MEASURES | NF_CHECK | NF_PREDICTION, keeping = want | NF_WEIGHTS, least = 1 << 10;
    if (npz_path || nf_source_shape(job->engine, &job->params, &shape) != NF_OK) return keeping;
    for (int i = 0; i < 3; i++) least = shape.tokens[i] < least ? shape.tokens[i] : least;
    bool any = least < 1 << 10 || shape.tokens[0] <= 1 << 10;
    return any && nf_need(job->engine, &job->params, keeping | NF_ALL_BASELINES, &bytes) == NF_OK
               ? keeping
               : want;
}

static bool take_panels(void *with, const char *link, size_t length) {
    const options *options = with;
    job *job = options->job;
    read_link(job, link, length);
    if (!accept_link(job)) return false;
    compute(job, want_for(job, options->npz_path) | NF_ALL_BASELINES);
    if (job->status != NF_OK) return say_why(job) == DONE;
    if (options->json || !options->npz_path) print_json(job);
    return !options->npz_path || write_npz(job, options->npz_path) == DONE;
}

int run_panels(job *job, int count, char **words) {
    options options;
    if (!read_options(job, count, words, &options)) return MISUSED;
    return take_links(options.link, take_panels, &options);
}
