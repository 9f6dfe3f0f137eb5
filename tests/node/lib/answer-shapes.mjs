// What becomes of answers on their way: shapes in which a class hands them in, and the rows that
// come of each. Whoever judges answers, the command line or a page, finds the same.

export const QUESTION =
  '1;n=6;d=32;heads=3;sink=4;eps=1;question=When_does_the_first_token_win~3f;' +
  'ask1=first~p11~gt~0.6;ask2=first~p31~gt~0.5;show=eps~sink~seed;lock=seed';

/** Answers to it, as they are sealed for two students, and one that says no name. */
export const ANNA =
  '1;n=6;d=32;heads=3;sink=4;eps=0.9~0.9~1e-3;' +
  'of=d6171626;by=Anna_Meier;check=9961361f448034da';
export const BEN =
  '1;n=6;d=32;heads=3;sink=4;eps=0.7;' + 'of=d6171626;by=Ben_Ott;check=55e6a8fe92b49f12';
export const NAMELESS =
  '1;n=6;d=32;heads=3;sink=4;eps=0.8~0.8~1e-3;of=d6171626;check=ad3ae324dc586a37';
const LONG = `1;n=6;d=32;heads=3;sink=4;eps=0.6~0.6~1e-3;of=d6171626;by=Lea;words=${'~c3~a4_ja.'.repeat(99)}~c3~a4_ja~2e;check=0fba12f1458f79e2`;

export const PAGE = 'https://course.example.org/tools/ninefold/index.html#';

// ---- What programs do --------------------------------------------------------------------------

/** Breaks every line behind so many characters, as mail programs do it that know no other way. */
export const broken = (text, width = 76, end = '\n') =>
  text
    .split('\n')
    .flatMap(line => line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''])
    .join(end);

const quoted = (text, mark = '> ') => text.replace(/^/gm, mark);

/** Quoted-printable (RFC 2045), with soft line breaks. */
export function quotedPrintable(text, width = 75) {
  const hex = byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const bytes = [...Buffer.from(text)];
  const parts = bytes.map(byte =>
    byte === 10 || (byte >= 32 && byte < 127 && byte !== 61)
      ? String.fromCharCode(byte)
      : hex(byte),
  );
  let line = '';
  let out = '';
  for (const part of parts) {
    if (part === '\n') {
      out += `${line}\n`;
      line = '';
    } else if (line.length + part.length > width) {
      out += `${line}=\n`;
      line = part;
    } else line += part;
  }
  return out + line;
}

export const html = text => text.replaceAll(';', '&amp;');
const after = (link, text, what) => link.replace(text, () => text + what);
const windows = text => Buffer.from(text, 'latin1');

// ---- The shapes --------------------------------------------------------------------------------

const GOOD = ['reproduced', 'right'];
const anna = ['Anna Meier', ...GOOD];
const ben = ['Ben Ott', ...GOOD];
const named = who => [[who, ...GOOD]];

