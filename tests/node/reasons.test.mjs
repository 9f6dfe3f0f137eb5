// Why two panels are the same: of every pair that is, in every figure and by every operation, what
// is said is true. What makes it true is looked up in the link, the weights and the logits, not in
// how the page finds its words.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {load, WANT} from '../../web/engine/engine.js';
import {reasonOf} from '../../web/figure/reasons.js';
import {summaryOf} from '../../web/figure/summary.js';
import {panelsOf} from '../../web/figure/view.js';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold-model.wasm'));
engine.bringModel(file('web/model.bin'));

const EPSILONS = [
  '0.5~1e-3~1e-10',
  '1',
  '0.5~1~1e-10',
  '0',
  '1e-300~0~1',
  '0.5~0.50000000001~1',
  '1e-50~0~0.5',
  '1~1.00000000001~2',
];
const HEADS = ['1;n=6;d=32;heads=3', '1;source=model;text1=Call_me'];
const FIGURES = ['mean', 'mean;value=next', 'cross', 'cross;value=next'];
const OTHERS = ['', ';response=0', ';response=4', ';value=next', ';value=next;copy=0'];
const MODIFIED = ['scale', 'mean', 'blend', 'noise'].flatMap(op =>
  EPSILONS.flatMap(eps => OTHERS.map(other => `modify;op=${op};eps=${eps}${other}`)),
);
const LINKS = HEADS.flatMap(head =>
  [...MODIFIED, ...FIGURES].map(figure => `${head};figure=${figure}`),
);

/** A figure, with what its link means. @param {string} link */
function made(link) {
  const {state: params} = engine.decode(link);
  const figure = engine.compute(link, WANT.weights | WANT.measures);
  return {figure, params, all: panelsOf(figure), logits: id => engine.logits(id)};
}

/** Every two panels that the engine made by the very same weights. */
function pairsOf(all) {
  const there = all.flatMap((panel, id) => (panel ? [id] : []));
  const twins = a => there.filter(b => a !== b && all[a].same === all[b].same);
  return there.flatMap(a => twins(a).map(b => [a, b]));
}

const equal = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);
const isOne = numbers => new Set(numbers).size === 1;
const three = list => [0, 1, 2].map(i => Number(list.split('~')[i] ?? list.split('~')[0]));

/** The weights that the causal mask allows. */
const rowsOf = ({weights, rows, columns}) =>
  Array.from({length: rows}, (_, i) =>
    Array.from(weights.subarray(i * columns, i * columns + i + 1)),
  );

/** What a reason may speak of. @param {ReturnType<typeof made>} it @param {number[]} pair */
function factsOf({params, all, logits}, pair) {
  const valueStands = {modify: id => id >= 6, mean: id => id % 3 === 2, cross: () => false};
  const nine = pair.filter(id => id < 9);
  const changed = nine.filter(id => !valueStands[params.figure](id));
  const [first, second] = pair.map(id => all[id].weights);
  const isSeen =
    params.value === 'next' &&
    (pair[0] >= 12 || (pair[0] < 9 && valueStands[params.figure](pair[0])));
  const untouched = all[(isSeen ? 12 : 9) + all[pair[0]].queryInput];
  const epsilons = ids => ids.map(id => three(params.eps)[id % 3]);
  const powers = ids => epsilons(ids).map(eps => eps ** Number(params.response));
  return {
    params,
    nine,
    changed,
    epsilons,
    powers,
    here: params.value === 'this',
    inRow: isOne(nine.map(id => Math.floor(id / 3))),
    same: equal(first, second),
    // Without copy other weights of that head come out the same, of which no reason is given.
    asUntouched: isSeen ? all[pair[0]].same === untouched.same : equal(first, untouched.weights),
    sameLogits: equal(...pair.map(logits)),
    even: rowsOf(all[pair[0]]).every(isOne),
  };
}

/** A factor as the engine has it; 4 is about what the head's width makes of it. */
const single = factor => Math.fround((factor * Math.LOG2E) / 4);

const isOneFactor = ({params, nine, changed, inRow, sameLogits, asUntouched}) =>
  params.op === 'scale' && changed.length === nine.length && !inRow && sameLogits && !asUntouched;

