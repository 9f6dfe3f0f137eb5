// The scripts of the site once more, as a build makes them that was told another public address.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {SITE} from './browser.mjs';

const root = name => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** @param {string} address as $NINEFOLD_URL */
export function siteFor(address) {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-site-')), made = join(folder, 'made'), site = join(folder, 'site');
  cpSync(root('build/made'), made, {recursive: true});
  cpSync(SITE, site, {recursive: true});
  execFileSync('node', [root('tests/tools/site/data.mjs'), made], {env: {...process.env, NINEFOLD_URL: address}});
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions: {paths: {'made/*': [join(made, '*')]}}}));
  execFileSync('esbuild', ['--bundle', '--format=esm', '--target=es2022', '--log-level=warning', '--splitting', `--tsconfig=${join(folder, 'tsconfig.json')}`,
    `--outdir=${site}`, '--allow-overwrite', root('web/main.js'), root('web/nine-fold.js')]);
  return {folder: site, remove: () => rmSync(folder, {recursive: true})};
}
