// The rooms: which folder takes from which. src/ARCHITECTURE.md has the same tables, and a test of
// the documents compares them.

/** What each room of src takes from. */
export const C = {
  engine: [],
  model: ['engine'],
  train: ['engine', 'model'],
  data: ['engine', 'model'],
  answers: ['engine'],
  picture: ['engine'],
  cli: ['engine', 'model', 'data', 'answers', 'picture'],
  wasm: ['engine', 'model', 'data', 'answers', 'picture'],
};

/** The rooms of the page, from the ground up. */
export const WEB = [
  'types',
  'base',
  'engine',
  'state',
  'shared',
  'figure',
  'controls',
  'embed',
  'own',
  'questions',
  'readings',
  'around',
  'element',
  'page',
  'class',
  'site',
];
