// What can go wrong, each as one plain sentence and what to do about it.
import {harmless} from '../foreign.js';

/** @param {unknown} error */
export const reason = error => harmless(error instanceof Error ? error.message : String(error));

/** "Failed to fetch" says nothing to a reader. @param {unknown} error */
function because(error) {
  if (error instanceof TypeError) return 'the connection failed';
  return reason(error).replace(/\.$/, '');
}

/** @typedef {import('./notice.js').Problem} Problem */

/** @param {unknown} error @param {() => void} again @returns {Problem} */
export const noEngine = (error, again) => ({
  message: `The engine that computes the figure could not be started: ${because(error)}.`,
  actions: [{label: 'Try again', act: again}],
});

/**
 * @param {unknown} error
 * @param {{again: (() => void) | null, byHand(): void, replaced: boolean}} ways replaced: a head made by hand is shown
 * @returns {Problem}
 */
export function noModel(error, {again, byHand, replaced}) {
  const message = again ? `The trained model did not arrive: ${because(error)}` : because(error);
  return {
    message: replaced ? `${message}, so this is a head made by hand.` : `${message}.`,
    actions: [...again ? [{label: 'Try again', act: again}] : [],
      {label: replaced ? 'Stay with this head made by hand' : 'Show a head made by hand', act: byHand}],
  };
}

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
  const failed = ({filename, error}) => { if (error && filename.startsWith(base)) report(error); };
  /** @param {PromiseRejectionEvent} event */
  const rejected = ({reason: error}) => { if (error instanceof Error && error.stack?.includes(base)) report(error); };
  addEventListener('error', failed);
  addEventListener('unhandledrejection', rejected);
  return () => {
    removeEventListener('error', failed);
    removeEventListener('unhandledrejection', rejected);
  };
}
