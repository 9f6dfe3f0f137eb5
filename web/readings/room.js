// Can you trust a figure's caption? Five descriptions of the same two figures, to be checked against heads that can be moved.
import {h, say} from '../dom.js';
import {mark} from '../around/marks.js';
import {wear} from '../around/wear.js';
import {Superseded, openModel} from '../works.js';
import {changed, judge, readingOf, readings} from './judged.js';
import {createPair} from './pair.js';
import {createSentence} from './sentence.js';
import {style} from './style.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('./sentence.js').Guess} Guess
 * @typedef {import('../around/rooms.js').Needs} Needs
 * @typedef {{built: (Judged | null)[], real: (Judged | null)[], note: string}} Found
 */

const PAIR = ['blur', 'fade'];
const ALL_WEIGHTS = 512; // tokens: the page's own figures of more have no weights to ask for
const NONE = {built: [], real: [], note: ''};

/** @param {State} state */
const isReal = ({params}) => params.source === 'model';

/** The same settings on a head made by hand, and on the real one. @param {string} link */
const byHand = link => changed(link).replace(/;(source|model)=[^;]*/g, '');
/** @param {string} link */
const onModel = link => `${byHand(link)};source=model`;

/**
 * Judges what stands, on both heads; the real one when the sliders rest.
 * @param {Needs} needs @param {(found: Found) => void} tell
 */
function createJudging({maker, now}, tell) {
  const who = {maker, owner: {}};
  let found = /** @type {Found} */ (NONE), reading = readings[0], running = false, again = false, judgedReal = '';

  /** What comes of another reading's sentences is too late. @param {typeof reading} of @param {Partial<Found>} more */
  function add(of, more) { if (of === reading) tell(found = {...found, ...more}); }

  /** @param {State} state */
  async function turn({link, figure, live, params}) {
    const of = reading, {sentences} = of, small = params.n.split('~').every(n => Number(n) <= ALL_WEIGHTS);
    const shown = params.source !== 'model' && small ? figure : null;
    add(of, {built: (await judge(who, {link: byHand(link), figure: shown}, sentences)).all});
    if (live || judgedReal === onModel(link) || of !== reading) return;
    await openModel();
    const {all, counterfactual} = await judge(who, {link: onModel(link), figure: null}, sentences);
    if (of === reading) judgedReal = onModel(link);
    add(of, {real: counterfactual ? [] : all, note: counterfactual});
  }

  /** The last change wins. @param {typeof reading} next */
  async function run(next) {
    reading = next;
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await turn(now()).catch(error => { if (!(error instanceof Superseded)) add(reading, {real: [], note: String(error.message ?? error)}); });
    }
    running = false;
  }
  return {run, forget() { judgedReal = ''; tell(found = NONE); }};
}

