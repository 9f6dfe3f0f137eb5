// A question that the link asks: above the figure, with what must hold, and the reader's own link as the answer.
import {h, say} from '../dom.js';
import {BY_HAND, ONLY_HERE, copyFrom} from '../around/copy.js';
import {marksWhilePointed, panelsOf} from '../around/marks.js';
import {wear} from '../around/wear.js';
import {unspell} from '../controls/text.js';
import {addressOf, isPublic} from '../link.js';
import {asked, createJudging} from './judging.js';
import {style} from './style.js';
import {parsed, sentenceOf} from './words.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../engine.js').Verdict} Verdict
 */

/** As many digits as tell a number from its bound. @param {number | null} x */
const short = x => (x === null ? '–' : x !== 0 && Math.abs(x) < 1e-3 ? Number(x.toPrecision(2)).toExponential().replace('e+', 'e') : String(Number(x.toPrecision(4))));

/** @param {Verdict | undefined} verdict */
export function stateOf(verdict) {
  if (!verdict) return ['waiting', 'not judged yet'];
  if (verdict.holds === null) return ['unknown', `cannot be judged: ${verdict.why}`];
  return verdict.holds ? ['met', `met: ${short(verdict.number)}`] : ['open', `not yet: ${short(verdict.number)} against ${short(verdict.bound)}`];
}

/** @param {string} text @param {ShadowRoot} root */
function createStatement(text, root) {
  const sentence = h('span', {}), now = h('small', {class: 'now'}), element = h('li', {}, sentence, ' ', now);
  marksWhilePointed(element, root, () => panelsOf(text));
  return {text, element,
    /** @param {State} state @param {Verdict | undefined} verdict */
    show({figure}, verdict) {
      const [kind, words] = stateOf(verdict);
      element.className = kind;
      say(sentence, sentenceOf(parsed(text), figure));
      say(now, words);
    }};
}

/** The reader's own link. @param {import('../around/rooms.js').Needs} needs */
function createAnswer({now, check}) {
  const field = h('input', {class: 'address', readonly: true, hidden: true, 'aria-label': 'Your answer', onfocus: () => field.select()});
  const told = h('span', {class: 'told', role: 'status'});
  const button = h('button', {type: 'button', class: 'quiet', async onclick() {
    field.value = addressOf(now().link, check());
    const done = await copyFrom(field, false);
    say(told, !done ? BY_HAND : isPublic(field.value) ? 'Copied: hand in this link.' : `Copied: hand in this link. It opens ${ONLY_HERE}`);
  }}, 'Copy my answer');
  return [button, told, field];
}

/** @param {import('../around/rooms.js').Needs} needs @returns {import('../around/rooms.js').Room} */
export function createRoom(needs) {
  const {root, top, maker, now} = needs;
  const title = h('h2', {}), list = h('ul', {'aria-label': 'What must hold'}), all = h('p', {class: 'said', role: 'status'});
  const element = h('div', {class: 'asking', role: 'group', 'aria-label': 'The question'}, title, list, h('div', {class: 'answer-row'}, ...createAnswer(needs)), all);
  /** @type {ReturnType<typeof createStatement>[]} */
  let statements = [];
  /** @type {Record<string, Verdict>} */
  let verdicts = {};
  const judging = createJudging(maker, now, found => { verdicts = found; draw(now()); });

  /** @param {State} state */
  function draw(state) {
    for (const statement of statements) statement.show(state, verdicts[statement.text]);
    const met = statements.filter(({text}) => verdicts[text]?.holds).length;
    if (!state.live && statements.length) say(all, met === statements.length ? 'All of it is met.' : `${met} of ${statements.length} met.`);
  }

  return {
    show(state) {
      const texts = asked(state.params).map(key => state.params[key]);
      if (!element.isConnected) { wear(top, style); top.replaceChildren(element); }
      say(title, unspell(state.params.question) || 'Make this so:');
      if (texts.join() !== statements.map(({text}) => text).join()) {
        statements = texts.map(text => createStatement(text, root));
        list.replaceChildren(...statements.map(one => one.element));
      }
      list.hidden = !texts.length;
      draw(state);
      judging.follow(state);
    },
    hide() { if (element.isConnected) element.remove(); },
  };
}
