// What the page calls a figure: before it is there as the engine does then, and in every view what
// is shown.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {load} from '../../web/engine/engine.js';
import {PROGRAM} from '../../web/site/shell.mjs';
import {captionOf, titlesOf} from '../../web/figure/titles.js';

const engine = await load(readFileSync(new URL('../../build/ninefold.wasm', import.meta.url)));
const KINDS = [
  'figure=modify',
  'figure=mean',
  'figure=cross',
  'op=mean',
  'op=mean;figure=mean',
  'op=mean;figure=cross',
  'op=blend',
  'op=noise',
  'op=patch',
  'response=0',
  'response=0.2',
  'response=0;op=mean',
  'eps=0~1~2.5',
  'eps=10',
  'eps=0;response=0',
  'value=next',
  'value=next;op=mean',
  'value=next;op=noise',
  'value=next;figure=mean',
  'value=next;figure=cross',
  'op=noise;figure=mean',
  'op=blend;figure=cross',
];

const made = more => {
  const link = `1;n=4;${more}`;
  const {state} = engine.decode(link);
  return {state, figure: engine.compute(link, 1 | 2 | 64)};
};

/** What the command line calls the panels of a link: made in C, from the same rows. */
const toldOf = link =>
  JSON.parse(execFileSync(PROGRAM, ['panels', link, '--json'], {encoding: 'utf8'}));

test('the page and the command line call each panel of every figure the same', () => {
  for (const more of KINDS) {
    const {figure} = made(more);
    const told = toldOf(`1;n=4;${more}`);
    const titles = panels => panels.map(({title}) => title.replaceAll('*', ''));
    assert.deepEqual(titles(figure.panels), titles(told.panels), more);
    assert.deepEqual(titles(figure.baselines), titles(told.baselines), more);
    assert.deepEqual(titles(figure.followers), titles(told.followers), more);
  }
});

test('rows and columns have headers, and short ones', () => {
  const headers = (more, panel) => {
    const {rowHeader, columnHeader, shortRowHeader, shortColumnHeader} =
      made(more).figure.panels[panel];
    return [rowHeader, columnHeader, shortRowHeader, shortColumnHeader];
  };
  const seen = 'Following Head after ';
  const mean = 'Taking the Mean of ';
  assert.deepEqual(headers('value=next', 7), [
    `${seen}Modifying *Value*`,
    'ε = 1e-3',
    `${seen}*Value*`,
    'ε = 1e-3',
  ]);
  assert.deepEqual(headers('figure=cross', 5), [
    `${mean}*Query* (Input 2)`,
    `${mean}*Key* (Input 3)`,
    '*Query* (Input 2)',
    '*Key* (Input 3)',
  ]);
  assert.deepEqual(headers('figure=mean', 3), ['Input 2', `${mean}*Query*`, 'Input 2', '*Query*']);
});

test('a figure that is awaited is called what it is called once it is there', () => {
  for (const more of KINDS) {
    const {state, figure} = made(more);
    assert.deepEqual(titlesOf(null, state), titlesOf(figure, state), more);
    assert.equal(captionOf(null, state), captionOf(figure, state), more);
  }
});

test('no title speaks of an epsilon that does nothing', () => {
  const titles = more => titlesOf(made(more).figure, made(more).state).titles.slice(0, 9);
  assert.ok(
    titles('op=mean').every(title => /^Taking the Mean of \*(Query|Key|Value)\*$/.test(title)),
    titles('op=mean').join(),
  );
  assert.ok(
    titles('response=0').every(title => title.endsWith(' with ε⁰ = 1')),
    titles('response=0').join(),
  );
  assert.equal(titles('op=scale')[0], 'Modifying *Query* with ε = 0.5');
  const printed = titles('op=scale;style=paper');
  assert.equal(printed[1], 'Modifying *Query* with ε = 1e-3', 'as printed');
  assert.equal(titles('op=scale')[1], 'Modifying *Query* with ε = 0.001', 'as readers write it');
  assert.equal(titles('op=scale')[2], printed[2], 'many noughts stay a power of ten');
});

const modelled = await load(
  readFileSync(new URL('../../build/ninefold-model.wasm', import.meta.url)),
);
modelled.bringModel(readFileSync(new URL('../../web/model.bin', import.meta.url)));

