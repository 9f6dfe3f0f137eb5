/* Ready weights of --tensors, for the commands panels and picture. */
#include "main.h"

#include "engine/params.h"
#include "engine/text.h"
#include "picture/gallery.h"

#include <stdlib.h>
#include <string.h>

bool is_of_ready(const job *job) {
    return job->ready.values && whole_of(&job->params, P_source) == SOURCE_TENSORS;
}

/* Whether the link asks for nothing that ready weights do not have; else that is said. */
static bool can_show(const job *job) {
    int row = lacked_by_gallery(&job->params);
    if (row < 0) return true;
    say_sentence(READY_LACKS, &(fill){.quoted = slice_of(nf_get_row(row)->key)});
    return false;
}

static gallery gallery_of(const job *job, const char *name) {
    const ready_weights *ready = &job->ready;
    return (gallery){ready->values, ready->heads, ready->tokens, name, ready->labels, &job->params};
}

/* ---- As JSON -------------------------------------------------------------------------------- */

enum { PRINTED_MAX = 1 << 20 }; /* weights of a head: more are null, as those of panels are */

static void print_weights(const ready_weights *of, int head) {
    size_t n = (size_t)of->tokens;
    const float *w = of->values + (size_t)head * n * n;
    if (n * n > PRINTED_MAX) {
        fputs("null", stdout);
        return;
    }
    for (size_t i = 0; i < n * n; i++) {
        fputs(i == 0 ? "[[" : i % n ? "," : "],\n[", stdout);
        if (w[i] - w[i] == 0)
            printf("%.9g", (double)w[i]);
        else
            fputs("null", stdout); /* JSON has no other */
    }
    fputs("]]", stdout);
}

/* A name, if there is one; where the next one stands, behind its zero. NULL where the file has no
 * names. */
static const char *print_name(const char *key, const char *name) {
    if (!name) return NULL;
    if (*name) printf(",\"%s\":", key);
    if (*name) print_json_text(name);
    return name + strlen(name) + 1;
}

/* Whether one of so many names, which stand one behind the other, is not empty. */
static bool has_names(const char *name, int count) {
    for (; count > 0 && !*name; count--) name++;
    return count > 0;
}

static void print_token_names(const ready_weights *of) {
    const char *name = of->labels;
    if (!name) return;
    for (int i = 0; i < 1 + of->heads; i++) name += strlen(name) + 1;
    if (!has_names(name, of->tokens)) return;
    for (int i = 0; i < of->tokens; i++, name += strlen(name) + 1) {
        fputs(i ? "," : ",\"tokenNames\":[", stdout);
        print_json_text(name);
    }
    putchar(']');
}

int print_ready(const job *job) {
    if (!can_show(job)) return FAILED;
    gallery all = gallery_of(job, "");
    print_link(job);
    fputs(",\"check\":null,\"array\":", stdout);
    print_json_text(job->ready.name);
    const char *name = print_name("layerName", job->ready.labels);
    print_token_names(&job->ready);
    printf(",\"tokens\":%d,\"causal\":%s,\"heads\":[\n", all.tokens,
           is_causal(&all) ? "true" : "false");
    for (int head = 0; head < all.heads; head++) {
        printf("%s{\"head\":%d", head ? ",\n" : "", head);
        name = print_name("name", name);
        printf(",\"notFinite\":%lld,\n\"weights\":", (long long)count_not_finite(&all, head));
        print_weights(&job->ready, head);
        putchar('}');
    }
    puts("]}");
    return DONE;
}

/* ---- As a picture --------------------------------------------------------------------------- */

/* What the link calls them, or else the names of their file and their array. */
static void put_name(nf_text *out, const job *job) {
    const nf_params *p = &job->params;
    if (p->length[P_named]) {
        put_bytes(out, p->texts + p->start[P_named], p->length[P_named]);
        return;
    }
    put(out, job->ready_in);
    if (!job->ready.name[0]) return;
    put(out, ", ");
    put(out, job->ready.name);
}

/* The picture in memory of its own; without `at`, if there is none for it. */
static nf_text picture_of(const gallery *all) {
    nf_text text = {NULL, 0, 0};
    if (!put_gallery(&text, all)) return text;
    text = (nf_text){malloc(text.used + 1), 0, text.used + 1};
    if (!text.at || put_gallery(&text, all)) return text;
    free(text.at);
    return (nf_text){NULL, 0, 0};
}

int draw_ready(const job *job, const char *path) {
    char buffer[600];
    nf_text name = new_text(buffer, sizeof buffer);
    if (!can_show(job)) return FAILED;
    put_name(&name, job);
    gallery all = gallery_of(job, buffer);
    nf_text made = picture_of(&all);
    if (!made.at) say_no_memory();
    int status = made.at ? write_picture(path, made.at, made.used) : FAILED;
    free(made.at);
    return status;
}
