// What can go wrong, each as one plain sentence and what to do about it.
import {Altered, awaited} from '../engine/files.js';
import {harmless} from '../base/foreign.js';

/** @typedef {import('./notice.js').Problem} Problem */

const PATIENCE = 5000; // ms: who waits longer is told for what

const BUG = /^(Type|Range|Reference|Syntax|Eval|URI|Internal)Error$/;

const IN_SCRIPT = 'an error in its script, which the console shows';

/** Is it an error of the script itself, whose words are not for readers? @param {unknown} error */
const isBug = error => error instanceof Error && BUG.test(error.name);

/** @param {unknown} error */
export const reason = error => harmless(error instanceof Error ? error.message : String(error));

/** @param {unknown} error */
const because = error => (isBug(error) ? IN_SCRIPT : reason(error).replace(/\.$/, ''));

/** The address keeps what is shown. */
const reload = {label: 'Reload the page', act: () => location.reload()};

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {() => void} slow called if it takes long
 */
export async function patiently(promise, slow) {
  const timer = setTimeout(slow, PATIENCE);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** What another try cannot mend. @param {unknown} error */
const reloading = error => (error instanceof Altered ? [reload] : []);

/** @param {unknown} error */
export const noFigure = error => `The figure cannot be shown here: ${because(error)}.`;

/** @param {unknown} error @param {() => void} again @returns {Problem} */
export function noEngine(error, again) {
  if (isBug(error)) console.error(error);
  return {
    message: `The engine that computes the figure could not be started: ${because(error)}.`,
    actions: [{label: 'Try again', act: again}, ...reloading(error)],
  };
}

/** @returns {Problem} */
export function slowEngine() {
  const files = awaited().join(' and ');
  return {
    message: files
      ? `Still waiting for the engine that computes the figure (${files}).`
      : 'Still waiting for the engine that computes the figure.',
    actions: [reload],
  };
}

/**
 * @typedef {{again: (() => void) | null, byHand(): void, replaced: boolean}} Ways replaced: a head
 *   made by hand is shown
 */

/** @param {Ways} ways */
const instead = ({replaced, byHand}) => ({
  label: replaced ? 'Stay with this head made by hand' : 'Show a head made by hand',
  act: byHand,
});

/** The model, where its file did not come. */
const NOT_ARRIVED = {
  replaced: (/** @type {string} */ why) =>
    `The trained model did not arrive: ${why}, so this is a head made by hand.`,
  alone: (/** @type {string} */ why) => `The trained model did not arrive: ${why}.`,
};

/** The model, where another try cannot help. */
const NOT_USED = {
  replaced: (/** @type {string} */ why) => `${why}, so this is a head made by hand.`,
  alone: (/** @type {string} */ why) => `${why}.`,
};

/** @param {unknown} error @param {Ways} ways @returns {Problem} */
export function noModel(error, ways) {
  const {again, replaced} = ways;
  const why = because(error);
  const retry = again ? [{label: 'Try again', act: again}] : [];
  return {
    message: (again ? NOT_ARRIVED : NOT_USED)[replaced ? 'replaced' : 'alone'](why),
    actions: [...retry, ...reloading(error), instead(ways)],
  };
}

/** @param {Ways} ways @returns {Problem} */
export function slowModel(ways) {
  const files = awaited().join(' and ');
  return {
    message: files
      ? `Still waiting for the trained model (${files}). A head made by hand does not need it.`
      : 'Still waiting for the trained model. A head made by hand does not need it.',
    actions: [instead(ways)],
  };
}

/** @param {string} what */
const gone = what =>
  `A part of this page, needed for ${what}, is not there any more: most likely the page was ` +
  'updated. Reload it to go on. All else works as before.';

/** @param {string} what */
const lost = what =>
  `A part of this page, needed for ${what}, did not come: the connection failed. Try it again, ` +
  'or reload the page. All else works as before.';

/**
 * @param {string} what it is needed for
 * @param {boolean} reachable the server answers
 * @returns {Problem}
 */
export const noPiece = (what, reachable) => ({
  message: (reachable ? gone : lost)(what),
  actions: [reload],
  stays: true,
});

/** @param {string} what @returns {Problem} */
export const slowPiece = what => ({
  message: `Still waiting for a part of this page, needed for ${what}.`,
  actions: [reload],
  stays: true,
});

/** @param {unknown} error @param {() => void} again @returns {Problem} */
export const broken = (error, again) => ({
  message: `Something in this page went wrong, and what is shown may be out of date: ${because(error)}.`,
  actions: [{label: 'Start again', act: again}],
});

/** Names that build.sh gives to the script that this is a part of. */
const BUILT = /^(nine-fold|element|chunk-\w+)\.js(\?|$)/;

/** The folder of these scripts; '' where a bundler has put this one together with others. */
function ownFolder() {
  const [, folder = '', name = ''] = /^([^?#]*\/)(.*)$/.exec(import.meta.url) ?? [];
  return 'ninefoldFile' in globalThis || BUILT.test(name) ? folder : '';
}

/**
 * Hears of errors in this page's own scripts, and of no others.
 * @param {(error: unknown) => void} report
 * @returns {() => void} ends it
 */
export function listenToErrors(report) {
  const base = ownFolder();
  if (!base) return () => {};
  /** @param {ErrorEvent} event */
  const failed = ({filename, error}) => {
    if (error && filename.startsWith(base)) report(error);
  };
  /** @param {PromiseRejectionEvent} event */
  const rejected = ({reason: error}) => {
    if (error instanceof Error && error.stack?.includes(base)) report(error);
  };
  addEventListener('error', failed);
  addEventListener('unhandledrejection', rejected);
  return () => {
    removeEventListener('error', failed);
    removeEventListener('unhandledrejection', rejected);
  };
}
