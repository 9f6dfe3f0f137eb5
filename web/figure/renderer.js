// The cells of all panels by WebGL 2: one instanced draw, values from a float texture, colours
// looked up in the shader.
//
// Browsers keep sixteen contexts to a page, so all elements share one. It draws into a canvas of
// its own, which is then copied into the element's. A lost context draws nothing until it is
// restored; canvas.js does meanwhile.
import {STEPS, lookup} from './colors.js';
import {isDrawn} from './witness.js';

/**
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('./range.js').Scale} Scale
 * @typedef {{grid: Grid, x: number, y: number, width: number, height: number}} Cells a panel's
 *   place in device pixels
 */

const VERTEX = `#version 300 es
uniform vec2 size;                  // of the canvas
layout(location = 0) in vec4 box;   // x, y, width, height from the top left
layout(location = 1) in vec3 grid;  // columns, rows, layer
out vec2 at;
flat out ivec3 shape;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 place = (box.xy + corner * box.zw) / size * 2.0 - 1.0;
  gl_Position = vec4(place.x, -place.y, 0.0, 1.0);
  at = corner;
  shape = ivec3(grid);
}`;

// number() is positionOf of range.js, in colours; the tests before it are isEmpty.
const FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler2DArray;
const float LAST = ${STEPS - 1}.0;
uniform sampler2DArray values;
uniform sampler2D map;
uniform vec2 span;      // low, powers of ten if logarithmic; and how many colours a unit more is
uniform ivec2 kind;     // logarithmic, signed
in vec2 at;
flat in ivec3 shape;
out vec4 color;
float number(float value) {
  if (kind.x == 0) return (value - span.x) * span.y;
  float size = (log2(abs(value)) * 0.30102999566 - span.x) * span.y;
  return kind.y == 0 ? size : 0.5 * LAST + 0.5 * sign(value) * max(size, 0.0);
}
void main() {
  ivec2 cell = min(ivec2(at * vec2(shape.xy)), shape.xy - 1);
  float value = texelFetch(values, ivec3(cell, shape.z), 0).r;
  color = vec4(0.0);
  if (value < -1e38 || (value == 0.0 && kind.x == 1 && kind.y == 0)) return;
  float n = value == 0.0 && kind.x == 1 ? 0.5 * LAST : clamp(number(value), 0.0, LAST);
  color = texelFetch(map, ivec2(int(n + 0.5), 0), 0);
}`;

/** @param {WebGL2RenderingContext} gl @param {number} type @param {string} source */
function compiled(gl, type, source) {
  const shader = /** @type {WebGLShader} */ (gl.createShader(type));
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/**
 * Begins to make the program, where it can without waiting for it.
 * @param {WebGL2RenderingContext} gl
 */
function begin(gl) {
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  gl.attachShader(program, compiled(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compiled(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  return program;
}

/** @param {WebGL2RenderingContext} gl @param {number} unit @param {number} target */
function texture(gl, unit, target) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(target, gl.createTexture());
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(target, name, gl.NEAREST);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(target, name, gl.CLAMP_TO_EDGE);
}

/**
 * What stays on the graphics card between draws; null if this card cannot.
 * @param {WebGL2RenderingContext} gl
 * @param {WebGLProgram} program
 */
function prepare(gl, program) {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  gl.useProgram(program);
  const at = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
  gl.uniform1i(at('values'), 0);
  gl.uniform1i(at('map'), 1);
  texture(gl, 1, gl.TEXTURE_2D);
  texture(gl, 0, gl.TEXTURE_2D_ARRAY);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [place, count, from] of [
    [0, 4, 0],
    [1, 3, 16],
  ]) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, gl.FLOAT, false, 28, from);
    gl.vertexAttribDivisor(place, 1);
  }
  return {size: at('size'), span: at('span'), kind: at('kind'), map: '', room: [0, 0, 0]};
}

/**
 * Room for so many columns, rows and layers of numbers.
 * @param {WebGL2RenderingContext} gl
 * @param {number[]} room
 */
function allot(gl, [columns, rows, layers]) {
  const {TEXTURE_2D_ARRAY: target, R32F, RED, FLOAT} = gl;
  gl.texImage3D(target, 0, R32F, columns, rows, layers, 0, RED, FLOAT, null);
}

/**
 * Every different grid into a layer of its own.
 * @param {WebGL2RenderingContext} gl
 * @param {{room: number[]}} kept
 * @param {Grid[]} grids
 */
function upload(gl, kept, grids) {
  const columns = Math.max(...grids.map(grid => grid.columns));
  const rows = Math.max(...grids.map(grid => grid.rows));
  const need = [columns, rows, grids.length];
  gl.activeTexture(gl.TEXTURE0);
  if (need.some((n, i) => n > kept.room[i])) {
    kept.room = need.map((n, i) => Math.max(n, kept.room[i]));
    allot(gl, kept.room);
  }
  const {TEXTURE_2D_ARRAY: target, RED, FLOAT} = gl;
  grids.forEach((grid, layer) =>
    gl.texSubImage3D(target, 0, 0, 0, layer, grid.columns, grid.rows, 1, RED, FLOAT, grid.values),
  );
}

/** @param {WebGL2RenderingContext} gl @param {{map: string}} kept @param {string} map */
function chooseMap(gl, kept, map) {
  if (kept.map === map) return;
  kept.map = map;
  gl.activeTexture(gl.TEXTURE1);
  gl.texImage2D(
    gl.TEXTURE_2D,
    0,
    gl.RGBA8,
    STEPS,
    1,
    0,
    gl.RGBA,
    gl.UNSIGNED_BYTE,
    new Uint8Array(lookup(map).buffer),
  );
}

/** @param {Cells[]} panels @param {Grid[]} grids */
const instances = (panels, grids) =>
  Float32Array.from(
    panels.flatMap(({grid, x, y, width, height}) => [
      x,
      y,
      width,
      height,
      grid.columns,
      grid.rows,
      grids.indexOf(grid),
    ]),
  );

const POLL = 30; // ms between looks at whether the shaders are compiled

/**
 * Draws next to nothing, and calls `done` once the card has: its first draw takes long, and need
 * not be waited for.
 * @param {WebGL2RenderingContext} gl @param {() => void} done
 */
function warm(gl, done) {
  allot(gl, [1, 1, 1]);
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.of(0, 0, 1, 1, 1, 1, 0), gl.STREAM_DRAW);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 1);
  const drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  (function look() {
    if (gl.isContextLost()) return;
    if (drawn && gl.clientWaitSync(drawn, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, POLL);
    else done();
  })();
}

/**
 * Browsers answer null where there is none, and some extensions throw.
 * @param {HTMLCanvasElement} canvas
 */
function contextOf(canvas) {
  try {
    return canvas.getContext('webgl2', {
      alpha: true,
      antialias: false,
      depth: false,
      premultipliedAlpha: true,
    });
  } catch {
    return null;
  }
}

/**
 * Compiles the shaders and draws once, waiting for neither; then what stays on the card is there.
 * @param {WebGL2RenderingContext} gl
 * @param {(kept: NonNullable<ReturnType<typeof prepare>>) => void} done
 */
function start(gl, done) {
  const parallel = gl.getExtension('KHR_parallel_shader_compile');
  const program = begin(gl);
  (function look() {
    if (gl.isContextLost()) return;
    if (parallel && !gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR)) {
      setTimeout(look, POLL);
      return;
    }
    const made = prepare(gl, program);
    if (made) warm(gl, () => done(made));
  })();
}

/**
 * @param {WebGL2RenderingContext} gl whose canvas has room for the picture
 * @param {NonNullable<ReturnType<typeof prepare>>} kept
 * @param {Cells[]} panels
 * @param {Scale} scale
 * @param {number} width
 * @param {number} height
 */
function paint(gl, kept, panels, scale, width, height) {
  const grids = [...new Set(panels.map(({grid}) => grid))];
  gl.viewport(0, gl.canvas.height - height, width, height);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
  upload(gl, kept, grids);
  chooseMap(gl, kept, scale.map);
  gl.uniform2f(kept.size, width, height);
  gl.uniform2f(kept.span, scale.low, (STEPS - 1) / (scale.high - scale.low));
  gl.uniform2i(kept.kind, Number(scale.log), Number(scale.signed));
  gl.bufferData(gl.ARRAY_BUFFER, instances(panels, grids), gl.STREAM_DRAW);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, panels.length);
}

/**
 * A context, drawn with and lost; `changed` is called when it goes and when it comes back.
 * @param {() => void} changed
 */
function openContext(changed) {
  const canvas = document.createElement('canvas');
  const got = contextOf(canvas);
  if (!got) return null;
  const gl = got;
  /** @type {ReturnType<typeof prepare>} */
  let kept = null;

  /** @param {typeof kept} next */
  function keep(next) {
    kept = next;
    changed();
  }
  const begun = () => start(gl, keep);

  canvas.addEventListener('webglcontextlost', event => {
    event.preventDefault();
    keep(null);
  });
  canvas.addEventListener('webglcontextrestored', begun);
  setTimeout(begun);

  return {
    canvas,
    get ready() {
      return kept !== null && !gl.isContextLost();
    },

    /**
     * @param {Cells[]} panels
     * @param {Scale} scale
     * @param {number} width
     * @param {number} height
     * @returns {boolean} whether it could
     */
    draw(panels, scale, width, height) {
      if (!kept) return false;
      if (canvas.width < width || canvas.height < height) {
        canvas.width = Math.max(canvas.width, width);
        canvas.height = Math.max(canvas.height, height);
      }
      const {drawingBufferWidth: most, drawingBufferHeight: highest} = gl;
      if (most < width || highest < height) return false; // larger than this card's
      paint(gl, kept, panels, scale, width, height);
      return true;
    },

    /**
     * @param {Cells[]} panels
     * @param {Scale} scale
     * @returns {boolean} whether these were drawn just now
     */
    isRight: (panels, scale) => isDrawn(gl, panels, scale),

    /** Gives the context back to the browser. */
    close() {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

/** @type {ReturnType<typeof openContext>} */
let shared = null;
let impossible = false;
let proven = false; // has a picture by this context been looked at?
/** @type {Set<() => void>} */
const users = new Set();

const changed = () => users.forEach(redraw => redraw());

/**
 * Takes part in the page's one context: `redraw` is called when it is lost, and when it is back.
 * An element out of sight leaves; when the last has left, the context goes back to the browser.
 * @param {() => void} redraw
 * @returns {() => void} leaves
 */
export function joinContext(redraw) {
  users.add(redraw);
  return () => {
    users.delete(redraw);
    if (!users.size) setTimeout(closeUnused); // another one may come into sight in the same frame
  };
}

function closeUnused() {
  if (users.size) return;
  shared?.close();
  shared = null;
}

/** What this card draws is not to be trusted: all elements draw without it from now on. */
function giveUp() {
  impossible = true;
  shared?.close();
  shared = null;
  setTimeout(changed);
}

const SLOW = 5; // ms that a draw may take while things move
const SEVERAL = 3; // draws after which the time of one is known: the first compiles

/** @type {number[]} */
let times = [];

/** Whether drawing here takes so long that it would hold up what moves. */
export const isSlow = () => times.length >= SEVERAL && Math.min(...times) > SLOW;

/**
 * Draws panels into a canvas. False where that cannot be done now.
 * @param {CanvasRenderingContext2D} to
 * @param {Cells[]} panels
 * @param {Scale} scale
 * @param {boolean} looked at afterwards, whether it came out right, which waits for the card
 */
export function drawWithGL(to, panels, scale, looked) {
  if (impossible || !panels.length) return false;
  if (!shared) {
    shared = openContext(changed);
    proven = false;
  }
  if (!shared) impossible = true;
  const {width, height} = to.canvas;
  const from = performance.now();
  if (!shared?.ready || !shared.draw(panels, scale, width, height)) return false;
  to.clearRect(0, 0, width, height);
  to.drawImage(shared.canvas, 0, 0, width, height, 0, 0, width, height);
  times = [performance.now() - from, ...times].slice(0, SEVERAL);
  if (!shared.ready) return false;
  if (proven && !looked) return true;
  proven = shared.isRight(panels, scale);
  if (!proven) giveUp();
  return proven;
}
