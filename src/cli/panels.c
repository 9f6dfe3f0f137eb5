/* The command panels: a figure as JSON or as NumPy arrays. */
#include "bring.h"

#include "data/labels.h"
#include "engine/kinds.h"
#include "engine/text.h"
#include "picture/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    job *job;
    const char *link, *npz_path;
    bool json, distributions;
} options;

/* Reads LINK, --json, --distributions and --strict in any order, and --npz FILE. False if anything
 * else stands there, or no link. */
static bool read_options(job *job, int count, char **words, options *out) {
    *out = (options){.job = job};
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0)
            out->json = true;
        else if (strcmp(words[i], "--strict") == 0)
            job->strict = true;
        else if (strcmp(words[i], "--distributions") == 0)
            out->distributions = true;
        else if (strcmp(words[i], "--npz") == 0 && i + 1 < count)
            out->npz_path = words[++i];
        else if (strncmp(words[i], "--", 2) != 0 && !out->link)
            out->link = words[i];
        else
            return false;
    }
    bool many = out->link && strcmp(out->link, "-") == 0;
    if (many && out->npz_path) say_sentence(NO_FILE_FOR_MANY, NULL);
    if (out->distributions && !out->npz_path) say_sentence(NO_NPZ, NULL);
    return out->link && !(many && out->npz_path) && !(out->distributions && !out->npz_path);
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
    nf_shape shape;
    bool is_known = nf_get_shape(job->engine, &shape) == NF_OK;
    print_title_of(&job->params, is_known ? &shape : NULL, index, NF_TITLE, false, &title);
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

/* Those that there are. */
static void print_panels(const job *job, int first, int end) {
    const char *before = "[\n";
    for (int i = first; i < end; i++) {
        if (!nf_get_panel(job->engine, i)) continue;
        fputs(before, stdout);
        print_panel(job, i);
        before = ",\n";
    }
    fputs(*before == '[' ? "[]" : "]", stdout);
}

static void print_source(const job *job) {
    char buffer[512 + 2 * 6 * LABEL_BYTES_MAX]; /* two names, with each byte escaped */
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
    fputs(",\n\"followers\":", stdout);
    print_panels(job, NF_PANELS + NF_BASELINES, NF_PANELS + NF_BASELINES + NF_FOLLOWERS);
    fputs(",\n\"panels\":", stdout);
    print_panels(job, 0, NF_PANELS);
    fputs("}\n", stdout);
}

static bool write_to_file(void *with, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, with) == count;
}

/* What was not used of the link, as --json prints it. */
static const char *remarks_of(const job *job) {
    static char buffer[sizeof job->heard.json_buffer + 2];
    nf_text text = new_text(buffer, sizeof buffer);
    put_char(&text, '[');
    put(&text, job->heard.json_buffer);
    put_char(&text, ']');
    return buffer;
}

static int write_npz(const options *options) {
    static taking taking;
    const job *job = options->job;
    FILE *file = fopen(options->npz_path, "wb");
    taking.engine = job->engine;
    taking.params = &job->params;
    taking.ignored = remarks_of(job);
    taking.distributions = options->distributions;
    start_arrays(&taking, write_to_file, file);
    for (int part = 0; file && write_part(&taking, part);) part++;
    bool closed = file && fclose(file) == 0;
    if (closed && !taking.file.failed && !taking.file.too_large) return DONE;
    sentence problem = file && taking.file.too_large ? FILE_TOO_LARGE : FILE_NOT_WRITTEN;
    say_sentence(problem, &(fill){.text = slice_of(options->npz_path)});
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

static bool refuse_npz(const job *job) {
    say_sentence(READY_IS_SAVED, &(fill){.text = slice_of(job->ready_in)});
    return false;
}

static bool take_panels(void *with, const char *link, size_t length) {
    const options *options = with;
    job *job = options->job;
    read_link(job, link, length);
    if (!accept_link(job)) return false;
    if (is_of_ready(job) && options->npz_path) return refuse_npz(job);
    if (is_of_ready(job)) return print_ready(job) == DONE;
    compute(job, want_for(job, options->npz_path) | NF_ALL_BASELINES);
    if (job->status != NF_OK) return say_why(job) == DONE;
    if (options->json || !options->npz_path) print_json(job);
    return !options->npz_path || write_npz(options) == DONE;
}

int run_panels(job *job, int count, char **words) {
    options options;
    if (!read_options(job, count, words, &options)) return MISUSED;
    return take_links(options.link, take_panels, &options);
}
