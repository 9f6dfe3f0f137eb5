/* A link, decoded and computed, and printing. */
#include "main.h"

#include "text.h"

#include <stdio.h>

nf_text new_text(char *buffer, size_t capacity) {
    buffer[0] = 0;
    return (nf_text){buffer, 0, capacity};
}

static void hear(void *listener, const nf_remark *remark) {
    remarks *heard = listener;
    nf_text *json = &heard->json, *plain = &heard->plain;
    put(json, json->used ? ",{\"key\":" : "{\"key\":"), put_json(json, remark->key, remark->key_length);
    put(json, ",\"read\":"), put_json(json, remark->read, remark->read_length);
    put(json, ",\"why\":"), put_json_text(json, remark->why);
    put(json, ",\"used\":"), put_json_text(json, remark->used), put_char(json, '}');
    if (remark->harmless && same_text(remark->key, remark->key_length, "link")) return; /* the words around it */
    put(plain, plain->used ? "; " : ""), put_bytes(plain, remark->key, remark->key_length);
    put(plain, ": read "), put_json(plain, remark->read, remark->read_length < 60 ? remark->read_length : 60);
    put(plain, ", "), put(plain, remark->why), put(plain, ", used: "), put(plain, remark->used);
}

void read_link(job *job, const char *link, size_t length) {
    job->heard.json = new_text(job->heard.json_buffer, sizeof job->heard.json_buffer);
    job->heard.plain = new_text(job->heard.plain_buffer, sizeof job->heard.plain_buffer);
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
    if (job->heard.plain_buffer[0]) fprintf(stderr, "ninefold: not all of this link could be used: %s.\n", job->heard.plain_buffer);
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
