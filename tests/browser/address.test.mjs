// The link in the address bar and in the history, and any word as the first address of all.
import assert from 'node:assert/strict';
import {PATIENCE, drive, useBrowser} from './lib/browser.mjs';
import {
  CLIPBOARD,
  NOTE_WRITES,
  OWN,
  copied,
  field,
  hash,
  said,
  writes,
  written,
} from './lib/addresses.mjs';
import {panels} from '../node/lib/engine.mjs';
import {table} from '../../build/made/table.js';
const shared = useBrowser();
const LINK = '1;seed=3';

drive(
  'the address is written when a slider is let go, not while it is held',
  shared,
  {link: LINK},
  async (nine, page) => {
    let held;
    await nine.drag(nine.epsilon(), 0.9, 0.6, {
      done: async () => {
        await nine.settle(); // a slider that is held so long is given its check; an address would have been written sooner
        held = [await hash(page), await nine.link()];
      },
    });
    assert.equal(held[0], `#${LINK}`);
    assert.notEqual(held[1], LINK, 'the state itself had changed');
    const link = await nine.link();
    await written(page, link);
  },
);

drive(
  'sliders leave one entry in the history; links make new ones, and Back returns',
  shared,
  {link: LINK},
  async (nine, page) => {
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    for (const key of ['PageUp', 'PageUp', 'PageDown']) await nine.epsilon().press(key);
    await nine.settle();
    const moved = await nine.link();
    await written(page, moved);
    assert.equal(await entries(), before);
    await page.evaluate(() => {
      location.hash = '#1;figure=mean;n=14~15~16';
    });
    await nine.settleAt('1;figure=mean;n=14~15~16');
    assert.equal(await entries(), before + 1);
    await page.goBack();
    await nine.settleAt(moved);
    await page.goForward();
    await nine.settleAt('1;figure=mean;n=14~15~16');
  },
);

const WRITTEN = '1;source=model;model=f412b648;text1=The_rain_stopped_before_dinner';

const NOTED = {...OWN, prepare: NOTE_WRITES};

drive('the address has a text while it is written', shared, NOTED, async (nine, page) => {
  await field(page).fill('');
  await field(page).pressSequentially('The rain stopped before', {delay: 60});
  await written(page, WRITTEN.replace('_dinner', ''));
  await field(page).pressSequentially(' dinner', {delay: 60});
  await written(page, WRITTEN);
  assert.ok(await field(page).evaluate(one => one.matches(':focus')), 'it has not been left');
  const times = await writes(page);
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  assert.ok(times.length > 1 && gaps.every(gap => gap >= 300), `${gaps} ms between writes`);
  await page.reload();
  await nine.settleAt(WRITTEN);
  assert.equal(await field(page).inputValue(), 'The rain stopped before dinner');
});

drive('a reload in the middle of a word loses nothing', shared, OWN, async (nine, page) => {
  await field(page).fill('The rain stopped before');
  await written(page, WRITTEN.replace('_dinner', ''));
  const reloaded = page.waitForEvent('load');
  await field(page).evaluate(() => {
    document.execCommand('insertText', false, ' dinner');
    location.reload(); // sooner than the address is written
  });
  await reloaded;
  await nine.settleAt(WRITTEN);
  assert.equal(await field(page).inputValue(), 'The rain stopped before dinner');
  await page.getByRole('button', {name: 'Undo', exact: true}).click();
  await nine.settleAt(WRITTEN.replace('_dinner', ''));
  await nine.open('1;source=model;text1=Call_me');
  assert.equal(await field(page).inputValue(), 'Call me', 'another link is not changed by it');
});

drive(
  'a reload that opens the address before the last one loses nothing',
  shared,
  OWN,
  async (nine, page) => {
    const before = page.url();
    await field(page).fill('The rain stopped before dinner');
    await written(page, WRITTEN);
    await page.addInitScript(address => history.replaceState(null, '', address), before);
    await page.reload();
    await nine.settleAt(WRITTEN);
  },
);

const SIGNS = 'The model cannot read 日';
for (const [what, text, why] of [
  ['cannot be read', SIGNS, /^Text 1 holds "日"/i],
  ['is too long', 'long '.repeat(900), /^This text is not read: it is too long for a link/],
])
  drive(`a text that ${what} is there after a reload`, shared, {}, async (nine, page) => {
    const {check} = await nine.figure();
    await field(page).fill(text);
    await page.getByText(why).waitFor();
    await page.reload();
    await page.getByText(why).waitFor();
    assert.equal(await field(page).inputValue(), text);
    await nine.settle();
    assert.equal((await nine.figure()).check, check, 'with the earlier figure');
  });

drive('the address opens what it says after a reload', shared, {link: LINK}, async (nine, page) => {
  await nine.epsilon().press('PageUp');
  await nine.settle();
  const link = await nine.link();
  const {check} = await nine.figure();
  await written(page, link);
  await page.reload();
  await nine.settle();
  assert.equal(await nine.link(), link);
  assert.equal((await nine.figure()).check, check);
});

