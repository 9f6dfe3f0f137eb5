// What measures are called: as the engine's table in include/ninefold.h says it, everywhere in the
// page. Fetched with what names them all.
import {names} from 'made/measure-names.js';

/**
 * The name of a measure. In some names stands whose output is measured, and with what it is
 * compared.
 * @param {string} key
 * @param {{output: string, head: string}} words for these two
 */
export const nameOf = (key, {output, head}) =>
  (names[key] ?? key).replace('{output}', output).replace('{head}', head);
