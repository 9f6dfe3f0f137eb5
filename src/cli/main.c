/* The command line: the same engine as the page's, natively. */
#include "bring.h"

#include "engine/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The model file that the build put into the program; of size 0 if there was none. */
extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

enum { TEXT_MAX = 1 << 17 }; /* of the longest text that is made whole: the readings */

/* ---- readings, params, measures ------------------------------------------------------------- */

static void print_sentence(nf_engine *engine, const nf_reading *reading,
                           const nf_sentence *sentence) {
    nf_verdict verdict = nf_judge(engine, reading, sentence);
    bool borne_out = (verdict.holds == NF_HOLDS) != sentence->refutes;
    printf("  %-7s %s (%.4g against %.4g",
           verdict.holds == NF_UNKNOWN ? "unknown"
           : borne_out                 ? "true"
                                       : "false",
           sentence->text, verdict.number, verdict.bound);
    if (sentence->slack > 0) printf(", to within %.2g", sentence->slack);
    printf(")\n          any head? %s. %s\n", nf_any_text(sentence->any), sentence->reason);
}

static int run_readings(job *job, int count, char **words) {
    static char buffer[TEXT_MAX];
    nf_text text = new_text(buffer, sizeof buffer);
    if (count > 1 || (count == 1 && strcmp(words[0], "--json") != 0)) return MISUSED;
    if (count == 1) {
        nf_print_readings(job->engine, &text);
        print_text(&text);
        return DONE;
    }
    for (int i = 0; i < nf_readings(); i++) {
        const nf_reading *reading = nf_get_reading(i);
        printf("%s%s: %s\n  %s\n", i ? "\n" : "", reading->name, reading->question, reading->link);
        for (int s = 0; s < reading->sentences; s++)
            print_sentence(job->engine, reading, &reading->sentence[s]);
    }
    return DONE;
}

static void print_row(const nf_row *row, const nf_params *defaults, int index) {
    char buffer[80];
    nf_text initial = new_text(buffer, sizeof buffer);
    nf_print_value(defaults, index, &initial);
    printf("%-9s %-24s ", row->key, buffer);
    if (row->kind == NF_CHOICE || (row->kind == NF_WORDS && row->words[0]))
        printf("%s", row->words);
    else if (row->kind == NF_TEXT || row->kind == NF_WORDS)
        printf("at most %g bytes", row->high);
    else
        printf("%g to %.10g%s", row->low, row->high, row->count == 3 ? ", one or three" : "");
    printf("\n          %s\n", row->help);
}

static int run_params(int count, char **words) {
    static char buffer[TEXT_MAX];
    nf_text text = new_text(buffer, sizeof buffer);
    nf_params defaults;
    if (count > 1 || (count == 1 && strcmp(words[0], "--json") != 0)) return MISUSED;
    nf_defaults(&defaults);
    if (count == 1) {
        nf_print_table(&text);
        print_text(&text);
    } else
        for (int row = 0; row < nf_rows(); row++) print_row(nf_get_row(row), &defaults, row);
    return DONE;
}

/* Of each measure a name in which braces stand for whose output it is, and what it is compared
 * with. */
static const char *const measure_labels[] = {
#define X(name, key, label, more) label,
    NF_MEASURE_LIST(X, "{output}", "{head}")
#undef X
};

static void print_measures_json(void) {
    for (int m = 0; m < NF_MEASURES_COUNT; m++) {
        printf("%s{\"key\":\"%s\",\"label\":", m ? ",\n" : "[\n", nf_measure_key((nf_measure)m));
        print_json_text(measure_labels[m]);
        fputs(",\"help\":", stdout);
        print_json_text(nf_measure_help((nf_measure)m));
        putchar('}');
    }
    puts("\n]");
}

static int run_measures(int count, char **words) {
    if (count > 1 || (count == 1 && strcmp(words[0], "--json") != 0)) return MISUSED;
    if (count == 1) print_measures_json();
    for (int m = 0; m < NF_MEASURES_COUNT && count == 0; m++)
        printf("%-9s %s\n", nf_measure_key((nf_measure)m), nf_measure_help((nf_measure)m));
    return DONE;
}

