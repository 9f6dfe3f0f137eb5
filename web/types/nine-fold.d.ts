// The element <nine-fold>. Importing the package defines it; without a document, as in a site
// generator, it does nothing.
import type {Figure} from './engine.js';

export type {Figure, Measure, Panel, Remark} from './engine.js';

/** What the event `change` tells: the state as a link, and the check of its figure. */
export interface NineFoldChange {
  link: string;
  check: string;
  /** What it came from: a link, a slider or a text, or a choice. */
  step: 'open' | 'replace' | 'push';
}

export interface NineFoldEventMap extends HTMLElementEventMap {
  /** After each change, once its figure stands. It bubbles. */
  change: CustomEvent<NineFoldChange>;
}

/** Its attributes, for templates that are checked. */
export interface NineFoldAttributes {
  link?: string;
  home?: string;
  theme?: 'auto' | 'light' | 'dark';
  /** eager: at once, else when the reader comes near. */
  loading?: 'eager';
}

export declare class NineFold extends HTMLElement {
  /** The state as a link, without its check. Set it to show another. */
  link: string;

  /**
   * Where figures are opened, as `https://example.org/nine/`: what the links begin with that the
   * element hands out. The attribute of that name, '' without one: then it is the address that the
   * build was told, or this page if `tieToAddress` tied it.
   */
  home: string;

  /**
   * The figure of `link`; asking for it begins. Fails if it cannot be made, or if the element is in
   * no document.
   */
  readonly ready: Promise<Figure>;

  /** The last figure that was computed. */
  readonly figure: Figure | null;

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

/** The link that is shown where none is given. */
export declare const OPENING: string;

/**
 * Says where `ninefold.wasm`, `ninefold-model.wasm` and `model.bin` are; without it, beside the
 * script. Before the first element.
 */
export declare function filesAt(folder: string | URL): void;

/** Ties an element to the address of its page, both ways. */
export declare function tieToAddress(element: NineFold, opening: string): void;

declare global {
  interface HTMLElementTagNameMap {
    'nine-fold': NineFold;
  }
}
