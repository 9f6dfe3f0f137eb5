// For what needs the figure of the state that stands, with its check: copying, saving. It waits
// until that figure is there, or until it is known why there will be none.

/**
 * @typedef {import('./store.js').State} State
 * @typedef {{state: State, why: string}} Settled
 *   why: '' or the sentence that says why there is no such figure
 * @typedef {(share: number) => void} Tell hears how far something is, from 0 to 1
 * @typedef {{known(): Settled | null, wait(tell: Tell): Promise<Settled>}} Settling
 */

/** Is it this state's own figure that could not be made? @param {State} state */
const isRefused = ({status, link}) => status.kind === 'error' && (status.link ?? link) === link;

/** How far the figure is: what is ready may be one without its check. @param {State} state */
const shareOf = ({status: {kind, progress}}) => (kind === 'computing' ? progress : 0);

/**
 * A part that is shown after all others: they may put back what turned out to be unreadable.
 * @param {{now(): State, isSettled(): boolean, draw(): void}} page
 */
export function createSettled({now, isSettled, draw}) {
  /** @type {{tell: Tell, done(settled: Settled): void}[]} */
  let waiting = [];

  /** @param {Settled} settled */
  function finish(settled) {
    const all = waiting;
    waiting = [];
    for (const {done} of all) done(settled);
  }

  const known = () => (isSettled() ? {state: now(), why: ''} : null);

  return {
    known,
    whole: true,

    /** @param {Tell} tell @returns {Promise<Settled>} */
    async wait(tell) {
      const settled = known();
      if (settled) return settled;
      tell(0);
      draw();
      return new Promise(done => {
        waiting.push({tell, done});
      });
    },

    /** @param {State} state */
    show(state) {
      if (!waiting.length) return;
      const settled = known();
      if (settled) finish(settled);
      else if (isRefused(state)) finish({state, why: state.status.message});
      else for (const {tell} of waiting) tell(shareOf(state));
    },
  };
}
