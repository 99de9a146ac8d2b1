import { clamp } from '../interpolate.js';
import { hex, mixColours } from './colours.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/**
 * @typedef {{ cx: number, cy: number, radius: number, turn: number }} Dial pixels; turn: 0–1 of the
 * way round
 */

/** Duration of one turn. */
export const clockSeconds = 24;

/**
 * offstage004: the live clock.
 * @param {Canvas} canvas
 * @param {number} seconds
 */
export function paintClock(canvas, seconds) {
  const { width, height } = canvas;
  const turn = (seconds % clockSeconds) / clockSeconds;
  const dial = { cx: 0.5 * width, cy: 0.5 * height, radius: 0.33 * height, turn };
  const hue = 0.5 + 0.5 * Math.cos(turn * Math.PI * 2);
  const light = mixColours(hex('#1f6a58'), hex('#2d5a78'), hue);
  canvas.gradient([
    [0, hex('#0c1417')],
    [1, hex('#16282a')],
  ]);
  canvas.glow(dial.cx, dial.cy, 0.62 * height, 0.62 * height, light, 0.55);
  paintSweep(canvas, dial);
  paintTicks(canvas, dial);
  paintHand(canvas, dial);
  paintLiveLight(canvas, seconds);
}

/**
 * The ring, with a tail of light behind the hand that fades over one whole turn.
 * @param {Canvas} canvas
 * @param {Dial} dial
 */
function paintSweep(canvas, { cx, cy, radius, turn }) {
  const half = 0.016 * canvas.height;
  const reach = radius + half + 2;
  canvas.eachIn(cx - reach, cy - reach, cx + reach, cy + reach, (at, x, y) => {
    const cover = clamp(half - Math.abs(Math.hypot(x - cx, y - cy) - radius) + 0.5);
    if (cover === 0) return;
    const behind = (turn - Math.atan2(x - cx, cy - y) / (Math.PI * 2) + 2) % 1;
    canvas.blend(at, [60, 92, 92], cover * 0.55);
    canvas.blend(at, [126, 240, 196], cover * (1 - behind) ** 2.2);
  });
}

/**
 * A dot for each second, lit once the hand has passed it.
 * @param {Canvas} canvas
 * @param {Dial} dial
 */
function paintTicks(canvas, { cx, cy, radius, turn }) {
  for (let i = 0; i < clockSeconds; i += 1) {
    const angle = (i / clockSeconds) * Math.PI * 2;
    const x = cx + Math.sin(angle) * radius * 0.83;
    const y = cy - Math.cos(angle) * radius * 0.83;
    const size = (i % 6 === 0 ? 0.009 : 0.005) * canvas.height;
    const lit = i / clockSeconds <= turn ? 0.95 : 0.3;
    canvas.disc(x, y, size, size, [210, 240, 228], lit, 1.5);
  }
}

/**
 * @param {Canvas} canvas
 * @param {Dial} dial
 */
function paintHand(canvas, { cx, cy, radius, turn }) {
  const { height } = canvas;
  const angle = turn * Math.PI * 2;
  const x = cx + Math.sin(angle) * radius;
  const y = cy - Math.cos(angle) * radius;
  canvas.glow(x, y, 0.06 * height, 0.06 * height, hex('#b8ffe0'), 0.5);
  canvas.disc(x, y, 0.022 * height, 0.022 * height, hex('#f2fff8'), 1, 1.5);
}

/**
 * The light of the LIVE badge pulses once a second.
 * @param {Canvas} canvas
 * @param {number} seconds
 */
function paintLiveLight(canvas, seconds) {
  const x = 0.077 * canvas.width;
  const y = 0.19 * canvas.height;
  const unit = canvas.height;
  const pulse = 0.6 + 0.4 * Math.cos(seconds * Math.PI * 2);
  canvas.glow(x, y, 0.03 * unit, 0.03 * unit, hex('#ff4d4d'), 0.5 * pulse);
  canvas.disc(x, y, 0.014 * unit, 0.014 * unit, hex('#ff4d4d'), 0.55 + 0.45 * pulse, 1.5);
}
