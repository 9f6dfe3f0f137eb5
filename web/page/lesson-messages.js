// What a lesson says of what its reader does: facts in, whole sentences out.

export const lesson = {
  right: 'You said so before you saw it: right.',
  rightLater: 'That is it, on another try.',
  /** @param {string} right */
  wrong: right => `Not this time: ${right}.`,
  /** @param {number} at @param {number} count */
  where: (at, count) => `Step ${at} of ${count}`,
  met: 'Done.',
  /** @param {string[]} said of each statement @param {boolean} all do all hold? */
  came: (said, all) => [...(all ? [lesson.met] : []), said.join('; ')].join(' '),
  /** @param {number} done @param {number} count */
  progress: (done, count) => `${done} of ${count} steps done.`,
  large: 'Large',
  small: 'Small',
  toFigure: 'To the figure of this step',
  toText: 'Back to the text of this step',
};
