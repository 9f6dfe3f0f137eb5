// What stands above the figure while a description is read: the title, the way out, and the five
// to choose from.
import {h, say} from '../base/dom.js';
import {readings} from './judged.js';
import {SURPRISE, unknownName} from './messages.js';
import {PAIR} from './pair.js';

const LONGEST = 40; // of a name that is said back
const MARGIN = 14; // pixels of the topic before that stay in sight

const NAMES = readings.map(one => one.name).join(', ');

/** @param {{visit(name: string): void, leave(): void}} on */
export function createTopics(on) {
  const title = h('h2', {tabindex: -1}, 'Can you trust a figure’s caption?');
  const unknown = h('p', {class: 'note', role: 'status'});
  const leave = h('button', {type: 'button', class: 'quiet', onclick: on.leave}, 'Leave');
  const links = readings.map(({name, question}) => ({
    name,
    button: h(
      'button',
      {
        type: 'button',
        class: PAIR.includes(name) ? 'topic paired' : 'topic',
        onclick: () => on.visit(name),
      },
      question,
    ),
  }));
  const nav = h(
    'nav',
    {class: 'topics', 'aria-label': 'Descriptions'},
    ...links.map(({button}) => button),
  );
  const element = h(
    'header',
    {class: 'readings'},
    h('div', {class: 'title'}, title, leave),
    h(
      'p',
      {},
      'Five descriptions of the same two figures. Each was written from a picture. Check them.',
    ),
    h('p', {class: 'surprise'}, SURPRISE),
    unknown,
    nav,
  );

  /**
   * In a narrow place they stand in one line, longer than what is seen of it.
   * @param {HTMLElement} current
   */
  function bringIntoView(current) {
    const {left, right} = current.getBoundingClientRect();
    const place = nav.getBoundingClientRect();
    if (left < place.left || right > place.right) nav.scrollLeft += left - place.left - MARGIN;
  }

  return {
    element,
    focus() {
      title.focus();
    },
    /**
     * @param {string} asked the name that was asked for
     * @param {string} name the one that is shown
     */
    show(asked, name) {
      say(unknown, asked === name ? '' : unknownName(asked.slice(0, LONGEST), NAMES, name));
      for (const {name: one, button} of links) {
        if (one !== name) {
          button.removeAttribute('aria-current');
          continue;
        }
        button.setAttribute('aria-current', 'page');
        bringIntoView(button);
      }
    },
  };
}
