// The two descriptions that say the opposite of each other, and what the paper's own operation
// does, in numbers.
import {h} from '../base/dom.js';
import {changed} from '../engine/link-text.js';
import {diagonals, readingOf} from './judged.js';
import {atEpsilon} from './messages.js';

/** Their names. */
export const PAIR = ['blur', 'fade'];

const ROWS = [
  {
    name: 'It sharpens',
    link: readingOf('blur').link,
    what: 'a head whose Query is blended towards its mean',
  },
  {
    name: 'It blurs',
    link: readingOf('fade').link,
    what: 'a head whose rows need not sum to 1, scaled by a softened ε',
  },
  {
    name: 'The paper’s operation',
    link: changed(readingOf('blur').link, 'op=scale', 'response=1'),
    what: 'the first head, its Query multiplied by ε: every row becomes uniform',
  },
];

const EPSILONS = ['5e-1', '1e-3', '1e-10'];
const PLAIN =
  'These two descriptions say the opposite about the same picture. Each is true of some head, and neither of what ' +
  'the paper did, which makes rows uniform.';

/** @param {import('../engine/core.js').Core} maker */
export function createPair(maker) {
  const owner = {};
  const cells = ROWS.map(() => EPSILONS.map(() => h('td', {}, '…')));
  const table = h(
    'table',
    {},
    h('caption', {}, 'The weight that a token gives to itself, with Query changed'),
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), ...EPSILONS.map(eps => h('th', {scope: 'col'}, atEpsilon(eps)))),
    ),
    h(
      'tbody',
      {},
      ...ROWS.map(({name, what}, i) =>
        h('tr', {}, h('th', {scope: 'row'}, h('b', {}, name), h('small', {}, what)), ...cells[i]),
      ),
    ),
  );
  const element = h(
    'aside',
    {class: 'pair', hidden: true, 'aria-label': 'The pair'},
    h('p', {}, h('b', {}, 'A pair. '), PLAIN),
    table,
  );
  let filled = false;

  async function fill() {
    filled = true;
    for (const [i, {link}] of ROWS.entries()) {
      const found = await diagonals({maker, owner}, link);
      found.forEach((value, column) => {
        cells[i][column].textContent = value.toFixed(2);
        cells[i][column].style.setProperty('--share', String(value));
      });
    }
  }

  return {
    element,
    /** @param {boolean} is */
    show(is) {
      element.hidden = !is;
      if (is && !filled)
        fill().catch(() => {
          filled = false;
        });
    },
  };
}
