// Light or dark: what the attribute `theme` may say.

/** @typedef {'auto' | 'light' | 'dark'} Theme auto: as the reader's system prefers */

/** @type {readonly Theme[]} */
export const THEMES = ['auto', 'light', 'dark'];

/** @param {unknown} said @returns {Theme | undefined} undefined if it is none of them */
export const themeIn = said => THEMES.find(theme => theme === said);
