// The custom element <nine-fold>: what a page can do with it.
//
//   <script type="module" src="nine-fold.js"></script>
//   <nine-fold link="1;figure=mean;n=14~15~16" theme="auto">what stands here where scripts do not run</nine-fold>
//
//   theme="auto|light|dark"             auto: as the reader's system prefers
//   loading="eager"                     begins at once; else when the reader comes near
//   parts="slider question"            only the panels, and of the rest what is named here: question,
//                                       text, slider, curve, more, links; small: the panels are
//                                       small in a narrow place
//   home="https://example.org/nine/"    where figures are opened: what links from here begin with
//   element.link                        the state as a link; set it to show another
//   await element.ready                 the figure of that link, computed; asking for it begins
//   element.figure.panels[0].weights    Float32Array, row by row
//   element.addEventListener('change', event => event.detail.link)
import {createApp} from './app.js';
import {createFar} from '../around/far.js';
import {createShell} from './shell.js';
import {h} from '../base/dom.js';
import {keepUsedKeys} from '../shared/keys.js';
import {whenNear} from '../shared/near.js';
import {seemsOfModel} from '../engine/link-text.js';
import {Store} from '../state/store.js';
import {style} from './style.js';
import {themeIn} from '../shared/themes.js';
import {listenToErrors, noEngine, noFigure, patiently, slowEngine} from '../shared/trouble.js';
import {createWaiting} from './waiting.js';
import {dropStyles, adoptStyle} from '../base/styles.js';
import {page} from '../engine/page-engine.js';
export {EngineError} from '../engine/core.js';
export {filesAt} from '../engine/files.js';
export {tieToAddress} from './address.js';

/**
 * @typedef {import('../engine/core.js').Figure} Figure
 */

/**
 * The link that is shown where none is given: turned down, its head no longer tells the model that
 * it was a whale. Canonical but for the model's name. @type {string}
 */
export const OPENING =
  '1;source=model;head=7;eps=0.7~0.3~1e-3;layer=2;' +
  'text1=The_captain_saw_the_whale._The_captain_saw_the';

const NO_DOCUMENT =
  'This <nine-fold> is in no document, so its figure is not made: put it into ' +
  'one and ask again.';
const AGAIN = [2000, 8000]; // ms: the engine is asked for twice more, unasked

/**
 * Tries to start, one try at a time: twice more unasked, whenever the network comes back, and when
 * it is asked to.
 * @param {() => Promise<void>} start does nothing if it is done already
 * @param {(error: unknown, again: () => void) => void} failed
 */
function persistently(start, failed) {
  let gone = false;
  let trying = false;
  let timer = 0;
  let tries = 0;
  async function again() {
    clearTimeout(timer);
    if (trying) return;
    trying = true;
    const error = await start().then(
      () => null,
      reason => reason ?? new Error(),
    );
    trying = false;
    if (gone || !error) return;
    failed(error, again);
    if (tries < AGAIN.length) timer = setTimeout(again, AGAIN[tries++]);
  }
  addEventListener('online', again);
  again();
  return {
    again,
    end() {
      gone = true;
      clearTimeout(timer);
      removeEventListener('online', again);
    },
  };
}

/** A promise to be kept, or broken, from outside. */
function promised() {
  /** @type {(figure: Figure) => void} */
  let keep = () => {};
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  /** @type {Promise<Figure>} */
  const promise = new Promise((resolve, reject) => {
    keep = resolve;
    fail = reject;
  });
  promise.catch(() => {}); // a page need not ask
  return {promise, keep, fail, open: true, asked: false, failed: false};
}

/**
 * Sets an attribute, or takes it away: templates say so by undefined.
 * @param {Element} host
 * @param {string} name
 * @param {unknown} value
 */
function reflect(host, name, value) {
  if (value === undefined || value === null) host.removeAttribute(name);
  else host.setAttribute(name, String(value));
}

/** A site generator may import this where there is no page. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

/** What is marked as internal is between it and the browser: the package's types do not have it. */
export class NineFold extends Base {
  /** @internal */
  static observedAttributes = ['link', 'home', 'theme', 'parts'];

  #link = OPENING;
  /** Is the attribute being set to what is shown already? */
  #reflecting = false;
  #ready = promised();
  #root = this.attachShadow({mode: 'open'});
  /** @type {import('./app.js').App | null} */
  #app = null;
  /** Ends what was begun when the element came into the page. @type {(() => void) | null} */
  #end = null;
  /** Gives up waiting for the reader to come near. @type {(() => void) | null} */
  #stay = null;
  /** Tries once more what has failed. */
  #again = () => {};
  /** Why no figure can be shown in this browser or document. @type {unknown} */
  #hopeless = null;

