// The link as a reader meets it: in the address bar, in the history, on the clipboard; and by script, as `element.link`.
import assert from 'node:assert/strict';
import {drive, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';
const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

const hash = page => page.evaluate(() => location.hash);
const said = nine => nine.element.evaluate(element => element.shadowRoot.querySelector('.notices').innerText);

/** Waits for the address bar: it is written at most every 250 ms. */
const written = (page, link) => page.waitForFunction(link => location.hash === `#${link}`, link);

// ---- Address bar and history -----------------------------------------------------------------------------------

drive('the address is written when a slider is let go, not while it is held', shared, {link: LINK}, async (nine, page) => {
  let held;
  await nine.drag(nine.epsilon(), 0.9, 0.6, {done: async () => {
    await page.waitForTimeout(600);
    held = [await hash(page), await nine.link()];
  }});
  assert.equal(held[0], `#${LINK}`);
  assert.notEqual(held[1], LINK, 'the state itself had changed');
  const link = await nine.link();
  await written(page, link);
});

drive('sliders leave one entry in the history; links make new ones, and Back returns', shared, {link: LINK}, async (nine, page) => {
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  for (const key of ['PageUp', 'PageUp', 'PageDown']) await nine.epsilon().press(key);
  await nine.settle();
  const moved = await nine.link();
  await written(page, moved);
  assert.equal(await entries(), before);
  await page.evaluate(() => { location.hash = '#1;figure=mean;n=14~15~16'; });
  await nine.settleAt('1;figure=mean;n=14~15~16');
  assert.equal(await entries(), before + 1);
  await page.goBack();
  await nine.settleAt(moved);
  await page.goForward();
  await nine.settleAt('1;figure=mean;n=14~15~16');
});

drive('the address opens what it says after a reload', shared, {link: LINK}, async (nine, page) => {
  await nine.epsilon().press('PageUp');
  await nine.settle();
  const link = await nine.link(), {check} = await nine.figure();
  await written(page, link);
  await page.reload();
  await nine.settle();
  assert.equal(await nine.link(), link);
  assert.equal((await nine.figure()).check, check);
});

drive('a link that is spelled otherwise is read the same', shared, {link: null}, async (nine, page) => {
  await nine.open('1%3Bseed%3D3&amp;eps=0.50~0.001~1e-10&n=16');
  assert.equal(await nine.link(), LINK);
  await page.goto(nine.address + '?s=1;seed=3;n=12');
  await nine.settle();
  assert.equal(await nine.link(), '1;seed=3;n=12');
});

// ---- Copying ---------------------------------------------------------------------------------------------------

drive('what is copied is the state that stands, with its check', shared, {link: LINK, context: CLIPBOARD}, async (nine, page) => {
  await nine.epsilon().press('PageUp');
  await nine.settle();
  await page.getByRole('button', {name: 'Copy link'}).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const link = await nine.link(), {check} = panels(link);
  assert.equal(copied, `${nine.address}#${link};check=${check}`);
  await page.getByText(/this (machine|computer)|others cannot/i).first().waitFor();
});

drive('without a clipboard the link stands in a field to be selected', shared, {link: LINK, prepare: page => page.addInitScript(() => {
  Object.defineProperty(navigator, 'clipboard', {value: undefined});
  document.execCommand = () => false;
})}, async (nine, page) => {
  await page.getByRole('button', {name: 'Copy link'}).click();
  const field = page.getByRole('textbox', {name: /link/i}).filter({visible: true});
  assert.match(await field.inputValue(), /#1;seed=3;check=[0-9a-f]{16}$/);
  assert.ok(await field.evaluate(field => field.selectionEnd - field.selectionStart === field.value.length), 'selected');
});

// ---- What a link proves ----------------------------------------------------------------------------------------

drive('a link with its check is reproduced, until a number changes', shared, {link: null}, async (nine, page) => {
  const {check} = panels(LINK);
  await nine.open(`${LINK};check=${check}`);
  assert.equal((await nine.figure()).verdict, 'reproduced');
  await page.getByText(/reproduced/i).filter({visible: true}).first().waitFor();
  await nine.openMore();
  await nine.choose('view', 'Logits');
  await nine.settle();
  assert.equal((await nine.figure()).verdict, 'reproduced', 'a view changes no number');
  await nine.epsilon().press('PageUp');
  await nine.settle();
  assert.equal((await nine.figure()).verdict, 'unchecked');
  assert.equal(await page.getByText(/reproduced/i).filter({visible: true}).count(), 0);
});

drive('a link with another check differs, and both values stand there', shared, {link: `${LINK};check=0123456789abcdef`}, async (nine, page) => {
  assert.equal((await nine.figure()).verdict, 'differs');
  const {check} = panels(LINK), text = await page.getByText(/differs/i).filter({visible: true}).first().innerText();
  assert.match(text, /0123456789abcdef/);
  assert.match(text, new RegExp(check));
});

const DAMAGED = [
  ['1;eps=99;seed=3', 'eps', '99', '0 to 10'],
  ['1;seed=3;banana=2', 'banana', '2', ''],
  ['1;seed=3;seed=4', 'seed', '4', ''],
  ['1;seed=3;mask=causel', 'mask', 'causel', 'causal'],
  ['1;seed=3;n=1', 'n', '1', '2'],
  ['2;seed=3', '', '2', ''],
];

for (const [link, key, read, allowed] of DAMAGED)
  drive(`of ${link} the page says what was not accepted`, shared, {link}, async nine => {
    const text = await said(nine);
    for (const part of [key, read, allowed]) assert.ok(text.includes(part), `"${part}" in "${text}"`);
    const {ignored} = await nine.figure();
    assert.ok(ignored.some(remark => remark.key === key || !key), JSON.stringify(ignored));
  });

drive('what cannot be read at all opens a figure, and says so', shared, {link: 'banana'}, async nine => {
  assert.match(await said(nine), /banana/);
  assert.equal((await nine.figure()).panels.length, 9);
});

// ---- By script -------------------------------------------------------------------------------------------------

const SAME = ['1;seed=3', '1;figure=mean;n=14~15~16;seed=2', '1;figure=cross;n=5~9~7;weights=sigmoid;mask=none;bias=-2', '1;op=noise;value=next;n=33',
  '1;source=model'];

for (const link of SAME)
  drive(`the element's figure of ${link} is the command line's, to the bit`, shared, {link}, async nine => {
    const figure = await nine.figure({weights: true}), there = await nine.link(), own = panels(there);
    assert.equal(figure.check, own.check);
    assert.equal(figure.panels.length, 9);
    assert.ok(figure.baselines.length === (/figure=(mean|cross)/.test(link) ? 3 : 1) || figure.baselines.length === 3, 'the untouched heads that stand beside them');
    const pairs = [...own.panels.map((panel, i) => [figure.panels[i], panel]),
      ...figure.baselines.map(panel => [panel, own.baselines.find(({row}) => row === panel.row)])];
    for (const [panel, told] of pairs) {
      assert.deepEqual(panel.weights, told.weights.flat(), `weights of ${told.title}`);
      assert.deepEqual(panel.measures, told.measures, `measures of ${told.title}`);
      for (const what of ['rows', 'columns', 'row', 'column']) assert.equal(panel[what], told[what]);
      assert.equal(panel.title.replaceAll('*', ''), told.title);
    }
  });

drive('link, ready, figure and change', shared, {link: LINK}, async nine => {
  const seen = await nine.element.evaluate(async element => {
    const events = [];
    element.addEventListener('change', event => events.push({...event.detail, bubbles: event.bubbles}));
    const before = element.figure.link;
    element.link = '1;figure=mean;n=9';
    const ready = await element.ready;
    const second = {link: element.link, figure: element.figure.link, ready: ready.link, check: element.figure.check};
    element.link = '#1;seed=8;n=9&eps=99';
    await element.ready;
    return {before, second, events, third: {link: element.link, ignored: element.figure.ignored.map(({key}) => key)}};
  });
  assert.equal(seen.before, LINK);
  const {check} = panels('1;figure=mean;n=9');
  assert.deepEqual(seen.second, {link: '1;figure=mean;n=9', figure: '1;figure=mean;n=9', ready: '1;figure=mean;n=9', check});
  assert.deepEqual(seen.third, {link: '1;seed=8;n=9', ignored: ['eps']});
  assert.deepEqual(seen.events.map(({link, check, bubbles}) => [link, check, bubbles]),
    [['1;figure=mean;n=9', check, true], ['1;seed=8;n=9', panels('1;seed=8;n=9').check, true]]);
});

drive('ready is kept for a link that changes nothing, and for one that changes the view alone', shared, {link: LINK}, async nine => {
  const links = [LINK, `${LINK};view=weights`, `${LINK};view=logits`];
  const kept = await nine.element.evaluate(async (element, links) => {
    const late = new Promise(done => setTimeout(done, 3000)), seen = [];
    for (const link of links) {
      element.link = link;
      seen.push((await Promise.race([element.ready, late]))?.link ?? 'never');
    }
    return seen;
  }, links);
  assert.deepEqual(kept, [LINK, LINK, `${LINK};view=logits`]);
});

drive('two elements of a page stand for themselves', shared, {link: LINK}, async (nine, page) => {
  const both = await page.evaluate(async () => {
    const other = document.createElement('nine-fold'), first = document.querySelector('nine-fold');
    other.setAttribute('link', '1;seed=5;n=12');
    document.body.append(other);
    await other.ready;
    const seen = [first.figure.check, other.figure.check, first.link, other.link];
    other.remove();
    first.link = '1;seed=6';
    await first.ready;
    return [...seen, first.figure.check];
  });
  assert.deepEqual(both, [panels(LINK).check, panels('1;seed=5;n=12').check, LINK, '1;seed=5;n=12', panels('1;seed=6').check]);
});