/** The titles of a model's figure in the page, and on the command line. */
function titlesOfModel(more) {
  const link = `1;source=model;layer=1;head=7;${more}`;
  const figure = modelled.compute(link, 1 | 2 | 64);
  const {panels, baselines, followers} = toldOf(link);
  const all = ({title}) => title.replaceAll('*', '');
  const page = [figure.panels, figure.baselines, figure.followers].flat().map(all);
  assert.deepEqual(page, [panels, baselines, followers].flat().map(all), more);
  return {page, shown: titlesOf(figure, modelled.decode(link).state), next: figure.source.next};
}

test('where a model’s Value is seen in the next layer, titles name both heads', () => {
  const {page, shown, next} = titlesOfModel('value=next');
  const follower = `Layer 2, Head ${next}`;
  assert.deepEqual(
    [page[3], page[6], page[9], page.at(-1)],
    [
      'Modifying Key with ε = 5e-1',
      `${follower} after Modifying Value of Layer 1, Head 7 with ε = 5e-1`,
      'Layer 1, Head 7 untouched (Input 1)',
      `${follower} untouched (Input 1)`,
    ],
  );
  assert.equal(shown.rows[2], `${follower} after Modifying *Value* of Layer 1, Head 7`);
  assert.deepEqual(
    [9, 12].map(id => shown.titles[id]),
    ['Layer 1, Head 7 untouched', `${follower} untouched`],
  );
  const {page: means} = titlesOfModel('value=next;figure=mean;next=5');
  assert.equal(means.at(-1), 'Layer 2, Head 5 untouched (Input 3)');
  const {page: here} = titlesOfModel('op=noise');
  assert.deepEqual([here.length, here[9]], [12, 'The head untouched (Input 1)']);
});

/** What a figure is called by: its caption, and its titles in two columns of two rows. */
function names(more) {
  const {state, figure} = made(more);
  const {titles, rows} = titlesOf(figure, state);
  return [captionOf(figure, state), ...titles.slice(0, 9), ...rows];
}

test('titles and caption say which operation it was, and no two operations share one', () => {
  const all = ['scale', 'mean', 'blend', 'noise', 'patch'].map(op => names(`op=${op}`));
  for (let at = 0; at < all[0].length; at++)
    assert.equal(new Set(all.map(one => one[at])).size, 5, all.map(one => one[at]).join('; '));
});

test('Value that is seen in the next layer is titled by the head that it shows', () => {
  for (const more of ['op=scale', 'op=mean', 'op=blend', 'op=noise', 'figure=mean']) {
    const here = made(more);
    const next = made(`${more};value=next`);
    const [these, those] = [here, next].map(({state, figure}) =>
      titlesOf(figure, state).titles.slice(0, 9),
    );
    const isOfValue = title => title.includes('*Value*');
    assert.deepEqual(
      those,
      these.map(title => (isOfValue(title) ? `Following Head after ${title}` : title)),
      more,
    );
    assert.equal(those.filter(isOfValue).length, 3);
  }
});

test('the caption names the heads that change along, where a model has them', () => {
  const {figure, state} = made('view=logits');
  const link = {...state, source: 'model', also: '0.3~2.1'};
  assert.equal(
    captionOf(null, link),
    'The Logit after Modifying Query, Key and Value; predictions with layer.head 0.3, 2.1 changed, too',
  );
  assert.equal(captionOf(figure, {...link, source: 'synthetic'}), captionOf(figure, state));
});

test('the caption says what the cells show', () => {
  const said = more => captionOf(made(more).figure, made(more).state);
  assert.equal(said('op=scale'), 'The Attention Weight after Modifying Query, Key and Value');
  assert.equal(said('op=noise'), 'The Attention Weight after Adding Noise to Query, Key and Value');
  assert.equal(
    said('op=blend'),
    'The Attention Weight after Blending Query, Key and Value towards Their Means',
  );
  assert.equal(said('view=logits'), 'The Logit after Modifying Query, Key and Value');
  assert.equal(
    said('view=change'),
    'The Difference to the Untouched Head after Modifying Query, Key and Value',
  );
  assert.equal(
    said('view=uniform;op=mean'),
    'The Difference to Uniform Rows after Taking the Mean of Query, Key and Value',
  );
  assert.equal(said('figure=mean'), 'The Mean Operation For Query, Key and Value');
  assert.equal(
    said('figure=mean;view=uniform'),
    'The Mean Operation For Query, Key and Value: Difference to Uniform Rows',
  );
  assert.equal(
    said('figure=cross;view=logits'),
    'The Mean Operation For Query and Key Across Inputs: Logit',
  );
});
