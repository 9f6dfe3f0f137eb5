// Saved mails in which answers are handed in, as programs send them: base64, parts, mailboxes.
import {ANNA, BEN, NAMELESS, PAGE, broken, html, quotedPrintable} from './answer-shapes.mjs';

/** Base64 in lines of 76 characters. */
const base64 = text => broken(Buffer.from(text).toString('base64'));

const dos = text => text.replaceAll('\n', '\r\n');

// ---- Mails -------------------------------------------------------------------------------------

/** Programs write it in any case, and fold lines of a head. */
const IN_BASE64 = 'content-transfer-ENCODING:\n\tBase64';
const QUOTED = 'Content-Transfer-Encoding: quoted-printable';
const PLAIN = 'Content-Type: text/plain; charset="UTF-8"';
const HTML = 'Content-Type: text/html; charset="UTF-8"';
const BYTES = 'Content-Type: application/octet-stream; name="answers"';

/** A part of its head and its body. */
const part = (fields, body) => [...fields, '', body].join('\n');

/** Several parts as one, with what its head says. */
const multipart = (kind, mark, parts) =>
  part(
    [`Content-Type: multipart/${kind};`, ` boundary="${mark}"`],
    `${parts.map(text => `--${mark}\n${text}\n`).join('\n')}\n--${mark}--\n`,
  );

export const mail = (who, content) =>
  `From: ${who} <s@example.org>\nMIME-Version: 1.0\nMessage-ID: <${who}@example.org>\n${content}`;

export const inBase64 = (fields, body) => part([...fields, IN_BASE64], base64(body));

/** An answer as HTML, shown and meant. */
const linked = answer =>
  `<div>Grüße <a href="${PAGE}${html(answer)}">${PAGE}${html(answer)}</a></div>`;

/** Bytes of a picture, and an answer among them that nobody handed in. */
const PICTURE = Buffer.concat([
  Buffer.from(Array.from({length: 3000}, (_, i) => (i * i * 7 + i) % 256)),
  Buffer.from(`\n${BEN}\n`),
]);

/** As text, and as HTML that shows a picture. */
const bothForms = answer =>
  multipart('alternative', '000=_a1', [
    inBase64([PLAIN], `Grüße\n${PAGE}${answer}\n`),
    multipart('related', '000=_a', [
      part([HTML, QUOTED], quotedPrintable(linked(answer))),
      inBase64(['Content-Type: image/png'], PICTURE),
    ]),
  ]);

/** The mail of Cem, without the end of its parts. */
const cutInHtml = answer => mail('Cem', bothForms(answer)).replace(/\n--[^\n]*--\s*$/, '');

// ---- The shapes --------------------------------------------------------------------------------

const GOOD = ['reproduced', 'right'];
const anna = ['Anna Meier', ...GOOD];
const ben = ['Ben Ott', ...GOOD];
const cem = ['Cem', ...GOOD];

