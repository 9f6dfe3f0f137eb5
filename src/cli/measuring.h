/* Heads of a link's model, measured on its texts or on those of a file. */
#ifndef NF_MEASURING_H
#define NF_MEASURING_H

#include "effects.h"

typedef struct measuring {
    job *job;
    effects effects;
    const char *texts_path;           /* NULL: the link's three texts */
    bool is_measured;                 /* by changes; else as nf_measure_head does */
    bool is_told;                     /* which texts are left out */
    char idle[1024], idle_json[1024]; /* the keys of the link that have no effect */
} measuring;

/* Reads a link, and leaves of it what has an effect; what has none is said. False, and why is said,
 * if nothing is to be measured. */
bool accept_measured(measuring *m, const char *link, size_t length);

/* What of the link was not used, or has no effect. */
void put_measured_remarks(const measuring *m, nf_text *out);

/* After start_effects: measures on all texts. False if any was left out; *any is whether there are
 * numbers. The link's texts are others then. */
bool measure_texts(measuring *m, bool *any);

/* Whether --op, --component, --eps, --texts or --tokens was read; *is_known says whether it is one
 * of these. */
bool read_measured_option(measuring *m, const char *name, const char *value, bool *is_known);

#endif
