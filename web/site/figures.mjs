// The pages of the three figures: what each shows, what there is to see, and its numbers.

import {escaped, image, inFigures, opener, picture, table} from './parts.mjs';
import {preview} from './png.mjs';

const FIGURES = [
  {
    name: 'modify',
    title: "A head's Query, Key or Value multiplied by ε",
    link: '1;source=model',
    inputs: 1,
    what:
      'Each row changes one component of a head, its Query, its Key or its Value, by the factor ε of its column, ' +
      'and shows where the head then looks.',
    see: `The first two rows are the same to the last bit: one factor on the same logits, whichever side it comes \
from. The third shows the head untouched: Value never enters the weights of
its own layer, and what it moves is the output. As ε goes to 0 every row of Query and Key becomes uniform, and from \
1e-3 on nothing more happens.`,
  },
  {
    name: 'mean',
    title: "A head's Query, Key or Value replaced by its mean",
    link: '1;figure=mean;source=model',
    inputs: 3,
    what:
      'Each row is an input; each column replaces one component of the head by its mean over all heads of the ' +
      'layer.',
    see: `With the mean of Query or Key a causal row tends towards giving every token it may see the same, which is \
high only at the top left, where few can be seen: the corner is the mask's shape. With the mean of
Value the weights are those of the head untouched.`,
  },
  {
    name: 'cross',
    title: 'The queries of one input against the keys of another',
    link: '1;figure=cross;source=model',
    inputs: 3,
    what:
      'Each row takes the queries of an input, each column the keys of one, both replaced by their means over ' +
      'all heads of the layer.',
    see: 'On the diagonal an input meets itself. There is no panel of a Value here.',
  },
];

const COLUMNS = ['first', 'diag', 'rest', 'entropy', 'change', 'norm'];

/** A panel's title, whose stars stand for emphasis. */
const marked = title => escaped(title).replace(/\*([^*]+)\*/g, '<em>$1</em>');

function panelRow({title, measures}) {
  const cells = COLUMNS.map(key => `<td class="number">${inFigures(measures[key])}</td>`);
  return `<tr><th scope="row">${marked(title)}</th>${cells.join('')}</tr>`;
}

function panelTable(panels) {
  const head = COLUMNS.map(key => `<a href="../reference.html#measure-${key}">${key}</a>`);
  return table(['panel', ...head], `\n${panels.map(panelRow).join('\n')}\n`);
}

/** What the head reads, as a paragraph, where it reads anything. */
function texts(inputs) {
  const all = inputs?.map(({tokens}) => tokens?.join('')).filter(Boolean) ?? [];
  const quoted = all.map(text => `<q>${escaped(text.replace('⟨begin⟩', '').trim())}</q>`);
  const words = `The head is one of a small transformer that was really trained, reading ${quoted.join(', ')}.`;
  return quoted.length ? `<p>${words}</p>` : '';
}

/** The page of the app whose preview shows this kind. */
export const appOf = name => (name === FIGURES[0].name ? 'index.html' : `${name}.html`);

function figurePage(engine, {name, title, link, inputs, what, see}) {
  const figure = engine.compute(link);
  const seen = picture(`${name}.png`, figure);
  return {
    name,
    link,
    path: `figures/${name}.html`,
    title,
    description: what,
    picture: seen,
    image: preview(figure.panels),
    body: `
<h1>${escaped(title)}</h1>
<p>${what}</p>
${seen.html}
<p>${opener(figure.link, appOf(name))}</p>
<h2>What there is to see</h2>
<p>${see}</p>
${texts(figure.inputs?.slice(0, inputs))}
<h2>In numbers</h2>
${panelTable([...figure.baselines, ...figure.panels])}
<p><small>The link: <code>${figure.link}</code>, check <code>${figure.check}</code>.</small></p>`,
  };
}

/** The kinds whose page of the app is not the first one. */
export const ownPages = FIGURES.slice(1).map(({name}) => name);

export const figurePages = engine => FIGURES.map(figure => figurePage(engine, figure));

function indexEntry({path, title, picture: {file, alt}, description}) {
  const [, page] = path.split('/');
  return `<h2><a href="${page}">${escaped(title)}</a></h2>
<p>${description}</p>
<a href="${page}">${image(file, alt)}</a>`;
}

export const figuresIndex = pages => ({
  path: 'figures/index.html',
  title: 'The three figures of Ninefold',
  description:
    'Nine attention panels of one head: multiplied by ε, replaced by means, crossed between inputs. Each ' +
    'with its numbers.',
  body: `<h1>The three figures</h1>\n${pages.map(indexEntry).join('\n')}`,
});
