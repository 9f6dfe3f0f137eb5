// The row of buttons at hand: play, undo, redo, reset; "More" stands after them.
import {h, say} from '../base/dom.js';
import {icon} from '../base/icons.js';
import {matters, permitted} from '../state/limits.js';
import {AS_OPENED} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Row} Row
 */

/** @param {Row} epsilon @param {{play(): void, undo(): void, redo(): void, reset(): void}} on */
export function createButtons(epsilon, on) {
  const word = h('span', {}, 'Play');
  const play = h(
    'button',
    {type: 'button', class: 'quiet play', onclick: on.play},
    icon('play'),
    icon('stop'),
    word,
  );
  const undo = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': 'Undo',
      title: 'Undo (Ctrl+Z)',
      onclick: on.undo,
    },
    icon('undo'),
  );
  const redo = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': 'Redo',
      title: 'Redo (Ctrl+Shift+Z)',
      onclick: on.redo,
    },
    icon('redo'),
  );
  const reset = h(
    'button',
    {type: 'button', class: 'quiet', title: AS_OPENED, onclick: on.reset},
    'Reset',
  );
  return {
    elements: [play, undo, redo, reset],
    /** @param {boolean} is */
    playing(is) {
      play.setAttribute('aria-pressed', String(is));
      say(word, is ? 'Stop' : 'Play');
    },
    /** @param {State} state */
    show({params, canUndo, canRedo, changed}) {
      const may = permitted(params);
      play.hidden = !matters(epsilon, params) || !may.shown('eps') || may.locked('eps');
      undo.disabled = !canUndo;
      redo.disabled = !canRedo;
      reset.disabled = !changed;
    },
  };
}
