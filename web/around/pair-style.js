// The style of two figures beside each other, fetched with them.

export const style = `
.pair-place { grid-area: pair; min-width: 0; }
.pair-place:empty { display: none; }
.layout.paired { grid-template-areas: 'top' 'texts' 'stage' 'pair' 'hand' 'buttons' var(--curve,) 'heads' 'more' 'side' 'why'; }
.paired :is(.picture, .pair-picture)::before { content: 'B'; display: block; min-height: 34px; font-weight: 600; font-size: var(--named); }
.paired .pair-picture::before { content: 'A'; }
.paired .pair-picture.apart::before { content: 'B − A'; }
.pair-head { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; min-height: 34px; }
.pair-head h2 { margin-inline-end: auto; font-size: var(--named); }
.pair-head .quiet { min-height: 28px; font-size: var(--small); }
.pair-said { margin: 6px 0 10px; font-size: var(--small); color: var(--quiet); }
.pair-said ul { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.pair-said .differs { color: var(--warm); }
.pair-said .reproduced { color: var(--good); }
:is(.pair-why, .pair-cell):empty { display: none; }
.pair-cell { min-height: 3em; margin-block: 6px; color: var(--ink); overflow-wrap: anywhere; }
.pair-picture :is(.fig-read, .fig-key, .fig-table), .pair-picture.apart :is(.fig-caption, .fig-said, #fig-steps-place) { display: none !important; }
.pair-picture.apart .fig-foot { visibility: hidden; }
@container (min-width: 940px) {
  .layout.paired.paired { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: none; column-gap: 40px;
    grid-template-areas: 'top top' 'texts hand' 'said said' 'pair stage' var(--wide-curve,) 'heads more' 'side side' 'why why'; }
  .layout.paired .sticky { position: static; }
  .paired .pair-place { display: contents; }
  .paired .pair-top { grid-area: said; }
  .paired .pair-picture { grid-area: pair; min-width: 0; }
}
@media print { .pair-head .quiet { display: none; } }
`;
