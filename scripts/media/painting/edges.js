import { clamp } from '../interpolate.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./colours.js').Colour} Colour */
/** @typedef {Float32Array} Edge for each column of a canvas, the pixel row where the edge runs */

/**
 * An edge made of waves.
 * @param {Canvas} canvas
 * @param {number} base share of the canvas's height
 * @param {[size: number, cycles: number, phase: number][]} waves size: share of the height; cycles
 * in the canvas's width; phase in radians
 * @returns {Edge}
 */
export function edgeOf(canvas, base, waves) {
  return Float32Array.from({ length: canvas.width }, (_, x) => {
    const turn = (x / canvas.width) * Math.PI * 2;
    let y = base;
    for (const [size, cycles, phase] of waves) y -= size * Math.sin(turn * cycles + phase);
    return y * canvas.height;
  });
}

/**
 * Fills everything between an edge and `limit`; the colour runs from `top` to `bottom` over
 * `depth`.
 * @param {Canvas} canvas
 * @param {Edge} edge
 * @param {Colour} top
 * @param {Colour} bottom
 * @param {number} depth pixels
 * @param {number} limit pixel row
 */
export function fillBelow({ width, height, pixels }, edge, top, bottom, depth, limit = height) {
  for (let x = 0; x < width; x += 1) {
    const start = Math.max(0, Math.floor(edge[x]));
    for (let y = start, at = (start * width + x) * 3; y < limit; y += 1, at += width * 3) {
      const cover = Math.min(1, y + 1 - edge[x]);
      const share = Math.min(1, Math.max(0, (y - edge[x]) / depth));
      pixels[at] += (top[0] + (bottom[0] - top[0]) * share - pixels[at]) * cover;
      pixels[at + 1] += (top[1] + (bottom[1] - top[1]) * share - pixels[at + 1]) * cover;
      pixels[at + 2] += (top[2] + (bottom[2] - top[2]) * share - pixels[at + 2]) * cover;
    }
  }
}

/**
 * Paints the shadow that a sheet with this upper edge casts on the area behind it.
 * @param {Canvas} canvas
 * @param {Edge} edge
 * @param {number} depth pixels
 * @param {number} strength 0–1
 */
export function shadowAbove({ width, height, pixels }, edge, depth, strength) {
  for (let x = 0; x < width; x += 1) {
    const end = Math.min(height, Math.ceil(edge[x]));
    for (let y = Math.max(0, Math.floor(edge[x] - depth)); y < end; y += 1) {
      const share = clamp(1 - (edge[x] - y) / depth);
      const keep = 1 - strength * share * share;
      const at = (y * width + x) * 3;
      pixels[at] *= keep;
      pixels[at + 1] *= keep;
      pixels[at + 2] *= keep;
    }
  }
}
