/* The exports by which ready weights of the reader's own are shown. */
#include "arrays.h"

#include "engine/text.h"
#include "picture/gallery.h"

static gallery gallery_of(const session *s, const reader_file *f) {
    const ready_weights *ready = &f->ready;
    return (gallery){ready->values, ready->heads,  ready->tokens,
                     s->input,      ready->labels, &s->params};
}

/* Reads an array as ready weights: {"heads":..,"causal":..,"tokens":..,"notFinite":..,
 * "leftOut":".."}, or {"why":".."}. */
int EXPORT(ready_read)(session *s, reader_file *f, int index) {
    nf_text why = fresh_refusal(f);
    forget_ready(&f->ready);
    if (!read_ready(&f->arrays, index, &f->ready, &why)) return answer_why(s, f);
    gallery all = gallery_of(s, f);
    int64_t bad = 0;
    for (int head = 0; head < all.heads; head++) bad += count_not_finite(&all, head);
    start_answer(s);
    put(&s->answer, "{\"heads\":");
    put_whole(&s->answer, all.heads);
    put_flag_member(&s->answer, "causal", is_causal(&all));
    put_number_member(&s->answer, "tokens", all.tokens);
    put_number_member(&s->answer, "notFinite", (double)bad);
    put_member(&s->answer, "leftOut", f->said);
    put_char(&s->answer, '}');
    return answer_length(s);
}

/* The picture of the weights read last, as SVG, in the looks of the link read last. The input
 * buffer holds what they are called, of this length. -1 without memory. */
int EXPORT(ready_draw)(session *s, reader_file *f, int length) {
    s->input[length] = 0;
    gallery all = gallery_of(s, f);
    bool made;
    start_answer(s);
    do made = put_gallery(&s->answer, &all);
    while (is_cut(s));
    return made ? answer_length(s) : -1;
}
