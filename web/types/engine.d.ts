// The engine without a page: a link in, nine panels out. README.md of the package has examples.

/** What to make of a figure: add up what is wanted. */
export declare const WANT: {
  /** `weights` of each panel. */
  readonly weights: 1;
  /** `measures`, `norm` and `cosine` of each panel. */
  readonly measures: 2;
  /** `check`. */
  readonly check: 4;
  /** Keeps what a change of epsilon, temperature or normaliser need not make again. */
  readonly keep: 8;
  /** `norm` and `cosine` without the measures. The outputs themselves stay in the engine. */
  readonly outputs: 16;
  /** `cells`: weights pooled by their maximum, at most 256 a side. */
  readonly cells: 32;
  /** The baselines of all three inputs; else of those that panels show. */
  readonly allBaselines: 64;
  /** `prediction`; of a model only. */
  readonly prediction: 128;
};

/** Something of a link that was not accepted: what was read, why not, and what is used instead. */
export interface Remark {
  key: string;
  read: string;
  why: string;
  used: string;
  /** The state is still the one that was meant. */
  harmless: boolean;
}

/** A link as it was read. Nothing is refused: what cannot be read is named in `ignored`. */
export interface Decoded {
  /** False if there was no link to read: then this is the link `1`. */
  readable: boolean;
  /** Nothing was lost. */
  lossless: boolean;
  /** Of the format. */
  version: number;
  check: string | null;
  /** The canonical spelling, without its check. */
  link: string;
  ignored: Remark[];
  /** Every parameter, spelled as links do. */
  state: Record<string, string>;
}

/** A token with its probability. */
export interface Guess {
  token: string;
  p: number;
}

/** What the model says next when a panel's output stands in the place of its head's. */
export interface Prediction {
  /** After the last token: the divergence from the model untouched, in nats. */
  kl: number;
  /** The same after each token. */
  divergence: Float64Array;
  /** The five likeliest next tokens of the model untouched, and of this one. */
  before: Guess[];
  after: Guess[];
}

/** Names of measures; `build/ninefold measures` says what each is. */
export type Measure =
  | 'first'
  | 'diag'
  | 'near'
  | 'far'
  | 'off'
  | 'rest'
  | 'level'
  | 'entropy'
  | 'rowsum'
  | 'kl'
  | 'change'
  | 'uniform'
  | 'norm'
  | 'cosine'
  | 'above'
  | 'mirror'
  | 'ontop'
  | 'own'
  | 'fall'
  | 'peak'
  | 'rise'
  | 'contrast';

export interface Panel {
  /** As the figure has it; what it sets in italics stands between asterisks: `*Query*`. */
  title: string;
  rowHeader: string;
  columnHeader: string;
  /** Its place in the figure, 0 to 2; of a baseline the input and 0. */
  row: number;
  column: number;
  /** Queries and keys. */
  rows: number;
  columns: number;
  /** The first panel that is made by the very same weights. */
  same: number;
  queryInput: number;
  keyInput: number;
  /** Row by row; null if they were not wanted or are too many. */
  weights: Float32Array | null;
  /** Row by row, `cellRows` by `cellColumns`; null if they were not wanted. */
  cells: Float32Array | null;
  cellRows: number;
  cellColumns: number;
  /** Of each query's output: its length, and its cosine with the output of the head untouched. */
  norm: Float64Array | null;
  cosine: Float64Array | null;
  /** null where a measure means nothing, or where measures were not wanted. */
  measures: Record<Measure, number | null>;
  /** null unless `WANT.prediction` was asked for and the source is a model. */
  prediction: Prediction | null;
}

export interface Source {
  kind: 'synthetic' | 'tensors' | 'model';
  head: number;
  heads: number;
  layer: number | null;
  layers: number | null;
  /** The head of the next layer that `value=next` shows. */
  next: number | null;
  /** One sentence if the model was not trained as it is used here, or ''. */
  counterfactual: string;
  /** A sentence where the operation has nothing to take from, else ''. */
  note: string;
}

/** `tokens` of a model, with the space in front of a word: joined they are the text. */
export interface Input {
  count: number;
  tokens: string[] | null;
}

