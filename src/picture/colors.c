#include "engine/exact.h"

#include "colors.h"

#include "engine/text.h"

#include <string.h>

const char *const color_names[MAPS] = {"figure", "viridis", "cividis", "greys", "signed"};

/* figure: dark blue, medium blue, light greyish blue, light orange, orange, dark red: at 0, 0.2,
 * 0.4, 0.6, 0.8 and 1. viridis and cividis: every fifth of the 256 colours that their authors gave
 * away (CC0); the rest is within 1 of 255. signed, of differences: brown is less, teal is more, and
 * nothing changed is the light middle. */
const char *const color_stops[MAPS] = {
    "12245f 3f74b5 bccde0 f9cfa3 ec7b36 7d0a18",
    "440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889 3d4e8a "
    "3a538b 38598c 355e8d 33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e 23898e 218e8d "
    "20928c 1f978b 1e9c89 1fa188 21a585 24aa83 28ae80 2eb37c 35b779 3dbc74 46c06f 50c46a 5ac864 "
    "65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f d8e219 e5e419 f1e51d fde725",
    "00224e 002656 002a5f 002d68 003070 083370 163770 203a6f 273e6e 2e416d 34456c 3a486c 3f4c6c "
    "444f6c 49536c 4e566c 535a6d 575d6d 5c616e 60646f 656870 696b71 6d6f72 727274 767676 7a7a78 "
    "7e7d78 838179 888578 8d8878 928c78 969077 9b9476 a09875 a59c74 aaa073 afa471 b5a86f baac6d "
    "bfb06b c4b468 c9b965 cfbd62 d4c15f dac65b dfca57 e5cf52 ead34c f0d846 f6dd3f fce236 fee838",
    "f4f4f4 1a1a1a", "5a3308 a66a1f dcb774 f5f4ee 74c4b8 1f877d 04413b"};

enum { STOP_LETTERS = 7 }; /* six digits and what is behind them */

static int stops_of(color_map map) { return (int)(strlen(color_stops[map]) + 1) / STOP_LETTERS; }

/* A colour channel, 0 to 2, of a stop. */
static int channel_of(color_map map, int stop, int channel) {
    const char *digits = color_stops[map] + stop * STOP_LETTERS + 2 * channel;
    return hex_digit(digits[0]) * 16 + hex_digit(digits[1]);
}

/* To the nearest whole number, of two the even one: as Uint8ClampedArray of the page does. */
static uint32_t rounded(double x) {
    uint32_t whole = (uint32_t)x;
    double rest = x - whole;
    if (rest < 0.5) return whole;
    return rest > 0.5 ? whole + 1 : whole + (whole & 1);
}

uint32_t color_of_step(color_map map, int step) {
    int last = stops_of(map) - 1;
    double along = (double)step / (COLOR_STEPS - 1) * last;
    int from = (int)along < last - 1 ? (int)along : last - 1;
    uint32_t color = 0;
    for (int c = 0; c < 3; c++) {
        int low = channel_of(map, from, c), high = channel_of(map, from + 1, c);
        color = color << 8 | rounded(low + (high - low) * (along - from));
    }
    return color;
}

int step_at(double position) {
    double inside = position > 0 ? position < 1 ? position : 1 : 0;
    return (int)(inside * (COLOR_STEPS - 1) + 0.5);
}

void fill_colors(color_map map, uint32_t colors[COLOR_STEPS]) {
    for (int step = 0; step < COLOR_STEPS; step++) colors[step] = color_of_step(map, step);
}
