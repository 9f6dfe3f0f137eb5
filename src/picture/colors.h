/* Colour maps. A map is a row of colours at equal distances, straight lines between them, in so
 * many steps that two neighbours never differ by more than 1 of 255: what rounds differently on a
 * graphics card still shows the same colour. The page's are made from these stops. */
#ifndef NF_COLORS_H
#define NF_COLORS_H

#include <stdint.h>

enum { COLOR_STEPS = 2048 };

/* Those of the parameter `colors` in the order of its words, and that of differences. */
typedef enum color_map {
    MAP_FIGURE,
    MAP_VIRIDIS,
    MAP_CIVIDIS,
    MAP_GREYS,
    MAP_SIGNED,
    MAPS
} color_map;

extern const char *const color_names[MAPS];
extern const char *const color_stops[MAPS]; /* hexadecimal, a space between them */

/* 0xrrggbb of a step from 0 to COLOR_STEPS - 1. */
uint32_t color_of_step(color_map map, int step);

/* The step of a position from 0 to 1; beyond its ends that of the end. */
int step_at(double position);

/* All colours of a map, which takes a while to work out one by one. */
void fill_colors(color_map map, uint32_t colors[COLOR_STEPS]);

#endif
