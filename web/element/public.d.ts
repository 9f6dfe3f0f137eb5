// What the package promises of <nine-fold>. tsc makes the rest of its types from the sources; here
// is what a comment in JavaScript cannot say: an event of its own, and a name in the document.
import type {Remark} from '../engine/engine.js';
import type {Answer} from '../questions/announcing.js';
import type {NineFold} from './nine-fold.js';

export {EngineError, NineFold, OPENING, filesAt, tieToAddress} from './nine-fold.js';
export type {Figure, Measure, Panel, Remark} from '../engine/engine.js';

/** What the event `change` tells: the state as a link, and the check of its figure. */
export interface NineFoldChange {
  link: string;
  check: string;
  /** What it came from: a link, a slider or a text, or a choice. */
  step: 'open' | 'replace' | 'push';
  /** What of the link was not understood. */
  ignored: Remark[];
}

/** What the event `failed` tells: of which link no figure could be made, and why. */
export interface NineFoldFailed {
  link: string;
  /** As `ready` fails: an `EngineError` refuses the link, any other tells of what is missing here. */
  error: Error;
}

/** What the event `answer` tells of a question. */
export type NineFoldAnswer = Answer;

export interface NineFoldEventMap extends HTMLElementEventMap {
  /** Once all that a link asks has been judged on the figure that stands. It bubbles. */
  answer: CustomEvent<NineFoldAnswer>;
  /** After each change, once its figure stands. It bubbles. */
  change: CustomEvent<NineFoldChange>;
  /** Each time that a figure cannot be made. It bubbles. */
  failed: CustomEvent<NineFoldFailed>;
}

/** Its attributes, for templates that are checked. */
export interface NineFoldAttributes {
  link?: string;
  home?: string;
  theme?: 'auto' | 'light' | 'dark';
  /**
   * Only the panels, and of the rest what is named, with spaces between: question, text, slider,
   * curve, more, links; and small: in a narrow place the panels are small.
   */
  parts?: string;
  /** eager: at once, else when the reader comes near. */
  loading?: 'eager';
}

declare module './nine-fold.js' {
  interface NineFold {
    addEventListener<K extends keyof NineFoldEventMap>(
      type: K,
      listener: (this: NineFold, event: NineFoldEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
    removeEventListener<K extends keyof NineFoldEventMap>(
      type: K,
      listener: (this: NineFold, event: NineFoldEventMap[K]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | EventListenerOptions,
    ): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nine-fold': NineFold;
  }
}
