// Where everything in the figure stands, web/figure/layout.js, for widths from a phone to a wall.
import assert from 'node:assert/strict';
import test from 'node:test';
import {table} from 'made/table.js';
import {SMALLEST} from '../../web/figure/axes.js';
import {layoutOf, layoutWithin} from '../../web/figure/layout.js';
import {tallestOf, layoutInputOf} from '../../web/figure/layout-input.js';

const DEFAULTS = Object.fromEntries(table.map(row => [row.key, row.default]));
const WIDTHS = [280, 320, 390, 559, 560, 700, 800, 1024, 1280, 2560];

/** Letters of one width, so that all machines lay out the same. */
const measure = (text, size) => text.length * size * 0.52;
const bar = {label: 'Attention Weight', mode: '', off: '', ticks: ['0.0', '0.5', '1.0']};

/** The input as the page has it before there is a figure. */
const inputAt = (width, {zoom = null, ...params} = {}, more = {}) => ({
  ...layoutInputOf(
    null,
    {...DEFAULTS, ...params},
    {width, tallest: tallestOf(width, 800), zoom, bar, measure},
  ),
  ...more,
});

const boxesOf = ({places}) => places.flatMap(place => (place ? [place.box] : []));
const right = ({x, width}) => x + width;
const bottom = ({y, height}) => y + height;
const apart = (a, b) => right(a) <= b.x || right(b) <= a.x || bottom(a) <= b.y || bottom(b) <= a.y;

const KINDS = [
  {},
  {figure: 'mean'},
  {figure: 'cross', n: '5~16~9'},
  {titles: 'headers'},
  {style: 'paper'},
  {style: 'paper', figure: 'mean'},
  {style: 'paper', titles: 'headers'},
  {source: 'model'},
  {value: 'next'},
  {value: 'next', figure: 'mean'},
  {value: 'next', style: 'paper'},
  {value: 'next', style: 'paper', figure: 'mean', n: '5~16~9'},
];

/** Every width with every kind of figure. */
function* layouts() {
  for (const width of WIDTHS)
    for (const params of KINDS)
      yield [layoutOf(inputAt(width, params)), `${width} ${JSON.stringify(params)}`, width];
}

test('panels, their words, strips and the bar stand apart from each other, within the figure', () => {
  for (const [layout, what, width] of layouts()) {
    const strips = layout.places.flatMap(place => place?.strips ?? []);
    const heads = layout.heads.map(({box}) => box);
    const all = [...boxesOf(layout), ...heads, ...strips, layout.bar.box];
    all.forEach((one, i) => {
      assert.ok(one.width > 0 && one.height > 0, what);
      assert.ok(one.x >= 0 && right(one) <= width + 1, `${what}: ${JSON.stringify(one)}`);
      assert.ok(one.y >= 0 && bottom(one) <= layout.height + 1, `${what}: ${JSON.stringify(one)}`);
      for (const other of all.slice(i + 1))
        assert.ok(apart(one, other), `${what}: ${JSON.stringify([one, other])}`);
    });
  }
});

test('the nine stand in a grid, and its panels fall on whole pixels', () => {
  for (const [{places}, what] of layouts()) {
    const box = id => places[id].box;
    for (const id of [0, 1, 2]) {
      assert.equal(new Set([0, 3, 6].map(down => box(id + down).x)).size, 1, what);
      assert.equal(new Set([0, 1, 2].map(across => box(3 * id + across).y)).size, 1, what);
    }
    for (const {x, y, width, height} of boxesOf({places: places.slice(0, 9)}))
      assert.ok([x, y, width, height].every(Number.isInteger), what);
  }
});

test('below 560 pixels the untouched heads stand above the nine, else beside them', () => {
  for (const [{places, narrow}, what, width] of layouts()) {
    assert.equal(narrow, width < 560, what);
    const untouched = places.slice(9).filter(Boolean);
    for (const {box} of untouched) {
      const isAbove = bottom(box) <= places[0].box.y;
      const isBeside = right(box) <= places[0].box.x;
      assert.deepEqual([isAbove, isBeside && !isAbove], [narrow, !narrow], what);
    }
  }
});

test('in plain style the untouched head of a wide figure is the largest, with its tokens', () => {
  for (const width of [940, 1204, 1686]) {
    const layout = layoutOf(inputAt(width, {source: 'model', n: '16'}, labelled(16)));
    const {box, isLarge} = layout.places[9];
    assert.ok(isLarge && box.width > 1.5 * layout.places[0].box.width, `${width}`);
    assert.ok(layout.marks.some(({text}) => text === 'word15'));
    assert.ok(
      layout.marks.every(({x}) => x < layout.places[0].box.x),
      'the nine have none',
    );
    assert.equal(layout.places[0].strips.length, 0);
  }
  const middle = ({y, height}) => y + height / 2;
  const {places} = layoutOf(inputAt(1204));
  assert.ok(Math.abs(middle(places[9].box) - middle(places[4].box)) < 60, 'in the middle');
});

