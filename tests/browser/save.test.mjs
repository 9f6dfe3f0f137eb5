// What is saved can be read again, and holds the numbers of the command line.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {aboutOf, cellsOf, placesOf} from '../node/lib/drawn.mjs';
import {panels, run} from '../node/lib/engine.mjs';
import {readNpz} from '../node/lib/npz.mjs';
import {chunksOf, readPng} from '../node/lib/png.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {isFormula, recordOf} from '../../web/figure/csv.js';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();
const HEAD = '1;seed=3';
const LINKS = [
  '1;seed=3',
  '1;figure=mean;n=14~15~16',
  '1;figure=cross;n=5~7~6',
  '1;source=model;text1=A_~22quoted~22~2c_odd~0aline',
];

/** What the browser is given to keep: its name and bytes. */
async function save(nine, page, name) {
  await nine.openSave();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', {name}).click(),
  ]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

/** From now on keeps what is said beside the buttons. */
const listen = page =>
  page.evaluate(() => {
    const told = document.querySelector('nine-fold').shadowRoot.querySelector('.bar .told');
    globalThis.said = [];
    const hear = () => globalThis.said.push(told.textContent);
    new MutationObserver(hear).observe(told, {childList: true, characterData: true, subtree: true});
  });
const heard = page => page.evaluate(() => globalThis.said);

/**
 * Records of a CSV without its comments. A reader of its own: quoted fields may hold commas,
 * quotes and line ends.
 */
function parseCsv(text) {
  const records = [[]];
  let field = '';
  let quoted = false;
  const end = () => {
    records.at(-1).push(field);
    field = '';
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quoted && letter === '"' && text[i + 1] === '"') {
      field += '"';
      i++;
    } else if (letter === '"') quoted = !quoted;
    else if (quoted) field += letter;
    else if (letter === ',') end();
    else if (letter === '\n') {
      end();
      records.push([]);
    } else field += letter;
  }
  assert.ok(!quoted && field === '', 'the last line ends');
  return records.slice(0, -1);
}

/** Panels by the name that statements give them. */
function byName({panels: nine, baselines}) {
  return Object.fromEntries([
    ...nine.map((panel, i) => [`p${Math.floor(i / 3) + 1}${(i % 3) + 1}`, panel]),
    ...baselines.map(panel => [`b${panel.row + 1}`, panel]),
  ]);
}

