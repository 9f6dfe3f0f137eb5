// The static pages of the site:   node pages.mjs SITE
//
// A page for each reading and each figure, which works without scripts and has a preview where its link is shared, the
// reference, and the page that repairs addresses whose # was written %23.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load} from '../../../web/engine.js';
import {embedding} from './embedding.mjs';
import {lessons} from './lessons.mjs';
import {missing} from './missing.mjs';
import {preview} from './png.mjs';
import {reference} from './reference.mjs';
import {ask, escaped, pageOf, publicAddress, withPreview} from './shell.mjs';

const root = name => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

async function completeEngine() {
  const engine = await load(readFileSync(root('build/ninefold-model.wasm')));
  engine.bringModel(readFileSync(root('web/model.bin')));
  return engine;
}

const marked = title => escaped(title).replace(/\*([^*]+)\*/g, '<em>$1</em>');
const number = x => (x === null ? '–' : Math.abs(x) >= 1e-3 || x === 0 ? String(Number(x.toFixed(4))) : Number(x.toPrecision(2)).toExponential());
const opener = (link, words) => `<a class="open" href="../index.html#${link}">${words}</a>`;

function picture(file, {caption, panels}) {
  const alt = `Nine attention heatmaps, three by three: ${panels.map(({title}) => title.replaceAll('*', '')).join('; ')}.`;
  return {file, alt, html: `<figure><img src="${file}" width="1200" height="630" alt="${escaped(alt)}"><figcaption>${escaped(caption)}.</figcaption></figure>`};
}

// ---- Readings ------------------------------------------------------------------------------------------------------

/** The link with one key changed, as a sentence may ask for. */
function changed(engine, link, change) {
  const [key] = change.split('='), rest = link.split(';').filter(field => !field.startsWith(`${key}=`));
  return engine.decode([...rest, change].join(';')).link;
}

/** A sentence judged on the figure made last: every statement must hold, and the first that does not decides. */
function judged(engine, {test, slack, refutes}) {
  const verdicts = test.split(';').map(statement => engine.ask(statement, slack)), failing = verdicts.find(({holds}) => holds !== true);
  const {holds, number: found, bound} = failing ?? verdicts[0];
  return {verdict: holds === null ? null : holds !== refutes, number: found, bound};
}

/** The reading's figure of the trained model, if it was trained to be used so: no other mask, no other normaliser. */
function realHead(engine, {link}) {
  const spoken = ask('params').filter(({sources}) => sources.includes('model')).map(({key}) => key);
  const fields = link.split(';').slice(1).filter(field => spoken.includes(field.split('=')[0]));
  const figure = engine.compute(['1', ...fields, 'source=model'].join(';'));
  return figure.source.counterfactual === '' ? figure.link : null;
}

const told = ({verdict, number: found, bound}, slack) => (verdict === null ? '<td>–</td>' :
  `<td><b class="${verdict}">${verdict}</b><br><small>${number(found)} against ${number(bound)}${slack ? `, to within ${slack}` : ''}</small></td>`);

function sentenceRow(engine, link, real, sentence) {
  const {text, test, with: change, slack, any, reason} = sentence;
  const also = change ? ` Tried with <a href="../index.html#${changed(engine, link, change)}"><code>${change}</code></a>.` : '';
  const tests = test.split(';').map(statement => `<code>${statement}</code>`).join(' ');
  const other = real ? told(judged(engine, sentence), slack) : '';
  return `<tr><th scope="row">${escaped(text)}</th>${told(sentence, slack)}${other}
<td><b>${escaped(any)}</b>. ${escaped(reason)}${also}<details><summary><small>the test</small></summary><small>${tests}</small></details></td></tr>`;
}

function sentenceTable(engine, {link, sentences}, real) {
  if (real) engine.compute(real);
  return `<div class="scroll"><table><thead><tr><th>it says</th><th>this head</th>${real ? `<th><a href="../index.html#${real}">the real head</a></th>` : ''}<th>can any head?</th></tr></thead>
<tbody>
${sentences.map(sentence => sentenceRow(engine, link, real, sentence)).join('\n')}
</tbody></table></div>`;
}

function readingPage(engine, reading, at, all) {
  const {name, question, link, sentences} = reading, figure = engine.compute(link), image = picture(`${name}.png`, figure);
  const real = realHead(engine, reading), borne = sentences.filter(({verdict}) => verdict).length, next = all[(at + 1) % all.length];
  const description = `A description of a published figure, checked sentence by sentence: of ${sentences.length}, ${borne} are true of a head built to match it. ${sentences.find(({verdict}) => !verdict)?.reason ?? ''}`.trim();
  return {
    path: `readings/${name}.html`, title: question, description, picture: image, image: preview(figure.panels),
    body: `
<h1>${escaped(question)}</h1>
<p>Five descriptions of the same two figures. Each was written from a picture. Check them. This is the ${['first', 'second', 'third', 'fourth', 'fifth'][at]}.</p>
${image.html}
<p>${opener(link, 'Open these nine panels, and move something')}</p>
<h2>What it says, and whether it is so</h2>
<p>The head that is drawn was built to match this description. Of its ${sentences.length} sentences ${borne} are true of it; the last column says whether any head could bear them out.
  ${real ? 'The real head is one of a small transformer that was really trained, with the same settings.' : 'No head was trained to be used with these settings, so there is no real one beside it.'}</p>
${sentenceTable(engine, reading, real)}
<p><small>The tests are statements of the link's own language, <a href="../reference.html#statements">explained in the reference</a>. The link: <code>${link}</code>, check <code>${figure.check}</code>.</small></p>
<p><a href="${next.name}.html">${escaped(next.question)}</a></p>`,
  };
}