/** @param {Needs} needs @returns {import('../around/rooms.js').Room} */
export function createRoom(needs) {
  const {host, root, top, side, act, open} = needs;
  /** @type {Record<string, Record<number, Guess>>} what was predicted, for as long as the page is open */
  const guesses = {};
  let reading = readings[0], opened = '', arriving = false, seen = /** @type {unknown} */ (null), found = /** @type {Found} */ (NONE);
  let goBack = () => open(needs.opening); // to what stood before; after a reload that is not known
  /** @type {ReturnType<typeof createSentence>[]} */
  let sentences = [];

  const judging = createJudging(needs, now => { found = now; drawFound(); });
  const pair = createPair(needs.maker);
  const links = readings.map(({name, question}) => h('button', {type: 'button', class: PAIR.includes(name) ? 'topic paired' : 'topic',
    'data-name': name, onclick: () => visit(name)}, question));
  const unknown = h('p', {class: 'note', role: 'status'});
  const head = h('header', {class: 'readings'},
    h('div', {class: 'title'}, h('h2', {tabindex: -1}, 'Can you trust a figure’s caption?'),
      h('button', {type: 'button', class: 'quiet', onclick: leave}, 'Leave')),
    h('p', {}, 'Five descriptions of the same two figures. Each was written from a picture. Check them.'),
    unknown, h('nav', {class: 'topics', 'aria-label': 'Descriptions'}, ...links));
  const which = ['Built to match this description', 'The real head'].map((label, i) => {
    const input = h('input', {type: 'radio', name: 'which-head', onchange: () => act.set({source: i ? 'model' : 'synthetic'}, false)});
    return {input, label: h('label', {}, input, h('span', {}, label))};
  });
  const choice = h('div', {class: 'choice', role: 'radiogroup', 'aria-label': 'The head in the figure'}, ...which.map(({label}) => label));
  const note = h('p', {class: 'help'}), list = h('ol', {class: 'sentences'}), score = h('p', {class: 'help', role: 'status'});
  const all = h('button', {type: 'button', class: 'quiet', onclick() {
    reading.sentences.forEach((_, i) => { said()[i] ??= 'unsaid'; });
    drawFound();
  }}, 'Show all verdicts');
  const body = h('div', {class: 'description', role: 'group', 'aria-label': 'The description, sentence by sentence'}, choice, note,
    h('div', {class: 'over'}, score, all), list, pair.element);

  const said = () => guesses[reading.name] ??= {};

  function drawFound() {
    const {params} = needs.now(), mine = said(), count = Object.keys(mine).length, total = reading.sentences.length;
    sentences.forEach((sentence, i) => {
      const {with: change} = reading.sentences[i], [key, value] = change.split('=');
      sentence.show({built: found.built[i] ?? null, real: found.real[i] ?? null, guess: mine[i], tried: params[key] === value,
        onReal: isReal(needs.now())});
    });
    say(score, `${count ? `${count} of ${total} checked. ` : ''}Judge the picture shown; “impossible” means that no head could do it.`);
    all.hidden = count === total;
    say(note, found.note && `The real head is not judged beside it: ${found.note}`);
  }

  /** @param {string} name */
  function arrange(name) {
    opened = name;
    reading = readingOf(name);
    const names = readings.map(one => one.name).join(', ');
    say(unknown, reading.name === name ? '' : `There is no description “${name.slice(0, 40)}”; there are ${names}. Shown instead: ${reading.name}.`);
    sentences = reading.sentences.map((sentence, i) => createSentence(sentence, root, {
      guess(guess) { said()[i] = guess; drawFound(); },
      attempt() { attempt(sentence.with); },
    }));
    list.replaceChildren(...sentences.map(({element}) => element));
    for (const link of links) {
      if (link.dataset.name === reading.name) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    pair.show(PAIR.includes(reading.name));
    mark(root, null);
    judging.forget();
  }

  /** The sentence's own setting, or back. @param {string} change */
  function attempt(change) {
    const [key, value] = change.split('='), usual = readingParams(key);
    act.set({[key]: needs.now().params[key] === value ? usual : value}, false);
  }

  /** What the description's link says of a key. @param {string} key */
  function readingParams(key) {
    const own = reading.link.split(';').find(field => field.startsWith(`${key}=`));
    return own ? own.slice(key.length + 1) : needs.table.filter(row => row.key === key)[0].default;
  }

  /** @param {string} name */
  function visit(name) {
    arriving = !head.isConnected;
    if (arriving) goBack = needs.keep();
    open(readingOf(name).link);
    host.setAttribute('reading', name);
    seen = null;
    needs.draw();
  }

  function leave() {
    goBack();
    host.removeAttribute('reading');
    hide();
    /** @type {HTMLElement | null} */ (root.querySelector('.entry'))?.focus();
  }

  /** @param {State} state */
  function show(state) {
    const name = host.getAttribute('reading') ?? '';
    if (!head.isConnected) {
      wear(top, style);
      top.replaceChildren(head);
      side.replaceChildren(body);
      root.querySelector('.frame')?.classList.add('reading');
      if (arriving) head.querySelector('h2')?.focus(); // the button that was pressed is gone
      arriving = false;
    }
    if (name !== opened) arrange(name);
    which.forEach(({input}, i) => { input.checked = isReal(state) === (i === 1); });
    if (!state.figure || (seen === state.figure)) return;
    seen = state.figure;
    judging.run(reading);
  }

  function hide() {
    if (!head.isConnected) return;
    head.remove();
    body.remove();
    opened = '';
    goBack = () => open(needs.opening);
    mark(root, null);
    root.querySelector('.frame')?.classList.remove('reading');
  }

  return {show, hide, visit};
}
