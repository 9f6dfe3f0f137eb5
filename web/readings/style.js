// The style of the readings, fetched with them.

export const style = `
.frame.reading :is(.texts-place, .prompt-place, .answer-place, .entries, .why) { display: none; }
.frame.reading .try:not(:has(.slider-place > :not([hidden]))) { display: none; }
.readings { display: grid; gap: 8px; padding-bottom: 14px; border-bottom: 1px solid var(--line); }
.readings .title { display: flex; gap: 12px; align-items: center; justify-content: space-between; }
.readings .title .quiet { flex: none; }
.readings h2 { font-size: var(--sentence); letter-spacing: -.01em; line-height: 1.25; }
.topics { display: grid; gap: 8px; margin-top: 4px; }
.topic { padding: 8px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); cursor: pointer; font-size: var(--label); line-height: 1.3; text-align: start; }
.topic:hover { border-color: var(--quiet); }
.topic[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.readings h2:focus { outline: none; }
@container (max-width: 819px) {
  .topics { display: flex; margin-inline: -14px; padding: 2px 14px; overflow-x: auto; scroll-padding-inline: 14px; scrollbar-width: none; }
  .topic { flex: none; max-width: 74%; }
  @media (min-height: 560px) { .frame.reading .layout { grid-template-areas: 'top' 'stage' 'side' 'hand' 'buttons' 'heads' 'more' 'why'; } }
}
@container (min-width: 820px) {
  .topics { grid-template-columns: 1fr 1fr 1.25fr 1fr 1fr; }
  .topic.paired + .topic.paired { margin-inline-start: -9px; border-start-start-radius: 0; border-end-start-radius: 0; }
  .topic.paired:has(+ .topic.paired) { border-start-end-radius: 0; border-end-end-radius: 0; }
}
.description { display: grid; gap: 12px; }
.description > .help:empty { display: none; }
.description a { color: var(--accent); }
.over { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; justify-content: space-between; min-height: 32px; }
@container (max-width: 559px) { @media (min-height: 640px) {
  .sentences > li { scroll-margin-top: 250px; }
} }
.sentences { display: grid; gap: 0; margin: 0; padding: 0; list-style: none; counter-reset: says; }
.sentences > li { display: grid; gap: 8px; padding: 12px 0 14px; border-top: 1px solid var(--line); }
.says { font-family: Georgia, 'Times New Roman', serif; font-size: var(--quote); line-height: 1.35; text-wrap: pretty; }
.says::before { content: '“'; } .says::after { content: '”'; }
.guesses { display: flex; flex-wrap: wrap; gap: 6px; }
.guesses .quiet { font-size: var(--small); min-height: 28px; padding: 2px 10px; }
.guesses .quiet:last-child { border-color: transparent; background: none; color: var(--quiet); }
.found { display: grid; gap: 8px; justify-items: start; font-size: var(--label); }
.found:focus { outline: none; }
.found dl { display: grid; gap: 4px; margin: 0; width: 100%; }
:is(.verdict, .tested) { display: grid; grid-template-columns: 116px minmax(0, 1fr); gap: 8px; }
:is(.verdict, .tested) dt { color: var(--quiet); white-space: nowrap; }
.verdict.shown dt { color: inherit; font-weight: 600; }
:is(.verdict, .tested) dd { margin: 0; }
.verdict b { margin-inline-end: 2px; }
.verdict b.true { color: var(--good); } .verdict b.true::before { content: '✓ ' / ''; }
.verdict b.false { color: var(--warm); } .verdict b.false::before { content: '✗ ' / ''; }
.verdict b.never { color: var(--warm); }
.verdict.any b::after { content: '.'; }
.numbers { color: var(--quiet); font-variant-numeric: tabular-nums; }
.said-so { color: var(--quiet); font-style: italic; }
.said-so:empty { display: none; }
.end { display: grid; gap: 8px; padding: 14px 16px; border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); border-radius: 12px; background: var(--panel); }
.end .score { font-size: var(--sentence); font-weight: 600; line-height: 1.25; }
.end ul { display: grid; gap: 4px; margin: 0; padding-inline-start: 20px; }
.end li { font-family: Georgia, 'Times New Roman', serif; font-size: var(--quote); line-height: 1.35; }
.end .moral { font-weight: 600; text-wrap: pretty; }
.end .help:empty { display: none; }
.end .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; font-size: var(--label); }
.pair { display: grid; gap: 10px; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.pair table { border-collapse: collapse; font-size: var(--small); font-variant-numeric: tabular-nums; }
.pair caption { padding-bottom: 4px; color: var(--quiet); text-align: start; }
.pair th { padding: 4px 8px 4px 0; text-align: start; font-weight: 400; vertical-align: top; }
.pair th b, .pair th small { display: block; }
.pair thead th { color: var(--quiet); white-space: nowrap; }
.pair small { color: var(--quiet); line-height: 1.25; }
.pair td { padding: 4px 8px 4px 0; vertical-align: top; background: linear-gradient(var(--accent), var(--accent)) left 0 top 25px / calc(85% * var(--share, 0)) 3px no-repeat; }
`;
