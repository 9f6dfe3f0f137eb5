// The page inside another page: what it shows, what it says and hears, and what it must not need: an origin of its own,
// storage, a clipboard, inline scripts or styles, a network once it has loaded.
import assert from 'node:assert/strict';
import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {SITE, eventually} from '../browser/lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {colors, framed, settled, useHost, visit} from './lib/host.mjs';

const LINK = '1;seed=3;eps=0.3~0.03~3e-3', MODEL = '1;source=model;eps=0.4~1e-3~1e-5';
const listening = `<script>
  window.heard = [];
  addEventListener('message', ({data}) => heard.push(data));
  window.say = message => document.querySelector('iframe').contentWindow.postMessage(message, '*');
</script>`;
const page = (src, attributes = '', before = '') =>
  `<!doctype html><html lang="en"><title>A host</title><link rel="icon" href="data:,">
${before}<p>Words.</p><iframe title="Nine panels" src="${src}" width="700" height="600" ${attributes}></iframe>`;

const host = useHost({fill: folder => {
  for (const name of ['ninefold.html', 'ninefold-model.html']) cpSync(join(SITE, '..', name), join(folder, name));
}});

const STRICT = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "connect-src 'self'; img-src 'self' data:",
  'Access-Control-Allow-Origin': '*',
};
const strict = useHost({siteHeaders: STRICT});

/** What was said to the host so far, of one type. */
const heard = (page, type) =>
  page.evaluate(type => globalThis.heard.filter(data => data?.ninefold === 1 && data.type === type), type);

test('in a frame there is only the figure; messages go both ways, unknown ones are ignored', async () => {
  host.put('talk.html', page(`${host.site.address}index.html?theme=dark#${LINK}`, '', listening));
  const {page: tab, context, faults} = await visit(host, 'talk.html'), element = framed(tab), {check} = panels(LINK);
  assert.equal(await settled(element), check);
  const frame = tab.frames()[1];
  assert.equal(await frame.locator('header').isVisible(), false, 'no header');
  assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    'rgb(20, 23, 27)', 'a dark background of its own');
  assert.deepEqual((await heard(tab, 'change')).at(-1), {ninefold: 1, type: 'change', link: LINK, check});
  await tab.evaluate(link => {
    for (const odd of ['text', null, 7, {ninefold: 2, type: 'set', link}, {ninefold: 1, type: 'else'},
      {ninefold: 1, type: 'set', link: 5}, {ninefold: 1, type: 'set', theme: 'pink'}])
      globalThis.say(odd);
    globalThis.say({ninefold: 1, type: 'set', link, theme: 'light'});
  }, MODEL);
  const other = panels(MODEL);
  await eventually(async () => (await heard(tab, 'change')).at(-1)?.check, other.check);
  assert.equal((await heard(tab, 'change')).at(-1).link, other.link);
  assert.equal(await element.getAttribute('theme'), 'light');
  const before = (await heard(tab, 'change')).length;
  await tab.evaluate(() => globalThis.say({ninefold: 1, type: 'get'}));
  await eventually(async () => (await heard(tab, 'change')).length, before + 1);
  await element.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
  await eventually(async () => /eps=/.test((await heard(tab, 'change')).at(-1).link) &&
    (await heard(tab, 'change')).at(-1).link !== other.link, true);
  assert.deepEqual(faults, []);
  await context.close();
});

test('its height is told in three ways, and comes to rest in a host that follows', async () => {
  const follow = `<script>addEventListener('message', ({data}) => {
    if (data?.type === 'height') document.querySelector('iframe').style.height = data.height + 'px';
  });</script>`;
  host.put('height.html', page(`${host.site.address}index.html#${LINK}`, '', listening + follow));
  const {page: tab, context} = await visit(host, 'height.html');
  await settled(framed(tab));
  await tab.waitForTimeout(1000);
  const heights = (await heard(tab, 'height')).map(({height}) => height), last = heights.at(-1);
  const content = await tab.frames()[1].evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.deepEqual(content, [last, last], 'no scroll bar, and nothing below');
  assert.ok(last > 300 && heights.length < 12, `${heights}`);
  const others = await tab.evaluate(() => globalThis.heard.filter(
    data => data?.context === 'h5p' || data?.subject === 'lti.frameResize'));
  assert.deepEqual(others.slice(-2),
    [{context: 'h5p', action: 'resize', scrollHeight: last}, {subject: 'lti.frameResize', height: last}]);
  await context.close();
});

