/* One link on trial: is it reproduced, and what are statements put to? */
#ifndef NF_TRIAL_H
#define NF_TRIAL_H

#include "engine/slice.h"

typedef enum status { REPRODUCED, DIFFERS, UNCHECKED, INVALID, TOO_COSTLY, STATUSES } status;

const char *status_name(status status);
status worse_of(status one, status other);

typedef struct trial {
    nf_engine *engine;
    const nf_params *figure, *asking; /* what is made; whose statements will be put to it */
    nf_link link;                     /* what was read of it */
    uint64_t most_work;               /* in the unit of nf_work */
    status status;
    uint64_t work;  /* what it takes, if it is too costly */
    nf_fault fault; /* why it is not reproduced, and in words */
    nf_text why;
    nf_status made; /* NF_OK: statements may be put to the figure in the engine */
} trial;

#define BILLION ((uint64_t)1000000000)

/* What one link may take unless another limit is asked for, in the unit of nf_work: enough for
 * 16,384 tokens, scaled, with statements, about fifteen seconds of one core. */
static const uint64_t usual_most_work = 300 * BILLION;

/* NF_MORE: go on with step_trial; NF_READ: so too, when the engine has its bytes. NF_OK: `status`
 * is decided. A link that was not read whole is INVALID; who read it knows why. */
nf_status begin_trial(trial *trial);
nf_status step_trial(trial *trial);

/* A statement, 1 to 8; its length is 0 if there is none. */
slice statement_of(const nf_params *params, int number);
int row_of_statement(int number); /* in the table of parameters */

/* Work in billions, with three digits, rounded up so that it may be given as the limit. */
void put_billions(nf_text *out, uint64_t work);

#endif