drive(
  'a link that is spelled otherwise is read the same',
  shared,
  {link: null},
  async (nine, page) => {
    await nine.open('1%3Bseed%3D3&amp;eps=0.50~0.001~1e-10&n=16');
    assert.equal(await nine.link(), LINK);
    await page.goto(nine.address + '?s=1;seed=3;n=12');
    await nine.settle();
    assert.equal(await nine.link(), '1;seed=3;n=12');
  },
);

drive(
  'a slider dragged for half a minute writes the address once; much released, less than browsers allow',
  shared,
  {link: LINK, context: CLIPBOARD, prepare: NOTE_WRITES},
  async (nine, page) => {
    const slider = nine.epsilon();
    await nine.watchFigures();
    const {x, y, width, height} = await slider.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    let moves = 0;
    let figures = 0;
    for (const end = Date.now() + 30_000; Date.now() < end || figures <= 30; moves++) {
      await page.mouse.move(x + width * (0.5 + 0.4 * Math.sin(moves / 9)), y + height / 2);
      if (moves % 100 === 0) figures = await nine.figuresSeen();
    }
    await page.mouse.move(x + width * 0.8, y + height / 2); // not where it began
    assert.deepEqual(await writes(page), [], 'none while it is held');
    await page.mouse.up();
    await page.getByRole('button', {name: 'Copy link'}).click();
    await nine.settle();
    const link = await nine.link();
    const {check} = panels(link);
    assert.equal(await copied(page), `${nine.address}#${link};check=${check}`, 'the live state');
    await written(page, await nine.link());
    assert.equal((await writes(page)).length, 1);
    await slider.focus();
    for (let i = 0; i < 80; i++) await slider.press(i % 2 ? 'PageUp' : 'PageDown');
    await slider.press('PageUp');
    await nine.settle();
    await written(page, await nine.link());
    const times = await writes(page);
    const gaps = times.slice(2).map((time, i) => time - times[i + 1]);
    assert.ok(
      times.length > 1 && gaps.every(gap => gap >= 300),
      `${times.length} writes, ${Math.min(...gaps)} ms apart at least`,
    ); // Safari: 100 in 30 s
  },
);

// ---- Any word, in the first address of all -----------------------------------------------------

/** What every object inherits: a table of words that is a plain object knows these too. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
const FOREIGN = table.flatMap(({key}) => INHERITED.map(name => `1;n=5;${key}=${name}`));

/**
 * Runs in the page. Of links, each the first of an element: those whose figure did not come, or
 * that lost a word without saying so.
 */
async function unanswered({links, patience}) {
  const answer = async link => {
    const element = document.createElement('nine-fold');
    const [key] = link.split(';').at(-1).split('=');
    element.setAttribute('loading', 'eager');
    element.setAttribute('link', link);
    document.body.append(element);
    const late = new Promise(done => setTimeout(done, patience));
    const figure = await Promise.race([element.ready.catch(() => null), late]);
    const taken = element.link.includes(`;${key}=`);
    const told = figure?.ignored.some(remark => remark.key === key);
    element.remove();
    return figure?.check && (taken || told);
  };
  const silent = [];
  for (const link of links) if (!(await answer(link))) silent.push(link);
  return silent;
}

drive(
  'every name that objects inherit, in every key, as the first link of an element',
  shared,
  {link: LINK},
  async (nine, page) => {
    assert.equal(FOREIGN.length, table.length * INHERITED.length);
    assert.deepEqual(await page.evaluate(unanswered, {links: FOREIGN, patience: PATIENCE}), []);
  },
);

const WRONG = [
  ...INHERITED.map(name => `view=${name}`),
  'figure=valueOf',
  'n=x',
  'n=NaN',
  'n=-5',
  'n=1e9',
  'n=5~6',
  'eps=x',
  'colors=toString;axes=constructor',
  'valueOf=1',
  '__proto__=1',
];

for (const field of WRONG)
  drive(
    `${field} in the first address of a page is refused in words, and the figure comes`,
    shared,
    {link: null},
    async (nine, page) => {
      await page.goto(`${nine.address}#1;seed=3;${field}`);
      await nine.settle();
      assert.match(await said(nine), /Not everything in this link could be used/);
      await nine.show('1;seed=7');
      assert.equal((await nine.figure()).check, panels('1;seed=7').check);
    },
  );

const framed = (name, i) =>
  `<iframe src="./?embed#1;n=5;${table[4 * i].key}=${name};view=${name}"></iframe>`;
const FRAMES = `<!doctype html><title>Frames</title><link rel="icon" href="data:,">${INHERITED.map(
  framed,
).join('')}`;
const frames = page =>
  page.route('**/frames.html', route => route.fulfill({contentType: 'text/html', body: FRAMES}));

drive(
  'such names as the first address of frames are answered as well',
  shared,
  {link: null, prepare: frames},
  async (nine, page) => {
    await page.goto(`${nine.address}frames.html`);
    const inside = page.frames().slice(1);
    const hasFigure = () => document.querySelector('nine-fold')?.figure?.check;
    assert.equal(inside.length, INHERITED.length);
    for (const frame of inside) await frame.waitForFunction(hasFigure);
  },
);
