#include "asked.h"

#include "engine/params.h"
#include "engine/text.h"

#include <string.h>

static slice text_in(const nf_params *p, int row) {
    return (slice){p->texts + p->start[row], p->length[row]};
}

bool is_model_asked(const nf_params *p, const char *id, source *self, nf_text *why) {
    slice asked = text_in(p, P_model), named = text_in(p, P_named);
    if (!asked.length || same_text(asked.at, asked.length, id)) return true;
    fill with = {.text = asked, .other = slice_of(id), .quoted = named};
    nf_cause cause = named.length ? NF_OTHER_NAMED_MODEL : NF_OTHER_MODEL;
    self->fault = say(why, fault_in(cause, P_model), &with);
    return false;
}

bool has_asked(source *self, nf_text *why, nf_fault fault, int asked, int count) {
    if (asked < count) return true;
    self->fault = say(why, fault, &(fill){.whole = {asked, count}});
    return false;
}

bool choose_others(source *self, int layers, nf_text *why) {
    nf_fault no_layer = fault_in(NF_LAYER_BEYOND_MODEL, P_also);
    nf_fault no_head = fault_in(NF_HEAD_BEYOND_MODEL, P_also);
    self->others = also_of(self->params, self->other);
    self->checks_logits = self->others > 0;
    for (int i = 0; i < self->others; i++)
        if (!has_asked(self, why, no_layer, layer_of(self->other[i]), layers) ||
            !has_asked(self, why, no_head, place_of(self->other[i]), self->shape.heads))
            return false;
    return true;
}

byte_slice asked_text(const nf_params *p, int input) {
    slice text = text_in(p, P_text1 + input);
    return (byte_slice){text.at, text.length};
}

/* ---- Texts that cannot be read --------------------------------------------------------------- */

/* How many characters of a text stand before a byte. */
static int characters_before(byte_slice text, size_t at) {
    int count = 0;
    for (size_t i = 0, step; i < at && (step = utf8_length(text.at + i, text.length - i));
         i += step)
        count++;
    return count;
}

/* A text from byte `at` on: one character, and more of them up to `most` bytes. */
static slice characters_at(byte_slice text, size_t at, size_t most) {
    size_t end = at, step = utf8_length(text.at + at, text.length - at);
    while (step && (end == at || end + step <= at + most)) {
        end += step;
        step = utf8_length(text.at + end, text.length - end);
    }
    return (slice){text.at + at, end - at};
}

enum { QUOTED_MAX = 20 }; /* bytes of a text that are quoted where it becomes too long */

nf_fault refuse_text(nf_text *why, nf_cause cause, int input, byte_slice text, size_t at,
                     int room) {
    bool is_empty = cause == NF_TEXT_EMPTY, is_long = cause == NF_TEXT_TOO_LONG;
    nf_fault fault = {cause, P_text1 + input, input, is_empty ? -1 : characters_before(text, at)};
    return say(
        why, fault,
        &(fill){.whole = {room}, .quoted = characters_at(text, at, is_long ? QUOTED_MAX : 0)});
}
