import { mix } from '../interpolate.js';

/**
 * Progress of the day from sunrise (0) to sunset (1).
 * @param {number} seconds
 */
export const dayAt = (seconds) => (seconds - 3) / 43;

/**
 * Progress of the night from moonrise (0) to the end of the film (1).
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
