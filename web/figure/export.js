// The numbers of a figure as texts: CSV and JSON. Fetched when one is saved.
import {plain} from './titles.js';
import {PANELS, panelsOf, weightsOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Panel} Panel
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./save.js').Saved} Saved
 */

/** Where a panel stands, as statements in links name it. @param {Panel} panel @param {number} id */
const nameOf = (panel, id) => (id < PANELS ? `p${panel.row + 1}${panel.column + 1}` : `b${id - PANELS + 1}`);

/** Nine digits give a float32 back exactly. @param {number} x */
const digits = x => Number(x.toPrecision(9));

/** @param {Panel} panel */
function jsonPanel({title, row, column, rows, columns, measures, prediction, weights}) {
  const matrix = weights && Array.from({length: rows}, (_, i) => Array.from(weights.subarray(i * columns, (i + 1) * columns), digits));
  const predicted = prediction && {...prediction, divergence: Array.from(prediction.divergence ?? [])};
  return {title: plain(title), row, column, rows, columns, measures, prediction: predicted, weights: matrix};
}

/** What `ninefold panels LINK --json` prints, with the caption and every parameter. @param {Params} params @param {Figure} figure */
export function jsonOf(params, figure) {
  const {link, check, caption, source, inputs, baselines, panels} = figure;
  const ignored = figure.ignored.map(({key, read, why, used}) => ({key, read, why, used}));
  return JSON.stringify({link, check, ignored, caption, params, source, inputs, baselines: baselines.map(jsonPanel), panels: panels.map(jsonPanel)});
}

/** @param {string | number} field */
const csvField = field => (typeof field === 'string' && /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : String(field));

/**
 * One row a query: its panel, its place, its output's length, its weights.
 * @param {Figure} figure
 * @param {Panel} panel
 * @param {number} id
 */
function csvRows(figure, panel, id) {
  const grid = weightsOf(panel), tokens = figure.inputs?.[panel.queryInput]?.tokens;
  if (!grid) return [];
  return Array.from({length: grid.rows}, (_, i) => {
    const query = Math.ceil(i * panel.rows / grid.rows);
    return [nameOf(panel, id), plain(panel.title), query, tokens?.[query] ?? '', panel.norm ? panel.norm[query] : '',
      ...Array.from(grid.values.subarray(i * grid.columns, (i + 1) * grid.columns), digits)];
  });
}

/** Comments say what it is of; `pandas.read_csv(file, comment='#')` reads it. @param {Saved} state */
export function csvOf({params, figure}) {
  if (!figure) return '';
  const most = Math.max(...figure.panels.map(panel => weightsOf(panel)?.columns ?? 0));
  const pooled = figure.panels.some(panel => !panel.weights);
  const about = [figure.caption, `link: ${figure.link}`, `check: ${figure.check ?? 'none'}`,
    ...Object.entries(params).filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`),
    ...pooled ? ['each weight is the largest of a block of them'] : []];
  const head = ['panel', 'title', 'query', 'token', 'norm', ...Array.from({length: most}, (_, j) => `key${j}`)];
  const rows = panelsOf(figure).flatMap((panel, id) => (panel ? csvRows(figure, panel, id) : []));
  return [...about.map(line => `# ${line}`), ...[head, ...rows].map(row => row.map(csvField).join(','))].join('\n') + '\n';
}