for (const link of LINKS) {
  drive(`JSON of ${link}`, shared, {link}, async (nine, page) => {
    const {name, bytes} = await save(nine, page, /JSON/);
    const saved = JSON.parse(bytes.toString());
    const own = panels(await nine.link());
    assert.equal(name, `ninefold-${own.check}.json`);
    assert.deepEqual([saved.link, saved.check], [own.link, own.check]);
    assert.equal(saved.params.source, link.includes('model') ? 'model' : 'synthetic');
    const there = byName(own);
    const here = byName(saved);
    assert.deepEqual([saved.panels.length, saved.baselines.length], [9, 3]);
    assert.deepEqual([saved.source, saved.inputs], [own.source, own.inputs]);
    for (const [place, panel] of Object.entries(here)) {
      assert.deepEqual(
        panel.weights.map(row => row.map(Math.fround)),
        there[place].weights,
        `weights of ${place}`,
      );
      assert.deepEqual(panel.measures, there[place].measures, `measures of ${place}`);
      assert.equal(panel.title, there[place].title);
      assert.deepEqual(
        panel.prediction?.divergence,
        there[place].prediction?.divergence,
        `prediction of ${place}`,
      );
    }
  });

  drive(`CSV of ${link}`, shared, {link}, async (nine, page) => {
    const {name, bytes} = await save(nine, page, /CSV/);
    const text = bytes.toString();
    const own = panels(await nine.link());
    assert.equal(name, `ninefold-${own.check}.csv`);
    const comments = text.split('\n').filter(line => line.startsWith('#'));
    assert.ok(
      comments.includes(`# link: ${own.link}`) && comments.includes(`# check: ${own.check}`),
      comments.join('\n'),
    );
    const [head, ...rows] = parseCsv(text.replace(/^#.*\n/gm, ''));
    const at = Object.fromEntries(head.map((name, i) => [name, i]));
    const there = byName(own);
    const seen = {};
    for (const row of rows) {
      const panel = there[row[at.panel]];
      const query = Number(row[at.query]);
      const keys = row.slice(at.key0);
      assert.equal(row[at.title], panel.title);
      assert.deepEqual(
        keys.slice(0, panel.columns).map(weight => Math.fround(Number(weight))),
        panel.weights[query],
        `row ${query} of ${row[at.panel]}`,
      );
      assert.ok(keys.slice(0, panel.columns).every(weight => weight !== ''));
      seen[row[at.panel]] = (seen[row[at.panel]] ?? 0) + 1;
    }
    for (const [place, panel] of Object.entries(there).filter(([place]) => place.startsWith('p')))
      assert.equal(seen[place], panel.rows, place);
  });
}

// ---- In the making, and refused ----------------------------------------------------------------

const KINDS = ['png', 'svg', 'npz', 'csv', 'json'];
/** Shows another link and saves at once. */
const saveInTheMaking = (nine, link, ending) =>
  nine.element.evaluate(
    (element, [link, ending]) => {
      element.link = link;
      const buttons = [...element.shadowRoot.querySelectorAll('.menu button')];
      buttons.find(button => button.textContent.toLowerCase().includes(ending)).click();
    },
    [link, ending],
  );

const MAKING = 'The figure to save is still being made.';

for (const ending of KINDS)
  drive(`${ending} of a figure in the making`, shared, {link: HEAD}, async (nine, page) => {
    const link = `1;seed=${4 + KINDS.indexOf(ending)};n=${ending === 'npz' ? '900;heads=2' : '4096'}`;
    await listen(page);
    await nine.openSave();
    await page.getByRole('button', {name: 'JSON'}).waitFor();
    const coming = page.waitForEvent('download');
    await saveInTheMaking(nine, link, ending);
    const download = await coming;
    const bytes = await readFile(await download.path());
    const {check, link: made} = await nine.figure();
    const text = bytes.toString();
    assert.deepEqual([download.suggestedFilename(), made], [`ninefold-${check}.${ending}`, link]);
    if (ending === 'csv') assert.ok(text.includes(`# link: ${link}\n# check: ${check}\n`));
    const saved = ending === 'json' ? JSON.parse(text) : {link, check};
    assert.deepEqual([saved.link, saved.check], [link, check]);
    if (ending === 'png') assert.ok((await decode(page, bytes)).width > 1000);
    if (ending === 'svg') assert.deepEqual(bytes.toString(), pictureOf(link));
    if (ending === 'npz') assert.equal(readNpz(bytes).check.text, check);
    assert.equal((await heard(page))[0], MAKING);
    await eventually(() => nine.element.locator('.bar .told').innerText(), '', 'it is saved');
  });

drive('why there is no file, as the engine says it', shared, {link: HEAD}, async (nine, page) => {
  await nine.element.evaluate(element => {
    element.link = '1;source=tensors;file=0123abcd';
  });
  const why = await page.locator('nine-fold .problem p').innerText();
  assert.match(why, says(/tensors/));
  await nine.openSave();
  await page.getByRole('button', {name: /CSV/}).click();
  await page.getByText(`Not saved: ${why}`, {exact: true}).waitFor();
});

drive('a picture that cannot be made is refused', shared, {link: HEAD}, async (nine, page) => {
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = done => done(null);
  });
  await nine.openSave();
  await page.getByRole('button', {name: /PNG/}).click();
  const refused = 'Not saved: The browser could not make a picture of this size.';
  await page.getByText(refused, {exact: true}).waitFor();
});

