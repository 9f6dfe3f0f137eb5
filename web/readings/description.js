// One description, sentence by sentence: what the reader predicts, and what comes of it on either
// head.
import {h, say} from '../base/dom.js';
import {captionFor} from '../engine/titles.js';
import {tableOf} from '../base/lookup.js';
import {valueIn} from '../engine/link-text.js';
import {createGlance} from '../figure/glance.js';
import {WHICH, isOwnJudged, patchFor, placeOfOwn, whichOf} from './heads.js';
import {readings} from './judged.js';
import {NOTHING, createJudging} from './judging.js';
import {choices, notJudged, ownLater, ownNotJudged, progress} from './messages.js';
import {createEnd} from './end.js';
import {PAIR, createPair} from './pair.js';
import {createPredictions} from './predictions.js';
import {createSentence, isRight} from './sentence.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {import('./sentence.js').Prediction} Prediction
 * @typedef {import('./predictions.js').Predictions} Predictions
 * @typedef {import('../shared/needs.js').PaneContext} Needs
 */

/** What a weight is, by what makes weights of logits. @type {Record<string, string>} */
const WEIGHTS = tableOf({
  softmax: 'Weights are shares of a row’s attention: 1 is all of it.',
  softmax1:
    'Weights are shares of a row’s attention: 1 is all of it, and a row may leave a part of it unused.',
  sigmoid: 'Each weight stands alone between 0 and 1: those of a row need not sum to 1.',
});

const PAPER = 'https://arxiv.org/abs/2410.13708';

/** Which head the figure is of. @param {(which: import('./heads.js').Which) => void} choose */
function createChoice(choose) {
  const heads = WHICH.map(which => {
    const input = h('input', {type: 'radio', name: 'which-head', onchange: () => choose(which)});
    const words = h('span', {}, which === 'own' ? '' : choices[which]);
    return {which, input, words, label: h('label', {}, input, words)};
  });
  return {
    element: h(
      'div',
      {class: 'choice', role: 'radiogroup', 'aria-label': choices.label},
      ...heads.map(({label}) => label),
    ),
    /** @param {State} state */
    show({params}) {
      const place = placeOfOwn();
      for (const {which, input, words, label} of heads) {
        input.checked = which === whichOf(params);
        if (which !== 'own') continue;
        label.hidden = !place;
        if (place) say(words, choices.own(place.layer, place.head));
      }
    },
  };
}

/** Why there is nothing of a head, as it may be. @param {import('./judging.js').Found} found */
function notesOf({note, own, ofOwn}) {
  const isLater = placeOfOwn() !== null && !own.length && !ofOwn && !isOwnJudged('real');
  return [note && notJudged(note), ofOwn && ownNotJudged(ofOwn), isLater && ownLater]
    .filter(Boolean)
    .join(' ');
}

/**
 * What a reading's own link says of a key.
 * @param {Reading} reading
 * @param {string} key
 * @param {Needs['table']} table
 */
function usual({link}, key, table) {
  return valueIn(link, key) || table.filter(row => row.key === key)[0].default;
}

/** Where a description comes from. */
function createOrigin() {
  const figure = h('q', {});
  const paper = h('a', {href: PAPER, target: '_blank', rel: 'noopener'}, 'arXiv 2410.13708');
  return {
    element: h(
      'p',
      {class: 'help'},
      'From a description, written by looking at a picture of ',
      figure,
      ' in the appendix of ',
      paper,
      '. The claims are in our words.',
    ),
    /** @param {Reading} reading */
    show({link}) {
      say(figure, captionFor({figure: valueIn(link, 'figure'), op: ''}));
    },
  };
}

/** How far the reader is. @param {() => void} showAll */
function createScore(showAll) {
  const words = h('p', {class: 'help', role: 'status'});
  const all = h('button', {type: 'button', class: 'quiet', onclick: showAll}, 'Show all verdicts');
  return {
    element: h('div', {class: 'over'}, words, all),
    /**
     * @param {number} count
     * @param {number} total
     * @param {string} weights what makes them of logits
     */
    show(count, total, weights) {
      const far = count ? [progress.checked(count, total)] : [];
      say(words, [...far, progress.how, WEIGHTS[weights]].join(' '));
      all.hidden = count === total;
    },
  };
}

/**
 * Asked again, the setting goes back.
 * @param {Needs} needs
 * @param {Reading} reading
 * @param {string} change
 */
