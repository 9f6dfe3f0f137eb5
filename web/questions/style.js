// The style of questions, asked and made, fetched with them.

export const style = `
.asking { display: grid; gap: 10px; padding: 14px 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.asking .whose { color: var(--quiet); font-size: var(--small); }
.asking h2 { font-size: var(--named); line-height: 1.3; overflow-wrap: anywhere; }
.asking h2 span { display: block; text-wrap: balance; }
.asking ul, .making ul { display: grid; gap: 6px; margin: 0; padding: 0; list-style: none; }
.asking li, .making li { position: relative; padding-inline-start: 26px; line-height: 1.4; overflow-wrap: anywhere; }
.asking li::before, .making li::before { content: ''; position: absolute; inset-inline-start: 2px; top: 3px; width: 14px; height: 14px; border: 1.5px solid var(--quiet); border-radius: 50%; box-sizing: border-box; }
:is(.asking, .making) li.met::before { content: '✓'; content: '✓' / ''; display: grid; place-content: center; border-color: var(--good); background: var(--good); color: var(--paper); font: 700 10px/1 system-ui, sans-serif; }
:is(.asking, .making) li .now { color: var(--quiet); font-size: var(--small); font-variant-numeric: tabular-nums; white-space: nowrap; }
:is(.asking, .making) li.met .now { color: var(--good); }
:is(.asking, .making) li.unknown .now { color: var(--warm); white-space: normal; }
.reply, .alone { display: grid; gap: 10px; justify-items: start; }
:is(.reply, .alone) [hidden] { display: none; }
:is(.reply, .alone) label > span:first-child, .choosing legend { color: var(--quiet); font-size: var(--small); }
.reply > label, .alone label { display: grid; gap: 4px; width: min(100%, 34em); }
.reply :is(input[type=text], textarea), .alone input { width: 100%; min-height: 32px; padding: 4px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; box-sizing: border-box; }
.choosing { margin: 0; padding: 0; border: 0; }
.choices { display: flex; flex-wrap: wrap; gap: 6px 18px; }
.choices label > span { color: inherit; font-size: inherit; }
.open-yet { color: var(--quiet); font-size: var(--small); }
.alone { padding: 14px 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.alone h2 { font-size: var(--named); }
.answer-row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; font-size: var(--label); }
.answer-row .told { color: var(--quiet); scroll-margin-bottom: calc(var(--at-hand, 0px) + 8px); }
.making { display: grid; gap: 14px; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); font-size: var(--label); }
.making .title { display: flex; gap: 12px; justify-content: space-between; align-items: center; }
.making .title .quiet { flex: none; }
.making h2 { font-size: var(--named); } .making h2:focus { outline: none; }
.making label { display: grid; gap: 4px; min-width: 0; }
.making label > span, .making legend { color: var(--quiet); font-size: var(--small); }
.making fieldset { display: grid; gap: 10px; min-width: 0; margin: 0; padding: 12px 0 0; border: 0; border-top: 1px solid var(--line); }
.making legend { float: left; font-weight: 600; color: var(--ink); font-size: var(--label); }
.making fieldset > :not(legend) { clear: both; }
.making select, .making .number { min-width: 0; width: 100%; height: 32px; padding: 2px 6px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; text-align: start; }
.parts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 10px; }
.parts .wide { grid-column: 1 / -1; }
.making .preview { padding: 8px 10px; border-radius: 8px; background: var(--soft); overflow-wrap: anywhere; }
.making .preview .now { color: var(--quiet); font-size: var(--small); font-variant-numeric: tabular-nums; }
.making .preview.met .now { color: var(--good); } .making .preview.unknown .now { color: var(--warm); }
.exercise ol { display: grid; gap: 6px; margin: 0; padding-inline-start: 1.6em; overflow-wrap: anywhere; }
.exercise li { padding: 0; } .exercise li::before { content: none; }
.making a { color: var(--accent); }
.exercise [hidden] { display: none; }
.exercise .address { width: 100%; box-sizing: border-box; }
.making summary { cursor: pointer; min-height: 28px; color: var(--quiet); }
.making .checked { display: flex; gap: 6px; align-items: center; }
.controls-table { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 10px; align-items: center; }
.controls-table select { width: auto; height: 28px; }
@media screen and (max-width: 640px) {
  .asking h2 { max-height: max(4lh, 26vh); overflow-y: auto; } /* the figure stays in sight */
}
@media print {
  .asking { padding: 0; border: 0; margin-bottom: 12px; background: none; break-after: avoid; }
  .answer-row { display: none; }
}
`;
