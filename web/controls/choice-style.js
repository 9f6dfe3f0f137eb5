// The style of a choice among a few words, fetched with those.

export const choiceStyle = `
.choice { display: flex; flex-wrap: wrap; gap: 4px; }
.choice label { position: relative; cursor: pointer; }
.choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: inherit; }
.choice span { display: block; padding: 4px 10px; min-height: 28px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); font-size: var(--label); }
.choice label:hover span { border-color: var(--quiet); }
.choice input:checked + span { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.choice input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice input:disabled + span { opacity: .5; cursor: default; }
`;
