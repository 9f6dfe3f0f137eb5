// The course page of 12 elements and 20 frames in Firefox, kept to 16 WebGL contexts, and in
// WebKit: the page scrolls itself to the end and back, looks at each figure when it is seen, and
// tells the colour of every cell.
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {SITE} from '../browser/lib/browser.mjs';
import {colorsOf, stopsOf} from '../browser/lib/colors.mjs';
import {BROWSERS, reportOf} from '../engines/browsers.mjs';
import {panels} from '../node/lib/engine.mjs';
import {serve} from '../../web/site/serve.mjs';

const ELEMENTS = 12;
const FRAMES = 20;
const link = i =>
  `${i % 5 ? `1;seed=${i};eps=0.3~0.03~3e-3` : `1;source=model;eps=0.${i / 5 + 1}~1e-3~1e-5`};style=paper`;
const frame = i =>
  `<iframe title="Figure ${i}" src="nine/index.html#${link(ELEMENTS + i)}" width="100%" height="700"></iframe>`;
const body = Array.from(
  {length: FRAMES},
  (_, i) =>
    `<h2>Week ${i}</h2>${i < ELEMENTS ? `<nine-fold link="${link(i)}"></nine-fold>` : ''}${frame(i)}`,
);

/**
 * Runs in every page before it: `starting` are the WebGL contexts that it has opened and that have
 * not begun to draw.
 */
function watch() {
  const starting = (globalThis.starting = new Set());
  const {getContext} = HTMLCanvasElement.prototype;
  const {clientWaitSync} = WebGL2RenderingContext.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (context && kind === 'webgl2') starting.add(context);
    return context;
  };
  WebGL2RenderingContext.prototype.clientWaitSync = function (...all) {
    const state = clientWaitSync.apply(this, all);
    if (state !== this.TIMEOUT_EXPIRED) starting.delete(this);
    return state;
  };
}

/** Runs in the page. */
async function look() {
  const rest = () => new Promise(done => setTimeout(done, 50));
  const until = async holds => {
    for (let i = 0; i < 300 && !holds(); i++) await rest();
  };
  const places = [...document.querySelectorAll('nine-fold, iframe')];
  const results = [];
  const elementOf = place =>
    place.matches('iframe') ? place.contentDocument?.querySelector('nine-fold') : place;
  const there = element => element?.figure?.check && element.figure.link === element.link;
  const drawn = window =>
    new Promise(done => window.requestAnimationFrame(() => window.requestAnimationFrame(done)));

  /** The pixel in the middle of every cell, of every panel that stands there, as one number. */
  function colorsOf({figure: {panels, baselines}, shadowRoot}) {
    const canvas = shadowRoot.querySelector('canvas');
    const all = canvas.getBoundingClientRect();
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return [...panels, baselines[0]].map(({rows, columns}, id) => {
      const {left, top, width, height} = shadowRoot
        .querySelector(`.fig-plot[data-panel="${id}"]`)
        .getBoundingClientRect();
      return Array.from({length: rows * columns}, (_, i) => {
        const x =
          ((left - all.left + (((i % columns) + 0.5) / columns) * width) * canvas.width) /
          all.width;
        const y =
          ((top - all.top + ((Math.floor(i / columns) + 0.5) / rows) * height) * canvas.height) /
          all.height;
        const [r, g, b, a] = data.subarray(4 * (Math.floor(y) * canvas.width + Math.floor(x)));
        return a === 255 ? (r << 16) | (g << 8) | b : -1;
      });
    });
  }

  for (const place of [...places, ...[...places].reverse()]) {
    place.scrollIntoView();
    await until(() => there(elementOf(place)));
    const element = elementOf(place);
    const page = place.contentWindow ?? window;
    await drawn(page); // now a context has been asked for, if this element has none
    await until(() => [...page.starting].every(context => context.isContextLost()));
    await drawn(page);
    results.push({
      link: element?.link,
      check: element?.figure?.check,
      colors: element?.figure ? colorsOf(element) : [],
    });
  }
  await fetch(location.hash.slice(1), {
    method: 'POST',
    mode: 'no-cors',
    body: JSON.stringify({agent: navigator.userAgent, results}),
  });
}

const STOPS = stopsOf(
  readFileSync(new URL('../../web/figure/colors.js', import.meta.url), 'utf8'),
  'figure',
);
const MOST = 1; // of 255: what the last rounding of a channel may differ by

/**
 * How many cells have another colour than that of their weight.
 * @param {number[][]} seen by panel, as `look` tells them
 */
function wrongIn(seen, {panels: nine, baselines}) {
  const weights = [...nine, baselines[0]].map(panel => panel.weights);
  const expected = colorsOf(weights, {view: 'weights', range: 'unit', nine: nine.length}, STOPS);
  const isWrong = (color, target) =>
    !(color >= 0) ||
    target.some((channel, c) => Math.abs(((color >> (16 - 8 * c)) & 255) - channel) > MOST);
  return expected.flatMap((panel, id) =>
    panel.flat().filter((target, i) => isWrong(seen[id]?.[i], target)),
  ).length;
}

let folder;
let server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync(SITE, join(folder, 'nine'), {recursive: true});
  writeFileSync(join(folder, 'watch.js'), `(${watch})();`);
  const page = readFileSync(join(folder, 'nine/index.html'), 'utf8');
  writeFileSync(
    join(folder, 'nine/index.html'),
    page.replace('<script ', '<script src="../watch.js"></script>$&'),
  );
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>A course</title>
<script src="watch.js"></script><script type="module" src="nine/nine-fold.js"></script>
<body style="max-width: 760px">${body.join('\n')}<script>addEventListener('load', ${look});</script>`,
  );
  server = await serve(folder, 0);
});
after(() => {
  server.close();
  rmSync(folder, {recursive: true});
});

for (const name of ['Firefox', 'WebKit'])
  test(`${ELEMENTS} elements and ${FRAMES} frames in ${name}: each right, in every cell, to the end and back`, async () => {
    const {agent, results} = await reportOf(name, `${server.address}index.html`);
    assert.match(agent, BROWSERS[name].is);
    const order = Array.from({length: FRAMES}, (_, i) => [
      ...(i < ELEMENTS ? [link(i)] : []),
      link(ELEMENTS + i),
    ]).flat();
    const shown = [...order, ...[...order].reverse()].map(one => panels(one));
    const expected = shown.map(({link: canonical, check}) => ({link: canonical, check}));
    assert.deepEqual(
      results.map(({link: shown, check}) => ({link: shown, check})),
      expected,
    );
    const wrong = results.map(({link, colors}, i) => ({link, cells: wrongIn(colors, shown[i])}));
    assert.deepEqual(
      wrong.filter(({cells}) => cells),
      [],
      'cells of another colour than that of their weight',
    );
  });
