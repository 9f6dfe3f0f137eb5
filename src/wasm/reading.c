/* The exports through which bytes of files come in, that figures wait for. */
#include "session.h"

const double *put_range(session *s, const nf_range *range) {
    s->wanted[0] = range->file;
    s->wanted[1] = (double)range->offset;
    s->wanted[2] = (double)range->size;
    return s->wanted;
}

/* Where three numbers stand: which file, from which byte on, and how many; NULL where nothing is
 * waited for. */
const double *EXPORT(wanted)(session *s) {
    nf_range range;
    return nf_wanted(s->engine, &range) ? put_range(s, &range) : NULL;
}

/* NULL: they cannot be had. */
int EXPORT(give)(session *s, const uint8_t *bytes) { return (int)nf_give(s->engine, bytes); }
