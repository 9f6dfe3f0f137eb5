/* The command line: the same engine as the page's, natively. */
#include "ninefold.h"
#include "npz.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ninefold panels LINK [--json] [--npz FILE]   the nine panels of a link\n"
    "       ninefold check [--csv] LINK... | -           does each link reproduce, and do its statements hold?\n"
    "       ninefold seal LINK... | -                    each link, canonical, with its check\n"
    "       ninefold readings [--json]                   five descriptions of two figures, sentence by sentence\n"
    "       ninefold params [--json]                     the table of parameters\n"
    "LINK is 1;key=value;..., alone or in a URL after # or ?s=; - reads links from standard input, one a line.\n";

/* The model file that the build put inside; of size 0 if there was none. */
extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

enum { DONE, FAILED, MISUSED }; /* exit statuses */

enum { TEXT_MAX = 1 << 17 }; /* of the longest text that is made whole: the readings */

static nf_text new_text(char *buffer, size_t capacity) {
    buffer[0] = 0;
    return (nf_text){buffer, 0, capacity};
}

/* ---- A link, decoded and computed ------------------------------------------------------------------------------ */

typedef struct remarks {
    nf_text json, plain; /* an array's elements; one line for people */
    char json_buffer[4 * NF_LINK_MAX * 6], plain_buffer[512];
} remarks;

typedef struct job {
    nf_engine *engine;
    nf_params params;
    nf_link link;
    nf_status status;
    remarks heard;
    char canonical[4 * NF_LINK_MAX];
} job;

static void hear(void *listener, const nf_remark *remark) {
    remarks *heard = listener;
    nf_text *json = &heard->json, *plain = &heard->plain;
    put(json, json->used ? ",{\"key\":" : "{\"key\":"), put_json(json, remark->key, remark->key_length);
    put(json, ",\"read\":"), put_json(json, remark->read, remark->read_length);
    put(json, ",\"why\":"), put_json_text(json, remark->why);
    put(json, ",\"used\":"), put_json_text(json, remark->used), put_char(json, '}');
    put(plain, plain->used ? "; " : ""), put_bytes(plain, remark->key, remark->key_length);
    put(plain, ": read "), put_json(plain, remark->read, remark->read_length < 60 ? remark->read_length : 60);
    put(plain, ", "), put(plain, remark->why), put(plain, ", used: "), put(plain, remark->used);
}

static void read_link(job *job, const char *link, size_t length) {
    job->heard.json = new_text(job->heard.json_buffer, sizeof job->heard.json_buffer);
    job->heard.plain = new_text(job->heard.plain_buffer, sizeof job->heard.plain_buffer);
    job->link = nf_decode(link, length, &job->params, hear, &job->heard);
    nf_name_model(job->engine, &job->params);
    nf_text canonical = new_text(job->canonical, sizeof job->canonical);
    nf_encode(&job->params, &canonical);
}

static void compute(job *job, int want) { job->status = nf_compute(job->engine, &job->params, want | NF_ALL_BASELINES); }

/* A statement of the link, 1 to 8; its length is 0 if there is none. */
static const char *statement_of(const job *job, int number, size_t *length) {
    char key[] = {'a', 's', 'k', (char)('0' + number)};
    int row = nf_find(key, sizeof key);
    *length = job->params.length[row];
    return job->params.texts + job->params.start[row];
}

static bool asks_anything(const job *job) {
    size_t length = 0;
    for (int i = 1; i <= 8 && !length; i++) statement_of(job, i, &length);
    return length > 0;
}

/* ---- panels ---------------------------------------------------------------------------------------------------- */

static void print_text(const nf_text *text) { fputs(text->at, stdout); }

static void print_number(double x) {
    char buffer[40];
    nf_text text = new_text(buffer, sizeof buffer);
    put_number(&text, x);
    print_text(&text);
}

