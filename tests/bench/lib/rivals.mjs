// The same matrices by others. Each makes weights in one or both of two `ways`: panel by panel, and
// with one product for all, as a clever user would. `task` is {n, d, q, k, mask, scales}: mask is added to the
// logits, and there are four different scales.
import * as tf from '@tensorflow/tfjs';
import {setThreadsCount, setWasmPaths} from '@tensorflow/tfjs-backend-wasm';
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import * as ort from 'onnxruntime-web/wasm';

import {constant, model, node} from './onnx.mjs';

/**
 * Which of the four scales each of the nine panels has: Query and Key by epsilon, Value untouched.
 */
export const NINE = [0, 1, 2, 0, 1, 2, 3, 3, 3];
const BOTH = ['nine', 'shared'];

// ---- onnxruntime-web ---------------------------------------------------------------------------

/** The nodes and constants that make softmax(x scale + mask). */
function softmaxNodes(scale, i) {
  return {
    nodes: [
      node('Mul', ['x', `s${i}`], `y${i}`),
      node('Add', [`y${i}`, 'mask'], `z${i}`),
      node('Softmax', [`z${i}`], `w${i}`),
    ],
    constants: [constant(`s${i}`, scale)],
  };
}

function weightsModel({n, d}, scales) {
  const parts = scales.map(softmaxNodes);
  return model({
    nodes: [node('MatMul', ['q', 'turned'], 'x'), ...parts.flatMap(part => part.nodes)],
    constants: parts.flatMap(part => part.constants),
    inputs: {q: [n, d], turned: [d, n], mask: [n, n]},
    outputs: Object.fromEntries(scales.map((_, i) => [`w${i}`, [n, n]])),
  });
}

/** The keys turned beforehand, which none of the others is charged for. */
function transposed({n, d, k}) {
  return Float32Array.from({length: n * d}, (_, at) => k[(at % n) * d + Math.floor(at / n)]);
}

async function openOnnx(task) {
  ort.env.wasm.numThreads = 1;
  const open = scales =>
    ort.InferenceSession.create(weightsModel(task, scales), {executionProviders: ['wasm']});
  const {n, d, q, mask, scales} = task;
  const feeds = {
    q: new ort.Tensor('float32', q, [n, d]),
    turned: new ort.Tensor('float32', transposed(task), [d, n]),
    mask: new ort.Tensor('float32', mask, [n, n]),
  };
  const single = [];
  for (const scale of scales) single.push(await open([scale]));
  const shared = await open(scales);
  return {
    ways: BOTH,
    async nine() {
      for (const panel of NINE) await single[panel].run(feeds);
    },
    async shared() {
      await shared.run(feeds);
    },
    async weights() {
      const alone = [];
      for (const session of single) alone.push((await session.run(feeds)).w0.data);
      const together = await shared.run(feeds);
      return [alone, scales.map((_, i) => together[`w${i}`].data)];
    },
    async close() {
      for (const session of [...single, shared]) await session.release();
    },
  };
}

// ---- TensorFlow.js -----------------------------------------------------------------------------

async function openTensorflow({n, d, q, k, mask, scales}) {
  setWasmPaths(
    `${dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))}/`,
  );
  setThreadsCount(1);
  await tf.setBackend('wasm');
  const queries = tf.tensor2d(q, [n, d]);
  const keys = tf.tensor2d(transposed({n, d, k}), [d, n]);
  const hidden = tf.tensor2d(mask, [n, n]);
  const product = () => tf.matMul(queries, keys); // asked to turn the keys itself it takes thirteen times as long
  const softmax = (x, scale) => tf.softmax(tf.add(tf.mul(x, scale), hidden));
  return {
    ways: BOTH,
    nine() {
      for (const panel of NINE)
        tf.tidy(() => {
          softmax(product(), scales[panel]);
        });
    },
    shared() {
      tf.tidy(() => {
        const x = product();
        for (const scale of scales) softmax(x, scale);
      });
    },
    weights() {
      return tf.tidy(() => {
        const x = product();
        return [
          scales.map(scale => softmax(product(), scale).dataSync()),
          scales.map(scale => softmax(x, scale).dataSync()),
        ];
      });
    },
    close() {
      tf.dispose([queries, keys, hidden]);
    },
  };
}

// ---- Plain JavaScript --------------------------------------------------------------------------

function dot(q, k, i, j, d) {
  let sum = 0;
  for (let c = 0; c < d; c++) sum += q[i * d + c] * k[j * d + c];
  return sum;
}

/** One panel as one would write it down: no cell above the diagonal, no array but the result. */
function plainPanel({n, d, q, k}, scale, w) {
  for (let i = 0; i < n; i++) {
    let max = -Infinity;
    let sum = 0;
    for (let j = 0; j <= i; j++) max = Math.max(max, (w[i * n + j] = scale * dot(q, k, i, j, d)));
    for (let j = 0; j <= i; j++) sum += w[i * n + j] = Math.exp(w[i * n + j] - max);
    for (let j = 0; j <= i; j++) w[i * n + j] /= sum;
  }
  return w;
}

function openPlain(task) {
  const panels = NINE.map(() => new Float32Array(task.n * task.n));
  return {
    ways: ['nine'],
    nine() {
      NINE.forEach((which, panel) => {
        plainPanel(task, task.scales[which], panels[panel]);
      });
    },
    weights() {
      return [task.scales.map((scale, i) => plainPanel(task, scale, panels[i]))];
    },
    close() {},
  };
}

// ---- NumPy -------------------------------------------------------------------------------------

/** A program of its own, which answers a line with a line and measures its own processor time. */
function openNumpy({n, d, q, k, mask, scales}) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const [name, numbers] of Object.entries({q, k, mask}))
    writeFileSync(join(folder, name), numbers);
  const program = spawn(
    '/usr/bin/python3',
    [fileURLToPath(new URL('numpy_rival.py', import.meta.url)), folder, n, d, ...scales].map(
      String,
    ),
    {env: {OPENBLAS_NUM_THREADS: '1'}, stdio: ['pipe', 'pipe', 'inherit']},
  );
  const lines = createInterface({input: program.stdout})[Symbol.asyncIterator]();
  const ask = async question => {
    program.stdin.write(`${question}\n`);
    const {value, done} = await lines.next();
    if (done) throw new Error('NumPy stopped');
    return value;
  };
  const read = name => new Float32Array(readFileSync(join(folder, name)).buffer);
  return {
    ways: BOTH,
    time: async (way, least) => Number(await ask(`${way} ${least}`)),
    async weights() {
      await ask('write 0');
      return BOTH.map(way => scales.map((_, i) => read(`${way}${i}`)));
    },
    close() {
      program.stdin.end();
      rmSync(folder, {recursive: true});
    },
  };
}

export const RIVALS = {
  'onnxruntime-web': openOnnx,
  'tfjs-wasm': openTensorflow,
  NumPy: openNumpy,
  'plain JavaScript': openPlain,
};
