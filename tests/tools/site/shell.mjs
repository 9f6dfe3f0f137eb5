// What the static pages of the site share: their frame, and the facts they are made of.

import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../build/ninefold', import.meta.url));

/** What a command of the engine answers as JSON. */
export const ask = command => JSON.parse(execFileSync(PROGRAM, [command, '--json'], {encoding: 'utf8'}));

/** Where the site will be, with a slash at the end: a setting of the build. Empty if it was not said. */
export function publicAddress(said = process.env.NINEFOLD_URL ?? '') {
  if (said !== '' && !/^https?:\/\/[^\s/?#"<>]+(\/[^\s?#"<>]*)?$/.test(said))
    throw new Error(`NINEFOLD_URL: read "${said}", allowed: the address of a folder, as https://example.org/ninefold/; the site was not made`);
  return said && said.replace(/\/?$/, '/');
}

export const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const unescaped = text => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b2027; --quiet: #5a626d; --line: #d9dce0; --paper: #fcfcfb; --accent: #1d5fa8; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a2a9b3; --line: #363b42; --paper: #14171b; --accent: #8ab8ee; } }
  body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 62rem; padding: 1rem clamp(1rem, 4vw, 3rem) 3rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 .5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
  a { color: var(--accent); } nav, footer, small, figcaption { color: var(--quiet); font-size: .9rem; } nav a { margin-right: 1rem; }
  img { width: 100%; max-width: 40rem; height: auto; aspect-ratio: 10 / 9; object-fit: cover; border: 1px solid var(--line); box-sizing: border-box; } figure { margin: 1rem 0; }
  .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } th, td { padding: .45rem .8rem .45rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
  thead th { border: 0; color: var(--quiet); font-weight: normal; font-size: .9rem; } tbody th { font-weight: normal; } td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
  code { font: .9em ui-monospace, monospace; } p code { overflow-wrap: anywhere; } td > small { white-space: nowrap; } sub { line-height: 0; font-size: .75em; } b.true::before { content: "\\2713\\00a0"; } b.false::before { content: "\\2717\\00a0"; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; line-height: 1.45; }
  details { margin: .5rem 0 1rem; } summary { cursor: pointer; padding: .35rem 0; font-weight: 600; } nine-fold { display: block; margin: 1rem 0 1.5rem; }
  .open { display: inline-block; padding: .5rem 1rem; border: 1px solid currentColor; border-radius: .4rem; text-decoration: none; }`;

/** What a shared link to a page shows of it: tags for its head. */
function shared({path, title, description, picture}, address) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1), where = address + path.replace(/^index\.html$/, '');
  const image = picture && {
    'og:image': (address && address + folder) + picture.file, 'og:image:width': 1200, 'og:image:height': 630, 'og:image:alt': picture.alt, 'twitter:card': 'summary_large_image',
  };
  const tags = {'og:type': 'article', 'og:site_name': 'Ninefold', 'og:title': title, 'og:description': description, ...(address && {'og:url': where}), ...image};
  const metas = Object.entries(tags).map(([name, value]) => `<meta ${name.startsWith('og') ? 'property' : 'name'}="${name}" content="${escaped(String(value))}">`);
  return [...(address ? [`<link rel="canonical" href="${where}">`] : []), ...metas].join('\n');
}

/** A page that was written by hand, with the same tags: they are made of its own title and description. */
export function withPreview(html, {path, picture}, address) {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '', description = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? title;
  return html.replace('</title>', `</title>\n${shared({path, title: unescaped(title), description: unescaped(description), picture}, address)}`);
}

/**
 * A page of plain HTML. `path` is where it stands in the site; `picture`, {file, alt}, stands beside it.
 */
export function pageOf({path, title, description, picture, body}, address = '') {
  const up = path.includes('/') ? '../' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
${shared({path, title, description, picture}, address)}
<link rel="icon" href="data:,">
<style>${STYLE}
</style>
</head>
<body>
<nav><a href="${up}index.html">Ninefold</a><a href="${up}readings/index.html">Descriptions to check</a><a href="${up}figures/index.html">Figures</a><a href="${up}lessons/index.html">Lessons</a><a href="${up}embedding.html">For teachers</a><a href="${up}reference.html">Reference</a></nav>
<main>
${body.trim()}
</main>
</body>
</html>
`;
}