/** As SHAPES of answer-shapes.mjs. */
export const MAILS = [
  ['a mail in base64', mail('Cem', inBase64([PLAIN], `${NAMELESS}\n\nViele Grüße\n`)), [cem]],
  [
    'a mail whose head says its name as such heads do',
    mail('=?UTF-8?Q?Cem?= =?utf-8?b?IMOWeg==?=', inBase64([PLAIN], NAMELESS)),
    [['Cem Öz', ...GOOD]],
  ],
  [
    'a mail whose name goes on in the next line of its head',
    mail('=?UTF-8?Q?Cem?=\n =?utf-8?b?IMOWeg==?=', inBase64([PLAIN], NAMELESS)),
    [['Cem Öz', ...GOOD]],
  ],
  [
    'a mail in base64, CRLF inside and outside',
    dos(mail('Cem', inBase64([PLAIN], dos(`Grüße\n${broken(PAGE + NAMELESS)}\n\nCem`)))),
    [cem],
  ],
  [
    'a mailbox of two mails in base64',
    [
      ['Cem', NAMELESS],
      ['Dora', BEN],
    ]
      .map(
        ([who, answer]) =>
          `From x@y Thu Nov 19 10:22:31 2026\n${mail(who, inBase64([], answer))}\n`,
      )
      .join('\n'),
    [cem, ben],
  ],
  ['a mail as text in base64 and as HTML', mail('Anna', bothForms(ANNA)), [anna]],
  [
    'a mail as text and as HTML in base64',
    mail(
      'Cem',
      multipart('alternative', 'b', [
        part([PLAIN], broken(PAGE + NAMELESS)),
        inBase64([HTML], linked(NAMELESS).replaceAll('&amp;', '&#59;')),
      ]),
    ),
    [cem],
  ],
  [
    'two mails as text and as HTML',
    `${mail('Cem', bothForms(NAMELESS))}\n${mail('Dora', bothForms(NAMELESS))}`,
    [cem, ['Dora', ...GOOD, 'same-of-another']],
  ],
  [
    'a mail cut in its HTML, and another one',
    `${cutInHtml(NAMELESS)}\n${mail('Dora', part([], NAMELESS))}`,
    [cem, ['Dora', ...GOOD, 'same-of-another']],
  ],
  [
    'a mail cut in its HTML, and one that was copied by hand',
    `${cutInHtml(NAMELESS)}\nFrom: Dora\n\n${NAMELESS}`,
    [cem, ['Dora', ...GOOD, 'same-of-another']],
  ],
  [
    'two of the same answer in one mail, as text and as HTML',
    mail(
      'Cem',
      multipart('alternative', 'b', [
        part([PLAIN], `Lea: ${NAMELESS}\nDora: ${NAMELESS}`),
        inBase64([HTML], linked(NAMELESS) + linked(NAMELESS)),
      ]),
    ),
    [
      ['Lea', ...GOOD],
      ['Dora', ...GOOD, 'same-of-another'],
    ],
  ],
  [
    'an answer that only the HTML of a mail has, below a reply',
    mail(
      'Cem',
      multipart('alternative', 'b', [
        inBase64([PLAIN], 'Grüße\n\nVon: Frau Berg\nmy answer'),
        inBase64([HTML], `<p>Grüße</p>\n${PAGE}${html(NAMELESS)}<br>`),
      ]),
    ),
    [cem],
  ],
  [
    'an answer as text and as HTML, above a mail that is quoted without marks',
    mail(
      'Cem',
      multipart('alternative', 'b', [
        part([PLAIN], `${NAMELESS}\n\nFrom: Frau Berg\n\n${BEN}`),
        part([HTML], linked(NAMELESS)),
      ]),
    ),
    [cem, ben],
  ],
  [
    'an answer that is attached to a reply',
    mail(
      'Cem',
      multipart('mixed', 'b', [
        part([PLAIN], 'Grüße\n\nVon: Frau Berg\nmy answer'),
        inBase64([PLAIN], NAMELESS),
      ]),
    ),
    [cem],
  ],
  [
    'two answers of one mail, of which its text has one',
    mail(
      'Anna',
      multipart('alternative', 'b', [
        part([PLAIN], ANNA),
        inBase64([HTML], linked(ANNA) + linked(BEN)),
      ]),
    ),
    [anna, ben],
  ],
  [
    'attachments around an answer: a picture, bytes, text, a drawing',
    mail(
      'Cem',
      multipart('mixed', 'outer', [
        inBase64(['Content-Type: image/png'], PICTURE),
        multipart('alternative', 'outer-2', [
          inBase64([PLAIN], NAMELESS),
          part([HTML], linked(NAMELESS)),
        ]),
        inBase64([BYTES], PICTURE),
        inBase64([BYTES], `Lea: ${BEN}`),
        inBase64(['Content-Type: image/svg+xml'], `<desc>${ANNA}</desc>`),
      ]),
    ),
    [cem, ben],
  ],
  [
    'base64 in which a line is damaged',
    `${inBase64([PLAIN], `${NAMELESS}\n${ANNA}\n`).replace(/^(MTtu.{11})./m, '$1!')}\n\n${BEN}`,
    [['', 'invalid', 'no', 'not-a-whole-number:d'], anna, ben],
  ],
  [
    'base64 that ends too early, and what stands behind it',
    `${inBase64([PLAIN], `${ANNA}\n${NAMELESS}`).slice(0, -9)}\n--b\n\n${BEN}`,
    [anna, ['', 'invalid', 'no', 'no-hexadecimal-check'], ben],
  ],
  ['base64 that is none', part([PLAIN, IN_BASE64], `Cem: ${NAMELESS}\n${BEN}`), [cem, ben]],
];
