// From a small phone to a large display, light and dark, moving or not, on paper.
import assert from 'node:assert/strict';
import {map} from '../../web/around/messages.js';
import {test} from 'node:test';
import {comeLate, drive, open, useBrowser} from './lib/browser.mjs';
import {misplaced} from './lib/placed.mjs';
import {ORDER, source, steps} from '../../web/site/lessons.mjs';

const shared = useBrowser();
const SIZES = [
  [320, 256], // 1280 by 1024 at 400 %
  [320, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
];
const LINKS = [
  '',
  '1;figure=modify;view=change;titles=headers;axes=positions',
  '1;figure=mean;n=14~15~16;axes=positions',
  '1;figure=cross;n=15;titles=headers',
];

const APART = 4.5; // pixels: closer, two labels read as one

/** Labels that stand so close side by side that they read as one. Runs in the page. */
function crowded(least) {
  const {shadowRoot} = document.querySelector('nine-fold');
  const range = document.createRange();
  const boxOf = element => {
    range.selectNodeContents(element);
    return {text: element.textContent, box: range.getBoundingClientRect()};
  };
  const isBeside = (a, b) =>
    a.left < b.left && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 3;
  return ['.fig-area .fig-foot span', '.fig-bar .tick', '.epsilon .tick'].flatMap(labels => {
    const found = [...shadowRoot.querySelectorAll(labels)].map(boxOf);
    const all = found.filter(({box}) => box.width > 0);
    const near = ({box: a}) => all.filter(({box: b}) => isBeside(a, b) && b.left - a.right < least);
    return all.flatMap(one => near(one).map(other => `"${one.text}" and "${other.text}"`));
  });
}

for (const [width, height] of [[300, 640], ...SIZES])
  test(`at ${width} by ${height} pixels labels that stand side by side are apart`, async () => {
    const {nine, page, context} = await open(shared, {context: {viewport: {width, height}}});
    for (const link of ['', '1;source=model;figure=mean', '1;seed=3', '1;seed=3;view=change']) {
      if (link) await nine.show(link);
      assert.deepEqual(await page.evaluate(crowded, APART), [], link);
    }
    await context.close();
  });

for (const [width, height] of SIZES)
  test(`at ${width} by ${height} pixels nothing sticks out, and nothing is cut`, async () => {
    const {nine, page, context} = await open(shared, {context: {viewport: {width, height}}});
    for (const link of LINKS) {
      if (link) {
        await nine.element.evaluate((element, link) => {
          element.link = link;
        }, link);
        await nine.settle();
      }
      assert.deepEqual(await page.evaluate(misplaced), [], link);
    }
    await nine.openMore();
    assert.deepEqual(await page.evaluate(misplaced), [], 'with More open');
    await nine.zoom(4);
    assert.deepEqual(await page.evaluate(misplaced), [], 'one panel enlarged');
    await nine.unzoom();
    await nine.openTables();
    await nine.openExplanations();
    await nine.element.locator('.fig-table tbody tr').first().waitFor();
    assert.deepEqual(await page.evaluate(misplaced), [], 'tables and explanations open');
    await context.close();
  });

drive(
  'on a phone every control is large enough for a finger',
  shared,
  {link: '', context: {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true}},
  async (nine, page) => {
    const small = await page.evaluate(() => {
      const root = document.querySelector('nine-fold').shadowRoot;
      const found = [];
      for (const element of root.querySelectorAll(
        'button, input:not([type=radio]), summary, textarea, a, label:has(input[type=radio])',
      )) {
        const {width, height} = element.getBoundingClientRect();
        if (width && (width < 24 || height < 24))
          found.push(
            `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}: ${width} x ${height}`,
          );
      }
      return found;
    });
    assert.deepEqual(small, []);
  },
);

drive(
  'a phone holds the large untouched head and all nine panels above the slider',
  shared,
  {context: {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}},
  async nine => {
    const seen = () =>
      nine.element.evaluate(({shadowRoot}) => {
        const plots = [...shadowRoot.querySelectorAll('.fig-plot')];
        const boxes = plots.map(plot => plot.getBoundingClientRect()).filter(({width}) => width);
        const {top} = shadowRoot.querySelector('.try').getBoundingClientRect();
        return {boxes: boxes.map(box => box.toJSON()), top};
      });
    await nine.element.locator('.fig-area').evaluate(area => area.scrollIntoView());
    const {boxes, top} = await seen();
    assert.equal(boxes.length, 10);
    for (const box of boxes) assert.ok(box.top >= 0 && box.bottom <= top, JSON.stringify(box));
    const [largest, second] = boxes.map(({width}) => width).sort((a, b) => b - a);
    assert.ok(largest > 1.5 * second, `${largest} ${second}`);
  },
);

drive(
  'the first screen of a desktop holds all nine panels and the slider',
  shared,
  {link: ''},
  async (nine, page) => {
    for (let panel = 0; panel < 9; panel++) {
      const {y, height} = await nine.panelBox(panel);
      assert.ok(y >= 0 && y + height <= 800, `panel ${panel} from ${y} to ${y + height}`);
    }
    const {y, height} = await nine.epsilon().boundingBox();
    assert.ok(y >= 0 && y + height <= 800);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
);

/** Collects what moves by itself, as browsers count it: `shifts()` tells all until now. */
const watchShifts = page =>
  page.addInitScript(() => {
    const all = [];
    const hear = entries =>
      all.push(
        ...entries.map(({value, sources}) => ({
          value,
          what: sources.map(
            ({node, previousRect: a, currentRect: b}) =>
              `${node?.className || node?.nodeName} ${a.y}+${a.height} to ${b.y}+${b.height}`,
          ),
        })),
      );
    const watch = new PerformanceObserver(list => hear(list.getEntries()));
    watch.observe({type: 'layout-shift', buffered: true});
    globalThis.shifts = () => {
      hear(watch.takeRecords());
      return all;
    };
  });

for (const [name, context] of [
  ['a desktop', {}],
  ['a phone', {viewport: {width: 412, height: 823}, isMobile: true, hasTouch: true}],
  ['a tablet', {viewport: {width: 768, height: 1024}}],
])
  drive(
    `on ${name} nothing moves while the engine and the model arrive`,
    shared,
    {link: null, context},
    async (nine, page) => {
      await watchShifts(page);
      await page.route('**/*.{wasm,bin}', comeLate(20)); // the page has stood without them
      await nine.open('');
      await nine.rest();
      const shifts = await page.evaluate(() => globalThis.shifts());
      const sum = shifts.reduce((all, {value}) => all + value, 0);
      assert.ok(sum < 0.02, `layout shift ${sum}: ${JSON.stringify(shifts)}`);
    },
  );

// ---- Light and dark ----------------------------------------------------------------------------

/** How light a colour of the page is, 0 to 1. */
const lightness = (page, property) =>
  page.evaluate(property => {
    const element = document.querySelector('nine-fold');
    const color = getComputedStyle(element)[property];
    const [r, g, b] = color.match(/[\d.]+/g).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  }, property);

for (const [colorScheme, isDark] of [
  ['light', false],
  ['dark', true],
])
  drive(
    `the page is ${colorScheme} where that is preferred, and the theme overrules it`,
    shared,
    {link: '1', context: {colorScheme}},
    async (nine, page) => {
      const check = async dark => {
        assert.equal((await lightness(page, 'backgroundColor')) < 0.3, dark, 'background');
        assert.equal((await lightness(page, 'color')) > 0.6, dark, 'letters');
      };
      await check(isDark);
      await nine.element.evaluate(element => element.setAttribute('theme', 'dark'));
      await check(true);
      await nine.element.evaluate(element => element.setAttribute('theme', 'light'));
      await check(false);
      await nine.element.evaluate(element => element.setAttribute('theme', 'auto'));
      await check(isDark);
    },
  );

drive(
  'the reader chooses light or dark, and the choice is kept where the browser lets it',
  shared,
  {link: '1'},
  async (nine, page) => {
    await page
      .getByRole('button', {name: /theme|dark|light/i})
      .or(page.getByRole('radio', {name: /^dark$/i}))
      .first()
      .click();
    assert.ok((await lightness(page, 'backgroundColor')) < 0.3);
    const body = await page.evaluate(
      () =>
        getComputedStyle(document.body).backgroundColor +
        getComputedStyle(document.documentElement).backgroundColor,
    );
    assert.doesNotMatch(body, /rgb\((25\d|24\d), /, 'the page around it is dark as well');
  },
);

drive(
  'with reduced motion nothing is animated',
  shared,
  {link: '1', context: {reducedMotion: 'reduce'}},
  async (nine, page) => {
    await nine.element.evaluate(({shadowRoot}) => {
      // whatever begins is heard, however soon it is over
      globalThis.animations = [];
      const hear = ({type, target}) => globalThis.animations.push(`${type} of ${target.className}`);
      for (const type of ['transitionrun', 'animationstart'])
        shadowRoot.addEventListener(type, hear);
    });
    await nine.epsilon().press('PageUp');
    await nine.settle();
    await nine.openMore();
    assert.deepEqual(
      await page.evaluate(() => [
        ...globalThis.animations,
        ...document.getAnimations().map(String),
      ]),
      [],
    );
  },
);

// ---- Paper -------------------------------------------------------------------------------------

drive(
  'printed: the figure with its caption and link, no controls, on one page',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await page.emulateMedia({media: 'print'});
    await nine.drawn();
    assert.equal(await page.getByRole('slider').filter({visible: true}).count(), 0);
    assert.equal(
      await page
        .getByRole('button')
        .filter({visible: true, hasNotText: /^check [0-9a-f]{16}$/})
        .count(),
      0,
      'the check alone stays, to be read',
    );
    const text = await page.evaluate(
      () =>
        document.querySelector('nine-fold').shadowRoot.querySelector('.frame').innerText +
        document.body.innerText,
    );
    assert.match(text, /#?1;seed=3/);
    assert.match(text, /check/i);
    assert.equal(await pagesOf(page), 1);
  },
);

for (const [width, height] of [
  [1280, 800],
  [390, 844],
])
  for (const media of ['screen', 'print'])
    drive(
      `what the signs mean stands under the panels, before the caption: ${width}, ${media}`,
      shared,
      {link: '1;seed=3;style=paper', context: {viewport: {width, height}}},
      async (nine, page) => {
        await page.emulateMedia({media});
        await nine.drawn();
        const box = name => nine.element.locator(name).first().boundingBox();
        const [area, key, caption] = [
          await box('.fig-area'),
          await box('.fig-key'),
          await box('.fig-caption'),
        ];
        assert.ok(key.height > 10 && key.y >= area.y + area.height, 'under the panels');
        assert.ok(caption.y >= key.y + key.height, 'and before the caption');
      },
    );

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
])
  drive(
    `at ${width} by ${height} pixels the map of heads ends above the slider, whatever is said of a head`,
    shared,
    {link: '', context: {viewport: {width, height}}},
    async (nine, page) => {
      await page.getByRole('radiogroup', {name: 'Layers and heads'}).waitFor();
      const said = [map.rests, map.previous, map.induction, map.most].join(', ');
      const [end, slider] = await nine.element.evaluate(
        ({shadowRoot}, said) => {
          shadowRoot.querySelector('.habits').textContent = said;
          return ['.heads-place', '.slider-place']
            .map(name => shadowRoot.querySelector(name).getBoundingClientRect())
            .map(({top, bottom}, i) => (i ? top : bottom));
        },
        map.habits(10, 10, said),
      );
      assert.ok(end <= slider, `${end} ${slider}`);
    },
  );

/** On how many sheets of paper it is printed. */
async function pagesOf(page) {
  const pdf = (await page.pdf({format: 'A4', printBackground: true})).toString('latin1');
  return (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length;
}

const ASKED = '1;seed=3;view=logits;question=Where_is_half~3f;ask1=first~p12~gt~0.5;show=eps';

drive('printed: page, question, short address', shared, {link: ASKED}, async (nine, page) => {
  await page.getByRole('button', {name: 'Copy my answer'}).waitFor();
  await page.emulateMedia({media: 'print'});
  for (const text of [
    'Ninefold',
    'Where is half?',
    /^In “Modifying Query” \(middle column\), the mean weight/,
  ])
    await page.getByText(text).filter({visible: true}).waitFor();
  assert.equal(await page.getByRole('button').filter({visible: true, hasText: 'Copy'}).count(), 0);
  const line = await nine.element.locator('.fig-link').innerText();
  const {check} = await nine.figure();
  assert.equal(line.split('\n')[0], `${nine.address}#1;seed=3;view=logits;check=${check}`);
  assert.equal(await pagesOf(page), 1);
});

drive(
  'printed: the choices of a question, and a line for words',
  shared,
  {link: '1;seed=3;question=Which~3f;choices=Query~2fKey~2fValue;write=on;show=eps'},
  async (nine, page) => {
    await page.getByRole('radio', {name: 'Value'}).waitFor();
    await page.emulateMedia({media: 'print'});
    for (const text of ['Query', 'Key', 'Value'])
      await nine.element
        .locator('.choices')
        .getByText(text, {exact: true})
        .filter({visible: true})
        .waitFor();
    await page.getByLabel('In your words').filter({visible: true}).waitFor();
    assert.equal(await pagesOf(page), 1);
  },
);

/** What of an element is seen: its text, if no box around it cuts it. Runs in the page. */
function printed(element) {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  for (let box = element; box; box = box.parentElement) {
    const {overflowX, overflowY} = getComputedStyle(box);
    if (`${overflowX} ${overflowY}` === 'visible visible') continue;
    const around = box.getBoundingClientRect();
    const isWithin =
      left >= around.left - 0.5 &&
      right <= around.right + 0.5 &&
      top >= around.top - 0.5 &&
      bottom <= around.bottom + 0.5;
    const isWhole = box.scrollHeight <= box.clientHeight + 1;
    if (!isWithin || !isWhole) return `cut by ${box.tagName} ${box.className}`;
  }
  return element.innerText.replace(/\s+/g, ' ').trim();
}

const A4 = {width: 794, height: 1123};
const plain = html =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

async function printedAll(page, selector) {
  const all = await page.locator(selector).filter({visible: true}).all();
  return Promise.all(all.map(one => one.evaluate(printed)));
}

/** What a lesson's step asks first, and what may be guessed. */
function asked(inside) {
  const guesses = [...inside.matchAll(/<guess[^>]*>(.*?)<\/guess>/g)].map(([, guess]) => guess);
  return `${/<predict ask="([^"]*)"/.exec(inside)[1]} ${guesses.join(' / ')}`;
}

/** Pictures whose boxes, which have a border, are of another shape. Runs in the page. */
const cutAmong = images =>
  images
    .filter(
      ({width, height, naturalWidth, naturalHeight}) =>
        !(Math.abs((width * naturalHeight) / naturalWidth - height) <= 3), // nor what did not come
    )
    .map(({src}) => src);

drive('printed: a lesson with all its questions', shared, {link: null}, async (nine, page) => {
  await page.setViewportSize(A4);
  for (const name of ORDER) {
    const address = `${nine.address}lessons/${name}.html`;
    await page.goto(address);
    await page.getByText(/^Step 1 of /).waitFor();
    await page.emulateMedia({media: 'print'});
    const all = steps(source(name)).map(({inside}) => inside);
    const tasks = all.map(inside => plain(/<task>([^]*?)<\/task>/.exec(inside)[1]));
    const asks = all.map(inside => `Predict first: ${asked(inside)}`);
    const addresses = all.map((_, at) => `${address}#step-${at + 1}`);
    assert.deepEqual(await printedAll(page, 'nav a'), ['Ninefold'], name);
    assert.deepEqual(await printedAll(page, '.step .task'), tasks, name);
    assert.deepEqual(await printedAll(page, '.step .predict > p'), asks, name);
    assert.deepEqual(await printedAll(page, '.step .address'), addresses, name);
    const pictures = page.locator('.step .still img');
    assert.equal(await pictures.count(), all.length, name);
    assert.deepEqual(await pictures.evaluateAll(cutAmong), [], name);
    assert.equal(await page.locator('.step button').filter({visible: true}).count(), 0, name);
    assert.deepEqual(await page.evaluate(misplaced), [], name);
    await page.emulateMedia({media: 'screen'});
  }
});
