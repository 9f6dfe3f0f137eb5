// Two thousand damaged links through the codec. Silent is what neither the state nor a remark
// says: lib/audit.mjs.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {load} from '../../web/engine/engine.js';
import {run, table} from './lib/engine.mjs';
import {audit, changed} from './lib/audit.mjs';
import {HARMFUL, HARMLESS} from './lib/damage.mjs';
import {meaningOfState} from './lib/meaning.mjs';
import {seeded} from './lib/random-links.mjs';
import {randomState} from './lib/random-states.mjs';
import {says} from './lib/words.mjs';

const engine = await load(
  readFileSync(fileURLToPath(new URL('../../build/ninefold.wasm', import.meta.url))),
);
const TABLE = table();
const LINKS = 2000;

/** A link as the page writes it, with or without its check. */
function written(random) {
  const {link} = engine.decode(
    randomState(random, TABLE, random.pick([0.05, 0.1, 0.3]), {source: 'synthetic', pair: ''}),
  );
  return random.chance(0.5)
    ? `${link};check=${random.whole(0x10000000, 0xffffffff).toString(16).repeat(2)}`
    : link;
}

function damaged(random, damages) {
  const link = written(random);
  const name = random.pick(Object.keys(damages));
  return {link, name, text: damages[name](random, link)};
}

const random = seeded(701);
const harmless = Array.from({length: LINKS / 4}, () => damaged(random, HARMLESS));
const harmful = Array.from({length: (3 * LINKS) / 4}, () => damaged(random, HARMFUL));

test('what only surrounds a link, escapes or reorders it changes nothing', () => {
  for (const {link, name, text} of harmless) {
    const before = engine.decode(link);
    const after = engine.decode(text);
    assert.deepEqual(
      [after.state, after.check, after.lossless],
      [before.state, before.check, true],
      `${name}: ${text}`,
    );
  }
});

const all = [...harmless, ...harmful];

/** Fails with the first few links that `find` has something to say of. */
function none(find) {
  const found = all
    .map(({name, text}) => [name, text, find(text, engine.decode(text))])
    .filter(([, , says]) => says.length);
  const shown = found
    .slice(0, 10)
    .map(
      ([name, text, says]) =>
        `${name}: ${JSON.stringify(text.slice(0, 300))}\n    ${says.slice(0, 4).join('\n    ')}`,
    );
  assert.equal(found.length, 0, `${found.length} links\n${shown.join('\n')}`);
}

test('of 2,000 damaged links nothing is passed over, and nothing made up', () => {
  none((text, decoded) => audit(TABLE, text, decoded));
});

test('what is read of a damaged link is a state like any other: its own link brings it back', () => {
  none((text, {link, state}) => {
    const again = engine.decode(link);
    const same =
      again.link === link &&
      again.lossless &&
      JSON.stringify(again.state) === JSON.stringify(state);
    return same ? [] : [`${link} is read as ${again.link}`];
  });
});

test('the audit hears of every remark that is withheld, and of every value that is made up', () => {
  let withheld = 0;
  for (const {text} of harmful) {
    const decoded = engine.decode(text);
    const {ignored} = decoded;
    const one = ignored.findIndex(({harmless}) => !harmless);
    if (one < 0 || ignored.length >= 50) continue;
    withheld++;
    const rest = ignored.filter((_, at) => at !== one);
    const lossless = rest.every(remark => remark.harmless);
    assert.ok(
      audit(TABLE, text, {...decoded, ignored: rest, lossless}).length,
      `without ${ignored[one].key}: ${text.slice(0, 300)}`,
    );
    const seed = String((Number(decoded.state.seed) + 1) % 4294967296);
    assert.ok(
      audit(TABLE, text, {...decoded, state: {...decoded.state, seed}}).length,
      `with another seed: ${text.slice(0, 300)}`,
    );
  }
  assert.ok(withheld > LINKS / 4, `only ${withheld}`);
});

test('the damages did damage', t => {
  const seen = Object.fromEntries(
    Object.keys(HARMFUL).map(name => [name, {changed: 0, named: 0, read: 0}]),
  );
  for (const {link, name, text} of harmful) {
    const decoded = engine.decode(text);
    const differs =
      changed(TABLE, meaningOfState(TABLE, engine.decode(link).state), decoded).length > 0;
    seen[name].read++;
    if (differs) seen[name].changed++;
    if (!decoded.lossless) seen[name].named++;
  }
  const sum = what => Object.values(seen).reduce((total, entry) => total + entry[what], 0);
  t.diagnostic(
    `of ${sum('read')} links ${sum('changed')} mean something else, ` +
      `${sum('named')} have a remark that is not harmless`,
  );
  assert.ok(
    Object.values(seen).every(({read, named}) => read >= 10 && named > 0),
    JSON.stringify(seen),
  );
  assert.ok(sum('changed') > LINKS / 4, `only ${sum('changed')}`);
});

