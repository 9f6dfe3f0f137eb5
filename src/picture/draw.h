/* Writing SVG: numbers, texts that are escaped, and lines that fit a width. */
#ifndef NF_DRAW_H
#define NF_DRAW_H

#include "engine/slice.h"

/* At most three digits behind the point, and no more than there are. */
void put_short(nf_text *out, double x);
void put_rectangle(nf_text *out, double x, double y, double wide, double high); /* of a path */

/* An attribute: a space, its name, and the number in quotes. */
void put_attribute(nf_text *out, const char *name, double x);

/* Text of any origin: signs of XML are escaped, controls and bytes that are not UTF-8 left out. */
void put_xml(nf_text *out, slice text);

/* How wide a text is at most, in the font of the picture or in those that stand in for it where
 * readers do not have it. */
double width_of(slice text, double size);

enum { LINES_MAX = 24 };

typedef struct lines {
    slice line[LINES_MAX];
    int count;
} lines;

/* Breaks a text where its spaces are, or else within a word where the line is full; what does not
 * fit into LINES_MAX lines is in the last. A space beside an equals sign, and one within
 * parentheses, never breaks. */
lines break_lines(slice text, double width, double size);

typedef enum anchor { AT_START, AT_MIDDLE, AT_END } anchor;

typedef struct pen {
    double size;
    const char *color;
    anchor anchor;
    bool upright, bold;
} pen;

/* A line with its middle at this height; of an upright one x and y change places. What stands
 * between asterisks is italic. */
void write_line(nf_text *out, slice text, double x, double y, const pen *how);

/* The same without italics: an asterisk is an asterisk. */
void write_plain(nf_text *out, slice text, double x, double y, const pen *how);

#endif
