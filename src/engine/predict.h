/* What a model says of the next token. */
#ifndef NF_PREDICT_H
#define NF_PREDICT_H

#include "engine.h"

enum { FORECAST_ROWS = 4 }; /* distributions made at a time: as many rows as a product likes best */

/* Distributions over a model's pieces, from their logits. */
typedef struct forecast {
    float *logits;                 /* (FORECAST_ROWS, pieces) */
    double *p;                     /* (FORECAST_ROWS, pieces) */
    double log_sum[FORECAST_ROWS]; /* the logarithms of the sums of e^logit */
    int pieces;
} forecast;

/* Memory for two of them, and the two placed in it. */
typedef struct forecast_pair {
    forecast before, after;
} forecast_pair;

uint64_t forecast_bytes(int pieces);
forecast_pair place_forecasts(void *memory, int pieces);

void weigh_forecast(forecast *f, int row); /* p and log_sum of a row, from its logits */

/* The Kullback-Leibler divergence, in nats, of a row of `after` from the same of `before`; of equal
 * logits exactly 0. */
double divergence(const forecast *before, const forecast *after, int row);

/* Makes what the model makes of one output, or some rows of divergences; true when none is left. */
bool step_predictions(nf_engine *engine);

/* Fills the engine's prediction of a panel from what was made. */
void show_prediction(nf_engine *engine, int panel);

#endif