// ---- The command line reads them too -----------------------------------------------------------

const QUICK = 100; // tokens: what a damaged number asks for is not always small

test('natively the same links are readable, and the same remark is the first', () => {
  const lines = all
    .map(({text}) => ({text: text.replace(/[\n\r]/g, ' ').trim(), decoded: null}))
    .filter(({text}) => text !== '');
  for (const line of lines) line.decoded = engine.decode(line.text);
  const quick = lines.filter(
    ({decoded: {state}}) =>
      state.source === 'synthetic' && Math.max(...state.n.split('~').map(Number)) <= QUICK,
  );
  const {out} = run(['check', '-'], quick.map(({text}) => text).join('\n'));
  const told = out.trimEnd().split('\n');
  assert.ok(
    quick.length > 0.95 * lines.length && told.length === quick.length,
    `${told.length} of ${quick.length} of ${lines.length}`,
  );
  quick.forEach(({text, decoded: {readable, lossless, ignored}}, at) => {
    assert.equal(
      told[at].startsWith('invalid'),
      !(readable && lossless),
      `${told[at].slice(0, 300)}\n${text.slice(0, 300)}`,
    );
    const first = ignored.find(({key, harmless}) => !(harmless && key === 'link'));
    const isNamed = readable || first?.key === 'link';
    const name = first?.key
      .slice(0, 10)
      .replace(/[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd].*/s, '');
    const isTold = isNamed
      ? told[at].includes(name)
      : says(/there is no link in it/).test(told[at]);
    if (!(readable && lossless))
      assert.ok(isTold, `${isNamed ? name : 'no link'}: ${told[at].slice(0, 600)}`);
  });
});

test('natively any bytes are a line, and none of them ends the program', () => {
  const bytes = Buffer.alloc(200000);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = random.chance(0.05)
      ? 10
      : random.chance(0.3)
        ? random.pick([...Buffer.from('1;=~n&%#')])
        : random.whole(0, 255);
  assert.equal(run(['check', '-'], bytes).status, 1);
  assert.equal(run(['seal', '-'], bytes).status, 1);
});

// ---- What is really pasted ---------------------------------------------------------------------

const LINK = '1;figure=mean;n=14~15~16';
const CHECK = '0123456789abcdef';
const WHOLE = `${LINK};check=${CHECK}`;
const PAGE = 'https://example.org/nine/#';
const ESCAPED = encodeURIComponent(PAGE + WHOLE);

/** Read as the link itself, whatever surrounds it. */
const FORGIVEN = [
  `My answer to task #3: ${PAGE}${WHOLE} (Anna)`,
  `${WHOLE} (task #3)`,
  `${LINK}, I think.`,
  `Anna: ${LINK} see you`,
  `[${PAGE}${WHOLE}](${PAGE}${WHOLE})`,
  `[${LINK}](${LINK})`,
  `${PAGE}${LINK} <${PAGE}${LINK}>`,
  `"${LINK}" \u2026`,
  `<a href="${PAGE}${WHOLE}" target="_blank">mine</a>`,
  `${WHOLE}\u2026`,
  `1&#59;figure=mean&#59;n=14~15~16`,
  `https://eur01.safelinks.protection.outlook.com/?url=${ESCAPED}&data=05%7C02%7C&sdata=a%2Bb%3D&reserved=0`,
  `https://www.google.com/url?q=${encodeURIComponent(ESCAPED)}&sa=D`,
  `https://example.org/?s=${encodeURIComponent(LINK)}&lang=de`,
  `https://example.org/?s=${LINK}#top`,
];

test('addresses, sentences, Markdown, HTML and mail programs leave the link as it is', () => {
  for (const text of FORGIVEN) {
    const {link, check, lossless, ignored} = engine.decode(text);
    assert.deepEqual([link, lossless], [LINK, true], `${text}: ${JSON.stringify(ignored)}`);
    assert.equal(check, text.includes(CHECK) ? CHECK : null, text);
  }
});

test('the end of a text is its own, unless a sentence is around the link: then it is said', () => {
  const taken = ['.', ')', ']', '"', "'", '\u201d', '\u00bb'];
  const kept = ['...', '?', '!', '),'];
  const without = engine.decode('1;question=Why;n=5').link;
  for (const end of [...taken, ...kept]) {
    const meant = engine.decode(`1;question=Why${end};n=5`).link;
    const isTaken = taken.includes(end);
    for (const alone of ['', '#', PAGE, '?s=', 'https://example.org/?lang=de&s=', '> ']) {
      const {link, lossless} = engine.decode(`${alone}1;n=5;question=Why${end}`);
      assert.deepEqual([link, lossless], [meant, true], `${alone} ${end}`);
    }
    for (const words of ['Look at ', 'Anna: ', `My answer: ${PAGE}`]) {
      const {link, lossless, ignored} = engine.decode(`${words}1;n=5;question=Why${end}`);
      assert.deepEqual([link, lossless], isTaken ? [without, false] : [meant, true], words + end);
      const isSaid = ignored.some(({key, read}) => key === 'link' && read === end);
      assert.equal(isSaid, isTaken, words + end);
    }
  }
});

