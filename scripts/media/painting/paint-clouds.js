import { smooth } from '../interpolate.js';
import { mixColours } from './colours.js';

// Shares of the canvas; speed per second. None starts on the left, over the chapter title.
const clouds = [
  { x: 0.24, y: 0.15, size: 0.09, speed: 0.007 },
  { x: 0.5, y: 0.11, size: 0.065, speed: 0.006 },
  { x: 0.74, y: 0.24, size: 0.075, speed: 0.0075 },
  { x: 0.3, y: 0.34, size: 0.05, speed: 0.005 },
];
// Parts of a cloud, in shares of its size.
const puffs = [
  { dx: 0, dy: 0, scale: 1 },
  { dx: -0.75, dy: 0.12, scale: 0.65 },
  { dx: 0.8, dy: 0.1, scale: 0.7 },
  { dx: 0.25, dy: -0.16, scale: 0.6 },
];

/**
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 * @param {import('./colours.js').Colour} lowSky
 */
export function paintClouds(canvas, seconds, lowSky) {
  const { width, height } = canvas;
  const strength = 0.75 * smooth(12, 21, seconds) * (1 - 0.75 * smooth(34, 46, seconds));
  const colour = mixColours([255, 255, 255], lowSky, 0.35);
  for (const { x, y, size, speed } of clouds) {
    for (const { dx, dy, scale } of puffs) {
      const cx = (x + speed * seconds + dx * size) * width;
      const cy = (y + dy * size * 1.4) * height;
      canvas.glow(
        cx,
        cy,
        size * scale * width * 0.62,
        size * scale * height * 0.3,
        colour,
        strength,
      );
    }
  }
}
