// The static pages of the site:   node pages.mjs SITE
//
// A page for each reading and each figure, which works without scripts and has a preview where its
// link is shared, the lessons, the page for teachers, the reference, documents, and the page that
// repairs addresses whose # was written %23.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load} from '../engine/engine.js';
import {classPage} from './class.mjs';
import {documents} from './documents.mjs';
import {embedding} from './embedding.mjs';
import {appOf, figurePages, figuresIndex} from './figures.mjs';
import {lessons} from './lessons.mjs';
import {missing} from './missing.mjs';
import {escaped} from './parts.mjs';
import {withPolicy} from './policy.mjs';
import {readingPages, readingsIndex} from './readings.mjs';
import {reference} from './reference.mjs';
import {pageOf, publicAddress, repository, root, withPreview} from './shell.mjs';

async function completeEngine() {
  const engine = await load(readFileSync(root('build/ninefold-model.wasm')));
  engine.bringModel(readFileSync(root('web/model.bin')));
  return engine;
}

/**
 * The page of the app itself, once for each kind of figure: a link is shared as the page of its
 * kind, whose preview is a picture of that kind.
 */
function apps(figures, address) {
  const html = readFileSync(root('index.html'), 'utf8');
  const pageOfKind = ({name, link, path, title, description, picture: {file, alt}}) => {
    const picture = {file: `figures/${file}`, alt};
    const app = appOf(name);
    if (app === 'index.html') return [app, withPreview(html, {path: app, picture}, address)];
    const own = html
      .replace('<nine-fold>', `<nine-fold link="${link}">`)
      .replaceAll('figures/modify.', path.replace('html', ''))
      .replace(/<title>[^<]*/, `<title>${escaped(title)} · Ninefold`)
      .replace(/(name="description" content=")[^"]*/, `$1${escaped(description)}`);
    return [app, withPreview(own, {path: app, picture}, address)];
  };
  return Object.fromEntries(figures.map(pageOfKind));
}

/** Every file that is made: path in the site, and what is in it. */
export async function files(address = publicAddress(), sources = repository()) {
  const engine = await completeEngine();
  const readings = readingPages(engine);
  const figures = figurePages(engine);
  const course = lessons(engine, address);
  const pages = [
    ...readings,
    ...figures,
    readingsIndex(),
    figuresIndex(figures),
    reference(),
    ...documents(sources),
    ...course.pages,
    embedding(address),
    classPage(),
  ];
  const previews = [...readings, ...figures].map(({path, image}) => [
    path.replace('.html', '.png'),
    image,
  ]);
  const made = Object.entries({
    ...Object.fromEntries(pages.map(page => [page.path, pageOf(page, address)])),
    ...apps(figures, address),
    '404.html': missing(address),
  });
  return {
    ...Object.fromEntries(made.map(([path, html]) => [path, withPolicy(html)])),
    ...course.images,
    ...Object.fromEntries(previews),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, bytes] of Object.entries(await files())) {
    const file = join(process.argv[2], path);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, bytes);
  }
