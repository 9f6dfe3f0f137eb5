// Every head of small random models of each family, from folders and from GGUF files, against a
// pass in double precision; and the trained model, exported and written as GGUF, against itself.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {exportedGguf} from './lib/own-exported.mjs';
import {SAMPLES, makeModel, writeFolder, writeGguf} from './lib/own-models.mjs';
import {chances, runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {bytesTokenizer, pieceOf} from './lib/vocabularies.mjs';

const root = scratchFolder('ninefold-families');
const tokenizer = bytesTokenizer();
const TEXTS = ['the_cat_sat_and_the_rat', 'a_dog_and_the_bird_of_the_wood', 'Rain'];
const texts = TEXTS.map((text, i) => `text${i + 1}=${text}`).join(';');

/** @param {string[]} words @param {string} [input] */
function succeed(words, input) {
  const {status, out, error} = run(words, input);
  assert.equal(status, 0, error);
  return out;
}

/** One JSON document after the other. @param {string} out */
const documents = out => out.split(/\n(?=\{"link":)/).map(text => JSON.parse(text));

/** The figures of links, each on a line of its own. @param {string} path @param {string[]} links */
const figuresOf = (path, links) =>
  documents(succeed(['panels', '--model', path, '-'], links.join('\n')));

/** @param {number} layers @param {number} heads */
const everyHead = (layers, heads) =>
  Array.from({length: layers * heads}, (_, i) => [Math.floor(i / heads), i % heads]);

// Queries and keys are off by less than 4e-6 of the largest of their row (tests/c/through_test.c
// measures 1.5e-6), which moves a logit of x by less than 8e-6 |x| + 1e-5, and a weight by twice the
// most of its row. Measured: at most 5e-7 of a weight and 6e-6 of a chance, as a share of it.
const OF_WEIGHT = 8e-6;
const OF_CHANCE = 3e-5;

/** @param {number[][]} made @param {number[][]} expected */
const farthest = (made, expected) =>
  Math.max(...made.flatMap((row, i) => row.map((w, j) => Math.abs(w - expected[i][j]))));

/** What is said after the last token, with and without the head's change. */
function assertSaid(prediction, logits, name) {
  const p = chances(logits.at(-1));
  const order = p.map((chance, piece) => ({chance, piece})).sort((a, b) => b.chance - a.chance);
  prediction.before.forEach(({p: said}, i) => {
    const off = Math.abs(said - order[i].chance) / order[i].chance;
    assert.ok(off < OF_CHANCE, `${name}: guess ${i} is off by ${off}`);
  });
}

/** @param {any} model @param {string} path */
function assertHeads(model, path) {
  const {layers, heads, window} = model.sample;
  const mask = window ? `;mask=window;window=${window}` : '';
  const places = everyHead(layers, heads);
  const links = places.map(
    ([l, h]) => `1;source=model;layer=${l};head=${h};figure=mean${mask};${texts}`,
  );
  const figures = figuresOf(path, links);
  const pieces = figures[0].inputs.map(({tokens}) =>
    tokens.map(token => pieceOf(token, tokenizer)),
  );
  const runs = pieces.map(list => runModel(model, list));
  places.forEach(([layer, head], i) => {
    runs.forEach(({layers: at, logits}, input) => {
      const off = farthest(figures[i].baselines[input].weights, at[layer].weights[head]);
      assert.ok(off < OF_WEIGHT, `${path}: layer ${layer}, head ${head} is off by ${off}`);
      assertSaid(figures[i].panels[3 * input].prediction, logits, path);
    });
  });
  return figures;
}

const usesFactors = sample => sample.scaling !== null; // in GGUF, of float32

for (const [name, sample] of Object.entries(SAMPLES))
  test(`${name}: every head and what is said, from a folder and from GGUF`, () => {
    const model = makeModel(sample, 90);
    const folder = assertHeads(model, writeFolder(join(root, name), model));
    const gguf = assertHeads(model, writeGguf(join(root, `${name}.gguf`), model));
    if (usesFactors(sample)) return;
    gguf.forEach((made, i) => assert.equal(made.check, folder[i].check, folder[i].link));
  });

// ---- The trained model ---------------------------------------------------------------------------

/** What a figure shows, without the name of its model. */
const shown = ({link, ...figure}) => ({...figure, link: link.replace(/;model=\w+/, '')});

test('the trained model as a folder and as GGUF is itself, bit for bit', () => {
  const {folder, gguf} = exportedGguf(root);
  const read = ['The_captain_saw_the_whale', 'It_was_the_best_of_times', 'call_me_Ishmael'];
  const words = read.map((text, i) => `text${i + 1}=${text}`).join(';');
  const links = everyHead(4, 8).map(
    ([layer, head], i) =>
      `1;source=model;layer=${layer};head=${head};${words};op=${['scale', 'mean', 'noise'][i % 3]}`,
  );
  const own = documents(succeed(['panels', '-'], links.join('\n')));
  for (const path of [folder, gguf]) {
    const made = figuresOf(path, links);
    assert.equal(made.length, 32);
    made.forEach((figure, i) => assert.deepEqual(shown(figure), shown(own[i]), links[i]));
  }
});
