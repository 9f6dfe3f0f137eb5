// Can you trust a figure's caption? Five descriptions of the same two figures, to be checked
// against heads that can be moved.
import {mark} from '../shared/marks.js';
import {adoptStyle} from '../base/styles.js';
import {choiceStyle} from '../controls/choice-style.js';
import {createDescription} from './description.js';
import {readingOf} from './judged.js';
import {glanceStyle} from '../figure/glance.js';
import {style} from './style.js';
import {createTopics} from './topics.js';

/**
 * @param {import('../shared/needs.js').PaneContext} needs
 * @returns {import('../shared/needs.js').Pane}
 */
export function createPane(needs) {
  const {host, root, top, side, control} = needs;
  const toOpening = () => needs.open(needs.opening);
  let goBack = toOpening; // to what stood before; after a reload that is not known
  let opened = '';
  let arriving = false;
  const description = createDescription(needs, visit);
  const topics = createTopics({visit, leave});

  /** @param {string} name */
  function visit(name) {
    arriving = !topics.element.isConnected;
    if (arriving) goBack = needs.keep();
    needs.open(readingOf(name).link);
    control.open(name);
    needs.draw();
  }

  function leave() {
    goBack();
    control.close();
  }

  function enter() {
    adoptStyle(top, choiceStyle);
    adoptStyle(top, glanceStyle + style);
    top.replaceChildren(topics.element);
    side.replaceChildren(description.element);
    if (arriving) topics.focus(); // the button that was pressed is gone
    arriving = false;
  }

  /** @param {string} name */
  function arrange(name) {
    const reading = readingOf(name);
    opened = name;
    topics.show(name, reading.name);
    mark(root, null);
    description.open(reading);
  }

  return {
    visit,
    show(state) {
      const name = host.getAttribute('reading') ?? '';
      if (!topics.element.isConnected) enter();
      if (name !== opened) arrange(name);
      description.show(state);
    },
    hide() {
      if (!topics.element.isConnected) return;
      topics.element.remove();
      description.element.remove();
      opened = '';
      goBack = toOpening;
      mark(root, null);
    },
  };
}
