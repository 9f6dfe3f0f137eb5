// The cell of the document that shows arrays of NumPy, in a notebook that Jupyter runs.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {aboutOf, textsOf} from '../node/lib/drawn.mjs';
import {run} from '../node/lib/engine.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = scratchFolder('notebook');
const at = name => join(folder, name);

const text = readFileSync(join(ROOT, 'src/cli/README.md'), 'utf8');
const [, CELL] = /```python\n(import subprocess, tempfile\n[^]*?)```/.exec(text);

const cellOf = source => ({
  cell_type: 'code',
  execution_count: null,
  metadata: {},
  outputs: [],
  source,
});

/** Has Jupyter run cells, in the folder from which the document's commands are typed. */
function notebook(name, ...cells) {
  const kernelspec = {name: 'python3', display_name: 'Python 3', language: 'python'};
  const made = {nbformat: 4, nbformat_minor: 4, metadata: {kernelspec}, cells: cells.map(cellOf)};
  writeFileSync(at(name), JSON.stringify(made));
  const home = {IPYTHONDIR: at('ipython'), JUPYTER_RUNTIME_DIR: at('runtime')};
  const program = `import nbformat, sys
from nbconvert.preprocessors import ExecutePreprocessor
notebook = nbformat.read(sys.argv[1], 4)
ExecutePreprocessor(kernel_name='python3').preprocess(notebook, {'metadata': {'path': sys.argv[2]}})
nbformat.write(notebook, sys.argv[1])
`;
  const done = spawnSync('/usr/bin/python3', ['-c', program, at(name), ROOT], {
    encoding: 'utf8',
    env: {...process.env, ...home},
  });
  return {...done, cells: JSON.parse(readFileSync(at(name), 'utf8')).cells};
}

/** The picture that the last line of a cell gives. */
const svgOf = ({outputs}) => [outputs.at(-1).data['image/svg+xml']].flat().join('');

const SAVE = `np.savez(${JSON.stringify(at('same.npz'))}, q=q, k=k, v=v)`;
const READY = 'ninefold(attention=np.tril(np.ones((2, 6, 6))) / np.arange(1, 7)[:, None])';
const WRONG = 'ninefold("1;source=tensors;head=9", q=q, k=k, v=v)';

test('a cell shows arrays with the check of the command line, and ready weights', () => {
  const {status, stderr, cells} = notebook('figure.ipynb', CELL, SAVE, READY);
  assert.equal(status, 0, stderr);
  const {check, link} = aboutOf(svgOf(cells[0]));
  assert.ok(textsOf(svgOf(cells[0])).includes('captain'), 'its tokens stand along the axes');
  const sealed = run([
    'seal',
    '1;source=tensors;axes=tokens',
    '--tensors',
    at('same.npz'),
  ]).out.trim();
  assert.equal(`${link};check=${check}`, sealed.replace(/;file=\w+/, /;file=\w+/.exec(link) ?? ''));
  assert.match(run(['check', sealed, '--tensors', at('same.npz')]).out, /^reproduced/);
  assert.deepEqual([aboutOf(svgOf(cells[2])).check, aboutOf(svgOf(cells[2])).heads], [null, 2]);
});

test('what is wrong with a link is said in the notebook', () => {
  const {status, stderr} = notebook('wrong.ipynb', CELL, WRONG);
  assert.notEqual(status, 0);
  assert.match(stderr, /ValueError: ninefold: Head 9 is asked for, and the tensors have 4 heads/);
});

test('the notebook is one that Jupyter shows', () => {
  const words = ['-m', 'nbconvert', '--to', 'html', '--stdout', at('figure.ipynb')];
  const html = execFileSync('/usr/bin/python3', words, {encoding: 'utf8', stdio: 'pipe'});
  assert.ok(html.includes('Attention Weight'), 'the picture is in the page');
});
