// Ninefold's own module as a contestant.
import {readFile} from 'node:fs/promises';

import {load, WANT} from '../../../web/engine/engine.js';

const MORE = 1; // NF_MORE of ninefold.h

export const EPSILONS = [0.5, 1e-3, 1e-10];

/** The nine panels of the bench. A key may stand in a link only once. */
export const link = ({epsilons = EPSILONS, temperature = 1} = {}) =>
  `1;source=tensors;figure=modify;mask=causal;temp=${temperature};eps=${epsilons.join('~')}`;

export class Ours {
  /** @param {{n: number, d: number, q: Float32Array, k: Float32Array}} task */
  static async open(task) {
    return new Ours(
      await load(await readFile(new URL('../../../build/ninefold-whole.wasm', import.meta.url))),
      task,
    );
  }

  constructor(engine, {n, d, q, k}) {
    this.engine = engine;
    this.tensors = {inputs: [{tokens: n, q, k, v: k}], heads: 1, d};
    this.forget();
  }

  /** Brings the tensors anew, which forgets all that was made. */
  forget() {
    this.engine.bring(this.tensors);
  }

  say(text) {
    const {ignored} = this.engine.decode(text);
    if (ignored.length) throw new Error(`the engine ignores ${ignored[0].key}: ${ignored[0].why}`);
  }

  /** Makes what was said. Nothing is copied out of the module's memory. */
  make(want) {
    const {call, session} = this.engine;
    let status = call.begin(session, want);
    while (status === MORE) status = call.step(session);
    if (status !== 0) throw new Error(`the engine answers ${status}`);
  }

  /**
   * A contestant that makes everything anew: vectors, packed keys, the product, row maxima, all
   * different weights. The tensors are named beforehand, which a file needs once.
   */
  whole(want) {
    return {
      prepare: () => {
        (this.forget(), this.say(link()));
      },
      run: () => {
        this.make(want);
      },
    };
  }

  /** A contestant that moves one slider, to and fro, over logits that are kept. */
  slider(changes) {
    const want = WANT.weights | WANT.keep;
    let turn = 0;
    return {
      prepare: () => {
        if (turn === 0) (this.say(link(changes[1])), this.make(want));
        this.say(link(changes[turn++ % 2]));
      },
      run: () => {
        this.make(want);
      },
    };
  }

  weights() {
    return this.engine.compute(link(), WANT.weights).panels.map(panel => panel.weights);
  }
}
