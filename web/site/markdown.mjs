// The part of Markdown that the documents of this repository are written in, as HTML: headings,
// paragraphs, lists of one level, tables, code as a block (fenced or indented), and in lines code,
// strong words and links. What is not among these is refused, so that no page shows signs where a
// reader expects a picture or a quotation.

import {code, escaped, table} from './parts.mjs';

/**
 * @typedef {{link(to: string): string | null, code?(text: string): string | null}} Leads
 *   link: the address for one, or null where it leads nowhere from the page; code: HTML to stand
 *   for a piece of code, or null
 */

const BLOCKS = [
  {kind: 'fence', starts: /^```/},
  {kind: 'indented', starts: /^ {4}/},
  {kind: 'heading', starts: /^#{1,3} /},
  {kind: 'table', starts: /^\|/},
  {kind: 'bullets', starts: /^- /},
  {kind: 'numbers', starts: /^\d+\. /},
  {kind: 'refused', starts: /^([>!<]|[+*] |#{4}|---|===|\*\*\*)/},
  {kind: 'paragraph', starts: /^\S/},
];

const REFUSED = /!\[|\]\[|(?<!\w)_\w|(?<!\*)\*\w+\*(?!\*)|~~|<\w+>|\\|\n(?:===|---)/;

// ---- In lines ----------------------------------------------------------------------------------

/** @param {string} text without code @param {Leads} leads */
function words(text, leads) {
  const strange = REFUSED.exec(text);
  if (strange) throw new Error(`Markdown: "${strange[0]}" in "${text}" is none that is read here`);
  return escaped(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => {
      const address = leads.link(to);
      return address === null ? words : `<a href="${address}">${words}</a>`;
    });
}

/**
 * A line with code, which is taken out first: nothing in it is Markdown.
 * @param {string} text @param {Leads} leads
 */
function inline(text, leads) {
  const pieces = [];
  const without = text.replace(/`([^`]+)`/g, (_, piece) => {
    pieces.push(leads.code?.(piece) ?? code(piece));
    return `\u0000${pieces.length - 1}\u0000`;
  });
  return words(without, leads).replace(/\u0000(\d+)\u0000/g, (_, at) => pieces[at]);
}

// ---- Blocks ------------------------------------------------------------------------------------

/** The name of a heading in addresses. @param {string} heading */
export const anchorOf = heading =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');

function heading([line], leads) {
  const [, signs, text] = /^(#+) (.*)$/.exec(line);
  const id = signs.length > 1 ? ` id="${anchorOf(text)}"` : '';
  return `<h${signs.length}${id}>${inline(text, leads)}</h${signs.length}>`;
}

const cellsOf = line =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map(cell => cell.trim());

function tableOf([head, , ...rows], leads) {
  const html = rows.map(row => {
    const [name, ...cells] = cellsOf(row).map(cell => inline(cell, leads));
    return `<tr><th scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const words = cellsOf(head).map(cell => inline(cell, leads));
  return table(words.join('') ? words : [], html.join('\n'));
}

/** @param {string[]} lines @param {RegExp} sign @param {Leads} leads */
function items(lines, sign, leads) {
  const texts = [];
  for (const line of lines)
    if (sign.test(line)) texts.push(line.replace(sign, ''));
    else texts.push(`${texts.pop()} ${line.trim()}`);
  return texts.map(text => `<li>${inline(text, leads)}</li>`).join('\n');
}

const block = lines => `<pre><code>${escaped(lines.join('\n'))}</code></pre>`;

const MADE = {
  fence: lines => block(lines.slice(1, -1)),
  indented: lines => block(lines.map(line => line.slice(4))),
  heading,
  table: tableOf,
  bullets: (lines, leads) => `<ul>\n${items(lines, /^- /, leads)}\n</ul>`,
  numbers: (lines, leads) => `<ol>\n${items(lines, /^\d+\. /, leads)}\n</ol>`,
  paragraph: (lines, leads) => `<p>${inline(lines.join('\n'), leads)}</p>`,
  refused([line]) {
    throw new Error(`Markdown: a line that begins as "${line}" is none that is read here`);
  },
};

/** Where a block ends that begins at a line. @param {string[]} lines @param {string} kind */
function endOf(lines, from, kind) {
  if (kind === 'fence') return lines.indexOf('```', from + 1) + 1;
  if (kind === 'heading') return from + 1;
  let end = from + 1;
  while (end < lines.length && lines[end] !== '') end++;
  return end;
}

/** @param {string} text @param {Leads} leads */
export function htmlOf(text, leads) {
  const lines = text.split('\n');
  const made = [];
  for (let at = 0; at < lines.length;)
    if (lines[at] === '') at++;
    else {
      const {kind} = BLOCKS.find(({starts}) => starts.test(lines[at])) ?? {kind: 'refused'};
      const end = endOf(lines, at, kind);
      made.push(MADE[kind](lines.slice(at, end), leads));
      at = end;
    }
  return made.join('\n');
}
