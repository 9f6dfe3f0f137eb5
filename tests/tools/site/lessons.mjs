// The lessons: ordinary course pages with figures in them. They are written in web/lessons, where
//
//   <nine link="..." question="..." ask1="..." met="eps=2"></nine>
//                                                          is a figure that can be moved, with a picture for those without scripts;
//                                                          its statements do not hold when it opens, and do once `met` is set
//   <data of="LINK" value="STATEMENT">0.97</data>          is something said of a figure, which must hold: so is prediction~p12

import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {spell} from '../../../web/controls/text.js';
import {preview} from './png.mjs';
import {escaped} from './shell.mjs';

export const ORDER = ['query-and-key', 'value', 'averaging'];
const ABOUT = {
  'query-and-key': 'A lesson of ten minutes: what happens to where an attention head looks when its queries or keys are multiplied by a factor.',
  value: 'A lesson of ten minutes: scaling Value changes no weight of its own layer; what it changes is what the head hands on.',
  averaging: 'A lesson of ten minutes: what is left of an attention head when its Query, Key or Value is replaced by the mean over heads or tokens.',
};
export const SCRIPT = '<script type="module" src="../nine-fold.js"></script>';

export const source = name => readFileSync(fileURLToPath(new URL(`../../../web/lessons/${name}.html`, import.meta.url)), 'utf8');
const attributes = text => Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

/** Everything that a lesson says of figures: {of, value, text}. */
export const claims = html => [...html.matchAll(/<data ([^>]*)>([^]*?)<\/data>/g)].map(([, said, text]) => ({...attributes(said), text}));

/** The links of its figures, with their questions. */
export const links = html => [...html.matchAll(/<nine ([^>]*)><\/nine>/g)].map(([, said]) => {
  const {link, question = '', met: _, ...asked} = attributes(said);
  return [link, ...(question ? [`question=${spell(question)}`] : []), ...Object.entries(asked).map(([key, value]) => `${key}=${value}`)].join(';');
});

/** What makes the statements of each figure hold, as key=value; '' where it has none. */
export const solutions = html => [...html.matchAll(/<nine ([^>]*)><\/nine>/g)].map(([, said]) => attributes(said).met ?? '');

function element(link, image, {caption, panels}) {
  const alt = `Nine attention heatmaps, three by three: ${panels.map(({title}) => title.replaceAll('*', '')).join('; ')}.`;
  return `<nine-fold link="${escaped(link)}"><a href="../index.html#${escaped(link)}"><img src="${image}" width="1200" height="630" alt="${escaped(alt)}"></a>
<small>${escaped(caption)}. The figure moves where scripts run.</small></nine-fold>`;
}

const plain = html => html.replace(/<nine ([^>]*)><\/nine>|<data [^>]*>|<\/data>/g, '');

function lesson(engine, name, at) {
  const html = source(name), title = /<h1>(.*)<\/h1>/.exec(html)[1], next = ORDER[(at + 1) % ORDER.length];
  const figures = links(html).map(link => ({link, figure: engine.compute(link)})), images = {};
  let count = 0;
  const body = html.replace(/<nine [^>]*><\/nine>/g, () => {
    const {link, figure} = figures[count++], image = `${name}-${count}.png`;
    images[`lessons/${image}`] = preview(figure.panels);
    return element(link, image, figure);
  });
  return {images, page: {path: `lessons/${name}.html`, title, description: ABOUT[name],
    body: `${plain(body)}<p><a href="${next}.html">Next: ${/<h1>(.*)<\/h1>/.exec(source(next))[1]}</a></p>\n${SCRIPT}`}};
}

const index = pages => ({
  path: 'lessons/index.html', title: 'Three lessons on attention heads',
  description: 'Three course pages of ten minutes each, built from figures that can be moved: what factors and means do to Query, Key and Value.',
  body: `<h1>Three lessons</h1>\n<p>Each takes ten minutes, asks before it tells, and is a page like any of a course: its figures are <a href="../embedding.html">embedded as yours can be</a>.</p>
<ol>\n${pages.map(({path, title, description}) => `<li><a href="${path.split('/')[1]}">${title}</a><br><small>${description.replace('A lesson of ten minutes: ', '')}</small></li>`).join('\n')}\n</ol>`,
});

/** Pages, and pictures by their path. */
export function lessons(engine) {
  const made = ORDER.map((name, at) => lesson(engine, name, at)), pages = made.map(({page}) => page);
  return {pages: [index(pages), ...pages], images: Object.assign({}, ...made.map(({images}) => images))};
}
