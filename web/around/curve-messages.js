// What the curve over epsilon says: whole sentences. Fetched with it.

export const curve = {
  title: 'The curve over ε',
  measure: 'What is drawn over ε',
  over: 'over ε',
  prediction: 'how far the prediction moves (nats)',
  output: 'output',
  head: 'the untouched head',
  components: ['Query', 'Key', 'Value'],
  /** @param {string} column */
  handle: column => `ε of the ${column} column, on the curve`,
  /** @param {string} component @param {string} value */
  value: (component, value) => `${component} ${value}`,
  /** @param {string} eps @param {string} values */
  handleAt: (eps, values) => `${eps}: ${values}`,
  handles: 'Drag the circles, or Tab to one and press arrow keys.',
  one: 'Query and Key are one line: either is a factor of the same logits.',
  flat: 'Value is level: it does not enter these weights.',
  all: 'All lines are level: ε changes nothing of this.',
  /** @param {string} eps */
  level: eps => `Up to ε = ${eps} the lines are level: 0.001 and 1e-10 do the same.`,
  noEpsilon: 'No curve: a mean has no ε.',
  nothing: 'No curve: this has no value here.',
  /** @param {number} most */
  tooLong: most => `No curve: with more than ${most} tokens it would take too long.`,
  ownIsSlow: 'No curve: this model takes too long to say what comes next.',
  failed: 'The curve could not be made.',
  making: 'The curve is being made …',
};
