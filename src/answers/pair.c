#include "pair.h"

#include "engine/fields.h"
#include "engine/messages.h"
#include "engine/params.h"
#include "engine/text.h"

#include <string.h>

enum { LINK_MAX = 2 + 2000 + 1 }; /* "1;", and what a pair holds */

static slice pair_of(const nf_params *a) {
    return (slice){a->texts + a->start[P_pair], a->length[P_pair]};
}

bool has_pair(const nf_params *a) { return pair_of(a).length > 0; }

typedef struct refusal {
    nf_fault *fault;
    nf_text *why;
} refusal;

/* Keeps the first refusal. */
static void hear(void *listener, const nf_remark *remark) {
    const refusal *first = listener;
    if (remark->harmless || first->fault->cause) return;
    *first->fault = remark->fault;
    put_bytes(first->why, remark->key, remark->key_length);
    put(first->why, ": ");
    put(first->why, remark->why);
}

/* Gives the second figure each value that was accepted, also one that is the default. */
static void take_fields(slice said, const nf_params *read, nf_params *b) {
    while (said.length) {
        field field = take_field(&said);
        int row = row_of_field(field.text);
        char value[NF_LINK_MAX];
        nf_text text = {value, 0, sizeof value};
        if (row < 0 || nf_get_row(row)->part == NF_OF_VIEW) continue;
        nf_print_value(read, row, &text);
        (void)nf_set(b, row, value, text.used, NULL);
    }
}

nf_link read_second(const nf_params *a, nf_params *b, nf_fault *fault, nf_text *why) {
    nf_params read;
    char link[LINK_MAX];
    nf_text text = {link, 0, sizeof link};
    slice said = pair_of(a);
    put(&text, "1;");
    put_bytes(&text, said.at, said.length);
    *fault = fault_of(NF_NO_CAUSE);
    refusal first = {fault, why};
    nf_link it = nf_decode(link, text.used, &read, hear, &first);
    *b = *a;
    take_fields(said, &read, b);
    (void)nf_set(b, P_pair, "", 0, NULL);
    return it;
}

void put_of_second(nf_text *out, slice why) {
    put_phrase(out, OF_SECOND_FIGURE, &(fill){.text = why});
}
