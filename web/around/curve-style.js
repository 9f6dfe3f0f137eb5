// The style of the curve over epsilon, fetched with it.

export const style = `
.curve { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.curve[hidden] { display: none; }
.curve-head { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; }
.curve-head .label { min-width: 0; margin-inline-end: auto; text-wrap: pretty; }
.curve-choice { position: relative; display: inline-block; padding: 3px 22px 3px 6px; margin: 0 4px 0 -7px; border: 1px solid transparent; border-radius: 6px; }
.curve-choice select { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; }
.curve-choice::after { content: '▾'; content: '▾' / ''; position: absolute; right: 6px; bottom: 3px; color: var(--quiet); }
.curve-choice:has(:disabled)::after { content: none; }
.curve-choice:hover { border-color: var(--line); }
.curve-choice:has(:focus-visible) { outline: 2px solid var(--accent); }
.curve-key { display: flex; gap: 16px; margin: 0; padding: 0; list-style: none; font-size: var(--small); color: var(--quiet); }
.curve-key li { display: flex; gap: 7px; align-items: center; }
.curve-key i { width: 26px; height: 0; border-top: 3px solid currentColor; color: var(--accent); forced-color-adjust: none; }
.curve-key .key { border-top: 2px dashed; color: var(--warm); }
.curve-key .value { border-top: 3px dotted; color: var(--quiet); }
.curve-plot { position: relative; height: 208px; touch-action: pan-y; cursor: default; user-select: none; -webkit-user-select: none; }
.curve-plot.free { cursor: ew-resize; }
.curve-plot canvas { position: absolute; inset: 0; width: 100%; height: 100%;
  color: var(--line); background-color: var(--paper); }
.curve.stale canvas { opacity: .35; }
.curve-y { position: absolute; left: 0; width: 36px; transform: translateY(-50%); text-align: end; font-size: var(--tick); line-height: 1;
  color: var(--quiet); font-variant-numeric: tabular-nums; }
.curve-plot .ticks { position: absolute; left: 44px; right: 14px; bottom: 0; margin: 0; }
.curve-handle { position: absolute; top: 0; bottom: 24px; width: 24px; margin-left: -12px; outline: none; }
.curve-handle::before { content: ''; position: absolute; top: 22px; bottom: 8px; left: 11px; width: 2px; background: var(--ink); opacity: .3; }
.curve-handle::after { content: ''; position: absolute; bottom: 0; left: 3px; width: 18px; height: 18px; border-radius: 50%;
  background: var(--panel); border: 2px solid var(--accent); box-shadow: 0 1px 3px rgb(0 0 0 / .25); }
.curve-handle b { position: absolute; top: 0; left: 50%; transform: translateX(calc(-50% + var(--push, 0px))); padding: 0 6px;
  border-radius: 5px; font-size: var(--fine); line-height: 19px; font-variant-numeric: tabular-nums; white-space: nowrap; background: var(--soft); }
.curve-handle:focus-visible { z-index: 1; }
.curve-handle:focus-visible b { outline: 2px solid var(--accent); }
.curve-handle:focus-visible::after { outline: 2px solid var(--accent); outline-offset: 2px; }
.curve-handle:is(:hover, .held)::before { opacity: .7; }
.curve-handle:is(:hover, .held) b, .curve-handle:focus-visible b { background: var(--accent); color: var(--on-accent); }
.curve-handle[aria-disabled=true]::after { border-color: var(--quiet); box-shadow: none; }
.curve .help { max-width: 170ch; text-wrap: pretty; }
.curve .help > p { display: inline; }
@media (hover: none) { .curve .how { display: none; } }
.curve .curve-wait { position: absolute; inset: 52% 0 auto; max-width: none; text-align: center; }
@container (max-width: 819px) { .curve-plot { height: 184px; } .curve-key { gap: 12px; } }
@media (forced-colors: active) {
  .curve-handle::before { background: CanvasText; opacity: 1; }
  .curve-handle::after { forced-color-adjust: none; box-shadow: none; }
  .curve-handle b { border: 1px solid; }
}
`;
