/* The exports of models of the reader's own: opened from files that the page reads. */
#include "session.h"

#include "engine/text.h"
#include "model/heads_own.h"
#include "model/opening.h"
#include "model/source_model.h"

#include <stdlib.h>

/* What is being opened, and what went wrong with it. */
typedef struct own_session {
    opening opening;
    own_model *model; /* the engine's, once it was brought; NULL before */
    char why[1 << 12];
} own_session;

void EXPORT(own_close)(own_session *o) {
    forget_opening(&o->opening);
    free(o);
}

own_session *EXPORT(own_open)(int is_folder) {
    own_session *o = calloc(1, sizeof *o);
    if (o) begin_opening(&o->opening, is_folder);
    return o;
}

/* The number of the file whose name is in the input buffer; -1 if no model needs it. */
int EXPORT(own_list)(session *s, own_session *o, int length, double size) {
    s->input[length] = 0;
    return list_file(&o->opening, s->input, (uint64_t)size);
}

static nf_text why_of(own_session *o) {
    o->why[0] = 0;
    return (nf_text){o->why, 0, sizeof o->why};
}

/* Goes on until it is described, or named and ready: NF_READ where bytes are wanted. */
int EXPORT(own_go)(own_session *o, int is_all) {
    nf_text why = why_of(o);
    return (int)go_opening(&o->opening, is_all ? OPENING_NAMED : OPENING_DESCRIBED, &why);
}

/* As `wanted`, of what the opening waits for. */
const double *EXPORT(own_wanted)(session *s, const own_session *o) {
    return put_range(s, &o->opening.wanted);
}

int EXPORT(own_take)(own_session *o, const uint8_t *bytes) {
    nf_text why = why_of(o);
    return (int)take_opening(&o->opening, bytes, &why);
}

int EXPORT(own_why)(session *s, const own_session *o) {
    start_answer(s);
    do put(&s->answer, o->why);
    while (is_cut(s));
    return answer_length(s);
}

/* What is known of it once it is described. */
int EXPORT(own_facts)(session *s, const own_session *o) {
    start_answer(s);
    do print_opening(&o->opening, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}

/* Makes it the session's model. A link without texts has those of the trained model, if the other
 * session has it, which must stay. */
int EXPORT(own_bring)(session *s, own_session *o, const session *other) {
    const transformer *trained = brought_model(other->engine);
    byte_slice usual[3] = {{"", 0}, {"", 0}, {"", 0}};
    for (int i = 0; trained && i < 3; i++)
        usual[i] = (byte_slice){trained->texts[i].at, trained->texts[i].bytes};
    o->model = opened_model(&o->opening, &usual_limits, usual);
    if (!o->model) return NF_NO_MEMORY;
    bring_own(s->engine, o->model);
    return NF_OK;
}

/* What links call it, once it is named. */
const char *EXPORT(own_name)(const own_session *o) { return o->opening.id.name; }

/* As `wanted`, of what will be wanted next; NULL where that is not known. */
const double *EXPORT(own_next)(session *s, const own_session *o) {
    nf_range next;
    return o->model && foresee_own(o->model, &next) ? put_range(s, &next) : NULL;
}

/* A head of the layer of the figure made last; nothing where there is none. */
int EXPORT(own_head)(session *s, int index) {
    nf_head head;
    start_answer(s);
    if (measure_own_head(s->engine, index, &head) != NF_OK) return 0;
    do nf_print_head(&head, &s->answer);
    while (is_cut(s));
    return answer_length(s);
}
