// How the dialogs for models and tensors of the reader's own look, and the panel of a model.

/** Of both dialogs, behind what all dialogs have. */
const both = `
.own p { margin: 0; }
.own label { display: grid; gap: 4px; }
`;

export const modelStyle = `${both}
.own-model { width: min(620px, 100vw - 24px); }
.own-model .inside { display: grid; gap: 12px; padding: 16px 20px 20px; font-size: var(--label); }
.own-model .found { padding: 0; }
.own-model dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0; }
.own-model dt { color: var(--quiet); }
.own-model dd { margin: 0; overflow-wrap: anywhere; }
.own-model ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 6px; }
.own-model li { display: flex; gap: 10px; align-items: center; }
.own-model li bdi { flex: 1; overflow-wrap: anywhere; }
.own-model.over { outline: 3px solid var(--accent); }
`;

export const tensorStyle = `${both}
.own-tensors { width: min(980px, 100vw - 24px); }
.own-tensors .both { grid-template-columns: minmax(0, 1fr) minmax(0, 380px); font-size: var(--label); }
.own-tensors .part { display: grid; gap: 12px; }
.own-tensors .part[hidden] { display: none; }
.own-tensors .drop { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; padding: 16px; border: 1.5px dashed var(--line); border-radius: 12px; }
.own-tensors.over .drop { border-color: var(--accent); background: var(--panel); }
.own-tensors .list { max-height: 220px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; overscroll-behavior: contain; }
.own-tensors table { border-collapse: collapse; width: 100%; font-size: var(--small); }
.own-tensors th, .own-tensors td { padding: 4px 10px; text-align: start; overflow-wrap: anywhere; }
.own-tensors th { white-space: nowrap; position: sticky; top: 0; background: var(--panel); font-weight: 600; }
.own-tensors td { border-top: 1px solid var(--line); }
.own-tensors td.unread { color: var(--quiet); }
.own-tensors .fields { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 10px; }
.own-tensors .wrong:empty, .own-tensors .told:empty, .own-tensors .news:empty { display: none; }
.own-tensors textarea { font: var(--fine)/1.45 ui-monospace, monospace; white-space: pre; }
.own-tensors .both.alone { grid-template-columns: minmax(0, 1fr); }
.own-tensors .both.alone > :last-child { display: none; }
.own-tensors .ready img { width: 100%; height: auto; border-radius: 8px; }
@media (max-width: 760px) { .own-tensors .both { grid-template-columns: minmax(0, 1fr); } .own-tensors .fields { grid-template-columns: minmax(0, 1fr); } }
`;

export const panelStyle = `
.own-panel { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; margin-bottom: 8px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); font-size: var(--label); }
.own-panel[hidden] { display: none; }
.own-panel p { margin: 0; overflow-wrap: anywhere; }
.own-panel p:first-child { flex: 1 1 60%; }
.own-panel p:empty { display: none; }
.own-panel .row { display: flex; flex-wrap: wrap; gap: 8px; }
@media print { .own-panel { display: none; } }
`;