static void print_json_text(const char *text) {
    char buffer[1024];
    nf_text json = new_text(buffer, sizeof buffer);
    put_json_text(&json, text);
    print_text(&json);
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

static void print_panel(const job *job, int index) {
    const nf_panel *panel = nf_get_panel(job->engine, index);
    char buffer[200];
    nf_text title = new_text(buffer, sizeof buffer);
    nf_print_title(&job->params, index, NF_TITLE, false, &title);
    fputs("{\"title\":", stdout), print_json_text(buffer);
    printf(",\"row\":%d,\"column\":%d,\"rows\":%d,\"columns\":%d,\"measures\":{", panel->row, panel->column, panel->rows, panel->columns);
    for (int m = 0; m < NF_MEASURES_COUNT; m++) {
        printf("%s\"%s\":", m ? "," : "", nf_measure_key((nf_measure)m));
        print_number(panel->measure[m]);
    }
    fputs("},\n\"weights\":", stdout), print_weights(panel), fputs("}", stdout);
}

static void print_panels(const job *job, int first, int end) {
    for (int i = first; i < end; i++) fputs(i > first ? ",\n" : "[\n", stdout), print_panel(job, i);
    fputs("]", stdout);
}

static void print_json(const job *job) {
    fputs("{\"link\":", stdout);
    char buffer[8 * NF_LINK_MAX];
    nf_text link = new_text(buffer, sizeof buffer);
    put_json_text(&link, job->canonical);
    print_text(&link);
    printf(",\"check\":\"%016llx\",\"ignored\":[%s],\n\"baselines\":", (unsigned long long)nf_check(job->engine), job->heard.json_buffer);
    print_panels(job, NF_PANELS, NF_PANELS + NF_BASELINES);
    fputs(",\n\"panels\":", stdout), print_panels(job, 0, NF_PANELS), fputs("}\n", stdout);
}

static size_t cells_of(const nf_panel *panel) { return (size_t)panel->rows * (size_t)panel->columns; }

static void pack_panel(const nf_panel *panel, float *weights, float *output) {
    for (int i = 0; i < panel->rows; i++) {
        const float *w = panel->weights + (size_t)i * panel->stride, *o = panel->output + (size_t)i * panel->output_stride;
        memcpy(weights + (size_t)i * (size_t)panel->columns, w, (size_t)panel->columns * sizeof *w);
        for (size_t c = 0; c < panel->width; c++) output[(size_t)i * panel->width + c] = o[c] * panel->gain;
    }
}

static void add_panel(const job *job, npz *file, int index, float *scratch) {
    const nf_panel *panel = nf_get_panel(job->engine, index);
    char w[] = {'w', (char)('0' + index), 0}, s[] = {'s', w[1], 0}, o[] = {'o', w[1], 0};
    float *output = scratch + cells_of(panel);
    pack_panel(panel, scratch, output);
    npz_add(file, w, (size_t[]){(size_t)panel->rows, (size_t)panel->columns}, 2, scratch);
    npz_add(file, o, (size_t[]){(size_t)panel->rows, panel->width}, 2, output);
    if (nf_get_logits(job->engine, index, scratch) != NF_OK) file->failed = true;
    npz_add(file, s, (size_t[]){(size_t)panel->rows, (size_t)panel->columns}, 2, scratch);
}

static void add_source(const job *job, npz *file, const nf_shape *shape, float *scratch) {
    for (int input = 0; input < shape->inputs; input++)
        for (int component = 0; component < 3; component++) {
            char name[] = {"qkv"[component], (char)('1' + input), 0};
            size_t head_size = (size_t)shape->tokens[input] * (size_t)shape->d;
            for (int head = 0; head < shape->heads; head++)
                nf_get_source(job->engine, input, component, head, scratch + (size_t)head * head_size);
            npz_add(file, name, (size_t[]){(size_t)shape->heads, (size_t)shape->tokens[input], (size_t)shape->d}, 3, scratch);
        }
}

/* Floats that the largest member, with a panel's output beside it, takes. */
static size_t scratch_floats(const job *job, const nf_shape *shape) {
    size_t most = 0;
    for (int i = 0; i < 3; i++) {
        size_t all_heads = (size_t)shape->heads * (size_t)shape->tokens[i] * (size_t)shape->d;
        most = all_heads > most ? all_heads : most;
    }
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_panel *panel = nf_get_panel(job->engine, i);
        size_t both = cells_of(panel) + (size_t)panel->rows * panel->width;
        most = both > most ? both : most;
    }
    return most;
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
    }
    free(scratch);
    if (opened && npz_close(&file)) return DONE;
    fprintf(stderr, opened && file.too_large ? "ninefold: %s would have 4 GiB or more, which such a file cannot; fewer tokens take less.\n"
                                             : "ninefold: %s could not be written.\n", path);
    return FAILED;
}

