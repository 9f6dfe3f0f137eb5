// How "Embed" looks.

export const dialogStyle = `
.embed { width: min(1180px, 100vw - 24px); max-height: calc(100dvh - 24px); padding: 0; border: 1px solid var(--line); border-radius: 14px;
  background: var(--paper); color: var(--ink); box-shadow: 0 20px 80px rgb(0 0 0 / .3); overscroll-behavior: contain; }
.embed::backdrop { background: rgb(0 0 0 / .45); }
.embed .top { position: sticky; top: 0; z-index: 4; display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 12px 20px;
  border-bottom: 1px solid var(--line); background: var(--paper); }
.embed h2 { font-size: var(--named); }
.embed h3 { font-size: var(--label); margin-top: 8px; }
.embed .both { display: grid; grid-template-columns: minmax(0, 420px) minmax(0, 1fr); gap: 28px; padding: 16px 20px 20px; align-items: start; }
.embed .say { display: grid; gap: 10px; }
.embed .choose { display: grid; grid-template-columns: minmax(64px, auto) minmax(0, 1fr); gap: 10px; align-items: center; font-size: var(--label); }
.embed select, .embed .number { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; min-height: 32px; padding: 3px 8px; width: 100%; text-align: start; }
.embed .looks { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 10px 16px; }
.embed .permits summary { cursor: pointer; min-height: 28px; font-size: var(--label); font-weight: 600; }
.embed .permits .list { display: grid; gap: 4px; padding: 6px 0; max-height: 240px; overflow: auto; }
.embed .permits .choose { grid-template-columns: minmax(0, 1fr) 140px; }
.embed textarea { font: 12.5px/1.45 ui-monospace, monospace; resize: vertical; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.embed .row { display: flex; gap: 12px; align-items: center; font-size: var(--label); }
.embed ol { margin: 0; padding-inline-start: 20px; font-size: var(--label); display: grid; gap: 6px; }
.embed a { color: var(--accent); }
.embed .preview { border: 1px solid var(--line); border-radius: 10px; overflow: auto; max-height: calc(100dvh - 150px); overscroll-behavior: contain; }
.embed .seen-at { display: grid; gap: 8px; min-width: 0; }
.embed .preview { overflow-x: hidden; }
.embed .preview .sized { transform-origin: 0 0; }
.embed .preview iframe { display: block; width: 100%; border: 0; }
.embed .preview nine-fold { padding: 4px 14px; }
@media (max-width: 860px) { .embed .both { grid-template-columns: minmax(0, 1fr); } .embed .preview { max-height: 520px; } }
@media print { .embed { display: none; } }
`;
