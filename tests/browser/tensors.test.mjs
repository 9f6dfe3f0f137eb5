// Tensors of the reader's own in the page: chosen or dropped, shown, and never sent. Links of them
// ask for their file and verify it; files that cannot be used get one sentence.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {truncateSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {before} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {run} from '../node/lib/engine.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();
const folder = scratchFolder('own-tensors');
const at = name => join(folder, name);

before(() => {
  const write = `import numpy as np
rng = np.random.default_rng(5)
at = lambda name: ${JSON.stringify(folder)} + '/' + name
normal = lambda *shape: rng.normal(size=shape).astype('f4')
np.savez_compressed(at('these.npz'), q=normal(4, 20, 16), k=normal(2, 20, 16).astype('>f2'), v=np.asfortranarray(normal(2, 20, 16)))
np.savez(at('others.npz'), q=normal(4, 20, 16), k=normal(2, 20, 16), v=normal(2, 20, 16))
tokens = [' captain' if i % 5 else f'\\u03b5{i}' for i in range(20)]
vectors = dict(q=normal(4, 20, 16), k=normal(2, 20, 16), v=normal(2, 20, 16))
np.savez(at('named.npz'), tokens=tokens, heads=['L2H7', 'L2H8', 'L2H9', 'L2H10'], layer=2, **vectors)
np.savez(at('few.npz'), tokens=tokens[:3], **vectors)
np.savez(at('unnamed.npz'), a=normal(9, 6), b=np.full((9, 6), np.nan), c=np.ones((9, 6), int), d=normal(9, 6))
np.savez(at('large.npz'), q=normal(4096, 64), k=normal(4096, 64), v=normal(4096, 64))
w = np.tril(np.ones((8, 30, 30))) / np.arange(1, 31)[:, None]
w[2, 5, :3] = np.nan
np.savez(at('ready.npz'), attention=w, tokens=[f't{i}' for i in range(30)], layer='last')
np.savez_compressed(at('bomb.npz'), q=np.zeros((1 << 24, 9), 'f4'), k=normal(2, 2), v=normal(2, 2))
`;
  execFileSync('/usr/bin/python3', ['-c', write]);
  const header = text => Buffer.concat([Buffer.alloc(8), Buffer.from(text)]);
  const lying = header(
    '{"q":{"dtype":"F32","shape":[9223372036854775808],"data_offsets":[0,8]}}12345678',
  );
  lying.writeBigUInt64LE(BigInt(lying.length - 16), 0);
  writeFileSync(at('lying.safetensors'), lying);
  writeFileSync(at('cut.npz'), execFileSync('head', ['-c', '900', at('these.npz')]));
  writeFileSync(at('text.txt'), 'no tensors in here, only words');
  writeFileSync(at('huge.npz'), '');
  truncateSync(at('huge.npz'), 2 ** 31 + 5);
});

const ENTRY = {name: 'Show Query, Key and Value of your own'};
const dialogOf = page => page.getByRole('dialog', {name: 'Your tensors'});
const show = page => dialogOf(page).getByRole('button', {name: 'Show the figure'});

async function choose(page, file) {
  await dialogOf(page).locator('input[type=file]').setInputFiles(at(file));
}

async function openWith(page, file) {
  await page.getByRole('button', ENTRY).click();
  await choose(page, file);
  await show(page).waitFor();
}

const checkOf = nine => nine.element.evaluate(element => element.figure?.check ?? '');
const linkOf = nine => nine.element.evaluate(element => element.link);
const sealed = (link, file) =>
  /check=(\w+)/.exec(run(['seal', link, '--tensors', at(file)]).out)?.[1] ?? 'no check';

drive(
  'a file is told of, and its figure has the check of the command line',
  shared,
  {link: '1'},
  async (nine, page) => {
    await openWith(page, 'these.npz');
    await eventually(
      () =>
        dialogOf(page)
          .locator('tbody tr')
          .allInnerTexts()
          .then(rows => rows.map(row => row.split('\t').slice(0, 3))),
      [
        ['q', '(4, 20, 16)', 'float32'],
        ['k', '(2, 20, 16)', 'float16, big-endian'],
        ['v', '(2, 20, 16)', 'float32'],
      ],
    );
    await eventually(
      async () =>
        /^-?−?\d.* to \d/.test(
          await dialogOf(page).locator('tbody tr:last-child td:last-child').innerText(),
        ),
      true,
    );
    await assertAccessible(page);
    await dialogOf(page).getByLabel('Rotary positions').selectOption('pairs');
    await dialogOf(page).getByLabel('Channels').fill('7');
    await show(page).click();
    await dialogOf(page).getByText('were read as “7, 10000”').waitFor();
    await dialogOf(page).getByLabel('Channels').fill('16');
    await show(page).click();
    await dialogOf(page).waitFor({state: 'detached'});
    await eventually(
      async () => /;rotary=pairs\.16\.10000;file=[0-9a-f]{8}$/.test(await linkOf(nine)),
      true,
    );
    const link = await linkOf(nine);
    assert.match(link, /;named=these\.npz;/);
    await eventually(() => checkOf(nine), sealed(link, 'these.npz'));
    await page.getByText('Your tensors: these.npz, head 0 of 4').waitFor();
  },
);

