// The course page of 12 elements and 20 frames in Firefox, kept to 16 WebGL contexts, and in WebKit: the page scrolls itself
// to the end and back, looks at each figure when it is seen, and tells.
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {SITE} from '../browser/lib/browser.mjs';
import {BROWSERS, reportOf} from '../engines/browsers.mjs';
import {panels} from '../node/lib/engine.mjs';
import {serve} from '../tools/serve.mjs';

const ELEMENTS = 12, FRAMES = 20, SEVERAL = 8;
const link = i => (i % 5 ? `1;seed=${i};eps=0.3~0.03~3e-3` : `1;source=model;eps=0.${i / 5 + 1}~1e-3~1e-5`);
const frame = i => `<iframe title="Figure ${i}" src="nine/index.html#${link(ELEMENTS + i)}" width="100%" height="700"></iframe>`;
const body = Array.from({length: FRAMES},
  (_, i) => `<h2>Week ${i}</h2>${i < ELEMENTS ? `<nine-fold link="${link(i)}"></nine-fold>` : ''}${frame(i)}`);

/** Runs in the page. */
async function look() {
  const rest = () => new Promise(done => setTimeout(done, 50));
  const places = [...document.querySelectorAll('nine-fold, iframe')], results = [];
  const elementOf = place => (place.matches('iframe') ? place.contentDocument?.querySelector('nine-fold') : place);
  const colorsOf = element => {
    const canvas = element?.shadowRoot?.querySelector('canvas'), colors = new Set();
    const data = canvas?.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let i = 0; i < data.length; i += 4 * 97) if (data[i + 3]) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return colors.size;
  };
  const there = element => element?.figure?.check && element.figure.link === element.link;
  for (const place of [...places, ...[...places].reverse()]) {
    place.scrollIntoView();
    for (let i = 0; i < 300 && !there(elementOf(place)); i++) await rest();
    const element = elementOf(place);
    let seen = 0; // a figure that was just made is drawn with the next frame, which may take a while without a graphics card
    for (let i = 0; i < 300 && seen < 8; i++) { await rest(); seen = colorsOf(element); }
    results.push({link: element?.link, check: element?.figure?.check, colors: seen});
  }
  await fetch(location.hash.slice(1),
    {method: 'POST', mode: 'no-cors', body: JSON.stringify({agent: navigator.userAgent, results})});
}

let folder, server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync(SITE, join(folder, 'nine'), {recursive: true});
  writeFileSync(join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>A course</title><script type="module" src="nine/nine-fold.js"></script>
<body style="max-width: 760px">${body.join('\n')}<script>addEventListener('load', ${look});</script>`);
  server = await serve(folder, 0);
});
after(() => {
  server.close();
  rmSync(folder, {recursive: true});
});

for (const name of ['Firefox', 'WebKit'])
  test(`${ELEMENTS} elements and ${FRAMES} frames in ${name}: each right, and none blank, to the end and back`, async () => {
    const {agent, results} = await reportOf(name, `${server.address}index.html`);
    assert.match(agent, BROWSERS[name].is);
    const order = Array.from({length: FRAMES}, (_, i) => [...i < ELEMENTS ? [link(i)] : [], link(ELEMENTS + i)]).flat();
    const shown = [...order, ...[...order].reverse()].map(one => panels(one));
    const expected = shown.map(({link: canonical, check}) => ({link: canonical, check}));
    assert.deepEqual(results.map(({link: shown, check}) => ({link: shown, check})), expected);
    assert.deepEqual(results.filter(({colors}) => colors < SEVERAL), [], 'blank');
  });
