// The page for addresses that name nothing. Many of them are good links whose # was written %23 on
// their way, by a mail program or a form: then the part before it is the page that was meant, and
// the part after it the link.

/**
 * Where an address that names nothing should go: the page, and the link behind its #; null if
 * there is none in it.
 * It stands in the page as it is written here, as does the next.
 */
export function repaired(href) {
  const found = /^([^?#]*?)%(?:25)*23(.*)$/i.exec(href);
  if (!found || !/(\/|\.html)$/.test(found[1])) return null;
  return `${found[1]}#${found[2]}`;
}

/** The start of the site, seen from an address in one of its folders. */
export const home = href =>
  href
    .replace(/[?#].*$/, '')
    .replace(/%(25)*23.*$/i, '')
    .replace(/(readings\/|figures\/)?[^/]*$/, '');

export const missing = address => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Nothing is here: Ninefold</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 36rem; padding: 0 1rem; }
  code { overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>Nothing is here under this address</h1>
<p id="hint">If there is a <code>%23</code> in it, it is a link whose <code>#</code> was changed on its way: \
put <code>#</code> in the place of the first <code>%23</code>,
  and open it again.</p>
<p><a id="home" href="${address || './'}">Ninefold starts here</a>.</p>
</main>
<script>
${repaired}
const home = ${home};
const better = repaired(location.href), hint = document.getElementById('hint');
if (better) {
  const link = document.createElement('a');
  link.href = link.textContent = better;
  hint.replaceChildren('The # of this link was changed on its way. It should be ', link, '.');
  location.replace(better);
} else hint.remove();
document.getElementById('home').href = ${address ? `'${address}'` : 'home(location.href)'};
</script>
</body>
</html>
`;
