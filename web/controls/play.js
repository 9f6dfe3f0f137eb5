// "Play": epsilon of the middle column goes down by itself, slowly where things happen, and comes
// back to where it was.
import {epsilonScale} from './scale.js';

const FROM = epsilonScale.at(1);
const TO = epsilonScale.at(1e-3);
const SLOW = [epsilonScale.at(0.03), epsilonScale.at(0.6)]; // here the rows let go of the first token
const SPEED = {slow: 24, fast: 80, back: 400}; // positions a second
const STILL = [1, 0.5, 0.3, 0.2, 0.1, 1e-3]; // for readers who want no motion: pictures one after the other
const HOLD = 1600; // ms each
const REST = 0.4; // seconds on the untouched head, before it moves

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The position so many seconds later. @param {number} position @param {number} seconds */
function onward(position, seconds) {
  const slow = position > SLOW[0] && position < SLOW[1];
  return Math.max(TO, position - seconds * (slow ? SPEED.slow : SPEED.fast));
}

/** @param {number} home @param {number} position @param {number} seconds */
const towards = (home, position, seconds) =>
  position + Math.sign(home - position) * Math.min(Math.abs(home - position), seconds * SPEED.back);

/**
 * @param {{value(): number, set(value: number): void, settle(): void, playing(is: boolean): void}}
 *   on
 */
export function createPlay(on) {
  let frame = 0;
  let timer = 0;
  let running = false;

  function end() {
    running = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    on.settle();
    on.playing(false);
  }

  /** @param {number} home the value to come back to */
  function glide(home) {
    const back = epsilonScale.at(home);
    let position = FROM;
    let rest = REST;
    let returning = false;
    let before = performance.now();
    const step = (/** @type {number} */ now) => {
      const seconds = Math.min(0.1, Math.max(0, now - before) / 1000);
      before = now;
      if (rest > 0) rest -= seconds;
      else position = returning ? towards(back, position, seconds) : onward(position, seconds);
      if (returning && position === back) {
        on.set(home);
        end();
        return;
      }
      returning ||= position === TO;
      on.set(epsilonScale.value(position, true));
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  /** @param {number} home */
  function leaf(home) {
    const values = [...STILL, home];
    const showNext = () => {
      on.set(/** @type {number} */ (values.shift()));
      if (values.length) timer = setTimeout(showNext, HOLD);
      else end();
    };
    showNext();
  }

  return {
    get running() {
      return running;
    },
    start() {
      running = true;
      on.playing(true);
      (still() ? leaf : glide)(on.value());
    },
    /** Stays where it is. */
    stop() {
      if (running) end();
    },
  };
}