test('white space before a known key is a separator, however spelt, and that is said', () => {
  const whole = engine.decode(`${WHOLE};ask1=level~p11~gt~0`);
  for (const space of [' ', '  ', '\t', '\n', '\r\n', '%20', '%09', '%2520', ' \t ']) {
    const text = `${LINK}${space}check=${CHECK}${space}ask1=level~p11~gt~0`;
    const {link, check, lossless, ignored} = engine.decode(text);
    assert.deepEqual([link, check, lossless], [whole.link, CHECK, true], JSON.stringify(text));
    const said = ignored.filter(({cause}) => cause === 'space');
    assert.deepEqual(
      said.map(({key}) => key),
      ['check', 'ask1'],
    );
    assert.equal(said.length, ignored.length);
  }
});

/** What is said, and of what, where something of a link is lost. */
const TOLD = [
  [`${LINK}\u2026`, 'link', '\u2026', /ellipsis/],
  [`${PAGE}${LINK}...`, 'link', '...', /ellipsis/],
  [`1;figure=mean;n=14~15\u2026`, 'link', '\u2026', /ellipsis/],
  [`${WHOLE} ${WHOLE.replace('14', '13')}`, 'link', ` ${WHOLE.replace('14', '13')}`, /not part/],
  [`${WHOLE},seed=7`, 'link', ',seed=7', /not part/],
  [`https://example.org/?s=${LINK}#;seed=7`, 'link', '#;seed=7', /not part/],
  [`${LINK} ${LINK.replace('14', '13')}`, 'n', '14~15~16 1', /three/],
  ['1;n=\uff11\uff16', 'n', '\uff11\uff16', /whole/],
  ['\uff11;n=5', 'format', '\uff11', /number/],
  ['1;n\uff1d5', 'n\uff1d5', '', /key=value/],
  ['1;eps=1e\u20133', 'eps', '1e\u20133', /0 to 10/],
  ['1;n=\u201c5\u201d;seed=2', 'n', '\u201c5\u201d', /whole/],
  ['1;N=5', 'N', '5', /name/],
  ['1;n=14 15 16', 'n', '14 15 16', /three/],
  ['1;n=5 000', 'n', '5 000', /whole/],
  ['1;n=5;seed=1 000', 'seed', '1 000', /whole/],
  ['1;eps=0.5 ~0.1~0.01', 'eps', '0.5 ~0.1~0.01', /0 to 10/],
  ['1;n=5 sed=7', 'link', ' sed=7', /not part/],
  ['1;n=5 and seed=7', 'link', ' and seed=7', /not part/],
  ['1;n=5;question=Go_on seed=7', 'seed', '7', /white space/],
  ['1;2;n=5', '2', '', /key=value/],
  ['1;seed=5&amp;amp;n=5', 'amp', '', /key=value/],
];

test('what is lost is named as it was pasted, with the reason', () => {
  for (const [text, key, read, why] of TOLD) {
    const {ignored, lossless} = engine.decode(text);
    const remark = ignored.find(entry => !entry.harmless);
    assert.equal(lossless, false, text);
    assert.deepEqual([remark.key, remark.read], [key, read], text);
    assert.match(`${remark.why}; ${remark.more}`, says(why), text);
  }
});

// ---- Formats to come ---------------------------------------------------------------------------

test('a link of a format to come says so, is shown as far as it is known, and is never called reproduced', () => {
  const {check} = engine.compute('1;n=5;seed=7');
  for (const version of ['2', '17', '999999']) {
    const link = `${version};n=5;heat=3;seed=7;check=${check}`;
    const decoded = engine.decode(link);
    const figure = engine.compute(link);
    assert.deepEqual(
      [decoded.version, decoded.readable, decoded.lossless, decoded.link],
      [Number(version), true, false, '1;seed=7;n=5'],
    );
    assert.deepEqual(
      decoded.ignored.map(({key, read}) => [key, read]),
      [
        ['format', version],
        ['heat', '3'],
      ],
    );
    assert.match(decoded.ignored[0].why, says(/not a format that is known here/));
    assert.deepEqual(
      [figure.panels.length, figure.panels[0].rows, figure.verdict],
      [9, 5, 'unchecked'],
    );
    const {status, out} = run(['check', link]);
    assert.deepEqual([status, out.split(/\s/)[0]], [1, 'invalid']);
  }
});
