// What the parts around the figure and the panes beside it are given by the element.

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/settled.js').Settling} Settling
 * @typedef {import('./pieces.js').Bring} Bring
 * @typedef {NonNullable<State['figure']>} Figure
 * @typedef {{whole(figure: Figure, tell: import('../state/settled.js').Tell): Promise<Figure>,
 *   home(): import('../state/home.js').Home}} Save
 *   what files of a figure take; whole: with what is saved, but not shown
 * @typedef {{set(patch: Record<string, string>,
 *   live: boolean): import('../engine/core.js').Remark[], settle(byKeys: boolean): void,
 *   reset(keys: string[]): void}} Set
 * @typedef {Set & {undo(): void, redo(): void, restart(): void}} Act
 * @typedef {{host: HTMLElement, row: import('../state/store.js').Row,
 *   save: Save, now(): State, both(): State, compare?: HTMLElement, act: Act, check(): string | null,
 *   settled: Settling, words(figure: NonNullable<State['figure']>,
 *   panel: number): ReturnType<typeof import('../engine/next-words.js').nextWords>,
 *   look(focus: State['focus']): void,
 *   drafts: import('../state/drafts.js').Drafts, opening: string, read(name: string): void,
 *   draw(): void, bring: Bring, failed(error: unknown): void}} PartNeeds
 *   now: what is changed; both: what is handed out; they differ where there are two figures
 *   compare: what holds a figure as the first of two
 *   read: opens a reading
 *   look: at a cell, or at none
 *   words: that the model says next, untouched and with a panel's output; null where it says none
 *   row: epsilon's; check: of the state's numbers, if it is known; settled: waits for it
 * @typedef {{show(state: State): void, hide(): void, visit?(name: string): void}} Pane
 * @typedef {{open(which: string): void, close(): void}} PaneControl
 *   opens and closes a pane; closing brings the focus back to where it was opened
 * @typedef {{host: HTMLElement, root: ShadowRoot, top: HTMLElement, side: HTMLElement,
 *   now(): State, both(): State, draw(): void, act: Act, check(): string | null,
 *   settled: Settling,
 *   open(link: string): void, peek: import('../state/store.js').Store['peek'],
 *   keep(): () => void, opening: string, bring: Bring,
 *   failed(error: unknown): void, table: import('../state/store.js').Row[],
 *   maker: import('../engine/core.js').Core, control: PaneControl}} PaneContext
 *   peek: reads a link that is not opened
 *   top, side: the elements that panes are put into; keep: returns what brings the present state
 *   back
 */

export {};
