// The sum of a class's answers, which the page says as a sentence and the command line as a line.

/** What the page says, as the command line writes it. @param {string} sentence */
export const asLine = sentence =>
  `${sentence[0].toLowerCase()}${sentence.slice(1).replace(/\.$/, '').replaceAll('’', "'")}\n`;
