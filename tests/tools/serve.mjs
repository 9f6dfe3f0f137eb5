// Serves a folder to this machine's browsers:   node serve.mjs FOLDER
// The port is $PORT, or the first free one from 8000. Tests import serve() and ask for port 0, any free one.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** The file a request means, or null where it would leave the folder. */
function fileOf(root, url) {
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  const file = resolve(join(root, path.endsWith('/') ? path + 'index.html' : path));
  return file.startsWith(root + sep) ? file : null;
}

async function respond(root, request, response) {
  // A sandboxed iframe has no origin of its own; modules load there only with this header.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cache-Control', 'no-cache');
  try {
    const file = fileOf(root, request.url);
    const body = await readFile(file);
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end('not found\n');
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
  return { address: `http://127.0.0.1:${used}/`, close: () => server.close() };
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
  const { address } = wanted ? await serve(folder, Number(wanted)) : await serveFromFirstFree(folder, 8000);
  console.log(`${address}   (stop with Ctrl-C)`);
}