// Windows make them quick: a kept matrix of logits would take 1 GiB all the same.
for (const long of ['1;n=16384;d=32', '1;figure=mean;n=9600~2~2']) {
  const link = `${long};mask=window;window=8`;
  drive(`JSON of ${long}: no weights if none are printed`, shared, {link}, async (nine, page) => {
    const {bytes} = await save(nine, page, /JSON/);
    const saved = JSON.parse(bytes.toString());
    const own = panels(link);
    assert.equal(saved.check, own.check);
    const numbers = panel => [panel.title, panel.rows, panel.measures, panel.weights];
    assert.deepEqual(saved.panels.map(numbers), own.panels.map(numbers));
    assert.deepEqual(saved.baselines.map(numbers), own.baselines.map(numbers));
    assert.equal(saved.panels[0].weights, null);
  });
}

// ---- CSV for others ----------------------------------------------------------------------------

const ODD = '1;source=model;text1=Item_~237~2c_~3d1~2b1~2c_-2_~40home_~22a~22';

/** The first Python that has pandas. */
const hasPandas = name => spawnSync(name, ['-c', 'import pandas']).status === 0;
const PYTHON = ['python3', '/usr/bin/python3'].find(hasPandas);

const READ = `
import json, pandas, sys
table = pandas.read_csv(sys.argv[1], comment='#')
keys = [name for name in table.columns if name.startswith('key')]
weights = lambda row: [x for x in row[keys] if x == x]
tell = lambda row: [row.panel, row.title, int(row.query), row.token, weights(row)]
print(json.dumps([tell(row) for _, row in table.iterrows()]))
`;

drive('pandas reads every row of a text with a #', shared, {link: ODD}, async (nine, page) => {
  await nine.openSave();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', {name: /CSV/}).click();
  const file = await (await coming).path();
  const own = panels(ODD);
  const there = byName(own);
  const {tokens} = own.inputs[0];
  for (const sign of '#",')
    assert.ok(
      tokens.some(token => token.includes(sign)),
      tokens.join('|'),
    );
  const rows = JSON.parse(execFileSync(PYTHON, ['-c', READ, file], {encoding: 'utf8'}));
  const shown = Object.entries(there).filter(([place]) => /^p|b1/.test(place));
  assert.deepEqual(
    rows.map(([place, , query]) => [place, query]),
    shown.flatMap(([place, panel]) => panel.weights.map((_, query) => [place, query])),
  );
  for (const [place, title, query, token, weights] of rows) {
    assert.equal(title, there[place].title);
    assert.equal(token, /^ *[=+@-]/.test(tokens[query]) ? `'${tokens[query]}` : tokens[query]);
    assert.deepEqual(weights.map(Math.fround), there[place].weights[query], `${place} ${query}`);
  }
});

/** What the comments must say, and keys that have nothing to do with the figure. */
const ABOUT = [
  [
    '1;source=model',
    [/^layer=2$/, /^head=7$/, /^eps=0\.5~1e-3~1e-10$/, /^model=[0-9a-f]{8}$/],
    ['n', 'd', 'heads', 'sink', 'noise', 'seed', 'text2', 'window', 'bias', 'next', 'view'],
  ],
  [
    '1;figure=mean;n=14~15~16',
    [/^over=heads$/, /^n=14~15~16$/, /^head=0$/],
    ['eps', 'response', 'op', 'layer', 'text1'],
  ],
  ['1;figure=cross;n=5', [/^over=heads$/, /^n=5$/], ['eps', 'value', 'copy']],
  ['1;source=model;value=next', [/^next=\d$/, /^value=next$/], ['copy']],
];
for (const [link, must, idle] of ABOUT)
  drive(`the comments of ${link} say what made it`, shared, {link}, async (nine, page) => {
    const text = (await save(nine, page, /CSV/)).bytes.toString();
    const lines = text
      .split('\n')
      .filter(line => line.startsWith('# '))
      .map(line => line.slice(2));
    const says = pattern => lines.some(line => pattern.test(line));
    assert.deepEqual(
      must.filter(pattern => !says(pattern)),
      [],
      lines.join('\n'),
    );
    assert.deepEqual(
      idle.filter(key => says(new RegExp(`^${key}=`))),
      [],
    );
    assert.equal(says(/^(?!begin=).*=auto$/), false); // begin=auto is what the tokenizer does
  });

