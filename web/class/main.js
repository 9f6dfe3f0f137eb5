// The page for a class: a question, the answers to it, and a row for each. All of it happens in this
// page; nothing is stored, and nothing is sent.
import {h, say} from '../base/dom.js';
import {reason} from '../shared/trouble.js';
import {parsed, sentenceOf} from '../questions/words.js';
import {createAnswers, createQuestion, createRightChoice, labelled} from './form.js';
import {judgeAll, openJudge, panelsOf} from './judge.js';
import {judging, question as words} from './messages.js';
import {createResults} from './results.js';

/**
 * @typedef {import('../engine/answers.js').Question} Question
 * @typedef {import('./judge.js').Judge} Judge
 * @typedef {{question: Question, sentences: string[]}} Asked
 */

const MOST_WORK = 2 ** 53; // more than any figure takes
const OFTEN = 250; // ms between two sentences about how far it is

/** What is wrong with the question's link, or ''. @param {ReturnType<Judge['sheet']['ask']>} taken */
function wrongWith({question, decoded}) {
  const lost = decoded.ignored.find(({harmless}) => !harmless);
  if (lost) return words.notWhole(lost.key, lost.read, lost.why);
  return question.why ? words.none(question.why) : '';
}

/** @param {Judge} judge @param {string} link @returns {Asked} fails with what is wrong with it */
function taken(judge, link) {
  const {question, decoded} = judge.sheet.ask(link);
  const wrong = wrongWith({question, decoded});
  if (wrong) throw new Error(wrong);
  const figure = question.statements.length ? panelsOf(judge, question.question) : null;
  const sentences = question.statements.map(({key, statement}) =>
    words.statement(Number(key.slice(3)), sentenceOf(parsed(statement), figure)),
  );
  judge.sheet.ask(link); // the figure was the link read last
  return {question, sentences};
}

/** The question's link, and what it asks. */
class Asking {
  #asked = createQuestion();
  #note = h('p', {class: 'note', role: 'alert'});
  #looks = 0;
  #tell;
  #status;
  field = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false'});
  elements = [labelled('The question’s link', this.field), this.#note, this.#asked.element];

  /**
   * @param {Element} status where it is said that the judge is on its way
   * @param {(question: Question | null) => void} tell
   */
  constructor(status, tell) {
    this.#status = status;
    this.#tell = tell;
  }

  /** @param {Asked | null} it @param {string} wrong */
  #show(it, wrong) {
    say(this.#note, wrong);
    this.#asked.show(it?.question ?? null, it?.sentences ?? []);
    this.#tell(it?.question ?? null);
  }

  /**
   * Takes the question that the link asks, and shows it; null where it asks none, which is said when
   * it is to be judged by. It is shown while the field is written in: a button must not move under a
   * hand that presses it.
   */
  async look(isFinal = true) {
    const said = this.field.value.trim();
    const mine = ++this.#looks;
    try {
      if (!said) throw new Error(words.missing);
      if (isFinal) say(this.#status, judging.starting);
      const judge = await openJudge();
      if (mine !== this.#looks) return null;
      const it = taken(judge, said);
      this.#show(it, '');
      return {judge, ...it};
    } catch (error) {
      if (mine === this.#looks) this.#show(null, isFinal ? reason(error) : '');
      return null;
    } finally {
      if (isFinal) say(this.#status, '');
    }
  }
}

/** How far it is, and what starts and ends it. @param {() => void} start @param {() => void} end */
function createProgress(start, end) {
  const bar = h('progress', {hidden: true, max: 1, value: 0, 'aria-label': 'Judged'});
  const status = h('p', {class: 'status', role: 'status'});
  let isBusy = false;
  const go = h(
    'button',
    {type: 'button', class: 'go', onclick: () => void (isBusy || start())},
    'Judge the answers',
  );
  const stop = h('button', {type: 'button', hidden: true, onclick: end}, 'Stop');
  let told = -OFTEN;
  return {
    elements: [h('div', {class: 'row'}, go, stop, bar), status],
    status,
    get isBusy() {
      return isBusy;
    },
    /**
     * The focus stays where it is: on a disabled or hidden button it would be lost.
     * @param {boolean} is
     */
    busy(is) {
      if (!is && document.activeElement === stop) go.focus();
      isBusy = is;
      if (is) told = -OFTEN; // the first row of each run is told
      bar.hidden = stop.hidden = !is;
      go.setAttribute('aria-disabled', String(is));
    },
    /** @param {number} done @param {number} all */
    show(done, all) {
      bar.value = done / all;
      if (performance.now() - told < OFTEN) return;
      told = performance.now();
      say(status, judging.progress(done, all));
    },
  };
}

/** @param {Element} place */
function createPage(place) {
  let turn = 0; // each run has its own
  let stopped = 0; // the turn that was stopped
  const results = createResults();
  const stop = () => {
    stopped = turn;
  };
  const progress = createProgress(run, stop);
  const {status} = progress;
  const asking = new Asking(status, question => right.show(question?.choices ?? []));
  const answers = createAnswers();
  const right = createRightChoice(() => void ((results.count || progress.isBusy) && run()));
  const costly = h('input', {type: 'checkbox'});
  asking.field.addEventListener('input', () => void (progress.isBusy || asking.look(false)));

  /** @param {Judge} judge @param {number} mine */
  async function judgeThem(judge, mine) {
    let found = {count: 0, quoted: 0, damaged: 0, skipped: 0, without: 0};
    const rightChoice = right.value;
    const limits = {choice: rightChoice ?? 0, ...(costly.checked && {mostWork: MOST_WORK})};
    const isOver = () => mine !== turn || mine === stopped;
    await judgeAll(
      judge,
      {bytes: answers.bytes(), limits},
      {
        found(what) {
          found = what;
        },
        judged(row) {
          results.add(row);
          progress.show(results.count, found.count);
        },
        isOver,
      },
    );
    if (mine !== turn) return; // the table is another run's
    const {count, ...beside} = found;
    results.end({...beside, rightChoice});
    if (!count) say(status, judging.none);
    else say(status, results.count < count ? judging.stopped(results.count, count) : '');
  }

  async function run() {
    const mine = ++turn;
    const it = await asking.look();
    if (mine !== turn) return;
    progress.busy(false); // of the run before
    if (!it) {
      results.clear(); // they are another question's
      asking.field.focus();
      return;
    }
    if (answers.isEmpty) {
      say(status, judging.nothing);
      return;
    }
    results.begin({...it, head: it.judge.sheet.head()});
    progress.busy(true);
    try {
      await judgeThem(it.judge, mine);
    } catch (error) {
      if (mine === turn) say(status, judging.failed(reason(error)));
    } finally {
      if (mine === turn) progress.busy(false);
    }
  }

  const long = h('label', {class: 'check'}, costly, ' Judge also what takes long');
  const parts = [...asking.elements, answers.element, right.element, long, ...progress.elements];
  place.replaceChildren(h('div', {class: 'form'}, ...parts), results.element);
}

const place = document.getElementById('class');
if (place) createPage(place);
