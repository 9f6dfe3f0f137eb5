/* Where everything stands on a picture, in units of which 96 are an inch, from the top left.
 *
 *     untouched   =   [header] [labels] panel|strips  =  panel|strips  =  panel|strips    bar
 *                                       measures         measures         measures
 *     caption
 *     key, and what it is of
 */
#ifndef NF_SHEET_H
#define NF_SHEET_H

#include "draw.h"
#include "view.h"

/* What of a picture may be left out. */
enum {
    PART_HINTS = 1, /* strips, measures, equals signs, and what they mean */
    PART_ABOUT = 2, /* link, check, text, layer and head, settings */
    PART_UNTOUCHED = 4,
    PART_CAPTION = 8,
    PARTS_ALL = 15
};

/* The words of the parameter `axes`, in their order. */
enum { AXES_NONE, AXES_POSITIONS, AXES_TOKENS };

#define SMALL_SIZE 8.5  /* of measures, labels, and what stands at the foot */
#define TITLE_SIZE 10.0 /* of a panel */
#define CAPTION_SIZE 13.0
#define LINE_HEIGHT 1.3 /* of a font's size */
#define LEAST_LABEL 4.5
#define LABEL_SIZE 7.5
#define STRIP_WIDTH 9.0
#define STRIP_GAP 2.0
#define BAR_WIDTH 12.0
#define MARGIN 14.0

typedef struct sheet {
    const view *view;
    int parts;
    bool has_headers; /* over columns and beside rows, in place of titles over panels */
    int strips;       /* beside each panel, 0 to 2 */
    double side;      /* of each panel */
    double label_size;
    bool are_tokens;  /* labels along the axes; else positions */
    double labels[3]; /* room below each row for those of its keys */
    double left;      /* room for those of the queries */
    double x[SHOWN], y[SHOWN];
    char titles[SHOWN][200];
    lines title[SHOWN];
    double bar_x, top, end; /* from the first to the last panel */
    double foot;            /* where the caption may begin */
    double width;
} sheet;

void lay_out(sheet *self, const view *of, int parts);

bool is_on(const sheet *self, int id); /* has the picture this panel? */

/* A title in the style of a link: as printed, 1e-3; plain, 0.001. */
void put_styled(nf_text *out, slice title, bool is_plain);

/* How many tokens a panel has down and across, and of which input. */
typedef struct axis {
    int count, input;
} axis;

axis queries_of(const sheet *self, int id);
axis keys_of_panel(const sheet *self, int id);

/* How large names of all tokens may be along a side; 0 where they do not fit: some of them would be
 * read as another text. */
double size_of_labels(double side, int tokens);

/* A token as it stands along an axis, cut to a length. */
void put_shown_token(nf_text *out, slice token);

/* The label of a token or a position along an axis, cut to a length. */
void put_label(nf_text *out, const sheet *self, axis along, int at);

/* Every so many tokens have a label. */
int label_step(const sheet *self, axis along, bool upright);

#endif
