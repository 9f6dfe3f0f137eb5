// The page inside another page: what it shows, what it says and hears, and what it must not need:
// an origin of its own, storage, a clipboard, inline scripts or styles, a network once it has
// loaded.
import assert from 'node:assert/strict';
import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {SITE, eventually} from '../browser/lib/browser.mjs';
import {KEEP_MEMORIES, engines, memoryOf} from '../browser/lib/memory.mjs';
import {panels, run} from '../node/lib/engine.mjs';
import {colors, framed, rested, settled, useHost, visit} from './lib/host.mjs';
import {ODD} from './lib/odd.mjs';

const LINK = '1;seed=3;eps=0.3~0.03~3e-3';
const MODEL = '1;source=model;eps=0.4~1e-3~1e-5';
const listening = `<script>
  window.heard = [];
  addEventListener('message', ({data}) => heard.push(data));
  window.say = message => document.querySelector('iframe').contentWindow.postMessage(message, '*');
</script>`;
const page = (src, attributes = '', before = '') =>
  `<!doctype html><html lang="en"><title>A host</title><link rel="icon" href="data:,">
${before}<p>Words.</p><iframe title="Nine panels" src="${src}" width="700" height="600" ${attributes}></iframe>`;

const host = useHost({
  fill: folder => {
    for (const name of ['ninefold.html', 'ninefold-model.html'])
      cpSync(join(SITE, '..', name), join(folder, name));
  },
});

const STRICT = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "connect-src 'self'; img-src 'self' data:",
  'Access-Control-Allow-Origin': '*',
};
const strict = useHost({siteHeaders: STRICT});

/** What was said to the host so far, of one type. */
const heard = (page, type) =>
  page.evaluate(
    type => globalThis.heard.filter(data => data?.ninefold === 1 && data.type === type),
    type,
  );

/** Says what to show. @param {import('playwright-core').Page} page */
const set = (page, fields) =>
  page.evaluate(fields => globalThis.say({ninefold: 1, type: 'set', ...fields}), fields);

