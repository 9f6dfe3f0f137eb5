// The page for teachers: how to ask, how to collect what students answer, and how to put a figure
// into a course, by platform. Of platforms it says what "Embed" says.

import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {platforms} from '../embed/platforms.js';
import {escaped} from './parts.mjs';
import {root} from './shell.mjs';

const SAMPLE = '1;source=model;eps=0.5~1e-3~1e-10';
const QUESTION =
  '1;source=model;eps=1~1~1e-10;question=At_which_factor_does_the_first_column_of_Query_hold_half~3f;' +
  'ask1=first~p12~in~0.45~0.55;show=eps';
const SOMEWHERE = 'https://example.org/nine/';

// ---- Platforms ------------------------------------------------------------------------------------------------------

const FORMS = {
  frame: 'the iframe',
  element: 'the element',
  file: 'the one file',
  npm: 'the npm package',
};

const numbered = texts => texts.map((text, at) => `(${at + 1}) ${escaped(text)}`).join(' ');

function platform({name, forms, tried, steps, wrong}) {
  const whether = tried
    ? `Tried: ${escaped(tried)}.`
    : 'Not tried here: this follows the platform’s documentation.';
  return `<section class="platform">
<h3>${escaped(name)}</h3>
<ol>
<li>Take ${FORMS[forms[0]]}.</li>
${steps.map(step => `<li>${escaped(step)}</li>`).join('\n')}
</ol>
<p><small>${whether} What can go wrong: ${numbered(wrong)}</small></p>
</section>`;
}

// ---- What is pasted -------------------------------------------------------------------------------------------------

/**
 * The hash of the script that has everything in it: since it checks what it fetches, its hash
 * covers all.
 */
