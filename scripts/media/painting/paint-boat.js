import { mix } from '../interpolate.js';
import { mixColours } from './colours.js';

// Points clockwise, in the boat's own unit, from the middle of its waterline.
const mainSail = parsePoints('0.08,-1.9 1.05,-0.28 0.08,-0.28');
const foreSail = parsePoints('-0.06,-1.6 -0.06,-0.28 -0.7,-0.28');
const hull = parsePoints('-0.95,-0.18 1.2,-0.18 0.75,0.16 -0.7,0.16');

/** @param {string} text */
function parsePoints(text) {
  return text.split(' ').map((point) => point.split(',').map(Number));
}

/**
 * A sailing boat and its reflection, fainter and upside down.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 * @param {Record<string, import('./colours.js').Colour>} colours with `near` and `middle`
 */
export function paintBoat(canvas, seconds, colours) {
  const { width, height } = canvas;
  const unit = 0.05 * height;
  const x = mix(-0.05, 0.84, (seconds - 4) / 60) * width;
  const y = 0.735 * height + Math.sin(seconds * 0.9) * 0.05 * unit;
  const lean = Math.sin(seconds * 0.6) * 0.08;
  const dark = mixColours(colours.near, [10, 14, 30], 0.45);
  const light = mixColours([255, 250, 240], colours.middle, 0.35);
  const parts = [
    { points: mainSail, colour: light },
    { points: foreSail, colour: mixColours(light, dark, 0.18) },
    { points: hull, colour: dark },
  ];
  for (const { flip, alpha } of [
    { flip: -0.8, alpha: 0.22 },
    { flip: 1, alpha: 1 },
  ]) {
    for (const { points, colour } of parts) {
      const placed = points.map(([dx, dy]) => [x + (dx - dy * lean) * unit, y + dy * unit * flip]);
      canvas.polygon(flip < 0 ? placed.reverse() : placed, colour, alpha);
    }
  }
}
