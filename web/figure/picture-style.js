// The style of the figure area. Where things stand is computed (layout.js) and written on them.

export const pictureStyle = `
.fig { position: relative; color: var(--ink); font-size: var(--small); line-height: 1.3; }
.fig-area { position: relative; touch-action: manipulation; }
.fig [hidden] { display: none !important; }
.fig-area > *, .fig-panel > *, .fig-head, .fig-join { position: absolute; }
.fig-panel { position: static; }
.fig canvas, .fig-strip { pointer-events: none; }
.fig canvas { left: 0; top: 0; image-rendering: pixelated; }
.fig-title, .fig-head { text-align: center; white-space: nowrap; line-height: 1.3; pointer-events: none; }
.fig-title span, .fig-head span { display: block; }
.fig-head.upright { writing-mode: vertical-rl; transform: rotate(180deg); display: flex; flex-direction: column; justify-content: flex-end; }
.fig-title.small, .fig-foot { color: var(--quiet); }
.fig-title.large { color: var(--ink); font-weight: 600; }
.fig-plot { cursor: crosshair; box-shadow: 0 0 0 1px var(--line); overflow: hidden; -webkit-tap-highlight-color: transparent; }
.fig-plot.empty { background: var(--panel); }
.fig-plot:focus { outline: none; }
.fig-plot:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 1px; overflow: visible; }
.fig-note { position: absolute; inset: 0; display: grid; place-content: center; padding: 8%; text-align: center; color: var(--quiet);
  font-size: .85em; line-height: 1.25; pointer-events: none; }
.fig-line, .fig-bars { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.fig-line line { stroke: #fff; stroke-width: 1px; stroke-opacity: .85; mix-blend-mode: difference; }
.fig-bars { background: color-mix(in srgb, var(--paper) 94%, transparent); }
.fig-bars .now { fill: var(--accent); }
.fig-bars .was { fill: none; stroke: var(--ink); stroke-opacity: .75; stroke-width: 1.25px; }
.fig-bars path, .fig-bars line { vector-effect: non-scaling-stroke; }
.fig-bars line { stroke: var(--line); stroke-width: 1px; }
.fig-cross { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.fig-cross i { position: absolute; box-sizing: border-box; border: 1px solid rgb(255 255 255 / .85); box-shadow: 0 0 0 1px rgb(0 0 0 / .45), inset 0 0 0 1px rgb(0 0 0 / .25); }
.fig-cross .query { left: -2px; right: -2px; top: calc(var(--y) - 1px); height: calc(var(--h) + 2px); }
.fig-cross .key { top: -2px; bottom: -2px; left: calc(var(--x) - 1px); width: calc(var(--w) + 2px); }
.fig-cross .cell { left: calc(var(--x) - 2px); top: calc(var(--y) - 2px); width: calc(var(--w) + 4px); height: calc(var(--h) + 4px);
  border-color: #fff; box-shadow: 0 0 0 1px rgb(0 0 0 / .65), inset 0 0 0 1px rgb(0 0 0 / .3); }
.fig-cross.pinned .cell { border-width: 2px; }
.fig-cross .query, .fig-cross .key { opacity: .75; }
.fig-cross.pinned .query, .fig-cross.pinned .key { opacity: 1; }
.fig-strip { overflow: visible; }
.fig-strip path { fill: var(--quiet); opacity: .55; }
.fig-strip.divergence path { fill: var(--accent); opacity: .8; }
.fig-strip line { stroke: var(--ink); stroke-opacity: .4; stroke-width: 1px; vector-effect: non-scaling-stroke; }
.fig-foot { text-align: center; white-space: nowrap; line-height: 1.25; font-variant-numeric: tabular-nums; pointer-events: none; }
.fig-foot span { display: inline-block; margin: 0 .25em; }
.fig-foot b { font-weight: 400; color: var(--ink); }
.fig.stacked .fig-foot span { display: block; margin: 0; }
.fig-zoom { padding: 0; border: 0; border-radius: 5px; background: var(--paper); color: var(--ink); opacity: 0; cursor: pointer; }
.fig-icon { display: block; flex: none; width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.fig-zoom svg { margin: 5px; }
@media (hover: hover) { .fig-panel:hover > .fig-zoom { opacity: .85; } .fig-panel > .fig-zoom:hover { opacity: 1; } }
@media (hover: none) { .fig-zoom { visibility: hidden; } }
.fig-zoom:focus-visible { opacity: 1; visibility: visible; }
.fig-join { width: 24px; height: 24px; margin: -12px 0 0 -12px; color: var(--quiet); line-height: 24px; text-align: center; }
.fig-join button { position: absolute; inset: 0; padding: 0; border: 0; border-radius: 12px; background: none; cursor: help; }
.fig-join:hover { color: var(--accent); }
.fig-marks { left: 0; top: 0; overflow: visible; pointer-events: none; fill: var(--quiet); font-variant-numeric: tabular-nums; }
.barred .fig-marks .query { display: none; } /* bars are as high as their colour stands on the bar */
.fig-bar .ramp, .fig-bar .label, .fig-bar .tick, .fig-bar .mark { position: absolute; }
.fig-bar .ramp { inset: 0; box-shadow: 0 0 0 1px var(--line); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.fig-bar .tick { white-space: nowrap; color: var(--quiet); font-variant-numeric: tabular-nums; line-height: 1; }
.fig-bar .tick::before { content: ''; position: absolute; background: var(--quiet); }
.fig-bar.upright .tick { left: calc(100% + 6px); bottom: calc(100% * var(--at)); transform: translateY(50%); }
.fig-bar.upright .tick::before { left: -6px; top: 50%; width: 4px; height: 1px; }
.fig-bar:not(.upright) .tick { top: calc(100% + 6px); left: calc(100% * var(--at)); transform: translateX(-50%); }
.fig-bar:not(.upright) .tick::before { top: -6px; left: 50%; height: 4px; width: 1px; }
.fig-bar .mark { border: 1.5px solid var(--ink); outline: 1px solid var(--paper); border-radius: 2px; }
.fig-bar.upright .mark { left: -4px; right: -4px; height: 7px; bottom: calc(100% * var(--at)); transform: translateY(50%); }
.fig-bar:not(.upright) .mark { top: -4px; bottom: -4px; width: 7px; left: calc(100% * var(--at)); transform: translateX(-50%); }
.fig-caption { margin: .7em 0 0; text-align: center; font-weight: 600; text-wrap: balance; }
.fig-read { display: flex; gap: 4px 12px; align-items: center; justify-content: center; margin-top: .5em; padding: 5px 10px; min-height: 48px; border-radius: 8px;
  background: var(--soft, color-mix(in srgb, var(--ink) 5%, transparent)); font-variant-numeric: tabular-nums; }
.fig-values { flex: 1; display: grid; grid-template-columns: 1.5fr 1.5fr repeat(4, 1fr); column-gap: 12px; min-width: 0; }
.fig-values.model { grid-template-columns: 1.5fr 1.5fr repeat(5, 1fr); }
.fig-values.other.model { grid-template-columns: repeat(3, 1.5fr) repeat(4, 1fr); }
.fig-values .where, .fig-values .what { display: contents; }
.fig-values span { min-width: 0; }
.fig-values small { display: block; font-size: var(--tick); color: var(--quiet); line-height: 1.3; }
.fig-values b { display: block; font-weight: 500; white-space: pre; overflow: hidden; text-overflow: ellipsis; min-height: 1.3em; }
.fig-hint { flex: 1; color: var(--quiet); }
.fig-tools { display: flex; gap: 6px; }
.fig-tools button { display: flex; gap: 6px; align-items: center; min-height: 28px; min-width: 30px; justify-content: center; padding: 2px 8px; white-space: nowrap; border: 1px solid var(--line); border-radius: 7px; background: var(--panel); color: inherit; font: inherit; cursor: pointer; }
.fig-tools button:hover { border-color: var(--quiet); }
.fig-tools button[aria-pressed=true], .fig-tools button[aria-expanded=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent, #fff); }
.fig.medium .fig-tools button:not(.worded) span, .fig.narrow .fig-tools button:not(.worded) span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.fig.medium .fig-values { column-gap: 8px; }
.fig.narrow .fig-read { display: block; position: relative; min-height: 92px; padding: 6px 10px; }
.fig.narrow .fig-values { display: block; }
.fig.narrow .where, .fig.narrow .what { display: grid; grid-template-columns: 1fr 1fr; column-gap: 8px; }
.fig.narrow .where { margin: 0 144px 4px 0; min-height: 36px; }
.fig.narrow .what { grid-template-columns: repeat(4, 1fr); font-size: var(--fine); }
.fig.narrow .model .what { grid-template-columns: repeat(5, auto); justify-content: space-between; }
.fig.narrow .fig-tools { position: absolute; top: 8px; right: 8px; gap: 4px; }
.fig.narrow .fig-hint:not([hidden]) ~ .fig-tools { position: static; margin-top: 6px; }
.fig.narrow .fig-tools button { min-width: 32px; min-height: 32px; }
.fig-caption:empty::before, .fig-key:empty::before { content: '\\a0'; }
.fig-key { margin: .6em 0 0; padding: 0; color: var(--quiet); font-size: var(--fine); line-height: 1.45; }
.fig-key b { font-weight: 600; color: var(--ink); }
.fig-key i { display: inline-block; width: 9px; height: 9px; margin-inline-end: .35em; background: var(--quiet); opacity: .6; }
.fig-key i.divergence { background: var(--accent); opacity: .8; }
.fig-table { margin-top: .6em; font-size: var(--fine); }
.fig-table summary { color: var(--quiet); cursor: pointer; width: fit-content; min-height: 24px; }
.fig-said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.fig-link { display: none; }
@media print {
  .fig { --ink: #000; --quiet: #444; --line: #bbb; --paper: #fff; --panel: #fff; break-inside: avoid; }
  .fig canvas, .fig-key i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .fig-read, .fig-table, .fig-zoom, .fig-cross, .fig-join button { display: none; }
  .fig-link { display: block; margin: .4em 0 0; text-align: center; font-size: var(--tick);
    overflow-wrap: anywhere; white-space: pre-line; }
  .fig-link::before { content: 'Ninefold: '; }
}
`;
