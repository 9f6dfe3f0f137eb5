// The module as the page has it: the table beside it is its own, and its memory holds what it
// gives out.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {load} from '../../web/engine/engine.js';
import {seeded} from './lib/random-links.mjs';

const built = name => readFileSync(new URL(`../../build/${name}`, import.meta.url));
const module = built('ninefold-model.wasm');
const made = name =>
  import(`data:text/javascript;base64,${built(`made/${name}`).toString('base64')}`);
const {table} = await made('table.js');
const {help} = await made('help.js');

test('table.js has the rows of the module, in its order and with its defaults', async () => {
  const {state} = (await load(module)).decode('1');
  assert.deepEqual(
    Object.entries(state),
    table.map(row => [row.key, row.default]),
  );
});

test('what only people read is not in the module', () => {
  const words = table
    .flatMap(({key, label}) => [label, help[key]])
    .filter(text => text.length > 20);
  assert.ok(words.length > 30);
  assert.deepEqual(
    words.filter(text => module.includes(text)),
    [],
  );
});

/** Blocks of the module's memory, each filled with a number of its own. */
function blocksOf({call, memory}) {
  const taken = [];
  const bytes = ({at, size}) => new Uint8Array(memory.buffer, at, size);
  return {
    taken,
    take(size, mark) {
      const block = {at: call.allocate(size) >>> 0, size, mark};
      assert.ok(block.at && block.at % 16 === 0, `${size} bytes at ${block.at}`);
      bytes(block).fill(mark);
      taken.push(block);
    },
    give(index) {
      const [block] = taken.splice(index, 1);
      assert.ok(
        bytes(block).every(byte => byte === block.mark),
        `${block.size} bytes at ${block.at} were written over`,
      );
      call.release(block.at);
    },
  };
}

/** Sorts elements by the number that they begin with. */
const SORTING = `#include <stdint.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}
void sort(void *array, int count, int size) { qsort(array, (size_t)count, (size_t)size, compare); }
`;

/** What stands in for the C library, with calloc and a sort to be called. */
async function library() {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const [file, source] = [join(folder, 'memory.wasm'), new URL('../../', import.meta.url).pathname];
  const sorting = join(folder, 'sorting.c');
  writeFileSync(sorting, SORTING);
  const flags = ['-O1', '-fno-builtin', '-mbulk-memory', '-sSTANDALONE_WASM', '--no-entry'];
  const sizes = ['-sMALLOC=none', '-sALLOW_MEMORY_GROWTH=1', '-sEXPORTED_FUNCTIONS=_calloc,_sort'];
  const paths = [`-I${source}include`, `-I${source}src`, `${source}src/wasm/memory.c`, sorting];
  execFileSync('emcc', [...flags, ...sizes, ...paths, '-o', file]);
  const {instance} = await WebAssembly.instantiate(readFileSync(file));
  rmSync(folder, {recursive: true});
  return instance.exports;
}

test('calloc refuses a count of elements whose bytes are beyond 32 bits', async () => {
  const {calloc, memory} = await library();
  assert.equal(calloc(65537, 65536), 0, '2^32 + 2^16 bytes are not 2^16 bytes');
  assert.equal(calloc(-1, -1), 0);
  const at = calloc(3, 5);
  assert.ok(at > 0 && new Uint8Array(memory.buffer, at, 15).every(byte => byte === 0));
});

test('qsort puts elements of any size in order, and keeps each whole', async () => {
  const {calloc, memory, sort} = await library();
  const random = seeded(9);
  const ORDERS = {
    random: () => random.whole(-50, 50),
    falling: i => 300 - i,
    rising: i => i,
    equal: () => 7,
  };
  for (const size of [4, 12, 200])
    for (const count of [0, 1, 2, 3, 4, 5, 64, 257])
      for (const [name, at] of Object.entries(ORDERS)) {
        const start = calloc(count + 1, size);
        const words = new Int32Array(memory.buffer, start, ((count + 1) * size) / 4);
        const element = i => words.subarray((i * size) / 4, ((i + 1) * size) / 4);
        const keys = Array.from({length: count}, (_, i) => at(i));
        keys.forEach((key, i) => element(i).fill(key));
        element(count).fill(-1000); // behind the last
        sort(start, count, size);
        const sorted = Array.from({length: count}, (_, i) => element(i));
        const what = `${count} ${name} elements of ${size} bytes`;
        assert.deepEqual(
          sorted.map(([key]) => key),
          keys.sort((a, b) => a - b),
          what,
        );
        assert.ok(
          sorted.every(one => one.every(word => word === one[0])),
          what,
        );
        assert.ok(
          element(count).every(word => word === -1000),
          what,
        );
      }
});

