// A question that the link asks: above the figure, with what must hold, and the reader's own link
// as the answer.
import {h, say} from '../base/dom.js';
import {marksWhilePointed, panelsOf} from '../shared/marks.js';
import {adoptStyle} from '../base/styles.js';
import {unspell} from '../controls/text.js';
import {isTiedTo} from '../state/tied.js';
import {createAnnouncing} from './announcing.js';
import {asks} from '../state/answering.js';
import {Alone} from './alone.js';
import {createReply} from './reply.js';
import {asked, createJudging, stateOf} from './judging.js';
import {verdicts as outcomes} from './messages.js';
import {style} from './style.js';
import {parsed, sentenceOf} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Verdict} Verdict
 */

const BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const MOST_LINES = 8;

/**
 * The lines of a question. Whatever it holds, the figure stays in sight: blank lines are left out,
 * and of many the last ones are run together.
 * @param {string} question
 */
function linesOf(question) {
  const lines = question.split(BREAK).filter(line => line.trim());
  const rest = lines.splice(MOST_LINES - 1);
  return rest.length ? [...lines, rest.join(' ')] : lines;
}

/** The words of the question, and whose they are. @param {Element} host */
function createWords(host) {
  const whose = h('p', {class: 'whose'}, 'This link asks:');
  const title = h('h2', {});
  let shown = '';
  new ResizeObserver(() => {
    const isCut = title.scrollHeight > title.clientHeight + 1;
    if (isCut)
      title.tabIndex = 0; // what scrolls is reached by keyboard
    else title.removeAttribute('tabindex');
  }).observe(title);
  return {
    elements: [whose, title],
    /** @param {string} question */
    show(question) {
      const lines = linesOf(question);
      const own = lines.length ? lines : ['Make this so:'];
      whose.hidden = !isTiedTo(host);
      if (own.join('\n') !== shown)
        title.replaceChildren(...own.map(line => h('span', {dir: 'auto'}, line)));
      shown = own.join('\n');
    },
  };
}

/** @param {string} text @param {ShadowRoot} root */
function createStatement(text, root) {
  const sentence = h('span', {});
  const now = h('small', {class: 'now'});
  const element = h('li', {}, sentence, ' ', now);
  marksWhilePointed(element, root, () => panelsOf(text));
  return {
    text,
    element,
    /** @param {State} state @param {Verdict | undefined} verdict */
    show({figure}, verdict) {
      const [kind, words] = stateOf({statement: text, verdict, figure});
      element.className = kind;
      say(sentence, sentenceOf(parsed(text), figure));
      say(now, words);
    },
  };
}

/**
 * @param {import('../shared/needs.js').PaneContext} needs
 * @returns {import('../shared/needs.js').Pane}
 */
export function createPane(needs) {
  const {root, host, top, maker, now} = needs;
  const list = h('ul', {'aria-label': 'What must hold'});
  const all = h('p', {class: 'said', role: 'status'});
  const words = createWords(host);
  const reply = createReply(needs);
  const alone = new Alone(needs);
  const element = h(
    'div',
    {class: 'asking', role: 'group', 'aria-label': 'The question'},
    h('div', {}, ...words.elements),
    list,
    reply.element,
    all,
  );
  /** @type {ReturnType<typeof createStatement>[]} */
  let statements = [];
  /** @type {Record<string, Verdict>} */
  let verdicts = {};
  let judgedOn = /** @type {State['figure']} */ (null); // the figure that they are of
  const announcing = createAnnouncing(needs);
  const judging = createJudging(maker, now, (found, figure) => {
    verdicts = found;
    judgedOn = figure;
    draw(now());
    announce(now());
  });

  /** @param {State} state */
  function announce(state) {
    if (judgedOn && judgedOn === state.figure) announcing.tell(state, verdicts);
  }

  /** @param {State} state */
  function draw(state) {
    for (const statement of statements) statement.show(state, verdicts[statement.text]);
    const met = statements.filter(({text}) => verdicts[text]?.holds).length;
    const isJudged = statements.every(({text}) => verdicts[text]);
    reply.show(state, isJudged ? {met, all: statements.length} : null);
    if (!state.live && statements.length)
      say(
        all,
        met === statements.length ? outcomes.allMet : outcomes.someMet(met, statements.length),
      );
  }

  return {
    show(state) {
      const texts = asked(state.params).map(key => state.params[key]);
      const pane = asks(state.params) ? element : alone.element;
      if (!pane.isConnected) {
        adoptStyle(top, style);
        top.replaceChildren(pane);
      }
      alone.show(state);
      words.show(unspell(state.params.question));
      if (texts.join() !== statements.map(({text}) => text).join()) {
        statements = texts.map(text => createStatement(text, root));
        list.replaceChildren(...statements.map(one => one.element));
      }
      list.hidden = !texts.length;
      draw(state);
      judging.rejudge(state);
      announce(state);
    },
    hide() {
      for (const pane of [element, alone.element]) if (pane.isConnected) pane.remove();
    },
  };
}