export function integrity() {
  const script = readFileSync(root('build/site/element.js'));
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

const paste = text => `<pre><code>${escaped(text)}</code></pre>`;

const frame = site => `<iframe src="${site}index.html#${SAMPLE}" title="Nine attention panels"
  width="100%" height="700" style="border: 0" loading="lazy"></iframe>`;

const element = site => `<script type="module" src="${site}nine-fold.js"></script>
<nine-fold link="${SAMPLE}" home="${site}">
  <a href="${site}index.html#${SAMPLE}"><img src="${site}figures/modify.png" alt="Nine attention panels"></a>
</nine-fold>`;

const checkedScript = site => `<script type="module" src="${site}element.js" crossorigin="anonymous"
  integrity="${integrity()}"></script>`;

const MESSAGES = `const frame = document.querySelector('iframe');
const say = message => frame.contentWindow.postMessage(message, '*');
const first = {ninefold: 1, type: 'set', link: '1;seed=7', theme: 'dark'}; // either may be missing
frame.addEventListener('load', () => say(first));
addEventListener('message', ({data, source}) => {
  if (source !== frame.contentWindow || data?.ninefold !== 1) return; // others may say anything
  if (data.type === 'change') console.log(data.link, data.check);
  if (data.type === 'misunderstood' || data.type === 'failed') console.warn(...data.why);
  if (data.type === 'height') frame.style.height = data.height + 'px';
});`;

/** A page of a course that hands a score on to a platform that speaks SCORM 1.2. */
const score =
  site => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A question</title>
<iframe src="${site}index.html?parts=question+slider#${QUESTION}"
  title="A question about attention" width="100%" height="900" style="border: 0"></iframe>
<script>
const find = view => view.API ?? (view.frameElement ? find(view.parent) : null);
const platform = find(window); // SCORM 1.2: in this window, or one around it of the same origin
const frame = document.querySelector('iframe');
platform?.LMSInitialize('');
addEventListener('message', ({data, source}) => {
  if (source !== frame.contentWindow || data?.ninefold !== 1) return;
  if (data.type === 'height') frame.style.height = data.height + 'px';
  if (data.type !== 'answer') return;
  const share = data.asked.length ? data.met / data.asked.length : Number(data.complete);
  platform?.LMSSetValue('cmi.core.score.raw', String(Math.round(100 * share)));
  platform?.LMSSetValue('cmi.core.lesson_status', data.complete ? 'passed' : 'incomplete');
  platform?.LMSSetValue('cmi.suspend_data', data.link + ';check=' + data.check);
  platform?.LMSCommit('');
});
addEventListener('pagehide', () => platform?.LMSFinish(''));
</script>`;

// ---- The page -------------------------------------------------------------------------------------------------------

const asking = site => `<h2>Ask</h2>
<p>A question is a link: a figure, what is asked of it, and what readers may move. Open
<a href="index.html">Ninefold</a>, bring the figure into the state to begin with, and press <b>Make a question of this \
figure</b>. Say what must hold in the end, as “the first column of Query holds between 0.45 and 0.55”; the figure tells \
at once whether it does. Beside conditions, or in their place, you can offer two to five choices and ask for an answer in \
words. Which choice is right stands in no link: you say it where the answers are judged. Hand the link out as any other.</p>
${paste(`${site}index.html#${QUESTION}`)}
<p><a class="open" href="index.html#${QUESTION}">See this question as a student</a></p>
<p>What a link hides can still be read in it. <a href="lessons/index.html">Four lessons</a> and
<a href="readings/index.html">five descriptions to check</a> are there to be used as they are.</p>`;

const collecting = () => `<h2>Collect</h2>
<p>A student presses <b>Copy my answer</b> and hands that link in, by mail, in a form or in a table. The link has the \
whole figure and a check that only these numbers give: nobody needs to be believed.</p>
<p><a href="class.html"><b>A class’s answers</b></a> is a page that judges them here, in your browser: paste what came, or drop a file, and give the question’s link. Nothing of it is sent or kept.</p>
<p><code>build/ninefold check --question LINK answers.txt</code> does the same at a terminal. It reads them as they came, broken lines, saved mails and all, and gives \
a row for each: who met what, who answered another question, and which answers are the same; as CSV with <code>--csv</code>.</p>`;

const scoring = site => `<h2>Hand a score on</h2>
<p>A figure in a frame tells the page around it each answer, once it is judged: <code>{ninefold: 1, type: 'answer', \
question, asked, met, choices, choice, words, complete, link, check, answer}</code>. In <code>asked</code> each condition has its <code>statement</code> \
as links write it, its <code>sentence</code>, <code>holds</code> (true, false, or null where it cannot be judged), \
<code>number</code>, <code>bound</code> and <code>said</code>, the verdict in words; <code>met</code> counts those that \
hold; <code>choice</code> is the number of the choice that was taken, or 0. <code>complete</code> says that all hold, and that \
no choice and no words are missing. <code>link</code> and <code>check</code> are the whole figure, so that the score can be checked again; \
<code>answer</code> is the link that a student would hand in, with the name of the question in place of the question. An element \
tells the same by its event <code>answer</code>. This page hands the score on by SCORM 1.2, as Moodle, Canvas LMS and \
others play it; put it into a package as its <code>index.html</code>. Tried: scorm-again 3 in Chromium.</p>
${paste(score(site))}
<p>A score that a browser hands on can be made up by whoever owns the browser. The link beside it cannot.</p>`;

const pasting = site => `<h2>Embed</h2>
<p>Bring the figure into the state you want, and press <b>Embed</b> under it: \
it gives the text to paste, for your platform, and shows what readers will see. You choose which controls they
see and which they can move, and so send exactly one question.</p>
<p>For whoever runs a server or writes pages: <a href="publishing.html">publishing and embedding</a>.</p>
<p>An iframe survives learning platforms, which strip scripts:</p>
${paste(frame(site))}
<p>An element suits pages of your own; what stands inside it is shown where scripts do not run:</p>
${paste(element(site))}
<p>Where a page names the hash of each script, so that nobody changes it unseen, take this one instead; it checks the \
engine and the model as well:</p>
${paste(checkedScript(site))}
<p>One file holds everything, to upload or to open without a network: \
<a href="ninefold.html" download>ninefold.html</a>, or with the trained model \
<a href="ninefold-model.html" download>ninefold-model.html</a>.</p>
${platforms.map(platform).join('\n')}`;

const driving = () => `<h2>A page that drives a figure</h2>
<p>A frame tells the page around it what the reader does, and hears what to show. What it does not understand, \
of a message or of the link in it, and why a figure cannot be made, it answers in sentences. \
<a href="publishing.html#messages">All messages</a>.</p>
${paste(MESSAGES)}
<p>An element has <code>link</code>, <code>ready</code>, <code>figure</code> and the events <code>change</code>, \
<code>failed</code> and <code>answer</code>; the attributes <code>link</code>, <code>theme</code> (auto, light, dark), \
<code>loading="eager"</code>, <code>home</code>, the address that its links begin with when a reader copies one, and \
<code>parts</code>: with it only the panels are shown, and of the rest what it names, of question, text, slider, curve, \
more and links. A frame’s address has it as <code>?parts=slider+question</code>.</p>`;

const body = (site, isKnown) => `<h1>For teachers</h1>
<p>Ask, collect what your students answer, and put figures into your course. No account, no server of yours, and \
nothing that students do leaves their browser but the link they hand in.</p>
<div${isKnown ? '' : ` data-somewhere="${SOMEWHERE}"`}>
${[asking, collecting, pasting, scoring, driving].map(part => part(site)).join('\n')}
</div>
<script type="module" src="teaching.js"></script>`;

export const embedding = address => ({
  path: 'embedding.html',
  title: 'For teachers: ask, collect, embed',
  description:
    'Make a question of a figure, collect and check a class’s answers, and embed figures in Moodle, Canvas LMS, ' +
    'Jupyter Book, Quarto, reveal.js or plain HTML.',
  body: address ? body(address, true) : body(SOMEWHERE, false),
});
