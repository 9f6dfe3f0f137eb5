// The engine without a page: a link in, nine panels out.
//
//   const engine = await load(fetch(new URL('ninefold/ninefold.wasm', import.meta.url)));
//   engine.compute('1;figure=mean;seed=7').panels[0].weights

/** Something of a link that was not accepted. */
export interface Remark { key: string; read: string; why: string; used: string; harmless: boolean }

export interface Decoded {
  readable: boolean; lossless: boolean; version: number; check: string | null;
  /** The canonical spelling. */
  link: string;
  ignored: Remark[]; state: Record<string, string>;
}

export interface Guess { token: string; p: number }
export interface Prediction { kl: number; divergence: Float64Array; before: Guess[]; after: Guess[] }

export interface Panel {
  title: string; rowHeader: string; columnHeader: string;
  row: number; column: number; rows: number; columns: number;
  /** The first panel made by the very same weights. */
  same: number;
  queryInput: number; keyInput: number;
  /** Row by row; null where there are too many. */
  weights: Float32Array | null;
  cells: Float32Array | null; cellRows: number; cellColumns: number;
  norm: Float64Array | null; cosine: Float64Array | null;
  measures: Record<string, number | null>;
  prediction: Prediction | null;
}

export interface Figure {
  link: string; check: string | null; verdict: 'reproduced' | 'differs' | 'unchecked'; ignored: Remark[]; caption: string;
  source: { kind: 'synthetic' | 'tensors' | 'model'; head: number; heads: number; layer: number | null; layers: number | null;
    next: number | null; counterfactual: string };
  inputs: { count: number; tokens: string[] | null }[];
  baselines: Panel[]; panels: Panel[];
}

export interface Verdict { holds: boolean | null; number: number | null; bound: number | null; panel: number; why: string }

/** What cannot be made is refused in one sentence. */
export class EngineError extends Error {}

export class Engine {
  decode(link: string): Decoded;
  compute(link: string, want?: number): Figure;
  /** Judges a statement on the figure made last. */
  ask(statement: string, slack?: number): Verdict;
  bringModel(file: Uint8Array): void;
}

/** Only `ninefold-model.wasm` takes a model. */
export function load(source: BufferSource | WebAssembly.Module | Response | Promise<Response>): Promise<Engine>;
