// Is the work that `check` forecasts in proportion to the time it takes? Processor time of one link
// at a time, over random settings at 1,024 tokens and over the largest that are judged by default,
// for each billion multiplications of the forecast.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {randomLinks} from '../node/lib/random-links.mjs';
import {median, processSeconds} from './lib/clock.mjs';

const PROGRAM = fileURLToPath(new URL('../../build/ninefold', import.meta.url));
const RANDOM = 99;
const TOKENS = 1024;
const LARGEST = [
  '1;n=16384',
  '1;n=16384;ask1=first~p31~gt~0.95',
  '1;n=16384;d=256',
  '1;n=16384;mask=none',
  '1;n=16384;value=next',
  '1;op=blend;n=16384',
  '1;figure=cross;n=16384',
  '1;figure=mean;n=16384',
];

/** Billions of multiplications, as a row says that refuses everything. */
function forecast(link) {
  const {stdout} = spawnSync(PROGRAM, ['check', '--most-work', '0', link], {encoding: 'utf8'});
  return Number(/it takes ([\d.]+) billion/.exec(stdout)?.[1]);
}

const measured = links =>
  links.map(link => {
    const billions = forecast(link);
    const {seconds} = processSeconds(PROGRAM, ['check', '--most-work', '1e9', link]);
    return {link, billions, seconds, each: (1e3 * seconds) / billions};
  });

const told = ({link, billions, seconds, each}) =>
  `${String(billions).padStart(6)} billion ${seconds.toFixed(2).padStart(7)} s ` +
  `${each.toFixed(0).padStart(4)} ms each  ${link}`;

const asked = randomLinks(2026, RANDOM, {n: TOKENS}).map(({link}, at) =>
  at % 2 ? `${link};ask1=level~p11~gt~0` : link,
);
const random = measured(asked).sort((a, b) => a.each - b.each);
const middle = median(random.map(({each}) => each));
const at = share => (random[Math.round(share * (random.length - 1))].each / middle).toFixed(2);

console.log(
  `${RANDOM} random settings at ${TOKENS} tokens: ${middle.toFixed(0)} ms a billion,`,
  `the median; all from ${at(0)} to ${at(1)} of it,`,
  `nine of ten from ${at(0.05)} to ${at(0.95)}; the furthest off:`,
);
for (const one of [random[0], random.at(-1)]) console.log(told(one));
console.log('the largest that are judged by default:');
for (const one of measured(LARGEST)) console.log(told(one));
