// What is pasted, in each form. Pure: texts from a figure and the wishes for it.

import {changed, sealed, valueIn, without} from '../engine/link-text.js';

/**
 * @typedef {import('./platforms.js').Form} Form
 * @typedef {{link: string, caption: string, kind: string, withModel: boolean, site: string,
 *   page: string}} Subject
 *   site: the folder of the published site, page: the page in it that shows links; '' if not known
 * @typedef {{form: Form, source: string, theme: string, height: string, parts: string | null,
 *   adjusts: boolean, show: string, lock: string}} EmbedOptions
 *   source: the attribute in which an iframe has its address; parts: what is shown beside the
 *   panels, null: everything; adjusts: a script gives the frame the figure's height; show, lock: as
 *   links spell them
 */

/** Is it a tag of the page's own, and no page in a frame? @param {Form} form */
export const isTag = form => form === 'element' || form === 'npm';

/** @param {string} text */
const escaped = text =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The link with what it shows and locks, in the place of what it said of that.
 * @param {string} link
 * @param {EmbedOptions} options
 */
export function linkFor(link, {show, lock}) {
  const limited = changed(
    without(link, 'show', 'lock'),
    show && `show=${show}`,
    lock && `lock=${lock}`,
  );
  return sealed(limited, valueIn(link, 'check'));
}

/** @param {Subject} subject */
export const fileOf = ({withModel}) => (withModel ? 'ninefold-model.html' : 'ninefold.html');

/** What a frame shows. @param {Subject} subject @param {EmbedOptions} options */
export function sourceOf(subject, options) {
  const {form, theme, parts} = options;
  const page = form === 'file' ? fileOf(subject) : subject.page;
  const asked = [
    ...(theme === 'auto' ? [] : [`theme=${theme}`]),
    ...(parts === null ? [] : [`parts=${parts.replaceAll(' ', '+')}`]),
  ].join('&');
  return `${page}${asked && `?${asked}`}#${linkFor(subject.link, options)}`;
}

/** Gives every frame of a figure in the page the height that it tells. */
const ADJUSTS = `
<script>
addEventListener('message', ({data, source}) => {
  if (data?.ninefold !== 1 || data.type !== 'height') return;
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = data.height + 'px';
});
</script>`;

/** @param {Subject} subject @param {EmbedOptions} options */
const frame = (
  subject,
  options,
) => `<iframe ${options.source}="${escaped(sourceOf(subject, options))}"
  title="${escaped(subject.caption)}"
  width="100%" height="${options.height}" style="border: 0" loading="lazy"></iframe>${options.adjusts ? ADJUSTS : ''}`;

/** For who runs no scripts: the picture of such a figure, and a link. @param {Subject} subject */
const instead = ({page, link, site, kind, caption}) => `
  <a href="${escaped(`${page}#${link}`)}"><img src="${escaped(site)}figures/${kind}.png" width="600"
    alt="A figure of this kind: ${escaped(caption)}"></a>
`;

/** @param {Subject} subject @param {EmbedOptions} options */
function element(subject, options) {
  const theme = options.theme === 'auto' ? '' : ` theme="${options.theme}"`;
  const parts = options.parts === null ? '' : ` parts="${escaped(options.parts)}"`;
  const {page} = subject;
  const home = page && `\n  home="${escaped(page)}"`;
  const inside = page && instead(subject);
  return `<nine-fold link="${escaped(linkFor(subject.link, options))}"${theme}${parts}${home}>${inside}</nine-fold>`;
}

/** @type {Record<Form, (subject: Subject, options: EmbedOptions) => string>} */
const texts = {
  frame,
  file: frame,
  element: (subject, options) =>
    `<script type="module" src="${escaped(subject.site)}nine-fold.js"></script>\n${element(subject, options)}`,
  npm: (subject, options) =>
    `import 'ninefold'; // in a script of your site, and in the page:\n\n${element(subject, options)}`,
};

/**
 * Is there a text to paste? Without an address only a bundler finds the scripts.
 * @param {Subject} subject
 * @param {EmbedOptions} options
 */
export const hasSnippet = ({page}, {form}) => Boolean(page) || form === 'npm';

/** @param {Subject} subject @param {EmbedOptions} options */
export const snippet = (subject, options) => texts[options.form](subject, options);
