// What is said of models of the reader's own: whole sentences, so that another language is another
// list. Fetched with what opens them.

/** @param {number} count @param {string} one @param {string} more */
const counted = (count, one, more) => `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** @param {number} bytes */
const sized = bytes =>
  bytes < 1e9 ? `${Math.max(bytes / 1e6, 0.1).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 1) return 'less than a second';
  return seconds < 120 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
}

export const opening = {
  title: 'A model of your own',
  about:
    'Choose a model’s folder as Hugging Face has it (config.json, tokenizer.json, ' +
    'model.safetensors), or a GGUF file, or drop it here.',
  stays:
    'Nothing leaves this machine: this page reads the files where they are, a piece at a time, ' +
    'and keeps none of them.',
  plain: 'Text is read as it is, without a chat template.',
  folder: 'Choose a folder',
  file: 'Choose a GGUF file',
  reading: 'Reading what it is …',
  kept: 'Opened before',
  again: 'Open',
  forget: 'Forget',
  label: 'Its name in links',
  use: 'Use this model',
  close: 'Close',
  denied: 'The browser was not allowed to read it again; choose it anew.',
  gone: 'It is not where it was any more; choose it anew.',
  nothing: 'There is no file of a model in what was chosen.',
  /** @param {string} name */
  openNamed: name => `Open ${name} again`,
  /** @param {string} name */
  forgetNamed: name => `Forget ${name}`,
};

/** @typedef {import('../engine/own.js').Facts} Facts */

/** What was found, as pairs of a name and what it is. @param {Facts} of @returns {[string, string][]} */
export const found = of => [
  ['Family', `${of.family}, ${of.format === 'gguf' ? 'a GGUF file' : 'a folder'}`],
  ['Layers', `${of.layers}, of ${counted(of.heads, 'head', 'heads')}`],
  [
    'Key and Value',
    of.keyHeads < of.heads
      ? `${counted(of.keyHeads, 'head', 'heads')}, each shared by ${of.heads / of.keyHeads}`
      : 'each head has its own',
  ],
  ['Width', `${of.width}, heads of ${of.headWidth}`],
  ['Vocabulary', counted(of.vocabulary, 'piece', 'pieces')],
  [
    'Types',
    Object.entries(of.tensors)
      .map(([type, count]) => `${count} of ${type}`)
      .join(', '),
  ],
  ['Size', `${counted(of.weights, 'weight', 'weights')}, ${sized(of.bytes)}`],
  ['Context', counted(of.context, 'token', 'tokens')],
];

/**
 * @param {number} layer @param {number} bytes @param {number} holds bytes of memory
 * @param {number} seconds
 */
export const forecast = (layer, bytes, holds, seconds) =>
  `A figure of layer ${layer}, of three texts of 32 tokens, reads ${sized(bytes)}, holds ` +
  `${sized(holds)} and takes ${lasting(seconds)}.`;

export const inUse = {
  /** @param {string} name @param {Facts} of */
  is: (name, of) =>
    `${name}: a model of your own, ${of.family}, ${of.layers} layers of ${of.heads} heads. Its files ` +
    'stay on this machine; text is read as it is, without a chat template.',
  /** @param {number} first @param {number} last */
  shared: (first, last) => `Heads ${first} to ${last} read the same Key and Value.`,
  noBegin: 'No token begins its texts, so the first word becomes the sink.',
  /** @param {number} share @param {number} seconds */
  reading: (share, seconds) =>
    `Reading the model: ${Math.floor(100 * share)} %, ${lasting(seconds)} left.`,
  stop: 'Stop',
  stopped: 'Stopped: the figure shown is the one before.',
  stoppedEmpty: 'Stopped: there is no figure yet.',
  goOn: 'Make this figure',
  /** @param {number} seconds */
  predict: seconds => `Say what comes next (${lasting(seconds)})`,
  close: 'Close this model',
};

export const absent = {
  /** @param {string} name */
  is: name => `This figure is of ${name}, a model that is not here.`,
  /** @param {string} id */
  unnamed: id => `This figure is of the model ${id}, which is not here.`,
  /** @param {string} layer @param {string} head as links have them */
  where: (layer, head) =>
    `It shows ${layer === 'auto' ? 'its usual layer' : `layer ${layer}`}, ` +
    `head ${head === 'auto' ? '0' : head}.`,
  /** @param {string} text */
  reads: text => `Text: “${text}”`,
  open: 'Open that model',
  /** @param {string} label of the model that is open */
  instead: label => `Show ${label} instead`,
  shipped: 'Use the trained model of this page',
  /** @param {string} found @param {string} asked */
  other: (found, asked) =>
    `The model that is open is ${found}, and the link is of ${asked}: this figure is of neither ` +
    'until the one it names is opened.',
};

/** What it reads where nothing has been read before. */
export const texts = [
  'The captain saw the whale. The captain saw the',
  'It was dark, and the sea was cold.',
  'She opened the door and looked into the room.',
];
