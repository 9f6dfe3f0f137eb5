// A model of the reader's own in the page: chosen, described, opened, used, given up, closed; and a
// link of a model that is not here. The trained model, written as a folder, must give what it gives.
import assert from 'node:assert/strict';
import {cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {button, choose, dialog, panel, said as saidBy, use, useKept} from './lib/own.mjs';
import {exportedGguf, overwrite} from '../node/lib/own-exported.mjs';
import {SAMPLES, makeModel, writeFolder} from '../node/lib/own-models.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();
const root = scratchFolder('ninefold');
const folder = join(root, 'little');

const said = (...words) => saidBy(words);

said('model', '--export', folder);

/** The folder with something wrong. */
function spoilt(name, spoil) {
  const copy = join(root, name);
  mkdirSync(copy);
  cpSync(folder, copy, {recursive: true});
  spoil(copy);
  return copy;
}

const wrong = page => dialog(page).getByRole('alert');

const LINK = '1;source=model;layer=1;head=3;eps=0.5~0.1~0;text1=The_sea~2c_the_sea';

drive(
  'a folder is described, used, and its figures have the check of the command line',
  shared,
  {link: LINK},
  async (nine, page) => {
    const shipped = await nine.figure();
    await choose(page, folder);
    const facts = dialog(page).locator('dl');
    await facts.waitFor();
    const told = (await facts.innerText()).replace(/\s+/g, ' ');
    assert.match(
      told,
      /Family llama, a folder Layers 4, of 8 heads .*Size 449,376 weights, 1\.8 MB/,
    );
    assert.match(await dialog(page).innerText(), /Nothing leaves this machine/);
    assert.match(await dialog(page).innerText(), /reads [\d.]+ MB, holds [\d.]+ MB and takes less/);
    await assertAccessible(page, 'a model is described');
    await dialog(page).getByRole('textbox').fill('My little model');
    await button(dialog(page), 'Use this model').click();
    await panel(page).filter({hasText: 'My little model: a model of your own'}).waitFor();
    await nine.settle();
    await assertAccessible(page, 'a model is used');

    const link = await nine.link();
    const {name} = /;model=(?<name>\w{8});/.exec(link).groups;
    assert.notEqual(name, /;model=(\w{8})/.exec(shipped.link)[1]);
    assert.match(link, /;named=My_little_model/);
    assert.match(link, /;layer=1;.*text1=The_sea~2c_the_sea;text2=\w.*text3=\w/, 'all is written');
    const figure = await nine.figure();
    assert.match(said('seal', '--model', folder, link), new RegExp(`check=${figure.check}$`));
    const [mine, its] = [figure, shipped].map(({panels}) => panels[0].prediction);
    assert.deepEqual(mine.before, its.before, 'it is the same model, and says the same');
    const rows = page.getByRole('table', {name: /^What comes next/}).locator('tbody th');
    const pieces = (await rows.allInnerTexts()).filter(piece => piece.trim());
    assert.equal(new Set(pieces).size, 5, 'pieces, which are no words here');
    await eventually(() => page.locator('.badge').innerText(), 'My little model: layer 1, head 3');
  },
);

drive(
  'its heads are mapped and chosen, and once it is closed the trained model is back',
  shared,
  {link: LINK},
  async (nine, page) => {
    await use(nine, page, folder);
    const before = await nine.link();
    const squares = page.getByRole('radio', {name: /^Layer 3, head 5/});
    const measure = button(page, 'Measure all heads'); // on a machine that is so busy
    await squares.or(measure).first().waitFor();
    if (await measure.isVisible()) await measure.click();
    await squares.waitFor();
    await eventually(
      () => page.getByLabel('What the map shows').evaluate(({value}) => value),
      'first',
    );
    await squares.click();
    await nine.settleAt(before.replace(/layer=1/, 'layer=3').replace(/head=3/, 'head=5'));
    const {check} = await nine.figure();
    assert.match(said('seal', '--model', folder, await nine.link()), new RegExp(`check=${check}$`));
    await button(panel(page), 'Close this model').click();
    await panel(page).waitFor({state: 'hidden'});
    await nine.settle();
    assert.doesNotMatch(await nine.link(), /named=/);
  },
);

drive('a link of it made here is reproduced here', shared, {link: LINK}, async (nine, page) => {
  await use(nine, page, folder);
  const [link, {check}] = [await nine.link(), await nine.figure()];
  await nine.show('1;n=9');
  await nine.show(`${link};check=${check}`);
  assert.equal((await nine.figure()).verdict, 'reproduced');
});

const SHORT = said('seal', '--model', folder, '1;source=model');

test('a link without layer, head and texts is of the usual ones, as in the command line', async () => {
  const {nine, page, context, faults} = await open(shared, {link: null});
  await page.goto(`${shared.server.address}#${SHORT}`);
  await panel(page).filter({hasText: 'It shows its usual layer, head 0.'}).waitFor();
  await button(panel(page), 'Open that model').click();
  await dialog(page).locator('input.folder').setInputFiles(folder);
  await button(dialog(page), 'Use this model').click();
  await nine.settle();
  const {check, verdict, inputs} = await nine.figure();
  assert.deepEqual([check, verdict], [SHORT.slice(-16), 'reproduced']);
  assert.ok(inputs[0].tokens.length > 5);
  await eventually(async () => (await nine.figure()).panels[0].prediction?.before.length, 5);
  assert.deepEqual(faults, []);
  await context.close();
});

const OTHER =
  '1;source=model;head=1;model=0badcafe;layer=7;text1=Call_me~2e;named=Whale_7B;eps=0.3';

test('a link of a model that is not here says which, asks for it, and offers the shipped one', async () => {
  const {nine, page, context} = await open(shared, {link: null});
  await page.goto(`${shared.server.address}#${OTHER}`);
  await panel(page).waitFor();
  const told = await panel(page).innerText();
  assert.match(told, /This figure is of Whale 7B, a model that is not here\./);
  assert.match(told, /layer 7, head 1\./);
  assert.match(told, /“Call me\.”/);
  await button(panel(page), 'Use the trained model of this page').click();
  await nine.settle();
  assert.match(await nine.link(), /text1=Call_me/);
  await page.goBack();
  await button(panel(page), 'Open that model').click();
  await dialog(page).waitFor();
  await context.close();
});

test('a link of it asks for it, and shows its figure once it is opened', async () => {
  const made = said('seal', '--model', folder, `${LINK};text2=a;text3=b;named=Little`);
  const {nine, page, context} = await open(shared, {link: null});
  await page.goto(`${shared.server.address}#${made}`);
  await button(panel(page), 'Open that model').click();
  await dialog(page).locator('input.folder').setInputFiles(folder);
  await button(dialog(page), 'Use this model').click();
  await nine.settle();
  assert.equal((await nine.figure()).verdict, 'reproduced');
  assert.equal((await nine.figure()).check, made.slice(-16));
  await context.close();
});

test('another model than the link’s is open: that is said, and the link stays what it is', async () => {
  const {nine, page, context} = await open(shared, {link: null});
  await page.goto(`${shared.server.address}#${OTHER}`);
  await button(panel(page), 'Open that model').click();
  await dialog(page).locator('input.folder').setInputFiles(folder);
  await dialog(page).getByRole('textbox').fill('Little');
  await button(dialog(page), 'Use this model').click();
  const said = /The model that is open is \w{8}, and the link is of 0badcafe: .* of neither/;
  await panel(page).filter({hasText: said}).waitFor();
  assert.match(page.url(), /;model=0badcafe;layer=7;/);
  await button(panel(page), 'Show Little instead').click();
  await panel(page).filter({hasText: 'Little: a model of your own'}).waitFor();
  await nine.settle();
  assert.match(await nine.link(), /;model=(?!0badcafe)\w{8};.*named=Little/);
  await context.close();
});

drive(
  'weights that are no numbers are counted in a sentence, and the page goes on',
  shared,
  {link: LINK},
  async (nine, page) => {
    const copy = spoilt('f', it =>
      overwrite(it, 'model.layers.0.self_attn.q_proj.weight', [NaN, Infinity]),
    );
    await choose(page, copy);
    await button(dialog(page), 'Use this model').click();
    await page
      .locator('.notices')
      .filter({hasText: '2 of the weights that were read are infinite or no numbers'})
      .waitFor();
    await button(panel(page), 'Close this model').click();
    await nine.settle();
    assert.match(await nine.link(), /text1=The_sea/);
  },
);

drive('what is missing or damaged is said in one sentence', shared, {}, async (nine, page) => {
  const cases = [
    [
      'a',
      copy => rmSync(join(copy, 'tokenizer.json')),
      'tokenizer.json is missing from this folder.',
    ],
    [
      'b',
      copy => truncateSync(join(copy, 'model.safetensors'), 900_000),
      says(/The tensor "[^"]+" ends beyond the end of the file\./),
    ],
    [
      'c',
      copy => writeFileSync(join(copy, 'config.json'), '{'),
      says(/config\.json is not the JSON/),
    ],
  ];
  const check = (await nine.figure()).check;
  for (const [name, spoil, expected] of cases) {
    await choose(page, spoilt(name, spoil));
    await wrong(page).filter({hasText: expected}).waitFor();
    await button(dialog(page), 'Close').click();
  }
  const program = spoilt('d', copy => {
    rmSync(join(copy, 'model.safetensors'));
    writeFileSync(join(copy, 'pytorch_model.bin'), 'x');
  });
  await choose(page, program);
  await wrong(page).filter({hasText: "save_pretrained('.', safe_serialization=True)"}).waitFor();
  await button(dialog(page), 'Close').click();
  assert.equal((await nine.figure()).check, check, 'the figure stands');
});

drive(
  'a file that changes while it is used is one sentence, and the page goes on',
  shared,
  {link: LINK},
  async (nine, page) => {
    const copy = spoilt('e', () => {});
    await use(nine, page, copy);
    writeFileSync(join(copy, 'model.safetensors'), 'changed');
    await nine.element.evaluate(element => {
      element.link = element.link.replace(/text1=[^;]*/, 'text1=Another');
    });
    await page
      .locator('.notices')
      .filter({hasText: 'could not be read; it may have been moved or changed'})
      .waitFor();
    await button(panel(page), 'Close this model').click();
    await nine.settle();
    assert.match(await nine.link(), /text1=Another/);
  },
);

// ---- A GGUF file, and shared heads ---------------------------------------------------------------

drive('a GGUF file that is dropped is opened', shared, {link: LINK}, async (nine, page) => {
  const {gguf} = exportedGguf(join(root));
  const shipped = (await nine.figure()).check;
  const bytes = readFileSync(gguf).toString('base64');
  await nine.element.evaluate((element, bytes) => {
    const transfer = new DataTransfer();
    const numbers = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0));
    transfer.items.add(new File([numbers], 'whale.gguf'));
    element.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}));
  }, bytes);
  await dialog(page).locator('dl').filter({hasText: 'llama, a GGUF file'}).waitFor();
  await button(dialog(page), 'Use this model').click();
  await panel(page).filter({hasText: 'whale: a model of your own'}).waitFor();
  await nine.settle();
  const link = await nine.link();
  const {check} = await nine.figure();
  assert.match(said('seal', '--model', gguf, link), new RegExp(`check=${check}$`));
  assert.equal(check, shipped, 'it is the same model');
});

