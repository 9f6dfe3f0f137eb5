// Builds lib/kernels.c with the flags of the module's kernels and loads it.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const D = 64;
const SOURCES = [
  'tests/bench/lib/kernels.c',
  'src/engine/attention.c',
  'src/model/products.c',
  'src/model/tensors.c',
  'src/engine/messages.c',
  'src/engine/text.c',
];

function build(target) {
  const flags = ['-std=c11', '-ffp-contract=off', '-Iinclude', '-Isrc', '-msimd128', '-O2'];
  flags.push('-mllvm', '-unroll-runtime=false'); // as build.sh has for them
  const module = [
    '-sSTANDALONE_WASM',
    '--no-entry',
    '-sMALLOC=emmalloc',
    '-sALLOW_MEMORY_GROWTH=1',
  ];
  mkdirSync(`${root}/build/bench`, {recursive: true});
  execFileSync('emcc', [...flags, ...module, ...SOURCES, '-o', target], {
    cwd: root,
    stdio: 'inherit',
    timeout: 120e3,
  });
}

const TURNS = 40000;

/** Contestants that multiply and add in nothing but registers, in several shapes. */
function peaksOf(call) {
  const peaks = [];
  for (let shape = 0; call.peak_multiplies(shape, TURNS) > 0; shape++)
    peaks.push({
      run: () => {
        call.peak(shape, TURNS);
      },
      multiplies: call.peak_multiplies(shape, TURNS),
    });
  return peaks;
}

/**
 * Contestants and, for each, the multiply-adds of a run: the shapes of the peak, and a causal
 * product of n tokens.
 */
export async function loadKernels() {
  const target = 'build/bench/kernels.wasm';
  build(target);
  const imports = {env: {emscripten_notify_memory_growth() {}}};
  const {
    instance: {exports: call},
  } = await WebAssembly.instantiate(readFileSync(`${root}/${target}`), imports);
  call._initialize();
  return {
    peaks: peaksOf(call),
    product(n) {
      call.prepare(n);
      return {
        run: () => {
          call.product(n);
        },
        multiplies: ((n * (n + 1)) / 2) * D,
      };
    },
    /** @param {{type: number, inputs: number, outputs: number, byInputs: boolean}} of */
    weights({type, inputs, outputs, byInputs}, tokens) {
      call.prepare_weights(type, inputs, outputs, byInputs ? 1 : 0, tokens);
      return {
        run: () => {
          call.multiply_weights();
        },
        multiplies: inputs * outputs * tokens,
      };
    },
  };
}
