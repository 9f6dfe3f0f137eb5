// A model of the reader's own in the page: opened by a dialog, told of in a panel, and closed again.
import {spell} from '../controls/text.js';
import {LEVEL} from '../engine/levels.js';
import {OwnModel} from '../engine/own.js';
import {page} from '../engine/page-engine.js';
import {openDialog} from './dialog.js';
import {keep} from './kept.js';
import {texts as usual} from './messages.js';
import {createPanel} from './panel.js';
import {fromDrop} from './picked.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./picked.js').Picked} Picked
 * @typedef {{root: ShadowRoot, place: HTMLElement, now(): State,
 *   act: import('../shared/needs.js').Act, numbers(): string, again(): void, stop(): void,
 *   failed(error: unknown): void}} Needs
 *   numbers: of the figure that is asked for; again: it is made once more; stop: it is given up
 */

const TEXTS = ['text1', 'text2', 'text3'];

/** A page that is one file comes without what opens models. */
const ready = async () => 'ninefoldFile' in globalThis && page.reach(LEVEL.whole);

/** @param {Picked} picked */
async function opened({files, isFolder}) {
  const engine = await page.reach(LEVEL.whole);
  await page.openModel().catch(() => {}); // for its texts, where a link has none
  const own = new OwnModel(engine, files, isFolder);
  try {
    await own.describe();
    await own.identify();
  } catch (error) {
    own.close();
    throw error;
  }
  return own;
}

/** A number of the link, where this model has so many. @param {string} said @param {number} count @param {number} otherwise */
const within = (said, count, otherwise) =>
  String(said !== 'auto' && Number(said) < count ? Number(said) : otherwise);

/**
 * The link of a figure of it: what stands, as far as this model has it.
 * @param {OwnModel} own @param {string} label @param {State['params']} params
 */
function patchFor(own, label, params) {
  const {layers, heads} = own.facts;
  const texts = TEXTS.map((key, i) => [
    key,
    (params.source === 'model' && params[key]) || spell(usual[i]),
  ]);
  return {
    source: 'model',
    model: own.name,
    named: spell(label),
    layer: within(params.layer, layers, own.usualLayer),
    head: within(params.head, heads, 0),
    next: 'auto',
    ...Object.fromEntries(texts),
  };
}

/** @param {Needs} needs */
export function createOwn(needs) {
  const {root, place, now, act, numbers, again, stop, failed} = needs;
  const known = {stopped: '', label: '', isAbsent: false};

  /** @param {OwnModel} own @param {string} label @param {Picked} picked */
  async function use(own, label, picked) {
    try {
      await page.adopt(own).catch(error => {
        own.close();
        throw error;
      });
      known.label = label || own.name;
      if (picked.handle) keep({id: own.name, label: known.label, handle: picked.handle});
      const {params} = now();
      const isAsked = params.source === 'model' && params.model === own.name;
      // A link of another model stays what it is.
      if (isAsked || known.isAbsent) again();
      else instead();
    } catch (error) {
      failed(error);
    }
  }

  /** Has the figure be of the model that is open. */
  function instead() {
    if (page.own) act.set(patchFor(page.own, known.label, now().params), false);
  }

  /** @param {Promise<Picked | null>} [dropped] */
  function open(dropped) {
    const chosen = openDialog(root, {ready, open: opened, drop: own => own.close(), use, failed});
    dropped?.then(chosen, failed);
  }

  const shipped = () =>
    void act.set({model: '', named: '', layer: 'auto', head: 'auto', next: 'auto'}, false);

  const panel = createPanel(place, {
    open: () => open(),
    shipped,
    instead,
    numbers,
    close() {
      page.adopt(null);
      shipped();
    },
    stop() {
      known.stopped = numbers();
      stop();
    },
    goOn() {
      known.stopped = '';
      again();
    },
    predict() {
      page.own?.askForPredictions(numbers());
      again();
    },
  });

  return {
    open,
    /** @param {import('./picked.js').Dropped} dropped */
    openDropped: dropped => open(fromDrop(dropped)),
    /** @param {State} state @param {boolean} isAbsent the figure is of a model that is not here */
    show(state, isAbsent) {
      known.isAbsent = isAbsent;
      panel.show(state, isAbsent, known);
    },
  };
}
