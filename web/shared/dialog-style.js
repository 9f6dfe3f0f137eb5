// How dialogs look, whatever is in them: a heading that stays, one or two columns, fields, what is
// wrong. What a dialog has of its own is adopted behind this.

export const dialogStyle = `
.dialog { max-height: calc(100dvh - 24px); padding: 0; border: 1px solid var(--line); border-radius: 14px;
  background: var(--paper); color: var(--ink); box-shadow: 0 20px 80px rgb(0 0 0 / .3); overscroll-behavior: contain; }
.dialog::backdrop { background: rgb(0 0 0 / .45); }
.dialog .top { position: sticky; top: 0; z-index: 4; display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 12px 20px;
  border-bottom: 1px solid var(--line); background: var(--paper); }
.dialog h2 { font-size: var(--named); }
.dialog h3 { font-size: var(--label); margin: 0; }
.dialog .both { display: grid; gap: 28px; padding: 16px 20px 20px; align-items: start; }
.dialog .row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.dialog :is(select, input:is([type=text], [type=number])) { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; min-height: 32px; padding: 3px 8px; width: 100%; text-align: start; }
.dialog textarea { resize: vertical; overflow: auto; }
.dialog .wrong { color: var(--warm); font-weight: 600; overflow-wrap: anywhere; }
@media print { .dialog { display: none; } }
`;
