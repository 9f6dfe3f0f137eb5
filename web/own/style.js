// How the dialog and the panel of models of the reader's own look.

export const dialogStyle = `
.own-model { width: min(620px, 100vw - 24px); max-height: calc(100dvh - 24px); padding: 0; border: 1px solid var(--line); border-radius: 14px;
  background: var(--paper); color: var(--ink); box-shadow: 0 20px 80px rgb(0 0 0 / .3); overscroll-behavior: contain; }
.own-model::backdrop { background: rgb(0 0 0 / .45); }
.own-model .top { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 12px 20px; border-bottom: 1px solid var(--line); }
.own-model h2 { font-size: var(--named); }
.own-model h3 { font-size: var(--label); margin: 0; }
.own-model .inside { display: grid; gap: 12px; padding: 16px 20px 20px; font-size: var(--label); }
.own-model .found { padding: 0; }
.own-model .row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.own-model p { margin: 0; }
.own-model dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0; }
.own-model dt { color: var(--quiet); }
.own-model dd { margin: 0; overflow-wrap: anywhere; }
.own-model ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 6px; }
.own-model li { display: flex; gap: 10px; align-items: center; }
.own-model li bdi { flex: 1; overflow-wrap: anywhere; }
.own-model label { display: grid; gap: 4px; }
.own-model input.name { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; min-height: 32px; padding: 3px 8px; }
.own-model .wrong { color: var(--warm); font-weight: 600; overflow-wrap: anywhere; }
.own-model.over { outline: 3px solid var(--accent); }
@media print { .own-model { display: none; } }
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
