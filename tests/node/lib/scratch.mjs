// A folder for what a test writes.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** One of its own, that goes with the process. @param {string} name what it begins with */
export function scratchFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
  return folder;
}
