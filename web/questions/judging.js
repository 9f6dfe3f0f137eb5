// The statements of the link that stands, judged as the figure changes.
import {FULL, latest} from '../engine/statements.js';
import {page} from '../engine/page-engine.js';
import {verdicts} from './messages.js';
import {numberIn} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/engine.js').Verdict} Verdict
 */

/** The keys of the statements that there are. @param {Record<string, string>} params */
export const asked = params =>
  Object.keys(params).filter(key => /^ask\d$/.test(key) && params[key]);

/** A verdict for readers: its kind, and its words. @param {Verdict | undefined} verdict */
export function stateOf(verdict) {
  if (!verdict) return ['waiting', verdicts.waiting];
  const {holds, number, bound, why} = verdict;
  if (holds === null) return ['unknown', verdicts.unknown(why)];
  return holds
    ? ['met', verdicts.met(numberIn(number))]
    : ['open', verdicts.open(numberIn(number), numberIn(bound))];
}

/**
 * Does the page's own figure have all that a statement may speak of?
 * @param {State} state
 * @param {string[]} statements
 */
function enough({figure}, statements) {
  return (
    Boolean(figure?.panels[0].weights) &&
    (figure?.baselines.length === 3 || !statements.some(text => /~b[23]/.test(text)))
  );
}

/**
 * @param {import('../engine/engine.js').Engine} maker
 * @param {() => State} now
 * @param {(verdicts: Record<string, Verdict>, link: string) => void} tell by statement; link: of
 *   the figure on which they were judged
 */
export function createJudging(maker, now, tell) {
  const who = {maker, owner: {}};
  let last = /** @type {unknown[]} */ ([]);

  async function askAll() {
    const state = now();
    const {params, figure, link, live} = state;
    const statements = asked(params).map(key => params[key]);
    const own = enough(state, statements);
    if (!figure || (live && !own)) return; // what costs a figure of its own waits until the slider rests
    const found = await page.consult(who, {link, want: FULL, figure: own ? figure : null}, () =>
      statements.map(text => maker.ask(text)),
    );
    tell(Object.fromEntries(statements.map((text, i) => [text, found[i]])), link);
  }

  const judge = latest(askAll, () => tell({}, ''));

  return {
    /** @param {State} state */
    rejudge({figure, params, live}) {
      const wanted = [figure, live, ...asked(params).map(key => params[key])];
      if (wanted.length === last.length && wanted.every((it, i) => it === last[i])) return;
      last = wanted;
      judge();
    },
  };
}
