/* A link, decoded and computed, and printing. */
#include "main.h"

#include "closing.h"
#include "text.h"

#include <stdio.h>

nf_text new_text(char *buffer, size_t capacity) {
    buffer[0] = 0;
    return (nf_text){buffer, 0, capacity};
}

/* Words beside the link, which still means what it meant; marks alone need no word. */
static void put_beside(nf_text *beside, slice words) {
    if (!has_words(words)) return;
    put(beside, beside->used ? ", " : "");
    put_json(beside, words.at, words.length < 60 ? words.length : 60);
}

static void hear(void *listener, const nf_remark *remark) {
    remarks *heard = listener;
    nf_text *json = &heard->json, *plain = &heard->plain;
    put(json, json->used ? ",{\"key\":" : "{\"key\":"), put_json(json, remark->key, remark->key_length);
    put(json, ",\"read\":"), put_json(json, remark->read, remark->read_length);
    put(json, ",\"why\":"), put_json_text(json, remark->why);
    put(json, ",\"used\":"), put_json_text(json, remark->used), put_char(json, '}');
    if (remark->harmless && same_text(remark->key, remark->key_length, "link")) {
        put_beside(&heard->beside, (slice){remark->read, remark->read_length});
        return;
    }
    put(plain, plain->used ? "; " : ""), put_bytes(plain, remark->key, remark->key_length);
    put(plain, ": read "), put_json(plain, remark->read, remark->read_length < 60 ? remark->read_length : 60);
    put(plain, ", "), put(plain, remark->why), put(plain, ", used: "), put(plain, remark->used);
}

void read_link(job *job, const char *link, size_t length) {
    job->heard.json = new_text(job->heard.json_buffer, sizeof job->heard.json_buffer);
    job->heard.plain = new_text(job->heard.plain_buffer, sizeof job->heard.plain_buffer);
    job->heard.beside = new_text(job->heard.beside_buffer, sizeof job->heard.beside_buffer);
    job->link = nf_decode(link, length, &job->params, hear, &job->heard);
    nf_name_model(job->engine, &job->params);
    nf_text canonical = new_text(job->canonical, sizeof job->canonical);
    nf_encode(&job->params, &canonical);
}

void compute(job *job, int want) { job->status = nf_compute(job->engine, &job->params, want | NF_ALL_BASELINES); }

/* False, and said why, if the link cannot be read. */
bool is_readable(const job *job) {
    if (!job->link.readable)
        fprintf(stderr, "ninefold: this is not a link that can be read: %s.\n", job->heard.plain_buffer[0] ? job->heard.plain_buffer : "it is empty");
    return job->link.readable;
}

void say_remarks(const job *job) {
    const char *remarks = job->heard.plain_buffer, *beside = job->heard.beside_buffer;
    bool lossless = job->link.lossless;
    const char *heading = lossless ? "how this link was read"
                                   : "not all of this link could be used";
    if (remarks[0]) fprintf(stderr, "ninefold: %s: %s.\n", heading, remarks);
    if (beside[0]) fprintf(stderr, "ninefold: left out, as no part of the link: %s.\n", beside);
}

int say_why(const job *job) {
    fprintf(stderr, "ninefold: %s\n", nf_why(job->engine));
    return FAILED;
}

/* ---- Printing -------------------------------------------------------------------------------------------------- */

void print_text(const nf_text *text) { fputs(text->at, stdout); }

void print_number(double x) {
    char buffer[40];
    nf_text text = new_text(buffer, sizeof buffer);
    put_number(&text, x);
    print_text(&text);
}

void print_json_text(const char *text) {
    char buffer[1024];
    nf_text json = new_text(buffer, sizeof buffer);
    put_json_text(&json, text);
    print_text(&json);
}
