// Frames without an origin of their own, as some platforms make them, in Firefox and WebKit: there
// 'self' is nothing to WebKit.
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {SITE} from '../browser/lib/browser.mjs';
import {BROWSERS, reportOf} from '../engines/browsers.mjs';
import {panels} from '../node/lib/engine.mjs';
import {serve} from '../../web/site/serve.mjs';

const FRAMES = {'index.html': '1;seed=3', 'ninefold.html': '1;seed=4;n=5'};

/** Runs in the page: tells which checks its frames have told, once all have. */
function tellAll(count) {
  const checks = {};
  addEventListener('message', ({data}) => {
    if (data?.type !== 'change' || !data.check) return;
    checks[data.link] = data.check;
    if (Object.keys(checks).length < count) return;
    const body = JSON.stringify({agent: navigator.userAgent, checks});
    fetch(location.hash.slice(1), {method: 'POST', mode: 'no-cors', body});
  });
}

let folder;
let server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync(SITE, join(folder, 'nine'), {recursive: true});
  const frames = Object.entries(FRAMES).map(
    ([page, link]) =>
      `<iframe sandbox="allow-scripts" src="nine/${page}#${link}" width="300"></iframe>`,
  );
  const script = `<script>(${tellAll})(${frames.length});</script>`;
  const head = `<!doctype html><title>A host</title>${script}`;
  writeFileSync(join(folder, 'index.html'), `${head}${frames.join('')}`);
  server = await serve(folder, 0);
});
after(() => {
  server.close();
  rmSync(folder, {recursive: true});
});

for (const name of ['Firefox', 'WebKit'])
  test(`in a sandbox the site and the one file show their figures: ${name}`, async () => {
    const {agent, checks} = await reportOf(name, `${server.address}index.html`);
    assert.match(agent, BROWSERS[name].is);
    const expected = Object.values(FRAMES).map(link => [link, panels(link).check]);
    assert.deepEqual(checks, Object.fromEntries(expected));
  });
