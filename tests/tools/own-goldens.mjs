// Models that golden links are of: small random ones of each family and the trained one, as folders
// and as GGUF files, the same bytes wherever they are written. The links stand in
// tests/golden/own.txt, each behind the name of its model.
//     node tests/tools/own-goldens.mjs     prints them, with the checks they have here
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {run} from '../node/lib/engine.mjs';
import {exportedGguf} from '../node/lib/own-exported.mjs';
import {SAMPLES, makeModel, writeFolder, writeGguf} from '../node/lib/own-models.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const GOLDEN = fileURLToPath(new URL('../golden/own.txt', import.meta.url));
const SEED = 2026;

/** Tokens of one byte, of two letters and of parts of characters. */
const TEXTS = [
  'the_cat_and_the_hat~2e',
  'na~c3~afve~0a_a_1234_x~3d~3dy_~f0~9f~99~82',
  'Another_day_then',
];
const ASCII = ['The_captain_saw_the_whale~2e', 'It_was_dark~3b_1851', 'A_ship'];

const SETTINGS = [
  'layer=0;head=0',
  'layer=1;head=3;op=mean;over=tokens',
  'layer=2;head=1;figure=mean',
  'layer=1;head=2;figure=cross;over=channels',
  'layer=0;head=3;op=noise;seed=5;share=group',
  'layer=1;head=1;op=blend;eps=0.3~0.7~0.1;mask=window;window=5;share=group',
  'layer=1;head=0;value=next;next=2',
  'layer=0;head=1;value=next;figure=mean;over=tokens',
  'layer=2;head=2;op=patch;eps=1~0.5~0;weights=softmax1;temp=2',
  'layer=2;head=3;figure=mean;weights=sigmoid;bias=-1;share=group',
  'layer=1;head=2;figure=cross;share=group',
  'layer=0;head=2;op=scale;eps=0~2~10;response=0.5;mask=none',
];

/**
 * Writes all of them below a folder.
 * @param {string} root
 * @returns {{name: string, path: string}[]}
 */
export function writeOwnModels(root) {
  const {folder, gguf} = exportedGguf(root);
  const made = Object.entries(SAMPLES).flatMap(([name, sample]) => {
    const model = makeModel(sample, SEED);
    const [path, file] = [join(root, name), join(root, `${name}.gguf`)];
    return [
      {name, path: writeFolder(path, model, {type: name === 'qwen3' ? 'BF16' : 'F32'})},
      {name: `${name}.gguf`, path: writeGguf(file, model)},
    ];
  });
  return [...made, {name: 'trained', path: folder}, {name: 'trained.gguf', path: gguf}];
}

/** The golden links of each model, by its name. @returns {Map<string, string[]>} */
export function ownLinks() {
  /** @type {Map<string, string[]>} */
  const links = new Map();
  for (const line of readFileSync(GOLDEN, 'utf8').trimEnd().split('\n')) {
    const [name, link] = line.split(' ');
    links.set(name, [...(links.get(name) ?? []), link]);
  }
  return links;
}

/** @param {string} name */
function textsOf(name) {
  const texts = name.startsWith('trained') ? ASCII : TEXTS;
  return texts.map((text, i) => `text${i + 1}=${text}`).join(';');
}

function printLinks() {
  for (const {name, path} of writeOwnModels(scratchFolder('ninefold'))) {
    const links = SETTINGS.map(more => `1;source=model;${more};${textsOf(name)}`);
    const {status, out, error} = run(['seal', '--model', path, '-'], links.join('\n'));
    if (status) throw new Error(error);
    for (const link of out.trimEnd().split('\n')) console.log(`${name} ${link}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printLinks();
