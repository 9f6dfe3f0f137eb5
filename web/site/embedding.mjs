// The page for teachers: how to put a figure into a course, by platform. Of platforms it says what
// "Embed" says.

import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {platforms} from '../embed/platforms.js';
import {escaped} from './parts.mjs';
import {root} from './shell.mjs';

const SAMPLE = '1;source=model;eps=0.5~1e-3~1e-10';
const SOMEWHERE = 'https://example.org/nine/';

// ---- Platforms ------------------------------------------------------------------------------------------------------

const FORMS = {
  frame: 'the iframe',
  element: 'the element',
  file: 'the one file',
  npm: 'the npm package',
};

const numbered = texts => texts.map((text, at) => `(${at + 1}) ${escaped(text)}`).join(' ');

function platform({name, form, tried, steps, wrong}) {
  const whether = tried
    ? `Tried: ${escaped(tried)}.`
    : 'Not tried here: this follows the platform’s documentation.';
  return `<h2>${escaped(name)}</h2>
<ol>
<li>Take ${FORMS[form]}.</li>
${steps.map(step => `<li>${escaped(step)}</li>`).join('\n')}
</ol>
<p><small>${whether} What can go wrong: ${numbered(wrong)}</small></p>`;
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
  if (data.type === 'misunderstood') console.warn(...data.why);
  if (data.type === 'height') frame.style.height = data.height + 'px';
});`;

// ---- The page -------------------------------------------------------------------------------------------------------

/** A site that was not told its address knows it once it is served. */
const HERE = `<script>
if (location.protocol.startsWith('http'))
  for (const code of document.querySelectorAll('code'))
    code.textContent = code.textContent.replaceAll('${SOMEWHERE}', new URL('.', location).href);
</script>`;

const body = site => `<h1>Put a figure into your course</h1>
<p>Open <a href="index.html">Ninefold</a>, bring the figure into the state you want, and press <b>Embed</b> under it: \
it gives the text to paste and shows what readers will see. You choose which controls they
see and which they can move, and so send exactly one question. What is hidden can still be read in the link.</p>
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
${platforms.map(platform).join('\n')}
<h2>A page that drives a figure</h2>
<p>A frame tells the page around it what the reader does, and hears what to show. What it does not understand, \
of a message or of the link in it, it answers in sentences. Nothing depends on being heard.</p>
${paste(MESSAGES)}
<p>Keys pressed in a frame stay in it. A page that wants those that no control there uses asks by \
<code>{ninefold: 1, type: 'keys', on: true}</code>, and is told each as the text \
<code>{"method":"triggerKey","args":[keyCode]}</code>. A deck of reveal.js does so by itself.</p>
<p>An element has <code>link</code>, <code>ready</code>, <code>figure</code> and the event <code>change</code>; the \
attributes <code>link</code>, <code>theme</code> (auto, light, dark), <code>loading="eager"</code> \
and <code>home</code>, the address that its links begin with when a reader copies one.
<a href="lessons/index.html">Four lessons</a> are built from such elements.</p>`;

export const embedding = address => ({
  path: 'embedding.html',
  title: 'Put a figure into your course',
  description:
    'What to paste and where, for Moodle, Canvas LMS, Jupyter Book, Quarto, reveal.js and plain HTML: an ' +
    'iframe, an element, or one file.',
  body: address ? body(address) : `${body(SOMEWHERE)}\n${HERE}`,
});
