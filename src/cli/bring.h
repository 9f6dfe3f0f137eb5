/* A model of the reader's own for the commands that make figures. */
#ifndef NF_BRING_H
#define NF_BRING_H

#include "main.h"
#include "model/source_own.h"

/* Opens what --model names; false, and said why, if it cannot be used. Forget it either way. */
bool bring_model(job *job, const char *path);
void forget_model(job *job);

/* Which of the two models a link is of: the reader's own, unless the link names the trained one. */
void choose_model(job *job);

/* The texts that links without any are about, of either model: those of the trained one. */
void lend_texts(const job *job, byte_slice usual[3]);

/* Gives the engine the bytes that it waits for. */
nf_status give_bytes(job *job);

#endif
