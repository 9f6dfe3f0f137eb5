// The page in Chromium on this machine, without a graphics card if it has none: how soon it shows
// nine panels, and whether the picture keeps up with a slider that is dragged; what the twelfth
// element costs; what Lighthouse thinks.
import {open, launch} from '../browser/lib/browser.mjs';
import {costsOf, typical} from '../browser/lib/costs.mjs';
import {judge} from '../browser/lib/lighthouse.mjs';
import {NO_WEBGL} from '../browser/lib/webgl.mjs';
import {serve} from '../../web/site/serve.mjs';
import {fileURLToPath} from 'node:url';
import {median, spreadOf} from './lib/clock.mjs';
import {once, tell} from './lib/report.mjs';

const SITE = fileURLToPath(new URL('../../build/site', import.meta.url));
const OPENINGS = 7;
const DRAGS = 3;
const STEPS = 120;
const RENDERERS = {WebGL: undefined, Canvas: NO_WEBGL};
const LEAST_SECONDS = 0.5;
const RUNS = 3;
const START = 4000; // ms: a browser that has just started is still busy with itself

const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];

// ---- Nine panels after navigation --------------------------------------------------------------

/**
 * Milliseconds from navigation until the nine panels have been drawn; the cache is cold, the
 * browser is not.
 */
async function opening(shared, link, prepare) {
  const watch = page =>
    page.addInitScript(async () => {
      const element = await new Promise(done => {
        const find = () => {
          const found = document.querySelector('nine-fold');
          found ? done(found) : setTimeout(find, 1);
        };
        find();
      });
      await customElements.whenDefined('nine-fold');
      await element.ready;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          globalThis.opened = performance.now();
        }),
      );
    });
  const {page, context} = await open(shared, {
    link: null,
    prepare: async page => {
      await prepare?.(page);
      await watch(page);
    },
  });
  await page.goto(`${shared.server.address}${link && '#' + link}`);
  const time = await (await page.waitForFunction(() => globalThis.opened)).jsonValue();
  await context.close();
  return time;
}

async function openings(shared, link, prepare) {
  const times = [];
  for (let i = 0; i < OPENINGS; i++) times.push((await opening(shared, link, prepare)) / 1000);
  return spreadOf(times);
}

// ---- Dragging ----------------------------------------------------------------------------------

/** Run in the page: what takes hold, moves to a share of the way, and lets go. */
const HANDS = {
  slider(root) {
    const slider = root.querySelector('input[data-key=eps]');
    const tell = kind => slider.dispatchEvent(new Event(kind, {bubbles: true, composed: true}));
    return {
      move(share) {
        slider.value = String(Math.round(slider.max * share));
        tell('input');
      },
      release: () => tell('change'),
    };
  },
  handle(root) {
    const plot = root.querySelector('.curve-plot');
    const handle = plot.querySelectorAll('.curve-handle')[1];
    const {left, width} = plot.getBoundingClientRect();
    const [from, to] = [44, width - 14]; // as web/around/curve.js
    plot.setPointerCapture = () => {}; // a pointer that no hand holds has no capture
    const tell = (kind, clientX) =>
      plot.dispatchEvent(new PointerEvent(kind, {clientX, bubbles: true, composed: true}));
    tell('pointerdown', left + parseFloat(handle.style.left));
    return {
      move: share => tell('pointermove', left + from + (to - from) * share),
      release: () => tell('pointerup', 0),
    };
  },
};

/**
 * Moves epsilon by one pixel's worth in every frame, as a hand does at most, and looks at what each
 * frame shows.
 * Runs in the page. Gives back milliseconds between frames, and frames without a new figure.
 */
