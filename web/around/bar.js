// The quiet lines under the figure: where its numbers come from, its check and what that proved,
// and ways to take it along.
import {h, say} from '../base/dom.js';
import {shortened} from '../base/foreign.js';
import {tableOf} from '../base/lookup.js';
import {unspell} from '../controls/text.js';
import {createCopy} from '../shared/copy.js';
import {nextHead} from '../figure/view.js';
import {asks} from '../state/answering.js';
import {homeOf} from '../state/home.js';
import {isOpenedLink} from '../state/tied.js';
import {without} from '../engine/link-text.js';
import {createMenu} from '../shared/menu.js';
import {themeIn} from '../shared/themes.js';
import {checkIs, origins, proofs, themeIs} from './messages.js';

/** @typedef {import('../state/store.js').State} State */

/**
 * What is said of a head, by the kind of its source.
 * @type {Record<string, (named: string,
 *   source: NonNullable<State['figure']>['source'] | undefined) => string>}
 */
const HEADS = tableOf({
  synthetic: () => origins.synthetic,
  tensors: (named, source) =>
    named && source ? origins.tensorsHead(named, source) : origins.tensors,
  model: (named, source) =>
    source && source.layer !== null
      ? origins.modelHead(named, source.layer, source.head)
      : origins.model,
});

/** @param {State} state */
function headOf({params, figure}) {
  const source = figure?.source;
  return HEADS[source?.kind ?? params.source](shortened(unspell(params.named)), source);
}

/** The head of which the figure is, and the one in which Value is seen. @param {State} state */
function originOf(state) {
  const head = nextHead(state.figure, state.params);
  return head ? origins.seenIn(headOf(state), head) : headOf(state);
}

/**
 * What the check of the link that was opened proved, or why it proved nothing. Nobody opened the
 * page's own first link.
 * @param {State} state @param {string} opening
 * @returns {['reproduced' | 'differs' | 'unchecked', string] | null}
 */
function verdictOf({figure, expected, doubtful, changed, link, params, status}, opening) {
  if (expected && status.kind === 'error') return ['unchecked', proofs.notMade];
  if (!figure?.check) return null;
  if (expected && figure.verdict === 'reproduced') return ['reproduced', proofs.reproduced];
  if (expected && figure.verdict === 'differs')
    return ['differs', proofs.differs(expected, figure.check)];
  if (expected || changed || without(link, 'model') === opening) return null;
  if (doubtful) return ['unchecked', proofs.doubtful];
  return isOpenedLink() && !asks(params) ? ['unchecked', proofs.none] : null;
}

/**
 * What takes more than a click, fetched with the first one.
 * @param {() => import('./share.js').Shared} shared
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'failed'>} needs
 */
function createCiting(shared, {bring, failed}) {
  /** @type {ReturnType<typeof import('./share.js').createShare> | null} */
  let share = null;
  const place = h('div', {class: 'share-place', id: 'share', hidden: true});
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-expanded': 'false',
      'aria-controls': 'share',
      async onclick() {
        try {
          const {createShare} = await bring('citing', () => import('./share.js'));
          if (!share) place.append((share = createShare(place)).element);
          place.hidden = !place.hidden;
          button.setAttribute('aria-expanded', String(!place.hidden));
          share.show(shared());
        } catch (error) {
          failed(error);
        }
      },
    },
    'Cite',
  );
  return {
    button,
    place,
    show() {
      if (!place.hidden) share?.show(shared());
    },
  };
}

/** In the order of the button: the first click is one that shows. */
const themes = () =>
  matchMedia('(prefers-color-scheme: dark)').matches
    ? ['auto', 'light', 'dark']
    : ['auto', 'dark', 'light'];

/** @param {HTMLElement} host */
function themeButton(host) {
  const theme = () => themeIn(host.getAttribute('theme')) ?? 'auto';
  const button = h('button', {
    type: 'button',
    class: 'quiet',
    onclick() {
      const all = themes();
      host.setAttribute('theme', all[(all.indexOf(theme()) + 1) % all.length]);
    },
  });
  return {button, show: () => say(button, themeIs(theme()))};
}

/**
 * @typedef {Pick<import('../shared/needs.js').PartNeeds,
 *   'host' | 'now' | 'both' | 'check' | 'settled' | 'save' | 'opening' | 'bring' | 'failed'>} BarNeeds
 */

