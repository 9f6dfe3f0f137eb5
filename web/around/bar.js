// The quiet lines under the figure: where its numbers come from, its check and what that proved,
// and ways to take it along.
import {h, say} from '../base/dom.js';
import {shortened} from '../base/foreign.js';
import {tableOf} from '../base/lookup.js';
import {unspell} from '../controls/text.js';
import {createCopy} from '../shared/copy.js';
import {nextHead} from '../figure/view.js';
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
    named && source ? origins.tensorsHead(named, source.head, source.heads) : origins.tensors,
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
function verdictOf({figure, expected, doubtful, changed, link, status}, opening) {
  if (expected && status.kind === 'error') return ['unchecked', proofs.notMade];
  if (!figure?.check) return null;
  if (expected && figure.verdict === 'reproduced') return ['reproduced', proofs.reproduced];
  if (expected && figure.verdict === 'differs')
    return ['differs', proofs.differs(expected, figure.check)];
  if (expected || changed || without(link, 'model') === opening) return null;
  if (doubtful) return ['unchecked', proofs.doubtful];
  return isOpenedLink() ? ['unchecked', proofs.none] : null;
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

/** @param {BarNeeds} needs */
export function createBar({
  host,
  now: changed,
  both: now,
  check: checkNow,
  settled,
  save,
  opening,
  bring,
  failed,
}) {
  const badge = h('span', {class: 'badge'});
  const proof = h('p', {class: 'proof', role: 'status'});
  const why = h('p', {class: 'note'});
  const counterfactual = h(
    'details',
    {class: 'counterfactual', hidden: true},
    h('summary', {}, 'counterfactual'),
    why,
  );
  const {field, told, put, putLink, clearFor} = createCopy('The link');
  const shared = () => ({link: now().link, check: checkNow(), home: homeOf(host)});
  const citing = createCiting(shared, {bring, failed});
  const check = h('button', {
    type: 'button',
    class: 'check',
    title: 'Copy the check',
    onclick: () => put(now().figure?.check ?? '', 'The check is copied.', {name: 'The check'}),
  });
  const copyLink = () => putLink(host, settled, 'Copied.');
  const copy = h('button', {type: 'button', class: 'quiet', onclick: copyLink}, 'Copy link');
  /** @type {ReturnType<typeof import('../figure/save-menu.js').fillSaveMenu> | null} */
  let files = null;
  const menu = createMenu('Save', () => {
    bring('saving', () => import('../figure/save-menu.js'))
      .then(({fillSaveMenu}) => {
        const {items, close} = menu;
        const needs = {save, settled, now: changed, both: now, close};
        files ??= fillSaveMenu(items, needs, text => say(told, text));
        files.show();
      })
      .catch(failed);
  });
  const theme = themeButton(host);
  const embed = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick() {
        bring('embedding', () => import('../embed/dialog.js'))
          .then(({openEmbed}) => openEmbed(host, now(), checkNow()))
          .catch(failed);
      },
    },
    'Embed',
  );
  const element = h(
    'div',
    {class: 'bar'},
    h('div', {class: 'facts'}, badge, counterfactual, check),
    h('div', {class: 'takes'}, copy, citing.button, embed, menu.element, theme.button),
    proof,
    told,
    field,
    citing.place,
  );
  const above = h('div', {class: 'above'});
  /** @type {State['start'] | null} the link that was opened */
  let opened = null;

  /**
   * Of a link that says a check, what that proved is told above its figure. It stays there in some
   * words, so that nothing moves when they change.
   * @param {State} state
   */
  function placeProof({start, expected, doubtful}) {
    if (start === opened) return;
    opened = start;
    if (isOpenedLink() && (expected || doubtful)) above.append(proof);
    else told.before(proof);
  }

  /** @param {State} state */
  function showProof(state) {
    placeProof(state);
    const meanwhile = state.expected ? proofs.coming : proofs.changed;
    const [kind, words] = verdictOf(state, opening) ?? ['', above.firstChild ? meanwhile : ''];
    say(proof, words);
    proof.className = `proof ${kind}`;
  }

  /** @param {State} state */
  function show(state) {
    const {figure, link} = state;
    const reason = figure?.source?.counterfactual || figure?.source?.note || '';
    clearFor(link);
    const origin = originOf(state);
    say(badge, state.params.pair ? origins.ofA(origin) : origin);
    counterfactual.hidden = !reason;
    say(why, reason);
    check.hidden = !figure?.check;
    if (figure?.check) say(check, checkIs(figure.check));
    showProof(state);
    citing.show();
    theme.show();
  }
  return {element, above, show, whole: true};
}
