// What a figure of a model of the reader's own is used with: questions and their answers, files,
// embedded figures, a second tab, and descriptions.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {CLIPBOARD} from './lib/addresses.mjs';
import {drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {button, choose, dialog, panel, said, use, useKept} from './lib/own.mjs';
import {
  choose as choice,
  enter,
  judged,
  readings,
  sentences,
  showAll,
  verdicts,
} from './lib/readings.mjs';
import {add, clipboard, make, maker, question, states} from './lib/questions.mjs';
import {runBytes} from '../node/lib/engine.mjs';
import {SAMPLES, makeModel, writeFolder} from '../node/lib/own-models.mjs';
import {capped} from '../node/lib/capped.mjs';
import {PUBLISHED} from '../node/lib/own-published.mjs';
import {sparseFolder} from '../node/lib/sparse.mjs';
import {readNpz} from '../node/lib/npz.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const shared = useBrowser();
const root = scratchFolder('ninefold');
const folder = join(root, 'little');
said(['model', '--export', folder]);

const LINK = '1;source=model;layer=1;head=3;eps=0.5~0.1~0;text1=The_sea~2c_the_sea';
const WITH = {link: LINK, context: CLIPBOARD};

/** A link of the model, as its command line writes it, without its check. */
const linkOf = link => said(['seal', '--model', folder, link]).replace(/;check=.*/, '');

// ---- Questions -----------------------------------------------------------------------------------

const ASKED = linkOf(
  `${LINK};text2=a;text3=b;named=Little;question=Where_is_half~3f;ask1=first~p12~gt~0.95;` +
    'ask2=diff~p11~p21~le~1e-6;ask3=prediction~p11~ge~0;show=eps',
);

test('a question about it is asked before the model is here, and judged once it is', async () => {
  const {nine, page, context} = await open(shared, {link: null, context: CLIPBOARD});
  await page.goto(`${shared.server.address}#${ASKED}`);
  await question(page).getByRole('heading', {name: 'Where is half?'}).waitFor();
  await panel(page).filter({hasText: 'This figure is of Little'}).waitFor();
  assert.deepEqual(await states(page), ['waiting', 'waiting', 'waiting']);
  await button(panel(page), 'Open that model').click();
  await dialog(page).locator('input.folder').setInputFiles(folder);
  await button(dialog(page), 'Use this model').click();
  await eventually(() => states(page), ['open', 'met', 'met']);
  await nine.epsilon().press('End');
  await eventually(() => states(page), ['met', 'met', 'met']);
  await question(page).getByRole('button', {name: 'Copy my answer'}).click();
  await question(page)
    .getByText(/hand in this link/)
    .waitFor();
  const answer = await clipboard(page);
  assert.match(answer, /;model=\w{8};.*;named=Little;of=[0-9a-f]{8};check=[0-9a-f]{16}$/);
  const told = said(['check', '--model', folder, '--question', ASKED, '-'], `Anna: ${answer}`);
  assert.match(told, /^reproduced\s+right\s+Anna\s+ask1 holds .*ask2 holds .*ask3 holds/);
  await context.close();
});

drive('a question is made of it', shared, WITH, async (nine, page) => {
  await use(nine, page, folder);
  await make(page);
  await maker(page).getByRole('textbox', {name: 'Question', exact: true}).fill('Where?');
  await add(page, {Panel: 'p11', Measure: 'first', is: 'ge', Number: '0.2'});
  await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
  await maker(page)
    .getByText(/^Copied/)
    .waitFor();
  const asked = await clipboard(page);
  assert.match(asked, /;model=\w{8};.*named=little;question=Where~3f;ask1=first~p11~ge~0\.2/);
  await nine.show(asked.replace(/^.*#/, ''));
  await eventually(() => states(page), ['met']);
  await question(page).getByRole('button', {name: 'Copy my answer'}).click();
  await question(page)
    .getByText(/hand in this link/)
    .waitFor();
  const told = said(['check', '--model', folder, '--question', asked, '-'], await clipboard(page));
  assert.match(told, /^reproduced\s+right/);
});

// ---- Files ---------------------------------------------------------------------------------------

/** @param {RegExp} ending */
const saved = async (nine, page, ending) => {
  await nine.openSave();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', {name: ending}).click(),
  ]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
};

drive('each kind of file holds what the command line makes', shared, WITH, async (nine, page) => {
  await use(nine, page, folder);
  const [link, {check}] = [await nine.link(), await nine.figure()];
  const json = await saved(nine, page, /JSON/);
  assert.equal(json.name, `ninefold-${check}.json`);
  const own = JSON.parse(said(['panels', '--model', folder, link]));
  const made = JSON.parse(json.bytes.toString());
  assert.deepEqual([made.link, made.check], [own.link, own.check]);
  made.panels.forEach((panel, i) => {
    const {weights, measures, prediction} = own.panels[i];
    const floats = rows => rows.map(row => row.map(Math.fround));
    assert.deepEqual(floats(panel.weights), floats(weights));
    assert.deepEqual(panel.measures, measures);
    assert.equal(panel.prediction.kl, prediction.kl);
  });
  const svg = await saved(nine, page, /SVG/);
  const args = ['picture', '--model', folder, link];
  assert.equal(svg.bytes.toString(), runBytes(args).out.toString());
  const npz = readNpz((await saved(nine, page, /NumPy|npz/i)).bytes);
  assert.deepEqual([npz.link.text, npz.check.text], [own.link, check]);
  const csv = (await saved(nine, page, /CSV/)).bytes.toString();
  assert.ok(csv.includes(`# link: ${link}\n# check: ${check}\n`));
  const png = await saved(nine, page, /PNG/);
  assert.ok(png.bytes.includes(link), 'the picture knows its link');
});

// ---- Embedded ------------------------------------------------------------------------------------

const embed = page => page.getByRole('dialog', {name: 'Embed this figure'});
const OFFERED = ['Frame', 'Element', 'npm package'];

drive('embedded, it says whose model it needs', shared, WITH, async (nine, page) => {
  await use(nine, page, folder);
  const [link, {check}] = [await nine.link(), await nine.figure()];
  await page.getByRole('button', {name: 'Embed'}).click();
  await embed(page).getByLabel('Where').selectOption('Plain HTML');
  const forms = embed(page).getByRole('radiogroup', {name: 'Form'}).getByRole('radio');
  const names = await forms.evaluateAll(all =>
    all.filter(({parentElement}) => !parentElement.hidden).map(({labels}) => labels[0].innerText),
  );
  assert.deepEqual(names, OFFERED, 'a page that is one file opens no models');
  await embed(page)
    .getByText(/^This figure is of a model of your own: who meets it is asked for that model/)
    .waitFor();
  const text = await embed(page).getByRole('textbox', {name: 'Text to paste'}).inputValue();
  assert.ok(text.includes(`#${link};check=${check}`), text);
  const element = embed(page).locator('nine-fold');
  await eventually(() => element.evaluate(({figure}) => figure?.check).catch(() => null), check);
  await embed(page).getByRole('radio', {name: 'Frame'}).check();
  const inside = page.frameLocator('iframe[title=Preview]').locator('.own-panel');
  await inside.filter({hasText: 'This figure is of little, a model that is not here.'}).waitFor();
});

test('a frame asks for the model, and shows its figure once it has it', async () => {
  const made = said(['seal', '--model', folder, `${LINK};text2=a;text3=b;named=Little`]);
  const {page, context} = await open(shared, {link: null});
  await page.setContent(
    `<iframe title="Figure" src="${shared.server.address}#${made}" width="900" height="700"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  const inside = frame.locator('.own-panel');
  await inside.filter({hasText: 'This figure is of Little, a model that is not here.'}).waitFor();
  await button(inside, 'Open that model').click();
  const asking = frame.locator('dialog.own-model');
  await asking.locator('input.folder').setInputFiles(folder);
  await button(asking, 'Use this model').click();
  const verdict = () => frame.locator('nine-fold').evaluate(({figure}) => figure?.verdict ?? '');
  await eventually(verdict, 'reproduced');
  await context.close();
});

// ---- Memory --------------------------------------------------------------------------------------

const MOST = 300e6; // bytes of the engine's memory

/** 32 tokens: of each letter one. @param {number} from */
const letters = from =>
  Array.from({length: 32}, (_, i) => 'bcdfgjklmnpqrsuvwxyz'[(i * i + from) % 20]).join('');

/** Every module that the page compiles has so little memory. */
async function withCap(page) {
  await page.exposeFunction('capped', bytes =>
    Buffer.from(capped(Buffer.from(bytes, 'base64'), MOST)).toString('base64'),
  );
  await page.addInitScript(() => {
    const {compile} = WebAssembly;
    WebAssembly.compile = async bytes => {
      const letters = Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte));
      const text = await window.capped(btoa(letters.join('')));
      return compile(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)));
    };
  });
}

drive(
  'seven billion weights have a figure in a page whose engine has 300 MB',
  shared,
  {link: '1;n=5', prepare: withCap},
  async (nine, page) => {
    const path = sparseFolder(join(root, 'seven'), PUBLISHED['meta-llama/Llama-2-7b-hf']);
    await choose(page, path);
    await dialog(page).locator('dl').filter({hasText: '13.5 GB'}).waitFor();
    await button(dialog(page), 'Use this model').click();
    await panel(page).filter({hasText: 'seven: a model of your own'}).waitFor();
    await nine.element.evaluate(
      (element, texts) => {
        element.link = `${element.link.replace(/;(layer|text\d)=[^;]*/g, '')};layer=0;${texts}`;
      },
      [1, 2, 3].map(i => `text${i}=${letters(i)}`).join(';'),
    );
    await eventually(async () => (await nine.figure())?.inputs[0].count, 32);
    await nine.settle();
    assert.equal(await nine.value('layer'), '0');
    const {check} = await nine.figure();
    const link = await nine.link();
    assert.match(said(['seal', '--model', path, link]), new RegExp(`check=${check}$`));
    await nine.show('1;n=4096'); // of the same engine
    await nine.show(link.replace('head=0', 'head=3'));
    assert.equal((await nine.figure()).panels.length, 9);
  },
);

// ---- Two tabs ------------------------------------------------------------------------------------

test('two tabs have a model each, and share where models were found', async () => {
  const {nine, page, context} = await open(shared, {link: LINK});
  const other = writeFolder(join(root, 'grouped'), makeModel(SAMPLES.llama, 3));
  await useKept(nine, page, folder);
  const {check} = await nine.figure();

  const second = await open({...shared, browser: {newContext: async () => context}}, {link: LINK});
  await use(second.nine, second.page, other);
  const [mine, its] = [await nine.value('model'), await second.nine.value('model')];
  assert.notEqual(mine, its);
  await page.bringToFront(); // else its timers and frames come late
  await nine.show((await nine.link()).replace('layer=1', 'layer=2'));
  await nine.show((await nine.link()).replace('layer=2', 'layer=1'));
  assert.equal((await nine.figure()).check, check, 'what the other tab opened is not this one’s');

  await second.page.bringToFront();
  await second.page.getByRole('button', {name: 'Open a model of your own'}).click();
  await button(dialog(second.page), 'Open kept model again').click();
  await button(dialog(second.page), 'Use this model').click();
  await panel(second.page).filter({hasText: 'kept model: a model of your own'}).waitFor();
  await second.nine.settle();
  assert.equal(await second.nine.value('model'), mine);
  await page.bringToFront();
  await page.getByRole('button', {name: 'Open a model of your own'}).click();
  await button(dialog(page), 'Forget kept model').click();
  await dialog(page).getByText('Opened before').waitFor({state: 'hidden'});
  await button(dialog(page), 'Close').click();
  await second.page.bringToFront();
  await second.page.getByRole('button', {name: 'Open a model of your own'}).click();
  await button(dialog(second.page), 'Choose a folder').waitFor();
  assert.equal(await dialog(second.page).getByText('Opened before').isVisible(), false);
  await button(dialog(second.page), 'Close').click();
  await button(panel(second.page), 'Close this model').click();
  await panel(second.page).waitFor({state: 'hidden'});
  await page.bringToFront();
  await nine.show((await nine.link()).replace('head=3', 'head=4'));
  assert.equal((await nine.figure()).panels.length, 9, 'this tab goes on with it');
  assert.deepEqual([...new Set(second.faults)], []);
  await context.close();
});

// ---- Descriptions --------------------------------------------------------------------------------

/** The verdicts of each sentence on a head, without what no head can do. */
const verdictsOf = async (page, head) => (await verdicts(page)).map(row => row[head]);

drive(
  'a description is held against it, too',
  shared,
  {link: '1;source=model'},
  async (nine, page) => {
    const {layer, head} = (await nine.figure()).source;
    await use(nine, page, folder); // the same model: what is found of it is known
    await nine.show(
      `1;source=model;model=${await nine.value('model')};layer=${layer};head=${head}`,
    );
    await enter(nine, page);
    await showAll(page);
    await eventually(async () => (await verdictsOf(page, 'your model')).every(Boolean), true);
    await judged(page);
    assert.deepEqual(await verdictsOf(page, 'your model'), await verdictsOf(page, 'the real head'));
    const which = page.getByRole('radiogroup', {name: 'The head in the figure'});
    const built = await nine.link();
    await which.getByRole('radio', {name: `Your model: layer ${layer}, head ${head}`}).check();
    await eventually(async () => (await nine.value('model')) !== null, true);
    await nine.settle();
    const {check} = await nine.figure();
    assert.match(
      said(['seal', '--model', folder, await nine.link()]),
      new RegExp(`check=${check}$`),
    );
    await sentences(page).nth(0).locator('.verdict.shown dt').getByText('your model').waitFor();
    await assertAccessible(page, 'a description and a model of one’s own');
    await which.getByRole('radio', {name: 'Built to match'}).check();
    await nine.settleAt(built.replace(/;check=.*/, ''));
    assert.equal(await nine.value('model'), null);
  },
);

drive('a head of another model has verdicts of its own', shared, WITH, async (nine, page) => {
  await use(nine, page, writeFolder(join(root, 'other'), makeModel(SAMPLES.gpt2, 5)));
  await enter(nine, page);
  await choice(nine, page, readings[1]);
  await showAll(page);
  await judged(page);
  await eventually(async () => (await verdictsOf(page, 'your model')).every(Boolean), true);
  assert.notDeepEqual(
    await verdictsOf(page, 'your model'),
    await verdictsOf(page, 'the real head'),
  );
});

// ---- The map -------------------------------------------------------------------------------------

const SMALL = {...SAMPLES.gpt2, width: 48, hidden: 192};
const WIDE = {...SMALL, layers: 2, heads: 6, groups: 6, channels: 8};
const DEEP = {...SMALL, layers: 6, heads: 2, groups: 2, channels: 24};

drive('another model of as many heads has a map of its own', shared, WITH, async (nine, page) => {
  const squares = page.getByRole('radiogroup', {name: 'Layers and heads'}).getByRole('radio');
  const last = () =>
    squares
      .last()
      .getAttribute('aria-label')
      .catch(() => '');
  for (const [sample, name] of [
    [WIDE, 'Layer 1, head 5'],
    [DEEP, 'Layer 5, head 1'],
  ]) {
    await use(nine, page, writeFolder(join(root, name), makeModel(sample, 6)));
    await squares.first().waitFor();
    await eventually(async () => (await last())?.startsWith(name), true);
    assert.equal(await squares.count(), 12);
  }
});