test('in plain style, too, the measures of neighbours have room side by side, or stand stacked', () => {
  const said = [{}, {style: 'paper'}, {figure: 'mean'}];
  for (const params of said)
    for (let width = 560; width <= 1280; width += 40) {
      const layout = layoutOf(inputAt(width, params));
      const [one, two] = layout.places;
      const widest = measure('uniform 0.000  first 0.000', layout.foot);
      const what = `${width} ${JSON.stringify(params)}`;
      assert.ok(layout.stacked || two.box.x - one.box.x > widest, what);
    }
});

test('in plain style it is the largest of a narrow figure too, with the bar beside it', () => {
  for (const width of [332, 362, 500]) {
    const layout = layoutOf(inputAt(width, {source: 'model', n: '16'}, labelled(16)));
    const {box, isLarge} = layout.places[9];
    const side = layout.places[0].box.width;
    assert.ok(layout.narrow && isLarge && box.width > 1.5 * side, `${width}`);
    assert.ok(layout.marks.some(({text}) => text === 'word15'));
    assert.ok(layout.marks.every(({y}) => y < layout.places[0].box.y));
    const {upright, box: ramp, label} = layout.bar;
    assert.ok(upright && ramp.x > right(box) && right(label) <= width, `${right(label)}`);
    assert.ok(Math.abs(ramp.y - box.y) < 1 && Math.abs(ramp.height - box.height) < 1);
    if (width === 362) assert.ok(layout.height <= 844 - 115, 'beside the slider'); // 390 by 844
  }
});

test('within a height panels are as large as it allows', () => {
  for (const height of [420, 500, 560]) {
    const input = inputAt(1204, {}, {under: 130, letters: 1.2});
    const layout = layoutWithin(input, height);
    assert.ok(layout.height <= height, `${layout.height} ${height}`);
    const {width} = layout.places[0].box;
    assert.ok(layoutOf({...input, tallest: width + 2}).height > height, `${height}`);
    assert.ok(layout.font > layoutOf({...input, letters: 1, tallest: width}).font);
  }
});

test('what stands under and beside the untouched head has its own room', () => {
  const {free, places, height} = layoutOf(inputAt(1204, {}, {under: 130, tallest: 124}));
  const {under, beside} = free;
  const {box, foot} = places[9];
  assert.ok(under.y >= foot.y + foot.height && bottom(under) <= height + 12);
  assert.ok(right(under) < places[0].box.x && right(beside) < places[0].box.x);
  assert.ok(beside.x > right(box) && beside.width > 190);
  assert.equal(layoutOf(inputAt(800, {}, {under: 130})).free, null, 'no room in a narrow figure');
  assert.equal(layoutOf(inputAt(1204)).free, null);
});

test('there is an untouched head of each input that is drawn', () => {
  const untouched = params =>
    layoutOf(inputAt(1280, params))
      .places.slice(9)
      .flatMap((place, i) => (place ? [9 + i] : []));
  assert.deepEqual(untouched(), [9]);
  assert.deepEqual(untouched({figure: 'mean'}), [9, 10, 11]);
  assert.deepEqual(untouched({figure: 'cross', value: 'next'}), [9, 10, 11]);
  assert.deepEqual(untouched({value: 'next'}), [9, 12]);
  assert.deepEqual(untouched({figure: 'mean', value: 'next'}), [9, 10, 11, 12, 13, 14]);
});

test('panels of inputs of different lengths have different sides, none too thin to be seen', () => {
  const {places} = layoutOf(inputAt(1280, {figure: 'cross', n: '5~50~500'}));
  const [first, , third] = [0, 4, 8].map(id => places[id].box);
  assert.ok(first.width < third.width && first.height < third.height);
  assert.ok(first.width >= 0.6 * third.width, 'a hundredth would be a line');
  const even = layoutOf(inputAt(1280, {figure: 'mean', n: '5~50~500'})).places;
  assert.equal(even[0].box.width, even[8].box.width);
});

test('the bar stands upright, and lies where the figure is narrow and no panel is large', () => {
  for (const [{bar: it, narrow, places}, what] of layouts()) {
    assert.equal(it.upright, !narrow || places[9]?.isLarge === true, what);
    if (!narrow) assert.ok(it.box.x > right(places[8].box), what);
  }
});

test('letters grow with the panels, from 11.5 to 16', () => {
  const fonts = WIDTHS.filter(width => width >= 560).map(width => layoutOf(inputAt(width)).font);
  assert.deepEqual(
    [...fonts].sort((a, b) => a - b),
    fonts,
  );
  for (const font of fonts) assert.ok(font >= 11.5 && font <= 16, `${font}`);
  assert.equal(layoutOf(inputAt(2560, {}, {tallest: 600})).font, 16);
});

