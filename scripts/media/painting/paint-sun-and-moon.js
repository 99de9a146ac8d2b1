import { mix } from '../interpolate.js';
import { mixColours } from './colours.js';
import { dayAt, moonX, nightAt, sunX } from './lake-lights.js';

const moonlight = [150, 175, 235];
const moon = [240, 240, 228];
const crater = [205, 208, 210];

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./colours.js').Colour} Colour */

/**
 * @param {Canvas} canvas
 * @param {number} seconds
 * @param {Colour} sun
 */
export function paintSunAndMoon(canvas, seconds, sun) {
  const day = dayAt(seconds);
  const night = nightAt(seconds);
  if (day > -0.15 && day < 1.15) paintSun(canvas, day, sun);
  if (night > 0) paintMoon(canvas, night);
}

/**
 * @param {Canvas} canvas
 * @param {number} day from `dayAt`
 * @param {Colour} colour
 */
function paintSun(canvas, day, colour) {
  const { width, height } = canvas;
  const x = sunX(day) * width;
  const y = (0.62 - 0.46 * Math.sin(Math.PI * day)) * height;
  canvas.glow(x, y, 0.34 * height, 0.3 * height, colour, 0.6);
  canvas.glow(x, y, 0.12 * height, 0.12 * height, colour, 0.7);
  canvas.disc(x, y, 0.05 * height, 0.05 * height, mixColours(colour, [255, 255, 255], 0.55), 1, 3);
}

/**
 * @param {Canvas} canvas
 * @param {number} night from `nightAt`
 */
function paintMoon(canvas, night) {
  const { width, height: h } = canvas;
  const x = moonX(night) * width;
  const y = mix(0.64, 0.2, Math.sin((Math.PI / 2) * night)) * h;
  canvas.glow(x, y, 0.22 * h, 0.22 * h, moonlight, 0.4);
  canvas.disc(x, y, 0.042 * h, 0.042 * h, moon, 1, 2.5);
  canvas.disc(x + 0.012 * h, y - 0.008 * h, 0.012 * h, 0.01 * h, crater, 0.6, 5);
  canvas.disc(x - 0.014 * h, y + 0.013 * h, 0.009 * h, 0.008 * h, crater, 0.5, 4);
}