static int run_kinds(int count, char **words) {
    static char buffer[TEXT_MAX];
    nf_text text = new_text(buffer, sizeof buffer);
    if (count > 1 || (count == 1 && strcmp(words[0], "--json") != 0)) return MISUSED;
    nf_print_kinds(&text);
    if (count == 1) print_text(&text);
    for (int i = 0; i < nf_figure_kinds() && count == 0; i++)
        printf("figure=%-9s %s\n", nf_get_figure_kind(i)->key, nf_get_figure_kind(i)->sentence);
    for (int i = 0; i < nf_operations() && count == 0; i++)
        printf("op=%-9s %s\n", nf_get_operation(i)->key, nf_get_operation(i)->sentence);
    return DONE;
}

static bool has(int count, char **words, const char *option) {
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], option) == 0) return true;
    return false;
}

/* A command that makes figures, of the reader's own model and tensors too. */
static int run_on_links(job *job, int count, char **words) {
    bool good = true, is_heads = strcmp(words[0], "heads") == 0; /* heads are those of models */
    const char *command = words[0], *path = take_option("--model", &count, words, &good);
    if (!good) return MISUSED;
    if (path && !bring_model(job, path)) return FAILED;
    int brought = is_heads ? DONE : bring_tensors(job, &count, words);
    if (brought != DONE) return brought;
    if (is_heads) return run_heads(job, count - 1, words + 1);
    if (strcmp(command, "panels") == 0) return run_panels(job, count - 1, words + 1);
    if (strcmp(command, "picture") == 0) return run_picture(job, count - 1, words + 1);
    if (strcmp(command, "table") == 0) return run_table(job, count - 1, words + 1);
    if (strcmp(command, "check") == 0 && has(count, words, "--question"))
        return run_class(job, count - 1, words + 1);
    return run_lines(job, count - 1, words + 1, strcmp(command, "seal") == 0);
}

static bool is_on_links(const char *command) {
    static const char *const commands[] = {"panels", "picture", "check", "seal", "heads", "table"};
    for (int i = 0; i < 6; i++)
        if (strcmp(command, commands[i]) == 0) return true;
    return false;
}

static int run(job *job, int count, char **words) {
    if (count < 1 || (has(count, words, "--json") && has(count, words, "--csv"))) return MISUSED;
    const char *command = words[0];
    if (is_on_links(command)) return run_on_links(job, count, words);
    if (strcmp(command, "group") == 0) return run_group(job, count - 1, words + 1);
    if (strcmp(command, "model") == 0) return run_own(job, count - 1, words + 1);
    if (strcmp(command, "readings") == 0) return run_readings(job, count - 1, words + 1);
    if (strcmp(command, "params") == 0) return run_params(count - 1, words + 1);
    if (strcmp(command, "measures") == 0) return run_measures(count - 1, words + 1);
    if (strcmp(command, "kinds") == 0) return run_kinds(count - 1, words + 1);
    if (strcmp(command, "constants") == 0) return run_constants(count - 1, words + 1);
    return MISUSED;
}

/* Runs a command; says how it is used if it was not typed so. Options are taken out of a copy of
 * the words. */
static int run_typed(job *job, int count, char **words) {
    char **typed = malloc((size_t)count * sizeof *typed + 1);
    if (!typed) {
        say_no_memory();
        return FAILED;
    }
    memcpy(typed, words, (size_t)count * sizeof *typed);
    int status = run(job, count, typed);
    if (status == MISUSED) say_usage(count, words);
    free(typed);
    return status;
}

int main(int count, char **words) {
    static job job;
    job.engine = job.shipped = nf_open();
    if (!job.engine) {
        say_no_memory();
        return FAILED;
    }
    if (nf_model_file_size) (void)nf_bring_model(job.engine, nf_model_file, nf_model_file_size);
    bool helped = give_help(count - 1, words + 1);
    int status = helped ? DONE : run_typed(&job, count - 1, words + 1);
    nf_close(job.shipped);
    forget_model(&job);
    forget_ready(&job.ready);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    say_sentence(OUTPUT_NOT_WRITTEN, NULL);
    return FAILED;
}