test('a text that a spreadsheet would run is kept from it, however it is disguised', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '\u200b+1',
    ' =1',
    '\u00a0=1',
    '\t=1',
    '\r=1',
    ' \u2060\ufeff=1',
  ];
  assert.deepEqual(
    formulas.filter(text => !isFormula(text)),
    [],
  );
  const written = formulas.map(text => recordOf([text]).replaceAll('"', ''));
  assert.deepEqual(
    written,
    formulas.map(text => `'${text}`),
  );
  const others = ['', 'a=1', '"=1"', "'=1", '1-1', -1, 0.5];
  assert.deepEqual(others.filter(isFormula), []);
  const fields = ['#7', 'a', 'b"c', 'd,e', -2e-7, 'line\nline'];
  assert.equal(recordOf(fields), '"#7",a,"b""c","d,e",-2e-7,"line\nline"');
});

/**
 * Decodes a picture in the page: its size, and how many different colours some of its pixels have.
 */
function decode(page, bytes) {
  return page.evaluate(async base64 => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], {
        type: 'image/png',
      }),
    );
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const {data} = context.getImageData(0, 0, picture.width, picture.height);
    const colors = {};
    for (let at = 0; at < data.length; at += 4) {
      const color = data.subarray(at, at + 4).join();
      colors[color] = (colors[color] ?? 0) + 1;
    }
    return {width: picture.width, height: picture.height, colors};
  }, bytes.toString('base64'));
}

for (const context of [
  {},
  {colorScheme: 'dark'},
  {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true},
])
  drive(
    `PNG, ${JSON.stringify(context)}`,
    shared,
    {link: '1;seed=3', context: {...context}},
    async (nine, page) => {
      const {name, bytes} = await save(nine, page, /PNG/);
      const {width, height, colors} = await decode(page, bytes);
      assert.equal(name, `ninefold-${panels('1;seed=3').check}.png`);
      assert.ok(
        width >= 1200 && width <= 6000 && height >= width / 2 && height <= 2 * width,
        `${width} x ${height}`,
      );
      assert.ok(bytes.length < 3e6, `${bytes.length} bytes`);
      assert.ok(Object.keys(colors).length > 200, 'a picture, with letters');
      assert.ok(colors['255,255,255,255'] > 0.2 * width * height, 'on white, whatever the page is');
      assert.ok(colors['125,10,24,255'] > 500, 'the dark red of a weight of 1');
    },
  );

drive(
  'a picture of every figure and view can be saved',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    for (const link of [
      '1;figure=mean;n=14~15~16;view=change',
      '1;figure=cross;n=15;titles=headers;axes=positions;range=log',
      '1;n=600;colors=viridis',
      '1;source=model;axes=tokens;line=on',
    ]) {
      await nine.element.evaluate((element, link) => {
        element.link = link;
      }, link);
      await nine.settle();
      const {bytes} = await save(nine, page, /PNG/);
      const {width, height, colors} = await decode(page, bytes);
      assert.ok(
        width >= 1200 && height >= 600 && Object.keys(colors).length > 100,
        `${link}: ${width} x ${height}`,
      );
    }
  },
);

/** Not all of it can be used: words are around it, and its text ends with what may be theirs. */
const DAMAGED = 'Look at 1;seed=3;eps=banana n=4;question=Why_"me".';
const SAID = [
  ['link', 'Look at '],
  ['link', '.'],
  ['eps', 'banana'],
  ['n', '4'],
];

