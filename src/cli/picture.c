/* The command picture: a figure as SVG. */
#include "main.h"

#include "engine/text.h"
#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

typedef struct wanted {
    const char *link, *path, *page;
    int parts;
} wanted;

static const struct part {
    const char *name;
    int bit;
} parts[] = {{"hints", PART_HINTS},
             {"about", PART_ABOUT},
             {"untouched", PART_UNTOUCHED},
             {"caption", PART_CAPTION}};

enum { PARTS = sizeof parts / sizeof *parts };

/* The bit of a name; 0 if there is none. */
static int part_of(slice name) {
    for (int i = 0; i < PARTS; i++)
        if (same_text(name.at, name.length, parts[i].name)) return parts[i].bit;
    return 0;
}

/* Takes the parts that a list names out; false, and said why, if one is none. */
static bool leave_out(const char *list, int *of) {
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        slice name = {at, strcspn(at, ",")};
        int bit = part_of(name);
        if (!bit) say_sentence(NO_PART, &(fill){.quoted = name});
        if (!bit) return false;
        *of &= ~bit;
    }
    return true;
}

static bool read_words(job *job, int count, char **words, wanted *out) {
    bool good = true;
    const char *list = take_option("--without", &count, words, &good);
    *out = (wanted){.parts = PARTS_ALL, .page = ""};
    out->path = take_option("-o", &count, words, &good);
    if (out->path && strcmp(out->path, "-") == 0) out->path = NULL;
    const char *page = take_option("--page", &count, words, &good);
    if (page) out->page = page;
    if (!good || (list && !leave_out(list, &out->parts))) return false;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--strict") == 0)
            job->strict = true;
        else if (strcmp(words[i], "--clean") == 0)
            out->parts &= ~(PART_HINTS | PART_ABOUT);
        else if ((words[i][0] != '-' || !words[i][1]) && !out->link)
            out->link = words[i];
        else
            return false;
    }
    bool many = out->link && strcmp(out->link, "-") == 0;
    if (many) say_sentence(ONE_PICTURE, NULL);
    return out->link && !many;
}

/* The picture in memory of its own: once to know its length, once to write it. NULL without
 * memory. */
static char *make_picture(const picture *of, size_t *length) {
    nf_text text = {NULL, 0, 0};
    if (!put_picture(&text, of)) return NULL;
    *length = text.used;
    text = (nf_text){malloc(text.used + 1), 0, text.used + 1};
    if (text.at && put_picture(&text, of)) return text.at;
    free(text.at);
    return NULL;
}

int write_picture(const char *path, const char *bytes, size_t count) {
    FILE *file = path ? fopen(path, "wb") : stdout;
    bool written = file && fwrite(bytes, 1, count, file) == count;
    if (path && file && fclose(file) != 0) written = false;
    if (written) return DONE;
    say_sentence(FILE_NOT_WRITTEN, &(fill){.text = slice_of(path ? path : "-")});
    return FAILED;
}

int run_picture(job *job, int count, char **words) {
    wanted want;
    size_t length = 0;
    if (!read_words(job, count, words, &want)) return MISUSED;
    read_link(job, want.link, strlen(want.link));
    if (!accept_link(job)) return FAILED;
    if (is_of_ready(job)) return draw_ready(job, want.path);
    compute(job, picture_want(job->engine, &job->params));
    if (job->status != NF_OK) return say_why(job);
    picture of = {job->engine, &job->params, want.parts, want.page};
    char *made = make_picture(&of, &length);
    if (!made) say_no_memory();
    int status = made ? write_picture(want.path, made, length) : FAILED;
    free(made);
    return status;
}
