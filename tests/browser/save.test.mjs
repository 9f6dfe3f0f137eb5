// What is saved can be read again, and holds the numbers of the command line.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {drive, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINKS = ['1;seed=3', '1;figure=mean;n=14~15~16', '1;figure=cross;n=5~7~6', '1;source=model;text1=A_~22quoted~22~2c_odd~0aline'];

/** What the browser is given to keep: its name and bytes. */
async function save(nine, page, name) {
  await nine.openSave();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', {name}).click()]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

/** Records of a CSV without its comments. A reader of its own: quoted fields may hold commas, quotes and line ends. */
function parseCsv(text) {
  const records = [[]];
  let field = '', quoted = false;
  const end = () => { records.at(-1).push(field); field = ''; };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quoted && letter === '"' && text[i + 1] === '"') { field += '"'; i++; } else if (letter === '"') quoted = !quoted;
    else if (quoted) field += letter;
    else if (letter === ',') end();
    else if (letter === '\n') { end(); records.push([]); } else field += letter;
  }
  assert.ok(!quoted && field === '', 'the last line ends');
  return records.slice(0, -1);
}

/** Panels by the name that statements give them. */
function byName({panels: nine, baselines}) {
  return Object.fromEntries([...nine.map((panel, i) => [`p${Math.floor(i / 3) + 1}${i % 3 + 1}`, panel]), ...baselines.map(panel => [`b${panel.row + 1}`, panel])]);
}

for (const link of LINKS) {
  drive(`JSON of ${link}`, shared, {link}, async (nine, page) => {
    const {name, bytes} = await save(nine, page, /JSON/), saved = JSON.parse(bytes.toString());
    const own = panels(await nine.link());
    assert.equal(name, `ninefold-${own.check}.json`);
    assert.deepEqual([saved.link, saved.check], [own.link, own.check]);
    assert.equal(saved.params.source, link.includes('model') ? 'model' : 'synthetic');
    const there = byName(own), here = byName(saved);
    assert.deepEqual([saved.panels.length, saved.baselines.length], [9, 3]);
    assert.deepEqual([saved.source, saved.inputs], [own.source, own.inputs]);
    for (const [place, panel] of Object.entries(here)) {
      assert.deepEqual(panel.weights.map(row => row.map(Math.fround)), there[place].weights, `weights of ${place}`);
      assert.deepEqual(panel.measures, there[place].measures, `measures of ${place}`);
      assert.equal(panel.title, there[place].title);
      assert.deepEqual(panel.prediction?.divergence, there[place].prediction?.divergence, `prediction of ${place}`);
    }
  });

  drive(`CSV of ${link}`, shared, {link}, async (nine, page) => {
    const {name, bytes} = await save(nine, page, /CSV/), text = bytes.toString(), own = panels(await nine.link());
    assert.equal(name, `ninefold-${own.check}.csv`);
    const comments = text.split('\n').filter(line => line.startsWith('#'));
    assert.ok(comments.includes(`# link: ${own.link}`) && comments.includes(`# check: ${own.check}`), comments.join('\n'));
    const [head, ...rows] = parseCsv(text.replace(/^#.*\n/gm, '')), at = Object.fromEntries(head.map((name, i) => [name, i])), there = byName(own);
    const seen = {};
    for (const row of rows) {
      const panel = there[row[at.panel]], query = Number(row[at.query]), keys = row.slice(at.key0);
      assert.equal(row[at.title], panel.title);
      assert.deepEqual(keys.slice(0, panel.columns).map(weight => Math.fround(Number(weight))), panel.weights[query], `row ${query} of ${row[at.panel]}`);
      assert.ok(keys.slice(0, panel.columns).every(weight => weight !== ''));
      seen[row[at.panel]] = (seen[row[at.panel]] ?? 0) + 1;
    }
    for (const [place, panel] of Object.entries(there).filter(([place]) => place.startsWith('p'))) assert.equal(seen[place], panel.rows, place);
  });
}

/** Decodes a picture in the page: its size, and how many different colours some of its pixels have. */
function decode(page, bytes) {
  return page.evaluate(async base64 => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], {type: 'image/png'}));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const {data} = context.getImageData(0, 0, picture.width, picture.height), colors = {};
    for (let at = 0; at < data.length; at += 4) {
      const color = data.subarray(at, at + 4).join();
      colors[color] = (colors[color] ?? 0) + 1;
    }
    return {width: picture.width, height: picture.height, colors};
  }, bytes.toString('base64'));
}

for (const context of [{}, {colorScheme: 'dark'}, {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true}])
  drive(`PNG, ${JSON.stringify(context)}`, shared, {link: '1;seed=3', context: {...context}}, async (nine, page) => {
    const {name, bytes} = await save(nine, page, /PNG/), {width, height, colors} = await decode(page, bytes);
    assert.equal(name, `ninefold-${panels('1;seed=3').check}.png`);
    assert.ok(width >= 1200 && width <= 6000 && height >= width / 2 && height <= 2 * width, `${width} x ${height}`);
    assert.ok(bytes.length < 3e6, `${bytes.length} bytes`);
    assert.ok(Object.keys(colors).length > 200, 'a picture, with letters');
    assert.ok(colors['255,255,255,255'] > 0.2 * width * height, 'on white, whatever the page is');
    assert.ok(colors['125,10,24,255'] > 500, 'the dark red of a weight of 1');
  });

drive('a picture of every figure and view can be saved', shared, {link: '1;seed=3'}, async (nine, page) => {
  for (const link of ['1;figure=mean;n=14~15~16;view=change', '1;figure=cross;n=15;titles=headers;axes=positions;range=log', '1;n=600;colors=viridis', '1;source=model;axes=tokens;line=on']) {
    await nine.element.evaluate((element, link) => { element.link = link; }, link);
    await nine.settle();
    const {bytes} = await save(nine, page, /PNG/), {width, height, colors} = await decode(page, bytes);
    assert.ok(width >= 1200 && height >= 600 && Object.keys(colors).length > 100, `${link}: ${width} x ${height}`);
  }
});
