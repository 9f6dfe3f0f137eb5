// What a lesson says of what its reader does: facts in, whole sentences out.

export const lesson = {
  right: 'You said so before you saw it: right.',
  /** @param {string} right */
  wrong: right => `Not this time: ${right}`,
  /** @param {number} at @param {number} count */
  where: (at, count) => `Step ${at} of ${count}`,
  met: 'Done.',
  /** @param {number} done @param {number} count */
  progress: (done, count) => `${done} of ${count} steps done.`,
  large: 'Large',
  small: 'Small',
};