for (const dismissed of [false, true])
  drive(
    `files say what of the opened link was not used, ${dismissed ? 'though seen' : 'as shown'}`,
    shared,
    {link: DAMAGED},
    async (nine, page) => {
      if (dismissed) await page.getByRole('button', {name: 'Close', exact: true}).click();
      const json = JSON.parse((await save(nine, page, /JSON/)).bytes);
      assert.deepEqual(json.ignored, panels(DAMAGED).ignored);
      assert.deepEqual(
        json.ignored.map(({key, read}) => [key, read]),
        SAID,
      );
      const csv = (await save(nine, page, /CSV/)).bytes.toString();
      for (const [key, read] of SAID) {
        const comment = `\n# of the link, ${key}: read ${JSON.stringify(read)}, `;
        assert.ok(csv.includes(comment), csv.slice(0, 900));
      }
      assert.equal(await nine.value('question'), 'Why_~22me~22');
    },
  );

// ---- The same bytes as the command line ---------------------------------------------------------

/** What `ninefold picture` draws. */
function pictureOf(link, ...more) {
  const {status, out, error} = run(['picture', link, ...more]);
  assert.equal(status, 0, error);
  return out;
}

const FILE = join(scratchFolder('arrays'), 'figure.npz');

/** What `ninefold panels --npz` writes. */
function npzOf(link, ...more) {
  const {status, error} = run(['panels', link, '--npz', FILE, ...more]);
  assert.equal(status, 0, error);
  return readFileSync(FILE);
}

const hash = bytes => createHash('sha256').update(bytes).digest('hex');

for (const link of [
  '1;source=model',
  '1;n=100;view=logits',
  '1;figure=mean;n=5~7~6;view=change;style=paper',
])
  drive(`SVG and NPZ of ${link} are the command line's`, shared, {link}, async (nine, page) => {
    const own = await nine.link();
    const {name, bytes} = await save(nine, page, 'SVG');
    assert.equal(name, `ninefold-${panels(link).check}.svg`);
    assert.ok(bytes.toString() === pictureOf(own), 'the pictures differ');
    await nine.openSave();
    for (const part of ['what explains it', 'link, check', 'the untouched', 'the caption'])
      await page.getByRole('checkbox', {name: part}).uncheck();
    await nine.openSave();
    const bare = await save(nine, page, 'SVG');
    const none = pictureOf(own, '--without', 'hints,about,untouched,caption');
    assert.ok(bare.bytes.toString() === none, 'the bare pictures differ');
    const arrays = await save(nine, page, 'NPZ');
    assert.equal(hash(arrays.bytes), hash(npzOf(own)));
  });

drive('NPZ with every next piece', shared, {link: '1;source=model'}, async (nine, page) => {
  await nine.openSave();
  await page.getByRole('checkbox', {name: 'every next piece'}).check();
  await nine.openSave();
  const {bytes} = await save(nine, page, 'NPZ');
  assert.equal(hash(bytes), hash(npzOf(await nine.link(), '--distributions')));
});

drive(
  'arrays that are too large are left to the command line',
  shared,
  {link: '1;n=3000;d=32'},
  async (nine, page) => {
    await nine.openSave();
    await page.getByRole('button', {name: 'NPZ'}).click();
    const link = await nine.link();
    const told = nine.element.locator('.bar .told');
    await told
      .getByText(`The command line writes it: ninefold panels '${link}' --npz figure.npz`)
      .waitFor();
  },
);

