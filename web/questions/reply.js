// The reader's answer: a choice, words and a name where the question asks for them, what is still
// open, and the link that is handed in.
import {h, say} from '../base/dom.js';
import {spell, unspell} from '../controls/text.js';
import {createCopy} from '../shared/copy.js';
import {OF_ANSWER, answerOf} from '../state/answering.js';
import {isOpen, offeredIn} from './choices.js';
import {replies as words} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../shared/needs.js').PaneContext} Needs
 * @typedef {{element: HTMLElement, show(state: State): void}} Part
 */

/** @param {Needs} needs @returns {Part} */
function createChoice({act}) {
  const list = h('div', {class: 'choices'});
  const legend = h('legend', {}, 'Your choice');
  const note = h('p', {class: 'note', role: 'status'});
  const element = h('fieldset', {class: 'choosing'}, legend, list, note);
  const name = `choice-${Math.random().toString(36).slice(2)}`; // two elements of a page are two groups
  let offered = '';

  /** @param {string} choice @param {number} i */
  function option(choice, i) {
    const value = String(i + 1);
    const radio = h('input', {
      type: 'radio',
      name,
      value,
      onchange: () => void act.set({choice: value}, false),
    });
    return h('label', {}, radio, ' ', h('span', {dir: 'auto'}, choice));
  }

  return {
    element,
    show({params}) {
      const choices = offeredIn(params);
      if (params.choices !== offered) list.replaceChildren(...choices.map(option));
      offered = params.choices;
      element.hidden = !params.choices;
      say(note, choices.length ? '' : words.oddChoices);
      for (const radio of list.querySelectorAll('input'))
        radio.checked = radio.value === params.choice;
    },
  };
}

/**
 * A text of the answer, which stands in its link.
 * @param {Needs} needs
 * @param {{key: string, label: string, rows: number, most: number}} what most: bytes
 * @returns {Part}
 */
function createText({act}, {key, label, rows, most}) {
  const note = h('small', {class: 'note', role: 'alert'});
  const listen = {
    oninput() {
      const [refused] = act.set({[key]: spell(field.value)}, true);
      say(note, refused ? words.tooLong(most) : '');
    },
    onchange: () => act.settle(false),
  };
  const field = rows
    ? h('textarea', {rows, ...listen})
    : h('input', {type: 'text', autocomplete: 'name', ...listen});
  return {
    element: h('label', {}, h('span', {}, label), field, note),
    show({params}) {
      const text = unspell(params[key]);
      if (field.value !== text && !field.matches(':focus')) field.value = text;
    },
  };
}

/**
 * What is not done yet, in words; '' if nothing.
 * @param {State['params']} params
 * @param {{met: number, all: number}} statements
 */
export function openIn(params, {met, all}) {
  const open = [
    ...(met < all ? [words.statements(all - met, all)] : []),
    ...(isOpen.choice(params) ? [words.choice] : []),
    ...(isOpen.words(params) ? [words.words] : []),
    ...(params.by ? [] : [words.name]),
  ];
  return open.length ? words.open(open.join(', ')) : '';
}

/**
 * What is said of an answer that was copied.
 * @param {State['params']} params
 * @param {{met: number, all: number} | null} statements null: not judged yet
 */
function copiedWith(params, statements) {
  if (!statements) return words.copiedUnjudged;
  return openIn(params, statements) ? words.copiedOpen : words.copied;
}

/** @param {Needs} needs */
export function createReply(needs) {
  const {host, settled, act, now, both} = needs;
  const {field, told, putLink, clearFor} = createCopy('Your answer');
  const choice = createChoice(needs);
  const own = createText(needs, {key: 'words', label: 'In your words', rows: 3, most: 600});
  const by = createText(needs, {key: 'by', label: 'Your name', rows: 0, most: 60});
  const open = h('p', {class: 'open-yet', role: 'status'});
  let judged = /** @type {{met: number, all: number} | null} */ (null);

  async function hand() {
    act.set({}, false); // an answer names its question as soon as anything is set
    await putLink(host, settled, copiedWith(now().params, judged), answered);
    told.scrollIntoView({block: 'nearest'}); // on a phone the slider stands over the lower edge of the window
  }

  /** The answer of the state that settled: a question has no name before its model is here. */
  function answered() {
    act.set({}, false);
    clearFor(now().link); // what is told then is told of this one
    return answerOf(both().link);
  }

  const button = h('button', {type: 'button', class: 'quiet', onclick: hand}, 'Copy my answer');
  const row = h('div', {class: 'answer-row'}, button, told, field);
  const parts = [choice.element, own.element, by.element, row, open]; // nothing that comes or goes stands above the button
  return {
    element: h('div', {class: 'reply'}, ...parts),
    /** @param {State} state @param {{met: number, all: number} | null} statements null: not judged yet */
    show(state, statements) {
      for (const part of [choice, own, by]) part.show(state);
      own.element.hidden = state.params.write !== 'on';
      clearFor(state.link);
      judged = statements;
      const isWritten = !state.live || OF_ANSWER.includes(state.moved);
      if (statements && isWritten) say(open, openIn(state.params, statements));
    },
  };
}
