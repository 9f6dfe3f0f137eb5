// The scripts of the site once more, as a build makes them that was told another public address.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {SITE} from './browser.mjs';

const root = name => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** @param {string} address as $NINEFOLD_URL */
export function siteFor(address) {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-site-'));
  const made = join(folder, 'made');
  const site = join(folder, 'site');
  cpSync(root('build/made'), made, {recursive: true});
  cpSync(SITE, site, {recursive: true});
  execFileSync('node', [root('web/site/data.mjs'), made], {
    env: {...process.env, NINEFOLD_URL: address},
  });
  execFileSync(root('build.sh'), ['scripts', site, '--allow-overwrite', `--alias:made=${made}`]);
  return {folder: site, remove: () => rmSync(folder, {recursive: true})};
}
