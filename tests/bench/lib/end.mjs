// The end of a bench: says what changed since the run that is kept; with --keep, this run is kept
// in its place, and the documentation has its tables. A run of some scripts keeps the others' tables.
import {existsSync, writeFileSync} from 'node:fs';
import {rewrite} from './document.mjs';
import {LAST, NOW, reportIn} from './report.mjs';
import {since} from './since.mjs';

const now = reportIn(NOW);
const last = existsSync(LAST) ? reportIn(LAST) : {machine: now.machine, tables: {}};
for (const line of since(now, last)) console.log(line);
if (process.argv.includes('--keep')) {
  const kept = {...now, tables: {...last.tables, ...now.tables}};
  if (now.machine !== last.machine && Object.keys(last.tables).some(title => !now.tables[title]))
    throw new Error(`the last run was on ${last.machine}: keep a whole one`);
  writeFileSync(LAST, JSON.stringify(kept, null, 1) + '\n');
  rewrite(kept);
}
