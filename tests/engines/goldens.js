// Runs in a browser: recomputes the golden links by the site's own modules, opens some of them in
// the page's element, and sends what came of it to the address behind #. A module without the
// model leaves out the links that are of it.
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {goldenTensors} from '../tools/golden-tensors.mjs';

const SITE = '../../build/site/';
const GOLDEN = '../golden/';
const OWN = '../../build/test/own/'; // goldens.test.mjs writes it
const BY_WHOLE = 7; // every so many links: the same sources as of the module with the model
const ALL = 'format-1.txt';
const TENSORS = 'format-1-tensors.txt';
const NEW_MODULES = 100; // of which one was wrong, in WebKit beside a busy core
const BY_ELEMENT = 80; // every so many links: another engine's numbers, seen through the whole page

const bytes = async address => new Uint8Array(await (await fetch(address)).arrayBuffer());

/** @param {string} file @returns {Promise<string[]>} */
const linksOf = async file => (await (await fetch(GOLDEN + file)).text()).trimEnd().split('\n');

const checkIn = link => link.slice(-16);

async function byModule(module, every = 1) {
  const engine = await load(fetch(SITE + module));
  if (engine.takesModel) engine.bringModel(await bytes(`${SITE}model.bin`));
  if (engine.takesTensors) engine.bring(goldenTensors());
  const results = [];
  for (const file of engine.takesTensors ? [ALL, TENSORS] : [ALL]) {
    const links = (await linksOf(file)).filter(
      (link, i) =>
        (engine.takesModel || !link.includes(';model=')) && (file !== ALL || i % every === 0),
    );
    const checks = links.map(link => engine.check(link));
    const differing = links.filter((link, i) => checks[i] !== checkIn(link));
    results.push({name: `${module}: ${file}`, count: links.length, differing});
  }
  engine.close();
  return results;
}

/** Golden links of models of the reader's own, each opened from its files. */
async function byOwn() {
  const engine = await load(fetch(`${SITE}ninefold-whole.wasm`));
  const lines = (await linksOf('own.txt')).map(line => line.split(' '));
  const differing = [];
  for (const {name, files} of await (await fetch(`${OWN}models.json`)).json()) {
    const listed = files.map(async path => {
      const blob = await (await fetch(OWN + path)).blob();
      return {name: path.split('/').at(-1), file: blob};
    });
    const own = new OwnModel(engine, await Promise.all(listed), files.length > 1);
    await own.describe();
    await own.identify();
    own.use();
    for (const [, link] of lines.filter(([of]) => of === name)) {
      const {check} = await engine.computeInSteps(link, WANT.check, () => Promise.resolve());
      if (check !== checkIn(link)) differing.push(`${name}: ${check} from ${link}`);
    }
    own.close();
  }
  engine.close();
  return {name: 'own models', count: lines.length, differing};
}

/** A module that is new to the browser is compiled while it works: it must be right from the start. */
async function byNewModules() {
  const code = await bytes(`${SITE}ninefold-model.wasm`);
  const model = await bytes(`${SITE}model.bin`);
  const [, named] = (await linksOf(ALL)).join('\n').match(/;model=(\w+)/);
  const names = [];
  for (let i = 0; i < NEW_MODULES; i++) {
    const engine = await load(await WebAssembly.compile(code));
    engine.bringModel(model);
    names.push(engine.decode('1;source=model').state.model);
    engine.close();
  }
  const differing = names.filter(name => name !== named);
  return {name: 'names by new modules', count: names.length, differing};
}

async function byElement() {
  await import(`${SITE}nine-fold.js`);
  const element = document.body.appendChild(document.createElement('nine-fold'));
  const links = (await linksOf(ALL)).filter((_, i) => i % BY_ELEMENT === BY_ELEMENT - 1);
  const differing = [];
  for (const link of links) {
    element.link = link;
    const {check, verdict} = await element.ready;
    if (verdict !== 'reproduced' || check !== checkIn(link)) differing.push(`${verdict} ${link}`);
  }
  element.remove();
  return {
    name: 'the element',
    count: links.length,
    differing,
    ofModel: links.filter(link => link.includes(';model=')).length,
  };
}

async function report() {
  try {
    return {
      results: [
        ...(await byModule('ninefold.wasm')),
        ...(await byModule('ninefold-model.wasm')),
        ...(await byModule('ninefold-whole.wasm', BY_WHOLE)),
        await byOwn(),
        await byNewModules(),
        await byElement(),
      ],
    };
  } catch (error) {
    return {error: String(error?.stack ?? error)};
  }
}

const told = {agent: navigator.userAgent, ...(await report())};
await fetch(location.hash.slice(1), {method: 'POST', mode: 'no-cors', body: JSON.stringify(told)});
