/* A panel as an image: PNG in a data URI. */
#ifndef NF_IMAGE_H
#define NF_IMAGE_H

#include "view.h"

/* Appends data:image/png;base64,...; false if there is not enough memory. */
bool put_image(nf_text *out, const grid *cells, const scale *by);

/* 0xrrggbb of a cell. */
uint32_t color_of(const scale *by, const uint32_t colors[COLOR_STEPS], float value);

#endif
