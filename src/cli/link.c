/* Reading one link, saying what of it is not used, and computing its figure. */
#include "bring.h"

#include "engine/closing.h"
#include "engine/messages.h"
#include "engine/text.h"

#include <string.h>

nf_text new_text(char *buffer, size_t capacity) {
    buffer[0] = 0;
    return (nf_text){buffer, 0, capacity};
}

static void put_remark_json(nf_text *json, const nf_remark *remark) {
    if (json->used) put_char(json, ',');
    nf_print_remark(remark, json);
}

enum { QUOTED_MAX = 60 }; /* bytes of a link that a remark quotes */

static slice first_bytes(const char *at, size_t length) {
    return (slice){at, length < QUOTED_MAX ? length : QUOTED_MAX};
}

static void put_remark(nf_text *plain, const nf_remark *remark) {
    fill read = {.text = {remark->key, remark->key_length},
                 .quoted = first_bytes(remark->read, remark->read_length)};
    put(plain, plain->used ? "; " : "");
    put_sentence(plain, REMARK_READ, &read);
    put(plain, remark->why);
    put(plain, remark->more[0] ? "; " : "");
    put(plain, remark->more);
    put_sentence(plain, REMARK_USED, &(fill){.text = slice_of(remark->used)});
}

/* Lists words beside the link; punctuation alone is not worth a remark. */
static void put_beside(nf_text *beside, slice words) {
    if (!has_words(words)) return;
    put(beside, beside->used ? ", " : "");
    slice quoted = first_bytes(words.at, words.length);
    put_json(beside, quoted.at, quoted.length);
}

static void hear(void *listener, const nf_remark *remark) {
    remarks *heard = listener;
    bool is_of_link = same_text(remark->key, remark->key_length, "link");
    bool is_beside = remark->harmless && is_of_link;
    if (!is_beside && !heard->plain.used) heard->tells_of_link = is_of_link;
    put_remark_json(&heard->json, remark);
    if (is_beside)
        put_beside(&heard->beside, (slice){remark->read, remark->read_length});
    else
        put_remark(&heard->plain, remark);
}

void read_link(job *job, const char *link, size_t length) {
    remarks *heard = &job->heard;
    heard->json = new_text(heard->json_buffer, sizeof heard->json_buffer);
    heard->tells_of_link = false;
    heard->plain = new_text(heard->plain_buffer, sizeof heard->plain_buffer);
    heard->beside = new_text(heard->beside_buffer, sizeof heard->beside_buffer);
    job->link = nf_decode(link, length, &job->params, hear, heard);
    choose_model(job);
    nf_name_model(job->engine, &job->params);
    nf_name_tensors(job->engine, &job->params);
    nf_text no_link = new_text(job->no_link, sizeof job->no_link);
    say(&no_link, fault_of(NF_NO_LINK), NULL);
    nf_text canonical = new_text(job->canonical, sizeof job->canonical);
    nf_encode(&job->params, &canonical);
}

bool is_whole(const job *job) { return job->link.readable && job->link.lossless; }

const char *why_unread(const job *job) {
    bool is_told = job->link.readable || job->heard.tells_of_link;
    return is_told ? job->heard.plain_buffer : job->no_link;
}

void put_checks(nf_text *out, sentence which, uint64_t first, uint64_t second) {
    char first_buffer[20], second_buffer[20];
    nf_text a = new_text(first_buffer, sizeof first_buffer);
    nf_text b = new_text(second_buffer, sizeof second_buffer);
    nf_print_check(first, &a);
    nf_print_check(second, &b);
    put_sentence(out, which, &(fill){.text = slice_of(a.at), .other = slice_of(b.at)});
}

void compute(job *job, int want) {
    job->status = nf_begin(job->engine, &job->params, want);
    while (job->status == NF_MORE || job->status == NF_READ) {
        job->status = job->status == NF_READ ? give_bytes(job) : nf_step(job->engine);
        show_progress(job);
    }
}

void say_remarks(const job *job) {
    const char *remarks = job->heard.plain_buffer, *beside = job->heard.beside_buffer;
    sentence how = job->link.lossless ? HOW_READ : NOT_ALL_USED;
    if (remarks[0]) say_sentence(how, &(fill){.text = slice_of(remarks)});
    if (beside[0]) say_sentence(LEFT_OUT, &(fill){.text = slice_of(beside)});
}

bool accept_link(const job *job) {
    const remarks *heard = &job->heard;
    const char *remarks = heard->plain_buffer;
    if (job->link.readable)
        say_remarks(job);
    else
        say_sentence(remarks[0] ? LINK_UNREAD : LINK_EMPTY, &(fill){.text = slice_of(remarks)});
    bool refused = job->link.readable && job->strict && heard->json.used > 0;
    if (refused) say_sentence(NOT_STRICT, NULL);
    return job->link.readable && !refused;
}

void put_remedy(nf_text *out, const job *job, nf_cause cause) {
    if (cause == NF_NO_TENSORS && job->ready.values) put_sentence(out, READY_HAS_NO_CHECK, NULL);
    if (cause == NF_OTHER_MODEL || cause == NF_OTHER_NAMED_MODEL)
        put_sentence(out, OPENS_ANOTHER, NULL);
}

void put_why(nf_text *out, const job *job) {
    put(out, nf_why(job->engine));
    put_remedy(out, job, nf_get_fault(job->engine).cause);
}

int say_why(const job *job) {
    char buffer[512];
    nf_text why = new_text(buffer, sizeof buffer);
    put_why(&why, job);
    tell("%s", buffer);
    return FAILED;
}

void say_no_memory(void) {
    char buffer[100];
    nf_text why = new_text(buffer, sizeof buffer);
    say(&why, fault_of(NF_MEMORY_SHORT), NULL);
    tell("%s", buffer);
}
