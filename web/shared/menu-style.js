// The style of what a menu's button opens, fetched with that.

export const menuStyle = `
.menu .items { position: absolute; width: max-content; z-index: 3; right: 0; bottom: calc(100% + 4px); display: grid; gap: 4px; padding: 6px; border: 1px solid var(--line);
  border-radius: 10px; background: var(--panel); box-shadow: 0 6px 24px rgb(0 0 0 / .18); white-space: nowrap; }
.menu .items .quiet { border-color: transparent; text-align: start; }
`;
