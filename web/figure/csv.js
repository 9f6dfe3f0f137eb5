// Records of a table with commas, for programs and for spreadsheets. It imports nothing.

/** @typedef {string | number} Field */

/** A sign that begins a formula, in half or full width, also behind spaces and what is not seen. */
const FORMULA = /^[\p{Z}\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** Would a spreadsheet run it? @param {Field} field */
export const isFormula = field => typeof field === 'string' && FORMULA.test(field);

/** What ends a field or a record, or begins a comment; and all that is not ASCII. */
const TO_BE_QUOTED = /[",#]|[^ -~]/;

/** @param {string} text */
const quoted = text => (TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** An apostrophe keeps a spreadsheet from running a text. @param {Field} field */
const written = field => quoted(isFormula(field) ? `'${field}` : String(field));

/** @param {Field[]} fields */
export const recordOf = fields => fields.map(written).join(',');