/* Weights are kept where any will be written, and where there is room. */
static int want_for(job *job, const char *npz_path) {
    nf_shape shape;
    uint64_t bytes;
    int want = NF_MEASURES | NF_CHECK, keeping = want | NF_WEIGHTS, least = 1 << 10;
    if (npz_path || nf_source_shape(job->engine, &job->params, &shape) != NF_OK) return keeping;
    for (int i = 0; i < 3; i++) least = shape.tokens[i] < least ? shape.tokens[i] : least;
    bool any = least < 1 << 10 || shape.tokens[0] <= 1 << 10;
    return any && nf_need(job->engine, &job->params, keeping | NF_ALL_BASELINES, &bytes) == NF_OK ? keeping : want;
}

static int run_panels(job *job, int count, char **words) {
    const char *link = NULL, *npz_path = NULL;
    bool json = false;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0) json = true;
        else if (strcmp(words[i], "--npz") == 0 && i + 1 < count) npz_path = words[++i];
        else if (strncmp(words[i], "--", 2) != 0 && !link) link = words[i];
        else return MISUSED;
    }
    if (!link) return MISUSED;
    read_link(job, link, strlen(link));
    if (!job->link.readable) {
        fprintf(stderr, "ninefold: this is not a link that can be read: %s.\n", job->heard.plain_buffer[0] ? job->heard.plain_buffer : "it is empty");
        return FAILED;
    }
    compute(job, want_for(job, npz_path));
    if (job->status != NF_OK) {
        fprintf(stderr, "ninefold: %s\n", nf_why(job->engine));
        return FAILED;
    }
    if (json || !npz_path) print_json(job);
    return npz_path ? write_npz(job, npz_path) : DONE;
}

/* ---- check and seal -------------------------------------------------------------------------------------------- */

typedef struct outcome {
    const char *status; /* reproduced, differs, unchecked or invalid */
    char why[1024];
} outcome;

static outcome judge_link(job *job) {
    outcome out = {"invalid", ""};
    nf_text why = new_text(out.why, sizeof out.why);
    if (!job->link.readable || !job->link.lossless) {
        put(&why, job->heard.plain_buffer[0] ? job->heard.plain_buffer : "there is no link in it");
        return out;
    }
    compute(job, NF_CHECK | (asks_anything(job) ? NF_MEASURES | NF_WEIGHTS : 0));
    if (job->status == NF_TOO_LARGE) compute(job, NF_CHECK | NF_MEASURES); /* the check needs no cells to be kept */
    out.status = "unchecked";
    if (job->status != NF_OK) put(&why, nf_why(job->engine));
    else if (!job->link.has_check) put(&why, "it has no check; computed: "), nf_print_check(nf_check(job->engine), &why);
    else if (nf_check(job->engine) == job->link.check) {
        out.status = "reproduced";
        put(&why, "the same weights and outputs, bit for bit");
    } else {
        out.status = "differs";
        put(&why, "it says "), nf_print_check(job->link.check, &why);
        put(&why, ", computed: "), nf_print_check(nf_check(job->engine), &why);
    }
    if (job->heard.plain_buffer[0]) put(&why, "; "), put(&why, job->heard.plain_buffer);
    return out;
}