/** Is it true of these panels that nothing was done to them, for the reason given? */
function isNeutral({params: {op, response}, epsilons, powers, asUntouched}, ids, why) {
  const none = op === 'scale' ? 1 : 0;
  const are = numbers => numbers.every(number => number === none);
  if (!asUntouched) return false;
  if (why === `ε is ${none}`) return are(epsilons(ids));
  if (why === `ε to the power of ${response} is ${none}`) return are(powers(ids));
  return (
    why === 'in single precision (float32) the factor is 1' &&
    powers(ids).every(power => single(power) === single(1))
  );
}

const ROWS = '(Query and Key: one factor on the same logits\\. )?';

/**
 * Each sentence, and when it is the cause.
 * @type {[string, (facts: ReturnType<typeof factsOf>, ...said: string[]) => boolean][]}
 */
const CAUSES = [
  [
    'Value never enters these weights\\.',
    ({here, changed, asUntouched}) => here && !changed.length && asUntouched,
  ],
  [
    'Nothing was changed: (.*)\\.',
    (facts, why) =>
      isNeutral(facts, facts.nine, why) &&
      (!facts.here || facts.changed.length === facts.nine.length),
  ],
  [
    'Nothing was changed in one of them: (.*)\\. Value never enters the weights of the other\\.',
    (facts, why) =>
      facts.here &&
      facts.nine.length === 2 &&
      facts.changed.length === 1 &&
      isNeutral(facts, facts.changed, why),
  ],
  [
    'Query and Key: one factor on the same logits\\.',
    facts => isOneFactor(facts) && isOne(facts.powers(facts.nine)),
  ],
  ['A mean has no epsilon\\.', ({params, inRow}) => params.op === 'mean' && inRow],
  [
    'ε is the same in both\\.',
    ({epsilons, nine, inRow, asUntouched}) => isOne(epsilons(nine)) && inRow && !asUntouched,
  ],
  [
    'ε to the power of (\\S+) is the same in both\\.',
    ({params, epsilons, powers, nine, inRow}, power) =>
      params.response === power && inRow && !isOne(epsilons(nine)) && isOne(powers(nine)),
  ],
  [
    'Copy is 0: the following head takes up nothing of what this one hands on\\.',
    ({params, here, changed, even}) =>
      Number(params.copy) === 0 &&
      !here &&
      !changed.length &&
      even &&
      params.source === 'synthetic',
  ],
  [
    `${ROWS}Both factors are so small that every logit is 0: all keys that may be looked at get ` +
      'the same weight\\.',
    (facts, rows) =>
      facts.even &&
      Boolean(rows) === isOneFactor(facts) &&
      facts.powers(facts.nine).every(factor => single(factor) === 0),
  ],
  [
    `${ROWS}The two factors are the same number in single precision \\(float32\\)\\.`,
    (facts, rows) =>
      !facts.even &&
      Boolean(rows) === isOneFactor(facts) &&
      !isOne(facts.powers(facts.nine)) &&
      isOne(facts.powers(facts.nine).map(single)),
  ],
];

test('a reason that is given for two equal panels is the cause, and every cause is met', () => {
  const met = new Set();
  for (const link of LINKS) {
    const it = made(link);
    for (const [a, b] of pairsOf(it.all)) {
      const facts = factsOf(it, [a, b]);
      const said = reasonOf(it.figure, it.params, a, b);
      const what = `${link}, panels ${a} and ${b}: "${said}"`;
      const heard = ([words]) => new RegExp(`^${words}$`).exec(said);
      const cause = CAUSES.find(heard) ?? assert.fail(what);
      const [, holds] = cause;
      assert.ok(facts.same && holds(facts, ...heard(cause).slice(1)), what);
      met.add(cause);
    }
  }
  assert.deepEqual(
    CAUSES.filter(cause => !met.has(cause)).map(([words]) => words),
    [],
  );
});

const COLUMNS = ['left', 'middle', 'right'];

test('what a panel is the same as is another panel by its name', () => {
  for (const link of LINKS) {
    const {figure, params, all} = made(link);
    all.forEach((panel, id) => {
      const text = summaryOf(figure, id, params);
      const [, twin] = /The same picture as (.+?)\. [A-Z]/.exec(text) ?? [];
      if (!twin) return;
      const title = panel.title.replaceAll('*', '');
      const isSo = other => other?.title === panel.title;
      const own = all.filter(isSo).length === 1 ? title : `${title} (${COLUMNS[id % 3]} column)`;
      assert.ok(twin !== title && twin !== own, `${link}: panel ${id}, ${own}, is as ${twin}`);
    });
  }
});