test("memory that is given out is nobody else's, and comes back", async () => {
  const engine = await load(module);
  const random = seeded(5);
  const blocks = blocksOf(engine);
  const {check} = engine.compute('1');
  const size = () => Math.floor(random.byRatio(1, 1 << 20)) - 1;
  const inUse = engine.memoryInUse;
  const sizes = [];
  for (let turn = 0; turn < 4000; turn++) {
    if (blocks.taken.length && random.chance(0.5))
      blocks.give(random.whole(0, blocks.taken.length - 1));
    else blocks.take(size(), turn % 251);
    if (turn % 1000 === 0) assert.equal(engine.compute('1').check, check);
    sizes.push(engine.memory.buffer.byteLength);
  }
  const given = blocks.taken.reduce((sum, block) => sum + block.size, inUse);
  const rounding = engine.memoryInUse - given;
  assert.ok(rounding >= 0 && rounding <= 64 * blocks.taken.length, `${rounding}`);
  while (blocks.taken.length) blocks.give(0);
  assert.equal(engine.memoryInUse, inUse);
  assert.equal(sizes[3999], sizes[2000], 'memory that came back is not given out again');
  const all = sizes[3999] >> 1; // free neighbours are one block
  blocks.take(all, 1);
  assert.equal(engine.memory.buffer.byteLength, sizes[3999]);
});

/** Of a link of which nothing is accepted, so that much is to be said of it. */
const REMARKS = 49; // as many as are told before the one that says that there are more
const unheardOf = i => `${String(i).padEnd(50, 'k')}=${'\u0001'.repeat(200)}`;
const STRANGE = `1;seed=7;${Array.from({length: REMARKS}, (_, i) => unheardOf(i)).join(';')}`;

test('an answer is whole, however long it is', async () => {
  const engine = await load(module);
  const {ignored, state} = engine.decode(STRANGE);
  assert.ok(JSON.stringify(ignored).length > 1 << 16, 'more than one answer ever was');
  assert.deepEqual(
    ignored.map(({key, read}) => `${key}=${read}`),
    Array.from({length: REMARKS}, (_, i) => unheardOf(i)),
  );
  assert.equal(state.seed, '7');
  assert.equal(engine.decode('1;seed=8').link, '1;seed=8', 'and a short one after it');
});

test('an answer that there is no memory for is refused in a sentence', async () => {
  const engine = await load(module);
  const {call} = engine;
  const forInput = call.allocate(2 ** 14);
  const taken = [];
  for (let size = 2 ** 30; size >= 2 ** 12; size /= 2)
    for (let at = call.allocate(size); at; at = call.allocate(size)) taken.push(at);
  call.release(forInput);
  assert.throws(() => engine.decode(STRANGE), {
    name: 'EngineError',
    message: 'There is not enough memory for this answer.',
  });
  taken.forEach(at => call.release(at));
  assert.equal(engine.decode(STRANGE).ignored.length, REMARKS);
});

test('what memory there is not is refused', async () => {
  const {call} = await load(module);
  const GIB = 2 ** 30;
  assert.equal(call.allocate(GIB + 1), 0);
  assert.equal(call.allocate(-1), 0);
  const first = call.allocate(GIB);
  assert.notEqual(first, 0);
  assert.equal(call.allocate(GIB), 0, 'two of one GiB are more than the module may have');
  call.release(first);
  assert.equal(call.allocate(GIB), first);
});