/** @param {BarNeeds} needs @param {(words: string) => void} tell what came of it */
function savingMenu({now, both, settled, save, bring, failed}, tell) {
  /** @type {ReturnType<typeof import('../figure/save-menu.js').fillSaveMenu> | null} */
  let files = null;
  const menu = createMenu('Save', () => {
    bring('saving', () => import('../figure/save-menu.js'))
      .then(({fillSaveMenu}) => {
        const {items, close} = menu;
        files ??= fillSaveMenu(items, {save, settled, now, both, close}, tell);
        files.show();
      })
      .catch(failed);
  });
  return menu.element;
}

/** @param {BarNeeds} needs */
const embedButton = ({host, both, check, bring, failed}) =>
  h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick() {
        bring('embedding', () => import('../embed/dialog.js'))
          .then(({openEmbed}) => openEmbed(host, both(), check()))
          .catch(failed);
      },
    },
    'Embed',
  );

/** Where the numbers come from, and why that is not what it may seem. */
function createOrigin() {
  const badge = h('span', {class: 'badge'});
  const why = h('p', {class: 'note'});
  const counterfactual = h(
    'details',
    {class: 'counterfactual', hidden: true},
    h('summary', {}, 'counterfactual'),
    why,
  );
  return {
    elements: [badge, counterfactual],
    /** @param {State} state */
    show(state) {
      const source = state.figure?.source;
      const reason = source?.counterfactual || source?.note || '';
      const origin = originOf(state);
      say(badge, state.params.pair ? origins.ofA(origin) : origin);
      counterfactual.hidden = !reason;
      say(why, reason);
    },
  };
}

/**
 * What the link's check proved. Of a link that says one it is told above its figure, else under it.
 * @param {string} opening
 * @param {HTMLElement} told what stands after it there
 */
function createProof(opening, told) {
  const element = h('p', {class: 'proof', role: 'status'});
  const above = h('div', {class: 'above'});
  /** @type {State['start'] | null} the link that was opened */
  let opened = null;

  /** It stays there in some words, so that nothing moves when they change. @param {State} state */
  function place({start, expected, doubtful}) {
    if (start === opened) return;
    opened = start;
    if (isOpenedLink() && (expected || doubtful)) above.append(element);
    else told.before(element);
  }

  return {
    element,
    above,
    /** @param {State} state */
    show(state) {
      place(state);
      const meanwhile = state.expected ? proofs.coming : proofs.changed;
      const [kind, words] = verdictOf(state, opening) ?? ['', above.firstChild ? meanwhile : ''];
      say(element, words);
      element.className = `proof ${kind}`;
    },
  };
}

/** @param {BarNeeds} needs */
export function createBar(needs) {
  const {host, both: now, check: checkNow, settled, opening} = needs;
  const origin = createOrigin();
  const {field, told, put, putLink, clearFor} = createCopy('The link');
  const proof = createProof(opening, told);
  const shared = () => ({link: now().link, check: checkNow(), home: homeOf(host)});
  const citing = createCiting(shared, needs);
  const check = h('button', {
    type: 'button',
    class: 'check',
    title: 'Copy the check',
    onclick: () => put(now().figure?.check ?? '', 'The check is copied.', {name: 'The check'}),
  });
  const copyLink = () => putLink(host, settled, 'Copied.');
  const copy = h('button', {type: 'button', class: 'quiet', onclick: copyLink}, 'Copy link');
  const saving = savingMenu(needs, words => say(told, words));
  const theme = themeButton(host);
  const element = h(
    'div',
    {class: 'bar'},
    h('div', {class: 'facts'}, ...origin.elements, check),
    h('div', {class: 'takes'}, copy, citing.button, embedButton(needs), saving, theme.button),
    proof.element,
    told,
    field,
    citing.place,
  );

  /** @param {State} state */
  function show(state) {
    const {figure, link} = state;
    clearFor(link);
    origin.show(state);
    check.hidden = !figure?.check;
    if (figure?.check) say(check, checkIs(figure.check));
    proof.show(state);
    citing.show();
    theme.show();
  }
  return {element, above: proof.above, show, whole: true};
}