drive(
  'what the file calls tokens, head and layer stands in the figure and in what is saved',
  shared,
  {link: '1;axes=tokens;style=paper'},
  async (nine, page) => {
    await openWith(page, 'named.npz');
    const rows = dialogOf(page).locator('tbody tr', {hasText: 'names for axes and titles'});
    await eventually(() => rows.count(), 3);
    await show(page).click();
    await dialogOf(page).waitFor({state: 'detached'});
    await page.getByText('Your tensors: named.npz, layer 2, head L2H7: 0 of 4').waitFor();
    const link = await linkOf(nine);
    await eventually(() => checkOf(nine), sealed(link, 'named.npz'));
    const marks = nine.element.locator('.fig-marks .query').filter({visible: true});
    await eventually(async () => (await marks.allTextContents()).slice(0, 2), ['ε0', 'captain']);
    await nine.hover(1, 10, 3);
    assert.match(await nine.readout().innerText(), /ε10[^]*captain/);
    const saved = async name => {
      await nine.openSave();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', {name}).click(),
      ]);
      return readFile(await download.path());
    };
    assert.match((await saved(/CSV/)).toString(), /^p11,.*,10,"ε10",/m);
    assert.deepEqual(JSON.parse((await saved(/JSON/)).toString()).inputs[0].tokens[10], 'ε10');
    const drawn = run(['picture', link, '--tensors', at('named.npz')]);
    assert.match(drawn.out, />ε10<[^]*Layer 2, head L2H7 \(0 of 4\)/);
    assert.ok((await saved(/SVG/)).toString() === drawn.out, 'the pictures differ');
  },
);

drive(
  'names that do not fit are told before the figure is shown without them',
  shared,
  {link: '1'},
  async (nine, page) => {
    await openWith(page, 'few.npz');
    await show(page).click();
    const wrong = dialogOf(page).locator('.wrong');
    await eventually(
      async () =>
        says(/"tokens" are left out.* it has 3 texts or numbers, and 20 are/).test(
          await wrong.innerText(),
        ),
      true,
    );
    await show(page).click();
    await dialogOf(page).waitFor({state: 'detached'});
    await eventually(
      () => nine.element.evaluate(element => element.figure?.inputs[0].tokens),
      null,
    );
    await page.getByText('Your tensors: few.npz, head 0 of 4').waitFor();
  },
);

drive(
  'a link asks for its file, takes no other for it, and is reproduced with its own',
  shared,
  {link: null},
  async (nine, page) => {
    const sealedLink = run([
      'seal',
      '1;source=tensors;head=3;named=my~20runs',
      '--tensors',
      at('these.npz'),
    ]).out.trim();
    await page.goto(new URL(`#${sealedLink}`, nine.address).href);
    await page.getByText('The link speaks of tensors from a file').waitFor();
    await page.getByText('Not checked: the figure of this link could not be made here.').waitFor();
    await page.getByRole('button', {name: 'Choose the file'}).click();
    await dialogOf(page).getByText('calls “my runs”').waitFor();
    await choose(page, 'others.npz');
    await show(page).click();
    await page.getByText('The link is of the tensors').waitFor();
    await page.getByText('Not checked: the figure of this link could not be made here.').waitFor();
    await page.getByRole('button', {name: 'Choose the file'}).click();
    await choose(page, 'these.npz');
    await show(page).click();
    await page.getByText('Reproduced: the same numbers').waitFor();
    assert.equal(await checkOf(nine), /check=(\w+)/.exec(sealedLink)[1]);
  },
);

drive(
  'what the names do not say is chosen by hand; numbers that are none are counted',
  shared,
  {link: '1'},
  async (nine, page) => {
    await openWith(page, 'unnamed.npz');
    await dialogOf(page).getByText('please choose').waitFor();
    await dialogOf(page).getByText('no finite numbers, 54 not finite').waitFor();
    await show(page).click();
    await dialogOf(page)
      .getByText(
        'The array "b" holds numbers that are not finite: 54 in all, the first at head 0, token 0',
      )
      .waitFor();
    await dialogOf(page).getByLabel('Key').selectOption('3');
    await show(page).click();
    await dialogOf(page).waitFor({state: 'detached'});
    await eventually(() => nine.element.evaluate(element => element.figure?.panels[0].rows), 9);
  },
);

