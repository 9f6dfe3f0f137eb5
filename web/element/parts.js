// The parts that stand around the picture before and after the engine has arrived. They are made
// of a state and of what the reader's hand does to it, and know nothing of engine or store.
import {createBar} from '../around/bar.js';
import {h} from '../base/dom.js';
import {createButtons} from '../controls/buttons.js';
import {createEpsilon} from '../controls/epsilon.js';
import {createExamples} from '../around/examples.js';
import {createExplanations} from '../around/explain.js';
import {createForced} from '../around/forced.js';
import {createFullScreen} from '../around/full-screen.js';
import {three, withPart} from '../base/lists.js';
import {createPoint} from '../around/point.js';
import {createPrompt} from '../around/prompt.js';
import {spelled} from '../controls/scale.js';
import {createNextWords} from '../around/next-words.js';
import {createSentenceNews} from '../around/sentence-news.js';
import {createTexts} from '../controls/texts.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../shared/needs.js').PartNeeds} Needs
 * @typedef {{show(state: State): void}} Part
 */

const MIDDLE_COLUMN = 1;

/** @param {import('./shell.js').Shell} shell @param {Needs} needs */
export function createParts(shell, needs) {
  const {row, now, act, draw, bring, failed} = needs;
  /** @type {ReturnType<typeof import('../controls/play.js').createPlay> | null} */
  let play = null;

  /** Fetched when it is first asked for. */
  async function startPlaying() {
    const {createPlay} = await bring('playing', () => import('../controls/play.js'));
    play ??= createPlay({
      value: () => Number(three(now().params.eps)[MIDDLE_COLUMN]),
      set(value) {
        act.set({eps: withPart(now().params.eps, MIDDLE_COLUMN, spelled(value))}, true);
      },
      settle: () => act.settle(false),
      playing: is => buttons.playing(is),
    });
    play.start();
  }

  const toggle = () => (play?.running ? play.stop() : startPlaying().catch(failed));
  const buttons = createButtons(row, {...act, play: toggle, reset: act.restart});
  const texts = createTexts(act, needs);
  const words = createNextWords(texts.append, needs.words);
  const news = createSentenceNews(needs.words);
  const epsilon = createEpsilon(row, act);
  const prompt = createPrompt({
    next: () => act.set({figure: 'mean'}, false),
    usual: row.default,
    words: needs.words,
  });
  const examples = createExamples(needs);
  const point = createPoint(needs, examples.pointOf);
  const bar = createBar(needs);
  const full = createFullScreen(shell.element, needs);
  const forced = createForced(shell.element, needs);
  const change = (/** @type {Record<string, string>} */ patch) => act.set(patch, false);
  const explanations = createExplanations(change, {opened: draw, bring, failed});

  const written = h('div', {class: 'written'}, examples.element, texts.element);
  shell.texts.replaceChildren(point.element, written, words.element, news.element);
  shell.prompt.replaceChildren(prompt.element);
  shell.slider.replaceChildren(epsilon.element);
  shell.answer.replaceChildren(prompt.answer);
  shell.buttons.replaceChildren(...buttons.elements, needs.compare ?? '', full.button);
  shell.under.replaceChildren(bar.element);
  shell.notice.element.before(bar.above);
  shell.why.replaceChildren(explanations.element);

  const watched = {
    show: (/** @type {State} */ state) => prompt.show(state, play?.running ?? false),
  };
  return {
    /** @type {Part[]} */
    list: [
      point,
      examples,
      texts,
      words,
      news,
      epsilon,
      watched,
      buttons,
      bar,
      full,
      forced,
      explanations,
    ],
    full,
    stopPlaying() {
      play?.stop();
    },
    destroy() {
      play?.stop();
      texts.destroy();
    },
  };
}
