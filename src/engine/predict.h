/* Predictions: the distribution of the next token, and how far a panel moves it. */
#ifndef NF_PREDICT_H
#define NF_PREDICT_H

#include "engine.h"

enum { FORECAST_ROWS = 4 }; /* distributions made at a time: rows that a product makes together */

/* Distributions over a model's pieces, from their logits. */
typedef struct forecast {
    float *logits;                 /* (FORECAST_ROWS, pieces) */
    double *p;                     /* (FORECAST_ROWS, pieces) */
    double log_sum[FORECAST_ROWS]; /* the logarithms of the sums of e^logit */
    int pieces;
} forecast;

/* Two forecasts, of the reference and of a panel, in one memory of forecast_bytes. */
typedef struct forecast_pair {
    forecast before, after;
} forecast_pair;

uint64_t forecast_bytes(int pieces);
forecast_pair place_forecasts(void *memory, int pieces);

void weigh_forecast(forecast *f, int row); /* p and log_sum of a row, from its logits */

/* The Kullback-Leibler divergence, in nats, of a row of `after` from the same row of `before`;
 * exactly 0 for equal logits. */
double divergence(const forecast *before, const forecast *after, int row);

/* The most likely pieces of a row, falling; of equal ones the first. */
void find_guesses(const forecast *f, int row, nf_guess *guesses);

/* What the prediction at this entry goes on from. */
going_on going_on_to(const nf_engine *engine, int prediction);

/* The first entry of a kind that is not made; the plan's count if there is none. */
int next_unmade(const nf_engine *engine, entry_kind kind);

/* The next DIVERGENCE, from entry `from` on, that is not made yet and compares with the same
 * reference as the one at `first`; the plan's count if there is none. */
int next_compared(const nf_engine *engine, int first, int from);

/* Makes every SAID of this prediction from the logits after its last token. */
void hash_said(nf_engine *engine, int prediction, const float *logits);

/* Makes one PREDICTION, some rows of DIVERGENCE entries, or one SAID; true when none is left. */
bool step_predictions(nf_engine *engine);

/* Fills the engine's prediction of a panel from what was made. */
void show_prediction(nf_engine *engine, int panel);

#endif