test('in a frame there is only the figure; messages go both ways', async () => {
  host.put('talk.html', page(`${host.site.address}index.html?theme=dark#${LINK}`, '', listening));
  const {page: tab, context, faults} = await visit(host, 'talk.html');
  const element = framed(tab);
  const {check} = panels(LINK);
  assert.equal(await settled(element), check);
  const frame = tab.frames()[1];
  assert.equal(await frame.locator('header').isVisible(), false, 'no header');
  assert.equal(
    await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    'rgb(20, 23, 27)',
    'a dark background of its own',
  );
  await eventually(async () => (await heard(tab, 'change')).at(-1), {
    ninefold: 1,
    type: 'change',
    link: LINK,
    check,
  });
  await set(tab, {link: MODEL, theme: 'light'});
  const other = panels(MODEL);
  await eventually(async () => (await heard(tab, 'change')).at(-1)?.check, other.check);
  assert.equal((await heard(tab, 'change')).at(-1).link, other.link);
  const ofThePageAlone = [
    element.getByRole('radiogroup', {name: 'Layers and heads'}),
    element.getByRole('button', {name: /^(Compare|Full screen|Examples)/}),
    element.getByRole('table', {name: /^What comes/}),
    element.locator('.point').filter({visible: true}),
  ];
  for (const one of ofThePageAlone) assert.equal(await one.count(), 0, `${one}`);
  assert.equal(await element.getAttribute('theme'), 'light');
  const before = (await heard(tab, 'change')).length;
  await tab.evaluate(() => globalThis.say({ninefold: 1, type: 'get'}));
  await eventually(async () => (await heard(tab, 'change')).length, before + 1);
  await element.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
  await eventually(
    async () =>
      /eps=/.test((await heard(tab, 'change')).at(-1).link) &&
      (await heard(tab, 'change')).at(-1).link !== other.link,
    true,
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test('an answer of a choice and words alone is told, and complete once both are there', async () => {
  const link = '1;seed=3;choices=Query~2fKey;write=on';
  const address = `${host.site.address}index.html?parts=question#${link}`;
  host.put('chosen.html', page(address, '', listening));
  const {page: tab, context, faults} = await visit(host, 'chosen.html');
  const element = framed(tab);
  const last = async () => (await heard(tab, 'answer')).at(-1);
  await eventually(async () => (await last())?.choice, 0);
  const {asked, choices, words, complete} = await last();
  assert.deepEqual([asked, choices, words, complete], [[], ['Query', 'Key'], '', false]);
  await element.getByRole('radio', {name: 'Key'}).check();
  await eventually(async () => [(await last()).choice, (await last()).complete], [2, false]);
  await element.getByLabel('In your words').fill('So it is');
  await element.getByLabel('In your words').blur();
  await eventually(async () => [(await last()).words, (await last()).complete], ['So it is', true]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('of a question with nothing to give no answer is told', async () => {
  const asked = '1;seed=3;question=Look~21';
  const address = `${host.site.address}index.html#${asked}`;
  host.put('look.html', page(address, '', listening));
  const {page: tab, context, faults} = await visit(host, 'look.html');
  await settled(framed(tab));
  await set(tab, {link: `${asked};ask1=first~p12~lt~0.5`});
  await eventually(async () => (await heard(tab, 'answer')).length, 1, 'that of the statement');
  assert.equal((await heard(tab, 'answer'))[0].asked.length, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('an answer is told to the page around: what was asked, met and computed', async () => {
  const link = '1;seed=3;question=Flat~3f;ask1=first~p12~lt~0.5;ask2=first~p11~gt~0.1';
  const address = `${host.site.address}index.html?parts=slider#${link}`;
  host.put('answer.html', page(address, '', listening));
  const {page: tab, context, faults} = await visit(host, 'answer.html');
  const element = framed(tab);
  const {check} = panels(link);
  await settled(element);
  await eventually(async () => (await heard(tab, 'answer')).at(-1)?.check, check);
  const [told] = await heard(tab, 'answer');
  assert.deepEqual(Object.keys(told).sort(), [
    'answer',
    'asked',
    'check',
    'choice',
    'choices',
    'complete',
    'link',
    'met',
    'ninefold',
    'question',
    'type',
    'words',
  ]);
  const {question, asked, met, complete} = told;
  assert.deepEqual([question, met, complete, told.link], ['Flat?', 2, true, link]);
  assert.equal(asked[0].statement, 'first~p12~lt~0.5');
  assert.match(asked[0].sentence, /^In “Modifying Query” .*first token is below 0\.5\.$/);
  assert.match(asked[0].said, /^met: 0\.\d+$/);
  assert.deepEqual([asked[0].holds, asked[0].bound], [true, 0.5]);
  assert.equal(
    await element.getByText('Flat?').isVisible(),
    false,
    'what is not named is not shown',
  );
  const slider = element.getByRole('slider', {name: 'Epsilon of the middle column'});
  await slider.press('End'); // the largest epsilon: the first token holds nearly all
  await eventually(async () => (await heard(tab, 'answer')).at(-1).met, 1);
  const last = (await heard(tab, 'answer')).at(-1);
  assert.equal(last.check, panels(last.link).check, 'of the figure that was judged');
  assert.deepEqual([last.complete, last.asked[0].holds], [false, false]);
  const handed = (await heard(tab, 'answer')).map(({answer}) => answer);
  const judged = run(['check', '--question', link, '--json'], handed.join('\n'));
  for (const row of JSON.parse(judged.out).answers) {
    assert.deepEqual([row.status, row.notes], ['reproduced', []], 'it names its question');
    assert.doesNotMatch(row.link, /question|ask/);
  }
  for (const {link: of, asked: all} of await heard(tab, 'answer')) {
    const {first} = panels(of).panels[1].measures;
    assert.ok(Math.abs(all[0].number - first) < 1e-6, `${of}: judged on its own figure`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('the page around is told why a figure cannot be made', async () => {
  host.put('refused.html', page(`${host.site.address}index.html#${LINK}`, '', listening));
  const {page: tab, context, faults} = await visit(host, 'refused.html');
  await settled(framed(tab));
  await set(tab, {link: '1;source=model;text1=~d0~b6'});
  await eventually(async () => (await heard(tab, 'failed')).length, 1);
  const [{link, why}] = await heard(tab, 'failed');
  assert.match(link, /^1;source=model;.*text1=~d0~b6$/);
  assert.equal(why.length, 1);
  assert.match(why[0], /^Text 1 holds "ж" .*\.$/);
  await answered(tab);
  assert.deepEqual((await heard(tab, 'change')).at(-1), {
    ...{ninefold: 1, type: 'change'},
    ...{link, check: null},
  });
  assert.deepEqual(faults, []);
  await context.close();
});

/** Asks, and waits for the answer: by then all that was said before has been read. */
async function answered(tab) {
  const changes = () => globalThis.heard.filter(data => data?.type === 'change').length;
  const before = await tab.evaluate(changes);
  await tab.evaluate(() => globalThis.say({ninefold: 1, type: 'get'}));
  await tab.waitForFunction(`(${changes})() > ${before}`);
}

/** Is a message of ours answered in sentences, and no other one? */
function assertAnswered({odd, isOurs}, answers) {
  assert.equal(answers.length, Number(isOurs), odd);
  for (const {why} of answers) {
    assert.ok(why.length > 0, odd);
    for (const sentence of why) assert.match(sentence, /^[^\n]{10,100}\.$/);
  }
}

test(`${ODD.length} odd messages change nothing, and a good one is answered`, async () => {
  host.put('odd.html', page(`${host.site.address}index.html#${LINK}`, '', listening));
  const {page: tab, context, faults} = await visit(host, 'odd.html');
  const element = framed(tab);
  const {check} = panels(LINK);
  await settled(element);
  for (const {odd, isOurs} of ODD) {
    const before = (await heard(tab, 'misunderstood')).length;
    await tab.evaluate(`say(${odd})`);
    await answered(tab);
    assertAnswered({odd, isOurs}, (await heard(tab, 'misunderstood')).slice(before));
    const stands = await element.evaluate(({link, figure, attributes: {theme}, shadowRoot}) => [
      link,
      figure.check,
      theme?.value,
      shadowRoot.querySelector('.notices').innerText,
    ]);
    assert.deepEqual(stands, [LINK, check, undefined, ''], odd);
  }
  const other = panels('1;seed=4');
  await set(tab, {link: `${other.link};banana=2`});
  await eventually(async () => (await heard(tab, 'change')).at(-1).check, other.check);
  await eventually(
    async () => (await heard(tab, 'misunderstood')).at(-1).why,
    ['banana: no parameter has this name.'],
  );
  assert.deepEqual(faults, []);
  await context.close();
});

/** Says a link of 50 MB, and then a good one. */
async function assertRefused({tab, element, frame}, shown) {
  await set(tab, {link: `1;n=4;text1=${'a'.repeat(5e7)}`});
  await answered(tab);
  assert.ok((await element.evaluate(one => one.link.length)) < 1e5, 'it is not kept');
  await shown();
  await element
    .getByText(/at most \d+ characters/)
    .first()
    .waitFor();
  await set(tab, {link: LINK});
  await eventually(async () => (await heard(tab, 'change')).at(-1)?.check, panels(LINK).check);
  assert.equal(await memoryOf(frame), engines(2));
}

const WHEN = {
  'once its figure stands': {before: ''},
  'before its engine is there': {delayed: true, before: ''},
  'before the reader comes near': {before: '<div style="height: 9000px"></div>'},
};

for (const [when, {delayed, before}] of Object.entries(WHEN))
  test(`a link of 50 MB is refused in a sentence, and takes no memory: ${when}`, async () => {
    const address = `${host.site.address}index.html#${LINK}`;
    host.put('huge.html', page(address, '', listening + before));
    let go = () => {};
    const until = new Promise(done => {
      go = done;
    });
    const {
      page: tab,
      context,
      faults,
    } = await visit(host, 'huge.html', {
      prepare: async page => {
        await KEEP_MEMORIES(page);
        if (delayed) await page.route('**/*.wasm', route => until.then(() => route.continue()));
      },
    });
    const element = framed(tab);
    const [, frame] = tab.frames();
    if (!delayed && !before) await settled(element);
    await assertRefused({tab, element, frame}, async () => {
      go();
      await tab.locator('iframe').scrollIntoViewIfNeeded();
    });
    assert.deepEqual(faults, []);
    await context.close();
  });

test('what comes before the frame can hear it is heard then', async () => {
  host.put('early.html', page(`${host.site.address}index.html#${LINK}`, '', listening));
  const {
    page: tab,
    context,
    faults,
  } = await visit(host, 'early.html', {
    wait: 'commit',
    prepare: page =>
      page.route('**/frame-*.js', async route => {
        await set(page, {link: MODEL, theme: 'dark'});
        await route.continue();
      }),
  });
  await eventually(async () => (await heard(tab, 'change')).at(-1)?.check, panels(MODEL).check);
  assert.equal(await framed(tab).getAttribute('theme'), 'dark');
  assert.deepEqual(faults, []);
  await context.close();
});

/** The text that the page for teachers gives for a page that drives a figure. */
async function recommended(tab) {
  await tab.goto(`${host.site.address}embedding.html`);
  return tab.locator('pre', {hasText: 'const say = message'}).innerText();
}

test('the recommended listener hears its own frame alone, which hears it', async () => {
  const {page: tab, context, faults} = await visit(host, `${host.site.address}embedding.html`);
  const listener = (await recommended(tab)).replace('console.log(', 'heard.push(');
  host.put(
    'two.html',
    page(`${host.site.address}index.html#${LINK}`, '', `${listening}`) +
      `<script>{ ${listener} }</script><iframe srcdoc="<script>
      parent.postMessage({ninefold: 1, type: 'change', link: 'forged', check: 'forged'}, '*');
      parent.postMessage({ninefold: 1, type: 'height', height: 7}, '*');</script>"></iframe>`,
  );
  await tab.goto(`${host.server.address}two.html`);
  const other = panels('1;seed=7');
  const told = () => tab.evaluate(() => globalThis.heard.filter(text => typeof text === 'string'));
  await eventually(async () => (await told()).slice(-2), [other.link, other.check]);
  await tab.waitForFunction(() => globalThis.heard.some(data => data?.link === 'forged'));
  assert.ok(!(await told()).includes('forged'));
  assert.notEqual(await tab.evaluate(() => document.querySelector('iframe').style.height), '7px');
  assert.deepEqual(faults, []);
  await context.close();
});

/** The keys told since this was asked last. */
const keysTold = tab =>
  tab.evaluate(() => {
    const isKey = data => /triggerKey/.test(data);
    const keys = globalThis.heard.filter(isKey);
    globalThis.heard = globalThis.heard.filter(data => !isKey(data));
    return keys;
  });

test('keys pressed in it are told only to a page that asks, as long as it does', async () => {
  host.put('keys.html', page(`${host.site.address}index.html#${LINK}`, '', listening));
  const {page: tab, context, faults} = await visit(host, 'keys.html');
  const element = framed(tab);
  await settled(element);
  await element.locator('.fig-plot').first().click();
  const press = async () => {
    await tab.keyboard.type('hunter2');
    await tab.keyboard.press('ArrowRight');
    await answered(tab);
    return (await keysTold(tab)).length;
  };
  const ask = on => ({ninefold: 1, type: 'keys', on});
  const all = 'hunter2'.length + 1;
  for (const [message, keys] of [
    [null, 0],
    [ask(), 0],
    [ask('true'), 0],
    [ask(1), 0],
    [ask(true), all],
    [ask(false), 0],
    ['slide:start', all],
    ['slide:stop', 0],
  ]) {
    await tab.evaluate(message => globalThis.say(message), message);
    await answered(tab);
    assert.equal(await press(), keys, JSON.stringify(message));
  }
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
  await rested(framed(tab));
  const told = async () => (await heard(tab, 'height')).map(({height}) => height);
  const last = async () => (await told()).at(-1);
  const content = () =>
    tab.frames()[1].evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  await eventually(
    async () =>
      [...(await content()), await last()].every((height, _, [first]) => height === first),
    true,
    'no scroll bar, and nothing below',
  );
  await tab
    .frames()[1]
    .evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const heights = await told();
  const height = await last();
  assert.deepEqual(await content(), [height, height], 'it stays so');
  assert.ok(height > 300 && heights.length < 12, `${heights}`);
  const others = await tab.evaluate(() =>
    globalThis.heard.filter(data => data?.context === 'h5p' || data?.subject === 'lti.frameResize'),
  );
  assert.deepEqual(others.slice(-2), [
    {context: 'h5p', action: 'resize', scrollHeight: height},
    {subject: 'lti.frameResize', height},
  ]);
  await context.close();
});

for (const [what, address] of [
  ['the site', ({site}) => `${site.address}index.html`],
  ['one file', ({server}) => `${server.address}ninefold-model.html`],
])
  test(`under sandbox="allow-scripts" alone, no network after load: ${what}`, async () => {
    host.put('sandbox.html', page(`${address(host)}#${MODEL}`, 'sandbox="allow-scripts"'));
    const {page: tab, context, faults, requests} = await visit(host, 'sandbox.html');
    const element = framed(tab);
    assert.equal(await settled(element), panels(MODEL).check);
    assert.ok((await colors(element)) > 8);
    const stored = () => {
      try {
        localStorage.length;
        return 'storage';
      } catch {
        return 'none';
      }
    };
    assert.equal(await tab.frames()[1].evaluate(stored), 'none');
    await context.setOffline(true);
    const asked = requests.length;
    await element.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
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
  const {page: tab, context, faults} = await visit(strict, 'index.html');
  const element = framed(tab);
  assert.equal(await settled(element), panels(MODEL).check);
  assert.ok((await colors(element)) > 8);
  const frame = tab.frames()[1];
  assert.equal(
    await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    'rgb(20, 23, 27)',
  );
  assert.equal(await frame.locator('header').isVisible(), false);
  assert.ok((await element.evaluate(one => getComputedStyle(one).display)) === 'block');
  assert.deepEqual(
    faults.filter(fault => !/style/i.test(fault)),
    [],
    'nothing but the inline style was refused',
  );
  await context.close();
});

for (const [name, link] of [
  ['ninefold.html', LINK],
  ['ninefold-model.html', MODEL],
])
  test(`${name} by a double click: file://, no network`, async () => {
    const address = pathToFileURL(join(host.folder, name)).href;
    const {page: tab, context, faults, requests} = await visit(host, `${address}#${link}`);
    const element = tab.locator('nine-fold');
    assert.equal(await settled(element), panels(link).check);
    assert.ok((await colors(element)) > 8);
    assert.deepEqual(
      requests.filter(url => !url.startsWith('file:')),
      [],
    );
    assert.deepEqual(
      requests.filter(url => url.startsWith('file:')),
      [`${address}#${link}`.replace(/#.*/, '')],
      'one file',
    );
    assert.deepEqual(faults, []);
    await context.close();
  });

test('the focus stays with the host, and so do wheel, Tab and arrows; its history is left alone', async () => {
  const around = '<style>body { height: 4000px }</style><input id="mine" autofocus>';
  host.put(
    'keys.html',
    page(`${host.site.address}index.html#${LINK}`, 'style="height: 500px"', around),
  );
  const {page: tab, context} = await visit(host, 'keys.html');
  const element = framed(tab);
  await settled(element);
  assert.equal(await tab.evaluate(() => document.activeElement.id), 'mine', 'no focus is stolen');
  const history = await tab.evaluate(() => globalThis.history.length);
  await element.getByRole('button', {name: /^More/}).click();
  await element.getByRole('radio', {name: 'Mean', exact: true}).first().check();
  await settled(element);
  await tab.frames()[1].waitForFunction(() => location.hash.includes('figure=mean'));
  assert.equal(
    await tab.evaluate(() => globalThis.history.length),
    history,
    'Back goes where it went',
  );
  await context.close();
});
