// What somebody's server does with the engine, in a strict project whose types know no page.
import {EngineError, load} from 'ninefold/engine.js';
import type {Engine, Figure} from 'ninefold/engine.js';

const engine: Engine = await load(new Uint8Array(8));
export const figure: Figure = engine.compute('1;seed=7');
export const isRefusal = (error: unknown) => error instanceof EngineError;
// @ts-expect-error a link is a text
engine.compute(7);
