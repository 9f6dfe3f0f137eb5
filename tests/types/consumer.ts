// What somebody's strict project does with the package: it compiles if the types say what there is,
// and each line below `@ts-expect-error` is refused.
import {EngineError as Refusal, NineFold, OPENING, filesAt, tieToAddress} from 'ninefold';
import type {NineFoldAnswer, NineFoldAttributes, NineFoldChange} from 'ninefold';
import {Engine, EngineError, WANT, load} from 'ninefold/engine.js';
import type {Figure, Head, Measure, Tensors, Verdict} from 'ninefold/engine.js';

// ---- The element

filesAt('/static/');
filesAt(new URL('https://example.org/static/'));

const one = document.querySelector('nine-fold')!;
one.home = 'https://example.org/nine/';
one.theme = 'dark';
one.link = '1;seed=7';
tieToAddress(one, OPENING);
one.home = null;
one.theme = undefined;
one.link = null;
one.link = undefined;
export const shown: [string, string, 'auto' | 'light' | 'dark'] = [one.link, one.home, one.theme];
const first: Float32Array | null = (await one.ready).panels[0]!.weights;

function changed(this: NineFold, event: CustomEvent<NineFoldChange>): string {
  return `${event.detail.link};check=${event.detail.check} ${event.detail.step} ${this.link}`;
}
one.addEventListener('change', changed, {once: true});
one.addEventListener('change', event => event.detail.step === 'push');
one.addEventListener('answer', event => {
  const {asked, met, complete, link, choices, choice, words}: NineFoldAnswer = event.detail;
  if (complete) return link;
  return `${met} of ${asked.length}: ${asked[0]?.said} ${choices[choice - 1]} ${words}`;
});
one.addEventListener('failed', ({detail: {link, error}}) =>
  error instanceof Refusal ? `${link}: ${error.fault?.cause}` : error.message,
);
one.addEventListener('click', event => event.clientX);
one.removeEventListener('change', changed);
one.addEventListener('change', {
  handleEvent(event: Event) {
    event.stopPropagation();
  },
});

const attributes: NineFoldAttributes = {
  link: '1;seed=7',
  theme: 'dark',
  loading: 'eager',
  parts: 'slider',
};

// @ts-expect-error a link is a text
export const link: number = new NineFold().link;
// @ts-expect-error there is no such theme
attributes.theme = 'blue';
// @ts-expect-error nor here
one.theme = 'blue';
// @ts-expect-error it is read alone
one.figure = null;
// @ts-expect-error it tells no such thing
one.addEventListener('change', event => event.detail.verdict);

// ---- The engine

const engine: Engine = await load(fetch('/ninefold-model.wasm'));
await load(new Uint8Array(8));
await load(new ArrayBuffer(8));

function afterwards(figure: Figure): string[] {
  const {prediction} = figure.panels[0]!;
  return (prediction?.after ?? []).map(({token, p}) => `${token} ${p.toFixed(2)}`);
}

if (engine.takesModel) engine.bringModel(new Uint8Array(8));
const figure = engine.compute('1;source=model', WANT.measures | WANT.check | WANT.prediction);
const said: string[] = afterwards(figure);
const stepped: Figure = await engine.computeInSteps('1', WANT.weights, async share => {
  if (share > 0.5) throw new Error('that is enough');
});
const check: string = engine.check('1;seed=7');
const verdict: Verdict = engine.ask('first~p31~gt~0.95', 0.001);
const logits: Float32Array = engine.logits(0);
const output: Float32Array = engine.output(0);
const queries: Float32Array = engine.vectors(0, 'query', figure.source.head);
const likely: Float64Array = engine.distribution(9, 0);
const token: string = engine.piece(likely.indexOf(Math.max(...likely)));
const heads: Head[] = engine.heads();
const slowly: Head[] = await engine.headsInSteps(async ({layer}) => {
  void layer;
});

const tensors: Tensors = {
  heads: 1,
  d: 2,
  inputs: [{tokens: 1, q: new Float32Array(2), k: new Float32Array(2), v: new Float32Array(2)}],
};
engine.bring(tensors);

function reasonOf(error: unknown): string {
  if (!(error instanceof EngineError)) throw error;
  const name: 'EngineError' = error.name;
  return `${name}: ${error.message}`;
}

const sink: number | null = figure.panels[0]!.measures.first;
const names: readonly Measure[] = engine.measureNames;
engine.close();

// @ts-expect-error there is no such measure
figure.panels[0]!.measures.frist;
// @ts-expect-error a measure may be unknown
export const known: number = figure.panels[0]!.measures.diag;
// @ts-expect-error load() makes it
new Engine();
// @ts-expect-error a link is a text
engine.compute(undefined);
// @ts-expect-error there is no such component
engine.vectors(0, 'quarry', 0);
// @ts-expect-error there is nothing more to want
WANT.everything;
// @ts-expect-error how it is stored is its own
engine.memory;
// @ts-expect-error and so is what it is made of
engine.session;
// @ts-expect-error load() makes it, and nothing else
Engine.over;
// @ts-expect-error what is measured is the engine's to say
engine.measureNames.push('first');
// @ts-expect-error the browser calls that
one.connectedCallback();

export {attributes, check, first, heads, logits, names, reasonOf, said, sink, slowly, stepped};
export {output, queries, token, verdict};
