// Tables that are looked into with words from outside: of a link, a file, the keyboard.

/**
 * A table that knows its own words and no other. A plain object also answers to what every object
 * inherits, such as `valueOf`, and a link may hold any word.
 * @template T
 * @param {T} entries
 * @returns {T}
 */
export const tableOf = entries => Object.assign(Object.create(null), entries);