export interface Figure {
  link: string;
  /** null if it was not wanted. */
  check: string | null;
  /** Against the check in the link. */
  verdict: 'reproduced' | 'differs' | 'unchecked';
  /** What of the link was not accepted; empty if it was understood whole. */
  ignored: Remark[];
  caption: string;
  source: Source;
  inputs: Input[];
  /** The head untouched. */
  baselines: Panel[];
  /** Nine, row by row. */
  panels: Panel[];
}

export interface Verdict {
  /** null if it cannot be judged: `why` says the reason. */
  holds: boolean | null;
  number: number | null;
  bound: number | null;
  panel: number;
  why: string;
}

/** A head of the model as it was trained; `effect`: of making it look everywhere alike. */
export interface Head {
  layer: number;
  head: number;
  first: number;
  diag: number;
  previous: number;
  induction: number | null;
  entropy: number;
  effect: number;
}

/** One to three inputs; each of q, k, v has the shape (heads, tokens, d), in one run. */
export interface Tensors {
  inputs: {tokens: number; q: Float32Array; k: Float32Array; v: Float32Array}[];
  heads: number;
  d: number;
}

/** What cannot be made is refused in one sentence, `message`. */
export declare class EngineError extends Error {
  readonly name: 'EngineError';
}

export declare class Engine {
  private constructor();
  /** Whether this is `ninefold-model.wasm`, which takes a model. */
  readonly takesModel: boolean;
  readonly measureNames: readonly Measure[];

  /** Reads a link. Throws only if it is no text. */
  decode(link: string): Decoded;

  /**
   * The figure of a link. What of the link cannot be read is no error: the figure is of the rest,
   * as `decode` reads it, and `ignored` names it. Throws an EngineError if it cannot be made.
   * @param want a sum of WANT; without it weights, measures and the check
   */
  compute(link: string, want?: number): Figure;

  /**
   * The same in steps of some milliseconds. `pause` is called between them with the share that
   * is done; it may wait, or throw to give up. A link read meanwhile ends it with an EngineError.
   */
  computeInSteps(
    link: string,
    want: number,
    pause: (progress: number) => Promise<void>,
  ): Promise<Figure>;

  /** The check of a link's figure: 16 hexadecimal digits. */
  check(link: string): string;

  /**
   * Judges a statement, as `first~p31~gt~0.95`, about the figure made last.
   * @param slack how far off a number may be
   */
  ask(statement: string, slack?: number): Verdict;

  /**
   * What the figure made last weighs the rows of a panel by, before the mask: row by row.
   * @param panel 0 to 8, baselines from 9
   */
  logits(panel: number): Float32Array;
  /**
   * The word that a likely piece of a panel's prediction begins: the piece, and what the untouched
   * model goes on with to the end of the word. '' where nothing is predicted.
   */
  word(panel: number, when: 'before' | 'after', which: number): string;

  /** Every head of the model, on the texts of the figure made last; none of another source. */
  heads(): Head[];

  /** The same, a head at a time: `pause` is called after each and may wait, or throw to give up. */
  headsInSteps(pause: (head: Head) => Promise<void>): Promise<Head[]>;

  /** Tensors of your own, for links with `source=tensors`. They are copied. */
  bring(tensors: Tensors): void;

  /** The model, `model.bin`, for links with `source=model`, which name it from then on. */
  bringModel(model: Uint8Array | ArrayBuffer): void;

  /** Bytes of its memory, which grows with large figures and never shrinks; those in use. */
  readonly memorySize: number;
  readonly memoryInUse: number;

  /** Goes on in a new, small memory: with its model, but without figure and tensors. */
  renew(): Promise<void>;

  /** Frees its memory. It is not to be used any more. */
  close(): void;
}

/**
 * `ninefold.wasm`, or `ninefold-model.wasm`, which takes a model as well: as bytes, compiled, or as
 * `fetch` gives it. What is not WebAssembly is refused with an EngineError that says what it is.
 */
export declare function load(
  source: BufferSource | WebAssembly.Module | Response | Promise<Response>,
): Promise<Engine>;
