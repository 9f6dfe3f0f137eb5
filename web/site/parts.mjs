// Pieces of HTML that more than one page is put together of.

const ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
const SIGNS = Object.fromEntries(Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign]));

export const escaped = text => text.replace(/[&<>"]/g, sign => ENTITIES[sign]);
export const unescaped = text => text.replace(/&(amp|lt|gt|quot);/g, entity => SIGNS[entity]);

export const code = text => `<code>${escaped(text)}</code>`;

/** A measured number, in four decimals or, where those would be zeros, in two digits. */
export function inFigures(x) {
  if (x === null) return '–';
  if (x === 0 || Math.abs(x) >= 1e-3) return String(Number(x.toFixed(4)));
  return Number(x.toPrecision(2)).toExponential();
}

/**
 * A table that scrolls on its own where it is wider than the page: the words of its head, and its
 * rows as HTML; one that is stacked has its cells one below the other on a phone.
 */
export function table(head, rows, {stacked = false} = {}) {
  const cells = head.map(words => `<th>${words}</th>`).join('');
  const top = cells && `<thead><tr>${cells}</tr></thead>`;
  return `<div class="scroll"><table${stacked ? ' class="stacked"' : ''}>${top}\n<tbody>${rows}</tbody></table></div>`;
}

/** The way to the figure of a link. */
export const opener = (link, page = 'index.html') =>
  `<a class="open" href="../${page}#${link}">Open these nine panels, and move something</a>`;

/** A picture of nine panels, in the size of a preview where no other is said. */
export const image = (file, alt, [width, height] = [1200, 630]) =>
  `<img src="${file}" width="${width}" height="${height}" alt="${escaped(alt)}">`;

const titleOf = ({title}) => title.replaceAll('*', '');

/** What such a picture shows, for those who do not see it. */
export const described = panels =>
  `Nine attention heatmaps, three by three: ${panels.map(titleOf).join('; ')}.`;

/** How to read it, for those who do: it has no labels of its own. */
const legend = panels =>
  `Top left: ${titleOf(panels[0])}; bottom right: ${titleOf(panels[8])}. ` +
  'Dark blue is a weight of 0, dark red of 1.';

/** The picture of a figure on its own page: what previews name of it, and its HTML. */
export function picture(file, {caption, panels}) {
  const alt = described(panels);
  return {
    file,
    alt,
    html: `<figure>${image(file, alt)}<figcaption>${escaped(`${caption}. ${legend(panels)}`)}</figcaption></figure>`,
  };
}
