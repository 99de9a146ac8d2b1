import { coloursAt } from './colour-keyframes.js';
import { mixColours } from './colours.js';
import { edgeOf, fillBelow } from './edges.js';
import { lakeColours } from './lake-colours.js';
import { mirrorInWater } from './mirror-in-water.js';
import { paintBoat } from './paint-boat.js';
import { paintClouds } from './paint-clouds.js';
import { paintGlints } from './paint-glints.js';
import { paintStars } from './paint-stars.js';
import { paintSunAndMoon } from './paint-sun-and-moon.js';

/**
 * offstage001: a lake, one day.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds 0–64
 */
export function paintLake(canvas, seconds) {
  const { width, height } = canvas;
  const horizon = Math.round(0.64 * height);
  const colours = coloursAt(lakeColours, seconds);
  canvas.gradient([
    [0, colours.top],
    [0.36, colours.middle],
    [0.64, colours.low],
    [1, colours.low],
  ]);
  paintStars(canvas, seconds);
  paintSunAndMoon(canvas, seconds, colours.sun);
  paintClouds(canvas, seconds, colours.low);
  paintRidges(canvas, seconds, colours, horizon);
  mirrorInWater(canvas, horizon, colours.water, seconds);
  canvas.glow(width / 2, horizon, width * 0.6, height * 0.006, colours.low, 0.5);
  paintGlints(canvas, seconds, colours.sun);
  paintBoat(canvas, seconds, colours);
}

/**
 * Three ranges of hills; the nearer, the faster they drift by.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 * @param {Record<string, import('./colours.js').Colour>} colours
 * @param {number} horizon pixel row
 */
function paintRidges(canvas, seconds, colours, horizon) {
  const drift = seconds * 0.004;
  const far = edgeOf(canvas, 0.52, [
    [0.045, 1.3, 0.6 + drift],
    [0.028, 3.1, 2 + drift * 2],
    [0.009, 9, 1 + drift * 6],
  ]);
  const mid = edgeOf(canvas, 0.575, [
    [0.035, 1.7, 3.4 + drift * 2],
    [0.018, 4.3, 0.4 + drift * 5],
    [0.005, 13, drift * 14],
  ]);
  const near = edgeOf(canvas, 0.622, [
    [0.022, 1.1, 5.2 + drift * 3],
    [0.008, 5.7, 1.7 + drift * 12],
  ]);
  for (const [name, edge] of Object.entries({ far, mid, near })) {
    const haze = mixColours(colours[name], colours.low, 0.4);
    fillBelow(canvas, edge, colours[name], haze, 0.16 * canvas.height, horizon);
  }
}
