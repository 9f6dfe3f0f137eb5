// Work that the page shares out, one job after the other, with room for the page in between.

/**
 * @typedef {(pause: () => Promise<void>) => unknown} Work
 * @typedef {{work: Work, done(result: any): void, fail(error: unknown): void, dismissed: boolean,
 *   yields: boolean}} Job
 *   yields: it gives way to others, and need not be given way to
 */

/** Something newer was asked for by the same owner. */
export class Superseded extends Error {}

/** A message comes back sooner than a timer, and lets the page answer and draw in between. */
export class Pauses {
  /** @type {MessageChannel | null} */
  #channel = null;
  /** @type {(() => void)[]} */
  #paused = [];

  #open() {
    const opened = new MessageChannel();
    opened.port1.onmessage = () => this.#paused.shift()?.();
    return opened;
  }

  /** Lets the page answer and draw before the work goes on. */
  breath() {
    return new Promise(resolve => {
      this.#channel ??= this.#open();
      this.#paused.push(() => resolve(null));
      this.#channel.port2.postMessage(null);
    });
  }

  close() {
    this.#channel?.port1.close();
    this.#channel = null;
  }
}

/** One job an owner, and one at a time. */
export class Queue {
  /** @type {Map<object, Job>} */
  #jobs = new Map();
  #isBusy = false;
  #breath;

  /** @param {() => Promise<unknown>} breath lets the page answer and draw */
  constructor(breath) {
    this.#breath = breath;
  }

  /** Is something being worked on? */
  get isBusy() {
    return this.#isBusy;
  }

  /** For one that gives way: does something wait for its turn that does not? */
  get isAwaited() {
    return [...this.#jobs.values()].some(({yields}) => !yields);
  }

  /** @param {Job} job */
  async #workOff(job) {
    const pause = async () => {
      await this.#breath();
      if (job.dismissed) throw new Superseded();
    };
    try {
      job.done(await job.work(pause));
    } catch (error) {
      job.fail(error);
    }
  }

  async #workAllOff() {
    this.#isBusy = true;
    for (const [owner, job] of this.#jobs) {
      await this.#workOff(job);
      if (this.#jobs.get(owner) === job) this.#jobs.delete(owner);
    }
    this.#isBusy = false;
  }

  /**
   * What the same owner asked for before and is not finished yet fails as Superseded.
   * @param {object} owner
   * @param {Work} work
   * @param {boolean} [yields] it gives way where isAwaited
   * @returns {Promise<any>}
   */
  add(owner, work, yields = false) {
    this.dismiss(owner);
    return new Promise((done, fail) => {
      this.#jobs.set(owner, {work, done, fail, dismissed: false, yields});
      if (!this.#isBusy) this.#workAllOff();
    });
  }

  /** Gives up what an owner asked for. @param {object} owner */
  dismiss(owner) {
    const job = this.#jobs.get(owner);
    if (!job) return;
    job.dismissed = true;
    job.fail(new Superseded());
    this.#jobs.delete(owner);
  }
}
