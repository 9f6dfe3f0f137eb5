// A class's answers judged by the page for them, in Chromium: from the press of the button until the
// table stands. The answers are ordinary ones: another epsilon each, a name, words.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {launch, open} from '../browser/lib/browser.mjs';
import {serve} from '../../web/site/serve.mjs';
import {once, tell} from './lib/report.mjs';

const root = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ANSWERS = 500;
const AIM = 20; // seconds
const LONG = 600_000; // ms

const QUESTIONS = {
  'the trained model':
    '1;source=model;eps=0.5~0.9~0.1;question=When_is_it_half~3f;ask1=first~p12~in~0.45~0.55;' +
    'choices=Query~2fKey;write=on;show=eps',
  'a head made by hand':
    '1;eps=0.5~0.9~0.1;question=When_is_it_half~3f;ask1=first~p12~in~0.45~0.55;' +
    'choices=Query~2fKey;write=on;show=eps',
};

const epsilonOf = i => (0.05 + (0.9 * i) / ANSWERS).toFixed(4).replace(/0+$/, '');

/** The lines of a class: a name, a colon and an answer. @param {string} question */
function answersTo(question) {
  const source = question.includes('source=model') ? ';source=model' : '';
  const links = Array.from(
    {length: ANSWERS},
    (_, i) =>
      `1${source};eps=0.5~${epsilonOf(i)}~0.1;by=Student_${i};choice=${1 + (i % 2)};words=It_fades_at_${i}`,
  );
  const {stdout, status, stderr} = spawnSync(
    root('build/ninefold'),
    ['seal', '--question', question, '-'],
    {input: links.join('\n'), encoding: 'utf8', maxBuffer: 1 << 26},
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Seconds. @param {object} shared @param {string} question */
async function judging(shared, question) {
  const {page, context} = await open(shared, {link: null});
  await page.goto(`${shared.server.address}class.html`);
  await page.getByLabel('The question’s link').fill(question);
  await page.getByLabel(/paste mails/).fill(answersTo(question));
  await page.getByText('When is it half?').waitFor({timeout: LONG}); // the judge is there
  const begun = performance.now();
  await page.getByRole('button', {name: 'Judge the answers'}).click();
  const result = page.locator('.result');
  await result.waitFor({timeout: LONG});
  const seconds = (performance.now() - begun) / 1000;
  const said = await result.textContent();
  if (!said?.includes(`${ANSWERS} reproduced`)) throw new Error(`not all were judged: ${said}`);
  await context.close();
  return seconds;
}

const shared = {server: await serve(root('build/site'), 0), browser: await launch()};
const rows = {};
for (const [name, question] of Object.entries(QUESTIONS))
  rows[name] = [once(await judging(shared, question))];
await shared.browser.close();
shared.server.close();
tell(`${ANSWERS} answers of a class judged in the page`, {
  columns: ['in all'],
  unit: 's',
  better: 'less',
  rows,
});
for (const [name, [{middle}]] of Object.entries(rows))
  console.log(`${name}: within ${AIM} s: ${middle <= AIM ? 'reached' : 'not reached'}`);
