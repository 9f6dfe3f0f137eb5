// What golden links mean, spelled out:   node golden-states.mjs LINKS.txt...
//
// Prints a table with a line a link and a column a key, so that a link whose meaning changes shows
// which key did; and with --table what every key allows and defaults to.

import {readFileSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {load} from '../../web/engine/engine.js';

const built = name => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

/** The table of parameters, as the command line prints it. */
export const rows = () =>
  JSON.parse(execFileSync(built('ninefold'), ['params', '--json'], {encoding: 'utf8'}));

/** A line a key: what it is called, takes, and is when nothing is said. */
export const tableLines = () =>
  rows().map(({key, kind, count, range, words, default: initial}) => {
    const allowed =
      kind === 'choice' ? words : [range.join(' to '), words].filter(Boolean).join(' or ');
    return [key, kind, count, allowed, initial].join('\t');
  });

const place = panel =>
  panel < 9 ? `p${Math.floor(panel / 3) + 1}${(panel % 3) + 1}` : `b${panel - 8}`;

/** What became of each statement, and of which panel. */
function verdicts(engine, link, state) {
  const asked = Object.keys(state).filter(key => /^ask\d$/.test(key) && state[key] !== '');
  if (asked.length) engine.compute(link);
  return asked.map(key => {
    const {holds, panel} = engine.ask(state[key]);
    return `${key} ${holds === null ? 'unknown' : `${holds ? 'holds' : 'fails'} at ${place(panel)}`}`;
  });
}

/**
 * A line with the keys, and a line a link: its check, the value of every key, and what its
 * statements come to.
 */
export async function stateLines(links) {
  const engine = await load(readFileSync(built('ninefold-model.wasm')));
  const keys = rows().map(({key}) => key);
  const line = link => {
    const {state, check} = engine.decode(link);
    return [check, ...keys.map(key => state[key]), verdicts(engine, link, state).join(', ')].join(
      '\t',
    );
  };
  return [['check', ...keys, 'verdicts'].join('\t'), ...links.map(line)];
}

export const linksOf = file => readFileSync(file, 'utf8').trimEnd().split('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2);
  const lines = files[0] === '--table' ? tableLines() : await stateLines(files.flatMap(linksOf));
  console.log(lines.join('\n'));
}
