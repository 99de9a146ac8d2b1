import { mix } from '../interpolate.js';
import { makeRandom } from '../make-random.js';
import { hex, mixColours } from './colours.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {ReturnType<typeof hangLanterns>[number]} Lantern */

const lanterns = hangLanterns();

/**
 * depth: 0 far, 1 near; x: share of the width; start: share of the height; sway: phase in radians.
 */
function hangLanterns() {
  const random = makeRandom(21);
  const hues = ['#ffb65c', '#ff8f5a', '#ffd27a', '#ff7a6b', '#ffc3a0'].map(hex);
  return Array.from({ length: 22 }, (_, i) => ({
    depth: 0.25 + 0.75 * (i / 21),
    // Steps of the golden ratio spread the lanterns evenly without a visible pattern.
    x: 0.08 + 0.84 * ((i * 0.618) % 1),
    start: 1.4 * ((i * 0.414 + 0.12 * random()) % 1),
    sway: random() * 6.3,
    colour: hues[Math.floor(random() * hues.length)],
  }));
}

/**
 * offstage002: lanterns that rise into the evening, in portrait format.
 * @param {Canvas} canvas
 * @param {number} seconds
 */
export function paintLanterns(canvas, seconds) {
  const { width, height } = canvas;
  const breath = 0.5 + 0.5 * Math.sin(seconds * 0.2);
  canvas.gradient([
    [0, hex('#120f35')],
    [0.5, mixColours(hex('#3a1c5e'), hex('#2a1f66'), breath)],
    [0.85, mixColours(hex('#8a2f66'), hex('#7a3470'), breath)],
    [1, hex('#c8566a')],
  ]);
  canvas.glow(width / 2, height * 1.05, width * 0.9, height * 0.2, hex('#ff9d6b'), 0.55);
  for (const lantern of lanterns) paintLantern(canvas, lantern, seconds);
}

/**
 * @param {Canvas} canvas
 * @param {Lantern} lantern
 * @param {number} seconds
 */
function paintLantern(canvas, { depth, x, start, sway, colour }, seconds) {
  const { width, height } = canvas;
  const travel = (start + seconds * mix(0.012, 0.036, depth)) % 1.4;
  const size = mix(0.02, 0.075, depth * depth) * width * 1.25;
  const cx = (x + 0.035 * depth * Math.sin(seconds * 0.45 + sway)) * width;
  const cy = (1.2 - travel) * height;
  const flame = 0.9 + 0.1 * Math.sin(seconds * 2.1 + sway * 3);
  const alpha = mix(0.45, 1, depth);
  const rim = mixColours(colour, hex('#8a2f50'), 0.45);
  canvas.glow(cx, cy, size * 2.3, size * 2.3, colour, 0.34 * alpha * flame);
  canvas.disc(cx, cy, size, size * 1.2, mixColours(rim, colour, 0.55), alpha, mix(5, 1.5, depth));
  canvas.glow(cx, cy + size * 0.35, size * 0.62, size * 0.7, hex('#fff1c4'), 0.85 * alpha * flame);
  canvas.disc(cx, cy - size * 1.14, size * 0.42, size * 0.09, rim, alpha * 0.9, 1.5);
  canvas.disc(cx, cy + size * 1.14, size * 0.42, size * 0.09, rim, alpha * 0.9, 1.5);
}
