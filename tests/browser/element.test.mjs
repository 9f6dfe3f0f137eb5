// The element by script: link, ready, figure and change.
import assert from 'node:assert/strict';
import {PATIENCE, drive, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

const SAME = [
  '1;seed=3',
  '1;figure=mean;n=14~15~16;seed=2',
  '1;figure=cross;n=5~9~7;weights=sigmoid;mask=none;bias=-2',
  '1;op=noise;value=next;n=33',
  '1;source=model',
];

for (const link of SAME)
  drive(
    `the element's figure of ${link} is the command line's, to the bit`,
    shared,
    {link},
    async nine => {
      const figure = await nine.figure({weights: true});
      const there = await nine.link();
      const own = panels(there);
      assert.equal(figure.check, own.check);
      assert.equal(figure.panels.length, 9);
      assert.ok(
        figure.baselines.length === (/figure=(mean|cross)/.test(link) ? 3 : 1) ||
          figure.baselines.length === 3,
        'the untouched heads that stand beside them',
      );
      const pairs = [
        ...own.panels.map((panel, i) => [figure.panels[i], panel]),
        ...figure.baselines.map(panel => [panel, own.baselines.find(({row}) => row === panel.row)]),
      ];
      for (const [panel, told] of pairs) {
        assert.deepEqual(panel.weights, told.weights.flat(), `weights of ${told.title}`);
        assert.deepEqual(panel.measures, told.measures, `measures of ${told.title}`);
        for (const what of ['rows', 'columns', 'row', 'column'])
          assert.equal(panel[what], told[what]);
        assert.equal(panel.title.replaceAll('*', ''), told.title);
      }
    },
  );

drive('link, ready, figure and change', shared, {link: LINK}, async nine => {
  const seen = await nine.element.evaluate(async element => {
    const events = [];
    element.addEventListener('change', event =>
      events.push({...event.detail, bubbles: event.bubbles}),
    );
    const before = element.figure.link;
    element.link = '1;figure=mean;n=9';
    const ready = await element.ready;
    const second = {
      link: element.link,
      figure: element.figure.link,
      ready: ready.link,
      check: element.figure.check,
    };
    element.link = '#1;seed=8;n=9&eps=99';
    await element.ready;
    return {
      before,
      second,
      events,
      third: {link: element.link, ignored: element.figure.ignored.map(({key}) => key)},
    };
  });
  assert.equal(seen.before, LINK);
  const {check} = panels('1;figure=mean;n=9');
  assert.deepEqual(seen.second, {
    link: '1;figure=mean;n=9',
    figure: '1;figure=mean;n=9',
    ready: '1;figure=mean;n=9',
    check,
  });
  assert.deepEqual(seen.third, {link: '1;seed=8;n=9', ignored: ['eps']});
  assert.deepEqual(
    seen.events.map(({link, check, ignored, bubbles}) => [
      link,
      check,
      ignored.map(({key}) => key),
      bubbles,
    ]),
    [
      ['1;figure=mean;n=9', check, [], true],
      ['1;seed=8;n=9', panels('1;seed=8;n=9').check, ['eps'], true],
    ],
  );
});

drive(
  'ready is kept for a link that changes nothing, and for one that changes the view alone',
  shared,
  {link: LINK},
  async nine => {
    const links = [LINK, `${LINK};view=weights`, `${LINK};view=logits`];
    const kept = await nine.element.evaluate(
      async (element, {links, patience}) => {
        const late = new Promise(done => setTimeout(done, patience));
        const seen = [];
        for (const link of links) {
          element.link = link;
          seen.push((await Promise.race([element.ready, late]))?.link ?? 'never');
        }
        return seen;
      },
      {links, patience: PATIENCE},
    );
    assert.deepEqual(kept, [LINK, LINK, `${LINK};view=logits`]);
  },
);

drive(
  'ready stays kept when a network that was away comes back',
  shared,
  {link: LINK},
  async nine => {
    const kept = await nine.element.evaluate(async (element, patience) => {
      dispatchEvent(new Event('online'));
      return (
        (await Promise.race([element.ready, new Promise(done => setTimeout(done, patience))]))
          ?.link ?? 'never'
      );
    }, PATIENCE);
    assert.equal(kept, LINK);
  },
);

drive(
  'null and undefined take an attribute away, as templates say it',
  shared,
  {link: '1;seed=4'},
  async nine => {
    const seen = await nine.element.evaluate(async element => {
      const attributes = ['link', 'home', 'theme'];
      const had = () => attributes.map(name => element.getAttribute(name));
      const all = [];
      for (const none of [undefined, null]) {
        for (const name of attributes)
          element[name] = {home: 'https://a.b/', theme: 'dark', link: '1;seed=7'}[name];
        await element.ready;
        all.push(had());
        for (const name of attributes) element[name] = none;
        all.push(had(), (await element.ready).source.kind, element.theme, element.home);
      }
      return all;
    });
    const once = [['1;seed=7', 'https://a.b/', 'dark'], [null, null, null], 'model', 'auto', ''];
    assert.deepEqual(seen, [...once, ...once]);
  },
);

drive(
  'a figure that cannot be made is told each time: by ready, asked once or again, and by an event',
  shared,
  {link: LINK},
  async nine => {
    const {told, good, kinds} = await nine.element.evaluate(async element => {
      const told = [];
      const kinds = [];
      const {constructor: Refusal} = await element.ready.then(() =>
        import('/nine-fold.js').then(({EngineError}) => ({constructor: EngineError})),
      );
      element.addEventListener('failed', ({detail: {link, error}, bubbles}) =>
        told.push([link, error.message, bubbles]),
      );
      element.link = '1;source=model;text1=~d0~b6';
      for (let i = 0; i < 2; i++)
        await element.ready.catch(error => {
          kinds.push(error instanceof Refusal);
          told.push(error.message);
        });
      element.link = element.link;
      await element.ready.catch(error => told.push(error.message));
      element.link = '1;seed=4';
      return {told, kinds, good: (await element.ready).check};
    });
    const why = told[1];
    assert.match(why, /^Text 1 holds "ж" .*\.$/);
    const event = [told[0][0], why, true];
    assert.match(event[0], /^1;source=model;.*text1=~d0~b6$/);
    assert.deepEqual(told, [event, why, event, why, event, why]);
    assert.deepEqual(kinds, [true, true]);
    assert.equal(good, panels('1;seed=4').check);
  },
);

drive(
  'who asks for ready on hearing that it failed begins no new try',
  shared,
  {link: LINK, expect: [/not allowed/]},
  async nine => {
    const heard = await nine.element.evaluate(async ({constructor: NineFold}) => {
      const refuse = () => {
        throw new Error('not allowed');
      };
      Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', {get: refuse, set: refuse});
      Object.defineProperty(HTMLStyleElement.prototype, 'sheet', {get: () => null});
      const element = new NineFold();
      let heard = 0;
      element.addEventListener('failed', () => {
        heard++;
        if (heard < 9) element.ready.catch(() => {});
      });
      document.body.append(element);
      await element.ready.catch(() => {});
      return heard;
    });
    assert.ok(heard > 0 && heard < 9, `told ${heard} times`);
  },
);

drive('two elements of a page stand for themselves', shared, {link: LINK}, async (nine, page) => {
  const both = await page.evaluate(async () => {
    const other = document.createElement('nine-fold');
    const first = document.querySelector('nine-fold');
    other.setAttribute('link', '1;seed=5;n=12');
    document.body.append(other);
    await other.ready;
    const seen = [first.figure.check, other.figure.check, first.link, other.link];
    other.remove();
    first.link = '1;seed=6';
    await first.ready;
    return [...seen, first.figure.check];
  });
  assert.deepEqual(both, [
    panels(LINK).check,
    panels('1;seed=5;n=12').check,
    LINK,
    '1;seed=5;n=12',
    panels('1;seed=6').check,
  ]);
});
