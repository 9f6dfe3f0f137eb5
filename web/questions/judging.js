// The statements of the link that stands, judged as the figure changes.
import {WANT} from '../engine/core.js';
import {FULL, latest} from '../engine/statements.js';
import {page} from '../engine/page-engine.js';
import {verdicts} from './messages.js';
import {isOfModel, isOfPiece, saidIn} from './pieces.js';
import {numberIn} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Verdict} Verdict
 * @typedef {{statement: string, verdict: Verdict | undefined, figure: State['figure']}} Judged
 */

/** The keys of the statements that there are. @param {Record<string, string>} params */
export const asked = params =>
  Object.keys(params).filter(key => /^ask\d$/.test(key) && params[key]);

/** A verdict for readers: its kind, and its words. @param {Judged} judged */
export function stateOf({statement, verdict, figure}) {
  if (!verdict) return ['waiting', verdicts.waiting];
  const {holds, number, bound, why, panel} = verdict;
  if (holds === null) return ['unknown', verdicts.unknown(why)];
  if (isOfPiece(statement))
    return holds ? ['met', verdicts.said] : ['open', verdicts.saidOther(saidIn(figure, panel))];
  return holds
    ? ['met', verdicts.met(numberIn(number))]
    : ['open', verdicts.open(numberIn(number), numberIn(bound), Number(number) - Number(bound))];
}

/**
 * A verdict for who asks: what holds before a reader does anything is no task.
 * @param {Judged} judged
 */
export function stateForMaker(judged) {
  const [kind, told] = stateOf(judged);
  if (kind !== 'met') return [kind, told];
  const number = numberIn(judged.verdict?.number ?? null);
  return [kind, isOfPiece(judged.statement) ? verdicts.saidAlready : verdicts.metAlready(number)];
}

/**
 * Does the page's own figure have all that a statement may speak of?
 * @param {State} state
 * @param {string[]} statements
 */
function enough({figure, params}, statements) {
  const isPredicted = params.source !== 'model' || figure?.panels[0].prediction;
  return (
    Boolean(figure?.panels[0].weights) &&
    (isPredicted || !statements.some(isOfModel)) &&
    (figure?.baselines.length === 3 || !statements.some(text => /~b[23]/.test(text)))
  );
}

/**
 * @param {import('../engine/core.js').Core} maker
 * @param {() => State} now
 * @param {(verdicts: Record<string, Verdict>, figure: State['figure']) => void} tell by statement, and
 *   of which of the page's figures they are
 * @param {() => string[]} [more] statements beside those of the link
 */
export function createJudging(maker, now, tell, more = () => []) {
  const who = {maker, owner: {}};
  let last = /** @type {unknown[]} */ ([]);

  /** @param {State['params']} params */
  const wantedOf = params => [...asked(params).map(key => params[key]), ...more()];

  async function askAll() {
    const state = now();
    const {params, figure, link, live} = state;
    const statements = wantedOf(params);
    const want = statements.some(isOfModel) ? FULL | WANT.prediction : FULL;
    const own = enough(state, statements);
    if (!figure || (live && !own)) return; // what costs a figure of its own waits until the slider rests
    const found = await page.consult(who, {link, want, figure: own ? figure : null}, () =>
      statements.map(text => maker.ask(text)),
    );
    tell(Object.fromEntries(statements.map((text, i) => [text, found[i]])), figure);
  }

  const judge = latest(askAll, () => tell({}, null));

  return {
    /** @param {State} state */
    rejudge({figure, params, live}) {
      const wanted = [figure, live, ...wantedOf(params)];
      if (wanted.length === last.length && wanted.every((it, i) => it === last[i])) return;
      last = wanted;
      judge();
    },
  };
}
