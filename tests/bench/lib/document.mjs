// The tables of src/engine/SPEED.md are those of the run that is kept: what stands below its last
// heading is made from tests/bench/last.json.
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {inWords} from './report.mjs';

export const DOCUMENT = fileURLToPath(new URL('../../../src/engine/SPEED.md', import.meta.url));
const HEADING = '\n## What was measured\n';

function cellOf(spread, unit) {
  if (!spread) return '';
  const [low, middle, high] = [spread.low, spread.middle, spread.high].map(value =>
    inWords(value, unit),
  );
  return low === high ? middle : `${middle} (${low} to ${high})`;
}

function tableOf([title, {columns, unit, rows}]) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [
    line([title, ...columns]),
    line(['---', ...columns.map(() => '---')]),
    ...Object.entries(rows).map(([label, row]) =>
      line([label, ...row.map(spread => cellOf(spread, unit))]),
    ),
  ].join('\n');
}

/** All that stands below the heading. @param {import('./report.mjs').Report} report */
export const measured = ({machine, tables}) =>
  [`On ${machine}.`, ...Object.entries(tables).map(tableOf)].join('\n\n') + '\n';

/** The document's two parts: what is written by hand, and what is made. */
export function partsOf(text) {
  const at = text.indexOf(HEADING);
  if (at < 0) throw new Error(`SPEED.md has no heading "${HEADING.trim()}"`);
  return {written: text.slice(0, at + HEADING.length), made: text.slice(at + HEADING.length + 1)};
}

/** @param {import('./report.mjs').Report} report */
export function rewrite(report) {
  const {written} = partsOf(readFileSync(DOCUMENT, 'utf8'));
  writeFileSync(DOCUMENT, `${written}\n${measured(report)}`);
}
