// What the static pages of the site share: their frame, and the facts they are made of.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {escaped, unescaped} from './parts.mjs';

/** A file of the repository, by its path from the top. */
export const root = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const PROGRAM = root('build/ninefold');

/** What a command of the engine answers as JSON. */
export const ask = command =>
  JSON.parse(execFileSync(PROGRAM, [command, '--json'], {encoding: 'utf8'}));

/**
 * Where the site will be, with a slash at the end: a setting of the build. Empty if it was not
 * said.
 */
export function publicAddress(said = process.env.NINEFOLD_URL ?? '') {
  if (said !== '' && !/^https?:\/\/[^\s/?#"<>]+(\/[^\s?#"<>]*)?$/.test(said))
    throw new Error(`NINEFOLD_URL: read "${said}", allowed: the address of a folder, as https://example.org/ninefold/; \
the site was not made`);
  return said && said.replace(/\/?$/, '/');
}

/** Where the sources are: a setting of the build too. Empty if it was not said. */
export function repository(said = process.env.NINEFOLD_REPOSITORY ?? '') {
  if (said !== '' && !/^https:\/\/[^\s/?#"<>@]+\/[^\s?#"<>]+$/.test(said))
    throw new Error(`NINEFOLD_REPOSITORY: read "${said}", allowed: an https address, as \
https://example.org/ninefold.git; nothing was made that names it`);
  return said;
}

// A line for each group of rules.
const inLines = style =>
  style
    .trim()
    .split('\n\n')
    .map(rules => `  ${rules.replace(/\s+/g, ' ')}`)
    .join('\n');

const STYLE = inLines(readFileSync(new URL('style.css', import.meta.url), 'utf8'));

// ---- Where links are shared -----------------------------------------------------------------------------------------

const meta = ([name, value]) =>
  `<meta ${name.startsWith('og') ? 'property' : 'name'}="${name}" content="${escaped(String(value))}">`;

const pictureTags = ({file, alt}, folder) => ({
  'og:image': folder + file,
  'og:image:width': 1200,
  'og:image:height': 630,
  'og:image:alt': alt,
  'twitter:card': 'summary_large_image',
});

/** What a shared link to a page shows of it: tags for its head. */
function shared({path, title, description, picture}, address) {
  const folder = address && address + path.slice(0, path.lastIndexOf('/') + 1);
  const where = address && address + path.replace(/^index\.html$/, '');
  const tags = {
    'og:type': 'article',
    'og:site_name': 'Ninefold',
    'og:title': title,
    'og:description': description,
    ...(address && {'og:url': where}),
    ...(picture && pictureTags(picture, folder)),
  };
  const canonical = address ? [`<link rel="canonical" href="${where}">`] : [];
  return [...canonical, ...Object.entries(tags).map(meta)].join('\n');
}

/**
 * A page that was written by hand, with the same tags: they are made of its own title and
 * description.
 */
export function withPreview(html, {path, picture}, address) {
  const title = unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
  const said = /<meta name="description" content="([^"]*)">/.exec(html)?.[1];
  const description = said === undefined ? title : unescaped(said);
  return html.replace(
    '</title>',
    `</title>\n${shared({path, title, description, picture}, address)}`,
  );
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

const PLACES = [
  ['index.html', 'Ninefold'],
  ['readings/index.html', 'Descriptions to check'],
  ['figures/index.html', 'Figures'],
  ['lessons/index.html', 'Lessons'],
  ['embedding.html', 'For teachers'],
  ['reference.html', 'Reference'],
  ['glossary.html', 'Glossary'],
  ['about.html', 'About'],
];

const navigation = up =>
  `<nav>${PLACES.map(([path, name]) => `<a href="${up}${path}">${name}</a>`).join('')}</nav>`;

/**
 * A page of plain HTML. `path` is where it stands in the site; `picture`, {file, alt}, stands
 * beside it; `style` is its own.
 */
export function pageOf({path, title, description, picture, style = '', body}, address = '') {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
${shared({path, title, description, picture}, address)}
<link rel="icon" href="data:,">
<style>
${STYLE}${style && `\n${inLines(style)}`}
</style>
</head>
<body>
${navigation(path.includes('/') ? '../' : '')}
<main>
${body.trim()}
</main>
</body>
</html>
`;
}