function attempt({act, now, table}, reading, change) {
  const [key, value] = change.split('=');
  act.set({[key]: now().params[key] === value ? usual(reading, key, table) : value}, false);
}

/** The sentences of the description that is open. @param {Needs} needs */
function createSentences(needs) {
  const {root, now} = needs;
  const element = h('ol', {class: 'sentences'});
  /** @type {ReturnType<typeof createSentence>[]} */
  let sentences = [];
  return {
    element,
    focus() {
      sentences[0]?.focus();
    },

    /** @param {Reading} reading @param {(i: number, prediction: Prediction) => void} predict */
    open(reading, predict) {
      sentences = reading.sentences.map((sentence, i) =>
        createSentence(sentence, root, {
          guess: guess => predict(i, {guess, of: whichOf(now().params), right: null}),
          attempt: () => attempt(needs, reading, sentence.with),
        }),
      );
      element.replaceChildren(...sentences.map(one => one.element));
    },

    /**
     * @param {Reading} reading
     * @param {Predictions} said
     * @param {import('./judging.js').Found} found
     */
    show(reading, said, found) {
      const state = now();
      sentences.forEach((sentence, i) => {
        const [key, value] = reading.sentences[i].with.split('=');
        sentence.show({
          judged: {
            built: found.built[i] ?? null,
            real: found.real[i] ?? null,
            own: found.own[i] ?? null,
          },
          said: said[i],
          tried: state.params[key] === value,
          shown: whichOf(state.params),
          figure: state.figure,
        });
      });
    },
  };
}

/**
 * Notes of what was predicted whether it was right, once that is known: what the reader moves
 * later is another figure.
 * @param {import('./predictions.js').Kept} kept
 * @param {Reading} reading
 * @param {import('./judging.js').Found} found
 */
function settle(kept, reading, found) {
  for (const [i, prediction] of Object.entries(kept.of(reading))) {
    const {guess, of, right} = prediction;
    if (right !== null) continue;
    const judged = found[of][+i] ?? null;
    const is = judged && isRight(guess, reading.sentences[+i].any, judged);
    if (is !== null) kept.set(reading, +i, {guess, of, right: is});
  }
}

/** @param {Needs} needs @param {(name: string) => void} visit */
export function createDescription(needs, visit) {
  const {act, host, now} = needs;
  const kept = createPredictions();
  let reading = readings[0];
  let found = NOTHING;
  let seen = /** @type {unknown} */ (null);

  const judging = createJudging(needs, it => {
    found = it;
    draw();
  });
  const glance = createGlance(needs.maker);
  const origin = createOrigin();
  const choice = createChoice(which => {
    const usualOf = (/** @type {string} */ key) => usual(reading, key, needs.table);
    act.set(patchFor(which, now().params, usualOf), false);
  });
  const pair = createPair(needs.maker);
  const score = createScore(() => {
    reading.sentences.forEach((_, i) => {
      if (!kept.of(reading)[i]) kept.set(reading, i, {guess: 'unsaid', of: 'built', right: null});
    });
    draw();
  });
  const again = () => {
    kept.forget(reading);
    draw();
    sentences.focus();
  };
  const end = createEnd(host, kept, {visit, again});
  const note = h('p', {class: 'help'});
  const sentences = createSentences(needs);

  function draw() {
    settle(kept, reading, found);
    const mine = kept.of(reading);
    sentences.show(reading, mine, found);
    end.show(reading);
    score.show(Object.keys(mine).length, reading.sentences.length, now().params.weights);
    say(note, notesOf(found));
  }

  return {
    element: h(
      'div',
      {class: 'description', role: 'group', 'aria-label': 'The description, sentence by sentence'},
      origin.element,
      choice.element,
      note,
      score.element,
      glance.element,
      sentences.element,
      end.element,
      pair.element,
    ),

    /** @param {Reading} next */
    open(next) {
      reading = next;
      seen = null;
      sentences.open(reading, (i, prediction) => {
        kept.set(reading, i, prediction);
        draw();
      });
      origin.show(reading);
      pair.show(PAIR.includes(reading.name));
      judging.forget();
    },

    /** @param {State} state */
    show(state) {
      choice.show(state);
      glance.show(state);
      draw();
      // Or else the figure is still that of the state before.
      const stands = state.live || needs.check() !== null;
      if (!stands || seen === state.figure) return;
      seen = state.figure;
      judging.rejudge(reading);
    },
  };
}
