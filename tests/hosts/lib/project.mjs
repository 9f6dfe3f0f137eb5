// Projects of others, with the npm package installed as `npm install` does.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {SITE} from '../../browser/lib/browser.mjs';
import {scratchFolder} from '../../node/lib/scratch.mjs';

export const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
export const PACKAGE = join(SITE, '../package');
const TOOLS = ['vite', 'vitepress', 'vue'];

const work = scratchFolder('package');

/** @param {string} name of its folder @param {Record<string, string>} files by their path */
export function project(name, files) {
  const folder = join(work, name);
  mkdirSync(join(folder, 'node_modules'), {recursive: true});
  cpSync(PACKAGE, join(folder, 'node_modules/ninefold'), {recursive: true});
  for (const tool of TOOLS) symlinkSync(join(MODULES, tool), join(folder, 'node_modules', tool));
  const all = {'package.json': '{"type": "module", "private": true}', ...files};
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs node in a project. @param {string} folder @param {string[]} words */
export function run(folder, ...words) {
  const how = {cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: 120_000};
  return execFileSync(process.execPath, words, how);
}

/** Builds a project with Vite. @returns {string} the folder of what was built */
export function viteBuilt(folder) {
  run(folder, join(MODULES, 'vite/bin/vite.js'), 'build', '--base', './');
  return join(folder, 'dist');
}

/** An app of Vite that imports the element, built. @param {(script: string) => string} html */
export function appBuilt(html) {
  const files = {
    'index.html': html('<script type="module" src="/main.js"></script>'),
    'main.js': "import {NineFold} from 'ninefold';\nconsole.log(NineFold.name);\n",
  };
  return viteBuilt(project('app', files));
}
