// Puts the page together: the link in the address, the nine panels' numbers.
import {load} from './engine.js';

const SHOWN = ['first', 'diag', 'rest', 'entropy', 'norm'];

/** @param {string} id */
const element = id => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {string[]} cells */
function row(tag, cells) {
  const tr = document.createElement('tr');
  cells.forEach((text, i) => {
    const cell = document.createElement(i ? tag : 'th');
    cell.textContent = text;
    tr.append(cell);
  });
  return tr;
}

/** @param {number | null} x */
const short = x => x === null ? '–' : x.toFixed(4);

/** @param {import('./engine.js').Engine} engine */
function show(engine) {
  const figure = engine.compute(location.hash || '1');
  const ignored = figure.ignored.map(({key, read, why, used}) => ` ${key}: read “${read}”, allowed: ${why}, used: ${used}.`);
  element('status').textContent = `${figure.caption}. Check ${figure.check}, ${figure.verdict}.${ignored.join('')}`;
  const rows = figure.panels.map(panel => row('td', [panel.title.replaceAll('*', ''), ...SHOWN.map(m => short(panel.measures[m]))]));
  element('numbers').replaceChildren(row('th', ['Panel', ...SHOWN]), ...rows);
}

/** @param {unknown} error */
function fail(error) {
  element('status').textContent = error instanceof Error ? error.message : String(error);
}

try {
  const engine = await load(fetch(new URL('ninefold.wasm', import.meta.url)));
  const update = () => { try { show(engine); } catch (error) { fail(error); } };
  addEventListener('hashchange', update);
  update();
} catch (error) {
  fail(error);
}