for (const [what, address] of [['the site', ({site}) => `${site.address}index.html`],
  ['one file', ({server}) => `${server.address}ninefold-model.html`]])
  test(`under sandbox="allow-scripts" alone, no network after load: ${what}`, async () => {
    host.put('sandbox.html', page(`${address(host)}#${MODEL}`, 'sandbox="allow-scripts"'));
    const {page: tab, context, faults, requests} = await visit(host, 'sandbox.html'), element = framed(tab);
    assert.equal(await settled(element), panels(MODEL).check);
    assert.ok(await colors(element) > 8);
    const stored = () => { try { localStorage.length; return 'storage'; } catch { return 'none'; } };
    assert.equal(await tab.frames()[1].evaluate(stored), 'none');
    await context.setOffline(true);
    const asked = requests.length;
    await element.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
    await tab.waitForTimeout(500);
    assert.notEqual(await settled(element), panels(MODEL).check);
    await element.getByRole('button', {name: 'Copy link'}).click();
    const field = element.getByRole('textbox', {name: 'The link'});
    await field.waitFor();
    assert.match(await field.inputValue(), /#1;.*source=model.*;check=[0-9a-f]{16}$/);
    assert.deepEqual(requests.slice(asked), [], 'no network');
    assert.deepEqual(faults, []);
    await context.close();
  });

test('under a strict policy, also for styles', async () => {
  strict.put('index.html', page(`${strict.site.address}index.html?theme=dark#${MODEL}`));
  const {page: tab, context, faults} = await visit(strict, 'index.html'), element = framed(tab);
  assert.equal(await settled(element), panels(MODEL).check);
  assert.ok(await colors(element) > 8);
  const frame = tab.frames()[1];
  assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), 'rgb(20, 23, 27)');
  assert.equal(await frame.locator('header').isVisible(), false);
  assert.ok(await element.evaluate(one => getComputedStyle(one).display) === 'block');
  assert.deepEqual(faults.filter(fault => !/style/i.test(fault)), [], 'nothing but the inline style was refused');
  await context.close();
});

for (const [name, link] of [['ninefold.html', LINK], ['ninefold-model.html', MODEL]])
  test(`${name} by a double click: file://, no network`, async () => {
    const address = pathToFileURL(join(host.folder, name)).href;
    const {page: tab, context, faults, requests} = await visit(host, `${address}#${link}`), element = tab.locator('nine-fold');
    assert.equal(await settled(element), panels(link).check);
    assert.ok(await colors(element) > 8);
    assert.deepEqual(requests.filter(url => !url.startsWith('file:')), []);
    assert.deepEqual(requests.filter(url => url.startsWith('file:')), [`${address}#${link}`.replace(/#.*/, '')], 'one file');
    assert.deepEqual(faults, []);
    await context.close();
  });

test('the focus stays with the host, and so do wheel, Tab and arrows; its history is left alone', async () => {
  const around = '<style>body { height: 4000px }</style><input id="mine" autofocus>';
  host.put('keys.html', page(`${host.site.address}index.html#${LINK}`, 'style="height: 500px"', around));
  const {page: tab, context} = await visit(host, 'keys.html'), element = framed(tab);
  await settled(element);
  assert.equal(await tab.evaluate(() => document.activeElement.id), 'mine', 'no focus is stolen');
  const history = await tab.evaluate(() => globalThis.history.length);
  await element.getByRole('button', {name: /^More/}).click();
  await element.getByRole('radio', {name: 'Mean', exact: true}).first().check({force: true});
  await settled(element);
  await tab.waitForTimeout(400);
  assert.equal(await tab.evaluate(() => globalThis.history.length), history, 'Back goes where it went');
  await context.close();
});
