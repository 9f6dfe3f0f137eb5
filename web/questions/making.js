// Makes a question of the figure that stands, without writing syntax: words, what must hold, and
// which controls to leave.
import {h, say} from '../base/dom.js';
import {createCopy} from '../shared/copy.js';
import {adoptStyle} from '../base/styles.js';
import {spell, unspell} from '../controls/text.js';
import {asks, questionOf} from '../state/answering.js';
import {handedOut, homeOf} from '../state/home.js';
import {areChoices, choicesIn, choicesOut} from './choices.js';
import {createBuilder} from './builder.js';
import {createExercise} from './exercise.js';
import {asked, createJudging, stateForMaker} from './judging.js';
import {createLimits} from './limits.js';
import {style} from './style.js';
import {refusals, removing, sending as words} from './messages.js';
import {parsed, sentenceOf} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Verdict} Verdict
 */

const PLAIN =
  'A link hides nothing for good: whoever opens it can read its question, its statements and every setting in it.';
const MOST = 8;
const NOTHING_TO_DO = 'All of it holds already: your readers have nothing to do.';

/**
 * The link of the question, and the page as who is asked gets it.
 * @param {import('../shared/needs.js').PaneContext} needs
 * @param {{wrong(): boolean, isLeft(): boolean}} form wrong: does it say anything that the link
 *   cannot have? isLeft: was a statement chosen, and not added?
 */
function createSending({host, now}, {wrong, isLeft}) {
  const left = h('p', {class: 'note', role: 'status'});
  const {field, told, putAddress, clearFor} = createCopy('The question’s link');
  const handed = () => handedOut(host, questionOf(now().link), null);
  function copy() {
    const kept = !asks(now().params) ? words.nothing : wrong() ? words.unfinished : '';
    if (kept) say(told, kept);
    else putAddress(handed(), words.copied);
  }

  const button = h('button', {type: 'button', class: 'quiet', onclick: copy}, words.copy);
  const look = h('a', {target: '_blank', rel: 'noopener'}, words.look);
  return {
    elements: [left, h('div', {class: 'answer-row'}, button, look, told, field)],
    /** @param {State} state */
    show({link}) {
      say(left, isLeft() ? words.notAdded : '');
      clearFor(link);
      look.href = handed().text;
      look.hidden = !homeOf(host).page;
    },
  };
}

/** The statements that there are, as they come out now. @param {(key: string) => void} remove */
function createList(remove) {
  const list = h('ul', {'aria-label': 'Statements'});
  const all = h('p', {class: 'note', role: 'status'});
  let written = '';

  /** @param {string} key */
  const item = key =>
    h(
      'li',
      {},
      h('span', {}),
      ' ',
      h('small', {class: 'now'}),
      ' ',
      h('button', {type: 'button', class: 'quiet', onclick: () => remove(key)}, 'Remove'),
    );

  return {
    elements: [list, all],
    /** @param {State} state @param {Record<string, Verdict>} verdicts by statement */
    show({params, figure}, verdicts) {
      const keys = asked(params);
      const now = keys.map(key => `${key} ${params[key]}`).join();
      if (now !== written) list.replaceChildren(...keys.map(item));
      written = now;
      keys.forEach((key, i) => {
        const [sentence, told, button] = list.children[i].children;
        const statement = params[key];
        const [kind, state] = stateForMaker({statement, verdict: verdicts[statement], figure});
        list.children[i].className = kind;
        say(sentence, sentenceOf(parsed(statement), figure));
        say(told, state);
        button.setAttribute('aria-label', removing(sentence.textContent ?? ''));
      });
      list.hidden = !keys.length;
      say(all, keys.length && keys.every(key => verdicts[params[key]]?.holds) ? NOTHING_TO_DO : '');
    },
  };
}

/** The question's words. @param {import('../shared/needs.js').PaneContext['act']} act */
function createWords(act) {
  const note = h('p', {class: 'note', role: 'alert'});
  const field = h('textarea', {
    rows: 3,
    'aria-label': 'Question',
    oninput() {
      const [refused] = act.set({question: spell(field.value)}, true);
      say(note, refused ? refusals.question(refused.why) : '');
    },
    onchange: () => act.settle(false),
  });
  return {
    elements: [h('label', {}, h('span', {}, 'Question'), field), note],
    /** @param {State} state */
    show({params}) {
      const text = unspell(params.question);
      if (field.value !== text && !field.matches(':focus')) field.value = text;
    },
  };
}

/** What is wrong with choices, or '' where they may be offered, or there are none. @param {string[]} choices */
function wrongWith(choices) {
  if (choices.some(choice => choice.includes('/'))) return refusals.slash;
  return choices.length && !areChoices(choices) ? refusals.choices(choices.length) : '';
}

