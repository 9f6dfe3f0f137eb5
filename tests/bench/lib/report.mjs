// What the bench tells: tables, printed as they are measured and kept in a file, so that the next
// run can say what got slower since, and so that the documentation has the same figures.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {fileURLToPath} from 'node:url';

/**
 * @typedef {{low: number, middle: number, high: number}} Spread
 *
 * @typedef {object} Table
 * @property {string[]} columns
 * @property {'x' | '%' | 'ms' | 's'} unit
 * @property {'more' | 'less'} better
 * @property {Record<string, (Spread | null)[]>} rows a figure for each column, or none
 *
 * @typedef {{machine: string, tables: Record<string, Table>}} Report
 */

const path = name => fileURLToPath(new URL(name, import.meta.url));
/** Of this run, as far as it has come. */
export const NOW = path('../../../build/bench/now.json');
/** Of the run that is kept in the repository. */
export const LAST = path('../last.json');

/** @param {string} file @returns {Report} */
export const reportIn = file => JSON.parse(readFileSync(file, 'utf8'));

export const machine = () => `${cpus()[0].model.trim()}, ${cpus().length} cores`;

/** What was measured once. @param {number} value @returns {Spread} */
export const once = value => ({low: value, middle: value, high: value});

// ---- Words -------------------------------------------------------------------------------------

const digits = value => (Math.abs(value) < 10 ? 1 : 0);
const UNITS = {
  x: value => `${value.toFixed(digits(value))}x`,
  '%': value => `${(100 * value).toFixed(0)} %`,
  ms: value => `${value.toFixed(digits(value))} ms`,
  s: value => `${value.toFixed(2)} s`,
};

/** @param {number} value @param {Table['unit']} unit */
export const inWords = (value, unit) => UNITS[unit](value);

const WIDE = 74;

function printed(title, {columns, unit, rows}) {
  const line = (label, cells) => label.padEnd(WIDE) + cells.map(cell => cell.padStart(9)).join('');
  return [
    line(title, columns),
    ...Object.entries(rows).map(([label, figures]) =>
      line(
        `  ${label}`,
        figures.map(one => (one ? inWords(one.middle, unit) : '')),
      ),
    ),
  ].join('\n');
}

// ---- Telling and keeping -----------------------------------------------------------------------

function keep(title, table) {
  const report = existsSync(NOW) ? reportIn(NOW) : {machine: machine(), tables: {}};
  report.tables[title] = table;
  mkdirSync(path('../../../build/bench'), {recursive: true});
  writeFileSync(NOW, JSON.stringify(report, null, 1) + '\n');
}

/** Prints a table and keeps it. @param {string} title @param {Table} table */
export function tell(title, table) {
  console.log(`${printed(title, table)}\n`);
  keep(title, table);
}
