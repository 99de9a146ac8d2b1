import { mix, smooth } from '../interpolate.js';
import { makeRandom } from '../make-random.js';
import { mixColours } from './colours.js';
import { dayAt, moonX, nightAt, sunX } from './lake-lights.js';

const glints = scatterGlints();
const moonlight = [214, 222, 250];

/**
 * depth: 0 at the horizon, 1 at the bottom; side: -1 to 1; phase in radians, speed in radians per
 * second.
 */
function scatterGlints() {
  const random = makeRandom(11);
  return Array.from({ length: 44 }, (_, i) => ({
    depth: 0.03 + (0.9 * i) / 44,
    side: random() + random() - 1,
    phase: random() * 6.3,
    speed: 0.5 + random() * 0.8,
  }));
}

/**
 * Short strokes of light on the water below the sun or the moon.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 * @param {import('./colours.js').Colour} sun
 */
export function paintGlints(canvas, seconds, sun) {
  const { width, height } = canvas;
  const day = dayAt(seconds);
  const night = nightAt(seconds);
  const byDay = smooth(0.04, 0.16, day) * (1 - smooth(0.86, 0.98, day));
  const byNight = smooth(0.1, 0.4, night);
  const strength = Math.max(byDay, 0.7 * byNight);
  if (strength === 0) return;
  const x = byNight > 0 ? moonX(night) : sunX(day);
  const colour = byNight > 0 ? moonlight : mixColours(sun, [255, 255, 255], 0.35);
  for (const { depth, side, phase, speed } of glints) {
    const twinkle = Math.max(0, Math.sin(seconds * speed + phase)) ** 1.5;
    const cx =
      (x + side * mix(0.018, 0.075, depth) + 0.003 * Math.sin(seconds * 0.7 + phase)) * width;
    const cy = (0.645 + 0.35 * depth) * height;
    const rx = mix(0.006, 0.021, depth) * width * (0.5 + 0.5 * twinkle);
    const ry = mix(0.0014, 0.0034, depth) * height;
    canvas.disc(cx, cy, rx, ry, colour, 0.8 * strength * twinkle, 1.5);
  }
}
