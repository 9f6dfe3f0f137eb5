// The element's style. Colours are custom properties, by the reader's preference or by the
// attribute `theme`.
import {pictureStyle} from '../figure/picture-style.js';

const LIGHT = `color-scheme: light; --ink: #1b2027; --quiet: #5a626c; --line: #dcdfe3; --paper: #fcfcfb; --panel: #ffffff;
  --accent: #1d5fae; --on-accent: #ffffff; --soft: #f1f3f5; --warm: #8f4310; --good: #1d6b3c;`;
const DARK = `color-scheme: dark; --ink: #e8eaed; --quiet: #a3abb5; --line: #373e47; --paper: #14171b; --panel: #1b1f24;
  --accent: #86baf5; --on-accent: #10151b; --soft: #20252b; --warm: #f2b088; --good: #86d3a4;`;

/** All sizes of letters in the element, but for those of the figure, which follow its panels. */
const SIZES = `--tick: 11px; --fine: 12px; --small: 13px; --label: 14px; --text: 15px; --quote: 17px;
  --named: 18px;
  --sentence: 21px; --point: 22px; --headline: 27px;`;

const base = `
:host { ${LIGHT} ${SIZES} display: block; background: var(--paper); color: var(--ink); font: var(--text)/1.45 system-ui, sans-serif;
  text-align: start; -webkit-text-size-adjust: 100%; }
@media (prefers-color-scheme: dark) { :host(:not([theme=light])) { ${DARK} } }
:host([theme=dark]) { ${DARK} }
.far { min-height: var(--room, 900px); }
.far slot { display: none; }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
p, h2, h3 { margin: 0; }
h2 { font-size: 1em; }
button, input, textarea, summary { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.label { font-weight: 600; font-size: var(--label); }
.help, .note { color: var(--quiet); font-size: var(--small); line-height: 1.35; }
.note { color: var(--warm); }
.note:empty { display: none; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/* In a wide place the figure is as large as fits beside what is at hand and, in height, into the window. In a narrow one
   it comes first, and the slider stays at the lower edge of the window as long as the figure is looked at. */
const layout = `
.frame { container-type: inline-size; }
.layout { display: grid; gap: 14px; padding: 10px 0; grid-template-areas: 'top' 'texts' 'stage' 'hand' var(--curve,) 'heads' 'more' 'side' 'why'; grid-template-columns: minmax(0, 1fr); }
.top-place { grid-area: top; }
.side-place { grid-area: side; }
:is(.top-place, .side-place):empty { display: none; }
.entries { display: grid; gap: 2px; margin-top: 10px; justify-items: start; }
.entry { min-height: 28px; padding: 0; border: 0; background: none; color: var(--accent); cursor: pointer; font-size: var(--label); text-align: start; }
.entry:hover { text-decoration: underline; }
.texts-place { grid-area: texts; min-width: 0; }
.hand { grid-area: hand; display: grid; gap: 14px; align-content: start; min-width: 0; }
.stage { grid-area: stage; min-width: 0; position: relative; }
.more-place { grid-area: more; min-width: 0; }
.more { margin-top: 16px; }
.heads-place { grid-area: heads; min-width: 0; }
.heads-place:empty { display: none; }
.why { grid-area: why; margin-top: 10px; }
.curve-place { grid-area: curve; min-width: 0; min-height: 288px; margin-top: 6px; }
.layout:has(> .curve-place:not([hidden])) { --curve: 'curve'; --wide-curve: 'curve curve'; }
.curve-place:has(.curve-plot[hidden]) { min-height: 0; }
.notes { display: contents; }
.sticky { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
.picture { width: 100%; min-height: 300px; }
.try { display: grid; gap: 12px; padding: 14px 16px 10px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.try:not(:has(> div > :not([hidden]))), .try > div:not(:has(> :not([hidden]))) { display: none; }
@container (min-width: 820px) {
  .layout:not(.composed) { grid-template-columns: minmax(280px, 30%) minmax(0, 1fr); grid-template-rows: repeat(5, auto) 1fr; column-gap: 44px; row-gap: 16px;
    grid-template-areas: 'top top' 'texts stage' 'hand stage' 'heads stage' 'more stage' 'side stage' var(--wide-curve,) 'why why'; }
  .layout:not(.composed) .sticky { position: sticky; top: 8px; }
  .text, .epsilon { position: relative; }
  .slider:has([type=range]:focus-visible) + .keys { inset: 2px 0 auto auto; width: auto; height: auto; clip-path: none; color: var(--quiet); font-size: var(--fine); }
}
@container (min-width: 940px) {
  .tokens:has(:focus-visible) + .keys { inset: 2px auto auto 150px; width: auto; height: auto; clip-path: none; color: var(--quiet); font-size: var(--fine); }
}
@container (min-width: 1400px) { .composed.composed .point { font-size: var(--headline); } }
@container (min-width: 1500px) { .layout:not(.composed) { grid-template-columns: 420px minmax(0, 1fr); column-gap: 72px; } }
@container (max-width: 819px) { @media (min-height: 560px) {
  .hand { display: contents; }
  .try { grid-area: hand; }
  .try:has(.epsilon:not([hidden])) { position: sticky; bottom: 0; z-index: 2; box-shadow: 0 -2px 16px rgb(0 0 0 / .12); }
  .layout { grid-template-areas: 'top' 'texts' 'stage' 'hand' 'buttons' var(--curve,) 'heads' 'more' 'side' 'why'; }
  .layout:has(.epsilon[hidden]) { grid-template-areas: 'top' 'texts' 'hand' 'stage' 'buttons' var(--curve,) 'heads' 'more' 'side' 'why'; }
  .buttons { grid-area: buttons; }
  .layout .fig-read:has(.fig-values:not([hidden])) { position: sticky; bottom: var(--at-hand, 0px); z-index: 1; box-shadow: 0 0 0 1px var(--line), 0 -2px 16px rgb(0 0 0 / .12); }
  .layout:has(.fig-values:not([hidden])) .try:has(.epsilon:not([hidden])) .prompt { display: none; }
} }

/* Composed: the sentence and what comes next across the page, below them the figure, and what is at
   hand under its untouched head. */
@container (min-width: 940px) {
  .layout.composed { row-gap: 0; column-gap: 56px; grid-template-columns: minmax(0, 1fr) minmax(340px, 31%);
    grid-template-areas: 'top top' 'point next' 'texts next' 'prompt next' 'notes notes' 'picture picture' 'curve curve' 'under under' 'heads heads'
      'more more' 'side side' 'why why'; grid-template-rows: auto auto auto 1fr; }
  .composed :is(.stage, .sticky, .texts-place) { display: contents; }
  .composed .top-place:not(:empty) { margin-bottom: 16px; }
  .composed .point { grid-area: point; margin: 4px 0 10px; font-size: var(--point); }
  .composed .written { grid-area: texts; }
  .composed .written:not(:has(.text:not([hidden]))) { grid-area: next; } /* no words come next, and no row is taken */
  .composed .next-words { grid-area: next; margin: 4px 0 0; align-self: start; }
  .composed .next-words caption { margin-bottom: -20px; padding: 0; line-height: 20px; font-size: var(--label); }
  .composed .next-words { table-layout: fixed; }
  .composed .next-words .entry { position: static; }
  .composed .next-words thead td { width: 41%; }
  .composed .tokens { min-height: 24px; }
  .composed .next-words thead tr { height: 24px; }
  .composed .text textarea { height: calc(1.4em + 16px); font-size: var(--sentence); }
  .composed:not(.roomy) .hand, .composed .picture { margin-top: 16px; }
  .composed .notes { grid-area: notes; display: grid; gap: 10px; position: relative; }
  .composed .notes:has(> .notices > :not([hidden])) { margin-bottom: 16px; }
  .composed .above { margin-top: 12px; }
  .composed .picture { grid-area: picture; }
  .composed .curve-place { margin-top: 20px; }
  .composed:not(.beside) .heads-place { margin-top: 16px; }
  .composed .under { grid-area: under; margin-top: 12px; }
  .composed .prompt-place:has(> [hidden]) { display: none; }
  .composed.roomy :is(.hand, .try) { display: contents; }
  .composed.roomy .prompt-place { grid-area: prompt; margin-top: 10px; min-height: 48px; }
  .composed.roomy :is(.slider-place, .buttons, .answer-place) { grid-area: picture; justify-self: start; align-self: start; z-index: 1; }
  .composed.roomy .slider-place { width: min(var(--free-width), 620px); margin-top: calc(var(--free-top) + 24px); }
  .composed.roomy .buttons { margin-top: calc(var(--free-top) + 104px); }
  .composed.roomy .answer-place { width: min(var(--free-width), 620px); margin-top: calc(var(--free-top) + 144px); }
  .composed.roomy .prompt { display: block; }
  .composed.roomy .prompt :is(.before, .task) { display: inline; }
  .composed.roomy .prompt .now { margin-top: 6px; }
  .composed.beside .heads-place { grid-area: picture; justify-self: start; align-self: start; z-index: 1;
    width: min(var(--free-beside), 300px); margin: calc(var(--free-over) + 16px) 0 0 var(--free-left); }
  .composed.roomy .fig-area { min-height: var(--free-end); }
  .composed:not(.roomy) .hand { grid-area: more; margin-top: 16px; max-width: 560px; }
  .composed:not(.roomy) .more-place { grid-area: side; }
  .composed .more-place { margin-top: 16px; }
}
`;

const hand = `
.point { margin-bottom: 14px; font-size: var(--sentence); line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
.written { position: relative; }
.examples { position: absolute; z-index: 1; right: 0; top: -6px; }
.examples .quiet { min-height: 28px; padding: 2px 10px; font-size: var(--small); white-space: nowrap; }
.written:not(:has(.text:not([hidden]))) .examples { position: relative; width: fit-content; margin: 6px 0 8px auto; }
.text { display: grid; gap: 6px; }
.text + .text { margin-top: 12px; }
.frame:not(.reading):has(.text.refused:not([hidden])) .fig-caption::after { content: ' (of the earlier text)'; color: var(--warm); }
textarea { width: 100%; resize: none; overflow: hidden; padding: 7px 10px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); line-height: 1.4; }
textarea:hover { border-color: var(--quiet); }
textarea:disabled { border-style: dashed; background: var(--soft); color: var(--quiet); }
textarea[aria-invalid=true] { border-color: var(--warm); }
.tokens { display: flex; flex-wrap: wrap; align-content: start; gap: 3px; min-height: 45px; font: var(--fine)/1.3 ui-monospace, monospace; color: var(--quiet); }
.tokens button { position: relative; flex: none; min-width: 24px; min-height: 24px; padding: 2px 4px; border: 0; border-radius: 4px; white-space: pre; cursor: pointer;
  background: color-mix(in srgb, var(--accent) calc(.45 * var(--share, 0%)), var(--soft)); }
.tokens.shaded button { color: var(--ink); }
.tokens button:hover { box-shadow: inset 0 0 0 1px var(--quiet); }
.tokens .query.query { background: var(--accent); color: var(--on-accent); }
.tokens .key { outline: 2px solid var(--accent); outline-offset: -2px; }
.next-words { position: relative; width: 100%; margin-top: 14px; border-collapse: collapse; font-size: var(--label); font-variant-numeric: tabular-nums; }
.next-words[hidden] { display: none; }
.next-words .entry { position: absolute; right: 0; top: -4px; }
.next-words caption { text-align: start; font-weight: 600; padding-bottom: 4px; }
.next-words thead th { font-weight: 400; font-size: var(--small); text-align: start; color: var(--quiet); padding: 0 0 4px; vertical-align: bottom; }
.next-words thead .changed { color: var(--accent); }
.next-words tbody th { font-weight: 600; text-align: start; padding: 2px 10px 2px 0; max-width: 9em; overflow-wrap: anywhere; }
.next-words tbody td { padding: 2px 10px 2px 0; width: 36%; }
.next-words tbody tr { height: 25px; }
.next-words thead tr { height: 38px; }
.next-words td > span:last-child { display: inline-block; width: 4em; text-align: end; }
.next-words .meter { display: inline-block; vertical-align: middle; width: calc(100% - 4.2em); }
.next-words .untouched .fill { background: var(--quiet); }
.prompt { display: grid; gap: 8px; }
.prompt .task { font-size: var(--text); font-weight: 600; line-height: 1.3; }
.prompt .now { display: flex; gap: 10px; align-items: center; font-size: var(--small); color: var(--quiet); font-variant-numeric: tabular-nums; }
.prompt .now > :first-child { min-width: 8em; }
.prompt .meter { flex: 0 1 10em; }
.meter { position: relative; height: 8px; background: var(--line); }
.meter .fill { position: absolute; inset: 0 auto 0 0; width: calc(100% * var(--share, 0)); background: var(--accent); }
.meter .half { position: absolute; inset: -3px auto -3px 50%; width: 2px; background: var(--ink); }
.epsilon { display: grid; gap: 4px; }
.epsilon .label span { font-weight: 400; }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
`;

const controls = `
.quiet { min-height: 32px; min-width: 32px; padding: 3px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
  cursor: pointer; font-size: var(--label); }
.quiet:hover:not(:disabled) { border-color: var(--quiet); }
.quiet:disabled { color: var(--quiet); opacity: .55; cursor: default; }
.quiet[aria-expanded=true], .quiet[aria-pressed=true] { background: var(--soft); border-color: var(--quiet); }
.slider { display: grid; grid-template-columns: minmax(0, 1fr) 74px; gap: 0 10px; align-items: center; }
.slider .note { grid-column: 1 / -1; }
.slider .ticks { grid-column: 1; grid-row: 2; }
input[type=range] { appearance: none; width: 100%; height: 28px; margin: 0; background: none; cursor: pointer; touch-action: pan-y; }
input[type=range]::-webkit-slider-runnable-track { height: 4px; border-radius: 2px;
  background: linear-gradient(to right, var(--accent) var(--at, 0%), var(--line) var(--at, 0%)); }
input[type=range]::-moz-range-track { height: 4px; border-radius: 2px; background: var(--line); }
input[type=range]::-moz-range-progress { height: 4px; border-radius: 2px; background: var(--accent); }
input[type=range]::-webkit-slider-thumb { appearance: none; width: 20px; height: 20px; margin-top: -8px; border-radius: 50%;
  background: var(--panel); border: 2px solid var(--accent); box-shadow: 0 1px 3px rgb(0 0 0 / .25); }
input[type=range]::-moz-range-thumb { width: 16px; height: 16px; border-radius: 50%; background: var(--panel); border: 2px solid var(--accent); }
input[type=range]:disabled { opacity: .45; cursor: default; }
.number { width: 100%; min-width: 0; height: 30px; padding: 2px 6px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel);
  font-variant-numeric: tabular-nums; text-align: end; }
.number:hover { border-color: var(--quiet); }
.ticks { container: ticks / inline-size; position: relative; height: 16px; margin: 0 10px;
  font-size: var(--tick); color: var(--quiet); }
.tick { position: absolute; left: calc(100% * var(--at)); transform: translateX(-50%); white-space: nowrap; }
`;

const around = `
.notices { display: contents; }
.remarks, .problem { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 10px; align-items: start; padding: 10px 14px;
  border-inline-start: 3px solid var(--warm); background: var(--soft); border-radius: 0 8px 8px 0; font-size: var(--label); }
.remarks ul { grid-column: 1 / -1; margin: 0; padding-inline-start: 18px; overflow-wrap: anywhere; }
.problem { display: flex; flex-wrap: wrap; align-items: center; }
.problem p { flex: 1 1 16em; overflow-wrap: anywhere; }
progress { position: absolute; z-index: 1; width: 100%; height: 3px; appearance: none; border: 0; background: var(--line); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
progress.idle { visibility: hidden; }
.icon { width: 16px; height: 16px; vertical-align: -3px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.icon.play, .icon.stop { fill: currentColor; margin-inline-end: 6px; }
.play[aria-pressed=true] .icon.play, .play:not([aria-pressed=true]) .icon.stop { display: none; }
.bar { min-height: 30px; display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; font-size: var(--small); color: var(--quiet); }
.bar .facts { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: baseline; margin-inline-end: auto; }
.badge { color: var(--ink); font-weight: 600; }
.check { min-height: 24px; padding: 0; border: 0; background: none; cursor: copy; color: inherit; font: var(--fine) ui-monospace, monospace; }
.check:hover { color: var(--ink); text-decoration: underline; }
.counterfactual { color: var(--warm); }
.counterfactual summary { cursor: pointer; font-style: italic; min-height: 24px; }
.bar .takes { display: flex; flex-wrap: wrap; gap: 6px; }
.bar .quiet { white-space: nowrap; font-size: var(--small); min-height: 28px; padding: 2px 10px; color: var(--ink); }
.bar .proof, .bar .told { flex-basis: 100%; }
.above:empty { display: none; }
.above .proof { padding: 4px 12px; border-inline-start: 3px solid; background: var(--soft); font-size: var(--label); }
.bar .proof:empty, .bar .told:empty { display: none; }
.proof.reproduced { color: var(--good); }
.proof.differs { color: var(--warm); }
.address { flex: 1 1 100%; padding: 4px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.menu { position: relative; }
.menu > summary { list-style: none; display: grid; align-content: center; }
.menu > summary::-webkit-details-marker { display: none; }
.answers { display: grid; gap: 0 44px; border-top: 1px solid var(--line); }
@container (min-width: 820px) { .answers { grid-template-columns: 1fr 1fr; align-items: start; } }
.answer { border-bottom: 1px solid var(--line); padding: 4px 0; }
.answer summary { padding: 8px 0; font-weight: 600; cursor: pointer; }
.heads { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
.heads select { font: inherit; font-size: var(--small); padding: 2px 4px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; min-height: 26px; }
.heads .head { font-size: var(--small); color: var(--quiet); }
.heads .head select { max-width: 100%; }
.habits { font-size: var(--label); line-height: 1.35; }
.heads .grid { display: grid; grid-template-columns: repeat(var(--heads, 8), minmax(24px, 34px)); gap: 3px; }
.square { aspect-ratio: 1; padding: 0; border: 1px solid var(--line); border-radius: 5px; cursor: pointer;
  background: color-mix(in srgb, var(--accent) var(--share, 0%), var(--panel)); }
.square:hover { border-color: var(--ink); }
.square:is([aria-checked=true], .seen) { outline: 2px solid var(--ink); outline-offset: 1px; }
.square.seen { outline-style: dashed; }
.well { font-size: var(--text); }
.about { padding-bottom: 4px; text-wrap: pretty; }
.pending .before, .pending .now { visibility: hidden; }
.before { font-size: var(--text); line-height: 1.3; color: var(--quiet); }
.frame:not(.reading) .layout:has(.prompt.open:not([hidden])) .fig-plot[data-panel='1'] { overflow: visible; }
.frame:not(.reading) .layout:has(.prompt.open:not([hidden])) .fig-plot[data-panel='1']::after { content: ''; position: absolute; inset: -3px auto -3px -3px;
  width: calc(100% / var(--columns, 1) + 3px); border: 2px solid var(--accent); border-right: 0; border-radius: 3px 0 0 3px; pointer-events: none; }
.prompt.below .before { font-weight: 600; color: inherit; }
.prompt.below .task { font-weight: 400; color: var(--quiet); }
.before.done::before { content: '✓ '; content: '✓ ' / 'Done: '; color: var(--good); }
.answered { display: grid; gap: 8px; padding-bottom: 6px; }
.answered .quiet { justify-self: start; text-align: start; }
.more-place > .quiet::after { content: '▸'; content: '▸' / ''; margin-inline-start: 8px; color: var(--quiet); }
.more-place > .quiet[aria-expanded=true]::after { content: '▾'; content: '▾' / ''; }
`;

const narrow = `
@container ticks (max-width: 224px) { .tick:is(:nth-child(2), :nth-child(4)) { display: none; } }
@container ticks (max-width: 164px) { .tick:nth-child(6) { display: none; } }
@container (max-width: 819px) {
  .curve-place { min-height: 322px; }
  .next-words thead tr { height: 34px; }
  .prompt .before, .prompt .task, .well { font-size: var(--label); }
  .prompt .before, .prompt .task { display: inline; }
  .prompt[data-stage=met] > :is(.before, .task, .now), .prompt.below :is(.task, .then), .prompt .before.done { display: none; }
  .tokens { flex-wrap: nowrap; min-height: 24px; overflow-x: auto; scrollbar-width: none; }
  .epsilon { grid-template-columns: auto minmax(0, 1fr); gap: 0 10px; }
  .epsilon > .label { line-height: 28px; }
  .epsilon > .label span { display: none; }
  .try { gap: 6px; padding: 10px 12px 6px; }
  .prompt { display: block; }
  .layout:has(.epsilon:not([hidden])) .seen { display: none; } /* it is said under the figure too */
  .prompt .now { margin-top: 4px; }
  .answer-place { order: 1; }
  .slider-place { order: 2; }
  @media (max-height: 799px) { .next-words tr:nth-child(n + 4) { display: none; } }
}
`;

/* On paper: the figure with what it is of, and its link. */
const print = `
@media print {
  :host, :host([theme=dark]) { ${LIGHT} background: none; }
  .layout { display: block; padding: 0; }
  .far { min-height: 0; }
  .far slot { display: block; }
  .fig-plot::after { display: none; }
  .hand, .curve-place, .heads-place, .more-place, .why, .examples, .notices, progress, .takes, .told, .address, .tokens, .check,
  .side-place, .top-place > :not(.asking) { display: none !important; }
  .picture { max-width: none; break-inside: avoid; }
  .text { display: flex; gap: 0 8px; align-items: baseline; margin: 0 0 8px; }
  .text h2 { flex: none; }
  textarea:is(*, :disabled, [aria-invalid=true]) {
    border: 0; padding: 0; min-height: 0; resize: none; background: none; }
}
`;

export const style = base + layout + hand + controls + around + narrow + pictureStyle + print;
