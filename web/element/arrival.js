// A figure of the model waits until the model has arrived, or until the reader chooses something
// else instead.
import {noModel, patiently, reason, slowModel} from '../shared/trouble.js';
import {NoModel} from '../engine/model.js';
import {page} from '../engine/page-engine.js';

/**
 * @typedef {{store: import('../state/store.js').Store, opening: string, open(link: string): void,
 *   byHand(): void,
 *   tell(problem: import('../shared/notice.js').Problem | null): void}} Page
 *   opening: the link that the page opens with by itself; byHand: shows a head made by hand
 */

const HAND_MADE = '1'; // the link of a head that needs no model

/** @param {Page} page @param {{unsettled(): void, failed(error: unknown): void}} on */
export function createArrival({store, opening, open, byHand, tell}, on) {
  /** @type {'away' | 'coming' | 'here'} */
  let model = 'away';
  let gone = false;
  let standIn = ''; // the link of the model that a head made by hand stands in for

  /** Its own arrival, or what the reader chooses instead, ends the wait for a network. */
  const stopWaiting = () => removeEventListener('online', fetchModel);

  function arrived() {
    model = 'here';
    const back = store.state.link === HAND_MADE ? standIn : '';
    standIn = '';
    tell(null);
    if (back) open(back);
    else store.reread();
  }

  function tellOfWaiting() {
    if (gone || store.state.params.source !== 'model') return;
    tell(slowModel({again: null, byHand: chooseByHand, replaced: false}));
  }

  async function fetchModel() {
    stopWaiting();
    model = 'coming';
    on.unsettled();
    try {
      await patiently(page.openModel(), tellOfWaiting);
      if (!gone) arrived();
    } catch (error) {
      model = 'away';
      if (!gone) goOnWithout(error);
    }
  }

  /**
   * The page's own opening goes on with a head made by hand; a link of the reader's is not
   * replaced unasked.
   * @param {unknown} error
   */
  function goOnWithout(error) {
    const again = error instanceof NoModel ? null : fetchModel;
    const {link, params} = store.state;
    const needed = params.source === 'model';
    const replaced = needed ? link === opening : standIn !== '';
    if (!needed && !replaced) return; // something else was chosen while it was on its way
    if (needed) standIn = replaced ? link : '';
    if (needed && replaced) open(HAND_MADE);
    tell(noModel(error, {again, byHand: chooseByHand, replaced}));
    if (again) addEventListener('online', again);
    if (replaced) return;
    store.show({status: {kind: 'error', progress: 0, message: reason(error)}});
    on.failed(error);
  }

  function chooseByHand() {
    stopWaiting();
    standIn = '';
    tell(null);
    byHand();
  }

  return {
    /** Does a head made by hand stand in for the model's? */
    get missed() {
      return standIn !== '';
    },

    /**
     * Can this figure be made already? Else what it needs is fetched.
     * @param {import('../state/store.js').State} state
     */
    isHereFor({params}) {
      const here = params.source !== 'model' || model === 'here';
      if (!here && model === 'away') fetchModel();
      return here;
    },

    destroy() {
      gone = true;
      stopWaiting();
    },
  };
}
