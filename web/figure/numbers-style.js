// The style of the numbers of a panel as a table, fetched with them.

export const style = `
.fig-table .choose { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; margin: 8px 0; }
.fig-table select, .fig-table button { min-height: 28px; max-width: 100%; padding: 2px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; }
.fig-table .scroll { overflow: auto; max-height: 60vh; border: 1px solid var(--line); border-radius: 6px; }
.fig-table table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.fig-table caption { padding: 6px; text-align: start; color: var(--quiet); }
.fig-table th, .fig-table td { padding: 2px 7px; text-align: end; white-space: pre; font-weight: 400; }
.fig-table th { color: var(--quiet); background: var(--panel); position: sticky; left: 0; }
.fig-table thead th { top: 0; z-index: 1; }
`;
