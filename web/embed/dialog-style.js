// How "Embed" looks, behind what all dialogs have.

export const embedStyle = `
.embed { width: min(1180px, 100vw - 24px); }
.embed h3 { margin-top: 8px; }
.embed .both { grid-template-columns: minmax(0, 420px) minmax(0, 1fr); }
.embed .say { display: grid; gap: 10px; }
.embed .choose { display: grid; grid-template-columns: minmax(64px, auto) minmax(0, 1fr); gap: 10px; align-items: center; font-size: var(--label); }
.embed .looks { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 10px 16px; }
.embed .permits summary { cursor: pointer; min-height: 28px; font-size: var(--label); font-weight: 600; }
.embed .permits .list { display: grid; gap: 4px; padding: 6px 0; max-height: 240px; overflow: auto; }
.embed .permits .choose { grid-template-columns: minmax(0, 1fr) 140px; }
.embed textarea { font: 12.5px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.embed .row { flex-wrap: nowrap; gap: 12px; font-size: var(--label); }
.embed ol { margin: 0; padding-inline-start: 20px; font-size: var(--label); display: grid; gap: 6px; }
.embed a { color: var(--accent); }
.embed .preview { border: 1px solid var(--line); border-radius: 10px; overflow: auto; max-height: calc(100dvh - 150px); overscroll-behavior: contain; }
.embed .seen-at { display: grid; gap: 8px; min-width: 0; }
.embed .preview { overflow-x: hidden; }
.embed .preview .sized { transform-origin: 0 0; }
.embed .preview iframe { display: block; width: 100%; border: 0; }
.embed .preview nine-fold { padding: 4px 14px; }
@media (max-width: 860px) { .embed .both { grid-template-columns: minmax(0, 1fr); } .embed .preview { max-height: 520px; } }
`;
