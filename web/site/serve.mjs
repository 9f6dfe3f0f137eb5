// Serves a folder to this machine's browsers:   node serve.mjs FOLDER The port is $PORT, or the
// first free one from 8000. Tests import serve() and ask for port 0, any free one.

import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {dirname, extname, join, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';

const TYPES = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

// As public hosts do it, so that what is measured here is what readers get. Quality 5: the first
// reader does not wait.
const ENCODINGS = {
  br: body => promisify(brotliCompress)(body, {params: {[constants.BROTLI_PARAM_QUALITY]: 5}}),
  gzip: body => promisify(gzip)(body),
};
const PACKED = ['.bin', '.png']; // already as small as they get

/**
 * The first of our encodings that the request accepts, or undefined: `br`, `gzip;q=0.5`, but not
 * `br;q=0`.
 */
function encodingFor(file, accepted) {
  const offers = accepted.split(',').map(offer => offer.trim().split(/\s*;\s*q=/));
  const welcome = name =>
    offers.some(([offered, weight]) => offered === name && Number(weight ?? 1) > 0);
  return PACKED.includes(extname(file)) ? undefined : Object.keys(ENCODINGS).find(welcome);
}

/** The file a request means, or null where it would leave the folder. */
function fileOf(root, url) {
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  const file = resolve(join(root, path.endsWith('/') ? path + 'index.html' : path));
  return file.startsWith(root + sep) ? file : null;
}

/**
 * As hosts do it that publish folders: the 404.html of the site that was meant, nearest to what
 * was asked for.
 */
async function missingPage(root, file) {
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) {
    const page = await readFile(join(folder, '404.html')).catch(() => null);
    if (page) return page;
  }
  return null;
}

async function respond(root, request, response) {
  // A sandboxed iframe has no origin of its own; modules load there only with this header.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cache-Control', 'no-cache');
  let file = null;
  try {
    file = fileOf(root, request.url);
    const body = await readFile(file);
    const encoding = encodingFor(file, request.headers['accept-encoding'] ?? '');
    const sent = encoding ? await ENCODINGS[encoding](body) : body;
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.end(sent);
  } catch {
    const page = file && (await missingPage(root, file));
    response.statusCode = 404;
    if (page) response.setHeader('Content-Type', TYPES['.html']);
    response.end(page ?? 'not found\n');
  }
}

function listen(server, port) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done(server.address().port));
  });
}

/** Serves `folder` at `port` (0: any free one); gives back the address and a way to stop. */
export async function serve(folder, port) {
  const root = resolve(folder);
  const server = createServer((request, response) => respond(root, request, response));
  const used = await listen(server, port);
  return {address: `http://127.0.0.1:${used}/`, close: () => server.close()};
}

async function serveFromFirstFree(folder, port) {
  for (; ; port++) {
    try {
      return await serve(folder, port);
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  const wanted = process.env.PORT;
  const {address} = wanted
    ? await serve(folder, Number(wanted))
    : await serveFromFirstFree(folder, 8000);
  console.log(`${address}   (stop with Ctrl-C)`);
}
