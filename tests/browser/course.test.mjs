// What a teacher has at the end of a course.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {useBrowser} from './lib/browser.mjs';
import {course} from './lib/course.mjs';

const shared = useBrowser();

test('a question is made, handed out, answered by three, and judged', async () => {
  const {told, csv} = await course(shared);
  assert.match(
    told,
    /^Answers: 3, right: 2; 3 reproduced; the same as another’s: 1; the question itself, quoted: 1/,
  );
  const [head, ...rows] = csv.replace('\ufeff', '').trim().split('\r\n');
  assert.equal(head, 'row,status,right,who,beside,ask1,remarks,link');
  assert.deepEqual(
    rows.map(row => /^\d+,"([^"]*)","([^"]*)","([^"]*)"/.exec(row).slice(1)),
    [
      ['reproduced', 'right', 'Anna'],
      ['reproduced', 'right', 'Ben'],
      ['reproduced', 'no', 'Cem'],
    ],
  );
});
