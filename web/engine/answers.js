// The engine judging a class's answers to a question. All is decided in C (src/answers): rows come
// as the command line has them, as JSON and as CSV.
import {CAUSES} from 'made/causes.js';
import * as STATUS from 'made/statuses.js';
import {EngineError} from './core.js';

/**
 * @typedef {import('./core.js').Core} Engine
 * @typedef {{key: string, statement: string}} Asked
 * @typedef {{of: string, question: string, text: string, statements: Asked[], choices: string[],
 *   write: boolean, why: string}} Question
 *   of: what answers name it by; question: its link; why: '' or what the link is instead
 * @typedef {Asked & {holds: boolean | null, number: number | null, bound: number | null,
 *   why: string}} Judged
 * @typedef {{row: number, line: number, status: 'reproduced' | 'differs' | 'unchecked' | 'invalid' |
 *   'too costly', right: boolean, again: boolean, who: string, beside: string,
 *   statements: Judged[], choice: number, words: string, notes: {cause: string, row?: string}[],
 *   remarks: string, link: string, together: string, csv: string}} Row
 *   again: counted in an earlier row; together: the answer with its question; csv: as CSV has it
 * @typedef {{mostWork?: number, choice?: number}} Limits
 *   mostWork: of one answer, the usual if it is not said; choice: the right one, 0: any
 */

const decoder = new TextDecoder();
const USUAL = -1;

/** @param {Engine} engine of the level that has everything */
export class ClassSheet {
  #engine;
  #sheet;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    this.#sheet = engine.call.class_open();
    if (!this.#sheet) throw new EngineError('There is not enough memory to judge answers.');
  }

  /** @param {number} length of the answer */
  #text(length) {
    const {call, memory, session} = this.#engine;
    if (length < 0) throw new EngineError('There is not enough memory for this text.');
    return decoder.decode(new Uint8Array(memory.buffer, call.answer(session), length));
  }

  /**
   * Takes a link for the question that all answers are to.
   * @param {string} link
   * @returns {{question: Question, decoded: import('./core.js').Decoded}}
   */
  ask(link) {
    const decoded = this.#engine.decode(link);
    const {call, session} = this.#engine;
    const question = JSON.parse(this.#text(call.class_question(session, this.#sheet)));
    return {question, decoded};
  }

  /** The head of the table as CSV. */
  head() {
    const {call, session} = this.#engine;
    return this.#text(call.class_head_csv(session, this.#sheet));
  }

  /**
   * Finds the answers in what was handed in.
   * @param {Uint8Array} bytes as they were read: of UTF-8, or of Windows-1252
   * @param {Limits} limits
   * @returns {{count: number, quoted: number, damaged: number, skipped: number, without: number}}
   *   answers, times that the question itself was quoted, damaged lines of base64, attachments that
   *   are no text, and lines with words but no link
   */
  begin(bytes, {mostWork = USUAL, choice = 0}) {
    const {call, memory, session} = this.#engine;
    const at = call.input_buffer(session, bytes.length);
    const none = new EngineError('There is not enough memory for these answers.');
    if (!at) throw none;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const count = call.class_begin(session, this.#sheet, bytes.length, mostWork, choice);
    if (count < 0) throw none;
    return {
      count,
      quoted: call.class_quoted(this.#sheet),
      damaged: call.class_damaged(this.#sheet),
      skipped: call.class_skipped(this.#sheet),
      without: call.class_without_link(this.#sheet),
    };
  }

  /**
   * Judges a little. @returns {Row | 'more' | 'end'} 'more': a figure is in the making; a row: it is
   * finished; 'end': there are no more
   */
  step() {
    const {call, session} = this.#engine;
    const status = call.class_step(this.#sheet);
    if (status === STATUS.MORE) return 'more';
    if (status !== STATUS.OK) return 'end';
    const row = JSON.parse(this.#text(call.class_row(session, this.#sheet)));
    const notes = row.notes.map((/** @type {{cause: number}} */ note) => ({
      ...note,
      cause: CAUSES[note.cause],
    }));
    return {...row, notes, csv: this.#text(call.class_row_csv(session, this.#sheet))};
  }

  close() {
    this.#engine.call.class_close(this.#sheet);
  }
}
