// The sentences of the reading that is open, judged on both heads as the figure changes.
import {reason} from '../shared/trouble.js';
import {without} from '../engine/link-text.js';
import {latest} from '../engine/statements.js';
import {page} from '../engine/page-engine.js';
import {judge} from './judged.js';

/**
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {{built: (Judged | null)[], real: (Judged | null)[], note: string}} Found
 *   built, real: by sentence, of the head built to match and of the model's; note: why there is
 *   nothing of the model's
 */

const ALL_WEIGHTS = 512; // tokens: the page's own figures of more have no weights to ask for

/** @type {Found} */
export const NOTHING = {built: [], real: [], note: ''};

/** The same settings on a head made by hand, and on the real one. @param {string} link */
const byHand = link => without(link, 'check', 'source', 'model');
/** @param {string} link */
const onModel = link => `${byHand(link)};source=model`;

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
  let judgedReal = '';

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

  async function judgeBoth() {
    const of = reading;
    const {figure, live, params} = now();
    if (!of || !figure) return;
    const built = await judge(
      who,
      {link: byHand(figure.link), figure: isWhole(params) ? figure : null},
      of.sentences,
    );
    add(of, {built: built.all});
    const real = onModel(figure.link);
    if (!live && judgedReal !== real && of === reading) await judgeReal(of, real);
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
      judgedReal = '';
      tell((found = NOTHING));
    },
  };
}
