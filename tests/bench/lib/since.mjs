// What got slower or quicker since the run that is kept, of a run and of that one. Ratios are
// compared on any machine, times on the same machine only.
import {inWords} from './report.mjs';

const NOTABLE = 0.1; // of the figure of before

const isTime = unit => unit === 'ms' || unit === 's';

/** All figures of a report, each with its address in it. @param {import('./report.mjs').Report} report */
function figuresOf({tables}) {
  const figures = new Map();
  for (const [title, {columns, unit, better, rows}] of Object.entries(tables))
    for (const [label, row] of Object.entries(rows))
      row.forEach((spread, at) => {
        const name = [title, label, columns[at]].filter(Boolean).join('; ');
        if (spread) figures.set(name, {...spread, unit, better});
      });
  return figures;
}

/** How many times as good it is as before. */
const gain = (now, before) =>
  now.better === 'more' ? now.middle / before.middle : before.middle / now.middle;

/** A difference counts if it is large, and if the halves of both runs do not overlap. */
const isNotable = (now, before) =>
  Math.abs(gain(now, before) - 1) > NOTABLE && (now.low > before.high || now.high < before.low);

/**
 * Lines that say what changed, and one that says how much was compared.
 * @param {import('./report.mjs').Report} now
 * @param {import('./report.mjs').Report} last
 */
export function since(now, last) {
  const before = figuresOf(last);
  const compared = [...figuresOf(now)].filter(
    ([name, {unit}]) => before.has(name) && (!isTime(unit) || now.machine === last.machine),
  );
  const lines = compared
    .filter(([name, figure]) => isNotable(figure, before.get(name)))
    .map(([name, figure]) => {
      const was = before.get(name);
      const word = gain(figure, was) < 1 ? 'slower' : 'quicker';
      return `${word}: ${name}: ${inWords(was.middle, was.unit)} then, ${inWords(figure.middle, figure.unit)} now`;
    });
  const other = now.machine === last.machine ? '' : `; times are not, that was ${last.machine}`;
  return [...lines, `${compared.length} figures compared with the last run${other}`];
}
