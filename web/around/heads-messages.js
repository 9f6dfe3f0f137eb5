// What the map of heads says: whole sentences. Fetched with the map.

export const map = {
  /** @param {number} layer @param {number} head @param {string} value */
  square: (layer, head, value) => `Layer ${layer}, head ${head}: ${value}`,
  /** @param {string} square what it says @param {string} unit of its value */
  chosen: (square, unit) => `${square}, ${unit}. Layers go down, heads across.`,
};
