/* The exports through which bytes of files come in, that figures wait for. */
#include "session.h"

/* Where three numbers stand: which file, from which byte on, and how many; NULL where nothing is
 * waited for. */
const double *EXPORT(wanted)(session *s) {
    nf_range range;
    if (!nf_wanted(s->engine, &range)) return NULL;
    s->wanted[0] = range.file;
    s->wanted[1] = (double)range.offset;
    s->wanted[2] = (double)range.size;
    return s->wanted;
}

/* NULL: they cannot be had. */
int EXPORT(give)(session *s, const uint8_t *bytes) { return (int)nf_give(s->engine, bytes); }
