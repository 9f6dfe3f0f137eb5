// Letters of the page have the sizes of one list, as custom properties of the element.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';

const web = new URL('../../web/', import.meta.url);
const files = readdirSync(web, {recursive: true}).filter(name => name.endsWith('.js'));
const read = name => readFileSync(new URL(name, web), 'utf8');
const [, list] = /^const SIZES = `([^`]*)`/m.exec(read('element/style.js'));
const sizes = Object.fromEntries(
  [...list.matchAll(/(--[a-z]+): (\d+)px;/g)].map(([, name, pixels]) => [name, Number(pixels)]),
);

test('the list goes from the smallest letters to the largest, each once', () => {
  const pixels = Object.values(sizes);
  assert.ok(pixels.length > 5);
  assert.deepEqual(
    pixels,
    [...new Set(pixels)].sort((a, b) => a - b),
  );
});

test('every style takes its sizes from the list, and each of the list is taken', () => {
  const taken = new Set();
  for (const name of files)
    for (const [said, value] of read(name).matchAll(/\bfont(?:-size)?: ([^;}]*)[;}]/g)) {
      assert.doesNotMatch(value, /^\d+px/, `${name}: ${said}`);
      const [, size] = /^var\((--[a-z]+)\)/.exec(value) ?? [];
      if (!size) continue;
      assert.ok(size in sizes, `${name}: ${said}`);
      taken.add(size);
    }
  assert.deepEqual([...taken].sort(), Object.keys(sizes).sort());
});
