// Ready attention weights of the reader's own: all their heads in one picture, as they are. Nothing
// can be made of them again: there is no link of them, and no check.
import {h, say} from '../base/dom.js';
import {choice} from '../controls/choices.js';
import {addressOf, drawnPng} from '../figure/save-files.js';
import {download} from '../figure/save-menu.js';
import {ready as words} from './tensor-messages.js';

/**
 * @typedef {import('../engine/tensors.js').TensorFile} TensorFile
 * @typedef {import('../engine/tensors.js').List} List
 */

/** What can be chosen of how they are looked at: those choices of links that need no more. */
const CHOICES = {
  view: ['weights', 'uniform'],
  range: ['unit', 'row', 'log', 'rest'],
  colors: ['figure', 'viridis', 'cividis', 'greys'],
};

const SIZE = 3; // pixels of a PNG to a unit of the picture: about 300 to the inch

/** @param {keyof typeof CHOICES} key @param {() => void} changed */
function createChoice(key, changed) {
  const options = CHOICES[key].map(value => h('option', {value}, choice(key, value)));
  const select = h('select', {onchange: changed}, ...options);
  return {
    element: h('label', {}, h('span', {}, words.choices[key]), select),
    spelled: () => `${key}=${select.value}`,
  };
}

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick) => h('button', {type: 'button', class: 'quiet', onclick}, text);

/**
 * @param {TensorFile} file whose ready weights were read
 * @param {import('../engine/tensors.js').Ready} about
 * @param {string} name what they are called
 * @param {(error: unknown) => void} failed
 */
export function createReady(file, about, name, failed) {
  const image = h('img', {alt: words.picture(about)});
  const news = h('p', {class: 'news', role: 'status'});
  const choices = [
    createChoice('view', () => void draw()),
    createChoice('range', () => void draw()),
    createChoice('colors', () => void draw()),
  ];
  let svg = new Uint8Array();

  async function draw() {
    try {
      const looks = choices.map(choice => choice.spelled()).join(';');
      svg = file.drawReady(`1;source=tensors;${looks}`, name);
      image.src = await addressOf(new Blob([svg], {type: 'image/svg+xml'}));
    } catch (error) {
      failed(error);
    }
  }

  /** @param {'svg' | 'png'} ending */
  async function save(ending) {
    try {
      const content = ending === 'svg' ? [svg] : await drawnPng(svg, SIZE);
      const type = ending === 'svg' ? 'image/svg+xml' : 'image/png';
      download(new Blob(content, {type}), `${name.replace(/[^\w.-]+/g, '-')}.${ending}`);
    } catch (error) {
      failed(error);
    }
  }

  say(news, about.notFinite ? words.hatched(about.notFinite) : '');
  const element = h(
    'div',
    {class: 'part ready'},
    h('p', {}, words.what),
    news,
    h('div', {class: 'fields'}, ...choices.map(choice => choice.element)),
    image,
    h(
      'div',
      {class: 'row'},
      button(words.svg, () => save('svg')),
      button(words.png, () => save('png')),
    ),
  );
  return {element, draw};
}
