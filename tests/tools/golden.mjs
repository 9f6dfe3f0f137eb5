// Recomputes the checks of links in a WebAssembly module:   node golden.mjs MODULE.wasm LINKS.txt
// [--seal] Prints each link whose check differs, and "N passed, N failed"; or all links, each with
// the check it has here. A module without the model leaves out the links that are of it.

import {readFileSync} from 'node:fs';
import {load} from '../../web/engine/engine.js';
import {goldenTensors} from './golden-tensors.mjs';

const [module, file, seal] = process.argv.slice(2);
const engine = await load(readFileSync(module));
if (engine.takesModel)
  engine.bringModel(readFileSync(new URL('../../web/model.bin', import.meta.url)));
if (engine.takesTensors) engine.bring(goldenTensors());
const links = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .filter(link => engine.takesModel || !link.includes(';model='));

const checks = links.map(link => engine.check(link));

if (seal) links.forEach((link, at) => console.log(link.replace(/[0-9a-f]{16}$/, checks[at])));
else {
  const computed = links.map((link, at) => ({link, check: checks[at]}));
  const differing = computed.filter(({link, check}) => !link.endsWith(`;check=${check}`));
  for (const {link, check} of differing) console.log(`differs: ${check} from ${link}`);
  console.log(`${links.length - differing.length} passed, ${differing.length} failed`);
}
