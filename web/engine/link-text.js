// Links as text: the format, then fields with ; between them, each key=value. What a value means is
// for the engine's codec alone.

/** @param {string} link the number of its format */
export const formatOf = link => link.split(';', 1)[0];

/** @param {string} field */
const keyOf = field => field.split('=', 1)[0];

/** @param {string} link @param {(key: string) => boolean} fits */
const kept = (link, fits) => link.split(';').filter(field => fits(keyOf(field)));

/**
 * The key and value of each field, after the format.
 * @param {string} link
 * @returns {[string, string][]}
 */
export const fieldsOf = link =>
  link
    .split(';')
    .slice(1)
    .map(field => [keyOf(field), field.slice(keyOf(field).length + 1)]);

/**
 * What a link says of a key; '' if nothing.
 * @param {string | undefined} link
 * @param {string} key
 */
export function valueIn(link, key) {
  const start = `${key}=`;
  const found = link?.split(';').find(field => field.startsWith(start));
  return found?.slice(start.length) ?? '';
}

/** @param {string} link @param {...string} keys that it then says nothing of */
export const without = (link, ...keys) => kept(link, key => !keys.includes(key)).join(';');

/**
 * A link with some keys changed, as key=value; without its check.
 * @param {string} link
 * @param {string[]} changes
 */
export const changed = (link, ...changes) =>
  [without(link, 'check', ...changes.map(keyOf)), ...changes.filter(Boolean)].join(';');

/** @param {string} link @param {string | null} check */
export const sealed = (link, check) => (check ? `${link};check=${check}` : link);

/** Does a link, as somebody wrote it, seem to need the model's file? @param {string} written */
export const seemsOfModel = written => /source=model/.test(written);
