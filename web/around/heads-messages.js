// What the map of heads says: whole sentences.

export const map = {
  title: 'The model’s heads',
  trait: 'As dark as it ',
  /** @param {number} layer @param {number} head @param {string} does */
  habits: (layer, head, does) => `Layer ${layer}, head ${head}: ${does}.`,
  rests: 'rests on the first token',
  most: 'moves the prediction most',
  nothing: 'looks here and there',
  previous: 'looks one token back',
  diag: 'looks at itself',
  induction: 'continues what repeats',
  /** @param {number} layer @param {number} head @param {string} does @param {string} value */
  square: (layer, head, does, value) => `Layer ${layer}, head ${head}: ${does} (${value})`,
  /** @param {string} square */
  seen: square => `${square}; Value is seen here`,
  /** @param {string} value with its unit */
  chosen: value => `${value}. Layers down, heads across; arrows move.`,
  /** @param {string} value */
  weight: value => `${value}, the weight there, 1 at most`,
  /** @param {string} value */
  nats: value => `${value} nats (KL divergence) with even rows`,
};
