// The first screen's task, web/around/task.js: when it is offered, what meets it, what is said
// after Play.
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

/** Follows states one after the other; gives the last progress. */
function followed(...states) {
  const follow = createTask('0.5');
  return states.map(state => follow(state, false)).pop();
}

/** The same state, otherwise in some ways. */
const but = ({params, figure, ...state}, more, head = {}) => ({
  ...state,
  params: {...params, ...more},
  figure: {...figure, baselines: [{...figure.baselines[0], ...head}]},
});

test('the task is met by bringing the share from above a half to below it', () => {
  const [high, low] = [stateAt('1', 0.97), stateAt('0.1', 0.3)];
  assert.equal(followed(high).stage, 'raised');
  assert.deepEqual([followed(high, low).stage, followed(low).stage], ['met', 'start']);
  assert.match(followed(high, low).met, /^Done: at ε = 0\.1 it is down to 30 %\. /);
  assert.equal(followed(high).met, '');
  assert.equal(followed(high, stateAt('0.5', 0.5)).stage, 'raised', 'a half is not below it');
  const later = followed(high, low, stateAt('0.01', 0.1));
  assert.match(later.met, /at ε = 0\.1 /, 'what met it stands');
  assert.equal(later.share, 0.1);
});

test('who begins below the half must first raise epsilon to where nothing is changed', () => {
  const low = stateAt('0.1', 0.3);
  assert.equal(followed(low).toRaise, true);
  assert.equal(followed(low, stateAt('0.7', 0.8)).stage, 'start');
  assert.equal(followed(low, stateAt('1', 0.97)).stage, 'raised');
  assert.equal(followed(low, stateAt('1', 0.97), low).stage, 'met');
});

test('a step back or another text do not meet it', () => {
  const back = {...stateAt('0.1', 0.3), moved: ''};
  assert.equal(followed(stateAt('1', 0.97), back).stage, 'start');
});

test('another head, another text or another link begin anew', () => {
  const [high, low] = [stateAt('1', 0.97), stateAt('0.1', 0.3)];
  assert.equal(followed(high, but(low, {head: '0'})).stage, 'start');
  assert.equal(followed(high, but(low, {text1: 'b'})).stage, 'start');
  assert.equal(followed(high, {...low, changed: false, moved: ''}).stage, 'start');
  assert.equal(followed(high, low, but(low, {layer: '0'})).met, '');
  const opened = followed(high, low, {...high, changed: false, moved: ''});
  assert.deepEqual([opened.stage, opened.met], ['raised', ''], 'also of the same head');
});

test('it is offered where a factor can bring it about, and not elsewhere', () => {
  const high = stateAt('1', 0.97);
  const offered = (more, head) => followed(but(high, more, head)).offered;
  assert.equal(offered(), true);
  for (const more of [
    {figure: 'mean'},
    {op: 'blend'},
    {weights: 'sigmoid'},
    {mask: 'none'},
    {response: '0'},
  ])
    assert.equal(offered(more), false, JSON.stringify(more));
  assert.equal(offered({}, {rows: 3}), false, 'few rows hold a half when they are even');
  assert.equal(offered({}, {measures: {first: 0.4}}), false, 'a head that looks elsewhere');
  assert.equal(offered({}, {measures: {first: null}}), false);
  assert.deepEqual(followed({...high, figure: null}), {
    offered: true,
    stage: 'start',
    toRaise: false,
    share: null,
    word: '',
    met: '',
    played: '',
  });
});

test('a figure older than the state is judged by its own epsilon', () => {
  const older = stateAt('1', 0.97);
  const {met} = followed(older, {...stateAt('0.1', 0.3), params: older.params});
  assert.match(met, /at ε = 0\.1 /);
  const silent = stateAt('0.5', 0.3);
  const usual = {...silent, figure: {...silent.figure, link: '1'}};
  assert.match(
    followed(older, usual).met,
    /at ε = 0\.5 /,
    'a link that says nothing has the usual one',
  );
});

test('without a share to measure there is nothing to judge', () => {
  assert.deepEqual(
    [followed(stateAt('1', null)).stage, followed(stateAt('1', null)).share],
    ['start', null],
  );
});

test('what Play brings about is no achievement, and what it said goes when epsilon is moved', () => {
  const follow = createTask('0.5');
  follow(stateAt('1', 0.97), false);
  const watched = follow(stateAt('0.1', 0.2), true);
  assert.deepEqual([watched.stage, watched.played], ['raised', '']);
  const after = follow(stateAt('0.1', 0.2), false);
  assert.deepEqual([after.stage, after.met], ['start', '']);
  assert.equal(follow(stateAt('0.2', 0.4), false).played, '');
});

// ---- A word to be lost --------------------------------------------------------------------------

const likely = (word, p) => ({word, p});

/** What the model says in columns that leave “whale” these chances. */
const saying = chances => (figure, panel) => ({
  before: [likely(' whale', 0.9), likely(' same', 0.02)],
  after: [likely(' captain', 0.3), likely(' whale', chances(figure)[panel])],
});

test('a word that is all but sure is to be lost, where some column loses it', () => {
  const eps = figure => Number(figure.link.split('~')[1]);
  const follow = createTask(
    '0.5',
    saying(figure => [0.77, eps(figure) > 0.5 ? 0.8 : 0.25, 0.07]),
  );
  assert.deepEqual(follow(stateAt('0.3', 0.9), false), {
    offered: true,
    stage: 'start',
    toRaise: true,
    share: 0.25,
    word: ' whale',
    met: '',
    played: '',
  });
  assert.equal(follow(stateAt('1', 0.9), false).stage, 'raised');
  const {stage, met} = follow(stateAt('0.1', 0.9), false);
  assert.equal(stage, 'met');
  assert.match(met, /^Done: at ε = 0\.1 “whale” is down to 25 %\. /);
});

test('a word that no column loses is not the task, nor one that was never likely', () => {
  const state = stateAt('1', 0.97);
  assert.equal(
    createTask(
      '0.5',
      saying(() => [0.9, 0.8, 0.7]),
    )(state, false).word,
    '',
  );
  const unsure = () => ({before: [likely(' a', 0.4)], after: [likely(' a', 0.1)]});
  assert.equal(createTask('0.5', unsure)(state, false).word, '');
});

test('a word that is no longer among the likeliest is as the least of those', () => {
  const gone = () => ({
    before: [likely(' whale', 0.9)],
    after: [likely(' captain', 0.3), likely(' way', 0.04)],
  });
  assert.equal(createTask('0.5', gone)(stateAt('0.1', 0.9), false).share, 0.04);
});
