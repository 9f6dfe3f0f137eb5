// The style of the controls behind "More", fetched with them.

export const style = `
.sections { display: grid; gap: 20px; }
@container (min-width: 560px) and (max-width: 819px) { .sections { grid-template-columns: 1fr 1fr; align-items: start; } }
.section { display: grid; gap: 14px; padding-top: 14px; border-top: 1px solid var(--line); align-content: start; }
.field { display: grid; gap: 4px; }
.field .head { display: flex; gap: 6px; align-items: center; min-height: 26px; }
.field .head .label { margin-inline-end: auto; }
.field .head .quiet { min-height: 24px; min-width: 24px; padding: 0 8px; font-size: var(--fine); border-color: transparent; background: none; color: var(--quiet); }
.field .head .quiet:hover:not(:disabled) { border-color: var(--line); color: var(--ink); }
.field .head .quiet[aria-pressed=true] { border-color: var(--line); background: var(--soft); color: var(--ink); }
.line.many { display: grid; grid-template-columns: 58px minmax(0, 1fr); align-items: center; font-size: var(--small); }
.line:not(.many) .place { display: none; }
.others { display: grid; gap: 6px; }
.others .chosen, .others .more-of { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.others .label { font-weight: 400; }
.others .full { color: var(--quiet); font-size: var(--small); }
.others select { font: inherit; font-size: var(--small); padding: 2px 4px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; min-height: 32px; }
.finer { display: grid; gap: 14px; }
.finer summary { cursor: pointer; color: var(--quiet); font-size: var(--label); min-height: 24px; }
.finer[open] > .field { margin-top: 14px; }
`;
