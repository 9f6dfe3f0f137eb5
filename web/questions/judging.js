// The statements of the link that stands, judged as the figure changes.
import {WANT} from '../engine.js';
import {Superseded, consult} from '../works.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../engine.js').Verdict} Verdict
 */

const FULL = WANT.weights | WANT.measures | WANT.allBaselines | WANT.keep;

/** The keys of the statements that there are. @param {Record<string, string>} params */
export const asked = params => Object.keys(params).filter(key => /^ask\d$/.test(key) && params[key]);

/** Does the page's own figure have all that a statement may speak of? @param {State} state @param {string[]} statements */
function enough({figure}, statements) {
  return Boolean(figure?.panels[0].weights) && (figure?.baselines.length === 3 || !statements.some(text => /~b[23]/.test(text)));
}

/**
 * @param {import('../engine.js').Engine} maker
 * @param {() => State} now
 * @param {(verdicts: Record<string, Verdict>) => void} tell by statement
 */
export function createJudging(maker, now, tell) {
  const who = {maker, owner: {}};
  let running = false, again = false, last = /** @type {unknown[]} */ ([]);

  async function turn() {
    const state = now(), {params, figure, link, live} = state, statements = asked(params).map(key => params[key]), own = enough(state, statements);
    if (!figure || (live && !own)) return; // what costs a figure of its own waits until the slider rests
    const verdicts = await consult(who, {link, want: FULL, figure: own ? figure : null}, () => statements.map(text => maker.ask(text)));
    tell(Object.fromEntries(statements.map((text, i) => [text, verdicts[i]])));
  }

  return {
    /** @param {State} state */
    async follow({figure, params, live}) {
      const wanted = [figure, live, ...asked(params).map(key => params[key])];
      if (wanted.length === last.length && wanted.every((it, i) => it === last[i])) return;
      last = wanted;
      again = true;
      if (running) return;
      running = true;
      while (again) {
        again = false;
        await turn().catch(error => { if (!(error instanceof Superseded)) tell({}); });
      }
      running = false;
    },
  };
}
