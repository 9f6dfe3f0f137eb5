// A chosen cell opened into its arithmetic: what is shown can be computed again from what is shown.
import assert from 'node:assert/strict';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {numberText} from '../../web/base/format.js';
import {panels} from '../node/lib/engine.mjs';
import {exp2, log2e, sumOf} from '../node/lib/single.mjs';

const shared = useBrowser();
const f = Math.fround;

const arithmetic = page => page.getByRole('group', {name: /^From query .* to their weight/});
const open = nine => nine.readout().getByRole('button', {name: 'Arithmetic'});
const number = text => Number(text.replaceAll('−', '-'));

/** The steps in words: name, what is computed, result. */
const steps = page =>
  arithmetic(page)
    .locator('li')
    .evaluateAll(all =>
      all.map(step => ['.name', '.sum', 'b'].map(part => step.querySelector(part).textContent)),
    );

const lastStep = async page => (await steps(page)).at(-1)?.[2];

/** The numbers of a table, by rows. */
const table = (page, which) =>
  arithmetic(page)
    .locator('table')
    .nth(which)
    .locator('tbody tr')
    .evaluateAll(rows =>
      rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent)),
    );

drive(
  'with all digits, each step follows from the numbers that stand before it',
  shared,
  {},
  async (nine, page) => {
    await nine.pin(1, 20, 12);
    await open(nine).click();
    await arithmetic(page).waitFor();
    await page.getByRole('checkbox', {name: 'All digits'}).check();
    let sum = 0;
    for (const row of await table(page, 0)) {
      const [q, k, product, soFar] = row.map(number);
      assert.equal(f(product), f(f(q) * f(k)));
      sum = f(sum + f(product));
      assert.equal(f(soFar), sum);
    }
    const all = (await steps(page)).map(([, sum, result]) => ({
      from: sum.match(/−?\d[\d.]*(e[−+]?\d+)?/g).map(number),
      is: number(result.slice(2)),
    }));
    const [root, divisor, scale] = all.slice(0, 3); // made from settings, in double precision
    assert.equal(root.is, Math.sqrt(root.from[0]));
    assert.deepEqual(divisor, {from: [root.is, 1], is: root.is});
    assert.deepEqual(scale, {from: [0.3, divisor.is], is: 0.3 / divisor.is});
    const single = all.slice(3).map(({from, is}) => ({from, is: f(is)}));
    const [slope, exponent, power, total, factor, weight] = single;
    assert.equal(slope.is, f(scale.is * log2e));
    const [product, largest, times] = exponent.from.map(f);
    assert.deepEqual([product, times], [sum, slope.is]);
    assert.equal(exponent.is, f(f(product - largest) * times));
    assert.deepEqual([f(power.from.at(-1)), power.is], [exponent.is, exp2(exponent.is)]);
    const powers = (await table(page, 1)).map(([text]) => number(text));
    assert.equal(f(powers[12]), power.is);
    assert.equal(total.is, sumOf(Float32Array.from(powers)));
    assert.equal(factor.is, f(1 / total.is));
    assert.equal(weight.is, f(power.is * factor.is));
    const {panels} = await nine.figure({weights: true});
    assert.equal(weight.is, panels[1].weights[20 * panels[1].columns + 12]);
  },
);

drive(
  'the arithmetic follows the cell and epsilon, and is fetched when it is first opened',
  shared,
  {},
  async (nine, page) => {
    const asked = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    await nine.pin(1, 20, 9);
    assert.equal(await arithmetic(page).count(), 0);
    assert.ok(!asked.some(path => path.startsWith('/arithmetic')));
    await open(nine).click();
    await arithmetic(page).waitFor();
    assert.ok(asked.some(path => path.startsWith('/arithmetic')));
    const last = () => lastStep(page);
    await eventually(last, '= 0.2091');
    assert.equal(await open(nine).getAttribute('aria-expanded'), 'true');
    await nine.pin(9, 20, 0);
    const {weights, columns} = (await nine.figure({weights: true})).baselines[0];
    await eventually(last, `= ${Number(weights[20 * columns].toPrecision(4))}`);
    await assertAccessible(page, 'a cell is opened');
    await nine.pin(1, 5, 9);
    await page.getByText('The mask hides this key from this query').waitFor();
    assert.deepEqual(await steps(page), []);
    await open(nine).click();
    await arithmetic(page).waitFor({state: 'hidden'});
  },
);

drive(
  'of cells drawn as one, and of another head, it is said whose weight it is',
  shared,
  {link: '1;n=600'},
  async (nine, page) => {
    await nine.pin(1, 500, 100);
    await open(nine).click();
    await page
      .getByText('The panel shows the largest of 2 × 2 cells; this is one of them.')
      .waitFor();
    await nine.show('1;source=model;value=next');
    const {next, layer} = (await nine.figure()).source;
    await nine.pin(7, 12, 5);
    if (!(await arithmetic(page).isVisible())) await open(nine).click();
    const ofNext = new RegExp(`to their weight in .*\\b${layer + 1}\\b.*\\b${next}\\b`);
    await page.getByRole('group', {name: ofNext}).waitFor();
    const weight = panels('1;source=model;value=next').panels[7].weights[12][5];
    const text = String(Number(weight.toPrecision(4))).replace('-', '−');
    await eventually(() => lastStep(page), `= ${text}`);
  },
);

drive(
  'where cells outnumber pixels it is said how blocks of them are drawn, and the link chooses',
  shared,
  {link: '1;n=600'},
  async (nine, page) => {
    const {weights} = panels('1;n=600').panels[1];
    const block = [500, 501].flatMap(query => [99, 100].map(key => weights[query][key])); // of 256 cells
    const read = () => nine.readout().textContent();
    await page.getByText('Blocks of cells are drawn as one, by their largest.').waitFor();
    await nine.pin(1, 500, 100);
    await eventually(
      async () => (await read()).match(/largest of 2 × 2([\d.e−]+)/)?.[1],
      numberText(Math.max(...block), 4),
    );
    await nine.show('1;n=600;pool=mean');
    await page.getByText('Blocks of cells are drawn as one, by their mean.').waitFor();
    const mean = block.reduce((sum, w) => sum + w) / block.length;
    await eventually(
      async () => (await read()).match(/mean of 2 × 2([\d.e−]+)/)?.[1],
      numberText(mean, 4),
    );
    await nine.show('1;n=30;pool=mean');
    await page.getByText('Blocks of cells').waitFor({state: 'detached'});
  },
);

drive('a cell is opened and closed by a key', shared, {link: '1;n=9'}, async (nine, page) => {
  await nine.plot(0).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('a');
  await arithmetic(page).waitFor();
  assert.equal((await steps(page)).length, 9);
  await page.keyboard.press('a');
  await arithmetic(page).waitFor({state: 'hidden'});
});
