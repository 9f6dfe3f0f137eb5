// A paper: the picture as PDF, and what "Cite" gives, go through LaTeX and BibTeX without a warning.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {citation} from '../../web/around/cite.js';
import {run} from '../node/lib/engine.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const folder = scratchFolder('paper');
const at = name => join(folder, name);

const LINK = '1;source=model;text1=Caf~c3~a9~2c_100~25_~23_~26_go~7e';

/** What the document says of a paper: the picture as SVG, and that as PDF. */
function pdfOf(name) {
  const {status, out, error} = run(['picture', LINK]);
  assert.equal(status, 0, error);
  const pdf = execFileSync('rsvg-convert', ['-f', 'pdf'], {input: out, maxBuffer: 1e8});
  writeFileSync(at(name), pdf);
}

const PAPER = keys => `\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage{graphicx,url}
\\begin{document}
A figure \\cite{${keys.join(',')}}.

\\includegraphics[width=\\textwidth]{figure.pdf}
\\bibliographystyle{plain}
\\bibliography{cited}
\\end{document}
`;

/** Runs a program of TeX in the paper's folder. @returns {string} what it says */
function tex(program, ...words) {
  const {status, stdout} = spawnSync(program, words, {cwd: folder, encoding: 'utf8'});
  assert.equal(status, 0, stdout);
  return stdout;
}

const latex = () => tex('pdflatex', '-interaction=nonstopmode', '-halt-on-error', 'paper.tex');

test('LaTeX takes the picture and the citation', () => {
  pdfOf('figure.pdf');
  const [sealed] = run(['seal', LINK]).out.split('\n');
  const check = /check=(\w+)/.exec(sealed)[1];
  const {bibtex} = citation({
    link: sealed,
    check,
    address: 'https://example.org/nine_fold/a%20b/',
    version: '0.1.0',
    date: '2025-03-02',
    authors: 'Some One and Name_with & signs',
  });
  const keys = [...bibtex.matchAll(/^@misc\{([^,]+),/gm)].map(([, key]) => key);
  assert.equal(keys.length, 2);
  writeFileSync(at('cited.bib'), bibtex);
  writeFileSync(at('paper.tex'), PAPER(keys));
  latex();
  assert.doesNotMatch(tex('bibtex', 'paper'), /Warning|error/i);
  latex();
  assert.doesNotMatch(latex(), /undefined|Warning|Missing/);
  const text = readFileSync(at('paper.bbl'), 'utf8').replace(/%\n/g, '');
  assert.ok(text.includes(`check=${check}`), text);
  assert.equal(readFileSync(at('paper.pdf')).subarray(0, 5).toString(), '%PDF-');
});