drive(
  'heads that share Key and Value are named, and a text without a begin token',
  shared,
  {link: '1;n=5'},
  async (nine, page) => {
    const path = writeFolder(join(root, 'grouped'), makeModel(SAMPLES.llama, 3));
    await use(nine, page, path);
    await panel(page).filter({hasText: 'read the same Key and Value.'}).waitFor();
    const {keyHeads, heads} = JSON.parse(said('model', path, '--json'));
    const told = await panel(page).innerText();
    assert.match(told, new RegExp(`Heads 0 to ${heads / keyHeads - 1} read the same`));
    assert.match(told, /No token begins its texts, so the first word becomes the sink\./);
    const {check} = await nine.figure();
    const link = await nine.link();
    assert.match(said('seal', '--model', path, link), new RegExp(`check=${check}$`));
  },
);

// ---- What takes long -----------------------------------------------------------------------------

/** Reading waits while `window.held` is a promise. */
const holding = page =>
  page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function arrayBuffer() {
      await window.held;
      return read.call(this);
    };
    window.hold = () => {
      window.held = new Promise(done => {
        window.release = done;
      });
    };
  });

drive(
  'reading can be stopped, which leaves the figure before, and gone on with',
  shared,
  {link: LINK, prepare: holding},
  async (nine, page) => {
    await use(nine, page, folder);
    const {check} = await nine.figure();
    await page.evaluate(() => window.hold());
    await nine.element.evaluate(element => {
      element.link = element.link.replace(/text1=[^;]*/, 'text1=Another');
    });
    await button(panel(page), 'Stop').click();
    await panel(page).filter({hasText: 'Stopped: the figure shown is the one before.'}).waitFor();
    await page.evaluate(() => window.release());
    assert.equal((await nine.figure()).check, check);
    await button(panel(page), 'Make this figure').click();
    await nine.settle();
    assert.notEqual((await nine.figure()).check, check);
  },
);