async function dragged([hand, steps]) {
  const element = document.querySelector('nine-fold');
  const {move, release} = globalThis.hands[hand](element.shadowRoot);
  const frames = [];
  const [low, high] = [0.35, 0.85];
  let before = 0;
  let last = element.figure;
  let missed = 0;
  await new Promise(done => {
    const step = now => {
      if (before) frames.push(now - before);
      before = now;
      const {figure} = element;
      if (figure === last || figure.link === last.link) missed++;
      last = figure;
      if (frames.length === steps) {
        done(null);
        return;
      }
      move(high - ((high - low) * frames.length) / steps);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  release();
  return {frames, missed};
}

/** Frames of an idle page: what the display can do at best. */
async function idle(steps) {
  const frames = [];
  await new Promise(done => {
    let before = 0;
    const step = now => {
      if (before) frames.push(now - before);
      before = now;
      if (frames.length < steps) requestAnimationFrame(step);
      else done(null);
    };
    requestAnimationFrame(step);
  });
  return frames;
}

/** The curve stands there, made. */
async function openCurve(page) {
  await page.locator('.curve-place').scrollIntoViewIfNeeded();
  await page.locator('.curve-wait').waitFor({state: 'hidden'});
}

async function drags(shared, {link, hand}, prepare) {
  const {nine, page, context} = await open(shared, {link: `1;${link};eps=0.5~1~1e-10`, prepare});
  const hands = Object.entries(HANDS).map(([name, made]) => `${name}: ({${made}}).${name}`);
  await page.evaluate(`globalThis.hands = {${hands.join(', ')}}`);
  if (hand === 'handle') await openCurve(page);
  const rest = await page.evaluate(idle, 60);
  const frames = [];
  let missed = 0;
  for (let i = 0; i < DRAGS; i++) {
    const one = await page.evaluate(dragged, [hand, STEPS]);
    frames.push(...one.frames);
    missed += one.missed;
    await nine.settle();
  }
  await context.close();
  return {
    rest: median(rest),
    middle: median(frames),
    late: at(frames, 0.95),
    missed: missed / frames.length,
  };
}

// ---- Elements and marks ------------------------------------------------------------------------

async function twelfth(shared) {
  const {page, context} = await open(shared, {link: null});
  await page.route('**/empty', route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>A page of others</title>',
    }),
  );
  await page.goto(`${shared.server.address}empty`); // without the policy of the site's pages
  const costs = await costsOf(
    page,
    Array.from({length: 12}, (_, i) => `1;seed=${3 * i}`),
    '/nine-fold.js',
  );
  await context.close();
  const last = typical(costs.slice(-3));
  return {time: last.time / costs[0].time, memory: last.memory / costs[0].memory};
}

/** @param {string} address */
async function judgedTimes(address) {
  const all = [];
  const quiet = () => new Promise(done => setTimeout(done, START));
  for (let i = 0; i < RUNS; i++) all.push(await judge(address, quiet));
  return all.map(({scores}) => scores.performance);
}

// ---- Telling -----------------------------------------------------------------------------------

const share = value => `${(100 * value).toFixed(0)} %`;
const verdict = (what, isReached) => `${what}: ${isReached ? 'reached' : 'not reached'}`;

const OPENED = {
  'the page as it opens, with the model': '',
  'a synthetic head': '1',
  'a synthetic head, n = 512': '1;n=512',
};
const WHALES = `${'The_captain_saw_the_whale._'.repeat(5)}The_ca`; // 64 tokens
const OF_MODEL = `source=model;layer=2;head=7;text1=${WHALES}`;
const DRAGGED = {
  'n = 64': {link: 'n=64', hand: 'slider'},
  'n = 64, on the curve': {link: 'n=64', hand: 'handle'},
  'the model, 64 tokens': {link: OF_MODEL, hand: 'slider'},
  'the model, 64 tokens, on the curve': {link: OF_MODEL, hand: 'handle'},
  'n = 512': {link: 'n=512', hand: 'slider'},
};
const columns = Object.keys(RENDERERS);

/** Rows of a table, a column for each renderer. */
async function rowsOf(settings, measure) {
  const rows = {};
  for (const [name, setting] of Object.entries(settings)) {
    rows[name] = [];
    for (const prepare of Object.values(RENDERERS))
      rows[name].push(await measure(setting, prepare));
  }
  return rows;
}

/** The same rows with one number of each cell. */
const numbersOf = (rows, number) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, cells]) => [name, cells.map(cell => once(number(cell)))]),
  );

const shared = {server: await serve(SITE, 0), browser: await launch()};
const opened = await rowsOf(OPENED, (link, prepare) => openings(shared, link, prepare));
tell('nine panels after navigation, cold cache', {
  columns,
  unit: 's',
  better: 'less',
  rows: opened,
});
const held = await rowsOf(DRAGGED, (setting, prepare) => drags(shared, setting, prepare));
for (const [title, unit, number] of [
  ['a frame while epsilon is dragged, by an idle one', 'x', ({rest, middle}) => middle / rest],
  ['the slowest of twenty frames, by an idle one', 'x', ({rest, late}) => late / rest],
  ['frames without a new figure', '%', ({missed}) => missed],
])
  tell(title, {columns, unit, better: 'less', rows: numbersOf(held, number)});
const slowest = Math.max(...Object.values(opened)[0].map(({middle}) => middle));
const keepsUp = Object.values(held)
  .flat()
  .every(({rest, middle, missed}) => middle < 1.2 * rest && missed < 0.1);
const element = await twelfth(shared);
const performances = await judgedTimes(shared.server.address);
tell('what Lighthouse gives the page as it opens', {
  columns: ['of 100'],
  unit: '%',
  better: 'more',
  rows: {performance: [spreadOf(performances)]},
});
tell('the twelfth element of a page by the first', {
  columns: ['time', 'memory'],
  unit: '%',
  better: 'less',
  rows: {'what it costs': [once(element.time), once(element.memory)]},
});
console.log(verdict(`nine panels within ${LEAST_SECONDS.toFixed(1)} s`, slowest <= LEAST_SECONDS));
console.log(verdict('a median frame within 1.2 idle ones, 9 of 10 with a new figure', keepsUp));
console.log(
  verdict('the twelfth element under a fifth', Math.max(element.time, element.memory) < 0.2),
  `(${share(element.time)} of the time, ${share(element.memory)} of the memory)`,
);
console.log(
  verdict('Lighthouse, performance at least 0.95', median(performances) >= 0.95),
  `(${performances.join(', ')})`,
);
await shared.browser.close();
shared.server.close();
