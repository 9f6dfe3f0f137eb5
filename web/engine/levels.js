// The engine's WebAssembly modules are a chain: each does all that those before it do. What needs
// more than the first one says a level, and is served by an engine of that level or a higher one.

/** From the smallest module to the largest. */
export const LEVEL = /** @type {const} */ ({base: 0, model: 1, picture: 2, whole: 3});

/** An export that the module of each level has, and none before it. */
const SIGNS = ['decode', 'bring_model', 'draw_picture', 'give'];

/** @param {object} exports of an instance */
export const levelOf = exports => SIGNS.filter(sign => sign in exports).length - 1;
