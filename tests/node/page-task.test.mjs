// What the first screen's task says after Play.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {createTask} from '../../web/around/task.js';

const PARAMS = {figure: 'modify', op: 'scale', weights: 'softmax', mask: 'causal', response: '1'};

/** A state whose middle Query panel has this share on its first token. */
function stateAt(eps, first) {
  const panel = {rows: 16, measures: {first}};
  return {
    params: {...PARAMS, source: 'model', layer: '2', head: '3', text1: 'a', eps: `0.5~${eps}~0`},
    changed: true,
    moved: 'eps',
    figure: {
      link: `1;eps=0.5~${eps}~0`,
      panels: [panel, panel],
      baselines: [{rows: 16, measures: {first: 0.97}}],
    },
  };
}

test('Play says how far the share fell, and nothing where it was stopped before it did', () => {
  for (const [least, said] of [
    [0.2, /^From ε = 1 to 0\.1 .* fell from 97 % to 20 %\.$/],
    [0.9699, /^$/],
  ]) {
    const follow = createTask('0.5');
    follow(stateAt('1', 0.97), true);
    follow(stateAt('0.1', least), true);
    assert.match(follow(stateAt('0.1', least), false).played, said);
  }
});
