// A figure of the model waits until the model has arrived, or until the reader chooses something
// else instead.
import {noModel, patiently, reason, slowModel} from '../shared/trouble.js';
import {NoModel} from '../engine/model.js';
import {page} from '../engine/page-engine.js';

/**
 * @typedef {{store: import('../state/store.js').Store, opening: string, open(link: string): void,
 *   byHand(): void, tell(problem: import('../shared/notice.js').Problem | null): void}} Page
 *   opening: the link that the page opens with by itself; byHand: shows a head made by hand
 */

const HAND_MADE = '1'; // the link of a head that needs no model

export class Arrival {
  #given;
  #on;
  /** @type {'away' | 'coming' | 'here'} */
  #model = 'away';
  #gone = false;
  #standIn = ''; // the link of the model that a head made by hand stands in for
  /** @type {((error: unknown) => void) | undefined} hears that the model does not come */
  #missed;

  /** @param {Page} given @param {{unsettled(): void, failed(error: unknown): void}} on */
  constructor(given, on) {
    this.#given = given;
    this.#on = on;
  }

  /** Does a head made by hand stand in for the model's? */
  get missed() {
    return this.#standIn !== '';
  }

  /**
   * Can this figure be made already? Else what it needs is fetched.
   * @param {import('../state/store.js').State} state
   * @param {(error: unknown) => void} [missed] told if that does not come, where this figure is not
   *   the one that stands
   */
  isHereFor({params}, missed) {
    const here = params.source !== 'model' || this.#model === 'here' || page.isOwn(params);
    if (!here && missed) this.#missed = missed;
    if (!here && this.#model === 'away') this.#fetchModel();
    return here;
  }

  destroy() {
    this.#gone = true;
    this.#stopWaiting();
  }

  #fetchModel = async () => {
    this.#stopWaiting();
    this.#model = 'coming';
    this.#on.unsettled();
    try {
      await patiently(page.openModel(), () => this.#tellOfWaiting());
      if (!this.#gone) this.#arrived();
    } catch (error) {
      this.#model = 'away';
      if (!this.#gone) this.#goOnWithout(error);
    }
  };

  /** Its own arrival, or what the reader chooses instead, ends the wait for a network. */
  #stopWaiting() {
    removeEventListener('online', this.#fetchModel);
  }

  #tellOfWaiting() {
    const {store, tell} = this.#given;
    if (this.#gone || store.state.params.source !== 'model') return;
    tell(slowModel({again: null, byHand: this.#chooseByHand, replaced: false}));
  }

  #arrived() {
    const {store, open, tell} = this.#given;
    this.#model = 'here';
    const back = store.state.link === HAND_MADE ? this.#standIn : '';
    this.#standIn = '';
    tell(null);
    if (back) open(back);
    else store.reread();
  }

  /**
   * The page's own opening goes on with a head made by hand; a link of the reader's is not replaced
   * unasked.
   * @param {unknown} error
   */
  #goOnWithout(error) {
    const {store, opening, open, tell} = this.#given;
    const again = error instanceof NoModel ? null : this.#fetchModel;
    const {link, params} = store.state;
    const needed = params.source === 'model';
    const replaced = needed ? link === opening : this.missed;
    this.#missed?.(error);
    if (!needed && !replaced) return; // something else was chosen while it was on its way
    if (needed) this.#standIn = replaced ? link : '';
    if (needed && replaced) open(HAND_MADE);
    const problem = noModel(error, {again, byHand: this.#chooseByHand, replaced});
    tell(problem);
    if (again) addEventListener('online', again);
    if (replaced) return;
    store.show({status: {kind: 'error', progress: 0, message: reason(error)}});
    this.#on.failed(new Error(problem.message, {cause: error}));
  }

  #chooseByHand = () => {
    this.#stopWaiting();
    this.#standIn = '';
    this.#given.tell(null);
    this.#given.byHand();
  };
}
