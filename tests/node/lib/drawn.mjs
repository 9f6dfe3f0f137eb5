// What an SVG of `ninefold picture` holds: where each panel stands, its cells as colours, what is
// said of it.
import {readPng} from './png.mjs';

const unescaped = text =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name) => ({amp: '&', lt: '<', gt: '>', quot: '"'})[name]);

/** What its metadata say. @param {string} svg */
export const aboutOf = svg => JSON.parse(unescaped(/<metadata>([^<]*)</.exec(svg)[1]));

/** Every text, in the order in which it is drawn. @param {string} svg */
export const textsOf = svg =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) =>
    unescaped(text.replace(/<[^>]*>/g, '')),
  );

const PLACE =
  /<use xlink:href="#([^"]*)" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+) ([\d.]+)\)"/g;

/** Of the square that every panel is. @param {string} svg */
const sideOf = svg => {
  const [, width] = /<rect fill="none"[^>]* width="([\d.]+)"/.exec(svg);
  return Number(width) - 0.6;
};

/**
 * Panels that have cells, in their order: where the first cell is, and how large one is.
 * @param {string} svg
 */
export const placesOf = svg =>
  [...svg.matchAll(PLACE)].map(([, name, ...numbers]) => {
    const [x, y, width, height] = numbers.map(Number);
    return {name, x, y, width, height, side: sideOf(svg)};
  });

const hex = color => [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));

/** Cells drawn as shapes: what is drawn last counts. */
function shapesOf(body) {
  const cells = new Map();
  const shapes = /<path fill="(#......)" d="M(\d+) (\d+)h([\d.]+)v([\d.]+)h-[\d.]+z"\/>/g;
  for (const [, color, x, y, wide] of body.matchAll(shapes))
    for (let j = 0; j < Math.floor(Number(wide)); j++)
      cells.set(`${Number(x) + j} ${y}`, hex(color));
  return (column, row) => cells.get(`${column} ${row}`) ?? null;
}

/** An image, of which each cell has the pixels of a square. */
function imageOf(body) {
  const across = Number(/<image width="(\d+)"/.exec(body)[1]);
  const [, packed] = /xlink:href="data:image\/png;base64,([^"]*)"/.exec(body);
  const image = readPng(Buffer.from(packed, 'base64'));
  const side = image.width / across;
  return (column, row) => {
    const [red, green, blue, alpha = 255] = image.at(column * side, row * side + side - 1);
    return alpha ? [red, green, blue] : null;
  };
}

/**
 * The colour of each cell of a panel, by column and row; null of one that is transparent.
 * @param {string} svg
 * @param {string} name
 */
export function cellsOf(svg, name) {
  const from = svg.indexOf(`<g id="${name}"`);
  const body = svg.slice(from, svg.indexOf('</g>', from));
  return body.includes('<image') ? imageOf(body) : shapesOf(body);
}
