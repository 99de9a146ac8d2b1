import { smooth } from '../interpolate.js';
import { hex, mixColours } from './colours.js';

/** @typedef {import('./colours.js').Colour} Colour */
/** @typedef {{ seconds: number, colours: Record<string, Colour> }} ColourKeyframe */

/**
 * Parses a table: a line of names, then a line for each keyframe with its time in seconds and a
 * colour '#rrggbb' for each name.
 * @param {string} table
 * @returns {ColourKeyframe[]}
 */
export function parseColourKeyframes(table) {
  const [[, ...names], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.map(([seconds, ...colours]) => ({
    seconds: Number(seconds),
    colours: Object.fromEntries(names.map((name, i) => [name, hex(colours[i])])),
  }));
}

/**
 * The colours at one moment.
 * @param {ColourKeyframe[]} keyframes in order of time
 * @param {number} seconds
 * @returns {Record<string, Colour>}
 */
export function coloursAt(keyframes, seconds) {
  const next = keyframes.findIndex((frame) => frame.seconds > seconds);
  const after = keyframes.at(next);
  const before = next === -1 ? after : keyframes[Math.max(0, next - 1)];
  const share = after === before ? 0 : smooth(before.seconds, after.seconds, seconds);
  return Object.fromEntries(
    Object.keys(before.colours).map((name) => [
      name,
      mixColours(before.colours[name], after.colours[name], share),
    ]),
  );
}
