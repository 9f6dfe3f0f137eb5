// What measures are called: as the engine's table in include/ninefold.h says it, everywhere in the
// page.
import {measures} from 'made/measures.js';

/** All measures, in the order of the engine. */
export const MEASURES = measures.map(({key}) => key);

/**
 * The name of a measure. In some names stands whose output is measured, and with what it is
 * compared.
 * @param {string} key
 * @param {{output: string, head: string}} words for these two
 */
export const nameOf = (key, {output, head}) =>
  (measures.find(measure => measure.key === key)?.label ?? key)
    .replace('{output}', output)
    .replace('{head}', head);