/**
 * What is asked for beside statements: one of some choices, and words.
 * @param {import('../shared/needs.js').PaneContext['act']} act
 */
function createReplies(act) {
  let shown = ''; // the choices of the link that the field was last of
  const note = h('p', {class: 'note', role: 'alert'});
  const write = h('input', {
    type: 'checkbox',
    onchange: () => void act.set({write: write.checked ? 'on' : 'off'}, false),
  });
  const field = h('textarea', {rows: 3, oninput: take}); // what is said of it comes before a press

  function take() {
    const choices = field.value.split('\n').filter(line => line.trim());
    const wrong = wrongWith(choices);
    const [refused] = wrong ? [] : act.set({choices: choicesOut(choices)}, false);
    say(note, wrong || (refused ? refusals.question(refused.why) : ''));
  }

  const offered = h('label', {}, h('span', {}, 'Choices, one on each line'), field);
  const asked = h('label', {class: 'checked'}, write, ' Ask for words too');
  const legend = h('legend', {}, 'What they choose or write');
  return {
    element: h('fieldset', {}, legend, offered, note, asked),
    wrong: () => Boolean(note.textContent),
    /** @param {State} state */
    show({params}) {
      write.checked = params.write === 'on';
      if (params.choices === shown) return;
      shown = params.choices;
      if (field.matches(':focus')) return; // it is being typed
      const choices = choicesIn(shown);
      field.value = choices.join('\n');
      say(note, wrongWith(choices));
    },
  };
}

/**
 * What changes the link; each says what is wrong with what it is given, or nothing.
 * @param {import('../shared/needs.js').PaneContext} needs
 */
function createWriting({act, now}) {
  /** The statements that the question has. */
  const statements = () => asked(now().params).map(key => now().params[key]);

  /** @param {Record<string, string>} patch */
  function set(patch) {
    const [refused] = act.set(patch, false);
    return refused ? refusals.statement(refused.why) : '';
  }

  return {
    statements,
    set,
    /** @param {string} statement */
    add(statement) {
      const taken = asked(now().params);
      const keys = Array.from({length: MOST}, (_, i) => `ask${i + 1}`);
      const free = keys.find(key => !taken.includes(key));
      if (statements().includes(statement)) return 'It stands there already.';
      return free ? set({[free]: statement}) : refusals.tooMany(MOST);
    },
  };
}

/**
 * @param {import('../shared/needs.js').PaneContext} needs
 * @returns {import('../shared/needs.js').Pane}
 */
export function createPane(needs) {
  const {side, act, now, maker, table, control} = needs;
  /** @type {Record<string, Verdict>} */
  let verdicts = {};
  const {set, add, statements} = createWriting(needs);

  const builder = createBuilder({
    add,
    drafted() {
      sending.show(now());
      judging.rejudge(now());
    },
  });
  const judging = createJudging(
    maker,
    now,
    found => {
      verdicts = found;
      list.show(now(), verdicts);
      builder.show(now(), verdicts);
    },
    builder.draft,
  );
  const words = createWords(act);
  const list = createList(key => {
    set({[key]: ''});
  });
  const limits = createLimits(table, now, set);
  const replies = createReplies(act);
  const sending = createSending(needs, {
    wrong: replies.wrong,
    isLeft: () => builder.isLeft(statements()),
  });
  const exercise = createExercise(needs, replies.wrong);
  const title = h('h2', {tabindex: -1}, 'Make a question');
  const element = h(
    'div',
    {class: 'making', role: 'group', 'aria-label': 'Make a question'},
    h(
      'div',
      {class: 'title'},
      title,
      h('button', {type: 'button', class: 'quiet', onclick: control.close}, 'Close'),
    ),
    h(
      'p',
      {class: 'help'},
      'Set the figure as your readers should find it. They answer with a link.',
    ),
    ...words.elements,
    h('fieldset', {}, h('legend', {}, 'What must hold'), ...list.elements, builder.element),
    replies.element,
    limits.element,
    h('p', {class: 'help'}, PLAIN),
    ...sending.elements,
    exercise.element,
  );

  function enter() {
    adoptStyle(side, style);
    side.replaceChildren(element);
    title.focus(); // it was asked for
    element.scrollIntoView({block: 'nearest'});
  }

  return {
    show(state) {
      if (!element.isConnected) enter();
      words.show(state);
      builder.show(state, verdicts);
      replies.show(state);
      limits.show(state);
      sending.show(state);
      list.show(state, verdicts);
      judging.rejudge(state);
    },
    hide() {
      if (element.isConnected) element.remove();
    },
  };
}