/** Numbers that are the same every time, from 0 to 1. */
function* chances(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Of 200 cells, those that the PNG has in another colour than the picture it is drawn from. */
function otherCells(png, svg, scale) {
  const next = chances(11);
  const chance = most => Math.floor(next.next().value * most);
  const places = placesOf(svg);
  return Array.from({length: 200}, () => {
    const place = places[chance(places.length)];
    const [columns, rows] = [place.width, place.height].map(size => Math.round(place.side / size));
    const [column, row] = [chance(columns), chance(rows)];
    const x = Math.floor((place.x + (column + 0.5) * place.width) * scale);
    const y = Math.floor((place.y + (row + 0.5) * place.height) * scale);
    const meant = cellsOf(svg, place.name)(column, row) ?? [255, 255, 255];
    return {place, column, row, seen: png.at(x, y).slice(0, 3), meant};
  }).filter(({seen, meant}) => seen.some((part, c) => Math.abs(part - meant[c]) > 1));
}

for (const [link, scale] of [
  ['1;source=model', 1],
  ['1;n=100;view=logits', 4],
  ['1;n=40;view=change;range=log', 2],
])
  drive(
    `PNG of ${link} at ${scale}: 200 cells, and what it says`,
    shared,
    {link},
    async (nine, page) => {
      await nine.openSave();
      await page.getByRole('combobox', {name: 'Size of the PNG'}).selectOption(String(scale));
      await nine.openSave();
      const {bytes} = await save(nine, page, 'PNG');
      const svg = pictureOf(await nine.link());
      const png = readPng(bytes);
      assert.deepEqual(otherCells(png, svg, scale), []);
      const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
      const size = [width, height].map(side => Math.floor(Math.round(Number(side)) * scale));
      assert.ok(Math.abs(png.width - size[0]) <= scale && Math.abs(png.height - size[1]) <= scale);
      const chunks = chunksOf(bytes);
      const said = Object.fromEntries(
        chunks
          .filter(({name}) => name === 'iTXt')
          .map(({data}) => data.toString().split('\0'))
          .map(parts => [parts[0], parts.at(-1)]),
      );
      assert.deepEqual(JSON.parse(said.Ninefold), aboutOf(svg));
      assert.match(said.Software, /^Ninefold \d/);
      const density = chunks.find(({name}) => name === 'pHYs').data;
      const metre = Math.round((96 * scale) / 0.0254);
      assert.deepEqual(
        [density.readUInt32BE(0), density.readUInt32BE(4), density[8]],
        [metre, metre, 1],
      );
    },
  );

drive(
  'the page as one file opens with its figure, and saves there',
  shared,
  {link: '1;source=model;eps=0.25', expect: [/^foreign: file:.*figure.html$/]},
  async (nine, page) => {
    const link = await nine.link();
    const {bytes} = await save(nine, page, 'HTML');
    const file = join(scratchFolder('page'), 'figure.html');
    writeFileSync(file, bytes);
    await page.goto(pathToFileURL(file).href);
    await nine.settle();
    assert.equal(await nine.link(), link);
    const picture = await save(nine, page, 'SVG');
    assert.ok(picture.bytes.toString() === pictureOf(link));
    const again = await save(nine, page, 'HTML');
    assert.ok(again.bytes.includes(`link="${link}"`));
  },
);

drive(
  'no line of a picture runs off it in the widest font that stands in',
  shared,
  {link: null},
  async (nine, page) => {
    for (const link of [
      '1;source=model;op=blend;value=next',
      '1;figure=mean;n=14~15~16;sink=0.123',
    ])
      for (const font of ['DejaVu Sans', 'Liberation Sans']) {
        const svg = pictureOf(link).replace(/font-family="[^"]*"/, `font-family="${font}"`);
        await page.setContent(svg);
        const off = await page.evaluate(() => {
          const {width} = document.querySelector('svg').viewBox.baseVal;
          return [...document.querySelectorAll('svg text')]
            .filter(text => !text.hasAttribute('transform'))
            .map(text => ({box: text.getBBox(), said: text.textContent}))
            .filter(({box}) => box.x < 0 || box.x + box.width > width)
            .map(({said}) => said);
        });
        assert.deepEqual(off, [], `${link}, ${font}`);
      }
  },
);