  /** @internal */
  connectedCallback() {
    if (this.#end || this.#stay) return;
    this.#takeOwn();
    this.#attempt(() => {
      if (!this.ownerDocument.defaultView) throw new Error('this document stands in no window');
      dropStyles(this.#root);
      this.#root.replaceChildren(createFar(this, this.#link));
      adoptStyle(this.#root, style);
      this.#stay = whenNear(this, () => this.#attempt(() => this.#start()));
    });
  }

  /** @internal */
  disconnectedCallback() {
    this.#link = this.link;
    this.#stay?.();
    this.#end?.();
    this.#stay = this.#end = this.#hopeless = null;
    this.#again = () => {};
    this.#expectDocument();
  }

  #start() {
    this.#stay?.();
    this.#stay = null;
    if (this.isConnected) this.#end ??= this.#begin();
  }

  /** What was set before this script had arrived hides the element's own. */
  #takeOwn() {
    for (const name of ['link', 'home', 'theme']) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (!own) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, own.value);
    }
  }

  /**
   * Where no figure can be shown there stands why, and what the page around has for that.
   * @param {() => void} act
   */
  #attempt(act) {
    try {
      act();
    } catch (error) {
      console.error(error);
      this.#hopeless = error;
      this.#root.replaceChildren(h('p', {role: 'status'}, noFigure(error)), h('slot'));
      this.#fail(error);
    }
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   * @internal
   */
  attributeChangedCallback(name, before, now) {
    if (now === before || this.#reflecting) return;
    if (name === 'link') this.#open(now || OPENING);
    else this.#app?.draw(); // the others are only told
  }

  /**
   * The state as a link, without its check. Set it to show another. The attribute follows: it is
   * what was set last, or what the reader has made of it.
   * @returns {string}
   */
  get link() {
    return this.#app?.state.link ?? this.#link;
  }

  /** @param {string | null | undefined} link null and undefined: the one that a page opens with */
  set link(link) {
    this.#reflect(link);
    this.#open(this.getAttribute('link') ?? OPENING);
  }

  /** Sets the attribute, which is no request to open it. @param {string | null | undefined} link */
  #reflect(link) {
    this.#reflecting = true;
    reflect(this, 'link', link);
    this.#reflecting = false;
  }

  /** @param {string} link */
  #open(link) {
    this.#link = link;
    this.#root.querySelector('.far')?.replaceWith(createFar(this, this.#link));
    this.#renew();
    this.#app?.open(this.#link);
    if (!this.#app) this.#again();
    if (this.#hopeless) this.#fail(this.#hopeless);
    if (this.#app?.current) this.#settle(ready => ready.keep(/** @type {Figure} */ (this.figure))); // it stood already
  }

  /**
   * Where figures are opened, as `https://example.org/nine/`: what the links begin with that the
   * element hands out. The attribute of that name, '' without one: then it is the address that the
   * build was told, or this page if `tieToAddress` tied it.
   * @returns {string}
   */
  get home() {
    return this.getAttribute('home') ?? '';
  }

  /** @param {string | null | undefined} address null and undefined: none */
  set home(address) {
    reflect(this, 'home', address);
  }

  /**
   * What its attribute says; auto where that is none of the three. Setting it sets the attribute.
   * @returns {import('../shared/themes.js').Theme}
   */
  get theme() {
    return themeIn(this.getAttribute('theme')) ?? 'auto';
  }

  /** @param {import('../shared/themes.js').Theme | null | undefined} theme null and undefined: auto */
  set theme(theme) {
    reflect(this, 'theme', theme);
  }

  /**
   * The figure of `link`, of the one that stands when it is there; asking for it begins. Fails if it
   * cannot be made, or if the element is in no document: then asking again tries again.
   */
  get ready() {
    if (this.#ready.failed) this.#retry();
    this.#ready.asked = true;
    if (this.#stay) this.#attempt(() => this.#start());
    if (!this.isConnected) this.#expectDocument();
    return this.#ready.promise;
  }

  /** What has failed is tried again. */
  #retry() {
    this.#renew();
    this.#again();
    this.#app?.again();
    if (this.#hopeless) this.#fail(this.#hopeless);
  }

  /** Out of a document no figure is made. Who moves an element puts it into one at once. */
  async #expectDocument() {
    const due = this.#ready;
    await new Promise(done => setTimeout(done));
    if (!due.open || due !== this.#ready) return;
    if (!this.isConnected) this.#fail(new Error(NO_DOCUMENT));
    else if (due.asked && this.#stay) this.#attempt(() => this.#start());
  }

  /** The last figure that was computed. @returns {Figure | null} */
  get figure() {
    const state = this.#app?.state;
    if (!state?.figure) return null;
    return {
      ...state.figure,
      link: this.#app?.current ? state.link : state.figure.link,
      ignored: state.ignored,
    };
  }

  /** @returns {() => void} ends it */
  #begin() {
    const shell = createShell({
      dismiss: () => this.#app?.dismiss(),
      opened: async () => this.#app?.opened(),
    });
    let gone = false;
    /** @type {Promise<import('./app.js').Waiting> | null} */
    let making = null; // once, however often the start is tried
    this.#root.firstElementChild?.replaceWith(shell.element);

    const start = async () => {
      if (gone || this.#app) return;
      this.#renew();
      await null; // the page may be about to set a link of its own
      if (gone || this.#app) return;
      const first = !page.isHere;
      const opening = this.#fetch();
      making ??= createWaiting(shell, this, this.#link, OPENING);
      making.catch(() => {
        making = null;
      });
      const waiting = await making;
      if (gone) return;
      const {reader, maker} = await patiently(opening, () => shell.notice.tell(slowEngine()));
      if (first) await page.breath();
      if (!gone && !this.#app)
        this.#show(shell, waiting, {store: new Store(page.readerOf(reader)), maker});
    };
    const {again, end} = persistently(start, (error, again) => {
      const problem = noEngine(error, again);
      shell.notice.tell(problem);
      this.#fail(new Error(problem.message, {cause: error}));
    });
    this.#again = again;
    const unhear = listenToErrors(error => this.#app?.report(error));
    const unkeep = keepUsedKeys(this.#root);

    return () => {
      gone = true;
      end();
      unhear();
      unkeep();
      this.#app?.destroy();
      this.#app = null;
      making?.then(
        ({picture}) => picture.destroy(),
        () => {},
      );
      shell.element.remove();
    };
  }

  /** The model is on its way while the engine is. Who needs either will hear of failures. */
  #fetch() {
    if (seemsOfModel(this.#link)) page.openModel().catch(() => {});
    const opening = page.open();
    opening.catch(() => {});
    return opening;
  }

  /**
   * @param {import('./shell.js').Shell} shell
   * @param {import('./app.js').Waiting} waiting
   * @param {{store: import('../state/store.js').Store, maker:
   *   import('../engine/core.js').Core}} made
   */
  #show(shell, waiting, made) {
    shell.notice.tell(null);
    waiting.end();
    this.#app = createApp({shell, root: this.#root, waiting, ...made, opening: OPENING}, this.#on);
    this.#app.open(this.#link);
    this.#app.draw();
  }

  /** Replaces the promise of `ready` by a new one, if the last one is settled. */
  #renew() {
    if (!this.#ready.open) this.#ready = promised();
  }

  /** @param {(ready: ReturnType<typeof promised>) => void} how */
  #settle(how) {
    this.#renew();
    this.#ready.open = false;
    how(this.#ready);
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#settle(ready => ready.fail(error));
    const failed = this.#ready;
    const detail = {link: this.link, error};
    this.dispatchEvent(new CustomEvent('failed', {bubbles: true, detail}));
    failed.failed = true; // only now: who asks for it on hearing of it begins no new try
  }

  #on = {
    settled: (/** @type {import('./app.js').Change} */ step) => {
      const figure = /** @type {Figure} */ (this.figure);
      const {link, check, ignored} = figure;
      if (step !== 'open') this.#reflect(link);
      this.#settle(ready => ready.keep(figure));
      const detail = {link, check, step, ignored};
      this.dispatchEvent(new CustomEvent('change', {bubbles: true, detail}));
    },
    writing: () => {
      this.dispatchEvent(new CustomEvent('writing'));
    }, // for the page's address
    unsettled: () => this.#renew(),
    back: () => this.#settle(ready => ready.keep(/** @type {Figure} */ (this.figure))), // to what was announced last
    failed: (/** @type {unknown} */ error) => this.#fail(error),
    restart: () => {
      this.disconnectedCallback();
      this.connectedCallback();
    },
  };
}

// Two copies of this script on a page do no harm: the first one is used.
if (globalThis.customElements && !customElements.get('nine-fold'))
  customElements.define('nine-fold', NineFold);