drive(
  'a file that is dropped on the figure is opened, and the source asks for one',
  shared,
  {link: '1'},
  async (nine, page) => {
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['no tensors'], 'notes.bin'));
      const element = document.querySelector('nine-fold');
      element.dispatchEvent(
        new DragEvent('drop', {dataTransfer: dropped, bubbles: true, cancelable: true}),
      );
    });
    await dialogOf(page).getByText('it begins as no .npy, .npz or safetensors file does').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({state: 'detached'});
    await nine.openMore();
    await page.getByRole('radio', {name: 'Your tensors'}).click();
    await dialogOf(page).waitFor();
    await eventually(
      () => page.locator('input[data-key=source]:checked').inputValue(),
      'synthetic',
    );
  },
);

drive(
  'ready weights are shown as they are, and change no link',
  shared,
  {link: '1'},
  async (nine, page) => {
    const before = await linkOf(nine);
    await page.getByRole('button', ENTRY).click();
    await choose(page, 'ready.npz');
    await dialogOf(page).getByLabel('What the file holds').waitFor();
    assert.equal(await dialogOf(page).getByLabel('What the file holds').inputValue(), 'ready');
    assert.equal(await show(page).isVisible(), false);
    await dialogOf(page).getByRole('button', {name: 'Show the heads'}).click();
    const image = dialogOf(page).getByRole('img', {name: 'weights of 8 heads, each 30 tokens'});
    await eventually(() => image.evaluate(it => it.complete && it.naturalWidth > 500), true);
    await dialogOf(page).getByText('3 weights are not finite: they are hatched.').waitFor();
    await dialogOf(page).getByText('no link of them, and no check').waitFor();
    assert.deepEqual(await dialogOf(page).getByLabel('View').locator('option').allInnerTexts(), [
      'Weights',
      'Against uniform',
    ]);
    await assertAccessible(page);
    await dialogOf(page).getByLabel('View').selectOption('uniform');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('button', {name: 'Save as SVG'}).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'ready.npz-attention.svg');
    const link = '1;source=tensors;view=uniform';
    const drawn = run(['picture', link, '--tensors', at('ready.npz')]).out;
    assert.ok((await readFile(await download.path(), 'utf8')) === drawn, 'the pictures differ');
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('button', {name: 'Save as PNG'}).click(),
    ]);
    assert.match((await readFile(await png.path())).subarray(0, 4).toString('latin1'), /PNG/);
    await dialogOf(page).getByRole('button', {name: 'Show something else'}).click();
    await dialogOf(page).getByLabel('What the file holds').selectOption('vectors');
    await show(page).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await linkOf(nine), before);
  },
);

const HOSTILE = [
  ['cut.npz', /its list of arrays is missing at the end/],
  ['lying.safetensors', /"q" has more or fewer bytes than its shape and type need/],
  ['text.txt', /begins as no \.npy/],
  ['huge.npz', /more than 512 MiB, which is too much for a page/],
];

drive(
  'files that lie, are cut or too large get one sentence, and the page goes on',
  shared,
  {link: '1'},
  async (nine, page) => {
    await page.getByRole('button', ENTRY).click();
    const wrong = dialogOf(page).locator('.wrong');
    for (const [file, words] of HOSTILE) {
      await choose(page, file);
      await eventually(async () => says(words).test(await wrong.textContent()), true, file);
    }
    await choose(page, 'bomb.npz');
    await dialogOf(page).getByText('more numbers than a page takes').waitFor();
    assert.deepEqual(
      await dialogOf(page).getByLabel('Query').locator('option:disabled').count(),
      1,
    );
    await choose(page, 'these.npz');
    await show(page).click();
    await dialogOf(page).waitFor({state: 'detached'});
    await eventually(() => nine.element.evaluate(element => element.figure?.panels[0].rows), 20);
  },
);

drive(
  '4,096 tokens of a head are shown, with progress',
  shared,
  {link: '1'},
  async (nine, page) => {
    await openWith(page, 'large.npz');
    await page.evaluate(() => {
      const bar = document.querySelector('nine-fold').shadowRoot.querySelector('.notes progress');
      window.shares = [];
      new MutationObserver(() => window.shares.push(bar.value)).observe(bar, {attributes: true});
    });
    await show(page).click();
    await eventually(() => nine.element.evaluate(element => element.figure?.panels[0].rows), 4096);
    const shares = await page.evaluate(() => window.shares);
    assert.ok(
      shares.some(share => share > 0 && share < 1),
      `progress was ${shares}`,
    );
    const link = await linkOf(nine);
    await eventually(() => checkOf(nine), sealed(link, 'large.npz'));
  },
);
