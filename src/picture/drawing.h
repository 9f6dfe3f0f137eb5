/* What the parts of a picture share: where everything stands, and where it is written. */
#ifndef NF_DRAWING_H
#define NF_DRAWING_H

#include "picture.h"

#define INK "#1b2027"
#define QUIET "#5a626c"
#define FAINT "#c9ced4"
#define LINK_COLOR "#1d5fae"
#define WARNING "#b3261e"

typedef struct drawing {
    nf_text *out;
    const picture *of;
    const sheet *at;
    const view *view;
    char id[12]; /* what names begin with that must differ from those of other pictures */
} drawing;

extern const pen small;

/* A name that nothing else in the page has that the picture is put into. */
void put_name(const drawing *self, const char *what, int number);

/* A move of the origin, not closed. */
void put_place(nf_text *out, double x, double y);

/* A factor, to more digits than a place: cells are many. */
void put_factor(nf_text *out, double x);

/* The element that all is in, which is closed by who begins it. */
void begin_svg(const drawing *self, double height);

bool define_panels(const drawing *self); /* false if there is not enough memory */
void draw_panels(const drawing *self);

/* Cells under a number, and where they stand, as large as a panel is; a panel's frame. */
bool define_cells(const drawing *self, int number, const grid *cells); /* false as above */
void place_cells(const drawing *self, int number, const grid *cells, double x, double y);
void draw_frame(const drawing *self, double x, double y);

/* Beside a panel (beside.c): its strips, and what stands under it. */
void draw_strips(const drawing *self, int id);
void draw_under(const drawing *self, int id);

/* What stands under panels, each once, with what it means. */
void put_meanings(const drawing *self, nf_text *out);

/* Around the panels (around.c). */
void draw_around(const drawing *self);
void draw_bar(const drawing *self);
void define_ramp(const drawing *self);

/* At the foot (foot.c): the height of the whole picture. Without `out` it only measures. */
double write_foot(const drawing *self);

/* Writes a text in lines over the whole width, and returns where the next one begins. */
double write_block(const drawing *self, slice text, double y, const pen *how);

/* A count: 12,345. */
void put_count(nf_text *out, uint64_t count);

/* What is not seen (metadata.c). */
bool put_metadata(const drawing *self);

#endif
