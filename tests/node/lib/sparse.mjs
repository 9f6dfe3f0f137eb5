// Models in their own sizes that take no room on the disk: headers, and zeros that nobody wrote.
import {closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {headerOf} from './own-models.mjs';
import {bytesTokenizer} from './vocabularies.mjs';

/** A file of this header, and of holes behind it. */
export function writeSparse(path, tensors) {
  const {bytes, size} = headerOf(tensors);
  const file = openSync(path, 'w');
  writeSync(file, bytes);
  ftruncateSync(file, bytes.length + size);
  closeSync(file);
}

/** A folder with what belongs to a model, but its tensors. @param {string} path @param {object} config */
export function startFolder(path, config) {
  mkdirSync(path);
  writeFileSync(join(path, 'config.json'), JSON.stringify(config, null, 2));
  writeFileSync(join(path, 'tokenizer.json'), JSON.stringify(bytesTokenizer()));
  return path;
}

/** @param {string} path @param {{config: object, tensors(config: object): any[]}} of as published */
export function sparseFolder(path, {config, tensors}) {
  startFolder(path, config);
  writeSparse(join(path, 'model.safetensors'), tensors(config));
  return path;
}