/** A machine on which everything takes five hundred times as long. */
const slow = page =>
  page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => 500 * now();
  });

drive(
  'predictions and the map that would take long are made when they are asked for',
  shared,
  {link: LINK, prepare: slow},
  async (nine, page) => {
    await use(nine, page, folder);
    await nine.show((await nine.link()).replace(/text1=[^;]*/, 'text1=The_whale'));
    assert.equal((await nine.figure()).panels[0].prediction, null);
    const measure = button(page, 'Measure all heads');
    await measure.waitFor();
    await button(panel(page), /^Say what comes next \(about \d+ (s|min)\)$/).click();
    await eventually(async () => (await nine.figure()).panels[0].prediction?.before.length, 5);
    await measure.click();
    await page.getByRole('radio', {name: /^Layer 3, head 5/}).waitFor();
  },
);

// ---- Again ---------------------------------------------------------------------------------------

drive('a second visit opens it again, and forgets it', shared, {link: LINK}, async (nine, page) => {
  await useKept(nine, page, folder);
  const [link, {check}] = [await nine.link(), await nine.figure()];

  await page.reload();
  await panel(page).filter({hasText: 'This figure is of kept model'}).waitFor();
  await button(panel(page), 'Open that model').click();
  await button(dialog(page), 'Open kept model again').click();
  await button(dialog(page), 'Use this model').click();
  await nine.settleAt(link);
  assert.equal((await nine.figure()).check, check);

  await page.getByRole('button', {name: 'Open a model of your own'}).click();
  await button(dialog(page), 'Forget kept model').click();
  await dialog(page).getByText('Opened before').waitFor({state: 'hidden'});
});
