// Recomputes the checks of links in a WebAssembly module:   node golden.mjs MODULE.wasm LINKS.txt
// Prints each link whose check differs, and "N passed, N failed".

import { readFileSync } from 'node:fs';
import { load } from '../../web/engine.js';

const [module, file] = process.argv.slice(2);
const engine = await load(readFileSync(module));
engine.bringModel(readFileSync(new URL('../../web/model.bin', import.meta.url)));
const links = readFileSync(file, 'utf8').trimEnd().split('\n');

const differing = links.filter((link) => !link.endsWith(`;check=${engine.check(link)}`));
for (const link of differing) console.log(`differs: ${engine.check(link)} from ${link}`);
console.log(`${links.length - differing.length} passed, ${differing.length} failed`);
