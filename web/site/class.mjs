// The page on which a teacher has a class's answers judged.

import {readFileSync} from 'node:fs';

const STYLE = readFileSync(new URL('class.css', import.meta.url), 'utf8');

const BODY = `<h1>A class’s answers</h1>
<p class="lead">Put in the link of your question and the answers as they came: lines, mails, a chat, a table. \
Each answer becomes a row: whether it is reproduced, whether what you asked holds in it, and what you must know of it. \
Everything happens in this page: nothing is stored, and nothing is sent.</p>
<div id="class">
<noscript><p>The answers are judged in your browser, by a script and WebAssembly, which are switched off here. \
On a computer with Ninefold’s command line the same table comes of</p>
<pre><code>ninefold check --question LINK answers.txt</code></pre></noscript>
</div>
<section class="words">
<h2>What the words mean</h2>
<dl>
<dt>right</dt><dd>Reproduced, nothing was changed, nothing is missing, and every statement holds. Where your question has choices \
you tell here which one is right: no link says it.</dd>
<dt>again</dt><dd>Right as well, but the same answer under the same name stands further up, and is counted there.</dd>
<dt>reproduced</dt><dd>The figure was computed anew, and its check is the answer’s, bit for bit.</dd>
<dt>differs</dt><dd>The check is of another figure: something in the link was changed by hand.</dd>
<dt>unchecked</dt><dd>The link has no check, or its model or file is not here.</dd>
<dt>invalid</dt><dd>The link cannot be read whole; it may have been cut.</dd>
<dt>too costly</dt><dd>Computing it takes more than 300 billion multiplications, some fifteen seconds. It is left out \
until you ask for it.</dd>
<dt>the question itself, quoted</dt><dd>A reply repeats your question behind a <code>&gt;</code> and answers it: \
counted here, and no row.</dd>
<dt>lines of base64 that are damaged</dt><dd>Mail programs write text with accents in such lines. What could be read of \
these was, with a <code>?</code> for what could not: look into that mail if an answer is missing.</dd>
<dt>attachments that are no text</dt><dd>Pictures and documents in saved mails, logos of signatures among them. They are not read: \
save an answer that is in one of them as text.</dd>
<dt>lines without a link</dt><dd>Lines of text in which no answer was found: greetings, names, what mail programs \
write. If more students answered than there are rows, look in what you put in for a link that was cut.</dd>
<dt>To know</dt><dd>Another question, a changed statement, a setting moved that was locked or hidden, a replaced text, \
the same answer twice, a wrong choice, a choice or words that are missing.</dd>
</dl>
<p>How to ask a question: open <a href="index.html">Ninefold</a>, bring the figure into the state you want, and press \
<b>Make a question of this figure</b>.</p>
</section>
<script type="module" src="./class.js"></script>`;

export const classPage = () => ({
  path: 'class.html',
  title: 'A class’s answers',
  description:
    'Paste the answers of a class: each is computed anew in your browser, and a table says whether it is ' +
    'reproduced, what holds in it, and what was changed.',
  style: STYLE,
  body: BODY,
});
