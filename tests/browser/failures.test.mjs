// What the page says, and what it does, when a part of it does not come or goes away.
import assert from 'node:assert/strict';
import {drive, useBrowser} from './lib/browser.mjs';
import {KEEP_WEBGL, NO_WEBGL} from './lib/webgl.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';

const status = page => page.locator('nine-fold').locator('.notices').first();

/** A sentence for people: not a class name, a stack or a code alone. */
function assertSentence(text, mustHave) {
  assert.match(text, mustHave);
  assert.match(text, /^[A-Z“][^\n]{15,300}[.:]/, `a sentence: ${text}`);
  assert.doesNotMatch(text, /undefined|null|TypeError|CompileError|\[object|\bat \w+ \(/, text);
}

// ---- Something does not come -----------------------------------------------------------------------------------

/** Keeps a file from arriving until `mend` is called. */
function broken(file, how) {
  const state = {mended: false, prepare: page => page.route(`**/${file}`, route => (state.mended ? route.continue() : how(route)))};
  return state;
}

const abort = route => route.abort('failed'), missing = route => route.fulfill({status: 404, body: 'not found'});
const garbage = route => route.fulfill({status: 200, body: 'not what was asked for'});

for (const [way, how, expect] of [['does not arrive', abort, [/ninefold.wasm/, /console/]], ['is missing', missing, [/404/, /console/]],
  ['is something else', garbage, []]]) {
  const file = broken('ninefold.wasm', how);
  drive(`the engine ${way}: a sentence, and trying again works`, shared, {link: null, prepare: file.prepare, expect}, async (nine, page) => {
    await page.goto(`${nine.address}#${LINK}`);
    await status(page).filter({hasText: /engine|reload|again/i}).waitFor();
    assertSentence(await status(page).innerText(), /engine|calculat|comput/i);
    file.mended = true;
    await page.getByRole('button', {name: /again/i}).click();
    await nine.settle();
    assert.equal((await nine.figure()).check, panels(LINK).check);
    await status(page).filter({hasText: /engine/i}).waitFor({state: 'hidden'});
  });
}

for (const [way, how, expect] of [['does not arrive', abort, [/model.bin/, /console/]], ['is missing', missing, [/404/, /console/]],
  ['is something else', garbage, []]]) {
  const file = broken('model.bin', how);
  drive(`the model ${way}: a sentence, heads made by hand still work, and trying again too`, shared,
    {link: null, prepare: file.prepare, expect}, async (nine, page) => {
      await page.goto(nine.address);
      await status(page).filter({hasText: /model/i}).waitFor();
      assertSentence(await status(page).innerText(), /model/i);
      await page.getByRole('button', {name: /hand|without/i}).first().click();
      await nine.settle();
      assert.equal(await nine.value('source'), null, 'a synthetic head');
      file.mended = true;
      await nine.element.evaluate(element => { element.link = '1;source=model'; });
      await nine.settle();
      assert.equal((await nine.figure()).check, panels('1;source=model').check);
    });
}

/** How often the model was asked for, while it does not arrive. */
function modelAsked(page) {
  const asked = [];
  page.on('request', request => { if (request.url().endsWith('model.bin')) asked.push(request.url()); });
  return asked;
}

/** The network comes back; what that leads to has begun a moment later. @param {import('playwright-core').Page} page */
async function comeOnline(page) {
  await page.evaluate(() => { dispatchEvent(new Event('online')); });
  await page.waitForTimeout(300);
}

const away = broken('model.bin', abort);
drive('the model is asked for again when the network comes back', shared, {link: null, prepare: away.prepare, expect: [/model.bin/, /console/]}, async (nine, page) => {
  await page.goto(nine.address);
  await status(page).filter({hasText: /model/i}).waitFor();
  away.mended = true;
  await comeOnline(page);
  await nine.settleAt((await nine.element.evaluate(element => element.ready)).link);
  assert.match(await nine.link(), /^1;source=model;model=/);
  const asked = modelAsked(page);
  await comeOnline(page);
  assert.deepEqual(asked, [], 'once it is here, no more');
});

for (const [way, act] of [['a head made by hand was chosen', page => page.getByRole('button', {name: /hand/i}).first().click()],
  ['its element has left the page', page => page.evaluate(() => document.querySelector('nine-fold').remove())]])
  drive(`the model is not asked for again where ${way}`, shared, {link: null, prepare: broken('model.bin', abort).prepare, expect: [/model.bin/, /console/]}, async (nine, page) => {
    await page.goto(nine.address);
    await status(page).filter({hasText: /model/i}).waitFor();
    await act(page);
    const asked = modelAsked(page);
    await comeOnline(page);
    assert.deepEqual(asked, []);
  });

drive('a link to another model is not checked, and says so', shared, {link: null}, async (nine, page) => {
  await page.goto(`${nine.address}#1;source=model;model=00000000;check=0123456789abcdef`);
  await status(page).filter({hasText: /model/i}).waitFor();
  assertSentence(await status(page).innerText(), /model/i);
  assert.match(await nine.element.locator('.proof').innerText(), /^Not checked/);
});

drive('a figure that cannot be made is refused in a sentence, and the last one stays', shared, {link: LINK}, async (nine, page) => {
  await nine.element.evaluate(element => { element.link = '1;source=tensors;file=0123abcd'; });
  await status(page).filter({hasText: /tensors|file/i}).waitFor();
  assertSentence(await status(page).innerText(), /tensors|file/i);
  assert.equal((await nine.figure()).panels[0].rows, 16, 'the last figure stays');
  await nine.element.evaluate(element => { element.link = '1;seed=4'; });
  await nine.settle();
  assert.equal((await nine.figure()).check, panels('1;seed=4').check);
});

drive('an error of another script is not told', shared, {link: LINK, expect: [/exception: broken on purpose/]}, async (nine, page) => {
  await page.evaluate(() => new Promise(done => {
    addEventListener('error', () => done(null), {once: true});
    setTimeout(() => { throw new Error('broken on purpose'); });
  }));
  assert.equal((await status(page).innerText()).trim(), '');
});

drive('an error of its own script is told in a sentence, the figure works on, and starting again ends it', shared,
  {link: LINK, expect: [/exception: .*not a function/, /console/]}, async (nine, page) => {
    await nine.element.evaluate(element => { Object.defineProperty(element, 'setAttribute', {value: null, configurable: true}); });
    const fail = async () => {
      await page.getByRole('button', {name: /^Theme/}).click();
      await status(page).filter({hasText: /went wrong/}).waitFor();
    };
    await fail();
    assertSentence(await status(page).innerText(), /may be out of date/);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal(await nine.part('eps', 1), '0.5');
    await fail();
    await nine.element.evaluate(element => { delete element.setAttribute; });
    await page.getByRole('button', {name: 'Start again'}).click();
    await nine.settle();
    assert.equal(await nine.part('eps', 1), '0.5', 'where it was');
    assert.equal((await status(page).innerText()).trim(), '');
  });

drive('without JavaScript the page says what it would need', shared, {link: null, context: {javaScriptEnabled: false}}, async (nine, page) => {
  await page.goto(nine.address);
  assertSentence((await page.locator('noscript, body').last().innerText()).split('\n').find(line => /JavaScript/.test(line)) ?? '', /JavaScript/);
});

// ---- WebGL -----------------------------------------------------------------------------------------------------

/** The colours of some cells, to compare pictures by. */
const look = nine => nine.colorsAt([0, 4, 8], [[1, 0], [7, 7], [12, 3], [15, 15]]);

drive('without WebGL the picture is the same', shared, {link: LINK, prepare: NO_WEBGL}, async nine => {
  const there = await look(nine);
  assert.ok(new Set(there.map(String)).size > 3, `a picture: ${there}`);
  await nine.epsilon().press('PageUp');
  await nine.settle();
  assert.notDeepEqual(await look(nine), there, 'it follows');
});

drive('a lost WebGL context comes back by itself, and nothing is missing meanwhile', shared, {link: LINK, prepare: KEEP_WEBGL}, async (nine, page) => {
  const before = await look(nine);
  assert.equal(await page.evaluate(() => new Set(globalThis.contexts).size), 1, 'one context is in use');
  await page.evaluate(() => {
    globalThis.lost = globalThis.contexts[0].getExtension('WEBGL_lose_context');
    globalThis.lost.loseContext();
  });
  await page.waitForTimeout(100);
  assert.deepEqual(await look(nine), before, 'while it is lost');
  await nine.epsilon().press('PageUp');
  await nine.settle();
  const moved = await look(nine);
  assert.notDeepEqual(moved, before, 'it follows while it is lost');
  await page.evaluate(() => globalThis.lost.restoreContext());
  await page.waitForTimeout(300);
  assert.deepEqual(await look(nine), moved, 'after it was restored');
  await nine.epsilon().press('PageDown');
  await nine.settle();
  assert.deepEqual(await look(nine), before);
  assert.equal(await page.evaluate(() => globalThis.contexts.some(context => context.isContextLost())), false);
});

drive('elements of a page share one WebGL context', shared, {link: LINK, prepare: KEEP_WEBGL}, async (nine, page) => {
  await page.evaluate(async () => {
    for (let i = 0; i < 20; i++) document.body.append(Object.assign(document.createElement('nine-fold'), {link: `1;seed=${i}`}));
    for (const element of document.querySelectorAll('nine-fold')) await element.ready;
  });
  await nine.drawn();
  assert.equal(await page.evaluate(() => new Set(globalThis.contexts).size), 1);
});
