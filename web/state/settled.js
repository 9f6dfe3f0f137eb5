// For what needs the figure of the state that stands, with its check: copying, saving. It waits
// until that figure is there, or until it is known why there will be none.

/**
 * @typedef {import('./store.js').State} State
 * @typedef {{state: State, why: string}} Settled
 *   why: '' or the sentence that says why there is no such figure
 * @typedef {(share: number) => void} Tell hears how far something is, from 0 to 1
 * @typedef {{known(): Settled | null, wait(tell: Tell): Promise<Settled>}} Settling
 */

/** Why this state's own figure could not be made, or ''. @param {State} state */
const refusalOf = ({status, link}) =>
  status.kind === 'error' && (status.link ?? link) === link ? status.message : '';

/** How far the figure is: what is ready may be one without its check. @param {State} state */
const shareOf = ({status: {kind, progress}}) => (kind === 'computing' ? progress : 0);

/**
 * A part that is shown after all others: they may put back what turned out to be unreadable.
 * @param {{now(): State, all(): State[], isSettled(): boolean, draw(): void}} page
 *   now: what is handed out; all: the figures in it, each as a state
 */
export function createSettled({now, all, isSettled, draw}) {
  /** @type {{tell: Tell, done(settled: Settled): void}[]} */
  let waiting = [];

  /** @param {Settled} settled */
  function finish(settled) {
    const told = waiting;
    waiting = [];
    for (const {done} of told) done(settled);
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

    show() {
      if (!waiting.length) return;
      const figures = all();
      const why = figures.map(refusalOf).find(Boolean);
      const settled = known();
      if (settled) finish(settled);
      else if (why) finish({state: now(), why});
      else for (const {tell} of waiting) tell(Math.max(...figures.map(shareOf)));
    },
  };
}
