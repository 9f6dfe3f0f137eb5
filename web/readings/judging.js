// The sentences of the reading that is open, judged on all heads as the figure changes.
import {reason} from '../shared/trouble.js';
import {latest} from '../engine/statements.js';
import {Superseded, page} from '../engine/page-engine.js';
import {isOwnJudged, linkOf, whichOf} from './heads.js';
import {judge} from './judged.js';

/**
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {import('./heads.js').Which} Which
 * @typedef {Record<Which, (Judged | null)[]> & {note: string, ofOwn: string}} Found
 *   by sentence, of each head; note: why there is nothing of the trained model's; ofOwn: and of the
 *   reader's
 */

const ALL_WEIGHTS = 512; // tokens: the page's own figures of more have no weights to ask for

/** @type {Found} */
export const NOTHING = {built: [], real: [], own: [], note: '', ofOwn: ''};

/**
 * Is the page's own figure of a head made by hand, with every weight?
 * @param {Record<string, string>} params
 */
const isWhole = ({source, n}) =>
  source !== 'model' && n.split('~').every(count => Number(count) <= ALL_WEIGHTS);

/**
 * The head made by hand is judged while a slider is held, the real one when it rests.
 * @param {Pick<import('../shared/needs.js').PaneContext, 'maker' | 'now'>} needs
 * @param {(found: Found) => void} tell
 */
export function createJudging({maker, now}, tell) {
  const who = {maker, owner: {}};
  /** @type {Reading | null} */
  let reading = null;
  let found = NOTHING;
  let [judgedReal, judgedOwn] = ['', '']; // links that were judged

  /**
   * What comes of another reading's sentences is too late.
   * @param {Reading} of
   * @param {Partial<Found>} more
   */
  function add(of, more) {
    if (of === reading) tell((found = {...found, ...more}));
  }

  /** @param {Reading} of @param {string} link */
  async function judgeReal(of, link) {
    await page.openModel();
    const {all, counterfactual} = await judge(who, {link, figure: null}, of.sentences);
    if (of === reading) judgedReal = link;
    add(of, {real: counterfactual ? [] : all, note: counterfactual});
  }

  /** No verdict of it is known beforehand: it is as it is found. @param {Reading} of @param {string} link */
  async function judgeOwn(of, link) {
    try {
      const {all, counterfactual} = await judge(who, {link, figure: null}, of.sentences);
      if (of === reading) judgedOwn = link;
      add(of, {own: counterfactual ? [] : all, ofOwn: counterfactual});
    } catch (error) {
      if (error instanceof Superseded) throw error;
      add(of, {own: [], ofOwn: reason(error)});
    }
  }

  async function judgeBoth() {
    const of = reading;
    const {figure, live, params} = now();
    if (!of || !figure) return;
    const built = await judge(
      who,
      {link: linkOf(figure.link, 'built', of), figure: isWhole(params) ? figure : null},
      of.sentences,
    );
    add(of, {built: built.all});
    const [real, own] = [linkOf(figure.link, 'real', of), linkOf(figure.link, 'own', of)];
    if (live || of !== reading) return;
    if (judgedReal !== real) await judgeReal(of, real);
    if (!page.own) add(of, {own: [], ofOwn: ''});
    else if (judgedOwn !== own && isOwnJudged(whichOf(params))) await judgeOwn(of, own);
  }

  const again = latest(judgeBoth, error => {
    if (reading) add(reading, {real: [], note: reason(error)});
  });
  return {
    /** @param {Reading} next */
    rejudge(next) {
      reading = next;
      again();
    },
    forget() {
      judgedReal = judgedOwn = '';
      tell((found = NOTHING));
    },
  };
}
