// What is said of files of tensors of the reader's own: whole sentences, so that another language is another
// list.
import {numberText} from '../base/format.js';

export const ready = {
  what:
    'These are weights, and not Query, Key and Value: they are shown as they are. Nothing can be ' +
    'changed or made of them again, so there is no link of them, and no check.',
  /** @param {number} count */
  hatched: count =>
    count === 1
      ? '1 weight is not finite: it is hatched.'
      : `${count} weights are not finite: they are hatched.`,
  /** @param {{heads: number, tokens: number}} of */
  picture: ({heads, tokens}) =>
    heads === 1
      ? `The attention weights of 1 head, ${tokens} tokens by ${tokens}`
      : `The attention weights of ${heads} heads, each ${tokens} tokens by ${tokens}`,
  choices: {view: 'View', range: 'Scale', colors: 'Colours'},
  svg: 'Save as SVG',
  png: 'Save as PNG',
};

export const tensors = {
  title: 'Your tensors',
  choose: 'Choose a file',
  drop: 'or drop one here: .npz, .npy or .safetensors',
  stays: 'The file never leaves this machine. It is read in this page, and nothing is sent.',
  /** @param {string} name what its maker calls it @param {string} digits */
  asked: (name, digits) =>
    name
      ? `This link is of tensors that its maker calls “${name}” (${digits}). Choose that file: ` +
        'the page tells you whether it is the one.'
      : `This link is of the tensors ${digits}. Choose their file: the page tells you whether it ` +
        'is the one.',
  /** @param {number} done @param {number} all */
  reading: (done, all) => `Reading: ${done} of ${all} arrays`,
  opening: 'Opening the file',
  /** @param {string} file @param {number} count */
  found: (file, count) => (count === 1 ? `${file} has 1 array` : `${file} has ${count} arrays`),
  /** @param {string} said in the file: of NumPy or of safetensors */
  type(said) {
    const [, order, bytes] = /^([<>=|]?)f([248])$/.exec(said) ?? [];
    if (bytes) return order === '>' ? `float${8 * +bytes}, big-endian` : `float${8 * +bytes}`;
    if (/^[<>=|][US]\d+$/.test(said)) return 'texts';
    if (/^[<>=|][iu]\d$/.test(said)) return 'whole numbers';
    return /^F(16|32|64)$/.test(said)
      ? said.replace('F', 'float')
      : said.replace(/^BF16$/, 'bfloat16');
  },
  holds: 'What the file holds',
  kinds: {vectors: 'Query, Key and Value', ready: 'Ready attention weights'},
  array: 'Weights',
  look: 'Show the heads',
  back: 'Show something else of this file',
  /** @param {string} file @param {string} array */
  called: (file, array) => (array ? `${file}, ${array}` : file),
  columns: ['Name', 'Shape', 'Type', 'Range'],
  arrays: 'Arrays of the file',
  noName: '(no name)',
  unclear: 'Their names do not say which is Query, which Key and which Value: please choose.',
  taking: 'Reading Query, Key and Value',
  /** @param {number} low @param {number} high */
  range: (low, high) => `${numberText(low)} to ${numberText(high)}`,
  noRange: 'no finite numbers',
  /** @param {string} range @param {number} count of numbers that are not finite */
  notFinite: (range, count) => `${range}, ${count} not finite`,
  tooLarge: 'more numbers than a page takes',
  unread: 'no numbers that can be used',
  names: 'names for axes and titles',
  /** @param {string} leftOut a sentence */
  without: leftOut => `${leftOut} “Show the figure” goes on without them.`,
  /** @param {number} most */
  notLooked: most => `The ranges of the first ${most} arrays were looked at.`,
  /** @param {string} name @param {string} shape */
  option: (name, shape) => `${name} ${shape}`,
  inputs: 'Inputs',
  /** @param {string} component @param {number} input from 1 @param {number} inputs */
  part: (component, input, inputs) => (inputs === 1 ? component : `${component} ${input}`),
  rotary: 'Rotary positions',
  rotaries: {
    '': 'None: they are in already, or the model has none',
    half: 'Put in here, halves pair (Llama, Qwen, GPT-NeoX)',
    pairs: 'Put in here, neighbours pair (GPT-J, original Llama)',
  },
  channels: 'Channels',
  base: 'Base',
  /** @param {string} read */
  wrongRotary: read =>
    `The rotary positions were read as ${read}; allowed are an even number of channels up to ` +
    '256, and a whole number as the base.',
  named: 'Called',
  show: 'Show the figure',
  python: 'Saving them in Python',
  about:
    'This saves Query, Key and Value of a layer of a Hugging Face model, before rotary positions, ' +
    'with its tokens and the name of the layer:',
  close: 'Close',
};
