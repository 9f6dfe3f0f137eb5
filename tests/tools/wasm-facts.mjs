// What must hold of the WebAssembly module as a file:
//
//     node wasm-facts.mjs imports MODULE.wasm       it asks for nothing
//     node wasm-facts.mjs size MODULE.wasm KB       compressed by brotli it is no larger

import {readFileSync} from 'node:fs';
import {brotliCompressSync} from 'node:zlib';

const [fact, file, limit] = process.argv.slice(2);
const bytes = readFileSync(file);

function imports() {
  const asked = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  const all = asked.map(({module, name}) => `${module}.${name}`);
  console.log(`${file} imports ${all.join(', ') || 'nothing'}`);
  return all.length === 0;
}

function size() {
  const compressed = brotliCompressSync(bytes).length / 1024;
  console.log(`${file}: ${compressed.toFixed(1)} KB in brotli, at most ${limit}`);
  return compressed <= Number(limit);
}

process.exitCode = {imports, size}[fact]() ? 0 : 1;
