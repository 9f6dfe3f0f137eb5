// What the choice of other heads says to readers. Fetched with the controls.

/** @param {string} layer @param {string} head */
const name = (layer, head) => `Layer ${layer}, head ${head}`;

export const others = {
  /** @param {string} layer @param {string} head */
  chip: (layer, head) => `${name(layer, head)} ×`,
  /** @param {string} layer @param {string} head */
  leave: (layer, head) => `Leave layer ${layer}, head ${head} as it is`,
  ofLayer: 'Layer',
  ofHead: 'Head',
  layer: 'Layer of another head',
  head: 'Another head',
  add: 'Change it, too',
  /** @param {number} most */
  full: most => `${most} other heads change, which is as many as a link names.`,
};
