// What the page for a class says: facts in, whole sentences out.

export const reading = {
  /** @param {string} name */
  packed: name =>
    `“${name}” is a packed file, as spreadsheets and archives are. Save it as CSV or as text and choose that. Nothing was read of it.`,
  /** @param {string} name */
  printed: name =>
    `“${name}” is a PDF, whose lines are cut. Save the answers as text and choose that. Nothing was read of it.`,
  /** @param {number} megabytes */
  tooLong: megabytes =>
    `The answers are longer than ${megabytes} MiB, which are read at once. Judge them in parts. Nothing was judged.`,
  /** @param {string} name @param {number} size in bytes */
  file: (name, size) =>
    size < 1 << 20
      ? `${name} (${Math.ceil(size / 1024)} KiB)`
      : `${name} (${(size / (1 << 20)).toFixed(1)} MiB)`,
  /** @param {string} name */
  remove: name => `Remove ${name}`,
};

export const question = {
  missing: 'Put in the question’s link first: it is what you gave your class.',
  /** @param {string} why */
  none: why => `This is no question: ${why}.`,
  /** @param {string} key @param {string} read @param {string} why */
  notWhole: (key, read, why) =>
    `This link was not understood whole: ${key}: read “${read}”, ${why}. Copy it anew from where you made it.`,
  /** @param {number} number @param {string} sentence */
  statement: (number, sentence) => `${number}. ${sentence}`,
  /** @param {number} number @param {string} words */
  choice: (number, words) => `${number} ${words}`,
  /** @param {string[]} offered */
  choices: offered => `Choices: ${offered.join(' · ')}`,
};

export const judging = {
  starting: 'The judge is being fetched.',
  nothing: 'Paste answers or choose a file first.',
  none: 'There is no link in what was read.',
  /** @param {number} done @param {number} all */
  progress: (done, all) => `Judging: ${done} of ${all}.`,
  /** @param {number} done @param {number} all */
  stopped: (done, all) => `Stopped: ${done} of ${all} were judged.`,
  /** @param {string} why */
  failed: why => `The answers were not judged: ${why}`,
};

export const summary = {
  /** @param {number} rows @param {number} right */
  all: (rows, right) => `Answers: ${rows}, right: ${right}`,
  /** @param {number} number @param {string} status */
  status: (number, status) => `${number} ${status}`,
  /** @param {number} again */
  again: again => `handed in again: ${again}`,
  /** @param {number} same */
  same: same => `the same as another’s: ${same}`,
  /** @param {number} quoted */
  quoted: quoted => `the question itself, quoted: ${quoted}`,
  /** @param {number} lines */
  damaged: lines => `lines of base64 that are damaged: ${lines}`,
  /** @param {number} skipped */
  skipped: skipped => `attachments that are no text: ${skipped}`,
  anyChoice: 'any choice counts as right',
  /** @param {number} choice */
  oneChoice: choice => `right choice: ${choice}`,
  /** @param {number} lines */
  without: lines => `lines without a link: ${lines}`,
  /** @param {string[]} parts */
  joined: parts => `${parts.join('; ')}.`,
  /** @param {number} shown @param {number} all */
  shown: (shown, all) => `${shown} of ${all} rows are shown.`,
};

export const cells = {
  rightness: {right: '✓ right', again: 'again', no: 'no'},
  holds: 'holds',
  fails: 'fails',
  unknown: 'unknown',
  /** @param {number} number */
  column: number => `Statement ${number}`,
  open: 'open',
  /** @param {string} who @param {number} row */
  openOf: (who, row) => (who ? `Open the answer of ${who}` : `Open answer ${row}`),
  /** @param {string} who @param {string} beside */
  named: (who, beside) => `${who} (beside it: ${beside})`,
  /** @param {string} column */
  sort: column => `Sort by ${column}`,
};