test('titles stand over panels where they fit or are wished for, else words at rows and columns', () => {
  const heads = (width, params) => layoutOf(inputAt(width, params)).heads.length;
  const style = 'paper';
  const all = [heads(1280, {style}), heads(1280, {style, titles: 'headers'}), heads(390, {style})];
  assert.deepEqual(all, [0, 6, 6]);
  assert.equal(heads(1280), 6, 'plain panels share theirs');
  const long = inputAt(800, {style}, {measure: (text, size) => text.length * size * 3});
  assert.equal(layoutOf(long).heads.length, 6, 'titles that fit nowhere');
  const {heads: shown} = layoutOf(inputAt(1280, {style, titles: 'headers'}));
  assert.deepEqual(shown.map(({upright}) => upright).sort(), [
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('an enlarged panel stands alone, larger than before, as wide figures and narrow ones', () => {
  for (const width of WIDTHS)
    for (const zoom of [0, 4, 9]) {
      const style = 'paper';
      const before = layoutOf(inputAt(width, {style}));
      const {places, heads, joins, bar: it, height} = layoutOf(inputAt(width, {style, zoom}));
      const what = `${width} ${zoom}`;
      assert.deepEqual(
        places.flatMap((place, id) => (place ? [id] : [])),
        [zoom],
        what,
      );
      assert.ok(places[zoom].box.width > before.places[zoom].box.width, what);
      assert.deepEqual([heads, joins], [[], []], what);
      assert.ok(apart(places[zoom].box, it.box), what);
      assert.ok(right(places[zoom].box) <= width && bottom(places[zoom].box) <= height, what);
      assert.equal(places[zoom].strips.length, zoom < 9 ? 1 : 0, what);
    }
});

test('what is not there cannot be enlarged: the nine are shown', () => {
  const {places} = layoutOf(inputAt(1280, {zoom: 10}));
  assert.equal(places.filter(Boolean).length, 10);
});

test('without axes there are no labels, and with them each cell or every so many has one', () => {
  assert.deepEqual(layoutOf(inputAt(1280, {style: 'paper'})).marks, []);
  const {marks, numbered} = layoutOf(inputAt(1280, {axes: 'positions', n: '100'}));
  assert.equal(numbered, false);
  const words = new Set(marks.map(({text}) => text));
  assert.ok(words.has('0') && words.size < 30, 'not all of a hundred');
  const steps = [...words].map(Number).sort((a, b) => a - b);
  assert.ok(
    steps.every((step, i) => step === i * steps[1]),
    `${steps}`,
  );
});

const tokens = count => Array.from({length: count}, (_, i) => ` word${i}`);
const labelled = count => ({labels: [tokens(count), tokens(count), tokens(count)]});

test('tokens are all there, upright below, or positions where they are too many', () => {
  const few = layoutOf(inputAt(1280, {axes: 'tokens', n: '6'}, labelled(6)));
  assert.equal(few.numbered, false);
  const below = few.marks.filter(({upright}) => upright);
  assert.deepEqual(
    [...new Set(below.map(({text}) => text))],
    tokens(6).map(token => token.trim()),
  );
  assert.ok(few.letters >= SMALLEST);
  const many = layoutOf(inputAt(1280, {axes: 'tokens', n: '300'}, labelled(300)));
  assert.equal(many.numbered, true);
  assert.ok(many.marks.every(({text}) => /^\d+$/.test(text)));
});

test('a label that is too long ends in an ellipsis', () => {
  const long = ['a'.repeat(60), 'b', 'c'];
  const {marks} = layoutOf(inputAt(1280, {axes: 'tokens', n: '3'}, {labels: [long, long, long]}));
  const cut = marks.find(({text}) => text.startsWith('aa')).text;
  assert.match(cut, /^a+…$/);
  assert.ok(cut.length < 30);
});

test('enlarged, a panel has its tokens, and positions where even then they are too many', () => {
  const zoomed = (n, more) => layoutOf(inputAt(1280, {n: `${n}`, zoom: 4, axes: 'tokens'}, more));
  assert.equal(zoomed(16, labelled(16)).numbered, false);
  const many = zoomed(400, labelled(400));
  assert.deepEqual([many.numbered, many.marks.every(({text}) => /^\d+$/.test(text))], [true, true]);
  const unasked = layoutOf(inputAt(1280, {n: '16', zoom: 4}, labelled(16)));
  assert.ok(
    unasked.marks.some(({text}) => text === 'word3'),
    'alone it has them unasked',
  );
  const nameless = layoutOf(inputAt(1280, {n: '16', zoom: 4}));
  assert.ok(
    nameless.marks.some(({text}) => text === '3'),
    'and positions where it has no tokens',
  );
});

test('neighbours that show the same numbers are joined, and no others', () => {
  const same = [1, 1, 2, 3, 4, 5, 6, 7, 5, -10, -11, -12];
  const pairs = layoutOf(inputAt(1280, {}, {same})).joins.map(({a, b}) => `${a} ${b}`);
  assert.deepEqual(pairs.sort(), ['0 1', '5 8']);
  assert.deepEqual(layoutOf(inputAt(1280)).joins, []);
});
