// The numbers of a figure as texts: CSV and JSON. Fetched when one is saved.
import {matters} from '../state/limits.js';
import {harmless} from '../base/foreign.js';
import {isFormula, recordOf} from './csv.js';
import {POOLED} from './messages.js';
import {plain} from './titles.js';
import {FOLLOWERS, PANELS, panelsOf, weightsOf} from './view.js';
import {measures as MEASURES} from 'made/measures.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Panel} Panel
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('../state/store.js').Row} Row
 */

/** Where a panel stands, as statements in links name it; f1 to f3, which none names, are the followers. @param {Panel} panel @param {number} id */
const nameOf = (panel, id) =>
  id < PANELS
    ? `p${panel.row + 1}${panel.column + 1}`
    : `${id < FOLLOWERS ? 'b' : 'f'}${panel.row + 1}`;

/** Nine digits give a float32 back exactly. @param {number} x */
const digits = x => Number(x.toPrecision(9));

/** @param {Panel} panel */
function jsonPanel({title, row, column, rows, columns, measures, prediction, weights}) {
  const matrix =
    weights &&
    Array.from({length: rows}, (_, i) =>
      Array.from(weights.subarray(i * columns, (i + 1) * columns), digits),
    );
  const predicted = prediction && {
    ...prediction,
    divergence: Array.from(prediction.divergence ?? []),
  };
  return {
    title: plain(title),
    row,
    column,
    rows,
    columns,
    measures,
    prediction: predicted,
    weights: matrix,
  };
}

/**
 * What `ninefold panels LINK --json` prints, with the caption and every parameter.
 * @param {Params} params
 * @param {Figure} figure
 */
export function jsonOf(params, figure) {
  const {link, check, ignored, caption, source, inputs, baselines, followers, panels} = figure;
  return JSON.stringify({
    link,
    check,
    ignored,
    caption,
    params,
    source,
    inputs,
    baselines: baselines.map(jsonPanel),
    followers: followers.map(jsonPanel),
    panels: panels.map(jsonPanel),
  });
}

/** A number, or nothing where there is none. @param {number | null | undefined} x */
const known = x => (x === null || x === undefined || Number.isNaN(x) ? '' : x);

/**
 * One row a query: its panel, its place, what is known of the token and of its panel, its weights.
 * @param {Figure} figure
 * @param {Panel} panel
 * @param {number} id
 * @param {number} most keys of a panel: rows with fewer end in empty fields
 */
function csvRows(figure, panel, id, most) {
  const grid = weightsOf(panel);
  const tokens = figure.inputs?.[panel.queryInput]?.tokens;
  if (!grid) return [];
  return Array.from({length: grid.rows}, (_, i) => {
    const query = Math.ceil((i * panel.rows) / grid.rows);
    return [
      nameOf(panel, id),
      plain(panel.title),
      query,
      tokens?.[query] ?? '',
      panel.norm ? panel.norm[query] : '',
      panel.cosine ? known(panel.cosine[query]) : '',
      panel.prediction?.divergence ? panel.prediction.divergence[query] : '',
      panel.prediction ? panel.prediction.kl : '',
      ...MEASURES.map(name => known(panel.measures[name])),
      ...Array.from(grid.values.subarray(i * grid.columns, (i + 1) * grid.columns), digits),
      ...Array(Math.max(most - grid.columns, 0)).fill(''),
    ];
  });
}

/** Do the numbers depend on a row? @param {Row} row @param {Params} params */
function isSaid(row, params) {
  const isNumber = row.part !== 'view' && matters(row, params);
  return isNumber && params[row.key] !== '';
}

/**
 * What the numbers were made from, with what "auto" came to.
 * @param {Params} params
 * @param {Figure} figure
 */
function settingsOf(params, {source}) {
  /** @type {Record<string, number | null>} */
  const found = {layer: source.layer, head: source.head, next: source.next};
  return /** @type {Row[]} */ (table)
    .filter(row => isSaid(row, params))
    .map(({key}) => `${key}=${found[key] ?? params[key]}`);
}

/** As the command line says it. @param {import('../engine/core.js').Remark} remark */
const saidOf = ({key, read, why, used}) =>
  harmless(`of the link, ${key}: read ${JSON.stringify(read)}, ${why}, used: ${used}`);

/**
 * What stands above the table, a comment a line.
 * @param {Params} params
 * @param {Figure} figure
 * @param {boolean} isMarked does an apostrophe stand before a token?
 */
function aboutOf(params, figure, isMarked) {
  const isPooled = figure.panels.some(panel => !panel.weights);
  return [
    figure.caption,
    `link: ${figure.link}`,
    `check: ${figure.check ?? 'none'}`,
    ...figure.ignored.map(saidOf),
    ...settingsOf(params, figure),
    ...(isPooled ? [`each weight is the ${POOLED[params.pool]} of a block of them`] : []),
    ...(isMarked ? ['an apostrophe keeps a spreadsheet from taking a token for a formula'] : []),
    'prediction: how far what the model says after the last token moves; divergence: after this one',
    'kl and the other measures are of rows of weights; norm and cosine of this token’s output',
    "pandas.read_csv(file, comment='#') reads this",
  ];
}

/**
 * A table of weights, with comments that say what it is of.
 * @param {Params} params
 * @param {Figure} figure
 */
export function csvOf(params, figure) {
  const most = Math.max(...figure.panels.map(panel => weightsOf(panel)?.columns ?? 0));
  const keys = Array.from({length: most}, (_, j) => `key${j}`);
  const numbers = ['norm', 'cosine', 'divergence', 'prediction', ...MEASURES];
  const head = ['panel', 'title', 'query', 'token', ...numbers, ...keys];
  const rows = panelsOf(figure).flatMap((panel, id) =>
    panel ? csvRows(figure, panel, id, most) : [],
  );
  const about = aboutOf(
    params,
    figure,
    rows.some(row => row.some(isFormula)),
  );
  return [...about.map(line => `# ${line}`), ...[head, ...rows].map(recordOf)].join('\n') + '\n';
}
