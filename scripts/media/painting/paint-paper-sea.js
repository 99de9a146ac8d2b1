import { smooth } from '../interpolate.js';
import { hex, mixColours } from './colours.js';
import { edgeOf, fillBelow, shadowAbove } from './edges.js';

const sheets = '#f7b39a #f2d7b4 #bfe0d2 #86c9c4 #4fa9b3 #2b8199 #1b5a7c #123c5c'
  .split(' ')
  .map(hex);
// The sun and its two halos; radius: share of the canvas's height.
const suns = [
  { radius: 0.34, alpha: 0.16 },
  { radius: 0.27, alpha: 0.22 },
  { radius: 0.2, alpha: 1 },
];

/**
 * offstage003: a sea cut from paper.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 */
export function paintPaperSea(canvas, seconds) {
  const { width, height } = canvas;
  canvas.gradient([
    [0, hex('#fbe3cf')],
    [0.6, hex('#fdf1e2')],
    [1, hex('#fdf1e2')],
  ]);
  const rise = 0.37 - 0.1 * smooth(0, 40, seconds);
  for (const { radius, alpha } of suns) {
    const pulse = radius * height * (1 + 0.015 * Math.sin(seconds * 0.7 + radius * 20));
    canvas.disc(0.64 * width, rise * height, pulse, pulse, hex('#f2785c'), alpha, 1.5);
  }
  sheets.forEach((colour, i) => {
    const heave = 0.012 * Math.sin(seconds * 0.55 + i * 1.1);
    const way = i % 2 === 0 ? 1 : -1;
    const edge = edgeOf(canvas, 0.44 + i * 0.071 + heave, [
      [0.022 + i * 0.002, 1.6 + 0.22 * i, i * 1.9 + way * seconds * (0.16 + 0.025 * i)],
      [0.008, 4.2 - 0.2 * i, i * 2.7 - way * seconds * 0.22],
    ]);
    shadowAbove(canvas, edge, 0.035 * height, 0.26);
    fillBelow(canvas, edge, mixColours(colour, [255, 255, 255], 0.1), colour, 0.09 * height);
  });
}
