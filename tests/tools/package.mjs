// The package.json of what npm is given:   node package.mjs >FILE
//
// web/package.json, and where the package is at home, as far as the build was told: $NINEFOLD_URL,
// the published site, and $NINEFOLD_REPOSITORY, the address of its sources.

import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {publicAddress, repository, root} from '../../web/site/shell.mjs';

/** @param {{homepage?: string, sources?: string}} [where] */
export function manifest({homepage = publicAddress(), sources = repository()} = {}) {
  return {
    ...JSON.parse(readFileSync(root('web/package.json'), 'utf8')),
    ...(homepage && {homepage}),
    ...(sources && {repository: {type: 'git', url: sources}}),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(JSON.stringify(manifest(), null, 2));
  } catch (error) {
    console.error(`build.sh: ${error.message}`);
    process.exitCode = 1;
  }
}