/** Name of the shape, what is pasted, and of each row: who, status, right or not, causes. */
export const SHAPES = [
  ['a line each', `${ANNA}\n${BEN}\n`, [anna, ben]],
  ['addresses', `${PAGE}${ANNA}\n${PAGE}${BEN}`, [anna, ben]],
  ['a query', `${PAGE.replace('#', '?s=')}${ANNA}`, [anna]],
  ['names beside links', `Cem Öz: ${NAMELESS}\nDora, ${BEN}`, [['Cem Öz', ...GOOD], ben]],
  ['an answer in its own words around it', `Hello,\nmine is ${ANNA}.\nGreetings`, [anna]],
  ['Windows line ends', `${ANNA}\r\n\r\n${BEN}\r\n`, [anna, ben]],
  ['old line ends', `${ANNA}\r${BEN}\r`, [anna, ben]],
  ['a byte order mark', `\ufeff${ANNA}`, [anna]],
  ['broken at 76', broken(`${PAGE}${ANNA}`), [anna]],
  ['broken at 72, CRLF', broken(`${PAGE}${ANNA}`, 72, '\r\n'), [anna]],
  ['broken at 40', broken(ANNA, 40), [anna]],
  ['broken at 20, two of them', `${broken(ANNA, 20)}\n${broken(BEN, 20)}`, [anna, ben]],
  ['broken inside the check', after(ANNA, 'check=', '\n'), [anna]],
  ['broken behind the last equals', after(ANNA, 'of=', '\n'), [anna]],
  ['broken and a name behind', `${broken(NAMELESS, 60)} (Cem)`, named('Cem')],
  ['broken before the link', `Mine: https://course.example.org/tools/nine\nfold/#${ANNA}`, [anna]],
  ['broken behind the hash', `${PAGE}\n${ANNA}`, [anna]],
  ['broken, with empty lines between', broken(ANNA, 50, '\n\n'), [anna]],
  ['broken and indented', broken(ANNA, 50, '\n      '), [anna]],
  ['an answer of two thousand characters, broken', broken(LONG), [['Lea', ...GOOD]]],
  ['quoted', quoted(`Hello\n${ANNA}\nbye`), [anna]],
  ['quoted and broken', quoted(broken(`${PAGE}${ANNA}`, 70)), [anna]],
  ['quoted twice and broken', quoted(broken(ANNA, 60), '> > '), [anna]],
  ['quoted without a space', quoted(broken(ANNA, 60), '>>'), [anna]],
  [
    'broken, then quoted by a program that breaks again',
    broken(quoted(broken(ANNA, 74)), 80),
    [anna],
  ],
  ['quoted-printable', quotedPrintable(`Anna: ${PAGE}${ANNA}\n${BEN}`), [anna, ben]],
  [
    'quoted-printable, a name with an accent',
    quotedPrintable(`Cem Öz: ${NAMELESS}`),
    named('Cem Öz'),
  ],
  ['quoted-printable and quoted', quoted(quotedPrintable(`${PAGE}${ANNA}`, 70)), [anna]],
  [
    'a mail with its head and signature',
    `From: Anna Meier <anna@example.org>\nTo: t@example.org\nSubject: task 3\n\n${broken(NAMELESS)}\n\n-- \nAnna\nTel. 1;23`,
    named('Anna Meier'),
  ],
  [
    'two mails in one file',
    `From: Anna <a@example.org>\n\n${NAMELESS}\n\nFrom: "Ben Ott" <b@example.org>\n\n${quotedPrintable(BEN)}\n`,
    [['Anna', ...GOOD], ben],
  ],
  ['angle brackets', `<${PAGE}${ANNA}>`, [anna]],
  [
    'a chat with times',
    `[19.11.26, 10:22:31] Cem: ${NAMELESS}`,
    [['19.11.26 10:22:31 Cem', ...GOOD]],
  ],
  ['a chat that shows and means it', `<${PAGE}${ANNA}|${PAGE}${ANNA}>`, [anna]],
  ['Markdown', `- [my answer](${PAGE}${ANNA})`, [anna]],
  ['Markdown with backslashes', ANNA.replaceAll('_', '\\_').replaceAll('=', '\\='), [anna]],
  ['a table in Markdown', `| Cem | ${NAMELESS} | 4 |`, named('Cem 4')],
  ['code in a chat', `\`\`\`\n${ANNA}\n\`\`\``, [anna]],
  ['HTML', `<p>Cem <a href="${PAGE}${html(NAMELESS)}">this</a></p>`, named('p Cem a this')],
  [
    'HTML, shown and meant, twice',
    `<a href="${PAGE}${html(ANNA)}">${PAGE}${html(ANNA)}</a>`,
    [anna],
  ],
  ['HTML in one line', `<div>${ANNA}</div><div>${BEN}</div>`, [anna, ben]],
  ['HTML that breaks words', ANNA.replaceAll(';', ';<wbr>'), [anna]],
  ['entities', ANNA.replaceAll('=', '&#61;').replaceAll(';', '&semi;'), [anna]],
  ['percent-escapes', `${PAGE}${encodeURIComponent(ANNA)}`, [anna]],
  ['percent-escapes twice, broken', broken(encodeURIComponent(encodeURIComponent(ANNA))), [anna]],
  [
    'a program that watches links',
    `https://eu.safelinks.example.com/?url=${encodeURIComponent(PAGE + ANNA)}&data=05%7C01&reserved=0`,
    [anna],
  ],
  ['typographic quotes', `“${ANNA}”\n„${BEN}“`, [anna, ben]],
  ['non-breaking spaces', ANNA.replaceAll(';', '\u00a0;\u00a0'), [anna]],
  ['narrow non-breaking spaces', `Cem\u202f:\u00a0${NAMELESS}`, named('Cem')],
  ['zero-width spaces', ANNA.replaceAll(';', ';\u200b'), [anna]],
  ['soft hyphens and joiners', after(after(ANNA, 'eps=', '\u00ad'), 'check=', '\u2060'), [anna]],
  ['marks of direction', `\u202a${ANNA}\u202c`, [anna]],
  ['another hyphen in a number', ANNA.replace('1e-3', '1e\u20113'), [anna]],
  ['a dash in a number', ANNA.replace('1e-3', '1e–3'), [anna]],
  ['a minus in a number', ANNA.replace('1e-3', '1e−3'), [anna]],
  ['full-width signs', ANNA.replaceAll(';', '；').replaceAll('=', '＝'), [anna]],
  ['CSV', `"name","answer"\n"Cem, Öz","${NAMELESS}"\n`, named('Cem Öz')],
  [
    'CSV with semicolons',
    `name;answer;points\ncem;${NAMELESS};4\n3;"anna";"${ANNA}";"4"`,
    [['cem 4', ...GOOD], anna],
  ],
  ['a table with tabs', `Cem\t${PAGE}${NAMELESS}\tMonday`, named('Cem Monday')],
  ['a cell of several lines', `"Cem","Here it is:\n${ANNA}\nThank you","4"`, [anna]],
  ['a formula of a spreadsheet', `=HYPERLINK("${PAGE}${ANNA}";"my answer")`, [anna]],
  ['JSON', JSON.stringify([{link: ANNA}, {link: BEN}]), [anna, ben]],
  [
    'Windows-1252',
    windows(`C\xf6m: \x93${NAMELESS}\x94\r\nBen\xa0${BEN}`),
    [['Cöm', ...GOOD], ben],
  ],
  ['two in one line', `Anna: ${ANNA}, Ben: ${BEN}`, [anna, ben]],
  ['an address twice', `${PAGE}${ANNA} <${PAGE}${ANNA}>`, [anna]],
  [
    'cut by a program that shows links in short',
    `Cem: ${PAGE}${NAMELESS.slice(0, 40)}…`,
    [['Cem', 'invalid', 'no', 'cut not-a-number:eps']],
  ],
  [
    'broken, without its check',
    broken(`${NAMELESS.replace(/;check=.*/, '')}\nDora`, 60),
    [['', 'unchecked', 'no', 'without-check']],
  ],
  [
    'two without checks, one below the other',
    `${ANNA.replace(/;check=.*/, '')}\n${BEN.replace(/;check=.*/, '')}`,
    [
      ['Anna Meier', 'unchecked', 'no', 'without-check'],
      ['Ben Ott', 'unchecked', 'no', 'without-check'],
    ],
  ],
];