enum { SHOWN_MAX = 2100 }; /* bytes of a line that are shown; every link that is written fits */

/* Somebody's text, safe for a terminal: control characters and bytes that are not UTF-8 are question marks. */
static void print_plain(const char *text, size_t length, bool double_quotes) {
    size_t shown = length < SHOWN_MAX ? length : SHOWN_MAX;
    for (size_t i = 0, step; i < shown; i += step) {
        size_t bytes = utf8_length(text + i, length - i);
        step = bytes ? bytes : 1;
        if (double_quotes && text[i] == '"') putchar('"');
        if (!bytes || (unsigned char)text[i] < 0x20 || text[i] == 0x7f) putchar('?');
        else fwrite(text + i, 1, bytes, stdout);
    }
    if (shown < length) fputs("...", stdout);
}

/* A field as CSV has it: in quotes, with quotes doubled; an apostrophe keeps spreadsheets from running it. */
static void print_csv_field(const char *text, size_t length) {
    putchar('"');
    if (length && strchr("=+-@", text[0])) putchar('\'');
    print_plain(text, length, true);
    putchar('"');
}

static void print_place(int panel) {
    if (panel < NF_PANELS) printf("p%d%d", panel / 3 + 1, panel % 3 + 1);
    else printf("b%d", panel - NF_PANELS + 1);
}

static void print_statement(job *job, int number, bool csv) {
    static const char *const words[] = {"fails", "holds", "unknown"};
    size_t length;
    const char *statement = statement_of(job, number, &length);
    if (csv) putchar(',');
    if (!length || job->status != NF_OK) return;
    nf_verdict verdict = nf_ask(job->engine, statement, length, 0);
    if (!csv) printf("\task%d %.*s ", number, (int)length, statement);
    printf("%s", words[verdict.holds]);
    if (verdict.holds == NF_UNKNOWN) printf(": %s", verdict.why);
    else printf(" (%.6g against %.6g at ", verdict.number, verdict.bound), print_place(verdict.panel), printf(")");
}

static bool check_line(job *job, const char *link, size_t length, bool csv) {
    read_link(job, link, length);
    job->status = NF_NO_FIGURE;
    outcome out = judge_link(job);
    if (csv) print_csv_field(out.status, strlen(out.status));
    else printf("%s", out.status);
    putchar(csv ? ',' : ' ');
    csv ? print_csv_field(link, length) : print_plain(link, length, false);
    printf(csv ? "," : "\t");
    csv ? print_csv_field(out.why, strlen(out.why)) : (void)printf("%s", out.why);
    for (int i = 1; i <= 8; i++) print_statement(job, i, csv);
    putchar('\n');
    return strcmp(out.status, "differs") != 0 && strcmp(out.status, "invalid") != 0;
}

static const char *why_unsealed(job *job) {
    if (!job->link.readable || !job->link.lossless)
        return job->heard.plain_buffer[0] ? job->heard.plain_buffer : "there is no link in it";
    compute(job, NF_CHECK);
    return job->status == NF_OK ? NULL : nf_why(job->engine);
}

static bool seal_line(job *job, const char *link, size_t length) {
    read_link(job, link, length);
    const char *why = why_unsealed(job);
    if (why) {
        fprintf(stderr, "ninefold: \"%.*s\" is not sealed: %s\n", length < 200 ? (int)length : 200, link, why);
        return false;
    }
    uint64_t check = nf_check(job->engine);
    printf("%s;check=%016llx\n", job->canonical, (unsigned long long)check);
    if (!job->link.has_check || job->link.check == check) return true;
    fprintf(stderr, "ninefold: the check was %016llx and is %016llx now.\n", (unsigned long long)job->link.check, (unsigned long long)check);
    return false;
}

typedef struct line_work {
    bool seal, csv;
} line_work;

static bool do_line(job *job, const line_work *work, const char *link, size_t length) {
    return work->seal ? seal_line(job, link, length) : check_line(job, link, length, work->csv);
}

