// The lessons: ordinary course pages with figures in them. They are written in web/lessons, where
//
//   <nine link="..." question="..." ask1="..." met="eps=2"></nine>
//       is a figure that can be moved, with a picture for those without scripts; its statements do not hold when it
//       opens, and do once `met` is set
//   <data of="LINK" value="STATEMENT">0.97</data>
//       is something said of a figure, which must hold: so is prediction~p12

import {readFileSync} from 'node:fs';
import {spell} from '../controls/text.js';
import {described, escaped, image} from './parts.mjs';
import {preview} from './png.mjs';
import {root} from './shell.mjs';

export const ORDER = ['query-and-key', 'value', 'averaging'];

const LENGTH = 'A lesson of ten minutes: '; // what the index says once for all
const ABOUT = {
  'query-and-key':
    'what happens to where an attention head looks when its queries or keys are multiplied by a ' +
    'factor.',
  value:
    'scaling Value changes no weight of its own layer; what it changes is what the head hands on.',
  averaging:
    'what is left of an attention head when its Query, Key or Value is replaced by the mean over heads or ' +
    'tokens.',
};

const SCRIPT = '<script type="module" src="../nine-fold.js"></script>';

// ---- As they are written --------------------------------------------------------------------------------------------

export const source = name => readFileSync(root(`web/lessons/${name}.html`), 'utf8');

const titleOf = html => /<h1>(.*)<\/h1>/.exec(html)[1];

const attributes = text =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** Everything that a lesson says of figures: {of, value, text}. */
export const claims = html =>
  [...html.matchAll(/<data ([^>]*)>([^]*?)<\/data>/g)].map(([, said, text]) => ({
    ...attributes(said),
    text,
  }));

const figuresOf = html =>
  [...html.matchAll(/<nine ([^>]*)><\/nine>/g)].map(([, said]) => attributes(said));

function linkOf({link, question, met: _, ...asked}) {
  const fields = Object.entries(asked).map(([key, value]) => `${key}=${value}`);
  return [link, ...(question ? [`question=${spell(question)}`] : []), ...fields].join(';');
}

/** The links of its figures, with their questions. */
export const links = html => figuresOf(html).map(linkOf);

/** What makes the statements of each figure hold, as key=value; '' where it has none. */
export const solutions = html => figuresOf(html).map(({met = ''}) => met);

// ---- As they are published ------------------------------------------------------------------------------------------

/** `home`, where figures are opened, is said where the build was not told its address. */
function element(link, question, file, {caption, panels}, home) {
  const address = escaped(link);
  const seen = image(file, described(panels));
  const asked = question ? `<b>${question}</b>\n` : '';
  return `<nine-fold link="${address}"${home}>${asked}<a href="../index.html#${address}">${seen}</a>
<small>${escaped(caption)}. The figure moves where scripts run.</small></nine-fold>`;
}

const withoutClaims = html => html.replace(/<data [^>]*>|<\/data>/g, '');

function lesson(engine, name, at, address) {
  const html = source(name);
  const next = ORDER[(at + 1) % ORDER.length];
  const elements = [];
  const images = {};
  const home = address ? '' : ' home="../"';
  for (const said of figuresOf(html)) {
    const link = linkOf(said);
    const figure = engine.compute(link);
    const file = `${name}-${elements.length + 1}.png`;
    images[`lessons/${file}`] = preview(figure.panels);
    elements.push(element(link, said.question, file, figure, home));
  }
  const text = withoutClaims(html).replace(/<nine [^>]*><\/nine>/g, () => elements.shift());
  const body = `${text}<p><a href="${next}.html">Next: ${titleOf(source(next))}</a></p>\n${SCRIPT}`;
  return {
    images,
    page: {
      path: `lessons/${name}.html`,
      title: titleOf(html),
      description: LENGTH + ABOUT[name],
      body,
    },
  };
}

const indexEntry = name =>
  `<li><a href="${name}.html">${titleOf(source(name))}</a><br><small>${ABOUT[name]}</small></li>`;

const index = () => ({
  path: 'lessons/index.html',
  title: 'Three lessons on attention heads',
  description:
    'Three course pages of ten minutes each, built from figures that can be moved: what factors and means ' +
    'do to Query, Key and Value.',
  body: `<h1>Three lessons</h1>
<p>Each takes ten minutes, asks before it tells, and is a page like any of a course: its figures are \
<a href="../embedding.html">embedded as yours can be</a>.</p>
<ol>
${ORDER.map(indexEntry).join('\n')}
</ol>`,
});

/** Pages, and pictures by their path. */
export function lessons(engine, address) {
  const made = ORDER.map((name, at) => lesson(engine, name, at, address));
  return {
    pages: [index(), ...made.map(({page}) => page)],
    images: Object.assign({}, ...made.map(({images}) => images)),
  };
}