// ---- What answers changed ----------------------------------------------------------------------

/** A question about a text of its own, and with choices and words. */
export const OF_TEXT =
  '1;source=model;eps=1;text1=The_rain_fell.;question=Where_does_it_look~3f;show=eps;ask1=first~p11~gt~0.1';
export const OF_CHOICES =
  '1;n=5;d=32;heads=2;question=Which_one~3f;show=question;choices=Query~2fKey~2fValue;write=on';

/**
 * A question about what the trained model says next, " c" in place of " wh", and answers to it: who,
 * epsilon, whether that is right, and which statements hold.
 */
export const OF_MODEL =
  '1;source=model;head=7;eps=1;layer=2;text1=The_captain_saw_the_whale._The_captain_saw_the;' +
  'question=Whom_does_it_see~3f;ask1=says~p12~is~2063;ask2=prediction~p12~gt~0.1;show=eps';
export const MODEL_ANSWERS = [
  ['Anna', 0.3, 'right', [true, true]],
  ['Ben', 1, 'no', [false, false]],
  ['Cem', 0.6, 'no', [false, true]],
].map(([who, eps, right, holds]) => ({
  link: `${OF_MODEL.replace('eps=1', `eps=${eps}`)};by=${who}`,
  who,
  right,
  holds,
}));

