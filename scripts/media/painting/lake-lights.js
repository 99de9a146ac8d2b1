import { mix } from '../interpolate.js';

/**
 * How far the day is between sunrise (0) and sunset (1).
 * @param {number} seconds
 */
export const dayAt = (seconds) => (seconds - 3) / 43;

/**
 * How far the night is between moonrise (0) and the end of the film (1).
 * @param {number} seconds
 */
export const nightAt = (seconds) => (seconds - 47) / 17;

/**
 * The sun's centre, as a share of the canvas's width.
 * @param {number} day from `dayAt`
 */
export const sunX = (day) => mix(0.2, 0.78, day);

/**
 * The moon's centre, as a share of the canvas's width.
 * @param {number} night from `nightAt`
 */
export const moonX = (night) => mix(0.2, 0.34, night);
