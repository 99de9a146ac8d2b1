import { mix } from '../interpolate.js';
import { hex } from './colours.js';
import { fillBelow, shadowAbove } from './edges.js';

/**
 * offstage005: a closed curtain.
 * @param {import('./canvas.js').Canvas} canvas
 */
export function paintCurtain(canvas) {
  const { width, height } = canvas;
  canvas.eachIn(0, 0, width - 1, height - 1, (at, x, y) => {
    const u = x / width;
    const v = y / height;
    const sway = 0.004 * Math.sin(v * 3 + u * 9);
    const fold = Math.sin((u + sway) * 86 + 1.4 * Math.sin(u * 17)) * 0.5 + 0.5;
    const seam = 1 - 0.55 * Math.exp(-(((u - 0.5) / 0.006) ** 2));
    const light = (0.2 + 0.8 * fold ** 1.4) * mix(0.62, 0.9, v) * seam;
    canvas.pixels[at] = 150 * light + 16;
    canvas.pixels[at + 1] = 26 * light + 6;
    canvas.pixels[at + 2] = 44 * light + 14;
  });
  canvas.glow(width / 2, 0.55 * height, 0.34 * width, 0.5 * height, hex('#ff5f5f'), 0.16);
  const floor = new Float32Array(width).fill(0.88 * height);
  shadowAbove(canvas, floor, 0.1 * height, 0.6);
  fillBelow(canvas, floor, hex('#24120f'), hex('#120a0c'), 0.12 * height);
  canvas.glow(width / 2, 0.93 * height, 0.26 * width, 0.035 * height, hex('#ffc08a'), 0.5);
}
