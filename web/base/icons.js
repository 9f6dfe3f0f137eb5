// The few signs on buttons, drawn in the text's own colour.

const SVG = 'http://www.w3.org/2000/svg';

const PATHS = {
  play: 'M5 3.2v9.6L13 8z',
  stop: 'M4 4h8v8H4z',
  undo: 'M6.5 3 3 6.5 6.5 10M3.5 6.5H10a3 3 0 0 1 0 6H7',
  redo: 'M9.5 3 13 6.5 9.5 10M12.5 6.5H6a3 3 0 0 0 0 6h3',
  full: 'M3 6.5V3h3.5M9.5 3H13v3.5M13 9.5V13H9.5M6.5 13H3V9.5',
  close: 'M4 4l8 8M12 4l-8 8',
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon ${name}`);
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
