/* The picture of a figure, as SVG: the same bytes from the command line and from the page, whose
 * PNG is this picture drawn by the browser. */
#ifndef NF_PICTURE_H
#define NF_PICTURE_H

#include "sheet.h"

typedef struct picture {
    nf_engine *engine;
    const nf_params *params;
    int parts;        /* of PARTS_ALL */
    const char *page; /* the address in front of a link; "" for none */
} picture;

/* What the figure must be made with: all weights up to a length, else the largest of blocks. */
int picture_want(nf_engine *engine, const nf_params *params);

/* Appends the picture of the figure made; false if there is not enough memory. */
bool put_picture(nf_text *out, const picture *of);

#endif
