// What a page may load and run, written into the page itself, so that it holds on any host. Who may
// frame a page cannot be said in it: that is left to the headers of the host.

import {createHash} from 'node:crypto';

const STYLES = /<style>([^]*?)<\/style>/g;
const SCRIPTS = /<script(?: type="module")?>([^]*?)<\/script>/g; // another type is data

/** What stands between the tags of such elements, as a policy names it. */
const hashes = (html, elements) =>
  [...html.matchAll(elements)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/**
 * Where a page's scripts come from, and what they fetch; null if it starts none. The app names its
 * own origin as soon as it runs (web/page/main.js): for Safari 'self' is nothing in a frame that
 * has no
 * origin of its own, where the app is to work too.
 */
function originsOf(html) {
  const [, script] = /<script type="module" src="([^"]*)">/.exec(html.replace(SCRIPTS, '')) ?? [];
  if (!script) return null;
  return script.endsWith('main.js') ? 'http: https:' : "'self'";
}

/** Where a browser makes no style sheets by script, the app puts its styles into the page. */
const stylesOf = html => (html.includes('<nine-fold') ? ["'unsafe-inline'"] : hashes(html, STYLES));

/** The scripts of the app, of lessons and of the page for a class: each starts the engine. */
const startsEngine = html => html.includes('<nine-fold') || html.includes(' src="./class.js"');

function policyOf(html) {
  const origins = originsOf(html);
  const isFigure = html.includes('<nine-fold');
  const wasm = startsEngine(html) && "'wasm-unsafe-eval'";
  const scripts = [origins, wasm, ...hashes(html, SCRIPTS)];
  return [
    "default-src 'none'",
    `script-src ${scripts.filter(Boolean).join(' ') || "'none'"}`,
    `style-src ${stylesOf(html).join(' ')}`,
    "img-src 'self' data:",
    origins && `connect-src ${origins}`,
    isFigure && `frame-src ${origins ?? "'self'"}`, // a preview of the page itself
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
    .filter(Boolean)
    .join('; ');
}

const CHARSET = '<meta charset="utf-8">\n';

/** The page with its policy, before everything that it is about. @param {string} html */
export function withPolicy(html) {
  if (!html.includes(CHARSET)) throw new Error(`a page has no line ${CHARSET}`);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">\n`;
  const referrer = '<meta name="referrer" content="no-referrer">\n';
  return html.replace(CHARSET, () => CHARSET + policy + referrer);
}
