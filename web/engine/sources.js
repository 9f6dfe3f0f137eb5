// What the sources of figures are, by their rows; their names are the words of `source` in
// src/engine/params.def.
import {tableOf} from '../base/lookup.js';
import {page} from './page-engine.js';

/**
 * @typedef {Record<string, string>} Params
 * @typedef {{panels: {rows: number}[]} | null} Before the figure that is there
 * @typedef {{names: string[], isBrought: boolean, useOurs: string, isOther(params: Params): boolean,
 *   tokens(params: Params, before: Before): number}} Source
 *   names: the keys by which links name what it is of, which mean nothing to another source; without
 *   the first it is what is here; isOther: that is something else, and useOurs offers it; isBrought:
 *   choosing this source asks the reader for a file; tokens: of the longest input, as far as is known
 *   before the next figure is made
 */

/** @type {Record<string, Source>} */
const SOURCES = tableOf({
  synthetic: {
    names: [],
    isBrought: false,
    useOurs: '',
    isOther: () => false,
    tokens: ({n}) => Math.max(...n.split('~').map(Number)),
  },
  tensors: {
    names: ['file', 'rotary'],
    isBrought: true,
    useOurs: 'Use the file that is here',
    isOther: ({file}) => file !== '' && page.tensors !== null,
    tokens: () => page.tensors?.tokens ?? 0,
  },
  model: {
    names: ['model'],
    isBrought: false,
    useOurs: 'Use the model that is here',
    isOther: params => params.model !== page.modelName && !page.isOwn(params),
    tokens: (_, before) => Math.max(0, ...(before?.panels.map(({rows}) => rows) ?? [])),
  },
});

/** @param {Params} params @returns {Source} */
export const sourceOf = ({source}) => SOURCES[source];

/** Names of what is of another source, emptied. @param {string} source @returns {Params} */
export const withoutOthers = source =>
  Object.fromEntries(
    Object.entries(SOURCES)
      .filter(([name]) => name !== source)
      .flatMap(([, {names}]) => names.map(key => [key, ''])),
  );
