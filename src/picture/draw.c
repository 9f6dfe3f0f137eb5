#include "engine/exact.h"

#include "draw.h"

#include "engine/text.h"

void put_short(nf_text *out, double x) {
    double size = x < 0 ? -x : x;
    int64_t all = (int64_t)(size * 1000 + 0.5);
    if (x < 0 && all > 0) put_char(out, '-');
    put_whole(out, all / 1000);
    int rest = (int)(all % 1000);
    if (rest) put_char(out, '.');
    for (int digit = 100; rest; rest %= digit, digit /= 10)
        put_char(out, (char)('0' + rest / digit));
}

void put_rectangle(nf_text *out, double x, double y, double wide, double high) {
    put_char(out, 'M');
    put_short(out, x);
    put_char(out, ' ');
    put_short(out, y);
    put_char(out, 'h');
    put_short(out, wide);
    put_char(out, 'v');
    put_short(out, high);
    put_char(out, 'h');
    put_short(out, -wide);
    put_char(out, 'z');
}

void put_attribute(nf_text *out, const char *name, double x) {
    put_char(out, ' ');
    put(out, name);
    put(out, "=\"");
    put_short(out, x);
    put_char(out, '"');
}

static void put_escaped(nf_text *out, const char *at, size_t length) {
    uint32_t code = code_point(at, length);
    if (is_control(code) || code == 0xfffe || code == 0xffff) return;
    if (code == '&')
        put(out, "&amp;");
    else if (code == '<')
        put(out, "&lt;");
    else if (code == '>')
        put(out, "&gt;");
    else if (code == '"')
        put(out, "&quot;");
    else
        put_bytes(out, at, length);
}

void put_xml(nf_text *out, slice text) {
    for (size_t i = 0, step; i < text.length; i += step) {
        size_t length = utf8_length(text.at + i, text.length - i);
        step = length ? length : 1;
        if (length) put_escaped(out, text.at + i, length);
    }
}

/* ---- Widths --------------------------------------------------------------------------------- */

/* Thousandths of the font's size, from the space to the tilde: of Helvetica or of DejaVu Sans, the
 * widest font that stands in for it, whichever is wider. */
static const uint16_t widths[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667,
    611, 778, 752, 295, 500, 667, 557, 863, 748, 787, 667, 787, 722, 667,  611, 732, 684, 989, 685,
    667, 685, 390, 337, 390, 838, 556, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

enum { OF_LETTERS = 650, OF_SIGNS = 1000, FIRST_SIGN = 0x1100 }; /* of other alphabets */

static double thousandths_of(const char *at, size_t length) {
    uint32_t code = length ? code_point(at, length) : ' ';
    if (code == '*') return 0; /* it stands around what is italic */
    if (code >= ' ' && code <= '~') return widths[code - ' '];
    return code < FIRST_SIGN || (code >= 0x2000 && code < 0x2e80) ? OF_LETTERS : OF_SIGNS;
}

double width_of(slice text, double size) {
    double sum = 0;
    for (size_t i = 0, step; i < text.length; i += step) {
        size_t length = utf8_length(text.at + i, text.length - i);
        step = length ? length : 1;
        sum += thousandths_of(text.at + i, length);
    }
    return sum * size / 1000;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* May a line end in front of the space at `at`? */
static bool breaks_at(slice text, size_t at) {
    if (text.at[at] != ' ') return false;
    bool before_equals = at + 1 < text.length && text.at[at + 1] == '=';
    bool behind_equals = at > 0 && text.at[at - 1] == '=';
    bool in_input = at >= 6 && memcmp(text.at + at - 6, "(Input", 6) == 0;
    return !before_equals && !behind_equals && !in_input;
}

/* How many bytes of a text stand on its first line. */
static size_t first_line(slice text, double width, double size) {
    size_t best = 0, fits = 0;
    for (size_t i = 0, step; i < text.length; i += step) {
        step = utf8_length(text.at + i, text.length - i);
        step = step ? step : 1;
        if (breaks_at(text, i)) best = i;
        if (width_of((slice){text.at, i + step}, size) > width)
            return best ? best : fits ? fits : step;
        fits = i + step;
    }
    return text.length;
}

lines break_lines(slice text, double width, double size) {
    lines made = {.count = 0};
    while (text.length && made.count < LINES_MAX) {
        size_t length = made.count < LINES_MAX - 1 ? first_line(text, width, size) : text.length;
        made.line[made.count++] = (slice){text.at, length};
        text = (slice){text.at + length, text.length - length};
        while (text.length && *text.at == ' ') text = (slice){text.at + 1, text.length - 1};
    }
    return made;
}

static void begin_text(nf_text *out, double x, double y, const pen *how) {
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    put(out, "<text");
    if (how->upright) {
        put(out, " transform=\"translate(");
        put_short(out, x + 0.35 * how->size);
        put_char(out, ' ');
        put_short(out, y);
        put(out, ") rotate(-90)\"");
    } else {
        put_attribute(out, "x", x);
        put_attribute(out, "y", y + 0.35 * how->size);
    }
    put_attribute(out, "font-size", how->size);
    put(out, anchors[how->anchor]);
    put(out, how->bold ? " font-weight=\"600\" fill=\"" : " fill=\"");
    put(out, how->color);
    put(out, "\">");
}

void write_plain(nf_text *out, slice text, double x, double y, const pen *how) {
    begin_text(out, x, y, how);
    put_xml(out, text);
    put(out, "</text>\n");
}

void write_line(nf_text *out, slice text, double x, double y, const pen *how) {
    bool italic = false;
    begin_text(out, x, y, how);
    for (const char *star; (star = find_in(text, "*")); text = after(text, star, 1)) {
        put_xml(out, up_to(text, star));
        put(out, italic ? "</tspan>" : "<tspan font-style=\"italic\">");
        italic = !italic;
    }
    put_xml(out, text);
    put(out, italic ? "</tspan></text>\n" : "</text>\n");
}
