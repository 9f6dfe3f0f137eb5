/* The two forms of GELU, with the same bits everywhere. */
#ifndef NF_GELU_H
#define NF_GELU_H

double nf_erf(double x);  /* absolute error below 1e-14 */
double nf_tanh(double x); /* absolute error below 1e-15 */

float gelu_erf(float x);  /* x (1 + erf(x / sqrt 2)) / 2 */
float gelu_tanh(float x); /* x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2 */

#endif
