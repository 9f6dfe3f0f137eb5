// The pages of the readings: five descriptions of two published figures, each sentence with its
// verdicts and its test.

import {escaped, inFigures, opener, picture, table} from './parts.mjs';
import {preview} from './png.mjs';
import {ask} from './shell.mjs';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

// ---- Judging --------------------------------------------------------------------------------------------------------

/** The link with one key changed, as a sentence may ask for. */
function changed(engine, link, change) {
  const [key] = change.split('=');
  const rest = link.split(';').filter(field => !field.startsWith(`${key}=`));
  return engine.decode([...rest, change].join(';')).link;
}

/**
 * A sentence judged on the figure made last: every statement must hold, and the first that does
 * not decides.
 */
function judged(engine, {test, slack, refutes}) {
  const verdicts = test.split(';').map(statement => engine.ask(statement, slack));
  const {holds, number, bound} = verdicts.find(({holds}) => holds !== true) ?? verdicts[0];
  return {verdict: holds === null ? null : holds !== refutes, number, bound};
}

/**
 * The reading's figure of the trained model, if it was trained to be used so: no other mask, no
 * other normaliser.
 */
function realHead(engine, {link}) {
  const spoken = ask('params')
    .filter(({sources}) => sources.includes('model'))
    .map(({key}) => key);
  const fields = link
    .split(';')
    .slice(1)
    .filter(field => spoken.includes(field.split('=')[0]));
  const figure = engine.compute(['1', ...fields, 'source=model'].join(';'));
  return figure.source.counterfactual === '' ? figure.link : null;
}

// ---- Sentences ------------------------------------------------------------------------------------------------------

function verdictCell(of, {verdict, number, bound}, {slack, refutes}) {
  if (verdict === null) return `<td data-of="${of}">–</td>`;
  const within = slack ? `, to within ${slack}` : '';
  const so = refutes && !verdict ? ', which speaks against it' : '';
  const against = `${inFigures(number)} against ${inFigures(bound)}${within}${so}`;
  return `<td data-of="${of}"><b class="${verdict}">${verdict}</b><br><small>${against}</small></td>`;
}

const testsOf = test => `<details><summary><small>the test</small></summary><small>\
${test
  .split(';')
  .map(statement => `<code>${statement}</code>`)
  .join(' ')}</small></details>`;

function sentenceRow(engine, link, real, sentence) {
  const {text, test, with: change, any, reason} = sentence;
  const tried = change && changed(engine, link, change);
  const also = tried
    ? ` Tried with <a href="../index.html#${tried}"><code>${change}</code></a>.`
    : '';
  const other = real ? verdictCell('the real head', judged(engine, sentence), sentence) : '';
  return `<tr><th scope="row">${escaped(text)}</th>${verdictCell('this head', sentence, sentence)}${other}
<td class="wide" data-of="can any head?"><b>${escaped(any)}</b>. ${escaped(reason)}${also}${testsOf(test)}</td></tr>`;
}

function sentenceTable(engine, {link, sentences}, real) {
  if (real) engine.compute(real); // what each row then judges
  const other = real ? [`<a href="../index.html#${real}">the real head</a>`] : [];
  const rows = sentences.map(sentence => sentenceRow(engine, link, real, sentence));
  const head = ['it says', 'this head', ...other, 'can any head?'];
  return table(head, `\n${rows.join('\n')}\n`, {stacked: true});
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

const REAL =
  'The real head is one of a small transformer that was really trained, with the same settings.';
const NONE =
  'No head was trained to be used with these settings, so there is no real one beside it.';

const isTrue = ({verdict}) => verdict;
const count = sentences => sentences.filter(isTrue).length;

function description(sentences) {
  const refuted = sentences.find(sentence => !isTrue(sentence));
  return `A description of a published figure, checked sentence by sentence: of ${sentences.length}, \
${count(sentences)} are true of a head built to match it. ${refuted?.reason ?? ''}`.trim();
}

function body(engine, reading, {check, image, at, next}) {
  const {question, link, sentences} = reading;
  const real = realHead(engine, reading);
  return `
<h1>${escaped(question)}</h1>
<p>Five descriptions of the same two figures. Each was written from a picture. Check them. \
This is the ${ORDINALS[at]}.</p>
${image}
<p>${opener(link)}</p>
<h2>What it says, and whether it is so</h2>
<p>The head that is drawn was built to match this description. Of its ${sentences.length} sentences \
${count(sentences)} are true of it; the last column says whether any head could bear them out.
  ${real ? REAL : NONE}</p>
${sentenceTable(engine, reading, real)}
<p><small>The tests are statements of the link's own language, \
<a href="../reference.html#statements">explained in the reference</a>. \
The link: <code>${link}</code>, check <code>${check}</code>.</small></p>
<p><a href="${next.name}.html">${escaped(next.question)}</a></p>`;
}

function readingPage(engine, reading, at, all) {
  const {name, question, link, sentences} = reading;
  const figure = engine.compute(link);
  const seen = picture(`${name}.png`, figure);
  const next = all[(at + 1) % all.length];
  return {
    path: `readings/${name}.html`,
    title: question,
    description: description(sentences),
    picture: seen,
    image: preview(figure.panels),
    body: body(engine, reading, {check: figure.check, image: seen.html, at, next}),
  };
}

export const readingPages = engine =>
  ask('readings').map((reading, at, all) => readingPage(engine, reading, at, all));

export function readingsIndex() {
  const items = ask('readings').map(
    ({name, question, sentences}) =>
      `<li><a href="${name}.html">${escaped(question)}</a> <small>${sentences.length} sentences</small></li>`,
  );
  return {
    path: 'readings/index.html',
    title: "Can you trust a figure's caption?",
    description:
      'Five descriptions of the same two figures, each written from a picture. They disagree with one ' +
      'another. Check them, sentence by sentence.',
    body: `<h1>Can you trust a figure's caption?</h1>
<p>Two figures from the appendix of <cite>On the Role of Attention Heads in Large Language Model Safety</cite> \
(arXiv 2410.13708) show what happens to a head's attention when its
  Query, Key or Value is scaled by ε, or replaced by its mean. Five descriptions of them, each written by looking at \
a picture, disagree with one another, and some with themselves.
  The last two say the opposite of each other, and each is true of some head.</p>
<ol>
${items.join('\n')}
</ol>`,
  };
}
