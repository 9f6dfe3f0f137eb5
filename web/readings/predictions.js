// What the reader has predicted of each sentence, and whether that was right. It is kept for the
// next visit where the browser lets the page of readings remember.
import {keep, kept} from '../base/kept.js';
import {isTied} from '../state/tied.js';
import {WHICH} from './heads.js';
import {readings} from './judged.js';
import {GUESSES} from './messages.js';

/**
 * @typedef {import('./sentence.js').Prediction} Prediction
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {Record<number, Prediction>} Predictions by the number of a sentence
 */

const KEY = 'ninefold-readings';

/** @param {any} said whatever stands in the storage @returns {Prediction | null} */
function readPrediction(said) {
  const {guess, ofReal, of = ofReal ? 'real' : 'built', right = null} = said ?? {}; // ofReal: as it was kept before
  const isGuess = typeof guess === 'string' && Object.hasOwn(GUESSES, guess);
  if (!isGuess || !WHICH.includes(of)) return null;
  return {
    guess: /** @type {Prediction['guess']} */ (guess),
    of,
    right: typeof right === 'boolean' ? right : null,
  };
}

/** @returns {any} what an earlier visit left, if it can be read */
function left() {
  try {
    return JSON.parse(kept(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/**
 * A sentence is known by its words: others may be added before it.
 * @param {any} before what an earlier visit left
 */
function readAll(before) {
  /** @type {Record<string, Predictions>} */
  const all = Object.fromEntries(readings.map(({name}) => [name, {}]));
  for (const {name, sentences} of readings)
    sentences.forEach(({text}, i) => {
      const said = readPrediction(before[name]?.[text]);
      if (said) all[name][i] = said;
    });
  return all;
}

export function createPredictions() {
  const keeps = isTied(); // a page of others is not ours to remember in
  const all = readAll(keeps ? left() : {});

  function note() {
    if (!keeps) return;
    const byWords = readings.map(({name, sentences}) => [
      name,
      Object.fromEntries(Object.entries(all[name]).map(([i, it]) => [sentences[+i].text, it])),
    ]);
    keep(KEY, JSON.stringify(Object.fromEntries(byWords)));
  }

  return {
    /** @param {Reading} reading @returns {Predictions} */
    of: ({name}) => all[name],
    /** @param {Reading} reading */
    isWhole: ({name, sentences}) => Object.keys(all[name]).length === sentences.length,
    /** @param {Reading} reading @param {number} i @param {Prediction} prediction */
    set({name}, i, prediction) {
      all[name][i] = prediction;
      note();
    },
    /** @param {Reading} reading */
    forget({name}) {
      all[name] = {};
      note();
    },
  };
}

/** @typedef {ReturnType<typeof createPredictions>} Kept */

/**
 * How many of what was predicted were right, and how many there are of each kind.
 * @param {Predictions[]} several
 */
export function scoreOf(several) {
  const all = several.flatMap(predictions => Object.values(predictions));
  const judged = all.filter(({right}) => right !== null);
  return {
    right: judged.filter(({right}) => right).length,
    total: judged.length,
    unsaid: all.filter(({guess}) => guess === 'unsaid').length,
  };
}
