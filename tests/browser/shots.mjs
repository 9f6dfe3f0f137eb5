// Pictures of the page, to be looked at:   node shots.mjs SITE FOLDER
import {mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {serve} from '../../web/site/serve.mjs';
import {launch, open} from './lib/browser.mjs';

const DESKTOP = {viewport: {width: 1280, height: 800}};
const PHONE = {
  viewport: {width: 360, height: 740},
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const SMALL_PHONE = {...PHONE, viewport: {width: 320, height: 640}};
const USUAL_PHONE = {...PHONE, viewport: {width: 390, height: 844}};
const MAGNIFIED = {viewport: {width: 320, height: 256}}; // 1280 by 1024 at 400 %
const TABLET = {viewport: {width: 768, height: 1024}};
const WIDE = {viewport: {width: 1920, height: 1080}};
const LARGE = {viewport: {width: 3840, height: 2160}};
const dark = context => ({...context, colorScheme: 'dark'});
const VIEWS = ['weights', 'logits', 'change', 'uniform'];
const FIGURES = {
  modify: '1;figure=modify',
  mean: '1;figure=mean;n=14~15~16',
  cross:
    '1;figure=cross;n=15;weights=sigmoid;mask=none;agree=1;local=7~5~2.8;width=0.9~1.1~1.2;sink=0;bias=-3~-2.6~-1.9',
};
const RANGES = ['row', 'log', 'rest'];
const SETTINGS = [
  'titles=headers',
  'axes=positions',
  'line=on',
  'colors=viridis',
  'colors=cividis',
  'colors=greys',
];

/**
 * @typedef {{link?: string, context?: object, enter?: (nine, page) => Promise<unknown>,
 *   full?: boolean, clip?: object}} Shot
 */

/** Ways to open something. */
const STATES = {
  more: nine => nine.openMore(),
  zoom: nine => nine.zoom(4),
  untouched: nine => nine.zoom(9),
  pinned: nine => nine.pin(4, 7, 2),
  bars: nine => nine.bars(4, 7),
  tables: nine => nine.openTables(),
  save: nine => nine.openSave(),
  joint: nine => nine.explainJoint(),
  explained: nine => nine.openExplanations(),
  held: async nine => {
    await nine.epsilon().press('PageUp');
    await nine.settle();
  },
};

/** @returns {Record<string, Shot>} by the name of the file */
function all() {
  const shots = {};
  shots.readme = {clip: {x: 0, y: 0, width: 1280, height: 760}}; // .github/page.png
  for (const [name, context] of Object.entries({
    desktop: DESKTOP,
    phone: PHONE,
    'usual-phone': USUAL_PHONE,
    'small-phone': SMALL_PHONE,
    magnified: MAGNIFIED,
    wide: WIDE,
    tablet: TABLET,
    large: LARGE,
  })) {
    shots[`first-${name}`] = {context};
    shots[`first-${name}-whole`] = {context, full: true};
    shots[`first-${name}-dark`] = {context: dark(context)};
    shots[`first-${name}-forced`] = {context: {...context, forcedColors: 'active'}};
  }
  for (const [figure, link] of Object.entries(FIGURES))
    for (const view of VIEWS) {
      shots[`${figure}-${view}`] = {link: `${link};view=${view}`};
      shots[`${figure}-${view}-phone-dark`] = {
        link: `${link};view=${view}`,
        context: dark(PHONE),
        full: true,
      };
    }
  for (const range of RANGES)
    for (const view of VIEWS)
      shots[`range-${range}-${view}`] = {link: `1;source=model;range=${range};view=${view}`};
  for (const setting of SETTINGS)
    shots[setting.replace('=', '-')] = {link: `1;source=model;${setting}`};
  for (const n of [2, 64, 512, 2048]) shots[`n-${n}`] = {link: `1;n=${n}`};
  for (const [state, enter] of Object.entries(STATES)) {
    shots[`state-${state}`] = {enter, full: true};
    shots[`state-${state}-phone`] = {enter, context: PHONE, full: true};
    shots[`state-${state}-dark`] = {enter, context: dark(DESKTOP)};
  }
  shots['model-tokens'] = {link: '1;source=model;axes=tokens;text1=The_rain_stopped_before_dinner'};
  shots['model-next'] = {link: '1;source=model;value=next'};
  shots['model-mean'] = {link: '1;source=model;figure=mean;axes=tokens'};
  shots['model-cross'] = {link: '1;source=model;figure=cross;titles=headers'};
  shots.damaged = {link: '1;eps=99;banana=3;seed=2;seed=3'};
  shots.differs = {link: '1;seed=3;check=0123456789abcdef'};
  const seen = (page, words) => page.getByText(words).filter({visible: true}).first().waitFor();
  const button = (name, then) => async (nine, page) => {
    await page.getByRole('button', {name, exact: true}).filter({visible: true}).click();
    await seen(page, then);
  };
  const reading = name => async (nine, page) => {
    await page.goto(`${nine.address}?reading=${name}`);
    await nine.settle();
    await seen(page, 'Leave');
  };
  const question =
    '1;source=model;question=What_does_Value_move~3f;ask1=first~p31~gt~0.95;show=eps~figure';
  for (const [device, context] of Object.entries({
    '': DESKTOP,
    '-phone': PHONE,
    '-dark': dark(DESKTOP),
  })) {
    for (const name of ['sink', 'mean', 'mirror', 'blur', 'fade'])
      shots[`reading-${name}${device}`] = {context, full: true, enter: reading(name)};
    shots[`question${device}`] = {
      link: question,
      context,
      full: true,
      enter: (nine, page) => seen(page, 'Copy my answer'),
    };
    shots[`making${device}`] = {
      context,
      full: true,
      enter: button('Make a question of this figure', 'What must hold'),
    };
    shots[`embed${device}`] = {context, enter: button('Embed', 'Embed this figure')};
  }
  shots.print = {
    link: '1;source=model',
    enter: async (nine, page) => {
      await page.emulateMedia({media: 'print'});
      await nine.drawn();
    },
    full: true,
  };
  return shots;
}

/** @param {object} shared @param {string} file @param {Shot} shot */
async function take(shared, file, {link = '', context = DESKTOP, enter, full = false, clip}) {
  const {nine, page, context: opened, faults} = await open(shared, {link, context});
  try {
    await enter?.(nine, page);
    await page.screenshot({path: file, fullPage: full, clip});
    for (const fault of faults) console.error(`${file}: ${fault}`);
  } finally {
    await opened.close();
  }
}

const [site, folder, only = ''] = process.argv.slice(2);
rmSync(only ? join(folder, 'none') : folder, {recursive: true, force: true});
mkdirSync(folder, {recursive: true});
const shared = {server: await serve(site, 0), browser: await launch()};
let failed = 0;
for (const [name, shot] of Object.entries(all()).filter(([name]) => name.startsWith(only))) {
  try {
    await take(shared, join(folder, `${name}.png`), shot);
  } catch (error) {
    failed++;
    console.error(`${name}: ${error.message.split('\n')[0]}`);
  }
}
await shared.browser.close();
shared.server.close();
console.log(`${readdirSync(folder).length} pictures in ${folder}`);
process.exitCode = failed ? 1 : 0;
