// The engine of this page: fetched when answers are first judged, and given room in between.
import {ClassSheet} from '../engine/answers.js';
import {load} from '../engine/core.js';
import {LEVEL} from '../engine/levels.js';
import {bringModel, fetchModel} from '../engine/model.js';
import {fetchedModules, moduleFor} from '../engine/modules.js';
import {Pauses} from '../engine/queue.js';

/**
 * @typedef {import('../engine/answers.js').Row} Row
 * @typedef {import('../engine/core.js').Figure} Figure
 */

const TURN = 12; // ms of work before the page may answer

async function start() {
  const files = {modules: fetchedModules, model: fetchModel};
  const [module, model] = await Promise.all([moduleFor(files, LEVEL.whole), fetchModel()]);
  const engine = await load(module);
  bringModel(engine, model);
  return {engine, sheet: new ClassSheet(engine), pauses: new Pauses()};
}

/** @type {ReturnType<typeof start> | null} */
let starting = null;

/** After a failure the next call tries again. */
export function openJudge() {
  starting ??= start().catch(error => {
    starting = null;
    throw error;
  });
  return starting;
}

/** @typedef {Awaited<ReturnType<typeof start>>} Judge */

/**
 * The panels of a question, for the words of its statements; null where they cannot be had.
 * @param {Judge} judge
 * @param {string} link
 * @returns {Figure | null}
 */
export function panelsOf({engine}, link) {
  try {
    return engine.compute(link, 0);
  } catch {
    return null;
  }
}

/**
 * Judges what was handed in.
 * @param {Judge} judge
 * @param {{bytes: Uint8Array, limits: import('../engine/answers.js').Limits}} what
 * @param {{found(found: ReturnType<import('../engine/answers.js').ClassSheet['begin']>): void, judged(row: Row): void,
 *   isOver(): boolean}} on
 *   isOver: it is to be stopped
 */
export async function judgeAll({sheet, pauses}, {bytes, limits}, on) {
  on.found(sheet.begin(bytes, limits));
  let since = performance.now();
  for (let step = sheet.step(); step !== 'end' && !on.isOver(); step = sheet.step()) {
    if (step !== 'more') on.judged(step);
    if (performance.now() - since < TURN) continue;
    await pauses.breath();
    if (on.isOver()) return; // the sheet may be another question's by now
    since = performance.now();
  }
}