function readingsIndex(all) {
  const items = all.map(({name, question, sentences}) => `<li><a href="${name}.html">${escaped(question)}</a> <small>${sentences.length} sentences</small></li>`);
  return {
    path: 'readings/index.html', title: "Can you trust a figure's caption?",
    description: 'Five descriptions of the same two figures, each written from a picture. They disagree with one another. Check them, sentence by sentence.',
    body: `<h1>Can you trust a figure's caption?</h1>
<p>Two figures from the appendix of <cite>On the Role of Attention Heads in Large Language Model Safety</cite> (arXiv 2410.13708) show what happens to a head's attention when its
  Query, Key or Value is scaled by ε, or replaced by its mean. Five descriptions of them, each written by looking at a picture, disagree with one another, and some with themselves.
  The last two say the opposite of each other, and each is true of some head.</p>
<ol>
${items.join('\n')}
</ol>`,
  };
}

// ---- Figures -------------------------------------------------------------------------------------------------------

const FIGURES = [
  {
    name: 'modify', title: "A head's Query, Key or Value multiplied by ε", link: '1;source=model',
    what: `Each row changes one component of a head, its Query, its Key or its Value, by the factor ε of its column, and shows where the head then looks.`,
    see: `The first two rows are the same to the last bit: one factor on the same logits, whichever side it comes from. The third shows the head untouched: Value never enters the weights of
its own layer, and what it moves is the output. As ε goes to 0 every row of Query and Key becomes uniform, and from 1e-3 on nothing more happens.`,
  },
  {
    name: 'mean', title: "A head's Query, Key or Value replaced by its mean", link: '1;figure=mean;source=model',
    what: `Each row is an input; each column replaces one component of the head by its mean over all heads of the layer.`,
    see: `With the mean of Query or Key a causal row tends towards giving every token it may see the same, which is high only at the top left, where few can be seen: the corner is the mask's shape. With the mean of
Value the weights are those of the head untouched.`,
  },
  {
    name: 'cross', title: 'The queries of one input against the keys of another', link: '1;figure=cross;source=model',
    what: `Each row takes the queries of an input, each column the keys of one, both replaced by their means over all heads of the layer.`,
    see: `On the diagonal an input meets itself. There is no panel of a Value here.`,
  },
];

const COLUMNS = ['first', 'diag', 'rest', 'entropy', 'change', 'norm'];

function panelRow({title, measures}) {
  return `<tr><th scope="row">${marked(title)}</th>${COLUMNS.map(key => `<td class="number">${number(measures[key])}</td>`).join('')}</tr>`;
}

function figurePage(engine, {name, title, link, what, see}) {
  const figure = engine.compute(link), image = picture(`${name}.png`, figure);
  const tokens = figure.inputs?.slice(0, name === 'modify' ? 1 : 3).map(input => input.tokens?.join('')).filter(Boolean) ?? [];
  return {
    path: `figures/${name}.html`, title, description: what, picture: image, image: preview(figure.panels),
    body: `
<h1>${escaped(title)}</h1>
<p>${what}</p>
${image.html}
<p>${opener(figure.link, 'Open these nine panels, and move something')}</p>
<h2>What there is to see</h2>
<p>${see}</p>
${tokens.length ? `<p>The head is one of a small transformer that was really trained, reading ${tokens.map(text => `<q>${escaped(text.replace('⟨begin⟩', '').trim())}</q>`).join(', ')}.</p>` : ''}
<h2>In numbers</h2>
<div class="scroll"><table><thead><tr><th>panel</th>${COLUMNS.map(key => `<th><a href="../reference.html#measure-${key}">${key}</a></th>`).join('')}</tr></thead>
<tbody>
${[...figure.baselines, ...figure.panels].map(panelRow).join('\n')}
</tbody></table></div>
<p><small>The link: <code>${figure.link}</code>, check <code>${figure.check}</code>.</small></p>`,
  };
}

function figuresIndex(pages) {
  return {
    path: 'figures/index.html', title: 'The three figures of Ninefold',
    description: 'Nine attention panels of one head: multiplied by ε, replaced by means, crossed between inputs. Each with its numbers.',
    body: `<h1>The three figures</h1>\n${pages.map(({path, title, picture: {file, alt}, description}) =>
      `<h2><a href="${path.split('/')[1]}">${escaped(title)}</a></h2>\n<p>${description}</p>\n<a href="${path.split('/')[1]}"><img src="${file}" width="1200" height="630" alt="${escaped(alt)}"></a>`).join('\n')}`,
  };
}

// ---- The site ------------------------------------------------------------------------------------------------------

/** Every file that is made: path in the site, and what is in it. */
export async function files(address = publicAddress()) {
  const engine = await completeEngine(), readings = ask('readings');
  const figures = FIGURES.map(figure => figurePage(engine, figure));
  const course = lessons(engine);
  const pages = [...readings.map((reading, at) => readingPage(engine, reading, at, readings)), ...figures];
  const texts = [...pages, readingsIndex(readings), figuresIndex(figures), reference(), ...course.pages, embedding(address)].map(page => [page.path, pageOf(page, address)]);
  const start = readFileSync(root('index.html'), 'utf8'), first = figures[0].picture;
  texts.push(['index.html', withPreview(start, {path: 'index.html', picture: {...first, file: `figures/${first.file}`}}, address)]);
  return Object.fromEntries([...texts, ...Object.entries(course.images), ...pages.map(({path, image}) => [path.replace('.html', '.png'), image]), ['404.html', missing(address)]]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, bytes] of Object.entries(await files())) {
    const file = join(process.argv[2], path);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, bytes);
  }
