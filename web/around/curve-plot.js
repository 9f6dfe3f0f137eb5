// Draws the curve over epsilon: the axis, the lines of Query, Key and Value, and the points on them
// that the three columns show. All in CSS pixels; the canvas has the screen's.

/**
 * @typedef {[number, number]} Point
 * @typedef {{points: Point[], marks: Point[], color: string}} Line
 *   points: from left to right; marks: those of the three columns
 * @typedef {{width: number, height: number, ratio: number, left: number, right: number,
 *   top: number, bottom: number, rules: number[], gap: number, grid: string,
 *   ground: string}} Frame
 *   rules: heights of the level lines; gap: where the axis is broken, between 0 and 1e-10
 */

/** How each of the lines is drawn, told apart without colour: the widest first. */
const STROKES = [
  {width: 4.5, dash: []},
  {width: 2, dash: [8, 6]},
  {width: 2.5, dash: [0.1, 6]},
];
const RADIUS = [5, 3.2, 4]; // a mark of Key on one of Query leaves a ring

/**
 * Slopes of a smooth line that rises and falls only where its points do (Fritsch and Carlson).
 * @param {Point[]} points
 */
export function slopesOf(points) {
  const rise = points.slice(1).map(([x, y], i) => (y - points[i][1]) / (x - points[i][0]));
  return points.map((_, i) => {
    const [before, after] = [rise[i - 1] ?? rise[i] ?? 0, rise[i] ?? rise[i - 1] ?? 0];
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
}

/** @param {CanvasRenderingContext2D} to @param {Point[]} points */
function trace(to, points) {
  const slopes = slopesOf(points);
  to.beginPath();
  points.forEach(([x, y], i) => {
    if (!i) return to.moveTo(x, y);
    const [fromX, fromY] = points[i - 1];
    const third = (x - fromX) / 3;
    const [a, b] = [fromY + third * slopes[i - 1], y - third * slopes[i]];
    return to.bezierCurveTo(fromX + third, a, x - third, b, x, y);
  });
}

/** @param {CanvasRenderingContext2D} to @param {Frame} frame */
function drawFrame(to, {left, right, bottom, rules, gap, grid, ground}) {
  to.lineWidth = 1;
  to.strokeStyle = grid;
  to.setLineDash([]);
  to.beginPath();
  for (const y of [...rules, bottom]) {
    to.moveTo(left, Math.round(y) + 0.5);
    to.lineTo(right, Math.round(y) + 0.5);
  }
  to.stroke();
  to.fillStyle = ground;
  to.fillRect(gap - 3, bottom - 4, 6, 9);
  to.beginPath();
  for (const x of [gap - 3, gap + 3]) {
    to.moveTo(x - 2, bottom + 5);
    to.lineTo(x + 2, bottom - 4);
  }
  to.stroke();
}

/** @param {CanvasRenderingContext2D} to @param {Line} line @param {number} which */
function drawLine(to, {points, color}, which) {
  const {width, dash} = STROKES[which];
  to.lineWidth = width;
  to.lineCap = which === 2 ? 'round' : 'butt';
  to.lineJoin = 'round';
  to.strokeStyle = color;
  to.setLineDash(dash);
  trace(to, points);
  to.stroke();
}

/** @param {CanvasRenderingContext2D} to @param {Line} line @param {number} which @param {string} ground */
function drawMarks(to, {marks, color}, which, ground) {
  to.setLineDash([]);
  to.lineWidth = 1.5;
  to.strokeStyle = ground;
  to.fillStyle = color;
  for (const [x, y] of marks) {
    to.beginPath();
    to.arc(x, y, RADIUS[which], 0, 2 * Math.PI);
    to.fill();
    to.stroke();
  }
}

/** @param {HTMLCanvasElement} canvas @param {Frame} frame @param {Line[]} lines */
export function drawCurve(canvas, frame, lines) {
  const {width, height, ratio, ground} = frame;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const to = canvas.getContext('2d');
  if (!to) return;
  to.setTransform(across / width, 0, 0, down / height, 0, 0);
  to.clearRect(0, 0, width, height);
  drawFrame(to, frame);
  lines.forEach((line, i) => drawLine(to, line, i));
  lines.forEach((line, i) => drawMarks(to, line, i, ground));
}
