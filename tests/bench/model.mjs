// What the trained model costs in WebAssembly: milliseconds of this thread's processor time, of many
// runs. Each reads a text that was not read before, of as many tokens as the model
// takes.
import {readFileSync} from 'node:fs';
import {seconds, spreadOf} from './lib/clock.mjs';
import {once, tell} from './lib/report.mjs';
import {load, WANT} from '../../web/engine/engine.js';

const SHOWN = WANT.weights | WANT.measures | WANT.check;
const AIM = 30;
const TOKENS = 64;
const RUNS = 40;
const module = new WebAssembly.Module(
  readFileSync(new URL('../../build/ninefold-model.wasm', import.meta.url)),
);
const file = readFileSync(new URL('../../web/model.bin', import.meta.url));

async function opened() {
  const engine = await load(module);
  engine.bringModel(file);
  return engine;
}

function milliseconds(run) {
  const from = seconds();
  run();
  return 1e3 * (seconds() - from);
}

const measured = run =>
  spreadOf(Array.from({length: RUNS}, (_, i) => milliseconds(() => run(i))).slice(RUNS / 4));

/**
 * A text of 64 tokens, another one for each number: a sentence, and digits, of which each is a
 * token.
 */
function textOf(engine, number) {
  const words = `${100 + number}_The_king_went_down_into_the_valley_and_all_the_people_saw_ships_upon_the_sea_`;
  const {count} = engine.compute(`1;source=model;text1=${words}1`, 0).inputs[0];
  return words + '1'.repeat(TOKENS - count + 1);
}

const engine = await opened();
const texts = Array.from({length: RUNS}, (_, i) => textOf(engine, i));
const link = (text, rest = '') => `1;source=model${rest};text1=${text}`;
if (engine.compute(link(texts[0])).panels[0].rows !== TOKENS)
  throw new Error('the text is of another length');

const loaded = spreadOf(
  await Promise.all(
    Array.from({length: 9}, async () => {
      const fresh = await load(module);
      return milliseconds(() => fresh.bringModel(file));
    }),
  ),
);
const first = await opened();
const cold = once(milliseconds(() => first.compute(link(texts[0]), SHOWN | WANT.prediction)));
const figure = measured(i => engine.compute(link(texts[i]), SHOWN));
const predicted = measured(i => engine.compute(link(texts[i]), SHOWN | WANT.prediction));
const next = measured(i => engine.compute(link(texts[i], ';value=next'), SHOWN));
const slider = measured(i =>
  engine.compute(link(texts[0], `;eps=${(i + 1) / 100}~1e-3~1e-10`), SHOWN | WANT.prediction),
);
const heads = measured(() => engine.heads());

tell('the trained model, 64 tokens, of processor time', {
  columns: [''],
  unit: 'ms',
  better: 'less',
  rows: {
    'the file opened, checked and made into numbers': [loaded],
    'a link of new tokens: nine panels, measures, check': [figure],
    'the same with nine predictions': [predicted],
    'the same, the first time after loading, as yet without fast code': [cold],
    'with Value seen in the next layer, the head that moves most found': [next],
    'one epsilon moved: panels and predictions': [slider],
    'every head measured on three texts': [heads],
  },
});
console.log(`a link under ${AIM} ms: ${figure.middle < AIM ? 'reached' : 'not reached'}`);