/* Lines of any length; empty ones are passed over. */
static bool do_input(job *job, const line_work *work) {
    char *line = NULL;
    size_t length = 0, capacity = 0;
    bool good = true;
    for (int c = 0; c != EOF;) {
        c = getchar();
        if (c != '\n' && c != EOF) {
            if (length == capacity) {
                char *longer = realloc(line, capacity = 2 * capacity + 256);
                if (!longer) {
                    fputs("ninefold: there is no memory for so long a line.\n", stderr);
                    good = false;
                    break;
                }
                line = longer;
            }
            line[length++] = (char)c;
            continue;
        }
        while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
        if (length) good = do_line(job, work, line, length) && good;
        length = 0;
    }
    free(line);
    return good;
}

static int run_lines(job *job, int count, char **words, bool seal) {
    line_work work = {seal, false};
    bool good = true, any = false;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--csv") == 0 && !seal) work.csv = true;
        else if (strncmp(words[i], "--", 2) == 0) return MISUSED;
        else any = true;
    if (!any) return MISUSED;
    if (work.csv) puts("status,link,why,ask1,ask2,ask3,ask4,ask5,ask6,ask7,ask8");
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--csv") == 0) continue;
        if (strcmp(words[i], "-") == 0) good = do_input(job, &work) && good;
        else good = do_line(job, &work, words[i], strlen(words[i])) && good;
    }
    return good ? DONE : FAILED;
}

/* ---- readings and params --------------------------------------------------------------------------------------- */

static void print_sentence(nf_engine *engine, const nf_reading *reading, const nf_sentence *sentence) {
    nf_verdict verdict = nf_judge(engine, reading, sentence);
    bool borne_out = (verdict.holds == NF_HOLDS) != sentence->refutes;
    printf("  %-7s %s (%.4g against %.4g", verdict.holds == NF_UNKNOWN ? "unknown" : borne_out ? "true" : "false", sentence->text,
           verdict.number, verdict.bound);
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
        for (int s = 0; s < reading->sentences; s++) print_sentence(job->engine, reading, &reading->sentence[s]);
    }
    return DONE;
}

static void print_row(const nf_row *row, const nf_params *defaults, int index) {
    char buffer[80];
    nf_text initial = new_text(buffer, sizeof buffer);
    nf_print_value(defaults, index, &initial);
    printf("%-9s %-24s ", row->key, buffer);
    if (row->kind == NF_CHOICE) printf("%s", row->words);
    else if (row->kind == NF_TEXT || row->kind == NF_WORDS) printf("at most %g bytes", row->high);
    else printf("%g to %.10g%s", row->low, row->high, row->count == 3 ? ", one or three" : "");
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

static int run(job *job, int count, char **words) {
    if (count < 1) return MISUSED;
    const char *command = words[0];
    if (strcmp(command, "panels") == 0) return run_panels(job, count - 1, words + 1);
    if (strcmp(command, "check") == 0) return run_lines(job, count - 1, words + 1, false);
    if (strcmp(command, "seal") == 0) return run_lines(job, count - 1, words + 1, true);
    if (strcmp(command, "readings") == 0) return run_readings(job, count - 1, words + 1);
    if (strcmp(command, "params") == 0) return run_params(count - 1, words + 1);
    return MISUSED;
}

int main(int count, char **words) {
    static job job;
    job.engine = nf_open();
    if (!job.engine) {
        fprintf(stderr, "ninefold: %s\n", nf_status_text(NF_NO_MEMORY));
        return FAILED;
    }
    if (nf_model_file_size) (void)nf_bring_model(job.engine, nf_model_file, nf_model_file_size);
    if (count == 2 && (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 || strcmp(words[1], "help") == 0)) {
        fputs(usage, stdout);
        nf_close(job.engine);
        return DONE;
    }
    int status = run(&job, count - 1, words + 1);
    if (status == MISUSED) fputs(usage, stderr);
    nf_close(job.engine);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fputs("ninefold: what was to be printed could not be written.\n", stderr);
    return FAILED;
}
