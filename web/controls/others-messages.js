// What the choice of other heads says to readers. Fetched with the controls.

/** @param {string} layer @param {string} head */
const name = (layer, head) => `Layer ${layer}, head ${head}`;

export const others = {
  name,
  /** @param {string} layer @param {string} head */
  leave: (layer, head) => `Leave layer ${layer}, head ${head} as it is`,
  layer: 'Layer of another head',
  head: 'Another head',
  add: 'Change it, too',
  /** @param {number} most */
  full: most => `${most} other heads change, which is as many as a link names.`,
};
