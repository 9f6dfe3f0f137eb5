// The element in another document: of a frame that a script writes, of a window, of none.
import assert from 'node:assert/strict';
import {drive, open, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

/** Documents of this page's own: of a frame that a script writes, and of a window. */
const PLACES = {
  frame: () => {
    const frame = Object.assign(document.createElement('iframe'), {width: 900, height: 900});
    document.body.prepend(frame);
    return frame.contentDocument;
  },
  window: () => open('', '', 'width=900,height=900').document,
};

/** Runs in the page: what is seen of the element where it stands. */
async function seenOf(element) {
  const {check} = await element.ready;
  const {shadowRoot, link} = element;
  const view = element.ownerDocument.defaultView;
  const frame = () => new Promise(view.requestAnimationFrame);
  await frame();
  await frame();
  const canvas = shadowRoot.querySelector('canvas');
  const {width, height} = canvas;
  const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
  const {display} = view.getComputedStyle(shadowRoot.querySelector('.bar'));
  return {check, display, drawn: data.some(byte => byte), link};
}

/** Runs in the page: there, with another link, back again; and a new one there. */
async function travel(place, seenOf) {
  const element = document.querySelector('nine-fold');
  const home = element.parentNode;
  const there = place();
  const seen = [await seenOf(element)];
  there.body.append(element);
  seen.push(await seenOf(element));
  element.link = '1;seed=4';
  seen.push(await seenOf(element));
  home.append(element);
  seen.push(await seenOf(element));
  const fresh = Object.assign(document.createElement('nine-fold'), {link: '1;seed=9'});
  there.body.append(fresh);
  seen.push(await seenOf(fresh));
  return seen;
}

for (const [place, make] of Object.entries(PLACES))
  drive(
    `an element that is moved into a ${place} is drawn there, and again when it is back`,
    shared,
    {link: LINK},
    async (nine, page) => {
      const seen = await page.evaluate(`(${travel})(${make}, ${seenOf})`);
      const expected = link => ({check: panels(link).check, display: 'flex', drawn: true, link});
      assert.deepEqual(seen, [LINK, LINK, '1;seed=4', '1;seed=4', '1;seed=9'].map(expected));
    },
  );

drive(
  'in a document that no window shows it is not ready, and it is when it comes out',
  shared,
  {link: LINK, expect: [/console: .*no window/]},
  async nine => {
    const [failed, check] = await nine.element.evaluate(async element => {
      const home = element.parentNode;
      document.implementation.createHTMLDocument('nowhere').body.append(element);
      const failed = await element.ready.then(
        () => 'shown',
        error => error.message,
      );
      home.append(element);
      return [failed, (await element.ready).check];
    });
    assert.match(failed, /window/);
    assert.equal(check, panels(LINK).check);
  },
);
