// The lessons: pages with one living figure beside a text that goes on (web/page/lesson.js). They
// are written in web/lessons, where
//
//   <step link="..." parts="..." then="..." ask1="..." met="eps=2">
//       is a step: its figure, what of <nine-fold> stands beside the panels, and what once the
//       reader has predicted, if that is more; and what must hold in the end; that does not hold when the figure opens, and does once `met` is set
//   <predict ask="..."><guess>...</guess><guess right>...</guess></predict>
//       is what the reader predicts first
//   <task>...</task>   <answer>...</answer>
//   <try set="op=mean">...</try>
//       sets a key of the figure
//   <data of="LINK" value="STATEMENT">0.97</data>
//       is something said of a figure, which must hold: so is prediction~p12

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {spell} from '../controls/text.js';
import {changed} from '../engine/link-text.js';
import {described, escaped, image} from './parts.mjs';
import {preview} from './png.mjs';
import {PROGRAM, root} from './shell.mjs';

export const ORDER = ['query-and-key', 'value', 'averaging', 'epsilon'];

/** What each asks; none of them says what comes of it. */
const ABOUT = {
  'query-and-key':
    'What becomes of where an attention head looks when its queries or keys are multiplied by a factor?',
  value: 'What becomes of where a head looks when its Value is changed, and of what it passes on?',
  averaging:
    'What is left of a head when its Query, Key or Value is replaced by the mean over heads or tokens?',
  epsilon: 'A figure scales a head by 5e-1, by 1e-3 and by 1e-10. How many pictures are that?',
};

const SCRIPTS = `<script type="module" src="../nine-fold.js"></script>
<script type="module" src="../lesson.js"></script>`;
const LIST_SCRIPT = '<script type="module" src="../lesson.js"></script>';
const WITHOUT_SCRIPTS = `<noscript><p>Scripts are switched off here: each step shows a picture of its figure, in which nothing \
can be moved. What comes of it when it is moved stands in the answers.</p></noscript>`;

const STYLE = readFileSync(new URL('lesson.css', import.meta.url), 'utf8');

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

const STEP = /<step ([^>]*)>([^]*?)<\/step>/g;
const TASK = /<task>([^]*?)<\/task>/;
const TRY = /<try set="([^"]*)">([^]*?)<\/try>/g;

const withoutTags = html => html.replace(/<[^>]*>/g, '').trim();

/** The question of a step's link: its task, without what only the lesson offers. */
const questionOf = inside => withoutTags(TASK.exec(inside)[1].replace(TRY, '')).replace(/:$/, '.');

function stepOf([, said, inside]) {
  const {link, parts = '', then = parts, met = '', ...asked} = attributes(said);
  const asks = Object.entries(asked).map(([key, value]) => `${key}=${value}`);
  return {
    link: [link, `question=${spell(questionOf(inside))}`, ...asks].join(';'),
    parts,
    then,
    met,
    asks: Object.values(asked),
    tries: [...inside.matchAll(TRY)].map(([, set]) => set),
    inside,
  };
}

/** Its steps: {link, with its question; parts; then; met; asks; tries: what can be set; inside}. */
export const steps = html => [...html.matchAll(STEP)].map(stepOf);

const STATE = '\n<p class="state" role="status"></p>';

// ---- As they are published ------------------------------------------------------------------------------------------

const withoutClaims = html => html.replace(/<data [^>]*>|<\/data>/g, '');

const tryLink = link => (_, set, text) =>
  `<a class="try" href="../index.html#${escaped(changed(link, set))}" data-set="${set}">${text}</a>`;

const button = (_, right, text) =>
  `<button type="button"${right ? ' data-right' : ''}>${text}</button>`;

const GUESS = /<guess( right)?>([^]*?)<\/guess>/g;

/** Without scripts nothing can be pressed: what may be guessed stands in the question's line then. */
const prediction = id => (_, asked, guesses) =>
  `<div class="predict" role="group" aria-labelledby="${id}-asks">
<p id="${id}-asks"><b>Predict first:</b> ${asked}<span class="offered"> \
${[...guesses.matchAll(GUESS)].map(([, , text]) => text).join(' / ')}</span></p>
${guesses.trim().replace(GUESS, button)}
<span role="status"></span>
</div>`;

/** The figure as it is saved, with its titles, as the text of an SVG. */
const drawn = link =>
  execFileSync(PROGRAM, ['picture', link, '--without', 'about'], {encoding: 'utf8'});

