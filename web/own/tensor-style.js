// How the dialog for tensors of the reader's own looks.

export const tensorStyle = `
.own-tensors { width: min(980px, 100vw - 24px); max-height: calc(100dvh - 24px); padding: 0; border: 1px solid var(--line); border-radius: 14px;
  background: var(--paper); color: var(--ink); box-shadow: 0 20px 80px rgb(0 0 0 / .3); overscroll-behavior: contain; }
.own-tensors::backdrop { background: rgb(0 0 0 / .45); }
.own-tensors .top { position: sticky; top: 0; z-index: 1; display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 12px 20px;
  border-bottom: 1px solid var(--line); background: var(--paper); }
.own-tensors h2 { font-size: var(--named); }
.own-tensors h3 { font-size: var(--label); margin: 0; }
.own-tensors p { margin: 0; }
.own-tensors .both { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 380px); gap: 28px; padding: 16px 20px 20px; align-items: start; font-size: var(--label); }
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
.own-tensors label { display: grid; gap: 3px; }
.own-tensors select, .own-tensors input:not([type=file]) { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; min-height: 32px;
  padding: 3px 8px; width: 100%; text-align: start; }
.own-tensors .wrong { color: var(--warm); font-weight: 600; overflow-wrap: anywhere; }
.own-tensors .wrong:empty, .own-tensors .told:empty, .own-tensors .news:empty { display: none; }
.own-tensors .row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.own-tensors textarea { font: var(--fine)/1.45 ui-monospace, monospace; resize: vertical; overflow: auto; white-space: pre; }
.own-tensors .both.alone { grid-template-columns: minmax(0, 1fr); }
.own-tensors .both.alone > :last-child { display: none; }
.own-tensors .ready img { width: 100%; height: auto; border-radius: 8px; }
@media (max-width: 760px) { .own-tensors .both { grid-template-columns: minmax(0, 1fr); } .own-tensors .fields { grid-template-columns: minmax(0, 1fr); } }
@media print { .own-tensors { display: none; } }
`;
