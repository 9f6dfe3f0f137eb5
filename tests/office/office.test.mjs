// The CSV of a class's answers in LibreOffice: every cell as it was written, and none of them a
// formula. As a browser downloads it from the page for a class, with the mark of UTF-8 and the line
// ends of spreadsheets, and as the command line prints it; and that of a whole course.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {assertFaults, open, useBrowser} from '../browser/lib/browser.mjs';
import {judge, savedCsv} from '../browser/lib/class.mjs';
import {course} from '../browser/lib/course.mjs';
import {OF_CHOICES} from '../node/lib/answer-shapes.mjs';
import {run} from '../node/lib/engine.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const shared = useBrowser();
const folder = scratchFolder('office');
const MARK = '\ufeff';
const PATIENCE = 240_000; // ms: the first start makes a profile

/** Who, and what they said, with the choice. @type {[string, string, number][]} */
const SAID = [
  ['Zoë Müller', 'It fades, slowly; then "fast".', 1],
  ['=HYPERLINK("http://example.org")', '=1+1', 2],
  ['+49 170', '@SUM(A1:A9)', 1],
  ['-2', '-1-1', 2],
  ['Łukasz, 李', 'one line\nand another', 1],
  ['Ann\tBee', '37 %; a\tb', 2],
];

const spelled = text =>
  [...new TextEncoder().encode(text)]
    .map(byte =>
      /[A-Za-z0-9]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `~${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

const answers = SAID.map(
  ([by, words, choice]) =>
    `1;n=5;d=32;heads=2;by=${spelled(by)};choice=${choice};words=${spelled(words)}`,
).map(link => run(['seal', '--question', OF_CHOICES, link]).out.trim());

const csv = run(['check', '--question', OF_CHOICES, '--csv'], answers.join('\n')).out;

/** What the page downloads when its rows are saved. */
async function downloaded() {
  const {nine, page, context, faults} = await open(shared, {
    link: null,
    context: {acceptDownloads: true},
  });
  await judge(nine, page, OF_CHOICES, answers.join('\n'));
  const text = await savedCsv(page);
  assertFaults(faults, []);
  await context.close();
  return text;
}

/** The cells of CSV, read by its own few rules. @param {string} text */
function cellsOf(text) {
  const rows = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\n') rows.push([]);
  }
  return rows.filter(row => row.length > 1);
}

/**
 * The table, in LibreOffice's own XML.
 * @param {string} name @param {string} text
 */
function opened(name, text) {
  const file = join(folder, `${name}.csv`);
  mkdirSync(join(folder, 'profile'), {recursive: true});
  writeFileSync(file, text);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  execFileSync(
    'soffice',
    [profile, '--headless', AS_UTF8, '--convert-to', 'fods', '--outdir', folder, file],
    {timeout: PATIENCE, stdio: 'pipe'},
  );
  return readFileSync(join(folder, `${name}.fods`), 'utf8');
}

const ENTITIES = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};
const plain = xml =>
  [...xml.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, line]) => line)
    .join('\n')
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (_, name) => ENTITIES[name]);

/** Its rows of cells: what is shown, and of what kind each is. @param {string} xml */
function shownIn(xml) {
  const [table] = xml.match(/<table:table .*<\/table:table>/s) ?? [''];
  return [...table.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs)]
    .map(([, row]) =>
      [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
        ([, how, inside = '']) => {
          const times = Number(/number-columns-repeated="(\d+)"/.exec(how)?.[1] ?? 1);
          const cell = {
            shown: plain(inside),
            kind: /office:value-type="(\w+)"/.exec(how)?.[1] ?? '',
            formula: /table:formula="([^"]*)"/.exec(how)?.[1] ?? '',
          };
          return Array.from({length: times < 100 ? times : 0}, () => cell);
        },
      ),
    )
    .filter(row => row.some(({shown}) => shown));
}

/** Commas, quotation marks, UTF-8: without its dialogue LibreOffice does not look for them. */
const AS_UTF8 = '--infilter=CSV:44,34,76';

for (const [name, students, got] of [
  ['page', SAID.length, downloaded],
  ['program', SAID.length, () => csv],
  ['course', 3, async () => (await course(shared)).csv],
])
  test(`the CSV of the ${name} opens in LibreOffice, cell by cell`, async () => {
    const text = await got();
    const rows = shownIn(opened(name, text));
    const written = cellsOf(text.replace(MARK, '').replaceAll('\r\n', '\n'));
    assert.equal(written.length, students + 1);
    assert.deepEqual(
      rows.map(row => row.map(({shown}) => shown).slice(0, written[0].length)),
      written.map(row => row.map((_, i) => row[i])),
    );
    const formulas = rows.flat().filter(({formula, kind}) => formula || kind === 'error');
    assert.deepEqual(formulas, []);
  });

test('the page downloads what the command line prints, marked for spreadsheets', async () => {
  assert.equal(await downloaded(), MARK + csv.replaceAll('\n', '\r\n'));
});

test('what a person said stands there as it was said', () => {
  const [head, ...rows] = cellsOf(csv);
  const at = column => head.indexOf(column);
  const disarmed = text => (/^[=+@-]/.test(text) ? `'${text}` : text).replace(/\s/g, ' ');
  assert.deepEqual(
    rows.map(row => [row[at('who')], row[at('words')]]),
    SAID.map(([by, words]) => [disarmed(by), disarmed(words)]),
  );
});
