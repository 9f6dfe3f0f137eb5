// The element <nine-fold>. Importing the package defines it; without a document, as in a site generator, it does nothing.
import type { Figure } from './engine.js';

export type { Figure, Panel, Remark } from './engine.js';

/** After each change. `step`: by a link, by a slider or a text, by a choice. */
export interface NineFoldChange { link: string; check: string; step: 'open' | 'replace' | 'push' }

/**
 * Attributes: `link`, `home`, `theme` (auto, light, dark), `loading` (eager: at once, else when
 * the reader comes near).
 */
export class NineFold extends HTMLElement {
  /** The state as a link, without its check. */
  link: string;
  /**
   * Where figures are opened, as `https://example.org/nine/`: what the links begin with that the
   * element hands out. The attribute of that name, '' without one: then it is the address that the
   * build was told, or this page if `tieToAddress` tied it.
   */
  home: string;
  /** The figure of `link`; asking for it begins. Fails if it cannot be made. */
  readonly ready: Promise<Figure>;
  /** The last figure that was computed. */
  readonly figure: Figure | null;
}

/** The link that is shown where none is given. */
export const OPENING: string;

/** Where `ninefold.wasm`, `ninefold-model.wasm` and `model.bin` are; without it, beside the script. Before the first element. */
export function filesAt(folder: string | URL): void;

/** Ties an element to the address of its page, both ways. */
export function tieToAddress(element: NineFold, opening: string): void;

declare global {
  interface HTMLElementTagNameMap { 'nine-fold': NineFold }
}
