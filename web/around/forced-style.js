// Where the reader's system chooses the colours, what a colour alone tells has one of them. Fetched
// only there.
export const style = `
@media (forced-colors: active) {
  :host, :host([theme]), :host(:not([theme])) { --ink: CanvasText; --quiet: CanvasText;
    --line: CanvasText; --warm: CanvasText; --good: CanvasText; --paper: Canvas; --panel: Canvas;
    --soft: Canvas; --accent: Highlight; --on-accent: HighlightText; }
  .fig-plot, .fig-bar, .fig-key i, .meter, input[type=range], progress, .square, .tokens button,
    .choice input:checked + span, [aria-pressed=true], .fig-tools [aria-expanded=true], .fig-join, li.met::before, .pair td,
    .glance canvas, .glance-bar i { forced-color-adjust: none; }
  .tokens button { border: 1px solid CanvasText; color: CanvasText; background: Canvas; }
  .tokens button::after { content: ''; position: absolute; inset: auto auto 0 0; height: 4px; width: var(--share, 0%); background: Highlight; }
  .tokens .query::after { background: HighlightText; }
  .quiet.quiet[aria-pressed=true] { background: var(--accent); border-color: var(--accent);
    color: var(--on-accent); }
  .meter, input[type=range] { --line: Canvas; }
  .meter { box-shadow: 0 0 0 1px CanvasText; }
  input[type=range]::-webkit-slider-runnable-track { box-shadow: 0 0 0 1px CanvasText; }
  input[type=range]::-moz-range-track { box-shadow: 0 0 0 1px CanvasText; }
}
`;