/** The whole question, moved. @param {number} eps */
const at = eps => QUESTION.replace('eps=1;', `eps=${eps};`);

/**
 * Answers that are none, or not whole, and beside them some that only seem so: name, question, what
 * is pasted, rows. A link in angle brackets is sealed before it is pasted.
 */
export const CHANGED = [
  ['as it is asked', QUESTION, `<${at(0.9)}>`, [['', 'reproduced', 'right', '']]],
  ['a statement that fails', QUESTION, `<${at(0)}>`, [['', 'reproduced', 'no', '']]],
  [
    'a hidden key left at its default',
    QUESTION,
    '<1;n=6;d=32;sink=4;eps=0.9;of=OF>',
    [['', 'reproduced', 'no', 'moved-setting:heads']],
  ],
  [
    'a free key left at its default',
    QUESTION,
    '<1;n=6;d=32;heads=3;eps=0.9;of=OF>',
    [['', 'reproduced', 'right', '']],
  ],
  [
    'a locked key left at its default',
    QUESTION.replace('n=6', 'seed=9;n=6'),
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>',
    [['', 'reproduced', 'no', 'moved-setting:seed']],
  ],
  [
    'a locked key that is said at its default',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;seed=1;of=OF>',
    [['', 'reproduced', 'right', '']],
  ],
  [
    'a locked key moved',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;seed=2;of=OF>',
    [['', 'reproduced', 'no', 'moved-setting:seed']],
  ],
  [
    'a hidden key moved',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;temp=0.5;of=OF>',
    [['', 'reproduced', 'no', 'moved-setting:temp']],
  ],
  [
    'a key that nobody knows, inside',
    QUESTION,
    ANNA.replace(';of=', ';sharp=2;of='),
    [['Anna Meier', 'invalid', 'no', 'unknown-key']],
  ],
  [
    'a key that nobody knows, behind',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>;sharp=2',
    [['', 'invalid', 'no', 'unknown-key']],
  ],
  [
    'other settings under the check of the right ones',
    QUESTION,
    ANNA.replace('eps=0.9~0.9', 'eps=1~1'),
    [['Anna Meier', 'differs', 'no', 'other-check']],
  ],
  [
    'the name of the question under other settings',
    QUESTION,
    '<1;n=7;d=32;heads=3;sink=4;eps=0.9;of=OF>',
    [['', 'reproduced', 'no', 'moved-setting:n']],
  ],
  [
    'a number edited behind the check',
    QUESTION,
    '1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF;check=0123456789abcdef',
    [['', 'differs', 'no', 'other-check']],
  ],
  [
    'another question',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=01234567>',
    [['', 'reproduced', 'no', 'other-question:of']],
  ],
  [
    'no question',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9>',
    [['', 'reproduced', 'no', 'no-question:of']],
  ],
  [
    'a statement made easier',
    QUESTION,
    `<${at(0.9).replace('gt~0.6', 'gt~0.1')}>`,
    [['', 'reproduced', 'no', 'changed-statement:ask1']],
  ],
  [
    'a statement made easier beside the right question',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF;ask1=first~p11~gt~0.1>',
    [['', 'reproduced', 'no', 'changed-statement:ask1']],
  ],
  [
    'a statement left out',
    QUESTION,
    `<${at(0.9).replace(/;ask2=[^;]*/, '')}>`,
    [['', 'reproduced', 'no', 'changed-statement:ask2']],
  ],
  [
    'a statement in another spelling',
    QUESTION,
    `<${at(0.9).replace('gt~0.6', 'gt~6.0e-1')}>`,
    [['', 'reproduced', 'right', '']],
  ],
  [
    'the words of the question changed',
    QUESTION,
    `<${at(0.9).replace('When', 'Where')}>`,
    [['', 'reproduced', 'no', 'changed-question:question']],
  ],
  [
    'a lock taken off',
    QUESTION,
    `<${at(0.9).replace(';lock=seed', '')};seed=2>`,
    [['', 'reproduced', 'no', 'changed-limits:lock moved-setting:seed']],
  ],
  [
    'a text replaced and sealed anew',
    OF_TEXT,
    '<1;source=model;eps=1;text1=The_sun_shone.;of=OF>',
    [['', 'reproduced', 'no', 'replaced-text:text1']],
  ],
  [
    'the text as it is',
    OF_TEXT,
    '<1;source=model;eps=0.5;text1=The_rain_fell.;of=OF>',
    [['', 'reproduced', 'right', '']],
  ],
  [
    'a model that is not here',
    OF_TEXT,
    '1;source=model;model=01234567;text1=The_rain_fell.;of=OF;check=0123456789abcdef',
    [['', 'unchecked', 'no', 'other-model:model moved-setting:model']],
  ],
  [
    'tensors that are not here',
    QUESTION.replace(';show=eps~sink~seed;lock=seed', ''),
    '1;source=tensors;of=OF;check=0123456789abcdef',
    [['', 'unchecked', 'no', 'no-tensors:source']],
  ],
  [
    'an answer that takes too much',
    QUESTION.replace(';show=eps~sink~seed;lock=seed', ''),
    '1;n=16384;d=256;heads=64;figure=mean;mask=none;of=OF;check=0123456789abcdef',
    [['', 'too costly', 'no', 'too-costly']],
  ],
  [
    'handed in again, and by another one',
    QUESTION,
    ['Anna', 'anna ', 'Ben']
      .map(who => `${who}: <1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>`)
      .join('\n'),
    [
      ['Anna', 'reproduced', 'right', ''],
      ['anna', 'reproduced', 'again', 'same-again'],
      ['Ben', 'reproduced', 'right', 'same-of-another'],
    ],
  ],
  [
    'handed in twice by nobody',
    QUESTION,
    '<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>\n<1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>',
    [
      ['', 'reproduced', 'right', ''],
      ['', 'reproduced', 'right', 'same-again'],
    ],
  ],
  [
    'the long answer and the short one are the same',
    QUESTION,
    `Anna: <${at(0.9)}>\nBen: <1;n=6;d=32;heads=3;sink=4;eps=0.9;of=OF>`,
    [
      ['Anna', 'reproduced', 'right', ''],
      ['Ben', 'reproduced', 'right', 'same-of-another'],
    ],
  ],
  [
    'a choice and words',
    OF_CHOICES,
    '<1;n=5;d=32;heads=2;of=OF;by=Anna;choice=2;words=It_scales_the_logits>',
    [['Anna', 'reproduced', 'right', '']],
  ],
  [
    'the same choice is no copy',
    OF_CHOICES,
    ['Anna', 'Ben'].map(who => `<1;n=5;d=32;heads=2;of=OF;by=${who};choice=2>`).join('\n'),
    [
      ['Anna', 'reproduced', 'no', 'no-words:words'],
      ['Ben', 'reproduced', 'no', 'no-words:words'],
    ],
  ],
  [
    'nothing chosen, nothing said',
    OF_CHOICES,
    '<1;n=5;d=32;heads=2;of=OF;by=Anna>',
    [['Anna', 'reproduced', 'no', 'no-choice:choice no-words:words']],
  ],
  [
    'a choice that is not there',
    OF_CHOICES,
    '<1;n=5;d=32;heads=2;of=OF;by=Anna;choice=4;words=x>',
    [['Anna', 'reproduced', 'no', 'choice-beyond:choice']],
  ],
];