/** How large it is. */
const sizeOf = svg =>
  ['width', 'height'].map(name => Number(new RegExp(` ${name}="(\\d+)"`).exec(svg)[1]));

/**
 * A picture of the figure, for paper and for those without scripts.
 * @param {{link: string, panels: {title: string}[]}} figure
 * @param {{file: string, svg: string}} picture
 * @param {string} where on paper: the address of the step
 */
const still = ({link, panels}, {file, svg}, where) => `<figure class="still">
<a href="../index.html#${escaped(link)}">${image(file, described(panels), sizeOf(svg))}</a>
<figcaption class="address">${escaped(where)}</figcaption>
</figure>`;

function section({link, parts, then, asks, inside}, id, picture) {
  const body = withoutClaims(inside)
    .trim()
    .replace('<h2>', '<h2 tabindex="-1">')
    .replace(/<predict ask="([^"]*)">([^]*?)<\/predict>/, prediction(id))
    .replace(TRY, tryLink(link))
    .replace(TASK, (_, task) => `<p class="task">${task}</p>${asks.length ? STATE : ''}`)
    .replace('<answer>', '<details class="answer"><summary>The answer</summary>')
    .replace('</answer>', '</details>');
  return `<section class="step" id="${id}" data-link="${escaped(link)}" data-parts="${parts}" data-then="${then}" \
data-asks="${escaped(asks.join(' '))}">
${body}
${picture}
</section>`;
}

const onward = next =>
  next
    ? `<a href="${next}.html">Next: ${titleOf(source(next))}</a>`
    : '<a href="../readings/index.html">Next: can you trust a figure’s caption?</a>';

function lesson(engine, name, at, address) {
  const html = source(name);
  const images = {};
  const home = address ? '' : ' home="../"';
  const path = `lessons/${name}.html`;
  const all = steps(html);
  const sections = all.map((step, i) => {
    const id = `step-${i + 1}`;
    const {panels} = engine.compute(step.link);
    const picture = {file: `${name}-${i + 1}.svg`, svg: drawn(step.link)};
    images[`lessons/${picture.file}`] = picture.svg;
    const figure = {link: step.link, panels};
    return section(step, id, still(figure, picture, `${address}${path}#${id}`));
  });
  const [head, ...rest] = html.split(/<step [^]*?<\/step>/);
  const first = engine.compute(all[0].link);
  const shared = `${name}.png`;
  images[`lessons/${shared}`] = preview(first.panels);
  return {
    images,
    page: {
      path,
      title: titleOf(html),
      description: ABOUT[name],
      style: STYLE,
      picture: {file: shared, alt: described(first.panels)},
      body: `<div class="lesson">
<header>
${withoutClaims(head).trim()}
${WITHOUT_SCRIPTS}
</header>
<div class="living" role="group" aria-label="The figure of the step that is read" data-of="${name}">
<nine-fold link="${escaped(all[0].link)}" parts="${all[0].parts} small" loading="eager"${home}></nine-fold>
</div>
<div class="steps">
${sections.join('\n')}
${withoutClaims(rest.join('')).trim()}
<p class="onward">${onward(ORDER[at + 1])} <a href="index.html">All lessons</a></p>
</div>
</div>
${SCRIPTS}`,
    },
  };
}

function indexEntry(name) {
  const html = source(name);
  return `<li><a href="${name}.html">${titleOf(html)}</a><br><small>${ABOUT[name]} \
<span data-lesson="${name}" data-steps="${steps(html).length}"></span></small></li>`;
}

const index = picture => ({
  path: 'lessons/index.html',
  title: 'Four lessons on attention heads',
  description:
    'Four pages of ten minutes each, around a figure that can be moved: what factors and means do to ' +
    'Query, Key and Value, and how small a small factor is.',
  picture,
  body: `<h1>Four lessons</h1>
<p>Each takes ten minutes and asks before it tells. Its figure stays in sight and follows the text; what you predicted \
and did is kept in this browser, where it lets the page. The figures are \
<a href="../embedding.html">embedded as yours can be</a>.</p>
<ol>
${ORDER.map(indexEntry).join('\n')}
</ol>
${LIST_SCRIPT}`,
});

/** Pages, and pictures by their path. */
export function lessons(engine, address) {
  const made = ORDER.map((name, at) => lesson(engine, name, at, address));
  return {
    pages: [index(made[0].page.picture), ...made.map(({page}) => page)],
    images: Object.assign({}, ...made.map(({images}) => images)),
  };
}
