import { mix } from '../interpolate.js';

/** @typedef {number[]} Colour red, green and blue, each 0–255 */

/**
 * @param {string} text '#rrggbb'
 * @returns {Colour}
 */
export const hex = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));

/**
 * @param {Colour} a
 * @param {Colour} b
 * @param {number} share of b, 0–1
 * @returns {Colour}
 */
export const mixColours = (a, b, share) => a.map((value, i) => mix(value, b[i], share));
