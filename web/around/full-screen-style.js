// The style of the page's parts while they fill the screen; fetched when they first do. Letters
// grow with the screen's height.

export const style = `
.frame:fullscreen { padding: 1.5vh 3vw; overflow: auto; background: var(--paper); color: var(--ink); }
.frame:fullscreen :is(.point, .curve-place, .under, .layout:not(.beside) > .heads-place, .more-place, .why, .side-place, .prompt-place, .answer-place, .examples, .next-words tfoot, .fig-key, .fig-table) { display: none; }
.frame:fullscreen .text label { position: absolute; clip-path: inset(50%); }
.frame:fullscreen .tokens { font-size: clamp(12px, 1.7vh, 20px); }
.frame:fullscreen .next-words { font-size: clamp(14px, 1.8vh, 24px); }
.frame:fullscreen .next-words :is(caption, thead th) { font-size: clamp(13px, 1.7vh, 21px); }
.frame:fullscreen .next-words tr:nth-child(n + 4) { display: none; }
.frame:fullscreen .next-words tbody tr { height: 1.55em; }
.frame:fullscreen .fig { font-size: clamp(13px, 1.7vh, 21px); }
.frame:fullscreen .fig-values small { font-size: .85em; }
.frame:fullscreen .epsilon, .frame:fullscreen .epsilon .label { font-size: clamp(14px, 1.7vh, 20px); }
.frame:fullscreen .epsilon .ticks { font-size: clamp(11px, 1.3vh, 15px); }
.frame:fullscreen .heads :is(.label, .habits, .head, select, .help) { font-size: clamp(13px, 1.7vh, 20px); }
.frame:fullscreen .heads .grid { grid-template-columns: repeat(var(--heads, 8), minmax(24px, 5vh)); }
@container (min-width: 940px) {
  .frame:fullscreen .composed { height: 97vh; padding: 0; grid-template-rows: repeat(3, auto) minmax(0, 1fr);
    grid-template-areas: 'top top' 'texts next' 'notes notes' 'picture picture'; }
  .frame:fullscreen .composed .text textarea { font-size: clamp(21px, 3vh, 36px); }
  .frame:fullscreen .composed .heads-place { width: min(var(--free-beside), 50vh); }
  .frame:fullscreen .composed .picture { min-height: 0; overflow: hidden; }
}
`;
