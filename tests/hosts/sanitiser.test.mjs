// A learning platform cleans what a teacher pastes: of an iframe only src, width, height, style,
// title and sandbox are left, of scripts and elements nothing. What the page offers as an iframe
// must still work then.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {colors, framed, settled, useHost, visit} from './lib/host.mjs';

const LEFT = ['src', 'width', 'height', 'style', 'title', 'sandbox'];
const LINK = '1;figure=mean;n=9~10~11;question=Which_column_moves~3F';

/** The tag of a frame, with those of its attributes that are left. */
function frame(attributes) {
  const all = [...attributes.matchAll(/\s([\w-]+)(="[^"]*")?/g)];
  return `<iframe${all
    .filter(([, name]) => LEFT.includes(name))
    .map(([whole]) => whole)
    .join('')}>`;
}

/** What such a platform keeps. */
const sanitised = html =>
  html
    .replace(/<script[^]*?<\/script>|<\/?nine-fold[^>]*>|\son\w+="[^"]*"/g, '')
    .replace(/<iframe([^>]*)>/g, (_, attributes) => frame(attributes));

const host = useHost();

test('what a sanitiser leaves of an iframe works, also with a sandbox that it adds', async () => {
  const pasted = `<script src="x.js"></script>\
<iframe src="${host.site.address}index.html?theme=light#${LINK}" title="Nine panels" width="100%" height="640"
    loading="lazy" allow="clipboard-write" class="wide" onload="alert(1)" style="border: 0"></iframe>`;
  const clean = sanitised(pasted);
  assert.doesNotMatch(clean, /script|loading|allow|class|onload/);
  const sandboxed = clean.replace('<iframe', '<iframe sandbox="allow-scripts"');
  host.put(
    'index.html',
    `<!doctype html><html lang="en"><title>A platform</title>\
<link rel="icon" href="data:,">${clean}${sandboxed}`,
  );
  const {page, context, faults} = await visit(host, 'index.html');
  for (const i of [0, 1]) {
    await page.locator('iframe').nth(i).scrollIntoViewIfNeeded();
    assert.equal(await settled(framed(page, i)), panels(LINK).check);
    assert.ok((await colors(framed(page, i))) > 8);
    await framed(page, i).getByText('Which column moves?').first().waitFor();
  }
  assert.deepEqual(faults, []);
  await context.close();
});
