// The sentences of a reading, put to the engine.
import {changed} from '../engine/link-text.js';
import {FULL} from '../engine/statements.js';
import {page} from '../engine/page-engine.js';
import {readings} from 'made/readings-data.js';

/**
 * @typedef {import('../engine/core.js').Core} Engine
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('made/readings-data.js').Reading} Reading
 * @typedef {import('made/readings-data.js').Sentence} Sentence
 * @typedef {{verdict: boolean | null, number: number | null, bound: number | null, why: string,
 *   statement: string}} Judged
 *   verdict: is the sentence borne out? statement: which decided
 */

export {readings};

/** The reading of a name; the first where there is none. @param {string} name @returns {Reading} */
export const readingOf = name => readings.find(reading => reading.name === name) ?? readings[0];

/**
 * Every statement must hold, and the first that does not decides, as nf_judge in
 * src/engine/readings.c does. The page asks them one by one, because it tells which one decided;
 * tests/node/page-rules.test.mjs holds both equal.
 * @param {Engine} engine
 * @param {Sentence} sentence
 * @returns {Judged}
 */
export function judged(engine, {test, slack, refutes}) {
  const verdicts = test.split(';').map(statement => ({...engine.ask(statement, slack), statement}));
  const {holds, number, bound, why, statement} =
    verdicts.find(one => one.holds !== true) ?? verdicts[0];
  return {verdict: holds === null ? null : holds !== refutes, number, bound, why, statement};
}

/**
 * Judges all sentences on the figure of a link; those that ask for another setting on that one's.
 * @param {{maker: Engine, owner: object}} who
 * @param {{link: string, figure: Figure | null}} about figure: if it is there already
 * @param {Sentence[]} sentences
 */
export async function judge(who, {link, figure}, sentences) {
  /** @type {(Judged | null)[]} */
  const all = sentences.map(() => null);
  let counterfactual = '';
  for (const change of new Set(sentences.map(sentence => sentence.with))) {
    const about = {link: changed(link, change), want: FULL, figure: change ? null : figure};
    await page.consult(who, about, (_, {source}) => {
      if (!change) ({counterfactual} = source);
      sentences.forEach((sentence, i) => {
        if (sentence.with === change) all[i] = judged(who.maker, sentence);
      });
    });
  }
  return {all, counterfactual};
}

/**
 * How much of itself a token holds in the first row of a figure.
 * @param {{maker: Engine, owner: object}} who
 * @param {string} link
 */
export const diagonals = (who, link) =>
  page.consult(who, {link: changed(link), want: FULL, figure: null}, (_, {panels}) =>
    panels.slice(0, 3).map(({measures}) => measures.diag ?? 0),
  );
