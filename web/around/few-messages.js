// What is said of a figure of which only some parts are shown. Fetched with it.

/** @param {string} caption of the figure */
export const small = caption => `Nine panels, small: ${caption}.`;
