// What a component's measures and its prediction are at every epsilon: those that the command
// line's `table --eps 0,1e-10..10/60` has.
import {WANT} from './core.js';
import {changed} from './link-text.js';
import {page} from './page-engine.js';

/**
 * @typedef {Record<string, number | null>} Sample the measures of a panel, and `prediction`
 * @typedef {Sample[][]} Samples by component and, in the order of EPSILONS, by epsilon
 * @typedef {import('./core.js').Panel} Panel
 */

const [FROM, TO, COUNT] = [1e-10, 10, 60];
const STEP = Math.log(TO / FROM) / (COUNT - 1);

/** With four digits, by ratio; the ends are exact. */
const between = Array.from({length: COUNT - 2}, (_, i) =>
  Number((FROM * Math.exp(STEP * (i + 1))).toExponential(3)),
);

export const EPSILONS = [0, FROM, ...between, TO];

const COLUMNS = 3; // epsilons of a figure
const COMPONENTS = 3;

/** The first epsilon of each figure. */
const FIRSTS = Array.from({length: Math.ceil(EPSILONS.length / COLUMNS)}, (_, i) => COLUMNS * i);

const LAST = EPSILONS.length - 1;

/** Nothing is known yet. @returns {Samples} */
export const noSamples = () => Array.from({length: COMPONENTS}, () => []);

/** @param {Panel} panel @returns {Sample} */
export const sampleOf = ({measures, prediction}) => ({
  ...measures,
  prediction: prediction?.kl ?? null,
});

/** A link's figure with the three epsilons from one on. @param {string} link @param {number} first */
function linkAt(link, first) {
  const three = Array.from({length: COLUMNS}, (_, i) => EPSILONS[Math.min(first + i, LAST)]);
  return changed(link, `eps=${three.join('~')}`);
}

/**
 * Makes what is missing, in figures of three epsilons each. Fails as Superseded where it must give
 * way; what it has made until then is kept in `samples`.
 * @param {import('./core.js').Core} maker
 * @param {object} owner
 * @param {string} link
 * @param {Samples} samples
 * @returns {Promise<void>}
 */
export async function makeCurve(maker, owner, link, samples) {
  const missing = FIRSTS.filter(first => !samples[0][first]);
  const links = missing.map(first => linkAt(link, first));
  await page.makeSeries(maker, owner, {links, want: WANT.measures | WANT.prediction}, (made, at) =>
    made.panels.forEach((panel, i) => {
      const index = missing[at] + (i % COLUMNS);
      if (index <= LAST) samples[Math.floor(i / COLUMNS)][index] = sampleOf(panel);
    }),
  );
}
