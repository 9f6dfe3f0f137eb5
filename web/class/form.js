// What a teacher fills in: the question's link, the answers, and what is right.
import {h, say} from '../base/dom.js';
import {reason} from '../shared/trouble.js';
import {question as words, reading} from './messages.js';
import {joined, readFile} from './reading.js';

/**
 * @typedef {import('../engine/answers.js').Question} Question
 * @typedef {import('./reading.js').Given} Given
 */

/** A field under its label. @param {string} label @param {HTMLElement} field */
const labelled = (label, field) => h('label', {}, h('span', {}, label), field);

/** The question in words, for whoever wants to see that it is the right one. */
export function createQuestion() {
  const text = h('p', {class: 'question', dir: 'auto'});
  const list = h('ol', {class: 'statements'});
  const choices = h('p', {dir: 'auto'});
  const element = h('div', {class: 'asked', hidden: true}, text, list, choices);
  return {
    element,
    /** @param {Question | null} question @param {string[]} sentences */
    show(question, sentences) {
      element.hidden = !question;
      say(text, question?.text ?? '');
      text.hidden = !question?.text;
      list.replaceChildren(...sentences.map(sentence => h('li', {}, sentence)));
      list.hidden = !sentences.length;
      const offered = (question?.choices ?? []).map((said, i) => words.choice(i + 1, said));
      say(choices, offered.length ? words.choices(offered) : '');
      choices.hidden = !offered.length;
    },
  };
}

/** Which choice is right: told here, for no link has it. @param {() => void} changed */
export function createRightChoice(changed) {
  const select = h('select', {onchange: changed});
  const element = labelled('Right choice', select);
  element.hidden = true;
  let offered = '';
  return {
    element,
    /** 0 for any; null where the question has no choices. */
    get value() {
      return element.hidden ? null : Number(select.value);
    },
    /** @param {string[]} choices */
    show(choices) {
      element.hidden = !choices.length;
      const now = JSON.stringify(choices);
      if (now === offered) return;
      offered = now;
      const options = choices.map((choice, i) =>
        h('option', {value: i + 1}, words.choice(i + 1, choice)),
      );
      select.replaceChildren(h('option', {value: 0}, 'any'), ...options);
    },
  };
}

/** Files, by their names, each of which can be taken out again. */
function createFiles() {
  /** @type {Given[]} */
  let files = [];
  const list = h('ul', {class: 'files', 'aria-label': 'Files'});
  const draw = () => list.replaceChildren(...files.map(item));

  /** @param {Given} file */
  function item(file) {
    const remove = h(
      'button',
      {
        type: 'button',
        'aria-label': reading.remove(file.name),
        onclick() {
          files = files.filter(one => one !== file);
          draw();
        },
      },
      'Remove',
    );
    return h('li', {}, reading.file(file.name, file.bytes.length), ' ', remove);
  }

  return {
    list,
    all: () => files,
    /** @param {Given[]} more */
    add(more) {
      files = [...files, ...more];
      draw();
    },
  };
}

/**
 * Where files may be dropped. A text that is dropped is left to the field that it is dropped on.
 * @param {(given: File[]) => void} take
 * @param {Element[]} parts
 */
function createDrop(take, ...parts) {
  const over = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  return h('div', {class: 'drop', ondragover: over, ondrop: drop}, ...parts);
}

/** Pasted text, and files that are chosen or dropped. */
export function createAnswers() {
  const note = h('p', {class: 'note', role: 'alert'});
  const files = createFiles();
  const pasted = h('textarea', {rows: 8, spellcheck: 'false'});
  const chooser = h('input', {
    type: 'file',
    multiple: true,
    onchange() {
      take([...(chooser.files ?? [])]);
      chooser.value = '';
    },
  });

  /** @param {File[]} given */
  async function take(given) {
    const read = await Promise.allSettled(given.map(readFile));
    files.add(read.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
    say(
      note,
      read.flatMap(one => (one.status === 'rejected' ? [reason(one.reason)] : [])).join(' '),
    );
  }

  const element = createDrop(
    take,
    labelled('Answers: paste mails, lines or a table', pasted),
    labelled('or choose files, or drop them here (text, mail, CSV)', chooser),
    files.list,
    note,
  );
  return {
    element,
    get isEmpty() {
      return !pasted.value.trim() && !files.all().length;
    },
    bytes: () => joined(files.all(), pasted.value),
  };
}

export {labelled};
