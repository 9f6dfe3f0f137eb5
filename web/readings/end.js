// What stands under a description that has been checked whole: how many predictions were right,
// which ones were not, what remains of it, and where to go on.
import {h, say} from '../base/dom.js';
import {createCopy} from '../shared/copy.js';
import {valueIn} from '../engine/link-text.js';
import {homeOf, pageOfKind} from '../state/home.js';
import {readings} from './judged.js';
import {MORALS, ends} from './messages.js';
import {scoreOf} from './predictions.js';

/**
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {import('./predictions.js').Kept} Kept
 */

/** What is said of a score. @param {ReturnType<typeof scoreOf>} score */
function wordsOf({right, total, unsaid}) {
  return total ? ends.score(right, total, unsaid) : ends.unsaid;
}

/** The next description that is not checked yet. @param {Reading} reading @param {Kept} kept */
function nextOf(reading, kept) {
  const at = readings.indexOf(reading) + 1;
  const others = [...readings.slice(at), ...readings.slice(0, at - 1)];
  return others.find(one => !kept.isWhole(one)) ?? null;
}

/** A link to the description. @param {HTMLElement} host @param {Reading} reading */
function addressOf(host, {name, link}) {
  const {page} = homeOf(host);
  return page && `${pageOfKind(page, valueIn(link, 'figure'))}?reading=${name}`;
}

/** @param {Reading} reading @param {Kept} kept */
function fooledBy(reading, kept) {
  const said = kept.of(reading);
  return reading.sentences.filter((_, i) => said[i]?.right === false);
}

/**
 * @param {HTMLElement} host
 * @param {Kept} kept
 * @param {{visit(name: string): void, again(): void}} on
 */
export function createEnd(host, kept, on) {
  const score = h('p', {class: 'score', role: 'status'});
  const fooled = h('p', {});
  const list = h('ul', {});
  const moral = h('p', {class: 'moral'});
  const all = h('p', {class: 'help'});
  const {field, told, put, clearFor} = createCopy('My score');
  /** @type {Reading} */
  let reading = readings[0];
  let next = /** @type {Reading | null} */ (null);

  const button = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    h('button', {type: 'button', class: 'quiet', onclick: act}, words);
  const onward = button('', () => {
    if (next) on.visit(next.name);
  });
  const share = button('Copy my score', () => {
    const words = wordsOf(scoreOf([kept.of(reading)]));
    put(ends.share(words, reading.question, addressOf(host, reading)), ends.copied);
  });
  const again = button('Ask me again', on.again);
  const element = h(
    'div',
    {class: 'end', role: 'group', 'aria-label': 'Your score', hidden: true},
    score,
    fooled,
    list,
    moral,
    all,
    h('div', {class: 'row'}, onward, share, again, told, field),
  );

  function tellFooled(/** @type {number} */ total) {
    const sentences = fooledBy(reading, kept);
    say(fooled, sentences.length ? ends.fooled(sentences.length) : ends.none);
    fooled.hidden = !total;
    list.replaceChildren(...sentences.map(({text}) => h('li', {}, text)));
    list.hidden = !sentences.length;
  }

  return {
    element,
    /** @param {Reading} now */
    show(now) {
      reading = now;
      element.hidden = !kept.isWhole(reading);
      if (element.hidden) return say(score, '');
      const mine = scoreOf([kept.of(reading)]);
      clearFor(`${reading.name} ${mine.right} ${mine.total}`);
      say(score, wordsOf(mine));
      tellFooled(mine.total);
      say(moral, MORALS[reading.name]);
      next = nextOf(reading, kept);
      onward.hidden = !next;
      share.hidden = !mine.total;
      if (next) say(onward, ends.next(next.question));
      const whole = scoreOf(readings.map(kept.of));
      say(all, next || !whole.total ? '' : ends.all(whole.right, whole.total));
    },
  };
}
